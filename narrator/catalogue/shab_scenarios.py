"""Scenarios of Shab-haye Mafia, played by a robot helper through the real flow."""

from __future__ import annotations

from typing import Any

from narrator.catalogue.events import play_events
from narrator.catalogue.shab_performer import Performer
from narrator.catalogue.spelling import Naming
from narrator.flow.pace import Preset
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import Illegal
from narrator.messages import N_
from narrator.script import Commands, Lines
from narrator.table.paper import Entry

FAULTS = {
    "unknown_type": N_("is no event: use night, vote1, vote2 or card"),
    "unknown_card": N_(
        "is no fate card: use green_path, red_carpet, beautiful_mind, insomnia, vertigo, final_shot"
    ),
    "not_for_card": N_("does not go with this card"),
    "not_votes": N_("must be a number of votes or an array of voters"),
    "option": N_("is no value of this option"),
    "city_only": N_("cannot be shot: he is one of the mafia"),
    "mafia_only": N_("cannot be saved: he is none of the mafia"),
    "self": N_("cannot be the player himself"),
    "fixed": N_("is fixed by the card"),
    "count": N_("are more votes than there are voters"),
    "accused": N_("is accused"),
    "accused_only": N_("is none of the accused"),
    "vote_self": N_("votes for himself"),
    "used_up": N_("is used up"),
    "die_hard": N_("cannot be sent out by the Mayor"),
    "contradicts": N_("contradicts what went before"),
    "not_the_leaver": N_("is not the one who leaves"),
    "no_tie": N_("is a lot without a tie"),
    "not_tied": N_("is none of the tied"),
    "over": N_("comes after the end of the game"),
}
"""What is wrong with a file, by the code of a BadPosition."""

_NAMING = Naming(
    places=frozenset({"out", "events"}),
    words=frozenset({"type", "card", "do"}),
    by_name=frozenset({"votes"}),
    pairs=frozenset({"guess"}),
)


def rehearse(
    data: Any, lines: Lines, commands: Commands, preset: Preset
) -> tuple[list[dict[str, Any]], tuple[Entry, ...]]:
    """The outcome of each event of a scenario file, in the shape of its `expect`, and the transcript.

    A player is known by any spelling of his name. Raises BadPosition when an event cannot happen where it
    stands.
    """
    scenario = rules.parse_scenario(_NAMING.one_spelling(data))
    names = dict(enumerate(scenario.names, start=1))
    performer = Performer(scenario)
    try:
        return play_events(performer, lines, commands, names, preset)
    except Illegal:  # the flow draws the lots that the file has, without asking
        raise performer.bad_lot from None
