"""Non-interference: games that differ only in secrets sound the same until a public result differs."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.flow.cues import Chime, Cue, Pause, Say, Timer
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.games import shab_haye_mafia as sm


class Table:
    """One flow driven by hand. timers: those that are armed, name → seconds."""

    def __init__(self, flow: ShabFlow) -> None:
        self.flow = flow
        self.timers: dict[str, float] = {}
        self.heard: list[Cue] = []
        self._take(flow.begin())

    def _take(self, cues: list[Cue]) -> None:
        for cue in cues:
            if type(cue).__name__ == "Disarm":
                self.timers = {}
            elif isinstance(cue, Timer):
                self.timers[cue.name] = cue.seconds
            elif isinstance(cue, Say | Pause) or (isinstance(cue, Chime) and cue.public):
                self.heard.append(cue)

    def whisper(self, *words: str) -> None:
        for word in words:
            self._take(self.flow.feed(Whisper(word)))
            assert self.flow.accepted, (word, self.flow.asking)

    def step(self, words: list[str]) -> None:
        """Answer what is asked, or let the next timer run out."""
        if words and self.flow.expected() & {"done", "skip", "next", "yes"}:
            self.whisper(*words)
            return
        name = min((t for t in self.timers if t != "remind"), key=lambda t: self.timers[t])
        del self.timers[name]
        self._take(self.flow.feed(Elapsed(name)))


def night_words(flow: ShabFlow, rng: Random, victim: int | None) -> list[str]:
    """What is whispered at the open step. victim: whom the night takes, or nobody."""
    night, step = flow.night.night, flow.asking.subject
    assert night is not None
    if sm.step_state(night, step) != sm.ACTS:
        return []
    legal = sorted(sm.targets(night, step))
    if step == "mafia_shot":
        return [f"number_{victim}", "done"] if victim is not None else ["skip"]
    if step == "die_hard":
        return ["skip"]
    if step in ("professional", "psychiatrist") or not legal or rng.random() < 0.3:
        return ["skip"]
    if step == "doctor":
        legal = [seat for seat in legal if seat != victim]
    return [f"number_{rng.choice(legal)}", "done"] if legal else ["skip"]


def heard_until(table: Table, states: set[str], answer: Any) -> list[Cue]:
    for _ in range(400):
        if table.flow.state.name in states or table.flow.over:
            heard, table.heard = table.heard, []
            return heard
        table.step(answer(table.flow))
    raise AssertionError(f"never one of {states}")


def tables(seed: int, players: int) -> tuple[Random, list[Table], int]:
    """Two games of one set-up whose casts differ but for one citizen, who is in the same seat."""
    rng = Random(f"pair|{seed}")
    setup = sm.Setup(players, sm.default_deck(players, joker=players >= 11))
    victim = rng.randint(1, players)
    made = []
    for _ in range(2):
        rest = list(setup.deck)
        rest.remove("citizen")
        rng.shuffle(rest)
        rest.insert(victim - 1, "citizen")
        position = sm.opening(setup, tuple(rest))
        style = Style(reveal=False)
        made.append(Table(ShabFlow(setup, seed=seed, style=style, position=position, start="night")))
    return rng, made, victim


@pytest.mark.parametrize("players", [10, 12, 13])
@pytest.mark.parametrize("seed", range(6))
def test_two_nights_with_the_same_result_sound_the_same(seed: int, players: int) -> None:
    rng, pair, victim = tables(seed, players)
    out = victim if rng.random() < 0.5 else None
    nights = [
        heard_until(table, {"TALK", "END"}, lambda flow: night_words(flow, rng, out) if _calls(flow) else [])
        for table in pair
    ]
    assert nights[0] == nights[1]
    assert len(nights[0]) > 20


def _calls(flow: ShabFlow) -> bool:
    return flow.asking.kind == "call"


@pytest.mark.parametrize("seed", range(8))
def test_a_nap_tells_neither_the_hands_nor_the_mayor(seed: int) -> None:
    """Whoever is Mayor, in the defence or not, there or gone; until the result is told."""
    rng = Random(f"nap|{seed}")
    setup = sm.Setup(12, sm.default_deck(12))
    accused = tuple(sorted(rng.sample(range(1, 13), 2)))
    heard = []
    for _ in range(2):
        cast = list(setup.deck)
        rng.shuffle(cast)
        position = sm.opening(setup, tuple(cast))
        flow = ShabFlow(setup, seed=seed, position=position, start="defence", accused=accused)
        table = Table(flow)

        def answer(flow: ShabFlow) -> list[str]:
            if flow.asking.kind == "defence":
                return ["next"]
            if flow.asking.kind == "votes2":
                return [f"number_{rng.randint(0, 4)}", "done"]
            if flow.asking.kind == "mayor" and sm.mayor_state(flow.now, flow.accused) == sm.ACTS:
                return rng.choice([["skip"], ["number_0", "done"], [f"number_{accused[0]}", "done"]])
            return []

        heard.append(heard_until(table, {"VERDICT"}, answer))
    results = [[cue for cue in cues if not _result(cue)] for cues in heard]
    assert results[0] == results[1]


def _result(cue: Cue) -> bool:
    return isinstance(cue, Say) and cue.line.startswith("frame.result_")


@pytest.mark.parametrize("seed", range(4))
def test_a_step_opens_for_as_long_whoever_answers(seed: int) -> None:
    """The drawn part of a call's length depends on the seed and the step alone."""
    lengths: list[dict[str, float]] = []
    _, pair, _ = tables(seed, 12)
    for table in pair:
        seen: dict[str, float] = {}

        def answer(flow: ShabFlow, table: Table = table, seen: dict[str, float] = seen) -> list[str]:
            if flow.asking.kind == "call" and "open" in table.timers:
                seen.setdefault(flow.asking.subject, table.timers["open"])
            return ["skip"] if flow.asking.kind == "call" and not flow.night.held.closed else []

        heard_until(table, {"TALK"}, answer)
        lengths.append(seen)
    assert lengths[0] == lengths[1]


def test_a_spent_ability_changes_nothing_that_is_heard() -> None:
    """The third silence of a Psychiatrist who has two: told privately, refused privately, heard by nobody."""
    setup = sm.Setup(12, sm.default_deck(12))
    position = sm.opening(setup, setup.deck)
    seat = setup.deck.index("psychiatrist") + 1
    heard = []
    for silences in (2, 0):
        stands = replace(position, silences=silences)
        table = Table(ShabFlow(setup, seed=3, position=stands, start="night"))

        def answer(flow: ShabFlow) -> list[str]:
            if flow.asking.kind != "call":
                return []
            if flow.asking.subject == "psychiatrist" and flow.night.held.nobody:
                cues = flow.feed(Whisper(f"number_{seat % 12 + 1}"))
                assert not flow.accepted
                assert not [cue for cue in cues if isinstance(cue, Say)]
                return []
            return ["skip"] if not flow.night.held.closed else []

        heard.append(heard_until(table, {"TALK"}, answer))
    assert heard[0] == heard[1]
