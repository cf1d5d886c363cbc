"""Non-interference: games that differ only in secrets sound the same until a public result differs."""

from __future__ import annotations

from random import Random

import pytest

from narrator.flow.cues import Chime, Cue, Pause, Say, Timer
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from tests.flow.desk import Desk, heard_by_all
from tests.flow.vendetta_desk import random_action, setup_of, words_for

DECKS = [
    ("classic", "priest nurse bodyguard vixen bystander bystander bystander bystander thug thief godfather"),
    (
        "classic",
        "jailer nurse hypnotist journalist bystander bystander bystander bystander thug snitch lawyer",
    ),
    ("classic", "judge bodyguard vixen hypnotist bystander bystander bystander bystander thug thug thief"),
    ("loner", "detective nurse vixen bystander bystander bystander bystander thug thief femme_fatale"),
    ("loner", "sheriff nurse bodyguard bystander bystander bystander bystander thug thug impostor"),
    (
        "yakuza",
        "jailer nurse bodyguard vixen bystander bystander bystander bystander thug thug yakuza yakuza",
    ),
]


def plan(night: mv.Night, rng: Random, decline: float) -> tuple[dict[str, mv.Action | None], mv.NightResult]:
    """What everybody will do tonight, and what comes of it."""
    actions: dict[str, mv.Action | None] = {}
    for call in mv.calls(night.position):
        actions[call] = random_action(night, call, rng, decline)
        night = mv.act(night, call, actions[call])
    return actions, mv.resolve(night)


def table_sees(result: mv.NightResult) -> object:
    """All that a night makes public: what is told, the cards shown, and who will be told of his hypnosis."""
    position = result.position
    cards = () if position.setup.secret else tuple(position.roles[s - 1] for s, _ in result.public.deaths)
    over = mv.outcome(position)
    return result.public, cards, position.hypnotised, None if over is None else over.winner


class Pair:
    """Two games of one set-up and one seed, their secrets independent of each other."""

    def __init__(self, mode: str, roles: str, secret: bool, seed: int) -> None:
        self.rng = Random(seed)
        self.secret = secret
        setup = setup_of(roles, mode=mode, secret=secret)
        self.desks = []
        for _ in range(2):
            cast = list(setup.deck)
            self.rng.shuffle(cast)
            position = mv.opening(setup, tuple(cast))
            flow = VendettaFlow(setup, seed=seed, position=position, start="night", read_cards=True)
            self.desks.append(Desk(flow))
        self.compared = 0
        self.nights = 0

    def same(self, one: list[Cue], other: list[Cue]) -> None:
        heard = [heard_by_all(cues) for cues in (one, other)]
        assert heard[0] == heard[1]
        self.compared += len(heard[0])

    def play(self, nights: int) -> None:
        """Until a public result differs, or the game ends, or enough nights were played."""
        self.same(*(desk.cues for desk in self.desks))
        for _ in range(nights):
            if not self._night():
                return
            self.nights += 1
            if self.desks[0].flow.over or not self._day():
                return

    def _night(self) -> bool:
        one, other = self.desks
        for desk in self.desks:
            desk.elapse("fall")
        dark = [desk.flow.night.night for desk in self.desks]
        assert dark[0] is not None
        assert dark[1] is not None
        first = self._plan_alike(dark[0], dark[1])
        alike = first is not None
        plans = first or [plan(night, self.rng, 0.5)[0] for night in dark if night is not None]
        while one.flow.asking.kind == "call":
            call = one.flow.asking.subject
            assert other.flow.asking.subject == call
            for desk, actions in zip(self.desks, plans, strict=True):
                night = desk.flow.night.night
                assert night is not None
                cues = desk.ok(*words_for(night, call, actions[call]))
                assert not any(c.public for c in cues if isinstance(c, Chime))
            marks = [len(desk.cues) for desk in self.desks]
            while one.flow.asking.kind == "call" and one.flow.asking.subject == call:
                one.elapse()
            while other.flow.asking.kind == "call" and other.flow.asking.subject == call:
                other.elapse()
            while one.flow.asking.kind == "nothing" and one.flow.state.name != "DAWN":
                one.elapse()
                other.elapse()
            if one.flow.state.name != "DAWN":
                self.same(*(desk.cues[mark:] for desk, mark in zip(self.desks, marks, strict=True)))
        for desk in self.desks:
            desk.elapse("dawn")
        if alike:
            self.same(*(desk.cues[mark:] for desk, mark in zip(self.desks, marks, strict=True)))
            assert one.flow.asking.kind == other.flow.asking.kind
        return alike

    def _plan_alike(self, one: mv.Night, other: mv.Night) -> list[dict[str, mv.Action | None]] | None:
        for decline in (0.2, 0.5, 0.8):
            seen: dict[object, dict[str, mv.Action | None]] = {}
            for _ in range(60):
                actions, result = plan(one, self.rng, decline)
                seen[repr(table_sees(result))] = actions
            for _ in range(60):
                actions, result = plan(other, self.rng, decline)
                if (first := seen.get(repr(table_sees(result)))) is not None:
                    return [first, actions]
        return None

    def _day(self) -> bool:
        positions = [desk.flow.position for desk in self.desks]
        assert positions[0] is not None
        assert positions[1] is not None
        assert positions[0].active == positions[1].active
        assert mv.barred(positions[0]) == mv.barred(positions[1])
        suspects, hands = self._vote(positions[0], positions[1])
        for suspect in suspects:
            self.both(f"number_{suspect}")
        self.both("done")
        for suspect in suspects:
            for seat in sorted(hands[suspect]):
                self.both(f"number_{seat}")
            marks = [len(desk.cues) for desk in self.desks]
            for desk in self.desks:
                desk.ok("done")
            if suspect != suspects[-1]:
                self.same(*(desk.cues[mark:] for desk, mark in zip(self.desks, marks, strict=True)))
        counts = [mv.count(position, suspects, hands) for position in positions if position is not None]
        results = [
            (count, None if self.secret or count.eliminated is None else position.roles[count.eliminated - 1])
            for count, position in zip(counts, positions, strict=True)
            if position is not None
        ]
        if results[0] != results[1]:
            return False
        self.same(*(desk.cues[mark:] for desk, mark in zip(self.desks, marks, strict=True)))
        cues = [desk.elapse("verdict") for desk in self.desks]
        ends = [desk.flow.outcome() for desk in self.desks]
        freed = [desk.flow.day.verdict.freed for desk in self.desks if desk.flow.day.verdict is not None]
        if ends[0] != ends[1] or freed[0] != freed[1]:
            return False
        self.same(*cues)
        return ends[0] is None

    def _vote(
        self, one: mv.Position, other: mv.Position
    ) -> tuple[tuple[int, ...], dict[int, frozenset[int]]]:
        for _ in range(200):
            suspects = tuple(self.rng.sample(sorted(one.active), 2))
            free = sorted(mv.may_vote(one))
            hands = {s: set[int]() for s in suspects}
            for seat in free:
                if self.rng.random() < 0.6:
                    hands[self.rng.choice(suspects)].add(seat)
            raised = {s: frozenset(seats) for s, seats in hands.items()}
            if mv.count(one, suspects, raised) == mv.count(other, suspects, raised):
                break
        return suspects, raised

    def both(self, word: str) -> None:
        self.same(*(desk.ok(word) for desk in self.desks))


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize(("mode", "roles"), DECKS)
def test_games_that_differ_only_in_secrets_sound_alike(mode: str, roles: str, secret: bool) -> None:
    compared = nights = 0
    for seed in range(8):
        pair = Pair(mode, roles, secret, seed)
        pair.play(6)
        compared += pair.compared
        nights += pair.nights
    # Secret mode hides all cards, so that the pairs get far; else a shown card soon parts them.
    assert nights >= (16 if secret else 8)
    assert compared >= (1000 if secret else 300)


def test_the_timers_of_a_call_come_from_one_distribution_seeded_by_public_facts() -> None:
    """The same seed, night and place give the same length, whoever holds the role."""
    setup = setup_of("detective nurse bystander bystander bystander bystander thug", secret=True)
    lengths = []
    for cast in (setup.deck, tuple(reversed(setup.deck))):
        for dead in (frozenset(), frozenset({2, 6})):
            position = mv.position_at(setup, cast, dead=dead)
            desk = Desk(VendettaFlow(setup, seed=3, position=position, start="night"))
            desk.call("nurse")
            lengths.append(max(c.seconds for c in desk.cues if isinstance(c, Timer) and c.name == "open"))
            assert all(isinstance(c, Pause | Say | Chime) for c in heard_by_all(desk.cues))
    assert lengths[0] == lengths[2]
    assert lengths[1] == lengths[3]
    assert lengths[1] >= lengths[0]
