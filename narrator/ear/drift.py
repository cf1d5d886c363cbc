"""Two clocks that run apart: how fast, and where a sound lies by then.

A loudspeaker and a microphone have a clock each, and a sound server may stretch what passes through it: at
the end of a line its echo comes some tenths of a millisecond later than at the beginning, and that is enough
for a filter to miss it. Lags are samples at 16 kHz; rates are samples of lag a block.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from narrator.ear.port import Samples

WINDOW = 8192
"""Samples (0.5 s) that are compared with what was played, and the latest echo that is looked for."""
_APART = 2
"""Windows from one to the other of a pair."""
_FURTHEST = 8
"""Samples by which an echo may move meanwhile: 500 millionths. _FINE: places looked at a sample."""
_FINE = 4
_KEPT = 0.9
"""How much of the earlier pairs is kept with each new one."""
_SHARP = 15.0
"""The best place must stand out of the usual ones by so much. Sounds that were not played reach six."""
_FLAT = 0.8
"""How far a spectrum is flattened: 1 leaves the phase alone."""
_LAG = 0.5
"""What may be wrong about the lag when a line begins. _WALKS: a lag and a rate change by so much a block."""
_WALKS = np.diag([2e-2**2, 1e-3**2])
_RATE = 0.3
"""What a rate may be before anything is known (300 millionths); _TOLD: what an estimate may be wrong by, and
in parts of itself."""
_TOLD = 0.02, 0.1
_ONE = 4.0
"""Bins and blocks that err together count as one."""
_LONGEST = 1.0
"""Samples by which one block may move the lag."""
_ON = np.array([[1.0, 1.0], [0.0, 1.0]])

Spectrum = NDArray[np.complex128]


class Drift:
    """How fast the echo moves. The way through the room need not be known: it is in both windows of a pair.

    Each window's correlation with what was played is a picture of the way; how far the picture moves from one
    window to another is told by the correlation of pictures, summed over the pairs.
    """

    def __init__(self) -> None:
        self._pictures: list[Spectrum] = []
        self._pairs: Spectrum = np.zeros(WINDOW + 1, np.complex128)

    def rest(self) -> None:
        """The next window does not follow the last one."""
        self._pictures.clear()

    def window(self, heard: Samples, known: Samples) -> float | None:
        """Take WINDOW samples of the microphone, and what was played then and WINDOW samples before.

        Give the lag that is gained, samples a sample, once it stands out.
        """
        sharp = np.diff(heard.astype(np.float64), prepend=float(heard[0]))
        there = np.diff(known.astype(np.float64), prepend=float(known[0]))
        cross = np.fft.rfft(np.concatenate([np.zeros(WINDOW), sharp])) * np.fft.rfft(there).conj()
        cross /= np.abs(cross) ** _FLAT + 1e-9
        self._pictures.append(np.fft.rfft(np.fft.irfft(cross)[:WINDOW], 2 * WINDOW))
        if len(self._pictures) <= _APART:
            return None
        pair = self._pictures[-1] * self._pictures.pop(0).conj()
        self._pairs = _KEPT * self._pairs + pair / (np.sqrt(np.mean(np.abs(pair) ** 2)) + 1e-12)
        fits = np.fft.irfft(self._pairs, _FINE * 2 * WINDOW)
        near = np.concatenate([fits[-_FURTHEST * _FINE :], fits[: _FURTHEST * _FINE + 1]])
        best = int(near.argmax())
        if near[best] < _SHARP * np.sqrt(np.mean(fits**2)):
            return None
        return (best / _FINE - _FURTHEST) / (_APART * WINDOW)


class Lag:
    """How much later than it was played the echo is expected: a Kalman filter of a lag and its rate.

    block: samples of a block. at: the lag now; rate: what it gains a block.
    """

    def __init__(self, block: int) -> None:
        self.at = self.rate = 0.0
        self._omega = np.pi * np.arange(block + 1) / block
        self._doubt = np.diag([_LAG**2, _RATE**2])

    def begin(self, at: float) -> None:
        """A line begins with this lag, more or less; the rate stays."""
        self.at = at
        self._doubt = np.diag([_LAG**2, self._doubt[1, 1]])

    def turn(self, rate: float) -> None:
        """The rate is another, as Drift told."""
        self.rate = rate
        self._doubt = np.diag([_LAG**2, (_TOLD[0] + _TOLD[1] * abs(rate)) ** 2])

    def step(self) -> None:
        """A block on."""
        self.at += self.rate

    def later(self, spectrum: Spectrum, samples: float) -> Spectrum:
        """The spectrum of two blocks, so much later; a sample at the utmost."""
        return np.asarray(spectrum * np.exp(-1j * self._omega * samples))

    def correct(self, echo: Spectrum, left: Spectrum, other: NDArray[np.float64]) -> float:
        """Move the lag by what a block tells, and give by how much.

        echo, left: spectra of the echo that was expected and of what was heard beside it; other: the usual
        power of that.
        """
        self._doubt = _ON @ self._doubt @ _ON.T + _WALKS
        slope = -1j * self._omega * echo
        weighed = slope.conj() / (_ONE * (other + 1e-9))
        told = float((weighed * slope).real.sum())
        if told < 1e-6:
            return 0.0
        off = float(np.clip(float((weighed * left).real.sum()) / told, -_LONGEST, _LONGEST))
        gain = self._doubt[:, 0] / (self._doubt[0, 0] + 1.0 / told)
        self._doubt = self._doubt - np.outer(gain, self._doubt[0])
        self.at += float(gain[0]) * off
        self.rate += float(gain[1]) * off
        return float(gain[0]) * off
