rule decks:
    """Write all decks as HTML, PowerPoint, PDF and Markdown, and the notebooks, without publishing them."""
    input:
        plan.all_decks(),
        plan.all_notebooks(),


for lesson in plan.with_decks:

    rule:
        """Write the deck of one lesson, build/decks/LESSON.*, in one process."""
        name:
            f"deck_of_{lesson}"
        input:
            ledgers=plan.ledgers(lesson),
            figures=plan.files_of_figures(lesson),
            receipts=[
                *plan.receipts_of_ledgers(lesson),
                *plan.receipts_of_figures(lesson),
            ],
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
            " --receipts {input.receipts} --folder build/decks --receipt {output.receipt} --made-from {params.source}"
            " > {log} 2>&1"


for lesson in plan.with_notebooks:

    rule:
        """Run the notebook of one lesson, build/decks/LESSON.ipynb, and keep what its cells show."""
        name:
            f"notebook_of_{lesson}"
        input:
            ledgers=plan.ledgers(lesson),
            tables=plan.tables_as(lesson, "md").values(),
            pictures=plan.pictures_of_notebook(lesson),
            alt_texts=[plan.alt_text(figure) for figure in plan.lessons[lesson].figures],
            receipts=[
                *plan.receipts_of_ledgers(lesson),
                *plan.receipts_of_figures(lesson),
                plan.receipt(f"tables/{lesson}"),
            ],
        output:
            plan.notebook(lesson),
            receipt=plan.receipt(f"notebooks/{lesson}"),
        log:
            f"build/logs/notebooks/{lesson}.log",
        conda:
            "../envs/tallysheet.yaml"
        params:
            source=plan.source_of_notebook(lesson),
            lesson=lesson,
            text=plan.notebook_source(lesson),
        message:
            f"Running the notebook {lesson}"
        shell:
            "python -m slides.notebooks {params.lesson} --source {params.text} --ledgers {input.ledgers}"
            " --tables {input.tables} --pictures {input.pictures} --receipts {input.receipts}"
            " --folder build/decks --receipt {output.receipt} --made-from {params.source} > {log} 2>&1"
