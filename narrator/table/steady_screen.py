"""The helper's screen behind a thread of its own: a terminal that hangs or fails holds nobody up."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

from narrator.flow.cues import ChimeName, SoundName
from narrator.table.hand import Hand

_KEPT = 60
"""Lines that wait for a terminal that takes none; the oldest is dropped."""
TOO_LONG = 3.0

Job = Callable[[], None]


class Screen(Protocol):
    """The helper's screen. A SteadyScreen calls it from one thread.

    secrets: whether it shows what is for the helper alone.
    """

    @property
    def secrets(self) -> bool: ...

    def public(self, text: str) -> None:
        """Show what the loudspeaker is saying."""

    def private(self, text: str) -> None:
        """Show what is for the helper alone."""

    def hint(self, text: str) -> None:
        """Show the helper what can be said now."""

    def chime(self, name: ChimeName | SoundName) -> None:
        """Show that a word was taken, or that it should be said again; or that the game sounds."""

    def alarm(self, text: str) -> None:
        """Show a trouble."""

    def note(self, text: str) -> None:
        """Show anything else."""


class SteadyScreen:
    """A Screen whose calls return at once and never raise; they are shown in order. Safe from any thread.

    clock: seconds. failed: called from any thread with what the screen raised, once until it works again;
    back: called when it does.
    """

    def __init__(
        self,
        screen: Screen,
        clock: Callable[[], float],
        *,
        failed: Callable[[Exception], None],
        back: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._clock = clock
        self._failed = failed
        self._back = back
        self._lock = threading.Lock()
        self._waiting: deque[tuple[float, Job]] = deque(maxlen=_KEPT)
        self._since: float | None = None
        self._bad = False
        self._public_since: float | None = None
        self._hand = Hand("narrator-screen", failed)

    @property
    def secrets(self) -> bool:
        """Whether what is for the helper alone is shown to him."""
        return self._screen.secrets and not self.failing

    @property
    def failing(self) -> bool:
        """Whether the screen does not show what it is given."""
        self._look()
        return self._bad

    @property
    def blind(self) -> bool:
        """Whether the last public line is not shown though it was given some time ago.

        It depends on nothing private, not even by its time.
        """
        since = self._public_since
        return since is not None and self._clock() - since > TOO_LONG

    def public(self, text: str) -> None:
        """As a Screen."""
        now = self._clock()

        def show() -> None:
            self._screen.public(text)
            if self._public_since == now:
                self._public_since = None

        if self._public_since is None or not self.blind:
            self._public_since = now
        self._put(show)

    def private(self, text: str) -> None:
        """As a Screen."""
        self._put(lambda: self._screen.private(text))

    def hint(self, text: str) -> None:
        """As a Screen."""
        self._put(lambda: self._screen.hint(text))

    def chime(self, name: ChimeName | SoundName) -> None:
        """As a Screen."""
        self._put(lambda: self._screen.chime(name))

    def alarm(self, text: str) -> None:
        """As a Screen."""
        self._put(lambda: self._screen.alarm(text))

    def note(self, text: str) -> None:
        """As a Screen."""
        self._put(lambda: self._screen.note(text))

    def show(self, shown: Job) -> None:
        """Have `shown` show something else on the same screen, in its turn."""
        self._put(shown)

    def close(self, seconds: float) -> None:
        """Show what waits, for at most so long, and end the thread."""
        self._hand.run(lambda: None, seconds)
        self._hand.close(0.1)

    def _put(self, job: Job) -> None:
        self._look()
        with self._lock:
            self._waiting.append((self._clock(), job))
        self._hand.put(self._show)

    def _look(self) -> None:
        with self._lock:
            waiting = [asked for asked, _ in list(self._waiting)[:1]]
            oldest = min((since for since in (self._since, *waiting) if since is not None), default=None)
        if oldest is not None and self._clock() - oldest > TOO_LONG:
            self._fails(TimeoutError())

    def _fails(self, error: Exception) -> None:
        with self._lock:
            before, self._bad = self._bad, True
        if not before:
            self._failed(error)

    def _show(self) -> None:
        with self._lock:
            if not self._waiting:
                return
            asked, job = self._waiting.popleft()
        self._since = asked
        try:
            job()
        except Exception as error:
            self._fails(error)
            return
        finally:
            self._since = None
        with self._lock:
            # Well is only who keeps up; one that is always late would be told of with every line.
            well = self._bad and not self._waiting and self._clock() - asked < TOO_LONG / 2
            self._bad = self._bad and not well
        if well:
            self._back()
