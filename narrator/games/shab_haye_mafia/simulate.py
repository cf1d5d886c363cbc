"""Games of random legal play, decided by the same rule functions as live ones."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from ..core import Outcome, Seat
from ..tally import MOST_NIGHTS, Tally, tally
from .cards import draw, is_void, offered, play_card
from .check import check_setup
from .dawn import resolve
from .day import Hands, candidates, defence, end_day, exit_threshold, leave, skip_night, voters
from .night import ACTS, Night, Target, act, begin_night, step_state, steps, targets
from .position import Position, opening
from .roles import BEAUTIFUL_MIND, DIE_HARD, GIVEN, VERTIGO
from .setup import Setup
from .verdict import Decision, lot, mayor_state, verdict
from .win import outcome

_PASS: Final = 0.1
_ABSTAIN: Final = 0.1
_NO_CARD: Final = 0.1


def play(setup: Setup, rng: Random) -> tuple[Outcome, int]:
    """One game to its end with random legal actions, votes and cards; its outcome and number of
    nights. The same rng state gives the same game."""
    options = setup.options
    roles = list(setup.deck)
    rng.shuffle(roles)
    position = random_night(opening(setup, tuple(roles)), rng, intro=True)
    ending = outcome(position)
    if ending is None and options.intro_day and options.intro_vote:
        position = random_day(position, rng)
        ending = outcome(position)
    while ending is None and position.nights < MOST_NIGHTS:
        if position.insomnia:
            position = skip_night(position)
        else:
            position = random_night(end_day(position), rng)
            ending = outcome(position)
        if ending is None:
            position = random_day(position, rng)
            ending = outcome(position)
    if ending is None:
        raise RuntimeError("endless game")
    return ending, position.nights


def random_night(position: Position, rng: Random, *, intro: bool = False) -> Position:
    """The morning after a night of random actions; each is passed once in ten."""
    night = begin_night(position, intro=intro)
    for _, step in steps(position.setup, intro=intro):
        target = random_action(night, step, rng)
        if target is not None:
            night = act(night, step, target)
    return resolve(night).position


def random_action(night: Night, step: str, rng: Random) -> Target:
    """A random legal action of a step, None for a pass or when nothing may be done."""
    if step_state(night, step) != ACTS or rng.random() < _PASS:
        return None
    if step == DIE_HARD:
        return True
    seats = sorted(targets(night, step))
    return seats[int(rng.random() * len(seats))] if seats else None


def random_day(position: Position, rng: Random) -> Position:
    """The position after random votes, with whatever Mayor, lot and card they lead to."""
    present = len(position.active)
    hands: dict[Seat, Hands] = {seat: int(rng.random() ** 3 * present) for seat in candidates(position)}
    accused = defence(position, hands)
    if not accused:
        return position
    ballots = random_ballots(position, accused, rng)
    decided = verdict(position, accused, ballots, random_decision(position, accused, rng))
    leaves = decided.leaves
    if decided.tied:
        leaves = lot(position.setup.options, decided.tied, rng).leaves
    if leaves is None:
        return decided.position
    return random_card(leave(decided.position, leaves), leaves, rng)


def random_ballots(position: Position, accused: tuple[Seat, ...], rng: Random) -> dict[Seat, Hands]:
    """Numbers of hands in the second vote; each voter abstains once in ten."""
    free = len(voters(position, accused))
    if len(accused) == 1:
        return {accused[0]: min(free, int(rng.random() * 2 * (exit_threshold(position) + 1)))}
    votes = [0] * len(accused)
    for _ in range(free):
        if rng.random() >= _ABSTAIN:
            votes[int(rng.random() * len(accused))] += 1
    return dict(zip(accused, votes, strict=True))


def random_decision(position: Position, accused: tuple[Seat, ...], rng: Random) -> Decision | None:
    """The Mayor uses his power once in two."""
    if mayor_state(position, accused) != ACTS or rng.random() < 0.5:
        return None
    legal = list(accused)
    if not position.setup.options.mayor_exits_die_hard:
        legal = [seat for seat in accused if seat not in position.deal.vests]
    if not legal or rng.random() < 0.5:
        return Decision("cancel")
    return Decision("exit", rng.choice(legal))


def random_card(position: Position, leaver: Seat, rng: Random) -> Position:
    """The position after a random card; one leaver in ten takes none, and so does the last one."""
    if not offered(position) or not position.active or rng.random() < _NO_CARD:
        return position
    card = draw(position, rng)
    if is_void(position, leaver, card):
        return play_card(position, leaver, card).position
    seat = rng.choice(sorted(position.active)) if card in GIVEN or card == BEAUTIFUL_MIND else None
    role = rng.choice(position.setup.deck) if card == BEAUTIFUL_MIND else None
    lie = rng.random() < 0.5 if card == VERTIGO else None
    return play_card(position, leaver, card, seat=seat, role=role, lie=lie).position


def simulate(setup: Setup, games: int, seed: int) -> Tally:
    """Play many games; the same seed gives the same tally. Raises BadSetup for a set-up that has
    errors."""
    return tally(check_setup(setup), partial(play, setup), games, seed)
