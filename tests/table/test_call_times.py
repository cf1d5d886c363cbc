"""Time tells nothing: calls last equally long whether their holder acts, declines, is blocked or out."""

from __future__ import annotations

from typing import Any

import pytest
from scipy.stats import ks_2samp

from narrator.flow.base import Ask, Flow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.table.paper import Entry, estimated_seconds
from narrator.table.rehearsal import Take, play
from tests.flow.vendetta_desk import setup_of
from tests.table.vendetta_evenings import COMMANDS, LINES

CAST = (
    "thief snitch godfather lawyer sheriff psycho bystander bystander bystander bystander bystander bystander"
)
CALLS = ("thief", "snitch", "godfather", "lawyer")
KILLERS = ("sheriff", "psycho")
ENOUGH = 300


def night(seed: int, words: Any, *, first: bool = False, **position: Any) -> dict[str, float]:
    """Seconds from the end of each call's question to its "done", by call, with a robot helper."""
    setup = setup_of(CAST, mode="loner", secret=True)
    at = mv.position_at(setup, setup.deck, **{name: frozenset(seats) for name, seats in position.items()})

    def make() -> VendettaFlow:
        return VendettaFlow(setup, seed=seed, position=at, first=first, start="night")

    def answer(flow: Flow, ask: Ask) -> list[str]:
        if ask.kind != "call" or "done" not in flow.expected():
            return []
        return list(words if ask.subject != "mafia" else ("skip",))

    take = Take(make, answer, lambda _flow, ask: ask.kind == "talk")
    return open_times(play(take, LINES["vi"], COMMANDS["vi"], {}, seed=seed).transcript)


def open_times(transcript: tuple[Entry, ...]) -> dict[str, float]:
    times: dict[str, float] = {}
    asked = 0.0
    for entry in transcript:
        _, call, part = f"{entry.line}..".split(".")[:3]
        if entry.kind == "public" and part.startswith("act"):
            asked = entry.at + estimated_seconds(entry.text)
        elif entry.kind == "public" and part == "done":
            times[call] = entry.at - asked
    return times


def sample(words: Any, calls: tuple[str, ...], seeds: range, **how: Any) -> list[float]:
    nights = [night(seed, words, **how) for seed in seeds]
    times = [lengths[call] for lengths in nights for call in calls]
    assert len(times) >= ENOUGH
    return times


SEEDS = range(1, 80)
ACTING = ("number_9", "done")


@pytest.fixture(scope="module")
def acting() -> list[float]:
    return sample(ACTING, CALLS, SEEDS)


@pytest.mark.parametrize(
    ("who", "words", "calls", "how"),
    [
        ("declining", ("skip",), CALLS, {}),
        ("blocked", ("done",), CALLS, {"jailed": (1, 2, 3, 4)}),
        ("blocked, a refusal said", ("skip",), CALLS, {"jailed": (1, 2, 3, 4)}),
        ("absent", (), CALLS, {"dead": (1, 2, 3, 4)}),
        ("on the first night", ACTING, CALLS, {"first": True}),
    ],
)
def test_call_lengths_are_of_one_distribution(
    acting: list[float], who: str, words: Any, calls: tuple[str, ...], how: Any
) -> None:
    other = sample(words, calls, range(1001, 1080), **how)
    result = ks_2samp(acting, other)
    print(f"{who}: n={len(acting)}+{len(other)} D={result.statistic:.3f} p={result.pvalue:.3f}")
    assert result.pvalue > 0.001


def test_killers_without_a_kill_on_the_first_night_take_the_same_time() -> None:
    killing = sample(ACTING, KILLERS, range(1, 155))
    idle = sample(("skip",), KILLERS, range(2001, 2155), first=True)
    result = ks_2samp(killing, idle)
    print(f"no kill on the first night: D={result.statistic:.3f} p={result.pvalue:.3f}")
    assert result.pvalue > 0.001


def test_the_comparison_would_notice_a_second_and_a_half(acting: list[float]) -> None:
    """What the waiting for an action's words hides would be found without it."""
    assert ks_2samp(acting, [seconds - 1.6 for seconds in acting]).pvalue < 0.001
