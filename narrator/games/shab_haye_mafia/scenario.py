"""Scenario files: a position in mid-game and the events that follow (section 10).

The reader accepts exactly the format; whatever is no position of the game raises BadPosition,
which names the field.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import fields as declared
from typing import Any, Final

from ..core import BadPosition
from ..fields import Names, boolean, fields, mapping, name_key, sequence, string
from .check import bad_options
from .events import Event, read_events
from .position import Position, position_at
from .roles import ROLES
from .setup import FLAGS, Options, Setup

GAME: Final = "shab_haye_mafia"


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
    top = mapping(data, "file")
    if top.get("game", GAME) != GAME:
        raise BadPosition("game", "game", top["game"])
    title = string(top.get("id", ""), "id")
    if "input" not in top:
        raise BadPosition("input", "missing")
    given = fields(top["input"], "input", ("players", "out", "options", "events"))
    for key in ("players", "events"):
        if key not in given:
            raise BadPosition(f"input.{key}", "missing")
    names, roles = _players(given["players"])
    table = Names(names)
    out = table.seats(given.get("out", []), "input.out")
    setup = Setup(len(roles), roles, _options(given.get("options", {})))
    position = position_at(setup, roles, out=frozenset(out))
    return Scenario(title, position, names, read_events(given["events"], table))


def _players(value: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names: list[str] = []
    roles: list[str] = []
    seen: set[str] = set()
    where = "input.players"
    for index, entry in enumerate(sequence(value, where)):
        here = f"{where}[{index}]"
        pair = sequence(entry, here)
        if len(pair) != 2:
            raise BadPosition(here, "name_and_role", len(pair))
        name, role = string(pair[0], f"{here}[0]"), string(pair[1], f"{here}[1]")
        if not name.strip():
            raise BadPosition(f"{here}[0]", "empty")
        if name_key(name) in seen:
            raise BadPosition(f"{here}[0]", "repeated", name)
        if role not in ROLES:
            raise BadPosition(f"{here}[1]", "unknown_role", role)
        if ROLES[role].limit == 1 and role in roles:
            raise BadPosition(f"{here}[1]", "repeated", role)
        seen.add(name_key(name))
        names.append(name)
        roles.append(role)
    if not names:
        raise BadPosition(where, "empty")
    return tuple(names), tuple(roles)


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
