"""The owner thread's loop: one inbox, timers, and a clock that is real or virtual.

Everything that changes a game runs here, one thing at a time; other threads only `post`. With a virtual
clock nothing waits: when the inbox is empty, time jumps to the next timer.
"""

from __future__ import annotations

import heapq
import itertools
import queue
import time
from collections.abc import Callable

Action = Callable[[], None]


class Handle:
    """A timer that can be cancelled. due: when it runs, in loop time."""

    __slots__ = ("action", "cancelled", "due")

    def __init__(self, due: float, action: Action) -> None:
        self.due = due
        self.action = action
        self.cancelled = False

    def cancel(self) -> None:
        """Never run it."""
        self.cancelled = True


class Loop:
    """Runs posted actions and timers in order of their time until `stop`.

    virtual: time is simulated and starts at 0. `now()` is in seconds and never goes back.
    """

    def __init__(self, *, virtual: bool = False) -> None:
        self.virtual = virtual
        self._inbox: queue.SimpleQueue[Action] = queue.SimpleQueue()
        self._timers: list[tuple[float, int, Handle]] = []
        self._serial = itertools.count()
        self._virtual_now = 0.0
        self._origin = time.monotonic()
        self._running = False

    def now(self) -> float:
        """Seconds since the loop was made."""
        return self._virtual_now if self.virtual else time.monotonic() - self._origin

    def post(self, action: Action) -> None:
        """Run `action` soon on the loop's thread; may be called from any thread."""
        self._inbox.put(action)

    def call_later(self, seconds: float, action: Action) -> Handle:
        """Run `action` after `seconds`; only from the loop's own thread."""
        handle = Handle(self.now() + max(0.0, seconds), action)
        heapq.heappush(self._timers, (handle.due, next(self._serial), handle))
        return handle

    def stop(self) -> None:
        """Leave `run` after the action in progress."""
        self._running = False

    def run(self, limit: float | None = None) -> None:
        """Work until `stop`, until loop time `limit`, or, on a virtual clock, until nothing is left to do."""
        self._running = True
        while self._running:
            action = self._next(limit)
            if action is None:
                return
            action()

    def _next(self, limit: float | None) -> Action | None:
        while True:
            while self._timers and self._timers[0][2].cancelled:
                heapq.heappop(self._timers)
            due = self._timers[0][0] if self._timers else None
            try:
                if self.virtual or (due is not None and due <= self.now()):
                    return self._inbox.get_nowait()
                until = min(d for d in (due, limit, self.now() + 3600) if d is not None)
                return self._inbox.get(timeout=max(0.0, until - self.now()))
            except queue.Empty:
                pass
            if limit is not None and (due is None or due > limit) and (self.virtual or self.now() >= limit):
                return None
            if due is None:
                if self.virtual:
                    return None
                continue
            if self.virtual:
                self._virtual_now = max(self._virtual_now, due)
            if due <= self.now():
                return heapq.heappop(self._timers)[2].action
