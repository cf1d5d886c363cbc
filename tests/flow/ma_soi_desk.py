"""Games of Ma Soi Hanh Quyet to drive a flow of by hand, and the usual ways through days and nights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.flow.cues import Cue, Say
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, Style
from narrator.games import ma_soi_hanh_quyet as ms
from tests.flow.undo_desk import Hand

EIGHT = "villager villager villager villager villager werewolf werewolf werewolf"
"""Seats count from 1 in this order."""

FEW_WOLVES = EIGHT.replace("werewolf", "villager", 1)
"""Nothing that happens in one day and night ends this game."""

BOTH = "villager villager villager villager angel werewolf werewolf traitor"
TRAITOR_ONLY = "villager villager villager villager villager werewolf werewolf traitor"
ANGEL_ONLY = "villager villager villager villager angel werewolf werewolf werewolf"

QUIET = Style(explain=False)
CLASSES = {"village": "number_1", "wolf": "number_2", "traitor": "number_3"}


def setup_of(roles: str = EIGHT, *, powerful: bool = False, **options: Any) -> ms.Setup:
    cast = tuple(roles.split())
    return ms.Setup(len(cast), cast, powerful, ms.Options(**options))


def from_start(
    roles: str = EIGHT,
    *,
    powerful: bool = False,
    seed: int = 1,
    style: Style | None = None,
    pace: Any = None,
    **options: Any,
) -> Hand:
    """A game before its start."""
    setup = setup_of(roles, powerful=powerful, **options)
    return Hand(lambda: MaSoiFlow(setup, seed=seed, style=style, pace=pace))


def table(
    roles: str = EIGHT,
    *,
    start: str = "day_turn",
    first: int = 1,
    dead: tuple[int, ...] = (),
    moons: Mapping[int, str] | None = None,
    seers: int = 0,
    seed: int = 1,
    style: Style | None = None,
    pace: Any = None,
    powerful: bool = False,
    **options: Any,
) -> Hand:
    """A game in the middle, seat n holding card n. dead: in the order of their deaths, all told."""
    setup = setup_of(roles, powerful=powerful, **options)
    told = setup.options.check != "moderator"
    deaths = tuple(
        ms.Death(seat, "seven_votes", ms.ROLES[setup.deck[seat - 1]].counts if told else None)
        for seat in dead
    )
    position = ms.position_at(
        setup,
        first,
        roles=setup.deck if setup.options.check == "dealt" else None,
        dead=deaths,
        moons=moons,
        seers=seers,
        at_night=start == "night_start",
    )
    return Hand(lambda: MaSoiFlow(setup, seed=seed, style=style, pace=pace, position=position, start=start))


def shown(cues: list[Cue], line: str) -> list[dict[str, Any]]:
    """What fills a public line, each time that it is said: bare numbers, names of seats as numbers."""
    return [
        {name: getattr(fact, fact.__slots__[0]) for name, fact in cue.facts.items()}
        for cue in cues
        if isinstance(cue, Say) and cue.line == line
    ]


# -- ways through a game --------------------------------------------------------------------------------


def identified(desk: Hand) -> list[Cue]:
    """Let the identification pass."""
    return desk.until("turn")


def votes(desk: Hand, counts: Mapping[int, int]) -> list[Cue]:
    """Put down how many votes lie before players."""
    cues: list[Cue] = []
    for seat, n in counts.items():
        cues += desk.ok("vote_count", f"number_{seat}", f"number_{n}")
    return cues


def condemn(desk: Hand, seat: int) -> list[Cue]:
    """Seven votes for a player."""
    return votes(desk, {seat: ms.TO_DIE})


def told_class(desk: Hand, counts: str = "") -> list[Cue]:
    """The moderator tells what the dead player was, by default what the deck says, where he is asked."""
    kind, _, seat = desk.ask()
    if kind == "class":
        assert seat is not None
        counts = counts or ms.ROLES[desk.flow.setup.deck[seat - 1]].counts
        return desk.ok(CLASSES[counts], "done")
    if kind == "verdict":
        return desk.ok("number_1", "done")
    return desk.elapse("checked")


def dealt(desk: Hand) -> list[Cue]:
    """No moon card kills, and the Night cards are dealt: the first is asked to announce."""
    return desk.ok("done", "next")


def announced(desk: Hand, claw: int | None = None) -> list[Cue]:
    """Everybody announces; one may die."""
    cues: list[Cue] = []
    for _ in range(20):
        kind, _, seat = desk.ask()
        if kind != "announce":
            break
        if seat == claw:
            cues += desk.ok(f"number_{seat}")
        cues += desk.elapse("announce")
    return cues + (desk.ok("done") if desk.ask()[0] == "claw" else [])


def night(desk: Hand, claw: int | None = None) -> list[Cue]:
    """A whole night from its moon cards to the next day's first turn, or the end."""
    cues = [*dealt(desk), *announced(desk, claw)]
    if claw is not None:
        cues += told_class(desk)
    return cues if desk.flow.over else cues + desk.ok("skip")
