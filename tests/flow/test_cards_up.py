"""Cards held up at a roll call are put down before anybody opens his eyes, whatever is undone."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from narrator.catalogue import GAMES, Live, Wanted
from narrator.errors import UserError
from narrator.flow.cues import Cue, Say
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.pace import Pace
from narrator.table.game import Game
from narrator.table.journal import Redo, Undo

RULES = {"ma_soi_hanh_quyet": ("check=dealt",)}
"""What makes a game have a roll call, where it is not usual."""

UP, DOWN = "frame.roll_call_intro", "frame.roll_call_cards_down"


def players(entry: Any) -> int:
    """As many as the game deals for by itself: the least number."""
    for seats in range(1, 21):
        with suppress(UserError):
            entry.setup(Wanted(seats))
            return seats
    raise AssertionError(entry.id)


def said(cues: list[Cue]) -> list[str]:
    return [cue.line for cue in cues if isinstance(cue, Say)]


def play_to_cards(entry: Any) -> tuple[Game, tuple[str, ...]]:
    """A game at the first question of its roll call, and its deck in the order that is told."""
    setup = entry.setup(Wanted(players(entry), rules=RULES.get(entry.id, ())))
    made = entry.make(setup, Live(seed=1, pace=Pace(), explain=False))
    game = Game(made.make_flow)
    game.begin()
    game.apply(Whisper("start"))
    while game.flow.asking.kind == "next":
        cues = game.apply(Whisper("next"))
    assert game.flow.asking.kind == "roles"
    assert said(cues).index(UP) < said(cues).index("frame.roll_call_role")
    return game, tuple(sorted(setup.deck, key=entry.roles.index))


def tell_all(game: Game, deck: tuple[str, ...]) -> list[str]:
    """Every role's seats; the public lines after the last."""
    lines: list[str] = []
    while game.flow.asking.kind == "roles":
        for seat, role in enumerate(deck, start=1):
            if role == game.flow.asking.subject:
                game.apply(Whisper(f"number_{seat}"))
        lines = said(game.apply(Whisper("done")))
        if game.flow.asking.kind == "roles":
            lines = said(game.apply(Elapsed("role")))
    return lines


@pytest.mark.parametrize("entry", GAMES.values(), ids=list(GAMES))
def test_cards_are_up_only_while_roles_are_read(entry: Any) -> None:
    game, deck = play_to_cards(entry)
    assert game.flow.cards_up
    lines = tell_all(game, deck)
    assert lines[0] == DOWN
    assert not game.flow.cards_up
    assert not game.flow.by_day

    lines = said(game.apply(Undo()))
    assert game.flow.cards_up
    assert lines.index("frame.correction") < lines.index(UP) < lines.index("frame.roll_call_role")
    lines = said(game.apply(Redo()))
    assert lines[0] == DOWN, "or whoever wakes sees every card"
    assert "frame.eyes_open" not in lines[:2]

    while game.flow.asking.kind != "start":
        lines = said(game.apply(Undo()))
        if game.flow.cards_up:
            assert DOWN not in lines
    assert not game.flow.cards_up
