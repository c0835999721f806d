"""A deck for PowerPoint: native tables, equations and placeholders, which an author can edit.

writer.py makes the file. master.py gives it slide size, fonts and layouts. words.py and runs.py turn text and cells
into paragraphs, which content.py gathers; equations.py has their formulas converted, and flat.py and lines.py write
these for programs that show no equations. arrangement.py finds sizes and places at which all fits, text.py, tables.py
and shapes.py write it. shown.py reads the file back, as PowerPoint shows it and as LibreOffice does.
"""
