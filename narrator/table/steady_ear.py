"""The ear behind a thread of its own: a recogniser that hangs or raises holds nobody up."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from narrator.table.hand import Hand
from narrator.table.troubles import Deaf

_KEPT = 1000
"""Blocks of 20 ms that wait for a busy recogniser."""
TOO_LONG = 6.0
"""Seconds for one block after which the recogniser hangs. What lives in a child process is restarted by then,
or has its own time limits, and is told of when it comes back."""
STALE = 5.0
"""Seconds after which a sound is not listened to any more: a word that old may mean another question."""
_SOUND = 2.0
"""Seconds without a fault after which the ear counts as well again."""


class SteadyEar:
    """Feeds blocks to `feed`, one after another in a thread of its own; `sink` returns at once.

    forget: called in that thread when blocks were left out. clock: the clock of the blocks' times.
    failed: gets what `feed` raised, or Deaf when it does not come back; once until `back` is called, which is
    when it works again. Both from any thread.
    """

    def __init__(
        self,
        feed: Callable[[NDArray[np.float32], float], None],
        forget: Callable[[], None],
        clock: Callable[[], float],
        *,
        failed: Callable[[Exception], None],
        back: Callable[[], None],
    ) -> None:
        self._feed = feed
        self._forget = forget
        self._clock = clock
        self._failed = failed
        self._back = back
        self._since: float | None = None
        self._bad = False
        self._gap = False
        self._failed_at = 0.0
        self._hand = Hand("narrator-ear", self._fails, keep=_KEPT)

    def sink(self, block: NDArray[np.float32], started: float) -> None:
        """Take one block of the microphone, which began at `started`."""
        since = self._since
        if since is not None and self._clock() - since > TOO_LONG:
            self._fails(Deaf())
        self._hand.put(lambda: self._take(block, started))

    def close(self, seconds: float) -> None:
        """Listen no more; wait at most so long for the block in progress."""
        self._hand.close(seconds)

    def _take(self, block: NDArray[np.float32], started: float) -> None:
        now = self._clock()
        if now - started > STALE:
            self._gap = True
            return
        self._since = now
        try:
            if self._gap:
                self._gap = False
                self._forget()
            self._feed(block, started)
        except Exception as error:
            self._gap = True
            self._fails(error)
            return
        finally:
            self._since = None
        if self._bad and self._clock() - self._failed_at > _SOUND:
            self._bad = False
            self._back()

    def _fails(self, error: Exception) -> None:
        self._failed_at = self._clock()
        before, self._bad = self._bad, True
        if not before:
            self._failed(error)
