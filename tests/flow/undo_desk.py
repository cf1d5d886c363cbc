"""A desk whose game can be taken back, and what must be the same once it was put back."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from narrator.flow.base import Flow
from narrator.flow.cues import Cue, Say
from narrator.flow.inputs import Elapsed, Whisper
from narrator.table.game import Game
from narrator.table.journal import Redo, Undo
from tests.flow.desk import Desk


class Hand(Desk):
    """A desk whose game can be taken back: what was fed so far is played again in a game of its own."""

    def __init__(self, make_flow: Callable[[], Flow]) -> None:
        self.game = Game(make_flow)
        super().__init__(_Fed(self.game))

    @property
    def now(self) -> Any:
        """Where the game stands."""
        return self.flow.position

    def undo(self) -> list[Cue]:
        return self._take(self.game.apply(Undo()))

    def redo(self) -> list[Cue]:
        return self._take(self.game.apply(Redo()))

    def ask(self) -> tuple[str, str, int | None]:
        """What is waited for."""
        asking = self.flow.asking
        return (asking.kind, asking.subject, asking.seat)


class _Fed:
    """The flow of a game as a desk sees it: what it is fed goes into the game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def begin(self) -> list[Cue]:
        return self._game.begin()

    def feed(self, item: Whisper | Elapsed) -> list[Cue]:
        return self._game.apply(item)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game.flow, name)


def round_trip(desk: Hand) -> list[Cue]:
    """Take back, put back: the same ask with the same notes. The cues of the undo, which stands."""

    def stand() -> tuple[Any, ...]:
        return (desk.ask(), desk.flow.expected(), desk.flow.state, desk.now)

    before = stand()
    cues = desk.undo()
    between = stand()
    desk.redo()
    assert stand() == before
    desk.undo()
    assert stand() == between
    return cues


def memory(flow: Flow, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """All that a flow has in mind, by name: equal for two that will do the same.

    without: names that are left out wherever they stand.
    """
    return {"expected": flow.expected(), "paused": flow.paused, **_kept(flow, {*EMITTED, *without})}


EMITTED = {"_cues", "_turns", "_armed", "_scene", "accepted", "steered"}
"""What a flow remembers of its last input, of variants and timers: an undo and a redo say and start some."""


def _kept(part: Any, without: set[str]) -> dict[str, Any]:
    """What a flow, or a part of one, and the parts it is made of have in mind; not how they are wired."""
    values: dict[str, Any] = {}
    for name, value in vars(part).items():
        if name in without or name == "machine" or isinstance(value, Flow) or _wire(value):
            continue
        own = type(value).__module__.startswith("narrator.flow.") and hasattr(value, "__dict__")
        values[name] = _kept(value, without) if own else _plain(value)
    return values


def _plain(value: Any) -> Any:
    """A copy, without the variants of lines: what was said stays said, so an undo leads to other ones."""
    if isinstance(value, list):
        return [replace(item, turn=0) if isinstance(item, Say) else item for item in value]
    return copy.copy(value)


def _wire(value: Any) -> bool:
    return callable(value) or (isinstance(value, tuple | list) and any(map(callable, value)))
