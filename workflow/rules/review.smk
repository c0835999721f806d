rule review:
    """Compare results/ with the default branch, or with --config base=REFERENCE, in build/review/."""
    input:
        plan.everything(),
    log:
        "build/logs/review.log",
    conda:
        "../envs/tallysheet.yaml"
    params:
        base=base,
    message:
        "Comparing results/"
    shell:
        "python -m workflow.review -- {params.base:q} 2>&1 | tee {log}"
