"""Keeping what C libraries print off the helper's screen."""

from __future__ import annotations

import ctypes
import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Hush:
    """While at least one is open, the C libraries' stderr goes nowhere. `end` may be called from any thread.

    No lock is held meanwhile: a call that hangs inside keeps nobody waiting, and whoever gives it up ends
    its hush.
    """

    _lock = threading.Lock()
    _open = 0
    _saved = -1

    def __init__(self) -> None:
        self._ended = False
        with Hush._lock:
            if not Hush._open:
                Hush._saved = _redirect(os.devnull, os.O_WRONLY)
            Hush._open += 1

    def end(self) -> None:
        """Let them print again; safe to call twice."""
        with Hush._lock:
            if self._ended:
                return
            self._ended = True
            Hush._open -= 1
            if not Hush._open and Hush._saved >= 0:
                os.dup2(Hush._saved, 2)
                os.close(Hush._saved)
                Hush._saved = -1


@contextmanager
def logged(path: Path) -> Iterator[None]:
    """Inside, what C prints at any moment goes to the file `path`; Python's sys.stderr stays where it was."""
    shown = sys.stderr
    try:
        ours = isinstance(shown, io.TextIOWrapper) and shown.fileno() == 2
        saved = _redirect(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    except (OSError, ValueError):
        saved = -1
    if saved < 0:
        yield
        return
    own = None
    if ours:
        own = open(saved, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
        sys.stderr = own
    try:
        yield
    finally:
        if own is not None:
            if sys.stderr is own:
                sys.stderr = shown
            own.close()
        os.dup2(saved, 2)
        os.close(saved)


def silence_alsa() -> None:
    """Let ALSA report through its return values only, not on the helper's screen at any moment."""
    if not sys.platform.startswith("linux"):
        return
    try:
        alsa = ctypes.CDLL("libasound.so.2")
        # The handler is called from ALSA's threads until the very end of the process, so it must not be
        # Python; any C function that takes nothing and does nothing will do.
        handler = ctypes.cast(ctypes.CDLL(None).getppid, ctypes.c_void_p)
        alsa.snd_lib_error_set_handler(handler)
    except (OSError, AttributeError):
        return  # another libc or no ALSA: then nothing is printed, or it is only ugly


def _redirect(path: str | os.PathLike[str], flags: int) -> int:
    """Point file 2 at `path` and give a copy of what it was; -1 when there was none."""
    try:
        sys.stderr.flush()
        saved = os.dup(2)
    except (OSError, AttributeError, ValueError):
        return -1  # no stderr at all: nothing to keep clean
    try:
        target = os.open(path, flags, 0o600)
    except OSError:
        os.close(saved)
        return -1
    os.dup2(target, 2)
    os.close(target)
    return saved
