"""Timers of somebody's time to speak: how much is left is said aloud."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.flow.cues import Timer
from narrator.flow.emitter import Emitter

HALF, UP = "time_half", "time_up"

_SHORT = 20.0
"""Seconds: of less time than this no half is told."""


def count_down(flow: Emitter, total: float, marks: Mapping[str, float]) -> None:
    """Arm a timer for the half, for each mark (timer → seconds left) and for the end.

    A time too short for a mark does without it: a mark is said in the second half only, and the half
    only of a time that is long enough to tell it.
    """
    half = {HALF: total / 2} if total >= _SHORT else {}
    left = {**half, **{name: s for name, s in marks.items() if s < total / 2}, UP: 0.0}
    for name, seconds in left.items():
        flow.emit(Timer(name, total - seconds))
