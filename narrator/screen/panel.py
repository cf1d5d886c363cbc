"""A part of the screen: rows of text in the colours of the hour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.widget import Widget

from narrator.screen.rows import GAP, Row

Paint = Callable[[int, int], Sequence[Row]]
"""Rows for so many columns and rows."""


class Panel(Widget):
    """Shows what `paint` gives. align: "left", "right", or "center", of the height, too.

    The rows of a part whose height follows them are made for the height of the whole screen.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"row--{kind}" for kind in ("plain", "strong", "faint", "alarm", "card", "out")
    }

    def __init__(self, paint: Paint, *, id: str, align: str = "left") -> None:
        super().__init__(id=id)
        self._paint = paint
        self._align = align

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """As many rows as there are."""
        del container, viewport
        return len(self._paint(width, self.app.size.height))

    def get_content_width(self, container: object, viewport: object) -> int:
        """As wide as the widest row."""
        del container, viewport
        size = self.app.size
        return max((self._text(row).cell_len for row in self._paint(size.width, size.height)), default=0)

    def render(self) -> Text:
        """The rows."""
        width, height = self.content_size.width, self.content_size.height
        rows = self._paint(width, height)[:height]
        above = (height - len(rows)) // 2 if self._align == "center" else 0
        return Text("\n").join([Text("")] * above + [self._placed(row, width) for row in rows])

    def _placed(self, row: Row, width: int) -> Text:
        text = self._text(row)
        text.truncate(width, overflow="ellipsis")
        free = width - text.cell_len
        before = {"left": 0, "right": free, "center": free // 2}[self._align]
        return Text(" " * before) + text

    def _text(self, row: Row) -> Text:
        styled = [Text(text, self.get_component_rich_style(f"row--{kind}")) for text, kind in row.parts]
        return Text(GAP).join(styled)
