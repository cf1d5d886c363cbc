"""One game at the table: the one owner of its state.

It takes one item at a time from the loop, writes it to the journal, applies it, and has the cues carried
out. Nothing is spoken before the fact behind it is on disk.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.ear.port import Heard
from narrator.flow.base import Ask, Flow
from narrator.flow.cues import Cue
from narrator.flow.inputs import Elapsed
from narrator.table.conductor import Conductor
from narrator.table.doubt import doubted
from narrator.table.game import Game
from narrator.table.journal import Entry, Journal, deed_of
from narrator.table.learning import Learning
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.stage import Stage

Expect = Callable[[frozenset[str]], None]


class Session:
    """A game being played.

    expect: told which intents make sense whenever that changes (the ear filters by it).
    asked: told what is waited for whenever something new is asked (a robot helper answers to it).
    turned: called whenever other words than before move the game, or something new is asked.
    learn: told of each word that the ear may learn as one more take.
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
        learn: Callable[[Heard], None] = lambda _heard: None,
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
        self._learning = Learning(learn)
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

    @property
    def expected(self) -> frozenset[str]:
        """The intents that make sense now."""
        return self.game.expected()

    def start(self) -> None:
        """Perform the beginning; from the loop's thread, once."""
        self._carry_out(self.game.begin())

    def whisper(self, intent: str) -> None:
        """Take an intent that is beyond doubt, as from the keypad; from the loop's thread."""
        if not self.finished:
            self._learning.pressed(intent)
            self._take(deed_of(intent))

    def hear(self, heard: Heard) -> None:
        """Take a word from the ear, which acts on a secret only when it is sure; from the loop's thread."""
        if not self.finished:
            told = self._stage.can_tell()
            doubt = doubted(heard, self.flow, self.game.doubts.half, told=told)
            self._take(doubt or deed_of(heard.intent))
            self._learning.heard(heard, acted=doubt is None and self.flow.accepted)

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
        expected = self.expected
        self._expect(expected)
        self.conductor.perform(cues)
        if self.flow.asking.serial != self._serial:
            self._serial = self.flow.asking.serial
            self._asked(self.flow.asking)
        stand = (self._serial, self.flow.confirming, self.flow.paused, expected)
        if stand != self._stand:
            self._stand = stand
            self._turned()

    def _over(self, winner: str | None) -> None:
        self.winner = winner
        self.finished = True
        self._loop.stop()
