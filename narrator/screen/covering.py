"""What tells who is who, among the texts for the helper."""

from __future__ import annotations

import re
from functools import lru_cache

from narrator.script import Lines, normalise

_HOLE = re.compile(r"\{[^{}]*\}")
_NAMES = ("roles.", "factions.")


class Covering:
    """Knows the private lines of a game: what is filled in, and what stands in them anyway.

    A question that lists roles tells nothing; one that names somebody's does.
    """

    def __init__(self, lines: Lines) -> None:
        self._names = frozenset(
            variant for line, texts in lines.variants.items() if line.startswith(_NAMES) for variant in texts
        )
        templates = {
            variant
            for line, texts in lines.variants.items()
            if line.startswith("private.")
            for variant in texts
        }
        self._forms = [
            re.compile("(.+)".join(map(re.escape, _HOLE.split(normalise(text, lines.lang)))))
            for text in sorted(templates, key=_fixed, reverse=True)
        ]
        self.tells = lru_cache(maxsize=256)(self._tells)

    def _tells(self, text: str) -> bool:
        """Whether somebody's role or side is named in a text; one that is no line of the game, any role."""
        for form in self._forms:
            if (found := form.fullmatch(text)) is not None:
                return any(map(self._named, found.groups()))
        return self._named(text)

    def _named(self, text: str) -> bool:
        return any(name in text for name in self._names)


def _fixed(template: str) -> int:
    return len(_HOLE.sub("", template))
