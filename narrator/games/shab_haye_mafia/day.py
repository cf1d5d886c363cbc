"""The course of a day and its two votes: who is voted on, who votes, who is accused (section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..core import Illegal, Seat
from .position import Position, check_present

Hands = int | frozenset[Seat]
"""The seats that raised a hand, or only their number."""


def skip_night(position: Position) -> Position:
    """The next day follows at once (Insomnia): the marks of the day end and those given take its
    place; a Final Shot lapses (section 6)."""
    active = position.active
    return replace(
        end_day(position),
        days=position.days + 1,
        green_path=position.next_green if position.next_green in active else None,
        red_carpet=position.next_red if position.next_red in active else None,
        next_green=None,
        next_red=None,
        final_shot=None,
        insomnia=False,
    )


def end_day(position: Position) -> Position:
    """The day is over: silence, Green Path and Red Carpet last one day (section 8)."""
    return replace(position, silenced=None, green_path=None, red_carpet=None)


def leave(position: Position, seat: Seat) -> Position:
    """The position after an exit by day is announced; the fate card may follow.

    Raises Illegal for a player who is not in the game.
    """
    check_present(position, seat)
    return replace(position, active=position.active - {seat})


def defence_threshold(position: Position) -> int:
    """Hands that send a player to the defence: more than half of those present (L21, L23)."""
    return len(position.active) // 2 + 1


def exit_threshold(position: Position) -> int:
    """Votes that send a single defendant out: half of those present minus one, rounded up, but at
    least one (L23, C-12)."""
    return max(1, (len(position.active) - 1) // 2)


def candidates(position: Position) -> tuple[Seat, ...]:
    """Who is voted on in the first vote, in seat order: not the players under Green Path and Red
    Carpet, for whom it decides nothing (5.3)."""
    return tuple(sorted(position.active - {position.green_path, position.red_carpet}))


def check_hands(position: Position, seat: Seat, hands: Hands) -> None:
    """Raise Illegal when these hands cannot have been raised for a player in the first vote (5.3).

    Everybody present may vote for several players, also the silenced one, but not for himself.
    seat, out: no such player, or one who has left, on either side; vote_self; count: more hands
    than others present.
    """
    check_present(position, seat)
    if isinstance(hands, int):
        if not 0 <= hands < len(position.active):
            raise Illegal("count", seat)
        return
    for voter in sorted(hands):
        check_present(position, voter)
        if voter == seat:
            raise Illegal("vote_self", seat)


def defence(position: Position, hands: Mapping[Seat, Hands]) -> tuple[Seat, ...]:
    """The accused in seat order: whoever reaches the threshold, and the player under Red Carpet
    without a vote; never the one under Green Path, whose hands do not count (5.3, section 6).

    Raises Illegal as check_hands does.
    """
    threshold = defence_threshold(position)
    accused = set()
    for seat, raised in hands.items():
        check_hands(position, seat, raised)
        if number(raised) >= threshold:
            accused.add(seat)
    if position.red_carpet in position.active:
        accused.add(position.red_carpet)
    return tuple(sorted(accused - {position.green_path}))


def voters(position: Position, accused: tuple[Seat, ...]) -> frozenset[Seat]:
    """Who has a vote in the second vote: everybody present but the accused (L21)."""
    return position.active.difference(accused)


def check_accused(position: Position, accused: tuple[Seat, ...]) -> None:
    """Raise Illegal unless the accused are different players in the game, at least one."""
    if not accused or len(set(accused)) != len(accused):
        raise Illegal("accused")
    for seat in accused:
        check_present(position, seat)


def check_ballots(position: Position, accused: tuple[Seat, ...], hands: Mapping[Seat, Hands]) -> None:
    """Raise Illegal when the hands raised so far in the second vote cannot be (L21).

    accused: one of the accused votes; accused_only: a vote for somebody else; voted: a second vote
    of one player; count: more hands than voters, or a negative number; out, seat: no player.
    """
    check_accused(position, accused)
    free = voters(position, accused)
    seen: set[Seat] = set()
    total = 0
    for seat, raised in hands.items():
        if seat not in accused:
            raise Illegal("accused_only", seat)
        total += number(raised)
        if isinstance(raised, int):
            if raised < 0:
                raise Illegal("count", seat)
            continue
        for voter in sorted(raised):
            check_present(position, voter)
            if voter not in free:
                raise Illegal("accused", voter)
            if voter in seen:
                raise Illegal("voted", voter)
            seen.add(voter)
    if total > len(free):
        raise Illegal("count")


def number(hands: Hands) -> int:
    """How many hands were raised."""
    return hands if isinstance(hands, int) else len(hands)
