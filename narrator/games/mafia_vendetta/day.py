"""The day: who may vote, the count with the Judge and the Hypnotist, the elimination (7.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..core import Illegal, Seat
from .position import Position
from .setup import identities_matter

Hands = Mapping[Seat, frozenset[Seat] | int]
"""By suspect, the seats that raised a hand, or only their number."""


@dataclass(frozen=True, slots=True)
class Count:
    """The vote counted. tally: votes by suspect in the order of nomination, with all that is
    secret in them; hypnosis: whose vote was moved and to whom, None for nobody; eliminated: the
    suspect with the single highest total."""

    tally: tuple[tuple[Seat, int], ...]
    hypnosis: tuple[Seat, Seat | None] | None
    eliminated: Seat | None


@dataclass(frozen=True, slots=True)
class DayResult:
    """A day ended. freed: prisoners go free because the Jailer was voted out (L159)."""

    position: Position
    freed: bool


def barred(position: Position) -> tuple[Seat, ...]:
    """Active players who may not vote today: jailed (L159) or silenced (L213), in seat order."""
    out = position.jailed if position.silenced is None else position.jailed | {position.silenced}
    return tuple(sorted(out & position.active))


def may_vote(position: Position) -> frozenset[Seat]:
    """Active players who may vote today; suspects among them (7.1)."""
    return position.active.difference(barred(position))


def count(position: Position, suspects: tuple[Seat, ...], hands: Hands) -> Count:
    """Count a vote.

    Hands of barred players do not count; one vote a player (L127); the Judge's hand weighs two
    (L171); the hypnotised player's vote becomes the Hypnotist's (L193, A-12, A-13). The single
    highest total is eliminated, else nobody, also at 0:0 (L129).
    Raises Illegal: "suspect" for fewer than two, a repeated, or a vote for none of them; "dead" or
    "seat"; "voted" for a second vote; "vote" for a bare number that cannot be, or where the seats
    matter (identities_matter).
    """
    _check_suspects(position, suspects, hands)
    free = may_vote(position)
    tally = dict.fromkeys(suspects, 0)
    choice: dict[Seat, Seat] = {}
    bare = 0
    for suspect in suspects:
        raised = hands.get(suspect, 0)
        if isinstance(raised, int):
            if raised < 0 or raised > len(free) or (raised and identities_matter(position.setup)):
                raise Illegal("vote", suspect)
            bare += raised
            tally[suspect] += raised
            continue
        for seat in sorted(raised):
            if seat in choice:
                raise Illegal("voted", seat)
            if seat in free:
                choice[seat] = suspect
            elif seat not in position.active:
                raise _not_playing(position, seat)
    if bare + len(choice) > len(free):
        raise Illegal("voted")
    hypnosis = _hypnosis(position, free, choice)
    if hypnosis is not None:
        target, moved = hypnosis
        choice.pop(target, None)
        if moved is not None:
            choice[target] = moved
    for seat, suspect in choice.items():
        tally[suspect] += position.deal.cards[seat].votes
    most = max(tally.values())
    leading = [suspect for suspect, votes in tally.items() if votes == most]
    return Count(tuple(tally.items()), hypnosis, leading[0] if len(leading) == 1 else None)


def end_day(position: Position, eliminated: Seat | None) -> DayResult:
    """The position after the vote; None: nobody leaves.

    When the Jailer leaves, every prisoner is free at once (L159). Raises Illegal for a player who
    is not active.
    """
    if eliminated is None:
        return DayResult(position, False)
    if eliminated not in position.active:
        raise _not_playing(position, eliminated)
    opened = eliminated in position.deal.jailers
    jailed = frozenset[Seat]() if opened else position.jailed - {eliminated}
    named = frozenset[Seat]() if opened else position.named_prisoners - {eliminated}
    after = Position(
        position.deal,
        position.active - {eliminated},
        jailed,
        named,
        position.silenced,
        position.hypnotised,
        position.nights,
    )
    return DayResult(after, opened and bool(position.jailed))


def _check_suspects(position: Position, suspects: tuple[Seat, ...], hands: Hands) -> None:
    if len(suspects) < 2 or len(set(suspects)) != len(suspects):
        raise Illegal("suspect")
    for seat in suspects:
        if seat not in position.active:
            raise _not_playing(position, seat)
    for seat in hands:
        if seat not in suspects:
            raise Illegal("suspect", seat)


def _not_playing(position: Position, seat: Seat) -> Illegal:
    return Illegal("dead" if 1 <= seat <= len(position.roles) else "seat", seat)


def _hypnosis(
    position: Position, free: frozenset[Seat], choice: Mapping[Seat, Seat]
) -> tuple[Seat, Seat | None] | None:
    """Whose vote moves where: nothing when the Hypnotist is out or the one or the other may not
    vote; to nobody when he could vote and did not (A-13)."""
    target = position.hypnotised
    if target is None or target not in free:
        return None
    for hypnotist in position.deal.hypnotists:
        if hypnotist in free:
            return target, choice.get(hypnotist)
    return None
