"""When a word may be let out before the stretch it was said in has ended.

Pure: time is the number of samples fed. The library's own partial results are no help: they come every
quarter of a second, hold no confidence for a phrase of one word, and change their mind more often. So the
stretch is decoded anew as far as it goes, a tenth of a second apart, and the answers are weighed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from narrator.ear.port import SAMPLE_RATE

FIRST = round(0.3 * SAMPLE_RATE)
"""Samples after a stretch has opened at which it is first looked at."""
EVERY = SAMPLE_RATE // 10
LAST = round(1.6 * SAMPLE_RATE)
"""Samples after which a stretch is left to its end, so that endless talk costs some dozen looks at most."""
_LOOKS = 3
STABLE = 0.2
"""Seconds, and three looks, for which the answer must have stayed the same: after 0.1 s the end of the
stretch still spoke against one word in eight, after 0.2 s against none (75 words in quiet)."""
AFTER = 0.15
"""Seconds that must have passed since the word ended, by the decoder's own time. In babble it keeps out four
in five of the wrong words that were stable by chance."""
LEAST_SCORE = 0.8
"""More than the end of a stretch asks for: what was let out cannot be unheard."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What the decoder makes of a stretch.

    said: its text; sure: the mean confidence of its words, 0..1, as the library gives it; began, ended: of
    its first and last word, in samples of the stream.
    """

    said: str
    sure: float
    began: int
    ended: int

    def filled(self, start: int, end: int) -> float:
        """Which part of start..end the words fill, 0..1."""
        return min(1.0, (self.ended - self.began) / max(end - start, SAMPLE_RATE // 10))


def guess_of(answer: dict[str, Any] | None, origin: int) -> Guess | None:
    """The guess in an answer of the decoder to sound that began at sample `origin`; None: no word."""
    words = (answer or {}).get("result", [])
    if not words:
        return None
    return Guess(
        said=str((answer or {}).get("text", "")),
        sure=sum(float(word["conf"]) for word in words) / len(words),
        began=origin + round(float(words[0]["start"]) * SAMPLE_RATE),
        ended=origin + round(float(words[-1]["end"]) * SAMPLE_RATE),
    )


class Steady:
    """Watches the guesses of one stretch after the other. `due`, then `look` with what was decoded."""

    def __init__(self, phrases: Iterable[str], grammar: Iterable[str]) -> None:
        """phrases: those that may be let out; grammar: all that could be said.

        A phrase that another of the grammar begins with («mười» of «mười một») waits for its stretch to end.
        """
        whole = list(grammar)
        self._phrases = frozenset(p for p in phrases if not any(g != p and g.startswith(p) for g in whole))
        self._stretch: int | None = None
        self._next = 0
        self._said: str | None = None
        self._since = 0
        self._looks = 0

    def due(self, opened: int | None, now: int) -> bool:
        """Whether the stretch that opened at a sample is to be decoded now; None: there is none."""
        if opened != self._stretch:
            self._stretch, self._said = opened, None
            self._next = (opened or 0) + FIRST
        if opened is None or now < self._next or now - opened > LAST:
            return False
        self._next = now + EVERY
        return True

    def look(self, guess: Guess | None, now: int, spent: float = 0.0) -> bool:
        """Whether this guess is a phrase that has stayed and is over; not how sure it is.

        spent: seconds of work that the guess took. On a slow computer the looks lie further apart, so that
        they take half of its time at most.
        """
        self._next = max(self._next, now + round(2 * spent * SAMPLE_RATE))
        said = None if guess is None else guess.said
        if said != self._said:
            self._said, self._since, self._looks = said, now, 0
        self._looks += 1
        return (
            guess is not None
            and said in self._phrases
            and self._looks >= _LOOKS
            and now - self._since >= STABLE * SAMPLE_RATE
            and now - guess.ended >= AFTER * SAMPLE_RATE
        )
