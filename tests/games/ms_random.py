"""Random games of Ma Soi Hanh Quyet: any sound deck and options, votes, Seer cards, moon deaths."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import ms_reference
from moments import Moment
from ms_table import CLASS

from narrator.games import ma_soi_hanh_quyet as ms


def random_setup(rng: Random) -> ms.Setup:
    """A set-up without errors, of 4 to 14 players."""
    while True:
        players = rng.randint(4, 14)
        deck = [special for special in ("angel", "traitor") if players >= 7 and rng.random() < 0.5]
        deck += ["werewolf"] * rng.randint(1, 1 + players // 3)
        deck += ["villager"] * (players - len(deck))
        options: dict[str, Any] = {
            "check": rng.choice(ms.CHECKS),
            "day_cards": rng.choice([0, 2 * players + 10, 60]),
        }
        powerful = "angel" in deck and rng.random() < 0.5
        setup = ms.Setup(players, tuple(deck), powerful, ms.Options(**options))
        if all(problem.severity == "warning" for problem in ms.check_setup(setup)):
            return setup


class RandomGame:
    """A random game, phase by phase. acted, affected: of the last phase, as Moment wants them;
    told: everything announced in it."""

    def __init__(self, rng: Random, setup: ms.Setup | None = None) -> None:
        self.rng = rng
        self.setup = setup or random_setup(rng)
        cards = list(self.setup.deck)
        rng.shuffle(cards)
        self.roles = tuple(cards)
        dealt = self.setup.options.check == "dealt"
        self.position = ms.opening(
            self.setup, rng.randint(1, self.setup.seats), self.roles if dealt else None
        )
        self.acted: set[int] = set()
        self.affected: set[int] = set()
        self.told: list[object] = []

    def any(self) -> int:
        return self.rng.choice(sorted(self.position.active))

    def begin(self) -> None:
        self.acted, self.affected, self.told = set(), set(), []

    def by_the_book(self) -> str | None:
        return ms_reference.winner([self.roles[seat - 1] for seat in sorted(self.position.active)])

    def die(self, seat: int, cause: Any) -> None:
        self.affected.add(seat)
        self.position = ms.die(self.position, seat, cause)
        if self.setup.options.check == "moderator":
            self.position = ms.tell_verdict(self.position, self.by_the_book())
        elif self.position.untold is not None:
            assert ms.outcome(self.position) is None
            self.position = ms.tell_class(self.position, CLASS[self.roles[seat - 1]])
        self.told += [seat, cause, self.position.moderator]

    def day(self) -> None:
        self.begin()
        rng = self.rng
        while True:
            user = self.position.turn
            self.acted.add(user)
            dice = rng.random()
            if dice < 0.02:
                return self.die(self.any(), "witch")
            if dice < 0.12:
                self.seer()
            else:
                seat, before = self.any(), self.position
                self.affected.add(seat)
                if rng.random() < 0.1:
                    self.position = ms.set_votes(before, seat, rng.randint(0, 7))
                else:
                    self.position = ms.add_votes(before, seat, rng.choice([-3, -1, 1, 1, 1, 2]))
                self.told.append(self.position.votes)
            seat = ms.condemned(self.position) or 0
            if seat:
                return self.die(seat, "seven_votes")
            cards = ms.pile(self.position)
            if (cards == 0) if cards is not None else rng.random() < 0.04:
                if rng.random() < 0.8:
                    self.position = ms.howled(self.position, user)
                most = ms.leaders(self.position)
                self.told.append(most)
                return self.die(most[0], "howl") if len(most) == 1 else None
            self.position = ms.next_turn(self.position)

    def seer(self) -> None:
        user, target = self.any(), self.any()
        if self.position.seers == ms.MOST_SEERS:
            return
        if not ms.lookable(self.position, user):
            result = ms.look(self.position, user, self.rng.choice([None, target]))
        else:
            result = ms.look(self.position, user, target)
        self.acted.add(user)
        self.affected.add(target)
        self.position = result.position
        self.told.append((result.performed, result.card_to, result.why, result.position.moons))

    def night(self) -> None:
        self.begin()
        self.position = ms.begin_night(self.position)
        if self.rng.random() < 0.1:
            self.die(self.any(), "moon")
            if ms.outcome(self.position) is not None:
                return
        self.told += [ms.night_cards(self.position), ms.announcing(self.position)]
        seat = self.any()
        if ms.dies_by_claw(self.roles[seat - 1]):
            self.die(seat, "claw")

    def phases(self) -> Iterator[None]:
        """Day, night, day, … until somebody has won; the next day begins after the yield."""
        while True:
            self.day()
            yield
            if ms.outcome(self.position) is not None:
                return
            self.night()
            yield
            if ms.outcome(self.position) is not None:
                return
            self.position = ms.end_night(self.position)


class MaSoiHanhQuyet:
    """The game for the common suite."""

    name = ms.GAME

    def history(self, rng: Random) -> Iterator[Moment]:
        game = RandomGame(rng)
        before = game.position.active
        for _ in game.phases():
            position = game.position
            one, other = (ms.winner_shape(ms.outcome(position)) for _ in range(2))
            yield Moment(
                position.setup.seats,
                before,
                position.active,
                frozenset(death.seat for death in position.dead),
                frozenset(game.acted),
                frozenset(game.affected),
                (one, other),
                game.by_the_book(),
                tuple(game.told),
            )
            before = position.active
