"""The events of a scenario file: one dataclass a type, and their strict reading (section 12).

Only shape and names are read here; whether an event can follow from the ones before it is checked
when it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from ..core import BadPosition, Seat
from ..fields import Names, fields, mapping, sequence, string
from .day import TO_DIE

Cause = Literal["seven_votes", "howl", "witch"]


@dataclass(frozen=True, slots=True)
class DayEnd:
    """The end of a day. target: who dies, except by the Howl; drawn_by: who drew it, if the file
    says so; votes: at the Howl, whoever is not named has none."""

    index: int
    cause: Cause
    target: Seat | None = None
    drawn_by: Seat | None = None
    votes: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NightEvent:
    """A night. claw: who is dealt the Claw; a repr does not show it."""

    index: int
    claw: Seat = field(repr=False)


@dataclass(frozen=True, slots=True)
class SeerEvent:
    """A Seer card. user: who gets the power; target: whom he names."""

    index: int
    user: Seat
    target: Seat


Event = DayEnd | NightEvent | SeerEvent


def place(index: int) -> str:
    """Where an event stands in its file."""
    return f"input.events[{index}]"


def read_events(value: Any, names: Names) -> tuple[Event, ...]:
    """The events of a file in their order. Raises BadPosition."""
    found: list[Event] = []
    for index, given in enumerate(sequence(value, "input.events")):
        where = place(index)
        kind = string(_needed(mapping(given, where), "type", where), f"{where}.type")
        if kind not in _READERS:
            raise BadPosition(f"{where}.type", "unknown_type", kind)
        keys, read = _READERS[kind]
        found.append(read(index, fields(given, where, ("type", *keys)), names))
    if not found:
        raise BadPosition("input.events", "empty")
    return tuple(found)


def _needed(given: dict[str, Any], key: str, where: str) -> Any:
    if key not in given:
        raise BadPosition(f"{where}.{key}", "missing")
    return given[key]


def _seat(given: dict[str, Any], key: str, where: str, names: Names) -> Seat:
    return names.seat(_needed(given, key, where), f"{where}.{key}")


def _day_end(index: int, given: dict[str, Any], names: Names) -> DayEnd:
    where = place(index)
    said = string(_needed(given, "cause", where), f"{where}.cause")
    cause = _CAUSES.get(said)
    if cause is None:
        raise BadPosition(f"{where}.cause", "unknown_cause", said)
    for key in ("target",) if cause == "howl" else ("drawn_by", "votes"):
        if given.get(key) is not None:
            raise BadPosition(f"{where}.{key}", "not_for_cause", cause)
    if cause != "howl":
        return DayEnd(index, cause, _seat(given, "target", where, names))
    drawer = None if given.get("drawn_by") is None else _seat(given, "drawn_by", where, names)
    votes = _votes(_needed(given, "votes", where), f"{where}.votes", names)
    return DayEnd(index, cause, None, drawer, votes)


def _votes(value: Any, where: str, names: Names) -> dict[Seat, int]:
    votes: dict[Seat, int] = {}
    for name, count in mapping(value, where).items():
        here = f"{where}.{name}"
        seat = names.seat(name, here)
        if seat in votes:
            raise BadPosition(here, "repeated")
        if isinstance(count, bool) or not isinstance(count, int):
            raise BadPosition(here, "not_votes", type(count).__name__)
        if not 0 <= count < TO_DIE:
            raise BadPosition(here, "count", count)
        votes[seat] = count
    return votes


def _night(index: int, given: dict[str, Any], names: Names) -> NightEvent:
    return NightEvent(index, _seat(given, "claw", place(index), names))


def _seer(index: int, given: dict[str, Any], names: Names) -> SeerEvent:
    where = place(index)
    return SeerEvent(index, _seat(given, "user", where, names), _seat(given, "target", where, names))


_CAUSES: Final[Mapping[str, Cause]] = {"seven_votes": "seven_votes", "howl": "howl", "witch": "witch"}

_Reader = Callable[[int, dict[str, Any], Names], Event]

_READERS: Final[Mapping[str, tuple[tuple[str, ...], _Reader]]] = {
    "day_end": (("cause", "target", "drawn_by", "votes"), _day_end),
    "night": (("claw",), _night),
    "seer": (("user", "target"), _seer),
}
