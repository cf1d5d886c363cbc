"""The screen on a real terminal, through a pty: drawn there and nowhere else, and it leaves it as it was."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PROGRAM = """
import sys, threading
from pathlib import Path
from narrator.audio.quiet import logged
from narrator.cli.helper_screen import show
from narrator.screen.beside import Beside
from narrator.screen.app import HelperApp
from narrator.screen.rows import Rows
from narrator.screen.words import Words
from tests.screen.showing import STATES, Showing

stopped = threading.Event()
showing = Showing("vi")
STATES["card"](showing)
beside = Beside(lambda: stopped.wait(20), stopped.set)
rows = Rows(Words.of("vi"), showing.bidi)
app = HelperApp(showing.screen, rows, showing.pressed.append, begin=beside.begin, over=beside.over)
with logged(Path(sys.argv[1])):
    beside.run(app, lambda app: show(app, showing.screen))
"""


@pytest.fixture
def pair() -> Iterator[tuple[int, int]]:
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))
    yield main, side
    os.close(main)
    os.close(side)


def read(main: int, until: str, seconds: float = 20) -> str:
    got, deadline = b"", time.monotonic() + seconds
    while until.encode() not in got:
        assert time.monotonic() < deadline, got
        if select.select([main], [], [], 0.1)[0]:
            got += os.read(main, 65536)
    return got.decode(errors="ignore")


def test_it_is_drawn_on_the_terminal_alone_and_leaves_it_in_order(
    pair: tuple[int, int], tmp_path: Path
) -> None:
    main, side = pair
    before = termios.tcgetattr(side)
    log = tmp_path / "sound.log"
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(log)],
        stdin=side, stdout=side, stderr=side,
        env={**os.environ, "TERM": "xterm-256color"}, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    try:
        read(main, "Cho xem lá Thủ Vụ.")
        os.write(main, b"5")
        read(main, "5_")
        process.send_signal(signal.SIGTERM)
        end = read(main, "\x1b[?1049l")
        end += read(main, "\x1b[?25h") if "\x1b[?25h" not in end else ""
        assert process.wait(timeout=10) == 143
    finally:
        process.kill()
        process.wait()
    assert termios.tcgetattr(side) == before
    assert log.read_text() == ""
