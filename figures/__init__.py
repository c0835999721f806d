"""The pictures of the lessons: each is drawn from one ledger, and shows no number that the ledger did not check.

A drawing is a module `figures.<lesson>.<drawing>` with

- `TITLE`, the name of the picture,
- `draw(ledger, style) -> Figure`, which places what the ledger holds and computes nothing,
- `alt_text(ledger) -> str`, which says to someone who cannot see it what the picture shows.

`names` says how styles, formats and files are called, `style` holds colours and sizes as data, `sheet` measures a
picture in pixels, `marks` are the shapes that several drawings share, `save` is the only writer, and
`python -m figures` puts them together.
"""
