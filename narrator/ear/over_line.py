"""The few words that are heard while the narrator itself sounds.

A second recogniser, beside the one behind the gate, listens around the narrator's sounds only: to what is
left of the microphone when the echo is taken away. Its noise floor and its half words are its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from narrator.ear.echo import BLOCK, EchoCanceller
from narrator.ear.played import Played
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.ear.ring import Ring

WORDS = frozenset({"pause"})
"""What may be said over a line. Everything else can wait until it ends, and would only be more to mistake."""
ASKED = 0.65
"""The least score of such a word; set on synthetic whispers over lines, by benchmarks/gate.py."""
OWN = 0.35
"""Likeness to what was played from which a word counts as the narrator's own."""
LATEST = round(1.7 * SAMPLE_RATE)
"""Samples after which a sound's echo has gone: 1.5 s, and what a line may begin late."""
_AROUND = SAMPLE_RATE
"""Samples around the narrator's sound that are listened to as well: a word may lie across its edge."""
_KEEP = 4 * SAMPLE_RATE

Spans = Sequence[tuple[float, float]]


class OverLine:
    """Feed the microphone's whole stream, with the spans in which the gate is shut.

    recogniser: heard by nobody else; it gets nothing while no span is near. Memory: some seconds of sound
    beside what the recogniser needs.
    """

    def __init__(self, recogniser: Recogniser, played: Played, asked: float = ASKED) -> None:
        self._inner = recogniser
        self._played = played
        self._asked = asked
        self._canceller = EchoCanceller(played)
        self._rest = np.zeros(0, np.float32)
        self._fed = 0
        self._waiting: deque[Samples] = deque(maxlen=_AROUND // BLOCK)
        self._left = Ring(_KEEP)
        self._inner_fed = 0
        self._listening = False

    def feed(self, pcm: Samples, spans: Spans) -> list[Heard]:
        """Take samples; give the words that ended with them, in stream time. spans: seconds, inf for open."""
        self._rest = np.concatenate([self._rest, pcm])
        heard: list[Heard] = []
        while len(self._rest) >= BLOCK:
            block, self._rest = self._rest[:BLOCK], self._rest[BLOCK:]
            start, self._fed = self._fed, self._fed + BLOCK
            near = any(a * SAMPLE_RATE < self._fed and start < b * SAMPLE_RATE + _AROUND for a, b in spans)
            self._waiting.append(block)
            if not near:
                self._listening = False
                continue
            if not self._listening:
                self._listening = True
                self._inner.reset()
            while self._waiting:
                at = self._fed - len(self._waiting) * BLOCK
                heard += self._take(self._waiting.popleft(), at)
        return heard

    def flush(self) -> list[Heard]:
        """End of stream."""
        return self._own(self._inner.flush())

    def reset(self) -> None:
        """Forget the sound so far; time and the way through the room stay."""
        self._inner.reset()
        self._waiting.clear()

    def _take(self, block: Samples, start: int) -> list[Heard]:
        left = self._canceller.block(block, start)
        self._left.append(left)
        self._inner_fed += len(left)
        return self._own(self._inner.feed(left))

    def _own(self, found: list[Heard]) -> list[Heard]:
        """What of it is a helper's word."""
        behind = len(self._waiting) * BLOCK + self._canceller.held
        ahead = (self._fed - behind - self._inner_fed) / SAMPLE_RATE
        return [
            replace(one, started=one.started + ahead, ended=one.ended + ahead)
            for one in found
            if one.intent in WORDS and one.score >= self._asked and not self._is_narrator(one, ahead)
        ]

    def _is_narrator(self, heard: Heard, ahead: float) -> bool:
        first, last = round(heard.started * SAMPLE_RATE), round(heard.ended * SAMPLE_RATE)
        start = first + round(ahead * SAMPLE_RATE)
        return self._played.likeness(self._left.cut(first, last), start, LATEST) >= OWN
