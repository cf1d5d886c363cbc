"""A thread for work that may hang: the job in progress can be left to itself, and the rest goes on."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

Job = Callable[[], None]

_LEFT_BEHIND = 4
"""Threads that may hang in their jobs beside the one that works."""


class Hand:
    """Does jobs in a thread of its own. Every method may be called from any thread and returns at once, but
    for `run`, `settle` and `close`, which wait as long as they are told.

    fault: gets what a job raised, in the hand's thread. keep: how many jobs may wait, the oldest is dropped
    then; None for any number.
    """

    def __init__(self, name: str, fault: Callable[[Exception], None], *, keep: int | None = None) -> None:
        self._name = name
        self._fault = fault
        self._jobs: deque[Job] = deque(maxlen=keep)
        self._changed = threading.Condition()
        self._begun: float | None = None
        self._left_behind = 0
        self._closing = False
        self._thread = self._start()

    def _start(self) -> threading.Thread:
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        thread.start()
        return thread

    def put(self, job: Job) -> None:
        """Do `job` after those that wait."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()

    def run(self, job: Job, seconds: float) -> bool:
        """Do `job` and wait for its end; False when that does not come within `seconds`.

        Where a job hangs already, nobody waits for it a second time.
        """
        ended = threading.Event()

        def work() -> None:
            try:
                job()
            finally:
                ended.set()

        hangs = self._closing or self.busy_for > seconds
        self.put(work)
        return not hangs and ended.wait(seconds)

    @property
    def busy_for(self) -> float:
        """Seconds since the job in progress began; 0 when there is none."""
        begun = self._begun
        return time.monotonic() - begun if begun is not None else 0.0

    def renew(self) -> bool:
        """Leave the job in progress to itself and go on with the next in a fresh thread.

        False when there is none, or too many threads hang already; then all waits for one that comes back.
        """
        with self._changed:
            if self._begun is None or self._left_behind >= _LEFT_BEHIND or self._closing:
                return False
            self._left_behind += 1
            self._begun = None
            self._thread = self._start()
            return True

    def settle(self, seconds: float) -> bool:
        """Wait until nothing is left to do; False when that takes longer than `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._jobs and self._begun is None, seconds)

    def close(self, seconds: float) -> None:
        """Do no more jobs; wait for the one in progress at most `seconds`, then leave it to itself."""
        with self._changed:
            self._closing = True
            self._jobs.clear()
            self._changed.notify_all()
            thread = self._thread
        if thread is not threading.current_thread():
            thread.join(seconds)

    def _work(self) -> None:
        me = threading.current_thread()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._closing)
                if self._closing:
                    return
                job = self._jobs.popleft()
                self._begun = time.monotonic()
            try:
                job()
            except Exception as error:
                self._fault(error)
            with self._changed:
                if self._thread is not me:
                    self._left_behind -= 1
                    return
                self._begun = None
                self._changed.notify_all()
