"""A thread for calls that may hang: it can be left behind, and another one takes its place."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

Job = Callable[[], None]


class Worker:
    """Runs jobs one after another. `renew` drops those that wait and leaves the one that runs to itself."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begin()

    def _begin(self) -> None:
        jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._jobs = jobs
        self._thread = threading.Thread(target=self._work, args=(jobs,), name=self._name, daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Run `job` soon."""
        self._jobs.put(job)

    def renew(self) -> None:
        """Go on with a fresh thread."""
        old = self._jobs
        self._begin()
        old.put(None)

    def close(self, seconds: float) -> None:
        """End the thread; wait for it at most `seconds`."""
        self._jobs.put(None)
        self._thread.join(seconds)

    def _work(self, jobs: queue.SimpleQueue[Job | None]) -> None:
        while (job := jobs.get()) is not None:
            if self._jobs is jobs:
                job()
