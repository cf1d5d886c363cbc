"""Two ears on one stream: the helper's own takes, and Vosk for what they do not hold.

Each ear is told nothing of what is expected: a word that is known but not expected still competes with what
the other ear makes of the same sound, and is only then silence.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

import numpy as np

from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.errors import UserError
from narrator.messages import _

_CHUNK = SAMPLE_RATE // 10
HOLD = 0.45
"""Seconds after its end for which a word of Vosk's waits for the enrolled ear, whose answer to a word in
quiet comes at most 0.3 s after it: 0.2 s of quiet that end the stretch, and a chunk."""
SURE = 0.88
"""What Vosk's score must be for a word that the profile knows and the enrolled ear did not hear."""
BELIEVED = 0.8
"""The enrolled ear's score from which it is believed against Vosk. Where they differed, in 100 synthetic
words (quiet and pink noise), the enrolled ear was right all 11 times above 0.85 and wrong all 5 below 0.7."""
TOUCH = 0.05
"""Seconds by which two words may overlap and still be two: their ends are not known more closely."""
_KEPT = 10.0


class Closable(Recogniser, Protocol):
    """A recogniser that owns something."""

    def close(self) -> None:
        """Give it back."""


class HalfDeaf(UserError):
    """Vosk has failed; the enrolled ear goes on alone, and nothing that was heard is lost."""


def overlap(one: Heard, other: Heard) -> bool:
    """Whether two words lie over the same stretch of time."""
    return one.started < other.ended - TOUCH and other.started < one.ended - TOUCH


class FusedEar:
    """A Recogniser over two others. `close` it when done.

    What overlaps is one word, and acts once, by these rules:
    - Both say the same: it comes out at once, its score raised.
    - They differ: the enrolled ear's word if its score is `BELIEVED`, else silence.
    - The enrolled ear alone: as if there were no other.
    - Vosk alone: `HOLD` after the word, if the profile does not know the word or Vosk is `SURE`.
    - What comes later over the same time as a word that came out or was silenced is dropped.

    When Vosk fails, feed or flush raises HalfDeaf once; what that call heard comes with the next.
    """

    def __init__(self, enrolled: Recogniser, vosk: Closable, known: Collection[str]) -> None:
        """known: the word ids that the profile of the enrolled ear holds."""
        self._enrolled = enrolled
        self._vosk: Closable | None = vosk
        self._known = frozenset(known)
        self._expected: frozenset[str] | None = None
        self._fed = 0
        self._waiting: list[Heard] = []
        self._taken: list[Heard] = []
        self._kept: list[Heard] = []
        self._trouble: HalfDeaf | None = None

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out; both ears still hear everything they know."""
        self._expected = intents

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples; give the words that are settled."""
        sound = np.asarray(pcm, np.float32).ravel()
        heard: list[Heard] = []
        for start in range(0, len(sound), _CHUNK):
            chunk = sound[start : start + _CHUNK]
            self._fed += len(chunk)
            own = self._enrolled.feed(chunk)
            heard += self._settle(own, self._second(chunk), self._fed / SAMPLE_RATE - HOLD)
        return self._give(heard)

    def learn(self, heard: Heard) -> None:
        """Let the enrolled ear take a word as one more take of itself."""
        learn = getattr(self._enrolled, "learn", None)
        if learn is not None:
            learn(heard)

    def flush(self) -> list[Heard]:
        """End of stream: what is still open or waiting."""
        return self._give(self._settle(self._enrolled.flush(), self._second(None), float("inf")))

    def reset(self) -> None:
        """Forget the sound so far, and what Vosk made of it; stream time goes on."""
        self._enrolled.reset()
        if self._vosk is not None:
            self._vosk.reset()
        self._waiting.clear()

    def close(self) -> None:
        """End Vosk's process."""
        if self._vosk is not None:
            self._vosk.close()

    def _second(self, chunk: Samples | None) -> list[Heard]:
        """What Vosk hears in a chunk, or at the end of the stream; nothing from when it has failed."""
        if self._vosk is None:
            return []
        try:
            return self._vosk.flush() if chunk is None else self._vosk.feed(chunk)
        except (UserError, OSError) as error:
            what = error.what if isinstance(error, UserError) else str(error)
            self._trouble = HalfDeaf(
                _("{what}; only enrolled words are heard from now on").format(what=what),
                where="vosk",
                mend=_("Start again to hear with both."),
            )
            self._vosk.close()
            self._vosk = None
            return []

    def _settle(self, own: list[Heard], second: list[Heard], until: float) -> list[Heard]:
        """The words that come out; `until`: what Vosk heard that ended by then waits no longer."""
        out: list[Heard] = []
        self._waiting += second
        for word in own:
            rivals = [other for other in self._waiting if overlap(word, other)]
            self._waiting = [other for other in self._waiting if other not in rivals]
            if self._is_taken(word):
                continue
            self._taken += [word, *rivals]
            if all(other.intent == word.intent for other in rivals):
                out.append(_agreed(word, rivals))
            elif word.score >= BELIEVED:
                out.append(word)
        still: list[Heard] = []
        for word in self._waiting:
            if self._is_taken(word):
                continue
            if word.ended > until:
                still.append(word)
            elif word.intent not in self._known or word.score >= SURE:
                self._taken.append(word)
                out.append(word)
        self._waiting = still
        self._taken = [word for word in self._taken if word.ended > self._fed / SAMPLE_RATE - _KEPT]
        return [word for word in out if self._expected is None or word.intent in self._expected]

    def _is_taken(self, word: Heard) -> bool:
        return any(overlap(word, other) for other in self._taken)

    def _give(self, heard: list[Heard]) -> list[Heard]:
        self._kept += heard
        if self._trouble is not None:
            trouble, self._trouble = self._trouble, None
            raise trouble
        heard, self._kept = self._kept, []
        return heard


def _agreed(word: Heard, others: list[Heard]) -> Heard:
    """The enrolled ear's word with half of the doubt gone that two independent ears would dispel: both hear
    the same noise, so they are not."""
    if not others:
        return word
    sure = max(other.score for other in others)
    return replace(word, score=round(word.score + (1.0 - word.score) * sure / 2, 3))
