"""The helper's terminal: what is said, what is to be done, and a key for every word."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from narrator.cli.bidi import Bidi
from narrator.cli.keys import CONSOLE, ESCAPE_PATIENCE, KeyReader
from narrator.cli.repeated import Repeated
from narrator.ear.keypad import Keypad
from narrator.flow.cues import ChimeName, SoundName

_LOOK_AGAIN = 0.5
"""Seconds after which a silent terminal is looked at: a shell may set it back after it continued us."""

_CHIMES = {"heard": "✓", "again": "✗ ?", "dawn": "☀", "howl": "🐺"}


class TerminalScreen:
    """Prints to `out`, one event a line. secrets: whether private lines may be shown here.

    bidi: how texts that go from right to left are written.
    """

    def __init__(self, out: IO[str], *, secrets: bool, bidi: Bidi | None = None) -> None:
        self._out = out
        self._bidi = bidi or Bidi()
        self.secrets = secrets
        self._lock = threading.Lock()
        self._typed = ""
        self._repeated = Repeated()
        self._live = out.isatty() and os.environ.get("TERM") != "dumb"
        colour = out.isatty() and "NO_COLOR" not in os.environ
        self._faint = ("\033[2m", "\033[0m") if colour else ("", "")
        self._private = ("\033[1;33m", "\033[0m") if colour else ("", "")
        self._alarm = ("\033[1;31m", "\033[0m") if colour else ("", "")

    def public(self, text: str) -> None:
        """Show what the loudspeaker is saying."""
        self._print(f"🔊 {self._bidi.text(text, 3)}")

    def private(self, text: str) -> None:
        """Show what is for the helper alone."""
        if self.secrets:
            shown = f"🤫 {self._private[0]}{self._bidi.text(text, 3)}{self._private[1]}"
            self._print(shown, notice=f"told {text}")

    def hint(self, text: str) -> None:
        """Show what can be said now; it tells whether a role acts, so it is for the helper alone."""
        if self.secrets:
            self._print(f"   {self._faint[0]}→ {self._bidi.text(text, 5)}{self._faint[1]}")

    def chime(self, name: ChimeName | SoundName) -> None:
        """Show whether the helper's word was taken, or what sounds."""
        self._print(f"   {_CHIMES[name]}", notice="again" if name == "again" else "")

    def alarm(self, text: str) -> None:
        """Show a trouble with the machine."""
        self._print(f"⚠  {self._alarm[0]}{self._bidi.text(text, 3)}{self._alarm[1]}")

    def note(self, text: str) -> None:
        """Show anything else."""
        self._print(self._bidi.text(text))

    def typed(self, digits: str) -> None:
        """Show the digits that wait for Enter, "" when there are none any more.

        Like the keys that are refused they tell who is pointed at: they are for the helper alone.
        """
        if not self.secrets:
            return
        with self._lock:
            self._typed = digits
            if self._live:
                print(f"\r\033[K{self._waiting()}", end="", file=self._out, flush=True)
            elif digits:
                print(self._waiting(), file=self._out, flush=True)

    def refused(self, what: str) -> None:
        """Show that a key or number means nothing."""
        if self.secrets:
            self._print(f"   ✗ {what}", notice="refused")

    def _waiting(self) -> str:
        return f"   {self._typed}_" if self._typed else ""

    def _print(self, text: str, *, notice: str = "") -> None:
        """Print a line. notice: what it is, where it may come many times in a row."""
        with self._lock:
            if notice and self._live:
                text = self._repeated.again(notice, text)
            else:
                self._repeated.forget()
            if self._live and self._typed:
                print(f"\r\033[K{text}\n{self._waiting()}", end="", file=self._out, flush=True)
            else:
                print(text, file=self._out, flush=True)


class Desk:
    """The helper's keys: what is typed is shown, what it means is handed to `press`, ? shows the sheet.

    show: has something shown; one that does not wait for it keeps the keys alive at a terminal that hangs.
    """

    def __init__(
        self,
        screen: TerminalScreen,
        sheet: list[str],
        press: Callable[[str], None],
        show: Callable[[Callable[[], None]], None] = lambda shown: shown(),
    ) -> None:
        self._screen = screen
        self._sheet = sheet
        self._press = press
        self._show = show
        self._keypad = Keypad()

    def pressed(self, key: str) -> None:
        """Take one key."""
        if key == "?":
            self._show(self._show_sheet)
            return
        before = self._keypad.typed
        intents = self._keypad.press(key)
        if self._keypad.typed != before:
            typed = self._keypad.typed
            self._show(lambda: self._screen.typed(typed))
        if self._keypad.refused:
            refused = self._keypad.refused
            self._show(lambda: self._screen.refused(refused))
        for intent in intents:
            self._press(intent)

    def _show_sheet(self) -> None:
        for line in self._sheet:
            self._screen.note(line)


class Keyboard:
    """Reads single keys from `source` in a thread and hands each to `pressed`, until closed.

    A terminal is switched to give keys at once, again whenever the program is continued after Ctrl-Z, and
    back on close; anything else is read as it comes. Arrows and pages come by name ("PageDown"); other
    escape sequences, and bytes that are no text, give no key.
    """

    def __init__(self, source: IO[str], pressed: Callable[[str], None]) -> None:
        self._source = source
        self._pressed = pressed
        self._wake, self._waker = os.pipe()
        self._closing = threading.Event()
        self._again: Callable[[], None] = lambda: None
        self._restore: Callable[[], None] = lambda: None
        console = source.isatty() and sys.platform == "win32"
        if source.isatty() and not console:
            self._again, self._restore = _single_keys(source.fileno())
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
        reader = KeyReader()
        while True:
            patience = ESCAPE_PATIENCE if reader.waiting else _LOOK_AGAIN
            ready, _, _ = select.select([descriptor, self._wake], [], [], patience)
            if self._wake in ready:
                return
            if not ready:
                reader.give_up()
                self._again()
                continue
            try:
                data = os.read(descriptor, 64)
            except OSError:  # the terminal was closed
                return
            if not data:
                return
            for key in reader.feed(data):
                self._pressed(key)

    def _read_console(self) -> None:
        # Windows cannot wait for a console and a pipe at once.
        import msvcrt

        console: Any = msvcrt
        while not self._closing.wait(0.05):
            while console.kbhit():
                key = console.getwch()
                if key in ("\x00", "\xe0"):
                    key = CONSOLE.get(console.getwch(), "")
                if key:
                    self._pressed(key)


def _single_keys(descriptor: int) -> tuple[Callable[[], None], Callable[[], None]]:
    """Have a terminal give keys at once. Returned: how to have it so again, and how to undo it."""
    import signal
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)

    def again() -> None:
        # In the background this would stop the program once more.
        with suppress(termios.error):  # the terminal is gone
            if termios.tcgetattr(descriptor)[3] & termios.ICANON and _in_front(descriptor):
                tty.setcbreak(descriptor)

    def undo() -> None:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    if threading.current_thread() is not threading.main_thread():
        return again, undo
    handler = signal.signal(signal.SIGCONT, lambda *_: again())

    def undo_both() -> None:
        signal.signal(signal.SIGCONT, signal.SIG_DFL if handler is None else handler)
        undo()

    return again, undo_both


def _in_front(descriptor: int) -> bool:
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:  # not the terminal that the program was started from
        return True


def interactive() -> bool:
    """Whether a person can see our output and press keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()
