from workflow.publish import token_of


rule publish:
    """Copy what was checked of a lesson to results/, where it differs, and record what it was made from."""
    input:
        files=plan.publishable,
        receipts=plan.receipts,
    output:
        plan.stamp("{lesson}"),
    log:
        "build/logs/publish/{lesson}.log",
    conda:
        "../envs/tallysheet.yaml"
    params:
        source=plan.source_of_publishing,
        token=lambda wildcards: token_of(plan, wildcards.lesson),
    message:
        "Publishing {wildcards.lesson} to results/"
    shell:
        "python -m workflow.publish {wildcards.lesson} --token '{params.token}' > {log} 2>&1"
