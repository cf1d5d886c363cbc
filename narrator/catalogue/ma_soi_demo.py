"""The short game of Ma Soi Hanh Quyet that `narrator demo` plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.catalogue.demos import QUICK, helper_words, names
from narrator.flow.base import Ask, Flow
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, Style
from narrator.flow.ma_soi_hanh_quyet.lines import spoken_lines
from narrator.games import ma_soi_hanh_quyet as rules
from narrator.table.plan import Plan

_SEED = 5
_SETUP = rules.Setup(5, rules.default_deck(5))
_WOLF = 5
_CLAWED = 4

_TURNS: Mapping[tuple[int, int], Sequence[str]] = {
    (1, 1): ("number_2", "number_2", "next"),
    (1, 2): ("seer", "number_2", "number_4", "next"),
    (1, 3): ("number_5", "minus", "number_5", "howl"),
    (2, 5): ("number_5", "vote_count", "number_5", "number_6", "next"),
    (2, 1): ("number_5",),
}
"""What is told in the turn of a day and a seat."""


def _make_flow() -> MaSoiFlow:
    return MaSoiFlow(_SETUP, seed=_SEED, pace=QUICK, style=Style(explain=False, brief_reset=True))


def _answer(flow: Flow, ask: Ask) -> list[str]:
    """What is said on this evening.

    The first day ends with the Howl, and a villager dies; so does one by the Claw. On the second day the
    werewolf reaches seven votes: the village wins.
    """
    assert isinstance(flow, MaSoiFlow)
    match ask.kind:
        case "start":
            return ["start"]
        case "next":
            return ["number_1", "next"]
        case "turn" if ask.seat is not None:
            return list(_TURNS[flow.now.day, ask.seat])
        case "class":
            return ["number_2" if ask.seat == _WOLF else "number_1", "done"]
        case "claw":
            return [f"number_{_CLAWED}", "done"]
        case "count" | "moon" | "reset":
            return ["done"]
        case "dealt":
            return ["next"]
    return []


PLAN = Plan(
    game=rules.GAME,
    names=names(_SETUP.seats),
    seats=_SETUP.seats,
    roles=tuple(dict.fromkeys(_SETUP.deck)),
    spoken=spoken_lines(_SETUP),
    make_flow=_make_flow,
    answer=_answer,
    words=helper_words(range(8), "minus", "vote_count", "howl", "witch", "seer"),
    pace=QUICK,
    seed=_SEED,
)
