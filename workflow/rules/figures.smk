rule figures:
    """Draw all figures in all styles and formats, without publishing them."""
    input:
        plan.all_figures(),


rule figure:
    """Draw one figure, build/figures/ID.*, in every style and format, with its alt text."""
    input:
        plan.ledger_of_figure,
    output:
        [
            report(
                path,
                caption="../report/figure.rst",
                category="Figures",
                subcategory="Slide" if "slide" in style else "Page",
                labels={
                    "figure": "{figure}",
                    "style": "dark" if "dark" in style else "light",
                },
            )
            for style, path in plan.pictures("{figure}", "svg").items()
        ],
        list(plan.pictures("{figure}", "png").values()),
        list(plan.pictures("{figure}", "pdf").values()),
        plan.alt_text("{figure}"),
        receipt=plan.receipt("{figure}"),
    log:
        "build/logs/figures/{figure}.log",
    conda:
        "../envs/tallysheet.yaml"
    params:
        source=plan.source_of_figure,
        drawing=plan.drawing,
        styles=plan.styles,
        formats=plan.formats,
    message:
        "Drawing {wildcards.figure}"
    shell:
        "python -m figures {wildcards.figure} --drawing {params.drawing} --ledger {input} --styles {params.styles}"
        " --formats {params.formats} --folder build/figures --receipt {output.receipt} --made-from {params.source}"
        " > {log} 2>&1"
