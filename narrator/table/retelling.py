"""Tells a game again from its journal: what was said aloud, what the helper was told, what he answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.flow.base import Flow
from narrator.flow.cues import Again, Cue, Say, Tell
from narrator.flow.inputs import Whisper
from narrator.table.game import Game
from narrator.table.journal import Doubted, Redo, Undo
from narrator.table.kept import Kept
from narrator.table.render import Renderer


@dataclass(frozen=True, slots=True)
class Told:
    """One thing of a game. kind: "public", "private" or "helper"; at: seconds of game time.

    line: the id of what was said, or the word's; text: as it was said.
    """

    kind: str
    line: str
    text: str
    at: float


def retell(kept: Kept, make_flow: Callable[[], Flow], renderer: Renderer) -> tuple[Told, ...]:
    """The whole game, each line at the time of what caused it; also lines that were cut short."""
    game = Game(make_flow)
    told = list(_said(game.begin(), 0.0, renderer))
    for entry, at in zip(kept.entries, kept.times, strict=True):
        match entry:
            case Whisper(intent) | Doubted(intent):
                told.append(Told("helper", intent, renderer.word(intent), at))
            case Undo() | Redo():
                intent = "undo" if isinstance(entry, Undo) else "redo"
                told.append(Told("helper", intent, renderer.word(intent), at))
        told += _said(game.apply(entry, at), at, renderer)
    return tuple(told)


def _said(cues: list[Cue], at: float, renderer: Renderer) -> list[Told]:
    found: list[Told] = []
    for cue in cues:
        match cue:
            case Say():
                found.append(Told("public", cue.line, renderer.public(cue), at))
            case Again(says):
                found += [Told("public", say.line, renderer.public(say), at) for say in says]
            case Tell():
                found.append(Told("private", cue.line, renderer.private(cue), at))
    return found
