"""Typed reading of JSON values; a wrong type raises BadPosition that names the field."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
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
def legal(where: str) -> Iterator[None]:
    """What breaks a rule in here is no position; the reason is the rule's code."""
    try:
        yield
    except Illegal as refusal:
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
