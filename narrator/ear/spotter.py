"""Where a word may lie: stretches that end well below their own peak, looked for at several depths.

A noise floor alone does not find a word's ends: a recording's own noise, an echo or people who talk on lie
above the floor too. Measured from the word's peak downwards, its ends show. How deep to look differs from
word to word and room to room, so several depths are followed at once and the match decides between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ear.frames import BANDS, HOP, WINDOW, Framing
from narrator.ear.port import Samples

DEPTHS = ((8.0, 12), (12.0, 18), (16.0, 18))
"""(dB under its peak that ends a stretch, frames it has to stay there) of each follower."""
_OPENS = 4.0
"""dB over the usual level that opens a stretch."""
_PART = 0.4
"""A stretch ends at least at this part of its peak's rise over the usual level."""
_LONGEST, _SHORTEST = 240, 8
_RESUMES = 6.0
"""dB that the level has to rise again, behind what may be a word's end, for the word to go on."""
_PAST = 400
_QUANTILE = 0.2
_BLOCK = 10


@dataclass(frozen=True, slots=True)
class Stretch:
    """First and last sample of a possible word in the stream; earliest: what lies before was forgotten."""

    start: int
    end: int
    earliest: int = 0


class Follower:
    """One depth: told the level of every frame, gives (first, last) frame of the stretches that ended."""

    def __init__(self, depth: float, quiet: int) -> None:
        self._depth, self._quiet = depth, quiet
        self._levels: list[float] = []
        self._first = self._peak = self._last = 0

    def reset(self) -> None:
        """Forget the stretch now open."""
        self._levels.clear()

    def step(self, frame: int, level: float, usual: float) -> tuple[int, int] | None:
        """Take the next frame's level in dB and what is usual."""
        if not self._levels:
            if level > usual + _OPENS:
                self._levels.append(level)
                self._first, self._peak, self._last = frame, 0, 0
            return None
        self._levels.append(level)
        now = len(self._levels) - 1
        if level > self._levels[self._peak]:
            self._peak = now
        if level > self._bound(usual):
            self._last = now
        if now - self._last < self._quiet and now < _LONGEST:
            return None
        return self.close(usual)

    def goes_on(self, first: int, last: int, usual: float) -> bool:
        """Whether the stretch now open holds those frames and rose again behind them."""
        behind = max(0, last + 1 - self._first)
        if first < self._first or behind >= len(self._levels):
            return False
        levels = np.array(self._levels[behind:])
        rose = levels - np.minimum.accumulate(levels)
        return bool(((rose >= _RESUMES) & (levels > self._bound(usual))).any())

    def began_before(self, frame: int) -> bool:
        """Whether a stretch is open that holds more than what begins there."""
        return bool(self._levels) and self._first < frame

    def close(self, usual: float) -> tuple[int, int] | None:
        """End the stretch now open: without what precedes the last pause before its peak."""
        if not self._levels:
            return None
        bound, start, quiet = self._bound(usual), 0, 0
        for place in range(self._peak, -1, -1):
            quiet = quiet + 1 if self._levels[place] <= bound else 0
            if quiet >= self._quiet:
                start = place + quiet
                break
        while self._levels[start] <= bound and start < self._peak:
            start += 1
        found = (self._first + start, self._first + self._last)
        self._levels.clear()
        return found if found[1] - found[0] >= _SHORTEST else None

    def _bound(self, usual: float) -> float:
        peak = self._levels[self._peak]
        return max(usual + _PART * (peak - usual), peak - self._depth)


class Spotter:
    """Feed samples, get the stretches that have ended; they may overlap. Memory is bounded."""

    def __init__(self) -> None:
        self._followers = [Follower(depth, quiet) for depth, quiet in DEPTHS]
        self._framing = Framing()
        self._frame = 0
        self._past = np.zeros((_PAST, BANDS), np.float32)
        self._past_levels = np.zeros(_PAST)
        self._filled = 0
        self._learnt = -_BLOCK
        self._floor = np.zeros(BANDS, np.float32)
        self._usual = 0.0
        self._recent: list[float] = []

    def feed(self, pcm: Samples) -> list[Stretch]:
        """Take any number of samples."""
        power = self._framing.feed(pcm)
        found: list[Stretch] = []
        for start in range(0, len(power), _BLOCK):
            block = power[start : start + _BLOCK]
            self._learn(block)
            for level in self._levels(block):
                found += self._step(level)
        return found

    def goes_on(self, start: int, end: int) -> bool:
        """Whether what lies between these samples is a part of a stretch that has not ended yet: a word may
        hold a pause, and then its first part can be a word, too."""
        first, last = start // HOP + 1, (end - WINDOW) // HOP + 1
        return any(follower.goes_on(first, last, self._usual) for follower in self._followers)

    def holds(self, start: int) -> bool:
        """Whether a stretch that has not ended began before this sample."""
        return any(follower.began_before(start // HOP + 1) for follower in self._followers)

    def flush(self) -> list[Stretch]:
        """End of stream: the stretches still open."""
        closed = [follower.close(self._usual) for follower in self._followers]
        return [self._stretch(ends) for ends in closed if ends is not None]

    def reset(self) -> None:
        """Forget the sound so far; the noise floor and the time stay."""
        for follower in self._followers:
            follower.reset()
        self._recent.clear()
        self._frame = self._framing.reset()

    def _learn(self, block: NDArray[np.float32]) -> None:
        heard = block[block.max(axis=1) > 1e-10]  # digital silence is no noise floor
        if len(heard) == 0:
            return
        places = (self._filled + np.arange(len(heard))) % _PAST
        self._past[places] = heard
        self._filled += len(heard)
        known = min(self._filled, _PAST)
        self._past_levels[places] = self._levels(heard)
        if self._filled - self._learnt >= _BLOCK:
            self._learnt = self._filled
            place = int(_QUANTILE * (known - 1))
            self._floor = np.partition(self._past[:known], place, axis=0)[place]
            self._past_levels[places] = self._levels(heard)
            self._usual = float(np.partition(self._past_levels[:known], place)[place])

    def _levels(self, power: NDArray[np.float32]) -> NDArray[np.float64]:
        over = np.maximum(power - np.float32(1.5) * self._floor, 0.0).sum(1) + 0.3 * float(self._floor.sum())
        return np.asarray(10.0 * np.log10(over + 1e-12), np.float64)

    def _step(self, level: float) -> list[Stretch]:
        self._recent.append(level)
        del self._recent[:-3]
        smooth = sum(self._recent) / len(self._recent)
        found = [follower.step(self._frame, smooth, self._usual) for follower in self._followers]
        self._frame += 1
        return [self._stretch(ends) for ends in found if ends is not None]

    def _stretch(self, ends: tuple[int, int]) -> Stretch:
        # The smoothed level lags a frame behind.
        first, last = max(0, ends[0] - 1) * HOP, max(0, ends[1] - 1) * HOP + WINDOW
        earliest = self._framing.earliest
        return Stretch(max(first, earliest), last, earliest)
