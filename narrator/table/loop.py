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
from contextlib import suppress

Action = Callable[[], None]

SLEPT = 20.0
"""Seconds that pass unnoticed from which the table is told: less is a busy machine."""

_LOOK = 5.0


def _nothing() -> None:
    pass


def awake() -> float:
    """Seconds on a clock that goes on while the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.time() if boot is None else time.clock_gettime(boot)


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

    virtual: time is simulated. start: what `now()` begins with; it is in seconds and never goes back.
    slept: called on the loop's thread after the machine, or the program in it, had stood still, with how many
    seconds. Time asleep does not count where the machine's clock stands still meanwhile (Linux, macOS).
    """

    def __init__(
        self, *, virtual: bool = False, start: float = 0.0, slept: Callable[[float], None] | None = None
    ) -> None:
        self.virtual = virtual
        self._slept = slept
        self._inbox: queue.SimpleQueue[Action] = queue.SimpleQueue()
        self._timers: list[tuple[float, int, Handle]] = []
        self._serial = itertools.count()
        self._virtual_now = start
        self._origin = time.monotonic() - start
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

    def _wait(self, seconds: float) -> Action:
        """The next action, waited for; that time has passed unnoticed is told before it."""
        before = awake()
        action: Action | None = None
        with suppress(queue.Empty):
            action = self._inbox.get(timeout=seconds)
        gone = awake() - before - seconds
        if gone >= SLEPT and (slept := self._slept) is not None:
            then = action or _nothing
            return lambda: (slept(gone), then())[-1]
        if action is None:
            raise queue.Empty
        return action

    def _next(self, limit: float | None) -> Action | None:
        while True:
            while self._timers and self._timers[0][2].cancelled:
                heapq.heappop(self._timers)
            due = self._timers[0][0] if self._timers else None
            try:
                if self.virtual or (due is not None and due <= self.now()):
                    return self._inbox.get_nowait()
                until = min(d for d in (due, limit, self.now() + _LOOK) if d is not None)
                return self._wait(max(0.0, until - self.now()))
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
