"""The helper's terminal: a real one, through a pty."""

from __future__ import annotations

import io
import os
import pty
import signal
import termios
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from narrator.cli.keys import KeyReader
from narrator.cli.terminal import Desk, Keyboard, TerminalScreen


@dataclass
class Terminal:
    """A pseudo-terminal with a Keyboard on it. main: what a person types into; keys: what came of it."""

    main: int
    file: io.TextIOWrapper
    keys: list[str] = field(default_factory=list)

    def type(self, data: bytes, keys: int) -> list[str]:
        """Type, and wait until that many keys have come in all."""
        os.write(self.main, data)
        until(lambda: len(self.keys) >= keys)
        return self.keys

    def cooked(self) -> bool:
        return bool(termios.tcgetattr(self.file.fileno())[3] & termios.ICANON)


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 3
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    main, side = pty.openpty()
    with os.fdopen(side, "r+b", buffering=0) as raw, io.TextIOWrapper(raw) as file:
        yield Terminal(main, file)
    os.close(main)


@pytest.fixture
def keyboard(terminal: Terminal) -> Iterator[Keyboard]:
    keyboard = Keyboard(terminal.file, terminal.keys.append)
    yield keyboard
    keyboard.close()


@pytest.mark.usefixtures("keyboard")
def test_an_invalid_byte_costs_that_byte_and_no_more(terminal: Terminal) -> None:
    assert terminal.type(b"\xffp\xc3d\xe1\xba", 2) == ["p", "d"]
    assert terminal.type("é3".encode(), 4) == ["p", "d", "é", "3"]


@pytest.mark.usefixtures("keyboard")
def test_a_letter_in_two_pieces_is_one_key(terminal: Terminal) -> None:
    first, second = "۵".encode()
    os.write(terminal.main, bytes([first]))
    time.sleep(0.05)
    assert terminal.type(bytes([second]), 1) == ["۵"]


@pytest.mark.parametrize(
    "sequence",
    [b"\x1bOQ", b"\x1b[12~", b"\x1b[[B", b"\x1b[1;5Q", b"\x1b[3~", b"\x1b[H", b"\x1bQ", b"\x1b\x1b[15~"],
)
@pytest.mark.usefixtures("keyboard")
def test_a_function_key_is_no_letter(terminal: Terminal, sequence: bytes) -> None:
    assert terminal.type(sequence + b"d", 1) == ["d"]


@pytest.mark.usefixtures("keyboard")
def test_escape_alone_is_nothing_and_ends(terminal: Terminal) -> None:
    os.write(terminal.main, b"\x1b")
    time.sleep(0.4)
    assert terminal.type(b"Q", 1) == ["Q"]


@pytest.mark.usefixtures("keyboard")
def test_a_clicker_is_read_by_name(terminal: Terminal) -> None:
    sent = b"\x1b[6~\x1b[5~\x1b[A\x1b[B\x1b[C\x1b[D\x1bOC\x1b[1;2B\x1b[6;2~"
    names = ["PageDown", "PageUp", "Up", "Down", "Right", "Left", "Right", "Down", "PageDown"]
    assert terminal.type(sent, len(names)) == names


def test_a_sequence_may_come_in_pieces() -> None:
    reader = KeyReader()
    assert [key for byte in b"\x1b[6~n\x1bOQ" for key in reader.feed(bytes([byte]))] == ["PageDown", "n"]
    assert not reader.waiting


def test_the_terminal_gives_single_keys_and_is_left_as_it_was(terminal: Terminal) -> None:
    before = termios.tcgetattr(terminal.file.fileno())
    handler = signal.getsignal(signal.SIGCONT)
    keyboard = Keyboard(terminal.file, terminal.keys.append)
    try:
        assert not terminal.cooked()
    finally:
        keyboard.close()
    assert termios.tcgetattr(terminal.file.fileno()) == before
    assert signal.getsignal(signal.SIGCONT) == handler


def test_after_a_stop_the_terminal_gives_single_keys_again(terminal: Terminal) -> None:
    before = termios.tcgetattr(terminal.file.fileno())
    keyboard = Keyboard(terminal.file, terminal.keys.append)
    try:
        termios.tcsetattr(terminal.file.fileno(), termios.TCSANOW, before)  # as a shell does on Ctrl-Z
        assert terminal.cooked()
        os.kill(os.getpid(), signal.SIGCONT)
        until(lambda: not terminal.cooked())
        assert terminal.type(b"d", 1) == ["d"]
    finally:
        keyboard.close()


@pytest.mark.usefixtures("keyboard")
def test_a_terminal_set_back_later_gives_single_keys_again(terminal: Terminal) -> None:
    attributes = termios.tcgetattr(terminal.file.fileno())
    attributes[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(terminal.file.fileno(), termios.TCSANOW, attributes)
    until(lambda: not terminal.cooked())
    assert terminal.type(b"d", 1) == ["d"]


def test_off_the_main_thread_no_signal_is_touched(terminal: Terminal) -> None:
    handler = signal.getsignal(signal.SIGCONT)

    def work() -> None:
        Keyboard(terminal.file, terminal.keys.append).close()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGCONT) == handler


def desk(out: io.StringIO, pressed: list[str]) -> Desk:
    return Desk(TerminalScreen(out, secrets=True), ["the sheet"], pressed.append)


def test_what_is_typed_is_shown_and_what_is_no_number_is_crossed_out() -> None:
    out, pressed = io.StringIO(), list[str]()
    helper = desk(out, pressed)
    for key in "12\n25\n~3d?":
        helper.pressed(key)
    assert pressed == ["number_12", "number_3", "done"]
    assert [line.strip() for line in out.getvalue().splitlines()] == [
        "1_", "12_", "2_", "25_", "✗ 25", "✗ ~", "3_", "the sheet",
    ]  # fmt: skip


class Live(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_typed_digits_stay_below_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    out = Live()
    screen = TerminalScreen(out, secrets=True)
    screen.typed("12")
    screen.public("Đêm xuống.")
    screen.typed("")
    screen.note("x")
    assert out.getvalue() == "\r\033[K   12_\r\033[K🔊 Đêm xuống.\n   12_\r\033[Kx\n"


def test_a_terminal_that_goes_away_is_no_traceback() -> None:
    main, side = pty.openpty()
    with os.fdopen(side, "r+b", buffering=0) as raw, io.TextIOWrapper(raw) as file:
        keyboard = Keyboard(file, lambda _key: None)
        os.close(main)
        keyboard._thread.join(timeout=3)
        assert not keyboard._thread.is_alive()
        keyboard.close()
