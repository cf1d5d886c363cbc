"""Every way a set-up is impossible or doubtful, named at once (section 6 "Validation")."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from ..core import Problem
from .position import Deal, Position
from .roles import CIVILIAN, FACTIONS, LEADER, LONER, MAFIA, MOBSTER, NIGHT_ORDER, ROLES, YAKUZA
from .setup import CLASSIC, LONER_SEATS, MODES, YAKUZA_SEATS, Setup
from .win import outcome

LEAST_SEATS: Final = 6
MOST_SEATS: Final = 16
"""The range of the found set-up table; beyond it a warning only (inferred, section 6)."""


@lru_cache(maxsize=64)
def check_setup(setup: Setup) -> tuple[Problem, ...]:
    """All problems of a set-up, errors first; () when it is sound.

    Errors: mode, night_order, majority, leader_blocked_by, unknown_role, count, leaders, twice,
    yakuza_mode, loner_mode, yakuza_players, yakuza_mobsters, yakuza_none, yakuza_loners,
    loner_players, loner_one, loner_yakuza, no_mafia, mafia_civilians, won. Warnings: cards (more
    than the box holds), players (outside the table).
    """
    known = tuple(role for role in setup.deck if role in ROLES)
    found = [*_options(setup), *_deck(setup, known), *_mode(setup, known), *_sides(setup, known)]
    found.sort(key=_after_errors)
    return tuple(found)


def _after_errors(problem: Problem) -> bool:
    return problem.severity != "error"


def _error(code: str, **facts: int | str) -> Problem:
    return Problem(code, "error", facts)


def _warning(code: str, **facts: int | str) -> Problem:
    return Problem(code, "warning", facts)


def _options(setup: Setup) -> list[Problem]:
    found = []
    chosen = setup.options
    if setup.mode not in MODES:
        found.append(_error("mode", mode=setup.mode))
    if sorted(chosen.night_order) != sorted(NIGHT_ORDER):
        found.append(_error("night_order", calls=len(chosen.night_order)))
    if chosen.majority not in ("strict", "plurality"):
        found.append(_error("majority", majority=chosen.majority))
    found += [
        _error("leader_blocked_by", side=side)
        for side in sorted(chosen.leader_blocked_by)
        if side not in (MAFIA, YAKUZA, LONER)
    ]
    return found


def _deck(setup: Setup, known: tuple[str, ...]) -> list[Problem]:
    found = [_error("unknown_role", role=role) for role in dict.fromkeys(setup.deck) if role not in ROLES]
    if len(setup.deck) != setup.seats:
        found.append(_error("count", cards=len(setup.deck), seats=setup.seats))
    leaders = sum(ROLES[role].group == LEADER for role in known)
    if leaders != 1:
        found.append(_error("leaders", leaders=leaders))
    for role, cards in Counter(known).items():
        limit = ROLES[role].cards
        if cards > limit:
            facts: dict[str, int | str] = {"role": role, "cards": cards, "limit": limit}
            unique = ROLES[role].unique
            found.append(Problem("twice" if unique else "cards", "error" if unique else "warning", facts))
    if not LEAST_SEATS <= setup.seats <= MOST_SEATS:
        found.append(_warning("players", players=setup.seats, least=LEAST_SEATS, most=MOST_SEATS))
    return found


def _mode(setup: Setup, known: tuple[str, ...]) -> list[Problem]:
    sides = _count_sides(known)
    yakuza, loners = sides[YAKUZA], sides[LONER]
    found = []
    if setup.mode == YAKUZA:
        mobsters = sum(ROLES[role].group == MOBSTER for role in known)
        if setup.seats < YAKUZA_SEATS:
            found.append(_error("yakuza_players", players=setup.seats, least=YAKUZA_SEATS))
        if mobsters:
            found.append(_error("yakuza_mobsters", mobsters=mobsters))
        if not yakuza:
            found.append(_error("yakuza_none", yakuza=0))
        if loners:
            found.append(_error("yakuza_loners", loners=loners))
    if setup.mode == LONER:
        if setup.seats < LONER_SEATS:
            found.append(_error("loner_players", players=setup.seats, least=LONER_SEATS))
        if loners != 1:
            found.append(_error("loner_one", loners=loners))
        if yakuza:
            found.append(_error("loner_yakuza", yakuza=yakuza))
    if setup.mode == CLASSIC:
        if yakuza:
            found.append(_error("yakuza_mode", yakuza=yakuza))
        if loners:
            found.append(_error("loner_mode", loners=loners))
    return found


def _sides(setup: Setup, known: tuple[str, ...]) -> list[Problem]:
    sides = _count_sides(known)
    mafia, civilians = sides[MAFIA], sides[CIVILIAN]
    found = []
    if mafia < 1:
        found.append(_error("no_mafia", mafia=mafia))
    if mafia >= civilians:
        found.append(_error("mafia_civilians", mafia=mafia, civilians=civilians))
    won = outcome(Position(Deal(setup, known), frozenset(range(1, len(known) + 1))))
    if won is not None:
        found.append(_error("won", winner=won.winner))
    return found


def _count_sides(known: tuple[str, ...]) -> dict[str, int]:
    counts = dict.fromkeys(FACTIONS, 0)
    for role in known:
        counts[ROLES[role].faction] += 1
    return counts
