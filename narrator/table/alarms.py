"""Tells the helper what is wrong with the machine, and when it is right again, in the game's language."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from narrator.audio.errors import AudioError
from narrator.errors import UserError
from narrator.table.troubles import PORTS, Port, Unheard, read_out, sentence, trouble_of


class AlarmScreen(Protocol):
    """Where alarms are shown."""

    def alarm(self, text: str) -> None:
        """Show a trouble."""

    def note(self, text: str) -> None:
        """Show that it is over."""


class Alarms:
    """Each trouble is told once until it is over. Safe from any thread; nothing here waits or raises.

    whisper: says a sentence into the helper's ear, where there is an earpiece.
    What is no UserError may be a fault of ours; then the place in the code is shown with it, and nothing else
    of it: the message of an exception may hold a secret.
    """

    def __init__(
        self, lang: str, screen: AlarmScreen, whisper: Callable[[str], None] = lambda _text: None
    ) -> None:
        self._lang = lang
        self._screen = screen
        self._whisper = whisper
        self._lock = threading.Lock()
        self._standing: dict[Port, set[str]] = {port: set() for port in PORTS}

    def error(self, port: Port, error: Exception, line: str = "") -> None:
        """A port has failed; `line` is one for everybody that could not be heard because of it."""
        name = trouble_of(port, error)
        with self._lock:
            # A line that was cut is told of by the output itself; only the line is news.
            known = self._standing[port]
            new = name not in known and not (isinstance(error, Unheard) and error.why == "cut")
            if new:
                known.add(name)
        if new:
            self._tell(name, _where(error))
        if line:
            text = read_out(self._lang, line)
            self._screen.alarm(text)
            self._whisper(text)

    def unheard(self, port: Port, error: Exception, line: str) -> None:
        """A line was not heard. Private ones are shown as well, so nobody needs to read them out."""
        if port == "speaker":
            self.error(port, error, line)
        elif not isinstance(error, Unheard) or error.why != "cut":
            self.error(port, error)

    def reports(self, port: Port) -> tuple[Callable[[Exception], None], Callable[[], None]]:
        """What a device is to call when it fails, and when it is back."""
        return lambda error: self.error(port, error), lambda: self.back(port)

    def back(self, port: Port) -> None:
        """A port works; told if it did not before."""
        with self._lock:
            was = bool(self._standing[port])
            self._standing[port].clear()
        if was:
            text = sentence(self._lang, f"{port}_back")
            self._screen.note(text)
            self._whisper(text)

    def failing(self, port: Port) -> bool:
        """Whether the helper was told of a trouble there that is not over."""
        return bool(self._standing[port])

    def _tell(self, name: str, where: str) -> None:
        text = sentence(self._lang, name)
        self._screen.alarm(f"{text} ({where})" if where else text)
        self._whisper(text)


def _where(error: Exception) -> str:
    """The device, or for what nobody foresaw the kind of error and the last line of ours it came through."""
    if isinstance(error, AudioError):
        return error.where
    if isinstance(error, UserError):
        return ""  # of a line that cannot be said it is the line
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "narrator" in Path(frame.filename).parts]
    if not ours:
        return "" if isinstance(error, Unheard) or not frames else type(error).__name__
    return f"{type(error).__name__}, {Path(ours[-1].filename).name}:{ours[-1].lineno}"
