"""A call held open: it closes when its time is over, whoever answers it and whether anybody can.

What the table hears of a call must not tell whether its holder acts, declines, is blocked, has nothing left
or is out. So it stays open for a drawn time; where there is somebody to act also until the helper has said
"done" (or that the holder declines) and would have had time to say what an action takes; and where there
is nobody the helper's answer is drawn as well: from those of this evening, once there are enough.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.flow.cues import Timer
from narrator.flow.returning import Returning


class HeldCall:
    """The call that is open. on_over is called once, when it may close.

    closed: the helper has answered, or nobody can; nobody: nobody can. Timers: "open", "settle", and
    "remind" while an answer is waited for.
    """

    def __init__(self, flow: Returning, on_over: Callable[[], None]) -> None:
        self._flow = flow
        self._on_over = on_over
        self.closed = self.nobody = False
        self._open = self._ripe = self._ready = False
        self._words = self._usual_words = 0
        self._length = 0.0
        self._began: float | None = None
        self._answered: float | None = None
        self._stops = 0
        self._purpose: tuple[object, ...] = ()
        flow.after_return.append(self.wait_out)
        flow.after_break.append(self.begin_again)

    def open(self, *purpose: object, answered: bool, usual_words: int) -> None:
        """Open a call. purpose: what its dice are for, public facts only; answered: somebody can act.

        usual_words: how many words an action takes before "done", whoever holds the role.
        """
        flow, pace = self._flow, self._flow.pace
        self._open, self._ripe, self._purpose = True, False, purpose
        self._began = self._answered = None
        self._stops = flow.stops
        self.closed = self.nobody = self._ready = not answered
        self._words, self._usual_words = 0, usual_words
        if answered:
            self._length = pace.call_length(flow.rng("call", *purpose))
            flow.emit(Timer("open", self._length), Timer("remind", pace.remind))
        else:
            flow.emit(Timer("open", self._cover(*purpose)))

    def word(self) -> None:
        """Count a word of the helper's answer."""
        self._words += 1

    def close(self) -> None:
        """The helper has answered. A short answer waits as long as a usual one takes."""
        self.closed = True
        self._answered = self._flow.clock
        self._flow.heard()
        if self._words < self._usual_words:
            self.wait_out()
        else:
            self._settle()

    def reopen(self) -> None:
        """The answer was dropped, and is waited for again."""
        self.closed = self._ready = False

    def wait_out(self) -> None:
        """Let a closed call wait for as long as the words that an action takes and this answer did not."""
        if self.closed and not self._ready:
            missing = self._usual_words - self._words
            self._flow.emit(Timer("settle", missing * self._flow.pace.word))

    def begin_again(self) -> None:
        """After a stop a call lasts as long as a new one, answered or not, and whether anybody can."""
        if not self._open or self.nobody:
            return
        self._ripe = False
        self._flow.emit(Timer("open", self._length))
        if self.closed:
            self._ready = False
            self._flow.emit(Timer("settle", self._answer("back", *self._purpose)))

    def _cover(self, *purpose: object) -> float:
        flow = self._flow
        return max(flow.pace.call_length(flow.rng("call", *purpose)), self._answer(*purpose))

    def _answer(self, *purpose: object) -> float:
        """How long an answer takes that nobody gives."""
        flow = self._flow
        return flow.answers.draw(flow.rng("answer", *purpose)) + self._usual_words * flow.pace.word

    def elapsed(self, timer: str) -> None:
        """Close a call whose time is over; remind the helper of one that waits."""
        if timer == "open":
            self._ripe = True
            self._flow.covered = self.nobody
            if self._flow.clock is not None:
                self._began = self._flow.clock - self._length
            self._go_on()
        elif timer == "settle" and self.closed:
            self._settle()
        elif timer == "remind" and not self.closed:
            self._flow.tell("private.waiting")

    def _settle(self) -> None:
        self._ready = True
        self._go_on()

    def _go_on(self) -> None:
        if self._ripe and self._ready:
            self._open = self._ripe = False
            self._learn()
            self._on_over()

    def _learn(self) -> None:
        """Keep how long the helper took, unless something came between."""
        flow = self._flow
        if self.nobody or self._began is None or self._answered is None or flow.stops != self._stops:
            return
        flow.answers.add(self._answered - self._began - self._words * flow.pace.word)
