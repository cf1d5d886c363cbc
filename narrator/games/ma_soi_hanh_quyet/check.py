"""Every way a set-up is impossible or doubtful, named at once (section 3.1, "Validation")."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ..core import Problem
from .roles import ANGEL, ROLES
from .setup import ADVANCED_SEATS, CHECKS, HAND, HOWL_DEPTH, TABLE, Setup
from .win import sides


@lru_cache(maxsize=64)
def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """All problems of a set-up, errors first; () when it is sound.

    Errors: option (a value that is none of the option's), day_cards (too few for the hands and the
    Howl's last ten), powerful (no Angel to be so), unknown_role, count, twice (a unique role),
    advanced (too few players for Angel or Traitor), no_wolf, wolves_village (as many werewolves as
    villagers). Warning: players (outside the table).
    """
    found = [*_options(setup), *_deck(setup), *_sides(setup)]
    found.sort(key=_after_errors)
    return tuple(found)


def _after_errors(problem: Problem) -> bool:
    return problem.severity != "error"


def _error(code: str, **facts: int | str) -> Problem:
    return Problem(code, "error", facts)


def _options(setup: Setup) -> list[Problem]:
    check, cards = setup.options.check, setup.options.day_cards
    found = []
    if check not in CHECKS:
        found.append(_error("option", option="check", value=str(check)))
    least = HAND * setup.seats + HOWL_DEPTH
    if isinstance(cards, bool) or not isinstance(cards, int):
        found.append(_error("option", option="day_cards", value=str(cards)))
    elif cards != 0 and cards < least:
        found.append(_error("day_cards", cards=cards, least=least))
    if not isinstance(setup.powerful, bool):
        found.append(_error("option", option="powerful", value=str(setup.powerful)))
    elif setup.powerful and ANGEL not in setup.deck:
        found.append(_error("powerful"))
    return found


def _deck(setup: Setup) -> list[Problem]:
    found = [_error("unknown_role", role=role) for role in dict.fromkeys(setup.deck) if role not in ROLES]
    if len(setup.deck) != setup.seats:
        found.append(_error("count", cards=len(setup.deck), seats=setup.seats))
    known = Counter(role for role in setup.deck if role in ROLES)
    for role, cards in known.items():
        limit = ROLES[role].limit
        if limit is not None and cards > limit:
            found.append(_error("twice", role=role, cards=cards))
    if setup.seats < ADVANCED_SEATS and any(ROLES[role].advanced for role in known):
        found.append(_error("advanced", players=setup.seats, least=ADVANCED_SEATS))
    if setup.seats not in TABLE:
        facts: dict[str, int | str] = {"players": setup.seats, "least": min(TABLE), "most": max(TABLE)}
        found.append(Problem("players", "warning", facts))
    return found


def _sides(setup: Setup) -> list[Problem]:
    wolves, village = sides(setup.deck)
    if wolves == 0:
        return [_error("no_wolf")]
    return [_error("wolves_village", wolves=wolves, village=village)] if wolves >= village else []
