"""What an output is to play: clips in order, handed to the device piece by piece."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from narrator.audio.bed import Bed
from narrator.audio.wav import Samples

_FADE = 0.005
# What a sound server has mixed ahead hides the first samples of a stream that starts anew; 20 ms of
# silence go there with PulseAudio.
_LEAD = 0.025

Done = Callable[[bool], None]


@dataclass(slots=True, eq=False)
class Playback:
    """One clip at the device's rate: how far it is, whom to tell, and when its last sample is heard."""

    samples: Samples
    rate: int
    done: Done | None
    position: int = 0
    finished: bool = False
    heard_at: float = 0.0


class Feed:
    """The clips that wait, and those whose end is in the device and not heard yet.

    lock: held for all but `fill`, which takes it. held: the device is being emptied, so give it nothing.
    bed: what lies under them.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting: deque[Playback] = deque()
        self.unheard: list[Playback] = []
        self.held = False
        self.bed: Bed | None = None
        self._fade: Samples | None = None
        self._lead = 0
        self._begun = 0.0
        self._passed = 0

    def lay(self, bed: Bed) -> None:
        """Lay a bed under the clips."""
        with self.lock:
            self.bed = bed

    def let(self, on: bool) -> None:
        """Let the bed be heard, or no more."""
        with self.lock:
            if self.bed is not None:
                self.bed.on = on

    def fit(self, rate: int) -> None:
        """The device takes this rate now."""
        with self.lock:
            if self.bed is not None:
                self.bed.fit(rate)

    def sounding(self) -> bool:
        """Whether the end of a clip is still in the device, not heard yet."""
        return any(clip.heard_at > time.monotonic() for clip in self.unheard)

    def drop(self) -> list[Playback]:
        """Take out every clip that waits."""
        dropped = list(self.waiting)
        self.waiting.clear()
        return dropped

    def cut(self) -> None:
        """What is in the device will not be heard."""
        now = time.monotonic()
        for clip in self.unheard:
            clip.finished = clip.heard_at <= now
            clip.heard_at = min(clip.heard_at, now)

    def fade(self, clip: Playback, rate: int) -> None:
        """End a clip that was dropped in its middle without a click."""
        rest = clip.samples[clip.position : clip.position + int(rate * _FADE)]
        self._fade = rest * np.linspace(1.0, 0.0, len(rest), dtype=np.float32)

    def emptied(self, rate: int) -> None:
        """The device is empty: the next callback's first sample is heard now."""
        self.held = False
        self._begun, self._passed = time.monotonic(), 0
        self._lead = int(rate * _LEAD)

    def fill(self, out: Any, frames: int, when: Any, rate: int, latency: float) -> list[Playback]:
        """Copy the next samples to `out`; the clips that ended with them. Runs in PortAudio's thread."""
        out[:] = 0
        ended: list[Playback] = []
        with self.lock:
            filled = min(frames, self._lead)
            self._lead -= filled
            if self._fade is not None:
                size = min(frames - filled, len(self._fade))
                out[filled : filled + size] = self._fade[:size, None]
                filled += size
                self._fade = None
            while filled < frames and self.waiting and not self.held:
                clip = self.waiting[0]
                if clip.rate != rate:  # the device came back at another rate meanwhile
                    ended.append(self.waiting.popleft())
                    continue
                part = clip.samples[clip.position : clip.position + frames - filled]
                out[filled : filled + len(part)] = part[:, None]
                filled += len(part)
                clip.position += len(part)
                if clip.position >= len(clip.samples):
                    self.waiting.popleft()
                    clip.finished = True
                    clip.heard_at = self._time_of(filled, when, rate, latency)
                    self.unheard.append(clip)
                    ended.append(clip)
            self._passed += frames
            if self.bed is not None and self.bed.rate == rate:
                self.bed.mix(out, bool(self.waiting or ended))
        return ended

    def _time_of(self, frame: int, when: Any, rate: int, latency: float) -> float:
        """When the sample `frame` of this callback is heard."""
        if self._begun and self._passed < rate * latency:
            # Just restarted, the buffer fills faster than it plays and the device's own times are not yet so.
            return self._begun + (self._passed + frame) / rate
        ahead = min(max(float(when.outputBufferDacTime - when.currentTime), 0.0), 1.0)
        return time.monotonic() + ahead + frame / rate
