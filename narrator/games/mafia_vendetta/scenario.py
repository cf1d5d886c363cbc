"""Scenario files: a position in mid-game, a night's actions, a day's vote (section 11).

The reader accepts exactly the format; whatever is no position of the game raises BadPosition,
which names the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..core import BadPosition, Seat
from ..fields import Names, boolean, fields, mapping, players, scenario_input, string
from .actions import act
from .dawn import resolve
from .night import Action, begin_night
from .position import Position, position_at
from .roles import GANGS, LONER, ROLES, YAKUZA
from .scripted import read_actions
from .setup import CLASSIC, MODES, Setup

GAME = "mafia_vendetta"

_KEYS: Final = ("players", "mode", "secret", "dead", "jailed", "night", "day")
_SINGLE: Final = frozenset(role.id for role in ROLES.values() if role.unique)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file read and found possible.

    id: of the file, "" if it has none; names: by seat, seat 1 first, as the file writes them;
    secret: Secret mode; first: the game's first night; actions: what is to be shown at the night's
    calls, in calling order, without kills on a first night, which are not done; suspects: in the
    order of nomination; votes: whom a seat raises its hand for, barred players included. has_night
    and has_day: which phases the file has; without either it asks for the calls of a night.
    """

    id: str
    position: Position
    names: tuple[str, ...]
    secret: bool
    has_night: bool
    first: bool
    actions: tuple[tuple[str, Action], ...]
    has_day: bool
    suspects: tuple[Seat, ...]
    votes: Mapping[Seat, Seat]

    def hands(self) -> dict[Seat, frozenset[Seat]]:
        """The votes as the count wants them: by suspect, the seats that raise a hand."""
        return {
            suspect: frozenset(seat for seat, choice in self.votes.items() if choice == suspect)
            for suspect in self.suspects
        }


def parse_scenario(data: Any) -> Scenario:
    """Read the JSON value of a scenario file. Raises BadPosition."""
    title, given = scenario_input(data, GAME, _KEYS, needed=("players",))
    names, roles = players(given["players"], ROLES, single=_SINGLE)
    table = Names(names)
    secret = boolean(given.get("secret", False), "input.secret")
    mode = _mode(given.get("mode"), "mode" in given, roles)
    setup = Setup(len(roles), roles, mode, secret)  # type: ignore[arg-type]
    dead = table.seats(given.get("dead", []), "input.dead")
    jailed = table.seats(given.get("jailed", []), "input.jailed")
    _check_jailed(names, roles, dead, jailed)

    night: dict[str, Any] = {}
    if "night" in given:
        night = fields(given["night"], "input.night", ("first", "actions"))
    first = boolean(night.get("first", False), "input.night.first")
    position = position_at(
        setup, roles, dead=frozenset(dead), jailed=frozenset(jailed), nights=0 if first else 1
    )
    actions: tuple[tuple[str, Action], ...] = ()
    by_day = position
    if "night" in given:
        dark = begin_night(position, first)
        actions = read_actions(night.get("actions", {}), table, dark)
        for call, action in actions:
            dark = act(dark, call, action)
        by_day = resolve(dark).position
    suspects: tuple[Seat, ...] = ()
    votes: Mapping[Seat, Seat] = {}
    if "day" in given:
        suspects, votes = _day(given["day"], table, by_day)
    return Scenario(
        title, position, names, secret, "night" in given, first, actions, "day" in given, suspects, votes
    )


def _mode(value: Any, given: bool, roles: tuple[str, ...]) -> str:
    """The mode; if the file names none, the one that the players' roles belong to (L229, L244)."""
    if given:
        mode = string(value, "input.mode")
        if mode not in MODES:
            raise BadPosition("input.mode", "unknown_mode", mode)
        return mode
    factions = {ROLES[role].faction for role in roles}
    return next((side for side in (YAKUZA, LONER) if side in factions), CLASSIC)


def _check_jailed(
    names: tuple[str, ...], roles: tuple[str, ...], dead: tuple[Seat, ...], jailed: tuple[Seat, ...]
) -> None:
    """Only active members of a gang can be in jail (L159, L233, L246)."""
    for index, seat in enumerate(jailed):
        where, name = f"input.jailed[{index}]", names[seat - 1]
        if seat in dead:
            raise BadPosition(where, "dead", name)
        if ROLES[roles[seat - 1]].faction not in GANGS:
            raise BadPosition(where, "cannot_be_jailed", name)


def _day(value: Any, names: Names, position: Position) -> tuple[tuple[Seat, ...], dict[Seat, Seat]]:
    """Suspects and votes of a day; the dead of the night before can be neither. Without two
    suspects there is no vote (A-16)."""
    day = fields(value, "input.day", ("suspects", "votes"))
    suspects = names.seats(day.get("suspects", []), "input.day.suspects")
    for index, seat in enumerate(suspects):
        if seat not in position.active:
            raise BadPosition(f"input.day.suspects[{index}]", "dead")
    votes: dict[Seat, Seat] = {}
    seen: set[Seat] = set()
    for name, choice in mapping(day.get("votes", {}), "input.day.votes").items():
        where = f"input.day.votes.{name}"
        seat = names.seat(name, where)
        if seat in seen:
            raise BadPosition(where, "voted")
        seen.add(seat)
        if seat not in position.active:
            raise BadPosition(where, "dead")
        if choice is None:
            continue
        votes[seat] = names.seat(choice, where)
        if votes[seat] not in suspects:
            raise BadPosition(where, "suspect", choice)
    if votes and len(suspects) < 2:
        raise BadPosition("input.day.suspects", "two", len(suspects))
    return suspects, votes
