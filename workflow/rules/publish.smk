rule publish:
    """Copy the checked ledgers, pictures and alt texts of a lesson to results/, where they differ."""
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
        prefix=lambda wildcards: plan.prefix(wildcards.lesson),
        token=plan.token,
    message:
        "Publishing {wildcards.lesson} to results/"
    shell:
        "python -m workflow.publish {wildcards.lesson} --prefix {params.prefix} --token '{params.token}'"
        " --stamp {output} --receipts {input.receipts} --files {input.files} > {log} 2>&1"
