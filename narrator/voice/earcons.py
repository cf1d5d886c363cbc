"""The small sounds of the table, made here from sine waves: heard, say again, and the dawn bell."""

from __future__ import annotations

from functools import cache
from typing import Literal

import numpy as np

from narrator.voice.port import Clip, Samples

RATE = 48_000
Earcon = Literal["heard", "again", "dawn"]


@cache
def earcon(name: Earcon) -> Clip:
    """The clip of "heard" (two notes up), "again" (two notes down, both under 250 ms) or "dawn" (a bell).

    "heard" is the same whatever was heard, so it carries no secret. Raises KeyError for another name.
    """
    samples = {"heard": _heard, "again": _again, "dawn": _dawn}[name]()
    return Clip((samples / np.abs(samples).max() * 0.4).astype(np.float32), RATE, name)


def _note(hertz: float, seconds: float) -> Samples:
    """A soft marimba note: two partials, a quick rise and a fall to nothing."""
    t = np.arange(int(RATE * seconds)) / RATE
    wave = np.sin(2 * np.pi * hertz * t) + 0.2 * np.sin(2 * np.pi * 4 * hertz * t) * np.exp(-t * 60)
    rise = np.minimum(1.0, t / 0.004)
    fall = np.minimum(1.0, (seconds - t) / 0.02)
    return np.asarray(wave * np.exp(-t * 18) * rise * fall, dtype=np.float32)


def _pair(first: float, second: float) -> Samples:
    gap, length = int(RATE * 0.07), 0.15
    out = np.zeros(gap + int(RATE * length), np.float32)
    low, high = _note(first, length), _note(second, length)
    out[: len(low)] += low
    out[gap : gap + len(high)] += high
    return out


def _heard() -> Samples:
    return _pair(659.26, 880.0)  # E5, A5


def _again() -> Samples:
    return _pair(587.33, 440.0)  # D5, A4


def _dawn() -> Samples:
    """A church bell's partials (hum, prime, tierce, quint, nominal and two above), struck once."""
    seconds = 2.5
    t = np.arange(int(RATE * seconds)) / RATE
    out = np.zeros_like(t)
    for ratio, loud, decay in (
        (0.5, 0.5, 1.0),
        (1.0, 1.0, 1.3),
        (1.2, 0.6, 1.8),
        (1.5, 0.3, 2.2),
        (2.0, 0.7, 2.6),
        (2.67, 0.2, 4.0),
        (3.01, 0.15, 5.0),
    ):
        out += loud * np.sin(2 * np.pi * 440.0 * ratio * t) * np.exp(-t * decay)
    out *= np.minimum(1.0, t / 0.003) * np.minimum(1.0, (seconds - t) / 0.3)
    return np.asarray(out, dtype=np.float32)
