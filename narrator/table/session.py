"""One game at the table: the one owner of its state.

It takes one item at a time from the loop, writes it to the journal, applies it, and has the cues carried
out. Nothing is spoken before the fact behind it is on disk.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.flow.base import Ask, Flow
from narrator.flow.cues import Cue
from narrator.flow.inputs import Elapsed, Whisper
from narrator.table.conductor import Conductor
from narrator.table.game import Game
from narrator.table.journal import Entry, Journal, Redo, Undo
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.stage import Stage

Expect = Callable[[frozenset[str]], None]


class Session:
    """A game being played.

    expect: told which intents make sense whenever that changes (the ear filters by it).
    asked: told what is waited for whenever something new is asked (a robot helper answers to it).
    turned: called whenever other words than before move the game, or something new is asked.
    """

    def __init__(
        self,
        make_flow: Callable[[], Flow],
        *,
        loop: Loop,
        stage: Stage,
        renderer: Renderer,
        journal: Journal,
        expect: Expect = lambda _intents: None,
        asked: Callable[[Ask], None] = lambda _ask: None,
        turned: Callable[[], None] = lambda: None,
    ) -> None:
        self.game = Game(make_flow)
        self.winner: str | None = None
        self.finished = False
        self._loop = loop
        self._stage = stage
        self._journal = journal
        self._expect = expect
        self._asked = asked
        self._turned = turned
        self._stand: tuple[int, bool, bool, frozenset[str]] = (-1, False, False, frozenset())
        self._serial = -1
        self._alarmed = False
        self.conductor = Conductor(
            loop, stage, renderer, elapsed=lambda name: self._take(Elapsed(name)), over=self._over
        )

    @property
    def flow(self) -> Flow:
        """The flow as it stands now; another object after an undo."""
        return self.game.flow

    def start(self) -> None:
        """Perform the beginning; from the loop's thread, once."""
        self._carry_out(self.game.begin())

    def whisper(self, intent: str) -> None:
        """Take an intent from the ear or the keypad; from the loop's thread."""
        if not self.finished:
            self._take(Undo() if intent == "undo" else Redo() if intent == "redo" else Whisper(intent))

    def _take(self, entry: Entry) -> None:
        try:
            self._journal.append(entry, self._loop.now())
        except OSError as error:
            # Better a game that a crash can lose than no game.
            if not self._alarmed:
                self._alarmed = True
                self._stage.alarm(f"The journal cannot be written ({error.strerror}); the game goes on.")
        self._carry_out(self.game.apply(entry))

    def _carry_out(self, cues: list[Cue]) -> None:
        self._expect(self.flow.expected())
        self.conductor.perform(cues)
        if self.flow.asking.serial != self._serial:
            self._serial = self.flow.asking.serial
            self._asked(self.flow.asking)
        stand = (self._serial, self.flow.confirming, self.flow.paused, self.flow.expected())
        if stand != self._stand:
            self._stand = stand
            self._turned()

    def _over(self, winner: str | None) -> None:
        self.winner = winner
        self.finished = True
        self._loop.stop()
