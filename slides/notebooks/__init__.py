"""Companion notebooks: `LESSON.md` is prose and code that becomes an executed Jupyter notebook.

source.py reads cells from Markdown, prose.py fills the words between the code with the printed forms of claims,
kernel.py runs the code, proof.py holds what outputs show, and what typed.py finds in the code, to the claims, and
notebook.py writes it all in one fixed form. live.py is what the cells import.
"""
