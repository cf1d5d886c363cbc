"""The night as a sound: wind in leaves and a few crickets, made here; it covers small noises at the table."""

from __future__ import annotations

from functools import cache

import numpy as np

from narrator.voice.port import Clip, Samples

RATE = 24_000
SECONDS = 24.0
_LEVEL = 0.012
"""Root mean square of it all: some 18 dB under the narrator."""


@cache
def night() -> Clip:
    """A ring: its end goes on in its beginning. The same every time, so that it tells nothing."""
    count = int(RATE * SECONDS)
    rng = np.random.default_rng(20)
    sound = _wind(count, rng) + _crickets(count, rng)
    return Clip((sound / np.sqrt(np.mean(sound**2)) * _LEVEL).astype(np.float32), RATE, "night")


def _wind(count: int, rng: np.random.Generator) -> Samples:
    """Noise whose power falls with the frequency, swelling and sinking; whole turns in the ring."""
    spectrum = rng.standard_normal(count // 2 + 1) + 1j * rng.standard_normal(count // 2 + 1)
    hertz = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= 1 / np.maximum(hertz, 60.0) ** 0.7 * (hertz > 40) / (1 + (hertz / 5000) ** 2)
    noise = np.fft.irfft(spectrum, count)
    turn = 2 * np.pi * np.arange(count) / count
    swell = 1 + 0.25 * np.sin(2 * turn + 0.4) + 0.2 * np.sin(5 * turn + 2.0) + 0.1 * np.sin(11 * turn)
    return np.asarray(noise / np.std(noise) * swell, dtype=np.float32)


def _crickets(count: int, rng: np.random.Generator) -> Samples:
    """Chirps of four pulses, at moments of their own; none across the seam."""
    out = np.zeros(count, np.float32)
    length = int(RATE * 0.16)
    t = np.arange(length) / RATE
    pulses = np.maximum(0.0, np.sin(2 * np.pi * 25.0 * t)) ** 2 * np.hanning(length)
    for pitch, every in ((4100.0, 1.1), (4550.0, 1.7)):
        chirp = np.sin(2 * np.pi * pitch * t) * pulses
        at = 0.3
        while (at := at + every * float(rng.uniform(0.7, 1.5))) < SECONDS - 0.3:
            place = int(at * RATE)
            out[place : place + length] += 0.5 * float(rng.uniform(0.5, 1.0)) * chirp
    return out
