rule tables:
    """Make all slide tables as Markdown, HTML and LaTeX, without publishing them."""
    input:
        plan.all_tables(),


for lesson in plan.with_tables:

    rule:
        """Make the slide tables of one lesson, build/tables/ID.*, in one process."""
        name:
            f"tables_of_{lesson}"
        input:
            plan.ledgers(lesson),
        output:
            plan.tables_as(lesson, "md").values(),
            plan.tables_as(lesson, "tex").values(),
            [
                report(
                    path,
                    category="Tables",
                    subcategory=plan.prefix(lesson),
                    labels={"table": table},
                )
                for table, path in plan.tables_as(lesson, "html").items()
            ],
            receipt=plan.receipt(f"tables/{lesson}"),
        log:
            f"build/logs/tables/{lesson}.log",
        conda:
            "../envs/tallysheet.yaml"
        params:
            source=plan.source_of_tables(lesson),
            lesson=lesson,
            tables=plan.modules_of_tables(lesson),
        message:
            f"Tabulating {lesson}"
        shell:
            "python -m slides.tables {params.lesson} --tables {params.tables} --ledgers {input}"
            " --folder build/tables --receipt {output.receipt} --made-from {params.source} > {log} 2>&1"
