"""Short ways to set a table of Ma Soi Hanh Quyet in mid-game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from narrator.games import ma_soi_hanh_quyet as ms

CAST = "villager villager villager villager angel werewolf werewolf traitor"
"""Seats 1-4 villagers, 5 Angel, 6-7 werewolves, 8 Traitor."""

CLASS = {"villager": "village", "angel": "village", "werewolf": "wolf", "traitor": "traitor"}


def at(
    roles: str = CAST,
    *,
    dead: tuple[int, ...] = (),
    first: int | None = None,
    options: Any = None,
    **more: Any,
) -> ms.Position:
    """A position whose dead are told, opened by the lowest living seat; more: fields of Position."""
    cast = tuple(roles.split())
    setup = ms.Setup(len(cast), cast, options=ms.Options(**(options or {})))
    told = setup.options.check != "moderator"
    deaths = tuple(ms.Death(seat, "seven_votes", CLASS[cast[seat - 1]] if told else None) for seat in dead)
    opener = first or min(set(range(1, len(cast) + 1)) - set(dead))
    known = cast if setup.options.check == "dealt" else None
    return replace(ms.position_at(setup, opener, roles=known, dead=deaths), **more)


def died(position: ms.Position, *seats: int, cause: Any = "seven_votes", roles: str = CAST) -> ms.Position:
    """The position after these deaths, each told as it is."""
    for seat in seats:
        position = ms.die(position, seat, cause)
        if position.untold is not None:
            position = ms.tell_class(position, CLASS[roles.split()[seat - 1]])
    return position
