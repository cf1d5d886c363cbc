"""From what a terminal sends to keys: letters as they are, an escape sequence as one named key or none."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from types import MappingProxyType

ESCAPE_PATIENCE = 0.2
"""Seconds after which an ESC, or a sequence broken off, counts as over."""

_LETTERS = {"A": "Up", "B": "Down", "C": "Right", "D": "Left"}
_NUMBERS = {"5": "PageUp", "6": "PageDown"}

CONSOLE: Mapping[str, str] = MappingProxyType(
    {"I": "PageUp", "Q": "PageDown", "H": "Up", "P": "Down", "K": "Left", "M": "Right"}
)
"""What a Windows console sends after its mark for a special key -> the key."""


class KeyReader:
    """Bytes in, keys out. A sequence without a name gives no key; bytes that are no UTF-8 are passed over."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._sequence = ""

    @property
    def waiting(self) -> bool:
        """Whether an escape sequence has begun and not ended."""
        return bool(self._sequence)

    def give_up(self) -> None:
        """Forget a sequence that does not go on: ESC was pressed alone."""
        self._sequence = ""

    def feed(self, data: bytes) -> list[str]:
        """The keys that end in these bytes."""
        found = (self._take(char) for char in self._decoder.decode(data))
        return [key for key in found if key]

    def _take(self, char: str) -> str:
        """The key that `char` ends, "" for none."""
        if char == "\x1b":
            self._sequence = char
            return ""
        if not self._sequence:
            return char
        if char < " " or char > "~":  # no sequence has these: it was broken off
            self._sequence = ""
            return char
        self._sequence += char
        sequence = self._sequence
        # A Linux console sends ESC [ [ A for F1: the second bracket is no end.
        opening = sequence in ("\x1b[", "\x1bO", "\x1b[[")
        inside = sequence[1] == "[" and sequence[2:3] != "[" and char < "@"
        if opening or inside:
            return ""
        self._sequence = ""
        return _named(sequence)


def _named(sequence: str) -> str:
    if sequence[1] not in "[O" or sequence[2] == "[":
        return ""  # Alt and a key, or a function key
    first = sequence[2:-1].partition(";")[0]
    return _NUMBERS.get(first, "") if sequence[-1] == "~" else _LETTERS.get(sequence[-1], "")
