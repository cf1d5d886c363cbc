"""Lines of a terminal that come again and again stand there once, counted: nothing is pushed off it."""

from __future__ import annotations

import re
import shutil
import unicodedata
from dataclasses import dataclass

_ESCAPE = re.compile(r"\033\[[0-9;]*m")
_MOST = 6
"""Lines among which one that comes again is looked for."""


@dataclass(slots=True)
class _Line:
    key: str
    text: str
    times: int = 1

    def __str__(self) -> str:
        return self.text if self.times == 1 else f"{self.text} ×{self.times}"


class Repeated:
    """The notices at the end of what was printed, with nothing else between them; the newest is the last."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []

    def forget(self) -> None:
        """Something else was printed below them."""
        self._lines.clear()

    def again(self, key: str, text: str) -> str:
        """What to print for a notice, from the beginning of the line below the last.

        A notice with the key of an earlier one takes its place and is counted.
        """
        place = next((place for place, line in enumerate(self._lines) if line.key == key), None)
        if place is None:
            self._lines = [*self._lines, _Line(key, text)][-_MOST:]
            return text
        columns, height = shutil.get_terminal_size()
        rows = sum(rows_of(str(line), columns) for line in self._lines[place:])
        earlier = self._lines.pop(place)
        self._lines.append(_Line(key, text, earlier.times + 1))
        if rows >= height:
            # It has left the screen already; what stands there cannot be written over any more.
            return str(self._lines[-1])
        return f"\033[{rows}A\r\033[J" + "\n".join(map(str, self._lines[place:]))


def rows_of(text: str, columns: int) -> int:
    """How many rows of the terminal a text takes that begins at its left edge."""
    return sum(max(1, -(-_width(line) // columns)) for line in _ESCAPE.sub("", text).split("\n"))


def _width(line: str) -> int:
    seen = [sign for sign in line if unicodedata.category(sign) not in ("Mn", "Me", "Cf")]
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in seen)
