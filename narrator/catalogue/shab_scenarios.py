"""Scenarios of Shab-haye Mafia, played by a robot helper through the real flow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from narrator.catalogue.shab_performer import Performer
from narrator.games import shab_haye_mafia as rules
from narrator.script import Commands, Lines
from narrator.table.paper import Entry
from narrator.table.rehearsal import SEED, Take, play

FAULTS = {
    "unknown_type": "is no event: use night, vote1, vote2 or card",
    "unknown_card": "is no fate card: use " + ", ".join(rules.CARDS),
    "not_for_card": "does not go with this card",
    "not_votes": "must be a number of votes or an array of voters",
    "option": "is no value of this option",
    "city_only": "cannot be shot: he is one of the mafia",
    "mafia_only": "cannot be saved: he is none of the mafia",
    "self": "cannot be the player himself",
    "fixed": "is fixed by the card",
    "count": "are more votes than there are voters",
    "accused": "is accused",
    "accused_only": "is none of the accused",
    "vote_self": "votes for himself",
    "used_up": "is used up",
    "die_hard": "cannot be sent out by the Mayor",
    "contradicts": "contradicts what went before",
    "not_the_leaver": "is not the one who leaves",
    "no_tie": "is a lot without a tie",
    "not_tied": "is none of the tied",
    "over": "comes after the end of the game",
}
"""What is wrong with a file, by the code of a BadPosition."""

_BETWEEN = 2.0
"""Seconds between two parts of a transcript that the game does not lead through."""


def rehearse(data: Any, lines: Lines, commands: Commands) -> tuple[list[dict[str, Any]], tuple[Entry, ...]]:
    """The outcome of each event of a scenario file, in the shape of its `expect`, and the transcript.

    The game runs on from one event to the next where it leads there by itself, and is set up anew where
    the file goes on elsewhere. Events after the end of the game are not played. Raises BadPosition when an
    event cannot happen where it stands.
    """
    scenario = rules.parse_scenario(data)
    names = dict(enumerate(scenario.names, start=1))
    performer = Performer(scenario)
    transcript: list[Entry] = []
    while performer.more:
        played = play(
            Take(performer.make_flow, performer.answer, performer.finished, finish=True),
            lines,
            commands,
            names,
            seed=SEED,
        )
        performer.stopped(played.flow)
        start = transcript[-1].at + _BETWEEN if transcript else 0.0
        transcript += [replace(entry, at=round(start + entry.at, 3)) for entry in played.transcript]
    return performer.outcomes, tuple(transcript)
