"""Where something was said: stretches that stand out of a running noise floor.

Pure: time is the number of samples fed. A whisper is weak and noise-like, so no test of voicing
helps; what tells it apart is that many mel bands rise above their own floor at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ear.frames import BANDS, HOP, WINDOW, Framing
from narrator.ear.port import SAMPLE_RATE, Samples

_PER_SECOND = SAMPLE_RATE // HOP


@dataclass(frozen=True, slots=True)
class SegmenterConfig:
    """Tunable figures; times in seconds, levels in dB of mean rise over the noise floor.

    rise: at least this much above the usual level opens a segment; it closes at `fall` of it,
    or at `drop` of the segment's own peak if that is higher.
    spread: how many times the noise's own wobble must be exceeded as well, but never more than `highest`.
    hangover: quiet this long ends a segment; shortest, longest: of a segment without hangover.
    history: how much past the noise floor is taken from; quantile: its place in that past.
    margin: sound to look at on both sides. overlap: how much of a segment cut for its length the next
    one begins with.
    """

    rise: float = 2.0
    fall: float = 0.5
    drop: float = 0.25
    spread: float = 2.0
    highest: float = 4.0
    hangover: float = 0.20
    shortest: float = 0.10
    longest: float = 2.4
    history: float = 4.0
    quantile: float = 0.2
    margin: float = 0.20
    overlap: float = 0.8


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch that stood out.

    start, end: its first and last loud sample in the stream; known: samples fed when it was closed.
    earliest: sound before this sample was forgotten by a reset.
    floor: noise power a mel band, (BANDS,). cut: closed for its length, not because it became quiet.
    """

    start: int
    end: int
    known: int
    earliest: int
    floor: NDArray[np.float32]
    cut: bool


def rise_over(power: NDArray[np.float32], floor: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean over the bands of each frame's level above the floor in dB, (frames,); a band counts 0..25."""
    ratio = np.maximum(power, 1e-12) / np.maximum(floor, 1e-12)
    return np.asarray(np.clip(10.0 * np.log10(ratio), 0.0, 25.0).mean(axis=-1), np.float32)


class Segmenter:
    """Feed samples, get the segments that have ended. Memory is bounded whatever the stream's length."""

    def __init__(self, config: SegmenterConfig | None = None) -> None:
        self.config = config or SegmenterConfig()
        self._framing = Framing()
        self._frame = 0  # number of the next frame; it starts at sample _frame * HOP
        size = round(self.config.history * _PER_SECOND)
        self._past = np.zeros((size, BANDS), np.float32)
        self._filled = 0
        self._floor = np.zeros(BANDS, np.float32)
        self._usual, self._threshold = 0.0, float("inf")
        self._open: int | None = None
        self._last_loud = 0
        self._recent: list[float] = []
        self._peak = 0.0

    @property
    def fed(self) -> int:
        """Samples taken since the beginning of the stream."""
        return self._framing.fed

    @property
    def opened(self) -> int | None:
        """First sample of the segment now open, None when there is none."""
        return None if self._open is None else self._open * HOP

    def feed(self, pcm: Samples) -> list[Segment]:
        """Take any number of samples; give the segments that became complete, in order."""
        power = self._framing.feed(pcm)
        found: list[Segment] = []
        step = _PER_SECOND // 10
        for start in range(0, len(power), step):
            block = power[start : start + step]
            self._learn(block)
            found += self._scan(block)
            self._frame += len(block)
        return found

    def flush(self) -> list[Segment]:
        """End of stream: the segment still open, if it is long enough."""
        found = self._close(cut=False) if self._open is not None else []
        self._open = None
        return found

    def reset(self) -> None:
        """Drop the open segment and what is kept of the sound; the noise floor and the time stay."""
        self._open = None
        self._recent.clear()
        self._frame = self._framing.reset()

    def _learn(self, block: NDArray[np.float32]) -> None:
        heard = block[block.max(axis=1) > 1e-10]  # digital silence is no noise floor
        if len(heard) == 0:
            return
        size = len(self._past)
        places = (self._filled + np.arange(len(heard))) % size
        self._past[places] = heard
        self._filled += len(heard)
        past = self._past[: min(self._filled, size)]
        place = int(self.config.quantile * (len(past) - 1))
        self._floor = np.partition(past, place, axis=0)[place]
        usual = np.sort(rise_over(past[::2], self._floor))
        low, mid, high = (float(usual[int(q * (len(usual) - 1))]) for q in (0.05, 0.20, 0.35))
        self._usual = mid
        wobble = self.config.spread * (high - low)
        self._threshold = mid + min(max(self.config.rise, wobble), self.config.highest)

    def _scan(self, block: NDArray[np.float32]) -> list[Segment]:
        found: list[Segment] = []
        for offset, value in enumerate(rise_over(block, self._floor)):
            frame = self._frame + offset
            self._recent.append(float(value))
            del self._recent[:-3]
            level = sum(self._recent) / len(self._recent)
            if self._open is None:
                if level > self._threshold:
                    self._open = max(0, frame - 2)
                    self._last_loud = frame
                    self._peak = level
                continue
            self._peak = max(self._peak, level)
            opening, peak = self._threshold - self._usual, self._peak - self._usual
            fall = self._usual + max(self.config.fall * opening, self.config.drop * peak)
            if level > fall:
                self._last_loud = frame
            quiet = frame - self._last_loud
            if quiet * HOP >= self.config.hangover * SAMPLE_RATE:
                found += self._close(cut=False, frame=frame)
            elif (frame - self._open) * HOP >= self.config.longest * SAMPLE_RATE:
                found += self._close(cut=True, frame=frame)
        return found

    def _close(self, *, cut: bool, frame: int | None = None) -> list[Segment]:
        assert self._open is not None
        start, end = self._open * HOP, self._last_loud * HOP + WINDOW
        # A word may lie across the cut: the next segment begins before it.
        self._open = None if not cut else max(0, self._last_loud - round(self.config.overlap * _PER_SECOND))
        if end - start < self.config.shortest * SAMPLE_RATE:
            return []
        known = self.fed if frame is None else frame * HOP + WINDOW
        return [Segment(start, end, known, self._framing.earliest, self._floor.copy(), cut)]
