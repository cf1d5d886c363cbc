"""Mafia: Vendetta: the rules, as values and functions."""

from ..core import BadPosition, BadSetup, Illegal, Outcome, Problem, Seat
from ..tally import Tally
from .actions import (
    NOD,
    SHAKE,
    CallOptions,
    act,
    check_action,
    options,
    shown,
    touched,
)
from .calls import ABSENT, ACTS, BLOCKED, LOOKS, NO_KILL, call_state, calls, holders, signalled
from .check import check_setup
from .dawn import DawnFacts, NightResult, NightSecrets, resolve
from .day import Count, DayResult, barred, count, end_day, may_vote
from .effects import decided
from .night import Action, Night, begin_night
from .position import Deal, Position, opening, position_at, recast
from .roles import FACTIONS, GANGS, NIGHT_ORDER, ROLES, Role
from .scenario import GAME, Scenario, parse_scenario
from .setup import CLASSIC_TABLE, MODES, YAKUZA_TABLE, Options, Row, Setup, default_deck, identities_matter
from .shapes import calls_shape, day_shape, expected_shape, night_shape, winner_shape
from .simulate import play, simulate
from .win import outcome

__all__ = [
    "ABSENT",
    "ACTS",
    "BLOCKED",
    "CLASSIC_TABLE",
    "FACTIONS",
    "GAME",
    "GANGS",
    "LOOKS",
    "MODES",
    "NIGHT_ORDER",
    "NOD",
    "NO_KILL",
    "ROLES",
    "SHAKE",
    "YAKUZA_TABLE",
    "Action",
    "BadPosition",
    "BadSetup",
    "CallOptions",
    "Count",
    "DawnFacts",
    "DayResult",
    "Deal",
    "Illegal",
    "Night",
    "NightResult",
    "NightSecrets",
    "Options",
    "Outcome",
    "Position",
    "Problem",
    "Role",
    "Row",
    "Scenario",
    "Seat",
    "Setup",
    "Tally",
    "act",
    "barred",
    "begin_night",
    "call_state",
    "calls",
    "calls_shape",
    "check_action",
    "check_setup",
    "count",
    "day_shape",
    "decided",
    "default_deck",
    "end_day",
    "expected_shape",
    "holders",
    "identities_matter",
    "may_vote",
    "night_shape",
    "opening",
    "options",
    "outcome",
    "parse_scenario",
    "play",
    "position_at",
    "recast",
    "resolve",
    "shown",
    "signalled",
    "simulate",
    "touched",
    "winner_shape",
]
