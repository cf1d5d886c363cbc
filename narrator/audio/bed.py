"""A sound that lies under everything an output plays, over and over; quieter while something is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from narrator.audio.wav import Samples, resample

DUCKED = 0.3
"""How loud it is under speech, as a part of how loud it is alone (−10 dB)."""
_FALL, _RISE = 0.25, 2.0
"""Seconds from full loudness to silence, and back: it steps back quickly, and returns unnoticed."""


class Bed:
    """Mono samples of `rate` as a ring, for a device of `device_rate`. on: whether they are to be heard.

    It knows only whether something is played: nothing of what happens can be heard in it.
    """

    def __init__(self, samples: Samples, rate: int, device_rate: int) -> None:
        self.on = False
        self._samples, self._own_rate = samples, rate
        self._gain = 0.0
        self.fit(device_rate)

    def fit(self, device_rate: int) -> None:
        """The device came back with another rate."""
        self.rate = device_rate
        self._ring = resample(self._samples, self._own_rate, device_rate)
        self._place = 0

    def mix(self, out: Any, sounding: bool) -> None:
        """Lay the next samples under `out`, (frames, channels), in place. Runs in PortAudio's thread."""
        frames = len(out)
        target = 0.0 if not self.on else DUCKED if sounding else 1.0
        if target == self._gain == 0.0:
            return
        seconds = frames / self.rate
        most = seconds / (_RISE if target > self._gain else _FALL if self.on else _RISE)
        after = self._gain + min(max(target - self._gain, -most), most)
        places = (self._place + np.arange(frames)) % len(self._ring)
        gains = np.linspace(self._gain, after, frames, dtype=np.float32)
        out += (self._ring[places] * gains)[:, None]
        self._place, self._gain = int((self._place + frames) % len(self._ring)), after
