"""The echo gate: deaf while the narrator sounds, and for a tail after it.

What is deaf reaches the recogniser as digital silence, so that neither an intent nor a noise floor can
be learnt from the narrator's own voice. A word that is still sounding when the gate opens was only half
heard and stays out: half of «mười một» is another number. "Pause" alone is heard over a line, by another
ear (`over_line.py`).
"""

from __future__ import annotations

from collections import deque
from threading import Lock

import numpy as np

from narrator.ear.over_line import LATEST, OWN, OverLine
from narrator.ear.played import Played
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.ear.ring import Ring

_EDGE = 0.12
"""Seconds after the gate opens within which a beginning counts as cut off."""
_KEPT = 4 * SAMPLE_RATE


class Gate:
    """A Recogniser around another. tail: seconds of deafness after a line ends (echo and its delay).

    over: a recogniser of its own for the words that may be said over a line, None where none may.
    `speaking` may be called from any thread; everything else from the one that feeds. What a recogniser
    raises is raised when all of the block was heard; what was understood meanwhile comes with the next.
    """

    def __init__(self, recogniser: Recogniser, tail: float = 0.9, over: Recogniser | None = None) -> None:
        self._inner = recogniser
        self._tail = tail
        self._played = Played()
        self._over = None if over is None else OverLine(over, self._played)
        self._expected: frozenset[str] | None = None
        self._heard = Ring(_KEPT)
        self._kept: list[Heard] = []
        self._words: tuple[deque[Heard], deque[Heard]] = (deque(maxlen=4), deque(maxlen=4))
        self._lock = Lock()
        self._spans: list[tuple[float, float | None, float]] = []
        self._fed = 0
        self._deaf = False

    def plays(self, samples: Samples, started: float) -> None:
        """The loudspeaker plays `samples` (16 kHz mono) from about `started` on, in seconds of stream time.

        So echoes of it are known; `speaking` alone shuts the gate.
        """
        self._played.add(round(started * SAMPLE_RATE), samples)

    def hushed(self, at: float) -> None:
        """The loudspeaker fell silent at a stream time, and plays nothing of what waited."""
        self._played.cut(round(at * SAMPLE_RATE))

    def speaking(self, started: float, ended: float | None, tail: float | None = None) -> None:
        """The narrator (or an earcon) sounds from `started` to `ended`, seconds in stream time.

        ended None: until a later call with the same `started` and `tail` says when. tail: another than the
        gate's, for a sound that the recogniser refuses by itself (an earcon is one of the decoys). Tell it
        before the sound is played: what was already fed can no longer be unheard.
        """
        tail = self._tail if tail is None else tail
        with self._lock:
            self._spans = [span for span in self._spans if (span[0], span[2]) != (started, tail)]
            self._spans.append((started, ended, tail))

    def expect(self, intents: frozenset[str] | None) -> None:
        """As the recogniser within."""
        self._expected = intents
        self._inner.expect(intents)

    def feed(self, pcm: Samples) -> list[Heard]:
        """As the recogniser within, without what sounded while the gate was shut."""
        sound = np.asarray(pcm, np.float32).ravel()
        trouble: Exception | None = None
        self._heard.append(sound)
        if self._over is not None:
            self._kept += self._second(self._over.feed(sound, self._shut()))
        place = 0
        while place < len(sound):
            deaf, until = self._state(self._fed)
            size = len(sound) - place if until is None else min(len(sound) - place, until - self._fed)
            piece = sound[place : place + size]
            if self._deaf and not deaf:
                # The gate opens: whatever is half heard is forgotten.
                self._inner.reset()
            self._deaf = deaf
            self._fed += size
            place += size
            try:
                found = self._inner.feed(np.zeros_like(piece) if deaf else piece)
            except Exception as error:  # the time must go on, or every later line is misplaced
                trouble = trouble or error
                continue
            self._kept += self._first(found)
        if trouble is not None:
            raise trouble
        heard, self._kept = self._kept, []
        return heard

    def flush(self) -> list[Heard]:
        """End of stream."""
        over = [] if self._over is None else self._second(self._over.flush())
        return over + self._first(self._inner.flush())

    def reset(self) -> None:
        """Forget the audio heard so far; spans and stream time stay."""
        self._inner.reset()
        if self._over is not None:
            self._over.reset()

    def _shut(self) -> list[tuple[float, float]]:
        with self._lock:
            now = self._fed / SAMPLE_RATE
            # A minute is longer than any word: older spans can touch nothing that is still to come.
            self._spans = [s for s in self._spans if s[1] is None or s[1] + s[2] > now - 60.0]
            return [(a, float("inf") if b is None else b + tail) for a, b, tail in self._spans]

    def _state(self, sample: int) -> tuple[bool, int | None]:
        """Whether the gate is shut at a sample, and the next sample at which that may change."""
        deaf, turns = False, []
        for start, end in self._shut():
            first = round(start * SAMPLE_RATE)
            last = None if end == float("inf") else round(end * SAMPLE_RATE)
            if first <= sample and (last is None or sample < last):
                deaf = True
            turns += [turn for turn in (first, last) if turn is not None and turn > sample]
        return deaf, min(turns, default=None)

    def _passes(self, heard: Heard) -> bool:
        # Ends exactly where a line begins: the line cut it off. Begins where the gate opened: the tail did.
        return all(heard.ended < start - 0.03 or heard.started > end + _EDGE for start, end in self._shut())

    def _first(self, found: list[Heard]) -> list[Heard]:
        """What the first ear's words come to."""
        some = [one for one in found if self._passes(one) and not self._is_echo(one)]
        return self._once(some, self._words[0], self._words[1])

    def _second(self, found: list[Heard]) -> list[Heard]:
        """What the other ear's words come to: it does not know what is expected."""
        some = [one for one in found if self._expected is None or one.intent in self._expected]
        return self._once(some, self._words[1], self._words[0])

    def _once(self, found: list[Heard], own: deque[Heard], others: deque[Heard]) -> list[Heard]:
        """Around a line both ears listen; a word that both hear comes from the quicker."""
        out = [
            one
            for one in found
            if not any(
                one.intent == other.intent and one.started < other.ended and other.started < one.ended
                for other in others
            )
        ]
        own += out
        return out

    def _is_echo(self, heard: Heard) -> bool:
        """Whether a word soon after a line is the line's own late echo."""
        first, last = round(heard.started * SAMPLE_RATE), round(heard.ended * SAMPLE_RATE)
        with self._lock:
            ends = [end for _, end, _ in self._spans if end is not None and end < heard.ended]
        if not any(first < round(end * SAMPLE_RATE) + LATEST for end in ends):
            return False
        return self._played.likeness(self._heard.cut(first, last), first, LATEST) >= OWN
