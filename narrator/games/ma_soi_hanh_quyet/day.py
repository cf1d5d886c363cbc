"""The day (section 5): turns, votes, the Howl, the pile of Day cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..core import Illegal, Seat
from .position import Position, check_present, left
from .setup import HAND, HOWL_DEPTH

TO_DIE: Final = 7
"""Votes at which a player dies at once (L79)."""


def add_votes(position: Position, seat: Seat, k: int) -> Position:
    """k votes more, or fewer when negative, never below none (B-13). Raises Illegal: seat, out."""
    check_present(position, seat)
    return _voted(position, seat, max(0, position.votes[seat - 1] + k))


def set_votes(position: Position, seat: Seat, n: int) -> Position:
    """So many votes. Raises Illegal: seat, out, count (fewer than none)."""
    check_present(position, seat)
    if n < 0:
        raise Illegal("count", seat)
    return _voted(position, seat, n)


def _voted(position: Position, seat: Seat, n: int) -> Position:
    votes = position.votes
    return replace(position, votes=(*votes[: seat - 1], n, *votes[seat:]))


def condemned(position: Position) -> Seat | None:
    """Who has votes enough to die (L79). Ask after every change: of two, the table's order decides
    (B-06), and the lower seat comes first here."""
    return next((seat for seat in sorted(position.active) if position.votes[seat - 1] >= TO_DIE), None)


def next_turn(position: Position) -> Position:
    """The turn of the player to the left, now that one card was played and one drawn (L51, L53)."""
    return replace(position, turn=left(position, position.turn), drawn=position.drawn + 1)


def howled(position: Position, drawer: Seat) -> Position:
    """The Howl drawn, and by whom (L65). Who dies of it: leaders. Raises Illegal: seat, out."""
    check_present(position, drawer)
    return replace(position, drawer=drawer)


def leaders(position: Position) -> tuple[Seat, ...]:
    """The living with the most votes, in seat order: one of them dies of the Howl, several are a
    tie and nobody does (L81), also without any vote (B-15)."""
    living = sorted(position.active)
    most = max((position.votes[seat - 1] for seat in living), default=0)
    return tuple(seat for seat in living if position.votes[seat - 1] == most)


def pile(position: Position) -> int | None:
    """How many cards are left to draw, None when the size of the deck is not told (B-07).

    The deck of this day had no Seer card that was in the box by then (L132) and gave each living
    player two (L23, L120). Never below 0, however many turns are counted.
    """
    cards = position.setup.options.day_cards
    if cards == 0:
        return None
    hands = HAND * (position.setup.seats - position.fallen)
    return max(0, cards - position.boxed - hands - position.drawn)


def howl_may_come(position: Position) -> bool:
    """Whether the pile is known to be down to where the Howl is (L21)."""
    cards = pile(position)
    return cards is not None and cards <= HOWL_DEPTH
