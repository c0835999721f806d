"""Marks in PowerPoint: shapes, pictures and tables whose alt text or name is `tallysheet: ID`."""
