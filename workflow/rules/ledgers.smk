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
    wildcard_constraints:
        lesson=one_of(plan.in_jobs_of_their_own),
    conda:
        "../envs/tallysheet.yaml"
    params:
        source=plan.source_of_ledger,
    message:
        "Computing and checking {wildcards.lesson}/{wildcards.ledger}"
    shell:
        "python -m workflow.compute {wildcards.lesson}/{wildcards.ledger} --read {input} --folder build/ledgers"
        " --receipt {output.receipt} --made-from {params.source} > {log} 2>&1"


for lesson in plan.in_one_job:

    rule:
        """Compute all ledgers of one lesson in one process."""
        name:
            f"ledgers_of_{lesson}"
        output:
            plan.ledgers(lesson),
            receipt=plan.receipt(f"ledgers/{lesson}"),
        log:
            f"build/logs/ledgers/{lesson}.log",
        conda:
            "../envs/tallysheet.yaml"
        params:
            source=plan.source_of_lesson(lesson),
            ledgers=plan.identities(lesson),
        message:
            f"Computing and checking {lesson}/all"
        shell:
            "python -m workflow.compute {params.ledgers} --folder build/ledgers"
            " --receipt {output.receipt} --made-from {params.source} > {log} 2>&1"
