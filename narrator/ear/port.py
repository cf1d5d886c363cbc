"""The port: what every recogniser takes and gives, so that the table need not know which one listens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 16_000
"""Samples a second of everything inside the ear; the edges resample."""

Samples = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Heard:
    """One word that the ear understood.

    intent: the word id (``pause``, ``number_5``, ``seat_5``); the flow gives it its meaning.
    words: the phrase as it is written on the command sheet.
    score: 0..1, how sure the recogniser is; never the bare figure of a foreign library.
    started, ended: seconds in stream time (samples fed / 16000).
    second: the intent of the next likeliest word when it was so near that it may have been meant, else None.
    """

    intent: str
    words: str
    score: float
    started: float
    ended: float
    second: str | None = None


@runtime_checkable
class Recogniser(Protocol):
    """Sound in, intents out. Not thread-safe: one thread feeds it."""

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples, any number of them; give what was understood by now."""

    def flush(self) -> list[Heard]:
        """The stream ends: give what was still open."""

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out from now on; None lets all out.

        Recognition still competes among everything known, so a word that is known but not
        expected is silence and never the nearest expected word.
        """

    def reset(self) -> None:
        """Forget the audio heard so far; stream time goes on."""
