"""Scenario files: a position in mid-game and the events that follow (section 12).

The reader accepts exactly the format, and plays the events through; whatever is no position of the
game or cannot follow raises BadPosition, which names the field.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, cast

from ..core import BadPosition, Seat
from ..fields import Names, boolean, fields, mapping, players, scenario_input, string
from .events import Event, NightEvent, read_events
from .played import playing, real_outcome
from .position import FULL, HALF, Death, Position, left, position_at
from .roles import ROLES
from .seer import MOST_SEERS
from .setup import CHECKS, Options, Setup

GAME: Final = "ma_soi_hanh_quyet"

_KEYS: Final = ("players", "dead", "moderator", "last_dead", "options", "moons", "seers", "first", "events")
_SINGLE: Final = frozenset(role.id for role in ROLES.values() if role.limit == 1)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file read. id: of the file, "" if it has none; names, roles: by seat, seat 1
    first; events: at least one, in order. A repr shows no role."""

    id: str
    names: tuple[str, ...]
    roles: tuple[str, ...] = field(repr=False)
    position: Position
    events: tuple[Event, ...]


def expected_shape(scenario: Scenario) -> list[dict[str, Any]]:
    """What each event comes to by the rules, in the file's shape."""
    return list(playing(scenario.position, scenario.roles, scenario.names, scenario.events))


def parse_scenario(data: Any) -> Scenario:
    """Read the JSON value of a scenario file. Raises BadPosition, as playing does for its events;
    "decided" when the game has ended before them."""
    title, given = scenario_input(data, GAME, _KEYS, needed=("players", "events"))
    names, roles = players(given["players"], ROLES, single=_SINGLE)
    table = Names(names)
    options, powerful = _options(given.get("options", {}))
    events = read_events(given["events"], table)
    dead = _dead(given, table)
    tells = options.check != "moderator"
    setup = Setup(len(roles), roles, powerful, options)
    living = sorted(set(range(1, setup.seats + 1)) - set(dead))
    if not living:
        raise BadPosition("input", "decided")
    position = position_at(
        setup,
        living[0],
        roles=roles if options.check == "dealt" else None,
        dead=tuple(
            Death(seat, "seven_votes", ROLES[roles[seat - 1]].counts if tells else None) for seat in dead
        ),
        moons=_moons(given.get("moons", {}), table),
        seers=_number(given.get("seers", 0), "input.seers", MOST_SEERS),
        at_night=isinstance(events[0], NightEvent),
    )
    if real_outcome(position, roles) is not None:
        raise BadPosition("input", "decided")
    first = _first(given.get("first"), position, table)
    scenario = Scenario(title, names, roles, replace(position, first=first, turn=first), events)
    expected_shape(scenario)
    return scenario


def _options(value: Any) -> tuple[Options, bool]:
    where = "input.options"
    given = fields(value, where, ("check", "day_cards", "powerful"))
    check = string(given.get("check", "narrator"), f"{where}.check")
    if check not in CHECKS:
        raise BadPosition(f"{where}.check", "option", check)
    cards = _number(given.get("day_cards", 0), f"{where}.day_cards")
    powerful = boolean(given.get("powerful", False), f"{where}.powerful")
    return Options(cast(Literal["narrator", "moderator", "dealt"], check), cards), powerful


def _dead(given: dict[str, Any], table: Names) -> tuple[Seat, ...]:
    """The dead in the order of their deaths: the moderator first, the last dead last; a file that
    names one of the two leaves the order of the rest as it is."""
    dead = table.seats(given.get("dead", []), "input.dead")
    ends: dict[str, Seat | None] = {}
    for key in ("moderator", "last_dead"):
        where, value = f"input.{key}", given.get(key)
        ends[key] = None if value is None else table.seat(value, where)
        if value is not None and ends[key] not in dead:
            raise BadPosition(where, "not_dead", value)
    if not dead:
        return ()
    final = ends["last_dead"]
    head = ends["moderator"] or next((seat for seat in dead if seat != final), dead[0])
    final = final or next((seat for seat in reversed(dead) if seat != head), dead[-1])
    if head == final and len(dead) > 1:
        raise BadPosition("input.last_dead", "contradicts")
    return (*[head][: len(dead) - 1], *[seat for seat in dead if seat not in (head, final)], final)


def _moons(value: Any, table: Names) -> dict[Seat, str]:
    moons: dict[Seat, str] = {}
    for name, moon in mapping(value, "input.moons").items():
        where = f"input.moons.{name}"
        seat = table.seat(name, where)
        if seat in moons:
            raise BadPosition(where, "repeated")
        if string(moon, where) not in (HALF, FULL):
            raise BadPosition(where, "unknown_moon", moon)
        moons[seat] = moon
    return moons


def _first(value: Any, position: Position, table: Names) -> Seat:
    """Who opens the day: as the file says, else the left of the last dead, else seat 1."""
    if value is None:
        return 1 if position.last_dead is None else left(position, position.last_dead)
    seat = table.seat(value, "input.first")
    if seat not in position.active:
        raise BadPosition("input.first", "dead", value)
    return seat


def _number(value: Any, where: str, most: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadPosition(where, "not_a_number", type(value).__name__)
    if value < 0 or (most is not None and value > most):
        raise BadPosition(where, "count", value)
    return value
