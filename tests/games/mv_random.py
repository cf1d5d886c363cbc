"""Random games of Mafia: Vendetta: any sound deck and options, pointing gangs, second thoughts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import mv_reference
from moments import Moment

from narrator.games import mafia_vendetta as mv

BY_GROUP = {
    group: [role.id for role in mv.ROLES.values() if role.group == group]
    for group in ("leader", "specialist", "mobster", "loner")
}


def random_setup(rng: Random) -> mv.Setup:
    """A set-up without errors, of any mode, by the table's numbers of players."""
    mode: Any = rng.choice(mv.MODES)
    while True:
        players = rng.randint(12 if mode == "yakuza" else 10 if mode == "loner" else 6, 16)
        deck = [rng.choice(BY_GROUP["leader"])]
        deck += rng.sample(BY_GROUP["specialist"], rng.randint(0, 4))
        deck += ["thug"] * rng.randint(0, 3)
        if mode == "yakuza":
            deck += ["yakuza"] * rng.randint(1, 3)
        else:
            deck += rng.sample(BY_GROUP["mobster"], rng.randint(0, 3))
        if mode == "loner":
            deck.append(rng.choice(BY_GROUP["loner"]))
        deck += ["bystander"] * (players - len(deck))
        options = mv.Options(
            majority=rng.choice(["strict", "plurality"]),
            leader_blocked_by=frozenset(rng.sample(["mafia", "yakuza", "loner"], rng.randint(0, 3))),
            nurse_saves_bodyguard=rng.random() < 0.5,
            vixen_stops_sole_yakuza=rng.random() < 0.5,
        )
        setup = mv.Setup(players, tuple(deck), mode, rng.random() < 0.3, options)
        if all(problem.severity == "warning" for problem in mv.check_setup(setup)):
            return setup


def random_action(night: mv.Night, call: str, rng: Random) -> mv.Action | None:
    """Anything legal, refusals and scattered pointing included."""
    legal = mv.options(night, call)
    seats = sorted(legal.seats)
    if legal.targets == 0 or len(seats) < legal.targets or rng.random() < 0.15:
        return None
    if call in mv.GANGS and rng.random() < 0.5:
        narrow = rng.sample(seats, min(len(seats), 2))
        pointing = {seat: rng.choice(narrow) for seat in mv.holders(night, call) if rng.random() < 0.9}
        return mv.Action(pointing={seat: to for seat, to in pointing.items() if seat != to})
    do = rng.choice(legal.verbs) if legal.verbs else None
    return mv.Action(tuple(rng.sample(seats, legal.targets)), do)


def _by_the_book(position: mv.Position) -> str | None:
    active = [role for seat, role in enumerate(position.roles, 1) if seat in position.active]
    return mv_reference.winner(position.setup.mode, active)


def _moment(
    before: mv.Position, after: mv.Position, acted: set[int], affected: set[int], told: object
) -> Moment:
    one, other = (mv.winner_shape(mv.outcome(after)) for _ in range(2))
    return Moment(
        after.setup.seats,
        before.active,
        after.active,
        after.eliminated,
        frozenset(acted),
        frozenset(affected),
        (one, other),
        _by_the_book(after),
        told,
    )


class MafiaVendetta:
    """The game for the common suite."""

    name = mv.GAME

    def history(self, rng: Random) -> Iterator[Moment]:
        setup = random_setup(rng)
        roles = list(setup.deck)
        rng.shuffle(roles)
        position = mv.opening(setup, tuple(roles))
        while True:
            before = position
            position, acted, affected, told = self._night(before, rng)
            yield _moment(before, position, acted, affected, told)
            if mv.outcome(position):
                return
            before = position
            position, acted, affected, told = self._day(before, rng)
            yield _moment(before, position, acted, affected, told)
            if mv.outcome(position):
                return

    def _night(self, before: mv.Position, rng: Random) -> tuple[mv.Position, set[int], set[int], object]:
        night = mv.begin_night(before)
        order = list(mv.calls(night.position))
        if rng.random() < 0.2:
            order += rng.sample(order, min(2, len(order)))
        acted: set[int] = set()
        affected: set[int] = set()
        for call in order:
            action = random_action(night, call, rng)
            night = mv.act(night, call, action)
            if action is not None:
                acted.update(mv.holders(night, call))
                affected.update(action.targets, (action.pointing or {}).values())
        result = mv.resolve(night)
        facts = result.public
        affected.update(result.private.blocked, facts.prisoners, (seat for seat, _ in facts.deaths))
        affected.update(seat for seat in (facts.silenced, mv.touched(night)) if seat is not None)
        return result.position, acted, affected, (facts, result.private.blocked, dict(result.private.shown))

    def _day(self, before: mv.Position, rng: Random) -> tuple[mv.Position, set[int], set[int], object]:
        active = sorted(before.active)
        if len(active) < 2 or rng.random() < 0.1:
            ended = mv.end_day(before, None)
            return ended.position, set(), set(), ended.freed
        suspects = tuple(rng.sample(active, min(len(active), rng.randint(2, 4))))
        hands: dict[int, set[int]] = {suspect: set() for suspect in suspects}
        for seat in active:
            if rng.random() < 0.85:
                hands[rng.choice(suspects)].add(seat)
        counted = mv.count(before, suspects, {to: frozenset(seats) for to, seats in hands.items()})
        ended = mv.end_day(before, counted.eliminated)
        affected = set(suspects) | ({counted.hypnosis[0]} if counted.hypnosis else set())
        return ended.position, set().union(*hands.values()), affected, (counted, ended.freed)
