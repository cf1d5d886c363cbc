"""Non-interference over whole games: pairs that differ only in secrets sound alike, nights and naps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.flow.cues import Cue, Tell
from narrator.flow.pace import Pace
from narrator.flow.shab_haye_mafia import S, ShabFlow, Style
from narrator.flow.shab_haye_mafia.state import SPEECHES
from narrator.games import shab_haye_mafia as shab
from tests.flow.desk import Desk, heard_and_when
from tests.flow.shab_desk import random_target, words_for

PRIVATE_TIMERS = frozenset({"open", "settle", "remind"})
"""Timers that no cue follows by themselves, or that are drawn longer where nobody answers."""

Answer = Callable[[Desk], list[str]]


def public(cues: list[Cue]) -> list[Cue]:
    return heard_and_when(cues, PRIVATE_TIMERS)


def plan_night(night: shab.Night, rng: Random, decline: float) -> tuple[dict[str, Any], shab.NightResult]:
    """What everybody will do tonight, and what comes of it."""
    actions: dict[str, Any] = {}
    for _, step in shab.steps(night.position.setup):
        actions[step] = random_target(night, step, rng, decline)
        night = shab.act(night, step, actions[step])
    return actions, shab.resolve(night)


def winner(position: shab.Position) -> str | None:
    ending = shab.outcome(position)
    return None if ending is None else ending.winner


class Pair:
    """Two games of one set-up and one seed, their secrets independent of each other."""

    def __init__(self, seed: int, players: int, **options: Any) -> None:
        self.rng = Random(f"pair|{seed}|{players}")
        setup = shab.Setup(players, shab.default_deck(players, players >= 11), shab.Options(**options))
        self.desks: list[Desk] = []
        for _ in range(2):
            cast = list(setup.deck)
            self.rng.shuffle(cast)
            position = shab.opening(setup, tuple(cast))
            style = Style(reveal=False)
            self.desks.append(Desk(ShabFlow(setup, seed=seed, style=style, position=position, start="night")))
        self.compared = self.nights = self.naps = 0
        self.same(*(desk.cues for desk in self.desks))

    @property
    def positions(self) -> list[shab.Position]:
        return [desk.flow.now for desk in self.desks]

    def same(self, one: list[Cue], other: list[Cue]) -> None:
        heard = [public(cues) for cues in (one, other)]
        assert heard[0] == heard[1]
        self.compared += len(heard[0])

    def play(self, rounds: int) -> None:
        """Until a public result differs, or the game ends, or enough nights were played."""
        for _ in range(rounds):
            if self.desks[0].flow.state is S.NIGHT and not self._night():
                return
            if self.desks[0].flow.over or not self._day():
                return

    def _run(self, answers: list[Answer], ended: Callable[[Desk], bool]) -> None:
        """Bring both games to the same point, each in its own time, and compare all that was heard."""
        marks = [len(desk.cues) for desk in self.desks]
        for desk, answer in zip(self.desks, answers, strict=True):
            for _ in range(400):
                if ended(desk) or desk.flow.over:
                    break
                self._step(desk, answer)
            else:
                raise AssertionError("no end of it")
        self.same(*(desk.cues[mark:] for desk, mark in zip(self.desks, marks, strict=True)))

    def _step(self, desk: Desk, answer: Answer) -> None:
        serial = desk.flow.asking.serial
        words = answer(desk)
        if words and "open" in desk.timers and self.rng.random() < 0.5:
            desk.elapse("open")
        for word in words:
            assert desk.flow.asking.serial == serial
            desk.ok(word)
            if self.rng.random() < 0.1:
                desk.ok("status")
        if desk.flow.asking.serial == serial:
            desk.elapse()

    # -- night --------------------------------------------------------------------------------------

    def _night(self) -> bool:
        plans, alike = self._plan_alike()
        self._run([_fall] * 2, lambda desk: desk.flow.state is not S.NIGHT)
        answers = [self._in_night(plan) for plan in plans]
        self._run(answers, lambda desk: desk.flow.state is S.SLEEP and not desk.flow.night.more)
        if not alike:
            return False
        self._run(answers, lambda desk: desk.flow.state is S.TALK)
        self.nights += 1
        return True

    def _in_night(self, plan: dict[str, Any]) -> Answer:
        def answer(desk: Desk) -> list[str]:
            flow = desk.flow
            if flow.asking.kind != "call" or flow.night.held.closed:
                return []
            return words_for(flow.night.night, flow.asking.subject, plan[flow.asking.subject])

        return answer

    def _plan_alike(self) -> tuple[list[dict[str, Any]], bool]:
        dark = [desk.flow.night.night for desk in self.desks]
        for decline in (0.2, 0.5, 0.8):
            seen: dict[object, dict[str, Any]] = {}
            for _ in range(40):
                actions, result = plan_night(dark[0], self.rng, decline)
                seen[repr((result.public, winner(result.position)))] = actions
            for _ in range(40):
                actions, result = plan_night(dark[1], self.rng, decline)
                key = repr((result.public, winner(result.position)))
                if key in seen:
                    return [seen[key], actions], True
        return [plan_night(night, self.rng, 0.5)[0] for night in dark], False

    # -- day ----------------------------------------------------------------------------------------

    def _day(self) -> bool:
        one, other = self.positions
        assert one.active == other.active
        self._run([_talk] * 2, lambda desk: desk.flow.state is S.VOTE1)
        wanted = self.rng.sample(sorted(one.active), self.rng.choice([0, 1, 2, 2, 2, 3]))
        most = len(one.active) - 1

        def first(desk: Desk) -> list[str]:
            return [f"number_{most if desk.flow.asking.seat in wanted else 1}", "done"]

        self._run([first] * 2, lambda desk: desk.flow.state is not S.VOTE1)
        accused = self.desks[0].flow.accused
        if not accused:
            return True
        self._run([_talk] * 2, lambda desk: desk.flow.state is not S.DEFENCE)
        return self._second(accused)

    def _second(self, accused: tuple[int, ...]) -> bool:
        plans = self._vote_alike(accused)
        ended = len(accused) > 1
        self._run([self._in_vote(plan) for plan in plans], lambda desk: desk.flow.state is S.VERDICT)
        self.naps += ended
        self._run(
            [lambda _: []] * 2, lambda desk: desk.flow.asking.kind == "card" or desk.flow.state is S.NIGHT
        )
        return self.desks[0].flow.state is S.NIGHT or self._card()

    def _vote_alike(self, accused: tuple[int, ...]) -> list[tuple[dict[int, int], shab.Decision | None]]:
        """Other hands and another Mayor, one public result."""
        seen: dict[object, Any] = {}
        plan, verdict = self._vote(self.positions[0], accused)
        for _ in range(60):
            plan, verdict = self._vote(self.positions[0], accused)
            seen[_told(verdict)] = plan
        for _ in range(200):
            other, verdict = self._vote(self.positions[1], accused)
            if _told(verdict) in seen:
                return [seen[_told(verdict)], other]
        raise AssertionError("no two votes come to the same")

    def _vote(self, position: shab.Position, accused: tuple[int, ...]) -> tuple[Any, shab.Verdict]:
        free = len(shab.voters(position, accused))
        hands: dict[int, int] = {}
        for seat in accused:
            hands[seat] = self.rng.randint(0, min(free, 3))
            free -= hands[seat]
        decision = None
        if shab.mayor_state(position, accused) == shab.ACTS and self.rng.random() < 0.4:
            target = self.rng.choice([None, *accused])
            decision = shab.Decision("cancel") if target is None else shab.Decision("exit", target)
        return (hands, decision), shab.verdict(position, accused, hands, decision)

    def _in_vote(self, plan: tuple[dict[int, int], shab.Decision | None]) -> Answer:
        def answer(desk: Desk) -> list[str]:
            flow = desk.flow
            closed = flow.state is not S.VOTE2_OPEN and flow.votes.held.closed
            if flow.asking.kind == "votes2" and not closed:
                return [f"number_{plan[0][flow.asking.seat]}", "done"]
            if flow.asking.kind == "mayor" and not closed:
                return ["skip"] if plan[1] is None else [f"number_{plan[1].target or 0}", "done"]
            return []

        return answer

    def _card(self) -> bool:
        """The same card for both, to the same player; a guess may part them."""
        one, other = self.positions
        card = self.rng.randrange(len(shab.CARDS))
        seat = self.rng.choice(sorted(one.active))
        role = self.rng.choice(list(shab.ROLES))
        words = {
            "card": [f"number_{card + 1}", "done"],
            "receiver": [f"number_{seat}", "done"],
            "guess": [f"number_{seat}", f"number_{list(shab.ROLES).index(role) + 1}", "done"],
            "lie": ["yes"],
        }
        if shab.CARDS[card] == "beautiful_mind" and (one.role(seat) == role) != (other.role(seat) == role):
            return False
        ends = [self._after_card(position, shab.CARDS[card], seat, role) for position in self.positions]
        if ends[0] != ends[1]:
            return False

        def answer(desk: Desk) -> list[str]:
            return words.get(desk.flow.asking.kind, _talk(desk))

        self._run([answer] * 2, lambda desk: desk.flow.state in (S.NIGHT, S.TALK))
        return not self.desks[0].flow.over

    def _after_card(self, position: shab.Position, card: str, seat: int, role: str) -> str | None:
        leaver = self.desks[0].flow.leaver
        given = seat if card in ("green_path", "red_carpet", "final_shot", "beautiful_mind") else None
        void = shab.is_void(position, leaver, card)
        result = shab.play_card(
            position,
            leaver,
            card,
            seat=None if void else given,
            role=role if card == "beautiful_mind" and not void else None,
            lie=True,
        )
        return winner(result.position)


def _told(verdict: shab.Verdict) -> object:
    """All that a verdict makes public."""
    votes = (
        verdict.votes[verdict.leaves] if verdict.reason == "votes" and verdict.leaves is not None else None
    )
    return verdict.leaves, verdict.tied, verdict.reason, votes


def _talk(desk: Desk) -> list[str]:
    return ["next"] if desk.flow.asking.kind in SPEECHES else []


def _fall(_desk: Desk) -> list[str]:
    return []


OPTIONS: list[dict[str, Any]] = [
    {},
    {"inquiry": "die_hard", "lot": "chance", "final_shot": "immediate_exit"},
    {"inquiry_roles": True, "cards_used_up": True, "exit_threshold_always": True},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [7, 10, 13])
def test_games_that_differ_only_in_secrets_sound_alike(players: int, options: dict[str, Any]) -> None:
    compared = nights = naps = 0
    for seed in range(8):
        pair = Pair(seed, players, **options)
        pair.play(6)
        compared += pair.compared
        nights += pair.nights
        naps += pair.naps
    assert nights >= 8
    assert naps >= 2
    assert compared >= 800


@pytest.mark.parametrize("seed", range(3))
def test_a_call_is_as_long_as_the_dice_say_or_as_a_drawn_answer(seed: int) -> None:
    """Where nobody answers, the answer is drawn as well: from the seed, the night and the step alone."""
    pace = Pace()
    for marks in ({}, {"silences": 0, "inquiries": 0, "joker_uses": 0}):
        setup = shab.Setup(12, shab.default_deck(12, True))
        cast = list(setup.deck)
        Random(seed).shuffle(cast)
        position = replace(shab.opening(setup, tuple(cast)), **marks)
        desk = Desk(ShabFlow(setup, seed=seed, position=position, start="night"))
        for _ in range(80):
            flow = desk.flow
            if flow.state is S.DAWN:
                break
            if flow.asking.kind == "call" and "open" in desk.timers:
                step = flow.asking.subject
                held = pace.call_length(flow.rng("call", 1, step))
                drawn = pace.answer_length(flow.rng("answer", 1, step)) + pace.word
                nobody = flow.night.held.nobody
                assert desk.timers["open"] == (max(held, drawn) if nobody else held)
                desk.whisper("skip")
            desk.elapse()
        assert desk.flow.state is S.DAWN
        assert not any(isinstance(c, Tell) for c in public(desk.cues))
