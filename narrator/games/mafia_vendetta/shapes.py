"""Results in exactly the shape of a scenario file's ``expect`` (section 11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ..core import Outcome, Seat
from .actions import act
from .calls import calls
from .dawn import NightResult, resolve
from .day import Count, count, end_day
from .night import begin_night
from .position import Deal, Position
from .roles import CIVILIAN
from .scenario import Scenario
from .win import outcome

WINNER_NAMES: Final = {CIVILIAN: "civilians"}
"""Winners that scenario files call otherwise than by faction id (section 8)."""


def winner_shape(ending: Outcome | None) -> str | None:
    """``winner``: null while play goes on."""
    return None if ending is None else WINNER_NAMES.get(ending.winner, ending.winner)


def night_shape(result: NightResult, ending: Outcome | None, names: tuple[str, ...]) -> dict[str, Any]:
    """``expect.night``. ending: the win check at dawn."""

    def name(seat: Seat | None) -> str | None:
        return None if seat is None else names[seat - 1]

    public, private = result.public, result.private
    shape: dict[str, Any] = {
        "blocked": [name(seat) for seat in private.blocked],
        "shown": dict(private.shown),
        "deaths": [[name(seat), cause] for seat, cause in public.deaths],
        "jailed": [name(seat) for seat in public.prisoners],
        "silenced": name(public.silenced),
        "same_victim": public.same_victim is not None,
        "freed": public.freed,
        "priest_wakes": name(private.priest_wakes),
        "winner": winner_shape(ending),
    }
    if private.mafia_kill_cancelled:
        shape["mafia_kill_cancelled"] = True
    return shape


def day_shape(
    counted: Count | None, freed: bool, ending: Outcome | None, names: tuple[str, ...]
) -> dict[str, Any]:
    """``expect.day``. counted: None when the day ended without a vote; ending: the win check after it."""
    tally = () if counted is None else counted.tally
    hypnosis = None
    if counted is not None and counted.hypnosis is not None:
        seat, suspect = counted.hypnosis
        hypnosis = [names[seat - 1], None if suspect is None else names[suspect - 1]]
    gone = None if counted is None else counted.eliminated
    return {
        "tally": {names[seat - 1]: votes for seat, votes in tally},
        "hypnosis": hypnosis,
        "eliminated": None if gone is None else names[gone - 1],
        "freed": freed,
        "winner": winner_shape(ending),
    }


def calls_shape(position: Position) -> dict[str, Any]:
    """``expect`` of a file without phases: the calls of a night in both modes."""
    return {
        "calls_standard": list(calls(_in_mode(position, False))),
        "calls_secret": list(calls(_in_mode(position, True))),
    }


def expected_shape(scenario: Scenario) -> dict[str, Any]:
    """A whole scenario played by the rules alone; a day after a night that ended the game is not
    played."""
    if not scenario.has_night and not scenario.has_day:
        return calls_shape(scenario.position)
    shape: dict[str, Any] = {}
    position = scenario.position
    if scenario.has_night:
        night = begin_night(position, scenario.first)
        for call, action in scenario.actions:
            night = act(night, call, action)
        result = resolve(night)
        position = result.position
        ending = outcome(position)
        shape["night"] = night_shape(result, ending, scenario.names)
        if ending is not None:
            return shape
    if scenario.has_day:
        counted = None
        if len(scenario.suspects) > 1:
            counted = count(position, scenario.suspects, scenario.hands())
        ended = end_day(position, None if counted is None else counted.eliminated)
        shape["day"] = day_shape(counted, ended.freed, outcome(ended.position), scenario.names)
    return shape


def _in_mode(position: Position, secret: bool) -> Position:
    deal = Deal(replace(position.setup, secret=secret), position.roles)
    return replace(position, deal=deal)
