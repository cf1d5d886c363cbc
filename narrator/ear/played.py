"""What the narrator itself plays, and when: the sound that its echo is told by.

Times are samples of the microphone's stream, at 16 kHz. They need not be exact: whoever compares looks for
the echo where it is.
"""

from __future__ import annotations

import numpy as np

from narrator.ear.port import SAMPLE_RATE, Samples

_KEPT = 8 * SAMPLE_RATE
"""Samples for which a sound is remembered after its end: longer than any word and its echo."""
_CLOSE = SAMPLE_RATE // 10
"""Samples by which one sound may seem to begin before the last one ends, since times are not exact."""


class Played:
    """Sounds at their places in the stream. Memory: what sounds, what waits, and some seconds before."""

    def __init__(self) -> None:
        self._sounds: list[tuple[int, Samples]] = []

    def add(self, start: int, samples: Samples) -> None:
        """`samples` (16 kHz, mono) sound from `start` on, beside whatever else does."""
        self._sounds = [one for one in self._sounds if one[0] + len(one[1]) > start - _KEPT]
        self._sounds.append((start, np.asarray(samples, np.float32)))

    def cut(self, at: int) -> None:
        """Everything falls silent at `at`; what waits is dropped."""
        self._sounds = [(start, sound[: at - start]) for start, sound in self._sounds if start < at]

    def mix(self, start: int, length: int) -> Samples:
        """The samples start..start + length, zeros where nothing sounds."""
        out = np.zeros(length, np.float32)
        for at, sound in self._sounds:
            first, last = max(start, at), min(start + length, at + len(sound))
            if first < last:
                out[first - start : last - start] += sound[first - at : last - at]
        return out

    def begins(self, start: int, length: int) -> bool:
        """Whether a sound begins in start..start + length that no other one covers."""
        return any(
            start <= at < start + length
            and not any(a < at < a + len(sound) - _CLOSE for a, sound in self._sounds)
            for at, _ in self._sounds
        )

    def likeness(self, sound: Samples, start: int, back: int) -> float:
        """How much of `sound`, heard from `start` on, may be one of these sounds up to `back` samples late.

        The greatest normalised correlation, 0..1; both sounds sharpened, so that the pitch of two voices
        that happens to agree counts for little.
        """
        known = np.diff(self.mix(start - back - 1, len(sound) + back + 1)).astype(np.float64)
        heard = np.diff(np.asarray(sound, np.float64), prepend=0.0)
        size = 1 << (len(known) + len(heard)).bit_length()
        product = np.fft.rfft(known, size) * np.fft.rfft(heard, size).conj()
        together = np.abs(np.fft.irfft(product, size)[: back + 1])
        total = np.concatenate([[0.0], np.cumsum(known**2)])
        energy = total[len(heard) : len(heard) + back + 1] - total[: back + 1]
        # A lag at which next to nothing was played explains nothing, whatever the shape.
        floor = 1e-3 * float(energy.max()) + 1e-9
        return float((together / np.sqrt(np.maximum(energy, floor) * (heard @ heard + 1e-12))).max())
