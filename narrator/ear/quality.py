"""Is a take good enough to learn from? Where the word lies in it, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from narrator.ear.frames import HOP, WINDOW, mel_power
from narrator.ear.pictures import own_floor, visibility
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.segmenter import rise_over
from narrator.messages import N_


class Problem(Enum):
    """What can be wrong with a take; the value, looked up, is what to tell the helper."""

    EMPTY = N_("nothing was heard")
    QUIET = N_("too quiet: come closer to the microphone")
    CLIPPED = N_("too loud, the sound is clipped: move back or lower the level")
    CUT = N_("cut off: leave a moment of quiet before and after the word")
    LONG = N_("too long: say only the word")
    UNLIKE = N_("unlike the other takes of this word: say it again")


@dataclass(frozen=True, slots=True)
class Take:
    """A recording looked at. word: the samples around what was said, None if nothing was; problems: in
    the order they were found."""

    word: Samples | None
    problems: tuple[Problem, ...]


_MARGIN = SAMPLE_RATE // 5
_BRIDGE = 22
"""Frames of quiet inside a word that do not end it (a stop before a consonant lasts up to 0.2 s)."""
_LEAST_RISE = 2.0
_LONGEST = 2.2


def examine(pcm: Samples) -> Take:
    """Find the word in a take of float32 samples and say what is wrong with it."""
    power = mel_power(pcm)
    if len(power) < 10 or float(np.abs(pcm).max()) < 1e-4:
        return Take(None, (Problem.EMPTY,))
    rise = np.convolve(rise_over(power, own_floor(power)), np.ones(9) / 9.0, "same")
    usual = float(np.quantile(rise, 0.2))
    span = float(rise.max()) - usual
    if span < 1.0:
        return Take(None, (Problem.EMPTY,))
    # From the loud part downwards: a file may begin with digital silence, above which its own noise stands
    # out as much as the word does.
    seen = np.pad(visibility(power, own_floor(power)), 3, mode="edge")
    level = np.convolve(seen, np.ones(7) / 7.0, "valid")
    first, last = _largest_run(level, 0.2)
    problems: list[Problem] = []
    if span < _LEAST_RISE or float(np.abs(pcm).max()) < 0.002:
        problems.append(Problem.QUIET)
    if float((np.abs(pcm) > 0.985).mean()) > 0.0005:
        problems.append(Problem.CLIPPED)
    if max(float(level[:3].max()), float(level[-3:].max())) > 0.12:
        problems.append(Problem.CUT)
    if (last - first) * HOP > _LONGEST * SAMPLE_RATE:
        problems.append(Problem.LONG)
    start, end = max(0, first * HOP - _MARGIN), last * HOP + WINDOW + _MARGIN
    return Take(np.ascontiguousarray(pcm[start:end], np.float32), tuple(problems))


def _largest_run(level: np.ndarray, threshold: float) -> tuple[int, int]:
    """First and last frame of the run above the threshold (short gaps bridged) with the largest area."""
    loud = np.flatnonzero(level > threshold)
    breaks = np.flatnonzero(np.diff(loud) > _BRIDGE)
    starts = np.r_[loud[0], loud[breaks + 1]]
    ends = np.r_[loud[breaks], loud[-1]]
    area = [float(np.maximum(level[a : b + 1], 0.0).sum()) for a, b in zip(starts, ends, strict=True)]
    best = int(np.argmax(area))
    return int(starts[best]), int(ends[best])
