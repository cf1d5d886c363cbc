"""The sounds of the table, made here from sine waves: heard, say again, the dawn bell and the howl."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

import numpy as np

from narrator.voice.port import Clip, Samples

RATE = 48_000
Earcon = Literal["heard", "again", "dawn", "howl"]

SECONDS: Mapping[str, float] = MappingProxyType({"heard": 0.22, "again": 0.22, "dawn": 2.5, "howl": 3.2})
"""How long each of them sounds."""

_PEAKS: Mapping[str, float] = MappingProxyType({"heard": 0.4, "again": 0.4, "dawn": 0.4, "howl": 0.25})
"""A howl is one long note: at the same peak it would be 5 dB louder than speech."""


@cache
def earcon(name: Earcon) -> Clip:
    """The clip of "heard" (two notes up), "again" (two notes down, both under 250 ms) "dawn" (a bell)
    or "howl" (a wolf's).

    "heard" is the same whatever was heard, so it carries no secret. Raises KeyError for another name.
    """
    samples = {"heard": _heard, "again": _again, "dawn": _dawn, "howl": _howl}[name]()
    return Clip((samples / np.abs(samples).max() * _PEAKS[name]).astype(np.float32), RATE, name)


def _note(hertz: float, seconds: float) -> Samples:
    """A soft marimba note: two partials, a quick rise and a fall to nothing."""
    t = np.arange(int(RATE * seconds)) / RATE
    wave = np.sin(2 * np.pi * hertz * t) + 0.2 * np.sin(2 * np.pi * 4 * hertz * t) * np.exp(-t * 60)
    rise = np.minimum(1.0, t / 0.004)
    fall = np.minimum(1.0, (seconds - t) / 0.02)
    return np.asarray(wave * np.exp(-t * 18) * rise * fall, dtype=np.float32)


def _pair(first: float, second: float) -> Samples:
    gap, length = int(RATE * 0.07), SECONDS["heard"] - 0.07
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
    seconds = SECONDS["dawn"]
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


def _howl() -> Samples:
    """A wolf's howl: one voice that climbs, holds its note with a slow tremble, and sinks away.

    Pitch in hertz over time; the overtones of a throat that opens and closes; a little breath. It lies
    below and above speech at once and glides all the while, so it is like no word.
    """
    seconds = SECONDS["howl"]
    t = np.arange(int(RATE * seconds)) / RATE
    pitch = np.interp(t, (0.0, 0.25, 0.9, 1.1, 2.2, seconds), (250.0, 310.0, 590.0, 560.0, 520.0, 300.0))
    held = np.clip((t - 0.9) / 0.6, 0.0, 1.0)
    phase = 2 * np.pi * np.cumsum(pitch * (1 + 0.012 * held * np.sin(2 * np.pi * 4.6 * t))) / RATE
    mouth = np.interp(t, (0.0, 0.8, 1.6, seconds), (0.2, 0.8, 1.0, 0.3))
    out = np.sin(phase)
    for partial, loud in ((2, 0.5), (3, 0.28), (4, 0.12), (5, 0.06)):
        out += loud * mouth * np.sin(partial * phase)
    out *= 1 + 0.08 * held * np.sin(2 * np.pi * 4.6 * t + 0.8)
    breath = np.random.default_rng(7).standard_normal(len(t))
    out += 0.02 * np.convolve(breath, np.ones(12) / 12, mode="same") * mouth
    out *= np.interp(t, (0.0, 0.18, 0.9, 2.2, seconds), (0.0, 0.45, 1.0, 0.85, 0.0)) ** 1.5
    return np.asarray(out, dtype=np.float32)
