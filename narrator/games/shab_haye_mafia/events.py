"""The events of a scenario file: one dataclass a type, and their strict reading (section 10).

Only shape and names are read here; whether an event can follow from the ones before it is checked
when it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from ..core import BadPosition, Seat
from ..fields import Names, boolean, fields, mapping, sequence, string
from .day import Hands
from .roles import (
    BEAUTIFUL_MIND,
    CARDS,
    DETECTIVE,
    DIE_HARD,
    DOCTOR,
    FINAL_SHOT,
    GIVEN,
    GREEN_PATH,
    JOKER,
    LECTER,
    MAFIA_SHOT,
    PROFESSIONAL,
    PSYCHIATRIST,
    RED_CARPET,
    ROLES,
    VERTIGO,
)
from .verdict import Decision

ACTIONS: Final[Mapping[str, str]] = {
    MAFIA_SHOT: MAFIA_SHOT,
    LECTER: LECTER,
    JOKER: JOKER,
    DOCTOR: DOCTOR,
    PROFESSIONAL: PROFESSIONAL,
    DETECTIVE: DETECTIVE,
    PSYCHIATRIST: PSYCHIATRIST,
    "die_hard_inquiry": DIE_HARD,
}
"""A file's keys for the steps of a night."""


@dataclass(frozen=True, slots=True)
class NightEvent:
    """A night. actions: by step, those that were passed left out; final_shot: whom that card has
    named, if the file says so. A repr shows no action."""

    index: int
    actions: Mapping[str, Seat | bool] = field(repr=False)
    final_shot: Seat | None = None


@dataclass(frozen=True, slots=True)
class Vote1Event:
    """A first vote. red_carpet, green_path: who is under that card today, if the file says so."""

    index: int
    votes: Mapping[Seat, Hands]
    red_carpet: Seat | None = None
    green_path: Seat | None = None


@dataclass(frozen=True, slots=True)
class Vote2Event:
    """A second vote. lot_result: who leaves by the lot after a tie."""

    index: int
    accused: tuple[Seat, ...]
    votes: Mapping[Seat, Hands]
    mayor: Decision | None = None
    lot_result: Seat | None = None


@dataclass(frozen=True, slots=True)
class CardEvent:
    """A leaver's card, None when he draws none. guess: a player and a role, for Beautiful Mind;
    give_to: for the cards that name a player; lie: for Vertigo; silenced: whether he is, if the
    file says so."""

    index: int
    player: Seat
    card: str | None
    guess: tuple[Seat, str] | None = None
    give_to: Seat | None = None
    lie: bool = True
    silenced: bool | None = None


Event = NightEvent | Vote1Event | Vote2Event | CardEvent


def place(index: int) -> str:
    """Where an event stands in its file."""
    return f"input.events[{index}]"


def read_events(value: Any, names: Names) -> tuple[Event, ...]:
    """The events of a file in their order. Raises BadPosition."""
    found: list[Event] = []
    for index, given in enumerate(sequence(value, "input.events")):
        where = place(index)
        if "type" not in mapping(given, where):
            raise BadPosition(f"{where}.type", "missing")
        kind = string(given["type"], f"{where}.type")
        if kind not in _READERS:
            raise BadPosition(f"{where}.type", "unknown_type", kind)
        keys, read = _READERS[kind]
        found.append(read(index, fields(given, where, ("type", *keys)), names))
    if not found:
        raise BadPosition("input.events", "empty")
    return tuple(found)


def _night(index: int, given: dict[str, Any], names: Names) -> NightEvent:
    where = f"{place(index)}.actions"
    actions: dict[str, Seat | bool] = {}
    for key, target in fields(given.get("actions", {}), where, tuple(ACTIONS)).items():
        if target is None:
            continue
        step = ACTIONS[key]
        if step != DIE_HARD:
            actions[step] = names.seat(target, f"{where}.{key}")
        elif boolean(target, f"{where}.{key}"):
            actions[step] = True
    return NightEvent(index, actions, _optional(given, FINAL_SHOT, index, names))


def _vote1(index: int, given: dict[str, Any], names: Names) -> Vote1Event:
    return Vote1Event(
        index,
        _votes(given, index, names),
        _optional(given, RED_CARPET, index, names),
        _optional(given, GREEN_PATH, index, names),
    )


def _vote2(index: int, given: dict[str, Any], names: Names) -> Vote2Event:
    where = place(index)
    if "defence" not in given:
        raise BadPosition(f"{where}.defence", "missing")
    accused = names.seats(given["defence"], f"{where}.defence")
    if not accused:
        raise BadPosition(f"{where}.defence", "empty")
    mayor = given.get("mayor")
    return Vote2Event(
        index,
        accused,
        _votes(given, index, names),
        None if mayor is None else _decision(mayor, f"{where}.mayor", names),
        _optional(given, "lot_result", index, names),
    )


def _card(index: int, given: dict[str, Any], names: Names) -> CardEvent:
    where = place(index)
    for key in ("player", "card"):
        if key not in given:
            raise BadPosition(f"{where}.{key}", "missing")
    card = given["card"]
    if card is not None and string(card, f"{where}.card") not in CARDS:
        raise BadPosition(f"{where}.card", "unknown_card", card)
    for key, cards in _ONLY_FOR.items():
        if given.get(key) is not None and card not in cards:
            raise BadPosition(f"{where}.{key}", "not_for_card", card)
    silenced, lie, guess = given.get("silenced"), given.get("lie"), given.get("guess")
    return CardEvent(
        index,
        names.seat(given["player"], f"{where}.player"),
        card,
        None if guess is None else _guess(guess, f"{where}.guess", names),
        _optional(given, "give_to", index, names),
        True if lie is None else boolean(lie, f"{where}.lie"),
        None if silenced is None else boolean(silenced, f"{where}.silenced"),
    )


_ONLY_FOR: Final = {"guess": frozenset({BEAUTIFUL_MIND}), "give_to": GIVEN, "lie": frozenset({VERTIGO})}

_Reader = Callable[[int, dict[str, Any], Names], Event]

_READERS: Final[Mapping[str, tuple[tuple[str, ...], _Reader]]] = {
    "night": (("actions", FINAL_SHOT), _night),
    "vote1": (("votes", RED_CARPET, GREEN_PATH), _vote1),
    "vote2": (("defence", "votes", "mayor", "lot_result"), _vote2),
    "card": (("player", "card", "guess", "give_to", "lie", "silenced"), _card),
}


def _optional(given: dict[str, Any], key: str, index: int, names: Names) -> Seat | None:
    value = given.get(key)
    return None if value is None else names.seat(value, f"{place(index)}.{key}")


def _votes(given: dict[str, Any], index: int, names: Names) -> dict[Seat, Hands]:
    """Hands by player: a number, or the voters' names."""
    votes: dict[Seat, Hands] = {}
    for name, hands in mapping(given.get("votes", {}), f"{place(index)}.votes").items():
        where = f"{place(index)}.votes.{name}"
        seat = names.seat(name, where)
        if seat in votes:
            raise BadPosition(where, "repeated")
        if isinstance(hands, list):
            votes[seat] = frozenset(names.seats(hands, where))
        elif isinstance(hands, int) and not isinstance(hands, bool):
            votes[seat] = hands
        else:
            raise BadPosition(where, "not_votes", type(hands).__name__)
    return votes


def _decision(value: Any, where: str, names: Names) -> Decision:
    said = fields(value, where, ("do", "target"))
    if "do" not in said:
        raise BadPosition(f"{where}.do", "missing")
    do = string(said["do"], f"{where}.do")
    target = said.get("target")
    seat = None if target is None else names.seat(target, f"{where}.target")
    decisions: dict[str, Literal["nothing", "cancel", "exit"]] = {
        "nothing": "nothing",
        "cancel": "cancel",
        "exit": "exit",
    }
    if do not in decisions:
        raise BadPosition(f"{where}.do", "action", do)
    if (do == "exit") != (seat is not None):
        raise BadPosition(f"{where}.target", "missing" if seat is None else "action")
    return Decision(decisions[do], seat)


def _guess(value: Any, where: str, names: Names) -> tuple[Seat, str]:
    pair = sequence(value, where)
    if len(pair) != 2:
        raise BadPosition(where, "name_and_role", len(pair))
    role = string(pair[1], f"{where}[1]")
    if role not in ROLES:
        raise BadPosition(f"{where}[1]", "unknown_role", role)
    return names.seat(pair[0], f"{where}[0]"), role
