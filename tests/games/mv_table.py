"""Short ways to set a table of Mafia: Vendetta in mid-game and play one night at it."""

from __future__ import annotations

from typing import Any

from narrator.games import mafia_vendetta as mv

TEN = "detective nurse bodyguard bystander bystander bystander bystander thug thug thief"


def at(
    roles: str,
    *,
    dead: tuple[int, ...] = (),
    jailed: tuple[int, ...] = (),
    mode: Any = "classic",
    secret: bool = False,
    **options: Any,
) -> mv.Position:
    """A position; seats count from 1 in the order of the roles."""
    cast = tuple(roles.split())
    setup = mv.Setup(len(cast), cast, mode, secret, mv.Options(**options))
    return mv.position_at(setup, cast, dead=frozenset(dead), jailed=frozenset(jailed))


def action(given: Any) -> mv.Action | None:
    """7 → point at 7; ("shoot", 7); (3, 4) → two; {8: 1, 9: 1} → a gang pointing; None → declined."""
    if given is None:
        return None
    if isinstance(given, int):
        return mv.Action((given,))
    if isinstance(given, dict):
        return mv.Action(pointing=given)
    if isinstance(given[0], str):
        return mv.Action((given[1],), given[0])
    return mv.Action(tuple(given))


def night(position: mv.Position, *, first: bool = False, **actions: Any) -> mv.Night:
    """A night with these actions, heard in calling order."""
    dark = mv.begin_night(position, first)
    order = position.setup.options.night_order
    for call in sorted(actions, key=order.index):
        dark = mv.act(dark, call, action(actions[call]))
    return dark


def dawn(position: mv.Position, *, first: bool = False, **actions: Any) -> mv.NightResult:
    """The result of such a night."""
    return mv.resolve(night(position, first=first, **actions))


def deaths(position: mv.Position, **actions: Any) -> tuple[tuple[int, str], ...]:
    """Who dies in such a night, and of what."""
    return dawn(position, **actions).public.deaths
