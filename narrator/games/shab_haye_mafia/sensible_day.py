"""A day of sensible play: talk, the two votes, the Mayor, the card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final

from ..belief import STRONG, Table, View, suspect, treasure
from ..core import Seat
from .cards import draw, is_void, offered, play_card
from .day import candidates, defence, leave, voters
from .night import ACTS
from .position import Position
from .roles import BEAUTIFUL_MIND, GIVEN, GREEN_PATH, MAFIA, ROLES, VERTIGO
from .setup import Setup
from .verdict import Decision, lot, mayor_state, verdict

_HANDS: Final = 3
"""In the first vote everybody raises his hand for one in so many of those present."""
_TRUSTED: Final = -0.5


def sensible_day(position: Position, table: Table, used: set[str], rng: Random) -> Position:
    """The position after a day; used: the Mayor is added when he decides."""
    active = sorted(position.active)
    table.talk(active, rng)
    table.speak(active, rng, position.silenced)
    views = {seat: table.view(seat, position.roles[seat - 1]) for seat in active}
    hands: dict[Seat, set[Seat]] = {seat: set() for seat in candidates(position)}
    for seat, view in views.items():
        for named in first_vote(view, hands, rng):
            hands[named].add(seat)
    accused = defence(position, {seat: frozenset(raised) for seat, raised in hands.items()})
    if not accused:
        return position
    ballots: dict[Seat, set[Seat]] = {seat: set() for seat in accused}
    for seat in sorted(voters(position, accused)):
        choice = second_vote(views[seat], accused, rng)
        if choice is not None:
            ballots[choice].add(seat)
    decision = _mayor(position, accused, views)
    if decision is not None:
        used.update(role for role in position.setup.deck if ROLES[role].rules)
    counted = {seat: frozenset(raised) for seat, raised in ballots.items()}
    decided = verdict(position, accused, counted, decision)
    leaves = decided.leaves
    if decided.tied:
        leaves = lot(position.setup.options, decided.tied, rng).leaves
    if leaves is None:
        return decided.position
    return _card(leave(decided.position, leaves), leaves, views[leaves], rng)


def first_vote(view: View, seats: Iterable[Seat], rng: Random) -> list[Seat]:
    """For whom a player raises his hand: the third of the table that he would rather have out."""
    left = [seat for seat in sorted(seats) if seat != view.seat]
    named: list[Seat] = []
    for _ in range(max(1, (len(left) + 1) // _HANDS)):
        if not left or view.fellows.issuperset(left):
            break
        named.append(suspect(view, left, rng))
        left.remove(named[-1])
    return named


def second_vote(view: View, accused: tuple[Seat, ...], rng: Random) -> Seat | None:
    """Whom a player votes out, None for nobody: nor a single accused whom he trusts."""
    if view.fellows.issuperset(accused):
        return None
    choice = suspect(view, accused, rng)
    if len(accused) == 1 and not view.fellows and view.doubt(choice) <= _TRUSTED:
        return None
    return choice


def decide(view: View, accused: Iterable[Seat]) -> Decision | None:
    """What the Mayor does, None for nothing: he saves the trusted, and sends out whom he is sure of."""
    worst = max(sorted(accused), key=view.doubt)
    if view.doubt(worst) <= _TRUSTED:
        return Decision("cancel")
    return Decision("exit", worst) if view.doubt(worst) >= STRONG else None


def _mayor(position: Position, accused: tuple[Seat, ...], views: Mapping[Seat, View]) -> Decision | None:
    if mayor_state(position, accused) != ACTS:
        return None
    (mayor,) = position.deal.mayors & position.active
    decision = decide(views[mayor], accused)
    spared = not position.setup.options.mayor_exits_die_hard
    if decision is not None and spared and decision.target in position.deal.vests:
        return None
    return decision


def _card(position: Position, leaver: Seat, view: View, rng: Random) -> Position:
    """The position after the leaver's card; he draws none when nobody is left to play with."""
    if not offered(position) or not position.active:
        return position
    card = draw(position, rng)
    if is_void(position, leaver, card):
        return play_card(position, leaver, card).position
    seat = role = lie = None
    if card == GREEN_PATH:
        friends = view.fellows & position.active
        seat = treasure(view, friends or position.active, rng)
    elif card in GIVEN:
        seat = suspect(view, position.active, rng)
    elif card == BEAUTIFUL_MIND:
        seat = suspect(view, position.active, rng)
        role = guess(view, position.setup, rng)
    elif card == VERTIGO:
        lie = bool(view.fellows)
    return play_card(position, leaver, card, seat=seat, role=role, lie=lie).position


def guess(view: View, setup: Setup, rng: Random) -> str:
    """The role that a leaver guesses of a suspect: the town's guess is one of the Mafia's."""
    town = not view.fellows
    return rng.choice([role for role in setup.deck if (ROLES[role].faction == MAFIA) == town])
