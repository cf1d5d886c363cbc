"""Every way a set-up is impossible or doubtful, named at once (section 7 "Validation")."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ..core import Problem
from .position import Deal, Position
from .roles import CALLS, DETECTIVE, JOKER, MAFIA, ROLES
from .setup import CHOICES, FLAGS, TABLE, Options, Setup
from .win import outcome


@lru_cache(maxsize=64)
def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """All problems of a set-up, errors first; () when it is sound.

    Errors: unknown_role, count, twice (a unique role), no_godfather, mafia_city (as many mafia as
    city), won, night_order, joker_order (the Detective before the Joker), option (a value that is
    none of the option's), intro_vote (without an introduction day). Warning: players (outside the
    table).
    """
    known = tuple(role for role in setup.deck if role in ROLES)
    found = [*_options(setup), *_deck(setup, known), *_sides(setup, known)]
    found.sort(key=_after_errors)
    return tuple(found)


def _after_errors(problem: Problem) -> bool:
    return problem.severity != "error"


def _error(code: str, **facts: int | str) -> Problem:
    return Problem(code, "error", facts)


def bad_options(options: Options) -> tuple[str, ...]:
    """The options whose value is none that they take, whatever the deck."""
    found = [name for name, words in CHOICES.items() if getattr(options, name) not in words]
    found += [name for name in FLAGS if not isinstance(getattr(options, name), bool)]
    if sorted(options.night_order) != sorted(CALLS):
        found.append("night_order")
    return tuple(found)


def _options(setup: Setup) -> list[Problem]:
    options = setup.options
    found = []
    for name in bad_options(options):
        if name == "night_order":
            found.append(_error(name, calls=len(options.night_order)))
        else:
            found.append(_error("option", option=name, value=str(getattr(options, name))))
    order = options.night_order
    if JOKER in setup.deck and sorted(order) == sorted(CALLS) and order.index(MAFIA) > order.index(DETECTIVE):
        found.append(_error("joker_order"))
    if options.intro_vote is True and options.intro_day is False:
        found.append(_error("intro_vote"))
    return found


def _deck(setup: Setup, known: tuple[str, ...]) -> list[Problem]:
    found = [_error("unknown_role", role=role) for role in dict.fromkeys(setup.deck) if role not in ROLES]
    if len(setup.deck) != setup.seats:
        found.append(_error("count", cards=len(setup.deck), seats=setup.seats))
    for role, cards in Counter(known).items():
        limit = ROLES[role].limit
        if limit is not None and cards > limit:
            found.append(_error("twice", role=role, cards=cards, limit=limit))
    if setup.seats not in TABLE:
        facts: dict[str, int | str] = {"players": setup.seats, "least": min(TABLE), "most": max(TABLE)}
        found.append(Problem("players", "warning", facts))
    return found


def _sides(setup: Setup, known: tuple[str, ...]) -> list[Problem]:
    mafia = sum(ROLES[role].faction == MAFIA for role in known)
    city = len(known) - mafia
    found = []
    if not any(ROLES[role].leads for role in known):
        found.append(_error("no_godfather"))
    if mafia >= city:
        found.append(_error("mafia_city", mafia=mafia, city=city))
    won = outcome(Position(Deal(setup, known), frozenset(range(1, len(known) + 1))))
    if won is not None:
        found.append(_error("won", winner=won.winner))
    return found
