rule ledgers:
    """Compute and check all ledgers."""
    input:
        plan.all_ledgers(),


rule ledger:
    """Compute one ledger, build/ledgers/LESSON/NAME.json, which is written only when all its claims hold."""
    input:
        plan.ledgers_read,
    output:
        ledger=plan.ledger("{lesson}", "{ledger}"),
        receipt=plan.receipt("{lesson}/{ledger}"),
    log:
        "build/logs/ledgers/{lesson}/{ledger}.log",
    conda:
        "../envs/tallysheet.yaml"
    params:
        source=plan.source_of_ledger,
    message:
        "Computing and checking {wildcards.lesson}/{wildcards.ledger}"
    shell:
        "python -m workflow.compute {wildcards.lesson}/{wildcards.ledger} --read {input} --output {output.ledger}"
        " --receipt {output.receipt} > {log} 2>&1"
