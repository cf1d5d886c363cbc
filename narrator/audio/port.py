"""The ports between the table and its devices: what a loudspeaker and a microphone do, wherever they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from narrator.audio.wav import Samples


class Loudspeaker(Protocol):
    """Plays clips in order: narrator.audio.Player, or one elsewhere."""

    @property
    def name(self) -> str:
        """The device's full name."""

    def play(self, samples: Samples, rate: int, done: Callable[[bool], None] | None = None) -> None:
        """Play after what plays now; done(True) when it was heard. Raises AudioError when it is away."""

    def stop(self) -> None:
        """Be silent at once, and drop every clip that waits."""

    def close(self) -> None:
        """Give the device back; safe to call twice."""


class Hearing(Protocol):
    """Delivers blocks of sound to the sink it was made with: narrator.audio.Microphone, or one elsewhere."""

    @property
    def name(self) -> str:
        """The device's full name."""

    @property
    def all_zero(self) -> bool:
        """Whether it delivers nothing but exact zeros."""

    def start(self) -> None:
        """Begin to deliver. Raises AudioError when it cannot."""

    def close(self) -> None:
        """Deliver nothing any more; safe to call twice."""
