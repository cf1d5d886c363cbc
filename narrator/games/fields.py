"""Typed reading of JSON values; a wrong type raises BadPosition that names the field."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator, Set
from contextlib import contextmanager
from typing import Any

from .core import BadPosition, Illegal, Seat


def mapping(value: Any, where: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise BadPosition(where, "not_an_object", type(value).__name__)
    return value


def fields(value: Any, where: str, allowed: tuple[str, ...]) -> dict[str, Any]:
    """A JSON object with no key but the allowed ones: a mistyped key must not pass in silence."""
    found = mapping(value, where)
    for key in found:
        if key not in allowed:
            raise BadPosition(f"{where}.{key}", "unknown_field")
    return found


def sequence(value: Any, where: str) -> list[Any]:
    """A JSON array."""
    if not isinstance(value, list):
        raise BadPosition(where, "not_an_array", type(value).__name__)
    return value


def string(value: Any, where: str) -> str:
    """A JSON string."""
    if not isinstance(value, str):
        raise BadPosition(where, "not_a_string", type(value).__name__)
    return value


def boolean(value: Any, where: str) -> bool:
    """true or false, not a number."""
    if not isinstance(value, bool):
        raise BadPosition(where, "not_a_boolean", type(value).__name__)
    return value


def name_key(name: str) -> str:
    """Names are equal when they look equal, however they are encoded (NFC)."""
    return unicodedata.normalize("NFC", name)


@contextmanager
def legal(where: str, *, tolerated: Set[str] = frozenset()) -> Iterator[None]:
    """What breaks a rule in here is no position; the reason is the rule's code.

    tolerated: reasons that pass in silence, for what may be tried at the table and is refused there.
    """
    try:
        yield
    except Illegal as refusal:
        if refusal.reason not in tolerated:
            raise BadPosition(where, refusal.reason) from None


class Names:
    """Players' names to seats."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._seats = {name_key(name): seat for seat, name in enumerate(names, 1)}

    def seat(self, value: Any, where: str) -> Seat:
        """The seat of a name."""
        name = string(value, where)
        seat = self._seats.get(name_key(name))
        if seat is None:
            raise BadPosition(where, "unknown_name", name)
        return seat

    def seats(self, value: Any, where: str) -> tuple[Seat, ...]:
        """The seats of an array of names, none twice."""
        found: list[Seat] = []
        for index, name in enumerate(sequence(value, where)):
            seat = self.seat(name, f"{where}[{index}]")
            if seat in found:
                raise BadPosition(f"{where}[{index}]", "repeated", name)
            found.append(seat)
        return tuple(found)


def scenario_input(
    data: Any, game: str, keys: tuple[str, ...], *, needed: tuple[str, ...]
) -> tuple[str, dict[str, Any]]:
    """The id of a scenario file, "" if it has none, and its ``input``.

    The file is of this game, or names none; ``input`` has no key but these, and all that are needed.
    """
    top = mapping(data, "file")
    if top.get("game", game) != game:
        raise BadPosition("game", "game", top["game"])
    id = string(top.get("id", ""), "id")
    if "input" not in top:
        raise BadPosition("input", "missing")
    given = fields(top["input"], "input", keys)
    for key in needed:
        if key not in given:
            raise BadPosition(f"input.{key}", "missing")
    return id, given


def players(
    value: Any, roles: Container[str], *, single: Container[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and roles by seat from ``input.players``, pairs of a name and a role; at least one.

    roles: every id there is; single: those that only one player can have.
    """
    names: list[str] = []
    dealt: list[str] = []
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
        if role not in roles:
            raise BadPosition(f"{here}[1]", "unknown_role", role)
        if role in single and role in dealt:
            raise BadPosition(f"{here}[1]", "repeated", role)
        seen.add(name_key(name))
        names.append(name)
        dealt.append(role)
    if not names:
        raise BadPosition(where, "empty")
    return tuple(names), tuple(dealt)
