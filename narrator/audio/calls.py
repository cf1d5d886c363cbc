"""Calls into PortAudio that may hang: each in a thread of its own, given up after a deadline.

Opening, closing and restarting PortAudio must not happen two at a time, so they take turns. Starting and
stopping streams need no turn. A call that was given up strands its own thread and nothing else.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from narrator.audio.errors import stuck
from narrator.audio.quiet import Hush

T = TypeVar("T")


class Calls:
    """Whose turn it is, and which calls were given up."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._inside = threading.local()
        self._state = threading.Lock()
        self._hung: set[object] = set()

    @property
    def hung(self) -> bool:
        """Whether a call was given up and is not back. PortAudio must not be ended then: it aborts."""
        with self._state:
            return bool(self._hung)

    @property
    def left_behind(self) -> int:
        """How many calls, or streams with them, were given up and are not back."""
        with self._state:
            return len(self._hung)

    @property
    def idle(self) -> bool:
        """Whether no call hangs and none is under way that needs its turn."""
        return not self.hung and not self._turn.locked()

    def give_up(self, call: object) -> None:
        """`call` hangs; nobody waits for it any more."""
        with self._state:
            self._hung.add(call)

    def came_back(self, call: object) -> None:
        """`call` has ended after all."""
        with self._state:
            self._hung.discard(call)

    def in_turn(self, work: Callable[[], T], seconds: float) -> T:
        """What `work` returns or raises; no other call runs meanwhile but those that `work` itself makes.

        Raises AudioError "stuck" when it takes longer than `seconds`; it may still come to its end later.
        """
        if getattr(self._inside, "yes", False):
            return work()
        deadline = time.monotonic() + seconds
        if not self._turn.acquire(timeout=seconds):
            raise stuck()
        call = _Call(self, work)
        try:
            threading.Thread(target=call.run, name="narrator-portaudio", daemon=True).start()
        except BaseException:
            self._turn.release()
            raise
        call.ended.wait(max(0.0, deadline - time.monotonic()))
        with self._state:
            hangs = not call.ended.is_set()
            if hangs:
                self._hung.add(call)
        if hangs:
            call.hush.end()
            raise stuck()
        if call.error is not None:
            raise call.error
        result: T = call.result
        return result


class _Call:
    def __init__(self, calls: Calls, work: Callable[[], Any]) -> None:
        self._calls = calls
        self._work = work
        self.hush = Hush()
        self.ended = threading.Event()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        calls = self._calls
        calls._inside.yes = True
        try:
            self.result = self._work()
        except BaseException as error:
            self.error = error
        self.hush.end()
        calls._turn.release()
        with calls._state:
            self.ended.set()
            calls._hung.discard(self)
