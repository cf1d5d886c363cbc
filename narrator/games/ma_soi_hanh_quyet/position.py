"""The public state of a game: turn, votes, deaths, moons, cards drawn; roles only if they were told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from ..core import BadSetup, Illegal, Problem, Seat
from .setup import Setup

Cause = Literal["seven_votes", "howl", "witch", "moon", "claw"]
CAUSES: Final = ("seven_votes", "howl", "witch", "moon", "claw")
"""What a player dies of: by day the first three (section 5), by night the others (section 7)."""

NO_MOON: Final = ""
HALF: Final = "half"
FULL: Final = "full"


@dataclass(frozen=True, slots=True)
class Death:
    """One death. counts: the class of his card, None until it is told; a repr does not show it."""

    seat: Seat
    cause: Cause
    counts: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Position:
    """The table at any moment of a day or a night.

    first: who opened this day; turn: whose turn it is; active: the living; dead: in the order of
    their deaths; votes, moons: by seat, seat 1 first, "" for no token; seers: Seer cards used;
    day: 1 for the first; drawn: cards drawn from the pile today; drawer: who drew the Howl today;
    verdict: the winner the moderator has told; roles: by seat, known with Options.check "dealt"
    alone, not in a repr. fallen: how many were dead, boxed: how many Seer cards were in the box,
    when this day was dealt.
    """

    setup: Setup
    first: Seat
    turn: Seat
    active: frozenset[Seat]
    dead: tuple[Death, ...]
    votes: tuple[int, ...]
    moons: tuple[str, ...]
    seers: int = 0
    day: int = 1
    drawn: int = 0
    drawer: Seat | None = None
    night: bool = False
    verdict: str | None = None
    roles: tuple[str, ...] | None = field(default=None, repr=False)
    fallen: int = 0
    boxed: int = 0

    @property
    def moderator(self) -> Seat | None:
        """The first who died keeps the cards of the dead (L88)."""
        return self.dead[0].seat if self.dead else None

    @property
    def last_dead(self) -> Seat | None:
        """Who died last."""
        return self.dead[-1].seat if self.dead else None

    @property
    def untold(self) -> Seat | None:
        """The last dead player whose class is still to be told; nobody's is where the moderator
        checks himself."""
        if self.setup.options.check == "moderator":
            return None
        return next((death.seat for death in reversed(self.dead) if death.counts is None), None)


def opening(setup: Setup, first: Seat, roles: tuple[str, ...] | None = None) -> Position:
    """The first day, everybody alive. first: who plays first (B-01).

    roles: by seat, wanted with Options.check "dealt" and only then. Raises BadSetup("roles") when
    they are missing, not wanted or not the deck; Illegal("seat").
    """
    if (roles is not None) != (setup.options.check == "dealt") or (
        roles is not None and (sorted(roles) != sorted(setup.deck) or len(roles) != setup.seats)
    ):
        raise BadSetup((Problem("roles", "error", {"cards": len(setup.deck), "seats": setup.seats}),))
    return position_at(setup, first, roles=roles)


def position_at(
    setup: Setup,
    first: Seat,
    *,
    roles: tuple[str, ...] | None = None,
    dead: tuple[Death, ...] = (),
    moons: Mapping[Seat, str] | None = None,
    seers: int = 0,
    at_night: bool = False,
) -> Position:
    """A position at the start of a day in mid-game; set-up validation does not apply.

    at_night: the day is over instead, and the last of the dead, if any, died in it. Raises
    Illegal("seat") or Illegal("out") when first does not live.
    """
    seats = range(1, setup.seats + 1)
    position = Position(
        setup,
        first,
        first,
        frozenset(seats) - {death.seat for death in dead},
        dead,
        (0,) * setup.seats,
        tuple((moons or {}).get(seat, NO_MOON) for seat in seats),
        seers,
        roles=roles,
        fallen=max(0, len(dead) - at_night),
        boxed=seers,
    )
    check_present(position, first)
    return position


def check_seat(position: Position, seat: Seat) -> None:
    """Raise Illegal("seat") unless there is such a seat, whoever holds it."""
    if not 1 <= seat <= position.setup.seats:
        raise Illegal("seat", seat)


def check_present(position: Position, seat: Seat) -> None:
    """Raise Illegal("seat") or Illegal("out") unless a seat lives."""
    check_seat(position, seat)
    if seat not in position.active:
        raise Illegal("out", seat)


def left(position: Position, seat: Seat) -> Seat:
    """The next living player to the left, which is clockwise and by rising numbers (L43, L53).

    seat may be dead; the only one who lives is at the left of himself. Raises Illegal("seat"), and
    Illegal("out") when nobody lives.
    """
    check_seat(position, seat)
    if not position.active:
        raise Illegal("out", seat)
    seats = position.setup.seats
    return min(position.active, key=lambda other: (other - seat - 1) % seats)
