"""Positions of Shab-haye Mafia to drive a flow from by hand, and the usual ways through them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from narrator.flow.cues import Cue
from narrator.flow.shab_haye_mafia import ShabFlow, Style
from narrator.flow.shab_haye_mafia.state import SPEECHES
from narrator.games import shab_haye_mafia as shab
from tests.flow.desk import Desk, cards_seen

TWELVE = (
    "godfather lecter simple_mafia simple_mafia doctor professional detective psychiatrist die_hard mayor "
    "citizen citizen"
)
"""Seats count from 1 in this order."""

JOKER = TWELVE.replace("simple_mafia", "joker", 1)
GODFATHER, LECTER, THIRD, FOURTH, DOCTOR, PRO, DETECTIVE, PSY, DIE_HARD, MAYOR, ELEVEN, LAST = range(1, 13)

WAYS = frozenset({"seed", "pace", "style", "lots"})
MARKS = frozenset(shab.Position.__slots__) - {"deal", "active"}


def setup_of(roles: str = TWELVE, **options: Any) -> shab.Setup:
    cast = tuple(roles.split())
    return shab.Setup(len(cast), cast, shab.Options(**options))


def table(
    start: str,
    roles: str = TWELVE,
    *,
    out: tuple[int, ...] = (),
    accused: tuple[int, ...] = (),
    leaver: int | None = None,
    **how: Any,
) -> Desk:
    """A game in the middle; how: marks of the position, ways of the flow, and options of the rules.

    at_once: the option that a Final Shot takes out at once; its own name is that of a mark.
    """
    marks = {name: value for name, value in how.items() if name in MARKS}
    ways = {name: value for name, value in how.items() if name in WAYS}
    options = {name: value for name, value in how.items() if name not in MARKS | WAYS}
    if options.pop("at_once", False):
        options["final_shot"] = "immediate_exit"
    if start != "night":
        marks = {"nights": 1, "days": 1, **marks}
    gone = frozenset(out) | ({leaver} if leaver is not None else frozenset())
    setup = setup_of(roles, **options)
    position = replace(shab.position_at(setup, setup.deck, out=gone), **marks)
    flow = ShabFlow(setup, position=position, start=start, accused=accused, leaver=leaver, **ways)
    return Desk(flow)


def at_night(roles: str = TWELVE, **how: Any) -> Desk:
    """A night that begins."""
    return table("night", roles, **how)


def in_defence(*accused: int, roles: str = TWELVE, **how: Any) -> Desk:
    """The defence of these, all of them heard: the second vote begins."""
    desk = table("defence", roles, accused=accused, **how)
    speak(desk)
    return desk


def from_start(roles: str = TWELVE, *, style: Style | None = None, seed: int = 1, **options: Any) -> Desk:
    """A game before its start."""
    return Desk(ShabFlow(setup_of(roles, **options), seed=seed, style=style))


def roll_called(desk: Desk) -> list[Cue]:
    """Start, and see every card where the deck has it: seat n holds card n. The cues of it all."""
    return desk.ok("start", "next") + cards_seen(desk)


def speak(desk: Desk) -> list[Cue]:
    """Let everybody whose turn it is speak for a moment, until something else is asked."""
    cues: list[Cue] = []
    for _ in range(60):
        kind = desk.flow.asking.kind
        if kind in SPEECHES:
            cues += desk.ok("next")
        elif kind == "nothing" and "silent" in desk.timers:
            cues += desk.elapse("silent")
        else:
            return cues
    raise AssertionError("they talk on and on")


def vote(desk: Desk, hands: Mapping[int, int | tuple[int, ...]], kind: str = "votes1") -> list[Cue]:
    """Note the hands for every candidate, none for those not named."""
    cues: list[Cue] = []
    while desk.flow.asking.kind == kind:
        serial = desk.flow.asking.serial
        cues += desk.ok(*hand_words(hands.get(desk.flow.asking.seat or 0, 0)), "done")
        for _ in range(3):
            if desk.flow.asking.serial == serial and {"open", "settle"} & set(desk.timers):
                cues += desk.elapse()
    return cues


def nap(desk: Desk, hands: Mapping[int, int | tuple[int, ...]]) -> list[Cue]:
    """The hands raised in the nap, for each of the accused."""
    return vote(desk, hands, "votes2")


def hand_words(hands: int | tuple[int, ...]) -> list[str]:
    """What a helper whispers for hands: their number, or whose."""
    return [f"number_{hands}"] if isinstance(hands, int) else [f"seat_{seat}" for seat in hands]


def let_go(desk: Desk, *kinds: str) -> list[Cue]:
    """Let timers run out, and speakers end, until one of these is asked or the game is over."""
    cues: list[Cue] = []
    for _ in range(80):
        if desk.flow.asking.kind in kinds or desk.flow.over:
            return cues
        cues += desk.ok("next") if desk.flow.asking.kind in SPEECHES else desk.elapse()
    raise AssertionError(f"none of {kinds} is ever asked")


def random_target(night: shab.Night, step: str, rng: Random, decline: float = 0.25) -> shab.night.Target:
    """Anything legal at a step, None for a pass."""
    if shab.step_state(night, step) != shab.ACTS or rng.random() < decline:
        return None
    seats = sorted(shab.targets(night, step))
    return True if step == "die_hard" else rng.choice(seats) if seats else None


def words_for(night: shab.Night, step: str, target: shab.night.Target) -> list[str]:
    """What a helper whispers at a step for what its holder shows."""
    if shab.step_state(night, step) != shab.ACTS:
        return []
    return ["skip"] if target is None else ["yes" if target is True else f"number_{target}", "done"]
