"""Random games of Shab-ha-ye Mafia: any sound deck and options, second thoughts, counts and names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import sm_reference
from moments import Moment

from narrator.games import shab_haye_mafia as sm

SPECIAL = [role.id for role in sm.ROLES.values() if role.limit == 1 and role.id != "godfather"]


def random_setup(rng: Random) -> sm.Setup:
    """A set-up without errors, of 5 to 14 players."""
    while True:
        players = rng.randint(5, 14)
        deck = ["godfather", *rng.sample(SPECIAL, rng.randint(2, len(SPECIAL)))]
        deck += [rng.choice(["citizen", "citizen", "simple_mafia"]) for _ in range(players - len(deck))]
        order = list(sm.CALLS)
        rng.shuffle(order)
        choices: dict[str, Any] = {
            "inquiry": ["all", "die_hard"],
            "final_shot": ["mafia_shot", "immediate_exit"],
            "lot": ["death", "chance"],
        }
        flags = [
            "joker_inverts_godfather",
            "inquiry_roles",
            "intro_day",
            "intro_vote",
            "intro_shot",
            "cards_used_up",
            "exit_threshold_always",
            "mayor_exits_die_hard",
        ]
        options = sm.Options(
            night_order=tuple(order),
            **{name: rng.choice(words) for name, words in choices.items()},
            **{name: rng.random() < 0.5 for name in flags},
        )
        setup = sm.Setup(players, tuple(deck), options)
        if all(problem.severity == "warning" for problem in sm.check_setup(setup)):
            return setup


def deal(setup: sm.Setup, rng: Random) -> sm.Position:
    """The opening with the deck shuffled."""
    roles = list(setup.deck)
    rng.shuffle(roles)
    return sm.opening(setup, tuple(roles))


def random_action(night: sm.Night, step: str, rng: Random) -> int | bool | None:
    """Anything legal, passes included."""
    if sm.step_state(night, step) != sm.ACTS or rng.random() < 0.15:
        return None
    if step == "die_hard":
        return rng.random() < 0.5
    seats = sorted(sm.targets(night, step))
    return rng.choice(seats) if seats else None


def random_night(position: sm.Position, rng: Random, *, intro: bool = False) -> sm.Night:
    """A night heard to its end, some steps twice."""
    night = sm.begin_night(position, intro=intro)
    asked = list(sm.steps(position.setup, intro=intro))
    if rng.random() < 0.2:
        asked += rng.sample(asked, min(2, len(asked)))
    for _, step in asked:
        night = sm.act(night, step, random_action(night, step, rng))
    return night


def raised(voters: list[int], number: int, rng: Random) -> sm.Hands:
    """So many hands, as a number or as seats."""
    return number if rng.random() < 0.5 else frozenset(rng.sample(voters, number))


class Day:
    """A random day. after: the position when it is over; acted, affected: as Moment wants them;
    told: everything announced."""

    def __init__(self, before: sm.Position, rng: Random) -> None:
        self.after = before
        self.rng = rng
        self.acted: set[int] = set()
        self.affected: set[int] = set()
        self.told: list[object] = []
        self._play()

    def _hands(self, voters: list[int], number: int) -> sm.Hands:
        hands = raised(voters, number, self.rng)
        if not isinstance(hands, int):
            self.acted |= hands
        return hands

    def _play(self) -> None:
        rng, position = self.rng, self.after
        present = sorted(position.active)
        first = {
            seat: self._hands([other for other in present if other != seat], rng.randrange(len(present)))
            for seat in sm.candidates(position)
            if rng.random() < 0.4
        }
        accused = sm.defence(position, first)
        self.affected.update(first, accused)
        self.told.append(accused)
        if not accused:
            return
        voters = sorted(sm.voters(position, accused))
        rng.shuffle(voters)
        second: dict[int, sm.Hands] = {}
        for seat in accused:
            mine = [voters.pop() for _ in range(rng.randint(0, len(voters)))]
            second[seat] = self._hands(mine, len(mine))
        verdict = sm.verdict(position, accused, second, self._decision(accused))
        leaves = verdict.leaves
        if verdict.tied:
            drawn = sm.lot(position.setup.options, verdict.tied, rng)
            leaves = drawn.leaves
            self.told.append(drawn)
        self.told += [verdict.reason, leaves]
        self.after = verdict.position
        if leaves is not None:
            self._exit(leaves)

    def _decision(self, accused: tuple[int, ...]) -> sm.Decision | None:
        rng, position = self.rng, self.after
        if sm.mayor_state(position, accused) != sm.ACTS or rng.random() < 0.3:
            return None
        if rng.random() < 0.5:
            decision = sm.Decision("cancel")
        else:
            seat = rng.choice(accused)
            if position.role(seat) == "die_hard" and not position.setup.options.mayor_exits_die_hard:
                return None
            decision = sm.Decision("exit", seat)
        self.acted.update(sm.holders(position, "mayor"))
        return decision

    def _exit(self, leaver: int) -> None:
        rng = self.rng
        self.after = position = sm.leave(self.after, leaver)
        self.affected.add(leaver)
        card = sm.draw(position, rng) if sm.offered(position) and position.active else None
        if card is None or rng.random() < 0.1:
            self.told.append(sm.play_card(position, leaver, None).effect)
            return
        self.acted.add(leaver)
        given: dict[str, Any] = {}
        if not sm.is_void(position, leaver, card):
            if card in ("green_path", "red_carpet", "final_shot", "beautiful_mind"):
                given["seat"] = rng.choice(sorted(position.active))
                self.affected.add(given["seat"])
            if card == "beautiful_mind":
                given["role"] = rng.choice([position.role(given["seat"]), rng.choice(position.setup.deck)])
            if card == "vertigo":
                given["lie"] = rng.random() < 0.5
        result = sm.play_card(position, leaver, card, **given)
        self.after = result.position
        self.told += [card, result.effect, result.last_words]


def _moment(
    before: sm.Position, after: sm.Position, acted: set[int], affected: set[int], told: object
) -> Moment:
    one, other = (sm.winner_shape(sm.outcome(after)) for _ in range(2))
    left = [role for seat, role in enumerate(after.roles, 1) if seat in after.active]
    return Moment(
        after.setup.seats,
        before.active,
        after.active,
        after.out,
        frozenset(acted),
        frozenset(affected),
        (one, other),
        sm_reference.winner(left),
        told,
    )


class ShabHayeMafia:
    """The game for the common suite."""

    name = sm.GAME

    def history(self, rng: Random) -> Iterator[Moment]:
        position = deal(random_setup(rng), rng)
        options = position.setup.options
        intro = True
        while True:
            before = position
            if position.insomnia:
                position = sm.skip_night(position)
            else:
                night = random_night(sm.end_day(position), rng, intro=intro)
                result = sm.resolve(night)
                position = result.position
                acted, affected = self._night(night, result)
                yield _moment(before, position, acted, affected, (result.public, sm.thumb(night)))
                if sm.outcome(position):
                    return
            if intro and not (options.intro_day and options.intro_vote):
                intro = False
                continue
            intro = False
            before = position
            day = Day(position, rng)
            position = day.after
            yield _moment(before, position, day.acted, day.affected, tuple(day.told))
            if sm.outcome(position):
                return

    def _night(self, night: sm.Night, result: sm.NightResult) -> tuple[set[int], set[int]]:
        acted: set[int] = set()
        affected = set(result.public.deaths)
        for step, target in night.actions.items():
            if target:
                acted.update(sm.actors(night.position, step))
            if target and not isinstance(target, bool):
                affected.add(target)
        if result.public.silenced is not None:
            affected.add(result.public.silenced)
        return acted, affected
