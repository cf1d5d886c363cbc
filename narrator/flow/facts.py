"""Public and private facts are different types, so that a secret cannot slip into a public line.

A public line is filled with `PublicFact` only: seats by their public name, roles of the deck or on a card
that was shown to all, numbers. What belongs to the helper alone is wrapped in `Secret`; nothing unwraps it
on the way to the loudspeaker.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublicFact:
    """What everybody at the table knows, or is being told."""


@dataclass(frozen=True, slots=True)
class Seat(PublicFact):
    """A player, by the name that is said by day. seat: 1..n."""

    seat: int


@dataclass(frozen=True, slots=True)
class Seats(PublicFact):
    """Several players, in the order in which they are named."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Role(PublicFact):
    """A role id of the deck, or of a card lying open."""

    role: str


@dataclass(frozen=True, slots=True)
class Phrase(PublicFact):
    """A word or phrase of the game's own script, by its line id: the name of a card, an ordinal."""

    line: str


@dataclass(frozen=True, slots=True)
class Listing(PublicFact):
    """Words of the script in a row, each by its line id and how many of it there are; one is not counted."""

    items: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Number(PublicFact):
    """A count that is said aloud."""

    n: int


@dataclass(frozen=True, slots=True)
class Word(PublicFact):
    """A command of the helper's, by its word id, said as its first phrase."""

    id: str


@dataclass(frozen=True, slots=True)
class Words(PublicFact):
    """What may be said now: commands in a row, numbers as from the first to the last. ids: their word ids."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Secret:
    """A fact for the helper alone. It is no PublicFact, and the public renderer refuses it."""

    fact: PublicFact
