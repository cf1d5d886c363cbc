"""Respelling what an engine reads wrong, and the last look at what an engine may get."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

_ZWNJ = "\u200c"
# A word ends where neither a letter, nor a mark on one, nor the Persian half-space follows.
_INSIDE = rf"\w{_ZWNJ}\u0300-\u036f\u064b-\u065f\u0670"
_SIGNS = frozenset(" .,?!'’-،؟" + _ZWNJ)


class Lexicon:
    """Whole words and phrases and how they are written for the voice; the longest fitting one wins.

    Any case matches; what was respelt is not respelt again. endings: last letters of any other word.
    """

    def __init__(self, pairs: Mapping[str, str], endings: Mapping[str, str] | None = None) -> None:
        self._words = {written.casefold(): said for written, said in pairs.items()}
        self._endings = {written.casefold(): said for written, said in (endings or {}).items()}
        parts = [rf"(?<![{_INSIDE}])(?:{_either(self._words)})"] if self._words else []
        parts += [rf"(?:{_either(self._endings)})"] if self._endings else []
        self._pattern = re.compile(rf"(?:{'|'.join(parts)})(?![{_INSIDE}])", re.IGNORECASE) if parts else None

    def respell(self, text: str) -> str:
        """`text` with every entry replaced."""
        return text if self._pattern is None else self._pattern.sub(self._said, text)

    def _said(self, found: re.Match[str]) -> str:
        written = found.group().casefold()
        return self._words.get(written) or self._endings.get(written) or found.group()


def _either(entries: Iterable[str]) -> str:
    return "|".join(re.escape(e) for e in sorted(entries, key=lambda e: (-len(e), e)))


def plain(text: str) -> str:
    """`text` with nothing in it that could steer an engine: letters, marks and simple punctuation, NFC.

    Digits are dropped too: whoever calls has worded them, and an engine reads them wrong.
    """
    kept = "".join(
        c if c in _SIGNS or unicodedata.category(c)[0] in "LM" else " "
        for c in unicodedata.normalize("NFC", text)
    )
    return " ".join(kept.split())
