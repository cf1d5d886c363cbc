"""Which words of an evening the ear may learn: those that it heard surely, that acted, and that stood."""

from __future__ import annotations

from collections.abc import Callable

from narrator.ear.port import Heard
from narrator.table.doubt import SURE

_TAKES_BACK = frozenset({"undo", "no"})


class Learning:
    """Told of every word and key in turn; tells `learn` of a word once the next one has not taken it back.

    A word that was doubtful, was refused, had a rival close by, or was corrected is never learnt: a profile
    that grows by its own mistakes makes more of them.
    """

    def __init__(self, learn: Callable[[Heard], None]) -> None:
        self._learn = learn
        self._last: Heard | None = None

    def heard(self, heard: Heard, *, acted: bool) -> None:
        """A word came from the ear; acted: whether it did something at once."""
        self._follows(heard.intent)
        if acted and heard.score >= SURE and heard.second is None:
            self._last = heard

    def pressed(self, intent: str) -> None:
        """A key was pressed."""
        self._follows(intent)

    def _follows(self, intent: str) -> None:
        last, self._last = self._last, None
        if last is not None and intent not in _TAKES_BACK:
            self._learn(last)
