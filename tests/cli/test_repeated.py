"""A cat on the keyboard: what comes again and again stands on the terminal once, counted."""

from __future__ import annotations

import io
import random
import re

import pytest

from narrator.cli.bidi import Bidi
from narrator.cli.repeated import rows_of
from narrator.cli.terminal import Desk, TerminalScreen

COLUMNS, HEIGHT = 40, 12
_TOKEN = re.compile(r"\033\[(\d*)([A-Zm;0-9]*?)([AJKm])|(.|\n)", re.DOTALL)
NOT_NOW = "Lúc này chưa dùng được lệnh đó, hãy đợi câu hỏi sau."


class Glass(io.StringIO):
    """A terminal of COLUMNS by HEIGHT; `rows` is what it shows. Letters are one column wide here."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = [""]
        self.row = 0
        self.column = 0

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        for count, _, command, sign in _TOKEN.findall(text):
            self._take(int(count or 1), command, sign)
        return len(text)

    def _take(self, count: int, command: str, sign: str) -> None:
        if command == "A":
            self.row = max(self.row - count, len(self.rows) - HEIGHT, 0)
        elif command == "J":
            del self.rows[self.row + 1 :]
            self.rows[self.row] = self.rows[self.row][: self.column]
        elif command == "K":
            self.rows[self.row] = self.rows[self.row][: self.column]
        elif sign == "\r":
            self.column = 0
        elif sign == "\n":
            self._down()
        elif sign:
            if self.column >= COLUMNS:
                self._down()
            row = self.rows[self.row].ljust(self.column)
            self.rows[self.row] = row[: self.column] + sign + row[self.column + 1 :]
            self.column += 1

    def _down(self) -> None:
        self.row += 1
        self.column = 0
        if self.row == len(self.rows):
            self.rows.append("")

    @property
    def shown(self) -> list[str]:
        """The rows on the glass that are not empty."""
        return [row.rstrip() for row in self.rows[-HEIGHT:] if row.strip()]


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> Glass:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(HEIGHT))
    return Glass()


def screen_on(glass: io.StringIO) -> TerminalScreen:
    screen = TerminalScreen(glass, secrets=True, bidi=Bidi())
    screen.private("Thám Tử muốn điều tra ai?")
    screen.hint("ghế 1–6 · hoàn tất [d]")
    return screen


def test_five_hundred_wrong_keys_leave_the_question_on_the_screen(glass: Glass) -> None:
    screen = screen_on(glass)

    def press(_intent: str) -> None:
        screen.private(NOT_NOW)
        screen.chime("again")

    desk = Desk(screen, [], press)
    rng = random.Random(1)
    typed = [rng.choice("zqdsw%") for _ in range(500)]
    for key in typed:
        desk.pressed(key)
    shown = glass.shown
    assert shown[0] == "🤫 Thám Tử muốn điều tra ai?"
    assert len(shown) <= 8
    meant = sum(f"×{n}" in " ".join(shown) for n in range(2, 501))
    assert meant >= 2
    unknown = sum(key in "q%" for key in typed)
    assert any(row.endswith(f"×{unknown}") and row.startswith("   ✗ ") for row in shown)
    assert any(row == f"   ✗ ? ×{500 - unknown}" for row in shown)
    assert " ".join(shown).count("Lúc này chưa dùng được") == 1


def test_a_line_of_two_rows_is_written_over_as_a_whole(glass: Glass) -> None:
    screen = screen_on(glass)
    for _ in range(3):
        screen.private(NOT_NOW)
    assert rows_of(f"🤫 {NOT_NOW} ×3", COLUMNS) == 2
    assert "".join(glass.shown[2:]) == f"🤫 {NOT_NOW} ×3"


def test_the_newest_is_the_last_and_digits_that_wait_stay_below(glass: Glass) -> None:
    screen = screen_on(glass)
    screen.typed("1")
    screen.refused("Q")
    screen.private("A")
    screen.refused("W")
    assert glass.shown[-3:] == ["🤫 A", "   ✗ W ×2", "   1_"]
    screen.typed("")
    screen.private("A")
    assert glass.shown[-2:] == ["   ✗ W ×2", "🤫 A ×2"]


def test_after_something_else_a_notice_begins_anew(glass: Glass) -> None:
    screen = screen_on(glass)
    screen.refused("Q")
    screen.public("Trời sáng.")
    screen.refused("Q")
    assert glass.shown[-3:] == ["   ✗ Q", "🔊 Trời sáng.", "   ✗ Q"]


def test_every_word_that_was_taken_is_told(glass: Glass) -> None:
    screen = screen_on(glass)
    for _ in range(3):
        screen.chime("heard")
    assert glass.shown[-3:] == ["   ✓"] * 3


def test_a_pipe_gets_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    out = io.StringIO()
    screen = screen_on(out)
    for _ in range(3):
        screen.refused("Q")
    assert out.getvalue().count("   ✗ Q\n") == 3
    assert "\033[" not in out.getvalue()
