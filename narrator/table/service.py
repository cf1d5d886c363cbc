"""A table that is always there: waits to be called, sets a game up, plays it, and waits again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from narrator.flow.setting_up import Chosen, SetUpFlow, Unfinished
from narrator.flow.setting_up.table import S
from narrator.table.evening import Evening
from narrator.table.kept import Kept
from narrator.table.notices import Notices
from narrator.table.reception import Reception


class Stopped(Exception):
    """The service is to end while something is being opened."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was not finished, and how it is called."""

    kept: Kept
    called: Unfinished


Turned = Callable[[SetUpFlow], None]
MakeFlow = Callable[[Unfinished | None], SetUpFlow]

E = TypeVar("E", bound=Evening)


class Service:
    """Runs until `stop`, which may come at any moment, also from a signal handler of this thread.

    What is being said is then cut short; what is being opened is closed when that step is done.

    receive: the table before a game; it is given what makes a set-up that waits, and whom to tell of its
    turns. make_flow: such a set-up, given the game that can be gone on with. play, go_on: a game at the
    table. unfinished: the newest game that can be gone on with, None for none; the table is asked about each
    once. notices: to whoever started the program; they come from the thread that plays, so that one that
    hangs is noticed. All is opened and closed here.
    """

    def __init__(
        self,
        *,
        receive: Callable[[Callable[[], SetUpFlow], Turned], Reception],
        make_flow: MakeFlow,
        play: Callable[[Chosen], Evening],
        go_on: Callable[[Kept], Evening],
        unfinished: Callable[[], KeptGame | None],
        notices: Notices,
    ) -> None:
        self._receive = receive
        self._make_flow = make_flow
        self._play = play
        self._go_on = go_on
        self._unfinished = unfinished
        self._notices = notices
        self._offered: KeptGame | None = None
        self._declined: set[str] = set()
        self._now: Evening | None = None
        self._stopping = False
        self._status = ""

    def run(self) -> None:
        """Serve games until stopped. Raises UserError when something cannot be opened."""
        try:
            while not self._stopping:
                settled = self._set_up()
                if settled is not None and not self._stopping:
                    self._perform(settled)
        except Stopped:
            pass

    def stop(self) -> None:
        """End at once: what is played stays in its journal and can be gone on with."""
        self._stopping = True
        self._notices.stopping()
        if (now := self._now) is not None:
            now.loop.post(now.loop.stop)

    def press(self, intent: str) -> None:
        """Take an intent from the keypad; from any thread."""
        if (now := self._now) is not None:
            now.press(intent)

    def show(self, shown: Callable[[], None]) -> None:
        """Have something shown on the helper's screen; from any thread, and nobody waits for it."""
        if (now := self._now) is not None:
            now.show(shown)

    def _set_up(self) -> SetUpFlow | None:
        with self._open(lambda: self._receive(self._fresh, self._turned)) as reception:
            self._notices.ready()
            self._tell("waiting to be called")
            self._run(reception)
            settled = reception.settled
        if settled is not None and self._offered is not None and not settled.resumed:
            self._declined.add(str(self._offered.kept.path))
        return settled

    def _fresh(self) -> SetUpFlow:
        """A set-up that waits, and knows of the game that was not finished."""
        found = self._unfinished()
        self._offered = None if found is None or str(found.kept.path) in self._declined else found
        return self._make_flow(None if self._offered is None else self._offered.called)

    def _turned(self, flow: SetUpFlow) -> None:
        self._tell("waiting to be called" if flow.state is S.WAITING else "setting a game up")

    def _perform(self, settled: SetUpFlow) -> None:
        offered = self._offered

        def make() -> Evening:
            if settled.resumed and offered is not None:
                return self._go_on(offered.kept)
            return self._play(settled.chosen)

        with self._open(make) as evening:
            if not settled.resumed:
                # After its own beginning: a timer comes behind what is posted.
                evening.loop.call_later(0.0, lambda: evening.session.whisper("start"))
            self._tell("playing")
            self._run(evening)

    @contextmanager
    def _open(self, make: Callable[[], E]) -> Iterator[E]:
        """Open an evening and have its lines ready; it is closed again whatever happens."""
        self._look()
        evening = make()
        self._look()
        with evening:
            self._look()
            evening.prepare(lambda _done, _all: self._look())
            self._now = evening
            try:
                yield evening
            finally:
                self._now = None

    def _look(self) -> None:
        """Between two steps of opening: we do not hang, and are we to go on?"""
        self._notices.alive()
        if self._stopping:
            raise Stopped

    def _run(self, evening: Evening) -> None:
        if not self._stopping:
            self._beat(evening)
            evening.run()

    def _beat(self, evening: Evening) -> None:
        if (interval := self._notices.interval) is not None:
            self._notices.alive()
            evening.loop.call_later(interval, lambda: self._beat(evening))

    def _tell(self, status: str) -> None:
        if status != self._status:
            self._status = status
            self._notices.status(status)
