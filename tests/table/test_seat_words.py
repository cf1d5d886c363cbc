"""Whole games in which every seat is called by its word: the same game as with numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from narrator.catalogue import GAMES
from narrator.cli.enrol_words import chosen, live_words
from narrator.flow.base import Flow
from narrator.games import shab_haye_mafia as sm
from narrator.script import LANGUAGES
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from tests.table import ma_soi_evenings, shab_evenings, vendetta_evenings
from tests.table.evenings import Evening, commands_of, lines_of

VOTES = ("votes1", "votes2")


class Counting(shab_evenings.ShabEvening):
    """One whose helper counts hands: what he says does not hang on how hands were noted before."""

    def _votes(self, flow: Any, ask: Any) -> list[str]:
        left = len(flow.now.active) - 1
        if ask.kind == "votes2":
            left -= len(flow.accused) - 1
            left -= sum(flow.votes.ballot.count(s) for s in flow.votes.ballot.hands if s != ask.seat)
        return [f"number_{self.rng.choice([0, left // 2, left])}", "done"]


def counting_evening(seed: int, lang: str) -> Evening:
    """A random evening of Shab-haye Mafia, but for the counting."""
    table = shab_evenings.random_evening(seed, lang=lang)
    table.__class__ = Counting
    return table


Make = Callable[..., Evening]
EVENINGS: dict[str, Make] = {
    "mafia_vendetta": vendetta_evenings.random_evening,
    "ma_soi_hanh_quyet": ma_soi_evenings.random_evening,
    "shab_haye_mafia": counting_evening,
}


def by_seat_words(flow: Any, word: str) -> list[str]:
    """What a helper says who has a word for every seat, instead of this word."""
    kind, _, digits = word.rpartition("_")
    if kind != "number" or f"seat_{digits}" not in flow.expected():
        return [word]
    if flow.asking.kind not in VOTES or not hasattr(flow, "votes"):
        return [f"seat_{digits}"]
    # A number is a count of hands there, a seat's word is one hand.
    ballot = flow.votes.ballot
    raised = {s for seat, hands in ballot.hands.items() if seat != flow.asking.seat
              and isinstance(hands, frozenset) for s in hands}  # fmt: skip
    hidden = {flow.asking.seat} | (raised | set(flow.accused) if flow.asking.kind == "votes2" else set())
    free = sorted(flow.now.active - hidden)
    count = int(digits)
    return [f"seat_{seat}" for seat in free[:count]] if count <= len(free) else [word]


class Played:
    """What is left of a game. said: every line at the table; whispers: each with what was asked."""

    def __init__(self, session: Session, stage: PaperStage, whispers: list[tuple[str, str]]) -> None:
        self.winner = session.winner
        self.position = session.flow.position  # type: ignore[attr-defined]
        self.said = [(e.line, e.text) for e in stage.transcript if e.kind == "public"]
        self.whispers = whispers

    def words(self, but: str = "") -> set[str]:
        return {word for kind, word in self.whispers if kind != but}


def listening(session: Session, flow: Callable[[], Flow], seat_words: bool) -> list[tuple[str, str]]:
    """From now on what is whispered to the session is kept, each seat by its word or as it comes."""
    whisper, kept = session.whisper, list[tuple[str, str]]()

    def whispered(word: str) -> None:
        asked = flow().asking
        for one in by_seat_words(flow(), word) if seat_words else [word]:
            kept.append((asked.kind if asked else "", one))
            whisper(one)

    session.whisper = whispered  # type: ignore[method-assign]
    return kept


def demo(game: str, lang: str, seat_words: bool) -> Played:
    """The short game of the demonstration, answered by the robot."""
    plan = GAMES[game].demo
    loop = Loop(virtual=True)
    stage = PaperStage(loop)
    session: Session
    robot: Robot
    session = Session(
        plan.make_flow,
        loop=loop,
        stage=stage,
        renderer=Renderer(lines_of(game, lang), commands_of(lang), dict(enumerate(plan.names[lang], 1))),
        journal=Journal(None, {}),
        expect=lambda _words: None,
        asked=lambda ask: robot.asked(ask),
    )
    whispers = listening(session, lambda: session.flow, seat_words)
    robot = Robot(
        loop,
        lambda ask: plan.answer(session.flow, ask),
        lambda word: session.whisper(word),
        lambda: session.conductor.idle,
        pace=plan.pace,
        seed=plan.seed,
    )
    loop.post(session.start)
    loop.run()
    return Played(session, stage, whispers)


def evening(game: str, lang: str, seed: int, seat_words: bool) -> Played:
    """A whole game at random, the same for a seed."""
    table = EVENINGS[game](seed, lang=lang)
    whispers = listening(table.session, lambda: table.flow, seat_words)
    table.run()
    return Played(table.session, table.stage, whispers)


def check_same(game: str, lang: str, seats: int, numbers: Played, words: Played) -> None:
    assert numbers.winner is not None
    assert (words.winner, words.position, words.said) == (numbers.winner, numbers.position, numbers.said)
    assert any(word.startswith("seat_") for word in words.words())
    enrolled = live_words(chosen(lang, None, seats, game), game, "words", rare=True)
    # The last roles of a guess are for the keys.
    assert words.words(but="guess") - set(enrolled) == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_robot_calls_seats_by_their_words(game: str, lang: str) -> None:
    check_same(game, lang, GAMES[game].demo.seats, demo(game, lang, False), demo(game, lang, True))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_at_random_is_the_same(game: str, lang: str) -> None:
    for seed in (1, 2, 4):
        numbers, words = (evening(game, lang, seed, seat_words) for seat_words in (False, True))
        check_same(game, lang, 13, numbers, words)


def test_a_count_of_hands_is_their_seats() -> None:
    """The counting above is no empty form: some hands are counted by the words of their seats."""
    played = evening(sm.GAME, "fa", 2, True)
    hands = [word for kind, word in played.whispers if kind in VOTES]
    assert any(word.startswith("seat_") for word in hands)
    assert all(word in ("number_0", "done", "next") or word.startswith("seat_") for word in hands)
