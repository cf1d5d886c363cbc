"""The port between an evening and what is played in it."""

from __future__ import annotations

from typing import Protocol

from narrator.ear.port import Heard


class Owner(Protocol):
    """What takes the helper's words, on the loop's thread: a Session."""

    @property
    def winner(self) -> str | None: ...

    @property
    def expected(self) -> frozenset[str]: ...

    def start(self) -> None: ...

    def whisper(self, intent: str) -> None: ...

    def hear(self, heard: Heard) -> None: ...

    def back(self) -> None: ...
