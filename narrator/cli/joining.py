"""Arabic letters in the shapes that they have when joined, for terminals that do not join them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_BLOCKS = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD))
"""The presentation forms of Unicode."""
_KINDS = {
    (False, False): "<isolated>",
    (True, False): "<final>",
    (False, True): "<initial>",
    (True, True): "<medial>",
}
_ZWJ, _TATWEEL = "\u200d", "\u0640"


def joined(text: str) -> str:
    """The text with every letter in its shape; lam and alef stay two signs. Other text is as it was."""
    forms = _forms()
    letters = [i for i, char in enumerate(text) if unicodedata.bidirectional(char) != "NSM"]
    shaped = list(text)
    for place, i in enumerate(letters):
        own = forms.get(text[i])
        if own is None:
            continue
        before = text[letters[place - 1]] if place else ""
        after = text[letters[place + 1]] if place + 1 < len(letters) else ""
        kind = _KINDS[
            "<final>" in own and _joins_onward(before, forms),
            "<initial>" in own and _joins_back(after, forms),
        ]
        shaped[i] = own.get(kind, text[i])
    return "".join(shaped)


def _joins_onward(char: str, forms: dict[str, dict[str, str]]) -> bool:
    return char in (_ZWJ, _TATWEEL) or "<initial>" in forms.get(char, ())


def _joins_back(char: str, forms: dict[str, dict[str, str]]) -> bool:
    return char in (_ZWJ, _TATWEEL) or "<final>" in forms.get(char, ())


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """letter → kind of shape → the letter in it, as Unicode's own data have them."""
    found: dict[str, dict[str, str]] = {}
    for code in (code for block in _BLOCKS for code in block):
        kind, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        if kind in _KINDS.values() and len(letters) == 4:
            found.setdefault(chr(int(letters, 16)), {}).setdefault(kind, chr(code))
    return found
