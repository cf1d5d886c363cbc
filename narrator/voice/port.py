"""The port between the narrator and whatever makes speech."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from narrator.errors import UserError

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A finished sound: float32 mono `samples` in [-1, 1] (not to be changed), `rate` in Hz, its `text`."""

    samples: Samples
    rate: int
    text: str

    def __post_init__(self) -> None:
        self.samples.setflags(write=False)

    @property
    def seconds(self) -> float:
        """How long it sounds."""
        return len(self.samples) / self.rate


class VoiceError(UserError):
    """The voice cannot speak, and a person can mend it."""


SLOWEST, FASTEST = 0.5, 2.0
"""The least and the greatest rate that an engine is asked for."""


class Engine(Protocol):
    """Turns text into sound. One text gives one clip with sound in it, or VoiceError; never nothing."""

    @property
    def name(self) -> str:
        """Engine, version and voice: clips of two engines with one name are the same."""

    def render(self, text: str, rate: float = 1.0) -> Clip:
        """The clip of `text`, which is speech already: normalised, worded and respelt.

        rate: how many times as fast as its voice usually speaks, SLOWEST to FASTEST, by the engine's own
        means (words a minute, a length scale); one that has none speaks as usual.
        """

    def close(self) -> None:
        """End its process; safe to call twice."""
