"""An evening in a thread, the screen in the main thread, and both come to their end together."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from narrator.screen.app import HelperApp

_LEAVING = 3.0
"""Seconds for an evening that was told to stop; one that hangs ends with the process."""

T = TypeVar("T")


class Beside(Generic[T]):
    """Runs `play` in a thread of its own while a screen is shown; `stop` has it return soon."""

    def __init__(self, play: Callable[[], T], stop: Callable[[], None]) -> None:
        self._play = play
        self._stop = stop
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._terminated = False
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begin to play; to be called once the screen draws."""
        self._thread = threading.Thread(target=self._work, name="narrator-evening", daemon=True)
        self._thread.start()

    def over(self) -> bool:
        """Whether the screen is to close."""
        return self._ended.is_set() or self._terminated

    def run(self, app: HelperApp, show: Callable[[HelperApp], object]) -> T:
        """What `play` returned. app: one that calls `begin` and asks `over`; show: runs it until it closes.

        What either raised is raised once both have ended. Ctrl-C at the screen is a KeyboardInterrupt,
        SIGTERM a SystemExit with 143; both stop the evening first, and so does a screen that breaks.
        """
        with self._terminating():
            try:
                show(app)
            finally:
                self._leave()
        if self._error is not None:
            raise self._error
        if self._terminated:
            raise SystemExit(128 + signal.SIGTERM)
        if app.interrupted:
            raise KeyboardInterrupt
        if app.broken is not None:
            raise app.broken
        if not self._result:
            raise TimeoutError("the evening does not end")
        return self._result[0]

    def _leave(self) -> None:
        if self._thread is not None:
            if not self._ended.is_set():
                self._stop()
            self._thread.join(_LEAVING)

    def _work(self) -> None:
        try:
            self._result.append(self._play())
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()

    @contextmanager
    def _terminating(self) -> Iterator[None]:
        def terminate(*_: object) -> None:
            self._terminated = True

        before = signal.signal(signal.SIGTERM, terminate)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)
