"""Scenarios of Shab-haye Mafia, played by a robot helper through the real flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from narrator.catalogue.shab_performer import Performer
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import BadPosition, Illegal
from narrator.script import Commands, Lines, match_key
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
    the file goes on elsewhere. A player is known by any spelling of his name. Raises BadPosition when an
    event cannot happen where it stands.
    """
    scenario = rules.parse_scenario(_one_spelling(data))
    names = dict(enumerate(scenario.names, start=1))
    performer = Performer(scenario)
    transcript: list[Entry] = []
    while performer.more:
        take = Take(performer.make_flow, performer.answer, performer.finished, finish=True)
        try:
            played = play(take, lines, commands, names, seed=SEED)
        except Illegal:  # the flow draws the lots that the file has, without asking
            raise performer.bad_lot from None
        performer.stopped(played.flow)
        start = transcript[-1].at + _BETWEEN if transcript else 0.0
        transcript += [replace(entry, at=round(start + entry.at, 3)) for entry in played.transcript]
    return performer.outcomes, tuple(transcript)


def _one_spelling(data: Any) -> Any:
    """The same file with every name in it as `players` has it; what is no name of a player is left as it is.

    Persian keyboards differ in their letters, and a name may be stretched or have digits of either script.
    """
    given = data.get("input") if isinstance(data, dict) else None
    if not isinstance(given, dict) or not isinstance(players := given.get("players"), list):
        return data
    spelling: dict[str, str] = {}
    for index, entry in enumerate(players):
        if isinstance(entry, list) and entry and isinstance(entry[0], str) and _key(entry[0]):
            if _key(entry[0]) in spelling:
                raise BadPosition(f"input.players[{index}][0]", "repeated", entry[0])
            spelling[_key(entry[0])] = entry[0]

    def spelled(name: Any) -> Any:
        return spelling.get(_key(name), name) if isinstance(name, str) else name

    given = {key: _spell(key, value, spelled) if key in _PLACES else value for key, value in given.items()}
    return {**data, "input": given}


_PLACES = ("out", "events")
_WORDS = frozenset({"type", "card", "do"})
_BY_NAME = "votes"
_DEEPEST = 8
"""No name of a sound file lies deeper."""


def _spell(key: str, value: Any, spelled: Callable[[Any], Any], depth: int = 0) -> Any:
    if key in _WORDS or depth > _DEEPEST:
        return value
    if key == "guess" and isinstance(value, list):
        return [spelled(value[0]), *value[1:]] if value else value
    if isinstance(value, list):
        return [_spell("", one, spelled, depth + 1) for one in value]
    if isinstance(value, Mapping):
        found: dict[str, Any] = {}
        for name, one in value.items():
            own = spelled(name) if key == _BY_NAME else name
            # A player who stands there twice keeps both spellings, so that the reader refuses the second.
            found[name if own in found else own] = _spell(
                "" if key == _BY_NAME else name, one, spelled, depth + 1
            )
        return found
    return spelled(value)


def _key(name: str) -> str:
    return match_key(match_key(name, "fa"), "vi")
