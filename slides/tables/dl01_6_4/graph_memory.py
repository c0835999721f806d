"""DL01.6.4-graph-memory: what one forward pass leaves in the graph, node by node."""

from __future__ import annotations

from slides.tables.table import Shown, Table
from workflow.ledger import Ledger

CONSTANTS: dict[str, str] = {}


def table(graph_memory: Ledger) -> Table:
    """List the nodes in the order made, with their shapes and bytes."""
    shown = Shown(graph_memory)
    columns = (shown.numbers(f"node_{name}") for name in ("names", "shapes", "bytes"))
    return Table(
        caption=("One forward pass, ", shown("batch"), " points: ", shown("nodes"), " nodes"),
        head=("node", "shape", "bytes"),
        rows=tuple(zip(*columns, strict=True)),
        foot=(
            ("total", "", shown("total_bytes")),
            ("after release", "", shown("bytes_after_release")),
        ),
    )
