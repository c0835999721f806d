rule decks:
    """Write all decks as HTML, PowerPoint, PDF and Markdown, without publishing them."""
    input:
        plan.all_decks(),


for lesson in plan.with_decks:

    rule:
        """Write the deck of one lesson, build/decks/LESSON.*, in one process."""
        name:
            f"deck_of_{lesson}"
        input:
            ledgers=plan.ledgers(lesson),
            figures=plan.files_of_figures(lesson),
            receipts=plan.receipts_of_figures(lesson),
        output:
            plan.deck(lesson),
            receipt=plan.receipt(f"decks/{lesson}"),
        log:
            f"build/logs/decks/{lesson}.log",
        conda:
            "../envs/tallysheet.yaml"
        params:
            source=plan.source_of_deck(lesson),
            lesson=lesson,
            template=plan.template(lesson),
            tables=plan.modules_of_tables(lesson),
            figures=plan.ledgers_of_figures(lesson),
        message:
            f"Writing the deck {lesson}"
        shell:
            "python -m slides.decks {params.lesson} --template {params.template} --ledgers {input.ledgers}"
            " --tables {params.tables} --figures {params.figures} --figures-folder build/figures"
            " --receipts {input.receipts} --folder build/decks --receipt {output.receipt} > {log} 2>&1"
