"""The line that tells the helper what can be said now."""

from __future__ import annotations

import pytest

from narrator.ear.keypad import KEYS
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games import mafia_vendetta as mv
from narrator.script import load_commands, load_lines
from narrator.table.hints import hint
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session
from tests.flow.desk import Desk


def at_start() -> Desk:
    return Desk(VendettaFlow(mv.Setup(8, mv.default_deck(8)), seed=1))


def shown(desk: Desk, lang: str = "vi") -> str:
    return hint(desk.flow.expected(), load_commands(lang), KEYS)


def test_each_question_shows_its_words_and_keys() -> None:
    desk = at_start()
    assert shown(desk) == "mở màn [b]"
    desk.ok("start")
    assert shown(desk) == "tiếp theo [␣] · hoàn tất [d] · từ chối [x]"
    desk.ok("next")
    assert shown(desk) == "ghế 1–8 · trừ đi [m] · hoàn tất [d]"
    assert shown(desk, "fa") == "صندلی 1 تا 8 · منها [m] · تمام [d]"


def test_a_break_and_a_confirmation_show_their_own_words() -> None:
    desk = at_start()
    desk.ok("pause")
    assert shown(desk) == "chạy tiếp [c]"
    desk.ok("resume", "end_game")
    assert shown(desk) == "nhầm rồi [n] · chính xác [y]"


def test_a_count_is_no_seat() -> None:
    """The number of a card, or how many hands are raised, is shown as a number."""
    commands = load_commands("vi")
    cards = frozenset({f"number_{n}" for n in range(1, 7)} | {"tie"})
    assert hint(cards, commands, KEYS) == "số 1–6 · bằng nhau [e]"
    hands = frozenset({f"number_{n}" for n in range(4)} | {"seat_1", "seat_2", "seat_3"})
    assert hint(hands, commands, KEYS) == "số 0–3"
    assert hint(hands - {"number_0"}, commands, KEYS) == "ghế 1–3"


def test_nothing_to_say_is_no_line() -> None:
    assert hint(frozenset({"repeat", "status"}), load_commands("vi"), KEYS) == ""


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_every_command_a_flow_may_expect_has_words(lang: str) -> None:
    desk = at_start()
    assert hint(frozenset(KEYS.values()), load_commands(lang), KEYS).count("[") == 16
    assert shown(desk, lang)


def test_a_session_says_when_other_words_move_the_game() -> None:
    loop = Loop(virtual=True)
    commands = load_commands("vi")
    lines: list[str] = []
    session: Session
    session = Session(
        lambda: VendettaFlow(mv.Setup(8, mv.default_deck(8)), seed=1, explain=False),
        loop=loop,
        stage=PaperStage(loop),
        renderer=Renderer(load_lines("mafia_vendetta", "vi"), commands, {}),
        journal=Journal(None, {}),
        turned=lambda: lines.append(hint(session.flow.expected(), commands, KEYS)),
    )
    session.start()
    for word in ("status", "end_game", "no", "pause", "resume", "start"):
        session.whisper(word)
    assert lines == [
        "mở màn [b]",
        "nhầm rồi [n] · chính xác [y]",
        "mở màn [b]",
        "chạy tiếp [c]",
        "mở màn [b]",
        "tiếp theo [␣] · hoàn tất [d] · từ chối [x]",
    ]
