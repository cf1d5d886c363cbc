"""The journal behind a thread of its own: a disk that hangs holds the game up for two seconds, and once."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import suppress

from narrator.table.hand import Hand
from narrator.table.journal import Ended, Entry, Journal

TOO_LONG = 2.0
"""Seconds; a disk that is woken from its sleep may need one."""


class SteadyJournal:
    """Writes to a Journal. On return of `append` the entry is on disk, or OSError was raised in time.

    What the disk does not take stays in order and goes first the next time. `journal` is used by nobody else
    from now on.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._hand = Hand("narrator-journal", lambda _error: None)  # each job keeps what it raises

    def append(self, entry: Entry | Ended, at: float) -> None:
        """Write one entry down. Raises OSError when it is not on disk now, whatever the reason."""
        self._do(lambda: self._journal.append(entry, at))

    def catch_up(self) -> None:
        """Try again what the disk did not take. Raises OSError when it does not take it now."""
        self._do(self._journal.catch_up)

    def close(self, seconds: float) -> None:
        """Write what waits, for at most so long, and end the thread. The journal stays open."""
        with suppress(OSError):  # it was told of when it happened
            self._do(self._journal.catch_up, seconds)
        self._hand.close(seconds)

    def _do(self, work: Callable[[], None], seconds: float = TOO_LONG) -> None:
        raised: list[Exception] = []

        def job() -> None:
            try:
                work()
            except Exception as error:
                raised.append(error)

        if not self._hand.run(job, seconds):
            raise OSError(errno.ETIMEDOUT, "the disk does not answer")
        for error in raised:
            if isinstance(error, OSError):
                raise error
            raise OSError(errno.EIO, type(error).__name__) from error
