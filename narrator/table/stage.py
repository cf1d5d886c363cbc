"""The port through which the table is heard and seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from narrator.flow.cues import ChimeName, SoundName


class Stage(Protocol):
    """Where lines go. Every call returns at once and comes from the loop's thread.

    Whatever is broken behind it, no call raises, and every `done` runs in bounded time.
    """

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:
        """Say `text` on the loudspeaker; run `done` on the loop's thread when it is over or was hushed."""

    def soon(self, text: str) -> None:
        """Have `text` ready: it will be said on the loudspeaker shortly."""

    def tell(self, line: str, text: str) -> None:
        """Show or say `text` to the helper alone."""

    def untell(self) -> None:
        """Something else is asked: what is still to be told need not be."""

    def can_tell(self) -> bool:
        """Whether what is told now reaches the helper."""

    def sound(self, name: SoundName, done: Callable[[], None]) -> None:
        """Sound something on the loudspeaker; `done` as of `say`."""

    def chime(self, name: ChimeName, public: bool) -> None:
        """Sound an earcon, for everybody or for the helper alone."""

    def hush(self) -> None:
        """Stop what the loudspeaker is saying or sounding, at once."""

    def loudness(self, step: Literal[-1, 1]) -> None:
        """Make the loudspeaker louder or softer by one step."""

    def tempo(self, rate: float, pauses: float) -> None:
        """Speak `rate` times as fast as usual from the next line on, with pauses `pauses` times as long."""

    def alarm(self, text: str) -> None:
        """Tell the helper that something outside the game is wrong."""
