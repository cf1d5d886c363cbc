"""The end of the second vote: the Mayor, the verdict, the lot (5.5 to 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from ..core import Illegal, Seat
from .day import Hands, check_accused, check_ballots, exit_threshold, number
from .night import ABSENT, ACTS, SPENT
from .position import Position, check_present
from .setup import Options, mayor_in_deck

MayorState = Literal["acts", "absent", "spent", "accused"]

ACCUSED: Final = "accused"

Reason = Literal["votes", "not_enough", "no_votes", "cancelled", "direct_exit", "tie"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What the Mayor decides (L9): nothing, the day's vote is off, or one of the accused leaves."""

    do: Literal["nothing", "cancel", "exit"]
    target: Seat | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The second vote decided.

    position: the Mayor's use spent, the leaver, if any, still in. leaves: who has to go; tied: who
    draws the lot, in seat order; reason: why; votes: by accused.
    """

    position: Position
    leaves: Seat | None
    tied: tuple[Seat, ...]
    reason: Reason
    votes: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot drawn. leaves: who has to go; stay: in a chance lot who was drawn before, in order."""

    stay: tuple[Seat, ...]
    leaves: Seat


def mayor_state(position: Position, accused: tuple[Seat, ...]) -> MayorState:
    """Whether the Mayor can decide on these accused.

    absent: none in the game, or fewer than two accused, when he is not asked (5.5); accused: he is
    one of them (C-03); spent: he has decided before; acts: else. He is called all the same (5.6).
    """
    mayors = position.deal.mayors & position.active
    if not mayors or len(accused) < 2:
        return ABSENT
    if not mayors.isdisjoint(accused):
        return ACCUSED
    return ACTS if position.mayor else SPENT


def check_decision(position: Position, accused: tuple[Seat, ...], decision: Decision) -> None:
    """Raise Illegal when the Mayor may not decide so; nothing is always allowed.

    not_in_deck; two: fewer than two accused; out: he has left, or his target; accused: he is one
    of them (C-03); used_up; accused_only: his target is none of them (C-14); seat; die_hard: not
    with these options (C-21); action: no such decision.
    """
    if (decision.do == "exit") != (decision.target is not None) or decision.do not in _DOES:
        raise Illegal("action", decision.target)
    if decision.do == "nothing":
        return
    if not mayor_in_deck(position.setup):
        raise Illegal("not_in_deck")
    if len(accused) < 2:
        raise Illegal("two")
    state = mayor_state(position, accused)
    if state != ACTS:
        raise Illegal(_REFUSED[state])
    target = decision.target
    if target is None:
        return
    check_present(position, target)
    if target not in accused:
        raise Illegal("accused_only", target)
    if target in position.deal.vests and not position.setup.options.mayor_exits_die_hard:
        raise Illegal("die_hard", target)


_DOES: Final = ("nothing", "cancel", "exit")
_REFUSED: Final = {ABSENT: "out", ACCUSED: "accused", SPENT: "used_up"}


def verdict(
    position: Position,
    accused: tuple[Seat, ...],
    hands: Mapping[Seat, Hands],
    decision: Decision | None = None,
) -> Verdict:
    """The result of the second vote (5.5).

    The Mayor's decision beats the votes (L9). A single defendant leaves at the exit threshold; of
    several the highest vote leaves, with Options.exit_threshold_always only if it reaches the
    threshold (C-13); a tie at the top goes to the lot (C-20); without a vote nobody leaves.
    Raises Illegal as check_ballots and check_decision do.
    """
    check_accused(position, accused)
    check_ballots(position, accused, hands)
    votes = {seat: number(hands.get(seat, 0)) for seat in sorted(accused)}
    if decision is not None and decision.do != "nothing":
        check_decision(position, accused, decision)
        reason: Reason = "cancelled" if decision.target is None else "direct_exit"
        return Verdict(replace(position, mayor=False), decision.target, (), reason, votes)
    most = max(votes.values())
    several = len(accused) > 1
    if several and most == 0:
        return Verdict(position, None, (), "no_votes", votes)
    if (not several or position.setup.options.exit_threshold_always) and most < exit_threshold(position):
        return Verdict(position, None, (), "not_enough", votes)
    top = tuple(seat for seat, given in votes.items() if given == most)
    if len(top) > 1:
        return Verdict(position, None, top, "tie", votes)
    return Verdict(position, top[0], (), "votes", votes)


def lot(options: Options, tied: tuple[Seat, ...], rng: Random, drawn: Seat | None = None) -> Lot:
    """Draw the lot among the tied, each as likely as the others to leave (5.7).

    In a death lot the one drawn leaves; in a chance lot those drawn stay, until one is left.
    drawn: who leaves, when the table has drawn with its own cards. Raises Illegal("accused_only")
    if that is none of the tied.
    """
    seats = sorted(tied)
    if drawn is not None and drawn not in seats:
        raise Illegal("accused_only", drawn)
    if options.lot == "death":
        return Lot((), rng.choice(seats) if drawn is None else drawn)
    rng.shuffle(seats)
    if drawn is not None:
        seats.remove(drawn)
        seats.append(drawn)
    return Lot(tuple(seats[:-1]), seats[-1])
