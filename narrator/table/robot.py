"""A helper that never errs: answers what is asked with the right words, at a helper's pace.

For rehearsals, demonstrations and tests.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from narrator.flow.base import Ask
from narrator.flow.pace import Pace
from narrator.table.loop import Loop

Answer = Callable[[Ask], Sequence[str]]
"""The intents with which the helper answers; none when there is nothing to say."""

_LOOK_AGAIN = 0.25
_BETWEEN_WORDS = 1.6


class Robot:
    """Whispers through `whisper` what `answer` gives, once the narrator has finished asking.

    idle: whether the narrator has nothing left to say; give all from the loop's thread.
    """

    def __init__(
        self,
        loop: Loop,
        answer: Answer,
        whisper: Callable[[str], None],
        idle: Callable[[], bool],
        *,
        pace: Pace,
        seed: int,
        between: float = _BETWEEN_WORDS,
    ) -> None:
        self._loop = loop
        self._answer = answer
        self._whisper = whisper
        self._idle = idle
        self._pace = pace
        self._rng = random.Random(f"robot|{seed}")
        self._between = between
        self._asked = -1

    def asked(self, ask: Ask) -> None:
        """Take note of what is waited for now."""
        self._asked = ask.serial
        self._wait(ask)

    def _wait(self, ask: Ask) -> None:
        if ask.serial != self._asked:
            return
        if not self._idle():
            self._loop.call_later(_LOOK_AGAIN, lambda: self._wait(ask))
            return
        words = self._answer(ask)
        if words:
            self._loop.call_later(self._pace.answer_length(self._rng), lambda: self._say(ask, words))

    def _say(self, ask: Ask, words: Sequence[str]) -> None:
        if ask.serial != self._asked:
            return
        if not self._idle():
            self._loop.call_later(_LOOK_AGAIN, lambda: self._say(ask, words))
            return
        self._whisper(words[0])
        if rest := words[1:]:
            self._loop.call_later(self._between, lambda: self._say(ask, rest))
