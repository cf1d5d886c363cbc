"""Short ways to set a table of Shab-ha-ye Mafia in mid-game and play a night at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from narrator.games import shab_haye_mafia as sm

CAST = (
    "godfather lecter simple_mafia simple_mafia doctor detective professional mayor die_hard psychiatrist "
    "citizen citizen"
)
"""The page's standard cast, by seat."""

JOKER = CAST.replace("simple_mafia simple_mafia", "simple_mafia joker")


def at(roles: str = CAST, *, out: tuple[int, ...] = (), options: Any = None, **fields: Any) -> sm.Position:
    """A position; seats count from 1 in the order of the roles; fields of Position as they are."""
    cast = tuple(roles.split())
    setup = sm.Setup(len(cast), cast, sm.Options(**(options or {})))
    return replace(sm.position_at(setup, cast, out=frozenset(out)), **fields)


def night(position: sm.Position, *, intro: bool = False, **actions: Any) -> sm.Night:
    """A night with these actions."""
    dark = sm.begin_night(position, intro=intro)
    for step, target in actions.items():
        dark = sm.act(dark, step, target)
    return dark


def dawn(position: sm.Position, **actions: Any) -> sm.NightResult:
    """The result of such a night."""
    return sm.resolve(night(position, **actions))


def deaths(position: sm.Position, **actions: Any) -> tuple[int, ...]:
    """Who leaves in such a night."""
    return dawn(position, **actions).public.deaths
