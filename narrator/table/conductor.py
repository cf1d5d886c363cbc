"""Carries out cues in order: speaks, waits, runs the flow's timers, freezes and thaws all of it."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from narrator.flow.cues import (
    Again,
    Chime,
    Clear,
    Cue,
    Disarm,
    Extend,
    Freeze,
    Loudness,
    Over,
    Pause,
    Say,
    Sound,
    Speech,
    Tell,
    Thaw,
    Timer,
    Untell,
)
from narrator.table.loop import Handle, Loop
from narrator.table.render import Renderer
from narrator.table.stage import Stage


@dataclass(slots=True)
class _Score:
    """What is still to come: the cue in progress, those behind it, and the timers.

    timers: those that run; left: seconds that those stopped by a break still have.
    """

    queue: deque[Cue] = field(default_factory=deque)
    current: Cue | None = None
    waiting: Handle | None = None
    timers: dict[str, Handle] = field(default_factory=dict)
    left: dict[str, float] = field(default_factory=dict)

    def extend(self, seconds: float) -> None:
        """Put off the timers that do not run yet."""
        later = [replace(c, seconds=c.seconds + seconds) if isinstance(c, Timer) else c for c in self.queue]
        self.queue = deque(later)
        self.left = {name: left + seconds for name, left in self.left.items()}

    def disarm(self) -> None:
        """Forget the timers that do not run yet, and what was still to be told."""
        self.drop(lambda cue: isinstance(cue, Timer | Tell))
        self.left = {}

    def drop(self, which: Callable[[Cue], bool]) -> None:
        """Forget some of what is to come."""
        self.queue = deque(cue for cue in self.queue if not which(cue))


class Conductor:
    """Performs what flows emit. All methods run on the loop's thread.

    elapsed: called with a timer's name when it has run out. over: called with the winner once everything
    before the end was said. idle: called when nothing is left to say.
    """

    def __init__(
        self,
        loop: Loop,
        stage: Stage,
        renderer: Renderer,
        *,
        elapsed: Callable[[str], None],
        over: Callable[[str | None], None],
    ) -> None:
        self._loop = loop
        self._stage = stage
        self._renderer = renderer
        self._elapsed = elapsed
        self._over = over
        self._score = _Score()
        self._kept: _Score | None = None
        self._turn = 0

    @property
    def idle(self) -> bool:
        """Whether nothing is being said or about to be."""
        return self._score.current is None and not self._score.queue

    @property
    def speaking(self) -> bool:
        """Whether a line is being said."""
        return isinstance(self._score.current, Say)

    @property
    def timers(self) -> dict[str, float]:
        """When each timer that runs is due, in loop time."""
        return {name: handle.due for name, handle in self._score.timers.items()}

    def perform(self, cues: Iterable[Cue]) -> None:
        """Take cues up. What is for the helper alone does not wait for lines of earlier cues."""
        queued = False
        cues = tuple(cues)
        if any(isinstance(cue, Say | Sound | Again) for cue in cues):
            self._end_asides()
        for cue in cues:
            match cue:
                case Clear():
                    self._drop()
                case Disarm():
                    self._disarm()
                case Untell(instead):
                    self._untell(instead)
                case Freeze():
                    self._freeze()
                case Extend(seconds):
                    self._extend(seconds)
                case Loudness(step):
                    self._stage.loudness(step)
                case Speech(rate, pauses):
                    self._stage.tempo(rate, pauses)
                case Chime(name, public):
                    self._stage.chime(name, public)
                case Again(says):
                    if not any(isinstance(c, Say) and c.line == says[0].line for c in self._score.queue):
                        self._score.queue += says
                case Tell() if not queued:
                    self._stage.tell(cue.line, self._renderer.private(cue))
                case _:
                    if queued and isinstance(cue, Say):
                        self._stage.soon(self._renderer.public(cue))
                    queued = True
                    self._score.queue.append(cue)
        if self._score.current is None:
            self._next()

    def _next(self) -> None:
        score = self._score
        while score.queue:
            cue = score.queue.popleft()
            match cue:
                case Say():
                    score.current = cue
                    self._stage.say(cue.line, self._renderer.public(cue), self._when_done(cue.beat))
                    return
                case Sound(name):
                    score.current = cue
                    self._stage.sound(name, self._when_done())
                    return
                case Pause(seconds):
                    score.current = cue
                    score.waiting = self._loop.call_later(seconds, self._when_done())
                    return
                case Tell():
                    self._stage.tell(cue.line, self._renderer.private(cue))
                case Timer(name, seconds):
                    self._arm(name, seconds)
                case Thaw():
                    self._thaw()
                    return
                case Over(winner):
                    self._over(winner)
                case _:
                    raise TypeError(f"cannot perform {cue!r}")

    def _when_done(self, beat: float = 0.0) -> Callable[[], None]:
        # Only the newest wait counts: a line that was hushed may still report its end.
        self._turn += 1
        done = functools.partial(self._done, self._turn)
        due = self._loop.now() + beat

        def not_before() -> None:
            if (early := due - self._loop.now()) > 0:
                self._loop.call_later(early, done)
            else:
                done()

        return not_before

    def _done(self, turn: int) -> None:
        if turn == self._turn and self._score.current is not None:
            self._score.current = None
            self._score.waiting = None
            self._next()

    def _arm(self, name: str, seconds: float) -> None:
        if old := self._score.timers.pop(name, None):
            old.cancel()
        self._score.timers[name] = self._loop.call_later(seconds, lambda: self._ran_out(name))

    def _ran_out(self, name: str) -> None:
        del self._score.timers[name]
        self._elapsed(name)

    def _extend(self, seconds: float) -> None:
        now = self._loop.now()
        for name, handle in list(self._score.timers.items()):
            self._arm(name, handle.due - now + seconds)
        for score in (self._score, self._kept):
            if score is not None:
                score.extend(seconds)

    def _stop(self) -> None:
        score = self._score
        self._turn += 1
        if score.waiting is not None:
            score.waiting.cancel()
            score.waiting = None
        if isinstance(score.current, Say | Sound):
            self._stage.hush()

    def _disarm(self) -> None:
        self._stage.untell()
        for handle in self._score.timers.values():
            handle.cancel()
        self._score.timers = {}
        for score in (self._score, self._kept):
            if score is not None:
                score.disarm()

    def _untell(self, instead: tuple[Tell, ...]) -> None:
        scores = [score for score in (self._score, self._kept) if score is not None]
        if any(isinstance(cue, Tell) for score in scores for cue in score.queue):
            for score in scores:
                score.drop(lambda cue: isinstance(cue, Tell))
            for tell in instead:
                self._stage.tell(tell.line, self._renderer.private(tell))

    def _end_asides(self) -> None:
        self._score.drop(_is_aside)
        if _is_aside(self._score.current):
            self._stop()
            self._score.current = None

    def _drop(self) -> None:
        self._stop()
        self._disarm()
        self._score = _Score()
        self._kept = None

    def _freeze(self) -> None:
        self._stop()
        score, self._score = self._score, _Score()
        if self._kept is not None:
            # Frozen again before what was kept came back: only what was to follow it is new.
            if Thaw() in score.queue:
                while score.queue.popleft() != Thaw():
                    pass
                self._kept.queue += score.queue
            return
        if score.current is not None:
            score.queue.appendleft(score.current)
            score.current = None
        now = self._loop.now()
        for name, handle in score.timers.items():
            handle.cancel()
            score.left[name] = handle.due - now
        score.timers = {}
        self._kept = score

    def _thaw(self) -> None:
        if self._kept is not None:
            since, self._score, self._kept = self._score.queue, self._kept, None
            self._score.queue += since
            for name, seconds in self._score.left.items():
                self._arm(name, seconds)
            self._score.left = {}
        self._next()


def _is_aside(cue: Cue | None) -> bool:
    return isinstance(cue, Say) and cue.aside
