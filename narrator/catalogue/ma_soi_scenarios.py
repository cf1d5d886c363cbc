"""Scenarios of Ma Soi Hanh Quyet, played by a robot helper through the real flow."""

from __future__ import annotations

from typing import Any

from narrator.catalogue.events import play_events
from narrator.catalogue.ma_soi_performer import Performer
from narrator.catalogue.spelling import Naming
from narrator.flow.pace import Preset
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.messages import N_
from narrator.script import Commands, Lines
from narrator.table.paper import Entry

FAULTS = {
    "unknown_type": N_("is no event: use day_end, night or seer"),
    "unknown_cause": N_("is no end of a day: use seven_votes, howl or witch"),
    "unknown_moon": N_("is no token: use half or full"),
    "not_for_cause": N_("does not go with this end of a day"),
    "not_votes": N_("must be a number of votes"),
    "not_a_number": N_("must be a number"),
    "not_dead": N_("is none of the dead"),
    "option": N_("is no value of this option"),
    "count": N_("is no possible number here"),
    "contradicts": N_("contradicts what went before"),
    "needs_night": N_("must be a night: one follows every day"),
    "needs_day": N_("must be a day's: a night comes only after a day"),
    "used_up": N_("is a fourth Seer card"),
    "decided": N_("is a game that is over before the first event"),
    "over": N_("comes after the end of the game"),
}
"""What is wrong with a file, by the code of a BadPosition."""

_NAMING = Naming(
    places=frozenset({"dead", "moderator", "last_dead", "moons", "first", "events"}),
    words=frozenset({"type", "cause"}),
    by_name=frozenset({"votes", "moons"}),
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
    return play_events(Performer(scenario), lines, commands, names, preset)
