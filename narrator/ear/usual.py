"""What distances are usual for a person: the scale on which a stretch of sound is judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ear.degrade import SHAPES

Array = NDArray[np.float32]

_FORGIVEN = np.array([float(shape == "chatter") for shape in SHAPES])
_SHARPNESS = 0.04
"""Difference in mean distance between two shapes that makes one of them some three times likelier."""
_LEAST_APART = 0.08
_LEAST_VOICE = 0.6


@dataclass(frozen=True, slots=True)
class Usual:
    """What is usual for a person, measured at enrolment, one figure a shape.

    own: distance of a take to its word's other takes; other: of a take to the nearest word that it is not;
    all: to all words, on average; voice: between the tones of two takes of a word.
    In a whisper or in noise all are larger and closer together; a fixed scale would then refuse every
    word, or in quiet let strangers in.
    """

    own: tuple[float, ...]
    other: tuple[float, ...]
    all: tuple[float, ...]
    voice: tuple[float, ...]

    def likely(self, shapes: Array) -> NDArray[np.float64]:
        """How likely each shape is for a stretch with these distances to them; adds up to one."""
        near = shapes[: len(self.own)].astype(np.float64)
        weight = np.exp(-(near - near.min()) / _SHARPNESS)
        return np.asarray(weight / weight.sum())

    def scale(self, shapes: Array) -> tuple[float, float]:
        """(own, other) expected for a stretch with these distances to the shapes."""
        near = shapes[: len(self.own)].astype(np.float64)
        weight = self.likely(shapes)
        own, other = float(weight @ self.own), float(weight @ self.other)
        # A louder room than at enrolment puts everything further off. In quiet the same excess means
        # another person, and is not forgiven.
        excess = float(weight @ (np.maximum(0.0, near - self.all) * _FORGIVEN[: len(near)]))
        return own + excess, max(other + excess, own + excess + _LEAST_APART)

    def tone(self, shapes: Array) -> float:
        """The distance between tones expected for a stretch with these distances to the shapes."""
        return float(self.likely(shapes) @ np.maximum(self.voice, _LEAST_VOICE))
