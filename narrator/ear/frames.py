"""Sound as mel-band power: 25 ms frames every 10 ms, the ground of segmenter and features alike."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from narrator.ear.port import SAMPLE_RATE, Samples

HOP = 160
"""Samples from one frame to the next (10 ms)."""
WINDOW = 400
"""Samples a frame looks at (25 ms)."""
BANDS = 32
LOWEST_HZ, HIGHEST_HZ = 100.0, 7_600.0
_FFT = 512


def _mel(hz: NDArray[np.floating] | float) -> NDArray[np.float64]:
    return np.asarray(2595.0 * np.log10(1.0 + np.asarray(hz, dtype=np.float64) / 700.0))


@lru_cache(maxsize=1)
def mel_weights() -> NDArray[np.float32]:
    """Triangular filters, (257, BANDS); each band's weights add up to one."""
    bins = np.fft.rfftfreq(_FFT, 1.0 / SAMPLE_RATE)
    edges = np.linspace(float(_mel(LOWEST_HZ)), float(_mel(HIGHEST_HZ)), BANDS + 2)
    position = _mel(bins)[:, None]
    rising = (position - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - position) / (edges[2:] - edges[1:-1])
    weights = np.maximum(0.0, np.minimum(rising, falling))
    return np.asarray(weights / np.maximum(weights.sum(0), 1e-9), np.float32)


@lru_cache(maxsize=1)
def _taper() -> NDArray[np.float32]:
    return np.asarray(np.hanning(WINDOW + 1)[:-1], np.float32)


def frame_count(samples: int) -> int:
    """How many whole frames so many samples hold."""
    return 0 if samples < WINDOW else 1 + (samples - WINDOW) // HOP


def mel_power(pcm: Samples) -> NDArray[np.float32]:
    """Mean power a band, (frames, BANDS), of float32 samples; frame i starts at sample i * HOP.

    Pre-emphasised by 0.97, since a whisper lives in the upper bands and room rumble in the lower.
    """
    count = frame_count(len(pcm))
    if count == 0:
        return np.zeros((0, BANDS), np.float32)
    sharp = np.empty(len(pcm), np.float32)
    sharp[0] = pcm[0]
    sharp[1:] = pcm[1:] - np.float32(0.97) * pcm[:-1]
    frames = np.lib.stride_tricks.sliding_window_view(sharp, WINDOW)[::HOP][:count]
    spectrum = np.fft.rfft(frames * _taper(), _FFT, axis=1)
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return np.asarray(power @ mel_weights(), dtype=np.float32)


class Framing:
    """A stream as frames on one grid: fed any number of samples, gives the power of frames that are whole.

    fed: samples so far. earliest: the sample before which everything was forgotten.
    """

    def __init__(self) -> None:
        self.fed = self.earliest = 0
        self._kept = np.zeros(0, np.float32)
        self._skip = 0

    def feed(self, pcm: Samples) -> NDArray[np.float32]:
        """The mean power a band, (frames, BANDS), of the frames that became whole."""
        self.fed += len(pcm)
        if self._skip:
            passed = min(self._skip, len(pcm))
            self._skip -= passed
            pcm = pcm[passed:]
        self._kept = np.concatenate([self._kept, pcm]) if len(self._kept) else pcm
        power = mel_power(self._kept)
        self._kept = self._kept[len(power) * HOP :].copy()
        return power

    def reset(self) -> int:
        """Forget the sound so far, not the time; the number of the next frame."""
        self._kept = np.zeros(0, np.float32)
        # Frames lie on the hop grid, so the samples up to the next point of it are passed over.
        frame = -(-self.fed // HOP)
        self.earliest = frame * HOP
        self._skip = self.earliest - self.fed
        return frame
