"""Ma Soi Hanh Quyet: the rules, as values and functions."""

from ..core import BadPosition, BadSetup, Illegal, Outcome, Problem, Seat
from ..tally import Tally
from .check import check_setup
from .day import TO_DIE, add_votes, condemned, howl_may_come, howled, leaders, next_turn, pile, set_votes
from .death import check_class, die, tell_class, tell_verdict
from .events import DayEnd, Event, NightEvent, SeerEvent
from .night import NightCards, announcing, begin_night, dies_by_claw, end_night, next_first, night_cards
from .played import killed, playing, real_outcome
from .position import CAUSES, Cause, Death, Position, left, opening, position_at
from .roles import ANGEL, CLASSES, PLAIN, ROLES, TRAITOR, VILLAGERS, WEREWOLF, WEREWOLVES, Role
from .scenario import GAME, Scenario, expected_shape, parse_scenario
from .seer import MOST_SEERS, Look, look, lookable, may_look, shown
from .setup import CHECKS, HOWL_DEPTH, TABLE, Options, Row, Setup, default_deck, tokens_used
from .shapes import day_shape, night_shape, seer_shape, winner_shape
from .simulate import play, simulate
from .win import outcome, standing

__all__ = [
    "ANGEL",
    "CAUSES",
    "CHECKS",
    "CLASSES",
    "GAME",
    "HOWL_DEPTH",
    "MOST_SEERS",
    "PLAIN",
    "ROLES",
    "TABLE",
    "TO_DIE",
    "TRAITOR",
    "VILLAGERS",
    "WEREWOLF",
    "WEREWOLVES",
    "BadPosition",
    "BadSetup",
    "Cause",
    "DayEnd",
    "Death",
    "Event",
    "Illegal",
    "Look",
    "NightCards",
    "NightEvent",
    "Options",
    "Outcome",
    "Position",
    "Problem",
    "Role",
    "Row",
    "Scenario",
    "Seat",
    "SeerEvent",
    "Setup",
    "Tally",
    "add_votes",
    "announcing",
    "begin_night",
    "check_class",
    "check_setup",
    "condemned",
    "day_shape",
    "default_deck",
    "die",
    "dies_by_claw",
    "end_night",
    "expected_shape",
    "howl_may_come",
    "howled",
    "killed",
    "leaders",
    "left",
    "look",
    "lookable",
    "may_look",
    "next_first",
    "next_turn",
    "night_cards",
    "night_shape",
    "opening",
    "outcome",
    "parse_scenario",
    "pile",
    "play",
    "playing",
    "position_at",
    "real_outcome",
    "seer_shape",
    "set_votes",
    "shown",
    "simulate",
    "standing",
    "tell_class",
    "tell_verdict",
    "tokens_used",
    "winner_shape",
]
