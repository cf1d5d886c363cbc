"""Whole games by ear: a helper who sees nothing plays the same game as one with a screen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow
from narrator.flow.ma_soi_hanh_quyet import Style as MaSoiStyle
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.shab_haye_mafia import ShabFlow
from narrator.flow.shab_haye_mafia import Style as ShabStyle
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from narrator.table.troubles import TEXTS
from tests.table.by_ear import Alone, Line, Listener, Mind, Reader, Room, Troubles
from tests.table.minds import MaSoi, Shab, Vendetta

Table = tuple[Callable[[], Mind], Callable[[], Any]]
"""A helper of a game, and the game."""

ON_THE_WAY = Troubles(
    misheard=0.12, doubtful=0.12, undo=0.1, pause=0.05, lost=((60.0, 8.0), (150.0, 20.0), (300.0, 5.0))
)

ELSEWHERE = {"private.you_are_moderator": "the table hears the same in frame.first_death_keep"}
"""What the ear may not hear to its end, and why that is no loss."""


def dealt(deck: tuple[str, ...], seed: int) -> tuple[str, ...]:
    cast = list(deck)
    Random(seed).shuffle(cast)
    return tuple(cast)


def vendetta(seed: int, deck: tuple[str, ...] | None = None) -> Table:
    mode: Any = ("classic", "yakuza", "loner")[seed % 3]
    players = {"classic": 10, "yakuza": 12, "loner": 10}[mode]
    deck = deck or mv.default_deck(players, mode)
    setup = mv.Setup(len(deck), deck, mode, secret=seed % 2 == 1)
    flow = lambda: VendettaFlow(setup, seed=seed, explain=seed == 0, discussion=100.0)  # noqa: E731
    return lambda: Vendetta(dealt(deck, seed)), flow


def shab(seed: int, deck: tuple[str, ...] | None = None) -> Table:
    deck = deck or sm.default_deck(10 + seed, joker=seed > 0)
    setup = sm.Setup(len(deck), deck, sm.Options(intro_day=seed == 0, inquiry=("all", "die_hard")[seed % 2]))  # type: ignore[arg-type]
    flow = lambda: ShabFlow(setup, seed=seed, style=ShabStyle(explain=False, reveal=False))  # noqa: E731
    return lambda: Shab(dealt(deck, seed)), flow


def ma_soi(seed: int, check: str = "", **style: Any) -> Table:
    deck = ms.default_deck(7)
    options: Any = ms.Options(check or ms.CHECKS[seed - 1])  # type: ignore[arg-type]
    setup = ms.Setup(7, deck, powerful=False, options=options)
    flow = lambda: MaSoiFlow(setup, seed=seed, style=MaSoiStyle(explain=False, **style))  # noqa: E731
    return lambda: MaSoi(dealt(deck, seed)), flow


GAMES = {"mafia_vendetta": vendetta, "shab_haye_mafia": shab, "ma_soi_hanh_quyet": ma_soi}


def played(table: Table, lang: str, sits: Any, **how: Any) -> Room:
    make_mind, make_flow = table
    mind = make_mind()
    room = Room(mind, make_flow, lang, **how)
    sits(room, mind)
    room.run()
    return room


def understood(room: Room) -> list[Line]:
    """The public lines of a game, without what was only about hearing them."""
    machine = set(TEXTS[room.lang].values())
    heard = [
        what for _, where, what in room.heard if where == "aloud" and what[0] != "(" and what not in machine
    ]
    lines = [room.understanding.of(what, private=False) for what in heard]
    return [line for line in lines if line is not None]


def unheard(room: Room) -> list[str]:
    """What was written to a screen and did not reach the ears before the next question."""
    asked = [ask.at for ask in room.asked]
    left = [(at, what) for at, _, what in room.heard]
    missing = []
    for at, kind, text in room.screen.written:
        what = f"({text})" if kind == "chime" else text
        found = next((i for i, (when, said) in enumerate(left) if when >= at and said == what), None)
        if found is None or (
            kind == "private" and bisect_right(asked, left[found][0]) != bisect_right(asked, at)
        ):
            line = room.understanding.of(text, private=True) if kind == "private" else None
            missing.append(line.id if line is not None else what)
        if found is not None:
            del left[found]
    return missing


def unanswered(room: Room) -> list[str]:
    """The words after which he heard nothing before he said another."""
    heard = [at for at, _, _ in room.heard]
    ends = [at for at, _ in room.spoken[1:]] + [room.loop.now()]
    return [
        word
        for (at, word), end in zip(room.spoken, ends, strict=True)
        if bisect_right(heard, at) == bisect_right(heard, end)
    ]


@pytest.mark.parametrize("lang", ["vi", "fa"])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_words_are_said_by_ear_as_with_a_screen(game: str, lang: str) -> None:
    table = GAMES[game](["vi", "fa"].index(lang))
    by_ear, with_screen = played(table, lang, Listener), played(table, lang, Reader)
    assert by_ear.words == with_screen.words
    assert by_ear.session.winner == with_screen.session.winner
    assert understood(by_ear) == understood(with_screen)
    assert len(by_ear.words) > 40
    assert "not heard" not in by_ear.happened
    assert unanswered(by_ear) == []
    # All that a screen shows of the game is heard, within its question.
    assert set(unheard(by_ear)) <= set(ELSEWHERE)
    assert sum(kind == "private" for _, kind, _ in by_ear.screen.written) > 20


@pytest.mark.parametrize("lang", ["vi", "fa"])
@pytest.mark.parametrize("game", GAMES)
def test_troubles_are_noticed_and_mended_by_ear(game: str, lang: str) -> None:
    """Words misheard and doubted, undo, breaks, an earpiece that comes and goes: the game ends the same."""
    table = GAMES[game](1 - ["vi", "fa"].index(lang))
    by_ear = played(table, lang, Listener, troubles=ON_THE_WAY, seed=1)
    with_screen = played(table, lang, Reader)
    assert by_ear.session.flow.position == with_screen.session.flow.position
    assert by_ear.session.winner == with_screen.session.winner
    assert sum(by_ear.happened.values()) >= 5, by_ear.happened
    assert by_ear.happened["lost"] == 3
    # He heard aloud that nothing reaches him, and in his ear that it does again.
    for where, name in (("aloud", "unreached"), ("ear", "earpiece_back")):
        said = [(at, what) for at, place, what in by_ear.heard if place == where]
        assert sum(what == TEXTS[lang][name] for _, what in said) >= 2


SIMPLE = {
    "mafia_vendetta": lambda: vendetta(3, ("detective", "thug", "thug", *["bystander"] * 5)),
    "shab_haye_mafia": lambda: shab(0, ("godfather", "lecter", "simple_mafia", "doctor", *["citizen"] * 5)),
    "ma_soi_hanh_quyet": lambda: ma_soi(1, "narrator", brief_reset=True),
}


@pytest.mark.parametrize("game", GAMES)
def test_without_earpiece_and_screen_secret_words_are_said_twice(game: str) -> None:
    table, lang = SIMPLE[game](), "fa" if game == "shab_haye_mafia" else "vi"
    alone, with_screen = played(table, lang, Alone, earpiece=False), played(table, lang, Reader)
    assert alone.session.flow.position == with_screen.session.flow.position
    assert alone.session.winner == with_screen.session.winner
    assert {where for _, where, _ in alone.heard} == {"aloud"}
    records: Any = alone.session._journal
    assert sum("doubted" in record for record in records.records) > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_player_hears_who_is_out_and_whose_turn_it_is(game: str) -> None:
    """What everybody sees a player who sees nothing hears, by name, before an answer to the next question."""
    room = played(GAMES[game](0), "vi", Reader)
    aloud = [(at, what) for at, where, what in room.heard if where == "aloud"]
    out = turns = 0

    def named(seat: int, since: float, asked: float) -> bool:
        answered = min((at for at, _ in room.spoken if at > asked), default=room.loop.now())
        return any(room.renderer.name(seat) in what for at, what in aloud if since <= at <= answered)

    for before, now in pairwise(room.asked):
        for seat in before.active - now.active:
            out += 1
            assert named(seat, before.at, now.at), f"{seat} is out and was not named"
        if now.seat is not None and now.by_day and now.seat != before.seat:
            turns += 1
            assert named(now.seat, now.at, now.at), f"{now} and nobody hears whose"
    assert out >= 3
    assert turns >= 4
