"""The helper's terminal: what is said, what is to be done, and a key for every word."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

from narrator.flow.cues import ChimeName

_CHIMES = {"heard": "✓", "again": "✗ ?", "dawn": "☀"}


class TerminalScreen:
    """Prints to `out`, one event a line. secrets: whether private lines may be shown here."""

    def __init__(self, out: IO[str], *, secrets: bool) -> None:
        self._out = out
        self._secrets = secrets
        self._lock = threading.Lock()
        colour = out.isatty() and "NO_COLOR" not in os.environ
        self._private = ("\033[1;33m", "\033[0m") if colour else ("", "")
        self._alarm = ("\033[1;31m", "\033[0m") if colour else ("", "")

    def public(self, text: str) -> None:
        """Show what the loudspeaker is saying."""
        self._print(f"🔊 {text}")

    def private(self, text: str) -> None:
        """Show what is for the helper alone."""
        if self._secrets:
            self._print(f"🤫 {self._private[0]}{text}{self._private[1]}")

    def chime(self, name: ChimeName) -> None:
        """Show whether the helper's word was taken."""
        self._print(f"   {_CHIMES[name]}")

    def alarm(self, text: str) -> None:
        """Show a trouble with the machine."""
        self._print(f"⚠  {self._alarm[0]}{text}{self._alarm[1]}")

    def note(self, text: str) -> None:
        """Show anything else."""
        self._print(text)

    def _print(self, text: str) -> None:
        with self._lock:
            print(text, file=self._out, flush=True)


class Keyboard:
    """Reads single keys from `source` in a thread and hands each to `pressed`, until closed.

    A terminal is switched to give keys at once, and back on close; anything else is read as it comes.
    """

    def __init__(self, source: IO[str], pressed: Callable[[str], None]) -> None:
        self._source = source
        self._pressed = pressed
        self._wake, self._waker = os.pipe()
        self._closing = threading.Event()
        self._restore: Callable[[], None] = lambda: None
        console = source.isatty() and sys.platform == "win32"
        if source.isatty() and not console:
            self._restore = _single_keys(source.fileno())
        read = self._read_console if console else self._read
        self._thread = threading.Thread(target=read, name="narrator-keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and leave the terminal as it was."""
        self._closing.set()
        os.write(self._waker, b".")
        self._thread.join(timeout=2)
        self._restore()
        os.close(self._wake)
        os.close(self._waker)

    def _read(self) -> None:
        descriptor = self._source.fileno()
        pending = b""
        while True:
            ready, _, _ = select.select([descriptor, self._wake], [], [])
            if self._wake in ready:
                return
            data = os.read(descriptor, 64)
            if not data:
                return
            pending += data
            try:
                text, pending = pending.decode(), b""
            except UnicodeDecodeError:
                continue
            for key in text:
                self._pressed(key)

    def _read_console(self) -> None:
        # Windows cannot wait for a console and a pipe at once.
        import msvcrt

        console: Any = msvcrt
        while not self._closing.wait(0.05):
            while console.kbhit():
                self._pressed(console.getwch())


def _single_keys(descriptor: int) -> Callable[[], None]:
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    return lambda: termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def interactive() -> bool:
    """Whether a person can see our output and press keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()
