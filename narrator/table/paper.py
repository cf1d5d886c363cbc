"""A stage without sound: writes down what is said, to whom and when. For rehearsals and tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from narrator.flow.cues import ChimeName, SoundName
from narrator.script import delivery_of
from narrator.table.loop import Handle, Loop
from narrator.voice.earcons import SECONDS

_LETTERS_A_SECOND = 13.0
_LEAST_SECONDS = 0.6


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing on the stage. kind: "public", "private", "chime" or "alarm"; at: seconds of game time."""

    kind: str
    line: str
    text: str
    at: float


def estimated_seconds(text: str) -> float:
    """About how long a voice takes to say `text`; depends on the text and its delivery alone."""
    delivery = delivery_of(text)
    manner = delivery.manner
    silent = manner.before + manner.after + sum(seconds for _, seconds in delivery.pauses)
    return _LEAST_SECONDS + len(text) / _LETTERS_A_SECOND / manner.rate + silent


class PaperStage:
    """Keeps a transcript; every line takes the time that a voice would need for it.

    private: whether the helper can be told anything alone.
    """

    def __init__(
        self, loop: Loop, seconds: Callable[[str], float] = estimated_seconds, *, private: bool = True
    ) -> None:
        self.transcript: list[Entry] = []
        self.private = private
        self._loop = loop
        self._seconds = seconds
        self._speaking: Handle | None = None
        self._rate = 1.0

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:
        """Write a public line down."""
        self._note("public", line, text)
        self._speaking = self._loop.call_later(self._seconds(text) / self._rate, done)

    def soon(self, text: str) -> None:
        """Nothing needs rendering."""

    def tell(self, line: str, text: str) -> None:
        """Write a private line down."""
        self._note("private", line, text)

    def untell(self) -> None:
        """What was written down stays."""

    def can_tell(self) -> bool:
        """As it was made."""
        return self.private

    def sound(self, name: SoundName, done: Callable[[], None]) -> None:
        """Write a sound down; it takes its time."""
        self._note("chime", name, "")
        self._speaking = self._loop.call_later(SECONDS[name], done)

    def chime(self, name: ChimeName, public: bool) -> None:
        """Write an earcon down when everybody hears it."""
        if public:
            self._note("chime", name, "")

    def hush(self) -> None:
        """Break the line in progress off."""
        if self._speaking is not None:
            self._speaking.cancel()

    def loudness(self, step: Literal[-1, 1]) -> None:
        """Nothing sounds, so nothing is louder."""

    def tempo(self, rate: float, pauses: float) -> None:  # noqa: ARG002
        """The lines from now on take so much less time."""
        self._rate = rate

    def alarm(self, text: str) -> None:
        """Write a trouble down."""
        self._note("alarm", "", text)

    def _note(self, kind: str, line: str, text: str) -> None:
        self.transcript.append(Entry(kind, line, text, round(self._loop.now(), 3)))
