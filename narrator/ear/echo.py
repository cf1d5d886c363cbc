"""What is left of a microphone's sound without the echo of what the narrator plays.

A partitioned-block frequency-domain Kalman filter: G. Enzner, P. Vary, "Frequency-domain adaptive Kalman
filter for acoustic echo control in hands-free telephones", Signal Processing 86 (2006); in partitions:
F. Kuech, E. Mabande, G. Enzner, ICASSP 2014. Its step is no constant: in each band it is what the filter does
not know yet, over that and all else that sounds, so a voice over the echo does not lead it astray. While the
clocks drift apart, what was played is laid where it is heard, to a fraction of a sample (drift.py).
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from narrator.ear.drift import WINDOW, Drift, Lag
from narrator.ear.played import Played
from narrator.ear.port import SAMPLE_RATE, Samples

BLOCK = 1024
"""Samples that are worked on at once (64 ms): so late is what is left."""
REACH = 0.7
"""Seconds from a sound to the end of the echo that is taken away: up to 0.4 s on the way, then the room."""
KEEPS = 0.998
"""How much of the way through the room is as it was a block ago."""
SWAY = SAMPLE_RATE // 10
"""Samples by which one line may come earlier or later than the line before: devices start as they please."""
_SMOOTHED = 0.6
"""How much of the power of all else that sounds is kept from one block to the next."""
_QUIET = 1e-8
"""Mean power of what was played below which there is nothing to learn from."""
_LOOK = 6
"""Blocks of a line's echo by which its place is found."""
_LONGEST = 16
"""Blocks that are held for that at most."""
_ARRIVED = 0.05
"""Power of the expected echo, in parts of the loudest, from which it has begun; _FADES: kept of it."""
_FADES = 0.99
_FOUND = 0.25
"""Correlation with the echo that was expected from which the place is believed; _STANDS_OUT: or so many times
what is usual at other places. _ALONE: power heard, in that of the echo, from which something else sounds."""
_STANDS_OUT = 5.0
_ALONE = 4.0
_TRAINED = 72
"""Blocks that must have been learnt from before an echo can be expected at all."""
_PASSES = 3
"""How often each of them is learnt from, up to then."""
_RECENT = 64
"""Blocks of a line that are kept, to be learnt from anew once the drift is known; _AGAIN: how often."""
_AGAIN = 2
_APART = 0.05, 0.15
"""Samples a block, and part of it, by which the drift must differ from the one that is followed."""
_NOTHING = np.zeros(0, np.float32)

Spectrum = NDArray[np.complex128]


class EchoCanceller:
    """Feed blocks of the microphone, get what is no echo of `played`. Memory: 1.5 MB, however long it runs.

    The first blocks of a line come out late, up to a second, all at once: first the line is shifted to where
    it is heard. While the way through the room is new, all do, by 0.4 s: they are learnt from several times.
    Within a line the drift is followed; the first line that tells it is learnt from anew.
    """

    def __init__(self, played: Played) -> None:
        self._played = played
        self._parts = -(-round(REACH * SAMPLE_RATE) // BLOCK)
        shape = (self._parts, BLOCK + 1)
        self._path: Spectrum = np.zeros(shape, np.complex128)
        self._unsure = np.ones(shape)
        self._known: Spectrum = np.zeros(shape, np.complex128)
        self._else = np.full(BLOCK + 1, 1e-3)
        self._lag = Lag(BLOCK)
        self._drift = Drift()
        self._told = False
        self._place = 0.0
        self._base = 0
        self._since, self._former = 0, 0.0
        self._line = 0
        self._compared = 0
        self._recent: deque[tuple[int, Samples]] = deque(maxlen=_RECENT)
        self._learnt = 0
        self._loudest = 0.0
        self._silent = self._parts
        self._begins = False
        self._arrived = 0
        self._held: list[tuple[int, Samples, NDArray[np.float64]]] = []

    @property
    def held(self) -> int:
        """Samples that were taken and did not come out yet."""
        return len(self._held) * BLOCK

    @property
    def drift(self) -> float:
        """Samples by which the echo comes later with every sample."""
        return self._lag.rate / BLOCK

    def block(self, heard: Samples, start: int) -> Samples:
        """Take BLOCK samples of the microphone from `start` of its stream on; give any number of blocks."""
        heard = np.asarray(heard, np.float32)
        sounds = np.mean(self._played.mix(start - self._base, BLOCK) ** 2) > _QUIET
        self._silent = 0 if sounds else self._silent + 1
        over = self._silent > self._parts
        before = _NOTHING
        if over or (self._line and self._played.begins(start - self._base, BLOCK)):
            before = self._release()
            self._begin(start)
        return np.concatenate([before, heard if over else self._take(heard, start)])

    def _begin(self, start: int) -> None:
        """What sounds from here on is another line, and has a place of its own."""
        self._since, self._former = start, self._lag.at
        self._begins = True
        self._known[:] = 0.0
        self._lag.begin(self._place)
        self._line = self._compared = 0
        self._recent.clear()
        self._drift.rest()

    def _take(self, heard: Samples, start: int) -> Samples:
        self._line += 1
        self._recent.append((start, heard))
        echo = self._expect(start)
        if not self._begins and self._learnt >= _TRAINED:
            left = self._learn(heard, echo)
            self._compare()
            return left
        self._held.append((start, heard, echo))
        power = float(np.mean(echo**2))
        self._loudest = max(_FADES * self._loudest, power)
        self._arrived += self._arrived > 0 or self._learnt < _TRAINED or power > _ARRIVED * self._loudest
        return self._release() if self._arrived == _LOOK or len(self._held) == _LONGEST else _NOTHING

    def _expect(self, start: int) -> NDArray[np.float64]:
        """Go on to a block, and give the echo that is expected in it."""
        self._known = np.roll(self._known, 1, axis=0)
        self._lag.step()
        self._known[0] = self._reference(start - BLOCK, self._lag.at)
        return np.asarray(np.fft.irfft((self._known * self._path).sum(0))[BLOCK:])

    def _release(self) -> Samples:
        """Give what was held, now that it can be told."""
        held, self._held, self._arrived = self._held, [], 0
        if not held:
            return _NOTHING
        place = self._lag.at - self._lag.rate * len(held)
        if self._begins:
            if self._learnt >= _TRAINED:
                self._find(held)
            place = self._place
            self._base = round(place)
        self._begins = False
        passes = _PASSES if self._learnt < _TRAINED else 1
        out = [_NOTHING]
        for turn in range(passes):
            self._lag.at = place
            self._recall(held[0][0])
            out = [self._learn(one, self._expect(start), turn == passes - 1) for start, one, _ in held]
        self._compare()
        return np.concatenate(out)

    def _compare(self) -> None:
        """Ask for the drift; where it is another than the one that is followed, follow it."""
        blocks, new = WINDOW // BLOCK, self._line - self._compared
        if new < blocks:
            return
        self._compared += blocks
        latest = list(self._recent)[-new:][:blocks]
        known = self._played.mix(latest[0][0] - WINDOW - self._base, 2 * WINDOW)
        if np.mean(known[WINDOW:] ** 2) <= _QUIET:
            self._drift.rest()
            return
        told = self._drift.window(np.concatenate([heard for _, heard in latest]), known)
        if told is None:
            return
        rate = told * BLOCK
        if not self._told or abs(rate - self._lag.rate) > _APART[0] + _APART[1] * abs(rate):
            self._told = True
            self._turn(rate)

    def _turn(self, rate: float) -> None:
        """The lag gains another rate: learn anew what was heard of the line."""
        self._lag.turn(rate)
        now = self._lag.at
        self._place = now - rate * self._line
        self._unsure[:] = 1.0
        for again in range(_AGAIN):
            self._lag.at = now - rate * len(self._recent)
            self._recall(self._recent[0][0])
            for start, heard in self._recent:
                self._learn(heard, self._expect(start), again == _AGAIN - 1)

    def _learn(self, heard: Samples, echo: NDArray[np.float64], follow: bool = True) -> Samples:
        """Correct the path, and the lag, by a block of the microphone; give what was left of it before."""
        left = heard - echo
        self._learnt += 1
        power = np.abs(self._known) ** 2
        error = np.fft.rfft(np.concatenate([np.zeros(BLOCK), left]))
        self._else = _SMOOTHED * self._else + (1.0 - _SMOOTHED) * np.abs(error) ** 2
        if follow:
            expected = np.fft.rfft(np.concatenate([np.zeros(BLOCK), echo]))
            moved = self._lag.correct(expected, error, self._else)
            self._known = self._lag.later(self._known, moved)
        step = self._unsure / ((power * self._unsure).sum(0) + 2.0 * self._else + 1e-9)
        change = np.fft.irfft(step * self._known.conj() * error, axis=1)
        change[:, BLOCK:] = 0.0  # what is longer than a block belongs to the next part
        self._path = KEEPS * (self._path + np.fft.rfft(change, axis=1))
        self._unsure = KEEPS**2 * (1.0 - 0.5 * step * power) * self._unsure
        self._unsure += (1.0 - KEEPS**2) * np.abs(self._path) ** 2
        return np.asarray(left, np.float32)

    def _find(self, held: list[tuple[int, Samples, NDArray[np.float64]]]) -> None:
        """Shift the line to where its echo is heard; where none like the expected is, learn the way anew."""
        # Sharpened, so that there is less in a voice over the echo that is like it by chance.
        heard = np.diff(np.concatenate([one for _, one, _ in held]).astype(np.float64))
        echo = np.diff(np.concatenate([one for _, _, one in held]))
        size = 1 << (2 * len(heard)).bit_length()
        fits = np.fft.irfft(np.fft.rfft(heard, size) * np.fft.rfft(echo, size).conj())
        fits = np.concatenate([fits[-SWAY:], fits[: SWAY + 1]])
        best, sure = int(fits.argmax()), float(heard @ heard) * float(echo @ echo)
        if fits[best] >= min(_FOUND * np.sqrt(sure), _STANDS_OUT * float(np.sqrt(np.mean(fits**2)))):
            self._place += best - SWAY
        elif heard @ heard < _ALONE * (echo @ echo):
            self._unsure[:] = 1.0  # little else sounds, and this is another way

    def _recall(self, start: int) -> None:
        """Go back to before a block."""
        for part in range(self._parts):
            first = start - (part + 1) * BLOCK
            lag = self._lag.at - self._lag.rate * part
            if first < self._since:  # of the line before
                lag = self._former - self._lag.rate * ((self._since - first) // BLOCK - 1)
            self._known[part] = self._reference(first - BLOCK, lag)

    def _reference(self, start: int, lag: float) -> Spectrum:
        """The spectrum of two blocks of what was played, as it comes so late."""
        whole = round(lag)
        return self._lag.later(np.fft.rfft(self._played.mix(start - whole, 2 * BLOCK)), lag - whole)
