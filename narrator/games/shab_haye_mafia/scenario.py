"""Scenario files: a position in mid-game and the events that follow (section 10).

The reader accepts exactly the format; whatever is no position of the game raises BadPosition,
which names the field.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import fields as declared
from typing import Any, Final

from ..core import BadPosition
from ..fields import Names, boolean, fields, players, scenario_input, sequence, string
from .check import bad_options
from .events import Event, read_events
from .position import Position, position_at
from .roles import ROLES
from .setup import FLAGS, Options, Setup

GAME: Final = "shab_haye_mafia"

_KEYS: Final = ("players", "out", "options", "events")
_SINGLE: Final = frozenset(role.id for role in ROLES.values() if role.limit == 1)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file read. id: of the file, "" if it has none; names: by seat, seat 1 first, as
    the file writes them; events: at least one, in order."""

    id: str
    position: Position
    names: tuple[str, ...]
    events: tuple[Event, ...]


def parse_scenario(data: Any) -> Scenario:
    """Read the JSON value of a scenario file. Raises BadPosition."""
    title, given = scenario_input(data, GAME, _KEYS, needed=("players", "events"))
    names, roles = players(given["players"], ROLES, single=_SINGLE)
    table = Names(names)
    out = table.seats(given.get("out", []), "input.out")
    setup = Setup(len(roles), roles, _options(given.get("options", {})))
    position = position_at(setup, roles, out=frozenset(out))
    return Scenario(title, position, names, read_events(given["events"], table))


def _options(value: Any) -> Options:
    """Options by name; those left out have the page's default."""
    where = "input.options"
    chosen: dict[str, Any] = {}
    for key, given in fields(value, where, tuple(option.name for option in declared(Options))).items():
        here = f"{where}.{key}"
        if key in FLAGS:
            chosen[key] = boolean(given, here)
        elif key == "night_order":
            calls = sequence(given, here)
            chosen[key] = tuple(string(call, f"{here}[{index}]") for index, call in enumerate(calls))
        else:
            chosen[key] = string(given, here)
    options = Options(**chosen)
    for name in bad_options(options):
        raise BadPosition(f"{where}.{name}", "option", chosen[name])
    return options
