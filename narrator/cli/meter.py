"""A level meter in one line of the terminal, so that a helper sees whether he is heard."""

from __future__ import annotations

from typing import IO

import numpy as np

from narrator.ear.port import Samples

_CELLS = 24
_LOW, _HIGH = -60.0, 0.0
_QUIET, _LOUD = -42.0, -3.0
"""Peaks in dB of full scale: below the one a whisper is too weak to keep, above the other it clips."""
_FALL = 1.5
"""dB by which the shown level sinks a block, so that a short word can be seen."""


class Level:
    """How loud it is, in dB of full scale, sinking slowly."""

    def __init__(self) -> None:
        self.now = _LOW

    def take(self, block: Samples) -> None:
        """A block of float32 samples was heard."""
        if len(block):
            peak = 20 * float(np.log10(max(float(np.abs(block).max()), 1e-6)))
            self.now = max(peak, self.now - _FALL, _LOW)


class Meter:
    """Draws to `out` over and over; nothing when that is no terminal."""

    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._shown = out.isatty()
        self._level = Level()

    def show(self, block: Samples) -> None:
        """Draw the level of a block of float32 samples."""
        if not self._shown or len(block) == 0:
            return
        self._level.take(block)
        self._out.write(f"\r\033[K   {bar(self._level.now)}")
        self._out.flush()

    def clear(self) -> None:
        """Leave the line empty for what is printed next."""
        if self._shown:
            self._out.write("\r\033[K")
            self._out.flush()
        self._level = Level()


def bar(level: float) -> str:
    """The meter at a level in dB of full scale: filled cells, and a word where it is too weak or too loud."""
    filled = round(_CELLS * (min(max(level, _LOW), _HIGH) - _LOW) / (_HIGH - _LOW))
    word = " !" if level > _LOUD else " ·" if level < _QUIET else " ✓"
    return "█" * filled + "░" * (_CELLS - filled) + word
