"""A compact way to write down which lines a flow says."""

from __future__ import annotations


def line_table(prefix: str, table: str) -> dict[str, frozenset[str]]:
    """Line id → placeholders, of rows such as "deck: n m" or "welcome"; the ids get the prefix."""
    rows = (row.partition(":") for row in table.split("\n") if row)
    return {f"{prefix}.{name}": frozenset(holes.split()) for name, _, holes in rows}
