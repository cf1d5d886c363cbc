"""The short game of Shab-haye Mafia that `narrator demo` plays."""

from __future__ import annotations

from narrator.catalogue.demos import QUICK, helper_words, names
from narrator.flow.base import Ask, Flow
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.flow.shab_haye_mafia.lines import spoken_lines
from narrator.flow.shab_haye_mafia.state import SPEECHES
from narrator.games import shab_haye_mafia as rules
from narrator.table.plan import Plan

_SEED = 11
_STYLE = Style(explain=False, introduction=9.0, turn=9.0, defence=12.0, last_words=12.0)
_SETUP = rules.Setup(5, ("godfather", "doctor", "professional", "detective", "citizen"))

_CAST = {"godfather": 4, "doctor": 1, "professional": 3, "detective": 2}
_NIGHT = {
    "mafia_shot": ("number_5", "done"),
    "doctor": ("number_5", "done"),
    "professional": ("skip",),
    "detective": ("number_4", "done"),
}
_HANDS = {1: 0, 2: 1, 3: 0, 4: 3, 5: 0}
_CARD = "number_5"

_WORDS = helper_words(range(6), "minus", "tie")


def _make_flow() -> ShabFlow:
    return ShabFlow(_SETUP, seed=_SEED, pace=QUICK, style=_STYLE)


def _answer(_flow: Flow, ask: Ask) -> list[str]:
    """What the helper of this evening says.

    The mafia's shot is stopped by the Doctor. By day the Godfather is voted into the defence and out; he
    draws Vertigo, and his lie is confirmed: the city wins.
    """
    match ask.kind:
        case "start" | "next":
            return [ask.kind]
        case "roles":
            return [f"number_{_CAST[ask.subject]}", "done"]
        case "call":
            return list(_NIGHT.get(ask.subject, ()))
        case "votes1" if ask.seat is not None:
            return [f"number_{_HANDS[ask.seat]}", "done"]
        case "votes2":
            return ["number_3", "done"]
        case "card":
            return [_CARD, "done"]
        case "lie":
            return ["yes"]
        case kind if kind in SPEECHES and ask.seat in (1, 4):
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
    words=_WORDS,
    pace=QUICK,
    seed=_SEED,
)
