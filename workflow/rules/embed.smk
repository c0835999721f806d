rule embed:
    """Fill the marked places of slides of your own: --config deck=PATH, or 'deck=[PATH, PATH]'."""
    input:
        plan.everything(),
    log:
        "build/logs/embed.log",
    conda:
        "../envs/tallysheet.yaml"
    params:
        decks=decks,
    message:
        "Embedding into the files that --config deck=PATH names"
    shell:
        "python -m slides embed {params.decks:q} 2>&1 | tee {log}"
