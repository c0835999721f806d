"""The look of a table in HTML. Every rule stays inside a table, and no rule sets a colour of its own.

Lines are drawn in the colour of the text around, so that a table is light on a dark page and dark on a light one.
It is code and no data file, so that an edit makes the tables anew.
"""

from __future__ import annotations

STYLESHEET = """
.tallysheet { overflow-x: auto; padding-bottom: .25em; font-size: var(--tallysheet-size, 1em); text-align: left; }
.tallysheet table {
  margin: 0; border-collapse: collapse; color: inherit; background: none;
  font: inherit; line-height: 1.25; text-align: left; font-variant-numeric: lining-nums tabular-nums;
}
.tallysheet table caption { padding: 0 0 .5em; font-weight: bold; text-align: left; text-wrap: balance; }
.tallysheet table :is(th, td) {
  padding: .2em .8em; border: 0 solid color-mix(in srgb, currentColor 35%, transparent);
  text-align: left; vertical-align: baseline;
}
.tallysheet table:has(tbody tr:nth-child(12)) :is(th, td) { padding-block: .05em; }
.tallysheet table :is(th, td):first-child { padding-left: 0; }
.tallysheet table :is(th, td):last-child { padding-right: 0; }
.tallysheet :is(table, math) .number { text-align: right; text-align: -webkit-right; }
.tallysheet table thead > tr > * { border-width: 2px 0 1px; font-weight: bold; }
.tallysheet table :is(tbody, tfoot) th { font-weight: normal; }
.tallysheet table tbody tr + tr > * {
  border-top: 1px solid color-mix(in srgb, currentColor 12%, transparent);
}
.tallysheet table tbody tr + tr > td:first-child, .tallysheet table tbody tr > td:first-child ~ td { border-top: 0; }
.tallysheet table tfoot > tr:first-child > * { border-top-width: 1px; }
.tallysheet table > :last-child > tr:last-child > * {
  border-bottom: 2px solid color-mix(in srgb, currentColor 35%, transparent);
}
.tallysheet math { font-size: 1.1em; }
.tallysheet mtd { padding: .2em .35em; }
.tallysheet p { margin: .5em 0 0; }
"""
