"""A call held open: it closes when its time is over, whoever answers it and whether anybody can.

What the table hears of a call must not tell whether its holder acts, declines, is blocked, has nothing left
or is out. So it stays open for a drawn time; where there is somebody to act also until the helper has said
"done" (or that the holder declines) and would have had time to say what an action takes; and where there
is nobody the helper's answer is drawn as well.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.flow.cues import Timer
from narrator.flow.emitter import Emitter


class HeldCall:
    """The call that is open. on_over is called once, when it may close.

    closed: the helper has answered, or nobody can; nobody: nobody can. Timers: "open", "settle", and
    "remind" while an answer is waited for.
    """

    def __init__(self, flow: Emitter, on_over: Callable[[], None]) -> None:
        self._flow = flow
        self._on_over = on_over
        self.closed = self.nobody = False
        self._ripe = self._ready = False
        self._words = self._usual_words = 0
        flow.after_return.append(self.wait_out)

    def open(self, *purpose: object, answered: bool, usual_words: int) -> None:
        """Open a call. purpose: what its dice are for, public facts only; answered: somebody can act.

        usual_words: how many words an action takes before "done", whoever holds the role.
        """
        flow, pace = self._flow, self._flow.pace
        self._ripe = False
        self.closed = self.nobody = self._ready = not answered
        self._words, self._usual_words = 0, usual_words
        length = pace.call_length(flow.rng("call", *purpose))
        if answered:
            flow.emit(Timer("open", length), Timer("remind", pace.remind))
        else:
            answer = pace.answer_length(flow.rng("answer", *purpose)) + usual_words * pace.word
            flow.emit(Timer("open", max(length, answer)))

    def word(self) -> None:
        """Count a word of the helper's answer."""
        self._words += 1

    def close(self) -> None:
        """The helper has answered. A short answer waits as long as a usual one takes."""
        self.closed = True
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

    def elapsed(self, timer: str) -> None:
        """Close a call whose time is over; remind the helper of one that waits."""
        if timer == "open":
            self._ripe = True
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
            self._ripe = False
            self._on_over()
