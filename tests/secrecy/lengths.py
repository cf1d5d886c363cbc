"""How long the table hears a call last, and what went on in it: whole evenings, one after the other.

A length is the time from the end of a call's last question to the next public line. All else in a call is the
same to the millisecond, which the pairs show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any

from narrator.flow.pace import Pace
from narrator.flow.shab_haye_mafia import Style
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from narrator.table.paper import estimated_seconds
from tests.flow.shab_desk import random_target
from tests.flow.vendetta_desk import random_action
from tests.secrecy.shab_pairs import ShabSide
from tests.secrecy.sides import Manner, Side
from tests.secrecy.vendetta_pairs import VendettaSide

HELPERS: Mapping[str, Pace] = {
    "usual": Pace(),
    "fast": Pace(answer=3.0),
    "slow": Pace(answer=14.0),
}
"""How fast a helper answers; the pace of the game is the usual one for all of them."""

_NIGHTS = 8
_BLOCKERS = ("thief", "vixen")
_SHOTS = ("mafia_shot", "professional")

Lengths = dict[str, list[float]]
"""By what went on in a call: "acts", "declines", "blocked", "spent", "absent", "accused"."""

Evening = Callable[[str, int, Pace], Iterator[tuple[str, float]]]


def lengths(game: str, call: str, helper: Pace, *, enough: int, most: int, first: int = 0) -> Lengths:
    """The lengths of one call over many evenings: until there are enough of each kind, or `most` evenings."""
    found: Lengths = defaultdict(list)
    for seed in range(first, first + most):
        for state, seconds in EVENINGS[game](call, seed, helper):
            found[state].append(seconds)
        if all(len(found[state]) >= enough for state in STATES[game](call)):
            break
    return {state: times[:enough] for state, times in found.items() if state not in _PUBLIC}


_PUBLIC = ("looks", "no_kill", "fixed")
"""What everybody knows of a call: a first night, a Final Shot."""


def _is_gang(call: str) -> bool:
    return call in mv.GANGS


def vendetta_states(call: str) -> tuple[str, ...]:
    """What can go on in a call for nobody to know, and happens often enough to be waited for."""
    return ("acts", "declines", "absent") if _is_gang(call) else ("acts", "declines", "blocked", "absent")


def shab_states(step: str) -> tuple[str, ...]:
    """The same of a step."""
    if step == "mayor":
        return ("acts", "declines", "spent", "absent", "accused")
    if step == "mafia_shot":
        return ("acts", "declines")
    return (
        "acts",
        "declines",
        "absent",
        *(("spent",) if step in ("joker", "psychiatrist", "die_hard") else ()),
    )


# -- Mafia: Vendetta ------------------------------------------------------------------------------------


def _deck(call: str, rng: Random) -> tuple[Any, tuple[str, ...]]:
    """A mode and a deck with this call in it, and with who may block it."""
    leaders = ["jailer", "priest", "detective", "judge", "sheriff"]
    specialists = ["nurse", "bodyguard", "hypnotist", "journalist"]
    mobsters = ["godfather", "lawyer", "snitch"]
    loner = call if call in ("psycho", "femme_fatale") else ""
    mode = "loner" if loner else "yakuza" if call == "yakuza" else "classic"
    leader = call if call in leaders else rng.choice(leaders)
    special = [call] if call in specialists else []
    special += rng.sample([role for role in specialists if role != call], 2 - len(special))
    mobster = call if call in mobsters else rng.choice(mobsters)
    deck = [leader, *special, "vixen", "thief", mobster, *["bystander"] * 4]
    deck += {"yakuza": ["yakuza", "yakuza"], "loner": [loner]}.get(mode, [])
    return mode, tuple(deck)


def vendetta(call: str, seed: int, helper: Pace) -> Iterator[tuple[str, float]]:
    """An evening in Secret mode. The call's holder is blocked now and then, and voted out one day."""
    rng = Random(f"lengths|{call}|{seed}")
    mode, deck = _deck(call, rng)
    setup = mv.Setup(len(deck), deck, mode, True, mv.Options())
    cast = list(deck)
    rng.shuffle(cast)
    side = VendettaSide(setup, tuple(cast), Manner(still=False, helper=helper), pair=seed, own=0, lang="vi")
    states: list[str] = []
    while True:
        side.advance()
        if side.undecided is None:
            break
        kind, number = side.undecided  # type: ignore[misc]
        if number > _NIGHTS:
            break
        if kind == "day":
            side.plans[side.undecided] = _voted_out(side.flow.position, call, rng)
            continue
        night, plan = side.flow.night.night, {}
        for other in mv.calls(night.position):
            state = mv.call_state(night, other)
            action = _blocking(night, other, call, rng) or random_action(night, other, rng, 0.4)
            if _is_gang(other) and rng.random() < 0.6:
                action = None  # they do not agree; so that evenings last
            if other == call:
                states.append("declines" if state == mv.ACTS and action is None else state)
            plan[other] = action
            night = mv.act(night, other, action)
        side.plans[side.undecided] = plan
    yield from _measured(side, {f"call.{call}.act", f"call.{call}.act_first_night"}, states)


def _blocking(night: mv.Night, blocker: str, call: str, rng: Random) -> mv.Action | None:
    """Thief and Vixen choose the holder of the call that is measured."""
    if blocker not in _BLOCKERS or mv.call_state(night, blocker) != mv.ACTS or rng.random() < 0.7:
        return None
    legal = mv.options(night, blocker).seats & set(mv.holders(night, call))
    return mv.Action((rng.choice(sorted(legal)),)) if legal else None


def _voted_out(position: mv.Position, call: str, rng: Random) -> tuple[tuple[int, ...], dict[int, Any]]:
    """The holder of the call and somebody else are voted on; one day most hands go up."""
    deal = position.deal
    own = sorted((deal.faction[call] if _is_gang(call) else set(deal.holders[call])) & position.active)
    others = sorted(position.active - set(own))
    first = rng.choice(own) if own else others.pop()
    second = rng.choice([seat for seat in others if seat != first])
    free = sorted(mv.may_vote(position)) if rng.random() < 0.25 else []
    return (first, second), {first: frozenset(free) - {first}, second: frozenset()}


# -- Shab-haye Mafia ------------------------------------------------------------------------------------


def shab(step: str, seed: int, helper: Pace) -> Iterator[tuple[str, float]]:
    """An evening. The step's holder is voted out one day."""
    rng = Random(f"lengths|{step}|{seed}")
    players = rng.randint(12, 13)
    setup = sm.Setup(players, sm.default_deck(players, joker=step == "joker"), sm.Options())
    cast = list(setup.deck)
    rng.shuffle(cast)
    style = Style(explain=False, reveal=False)
    manner = Manner(still=False, helper=helper)
    side = ShabSide(setup, tuple(cast), manner, pair=seed, own=0, lang="fa", style=style)
    states: list[str] = []
    while True:
        side.advance()
        if side.undecided is None:
            break
        kind, number = side.undecided  # type: ignore[misc]
        now = side.flow.now
        if kind == "night":
            if number > _NIGHTS:
                break
            night, plan = side.flow.night.night, {}
            for _, other in side.flow.night.steps:
                state = sm.step_state(night, other)
                target = random_target(night, other, rng, 0.7 if other in _SHOTS and other != step else 0.4)
                if other == step:
                    states.append("declines" if state == sm.ACTS and target is None else state)
                plan[other] = target
                night = sm.act(night, other, target)
            side.plans[side.undecided] = plan
        elif kind == "votes1":
            out = rng.random() < 0.25
            own = [seat for seat in now.active if now.role(seat) == step and out]
            two = rng.sample(sorted(now.active), 2) if step == "mayor" else []
            side.plans[side.undecided] = own or two
        elif kind == "votes2":
            accused = side.flow.accused
            state = sm.mayor_state(now, accused)
            mayor = sm.Decision("cancel") if state == sm.ACTS and rng.random() < 0.5 else None
            if step == "mayor" and len(accused) > 1:
                states.append("declines" if state == sm.ACTS and mayor is None else state)
            hands = {seat: len(now.active) - 1 if len(accused) == 1 else 0 for seat in accused}
            side.plans[side.undecided] = (hands, mayor)
        else:
            side.plans[side.undecided] = {"card": ["skip"]}
    yield from _measured(side, _shab_lines(step), states)


def _shab_lines(step: str) -> set[str]:
    if step == "mafia_shot":
        return {"call.mafia.act", "call.mafia.act_final_shot"}
    if step in ("lecter", "joker"):
        return {f"call.mafia.{step}"}
    return {f"call.{step}.{'signs' if step == 'mayor' else 'act'}"}


def _measured(side: Side, asked: set[str], states: list[str]) -> Iterator[tuple[str, float]]:
    heard = [entry for entry in side.stage.transcript if entry.kind == "public"]
    planned = iter(states)
    for entry, following in pairwise(heard):
        if entry.line in asked:
            yield next(planned), following.at - entry.at - estimated_seconds(entry.text)


EVENINGS: Mapping[str, Evening] = {mv.GAME: vendetta, sm.GAME: shab}
STATES: Mapping[str, Callable[[str], tuple[str, ...]]] = {mv.GAME: vendetta_states, sm.GAME: shab_states}
CALLS: Mapping[str, tuple[str, ...]] = {
    mv.GAME: tuple(call for call in mv.NIGHT_ORDER if call != "impostor"),
    sm.GAME: ("mafia_shot", "lecter", "joker", *sm.Options().night_order[1:], "mayor"),
}
"""Every call of a game whose length might tell something. Ma Soi Hanh Quyet has none."""
