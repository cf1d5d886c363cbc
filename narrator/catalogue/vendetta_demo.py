"""The short game of Mafia: Vendetta that `narrator demo` plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.catalogue.demos import QUICK, helper_words, names
from narrator.flow.base import Ask, Flow
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.games import mafia_vendetta as rules
from narrator.table.plan import Plan

_SEED = 7
_SETUP = rules.Setup(6, rules.default_deck(6))

_WORDS = helper_words(range(1, 7), "shoot", "investigate", "suspect", "minus", "vote_count")

_ROLES = {"detective": (3,), "thug": (5,)}
_NIGHTS: Sequence[Mapping[str, Sequence[str]]] = (
    {"detective": ("number_2", "done")},
    {"mafia": ("number_2", "done"), "detective": ("shoot", "number_5", "done")},
)
_SUSPECTS = (2, 6)
_HANDS = {2: (1, 5), 6: (3, 4)}


def _make_flow() -> VendettaFlow:
    return VendettaFlow(_SETUP, seed=_SEED, pace=QUICK, explain=False, discussion=60.0)


def _answer(flow: Flow, ask: Ask) -> list[str]:
    """What the helper of this evening says.

    The first night the Detective looks at seat 2. By day the vote ends in a tie. The second night the
    Mafia shoots seat 2 and the Detective shoots the Mafia: the village wins.
    """
    assert isinstance(flow, VendettaFlow)
    match ask.kind:
        case "start" | "next":
            return [ask.kind]
        case "roles":
            return [*(f"number_{seat}" for seat in _ROLES[ask.subject]), "done"]
        case "call":
            return list(_NIGHTS[flow.nights].get(ask.subject, ()))
        case "talk":
            return [*(f"number_{seat}" for seat in _SUSPECTS), "done"]
        case "vote" if ask.seat is not None:
            return [*(f"number_{seat}" for seat in _HANDS[ask.seat]), "done"]
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
