"""Plays a scenario that is a list of events, in as many runs of the flow as that takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from narrator.flow.base import Ask, Flow
from narrator.flow.pace import Preset
from narrator.script import Commands, Lines
from narrator.table.paper import Entry
from narrator.table.rehearsal import SEED, Take, play

BETWEEN = 2.0
"""Seconds between two parts of a transcript that the game does not lead through."""


class Performer(Protocol):
    """A game's robot: plays the events of a scenario in order."""

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """What the events came to that are over, in the shape of `expect`."""

    @property
    def more(self) -> bool:
        """Whether an event is still to be played."""

    def make_flow(self) -> Flow:
        """A flow that stands where the next event begins."""

    def answer(self, flow: Flow, ask: Ask, /) -> list[str]:
        """The words for one ask."""

    def finished(self, flow: Flow, ask: Ask, /) -> bool:
        """Whether the flow is at the end of what it can play of the scenario by itself."""

    def stopped(self, flow: Flow, /) -> None:
        """The run has ended. Raises BadPosition when the game is over before the file is."""


def play_events(
    performer: Performer, lines: Lines, commands: Commands, names: dict[int, str], preset: Preset
) -> tuple[list[dict[str, Any]], tuple[Entry, ...]]:
    """The outcome of each event, and the transcript.

    The game runs on from one event to the next where it leads there by itself, and is set up anew where
    the file goes on elsewhere.
    """
    transcript: list[Entry] = []
    while performer.more:
        take = Take(performer.make_flow, performer.answer, performer.finished, finish=True)
        played = play(take, lines, commands, names, seed=SEED, preset=preset)
        performer.stopped(played.flow)
        start = transcript[-1].at + BETWEEN if transcript else 0.0
        transcript += [replace(entry, at=round(start + entry.at, 3)) for entry in played.transcript]
    return performer.outcomes, tuple(transcript)
