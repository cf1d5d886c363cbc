"""One game at the table: the one owner of its state.

It takes one item at a time from the loop, writes it to the journal, applies it, and has the cues carried
out. Nothing is spoken before the fact behind it is on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from narrator.ear.port import Heard
from narrator.flow.base import Ask, Flow
from narrator.flow.cues import Cue
from narrator.flow.inputs import Back, Elapsed
from narrator.table.conductor import Conductor
from narrator.table.doubt import doubted
from narrator.table.game import Game
from narrator.table.journal import Ended, Entry, deed_of
from narrator.table.kept import Kept
from narrator.table.learning import Learning
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.stage import Stage
from narrator.table.troubles import sentence

Expect = Callable[[frozenset[str]], None]

ONCE = 1.5
"""Seconds within which a word that is heard again is the same word: an echo, or an ear that heard twice."""

_RETRY = 5.0
"""Seconds after which a disk that took nothing is asked again."""


class Records(Protocol):
    """What keeps the entries: a Journal, or a SteadyJournal where the disk may hang."""

    def append(self, entry: Entry | Ended, at: float) -> None:
        """Write one down. OSError when it is not on disk now."""

    def catch_up(self) -> None:
        """Try again what was not written. OSError when it still is not."""


class Session:
    """A game being played.

    expect: told which intents make sense whenever that changes (the ear filters by it).
    asked: told what is waited for whenever something new is asked (a robot helper answers to it).
    turned: called whenever other words than before move the game, or something new is asked.
    dark: told whenever eyes are shut (True) or open again.
    learn: told of each word that the ear may learn as one more take.
    kept: a game that was begun, which is gone on with; `journal` then goes on behind it.
    """

    def __init__(
        self,
        make_flow: Callable[[], Flow],
        *,
        loop: Loop,
        stage: Stage,
        renderer: Renderer,
        journal: Records,
        expect: Expect = lambda _intents: None,
        asked: Callable[[Ask], None] = lambda _ask: None,
        turned: Callable[[], None] = lambda: None,
        dark: Callable[[bool], None] = lambda _night: None,
        learn: Callable[[Heard], None] = lambda _heard: None,
        kept: Kept | None = None,
    ) -> None:
        self.game = Game(make_flow)
        self._kept = kept
        self._last: Heard | None = None
        self.winner: str | None = None
        self.finished = False
        self._loop = loop
        self._stage = stage
        self._journal = journal
        self._lang = renderer.lang
        self._expect = expect
        self._asked = asked
        self._turned = turned
        self._dark = dark
        self._by_day = True
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
        """Perform the beginning, or come back to the game that was begun; from the loop's thread, once."""
        if self._kept is None:
            self._speak()
            self._carry_out(self.game.begin())
        else:
            self.game.fold(self._kept.entries, self._kept.times)
            self._speak()
            self.back()

    def _speak(self) -> None:
        pace = self.flow.pace
        self._stage.tempo(pace.rate, pace.pauses)

    def back(self) -> None:
        """Say and tell again where the game stands, since nobody could follow it; from the loop's thread."""
        if not self.finished:
            self._take(Back())

    def whisper(self, intent: str) -> None:
        """Take an intent that is beyond doubt, as from the keypad; from the loop's thread."""
        if not self.finished:
            self._learning.pressed(intent)
            self._take(deed_of(intent))

    def hear(self, heard: Heard) -> None:
        """Take a word from the ear, which acts on a secret only when it is sure; from the loop's thread."""
        if not self.finished and not self._again(heard):
            self._last = heard
            told = self._stage.can_tell()
            doubt = doubted(heard, self.flow, self.game.doubts.half, told=told)
            self._take(doubt or deed_of(heard.intent))
            self._learning.heard(heard, acted=doubt is None and self.flow.accepted)

    def _again(self, heard: Heard) -> bool:
        last = self._last
        return last is not None and heard.intent == last.intent and heard.started - last.started < ONCE

    def _take(self, entry: Entry) -> None:
        now = round(self._loop.now(), 3)  # as the journal has it, so that a fold is the same game
        self._note(entry, now)
        self._carry_out(self.game.apply(entry, now))

    def _note(self, entry: Entry | Ended, now: float) -> None:
        try:
            self._journal.append(entry, now)
        except OSError:
            # Better a game that a crash can lose than no game.
            self._unwritten()

    def _unwritten(self) -> None:
        if not self._alarmed:
            self._alarmed = True
            self._stage.alarm(sentence(self._lang, "journal_failed"))
            self._loop.call_later(_RETRY, self._retry)

    def _retry(self) -> None:
        try:
            self._journal.catch_up()
        except OSError:
            self._loop.call_later(_RETRY, self._retry)
        else:
            self._alarmed = False
            self._stage.alarm(sentence(self._lang, "journal_back"))

    def _carry_out(self, cues: list[Cue]) -> None:
        expected = self.expected
        self._expect(expected)
        if self.flow.by_day != self._by_day:
            self._by_day = self.flow.by_day
            self._dark(not self._by_day)
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
        self._note(Ended(winner), self._loop.now())
        self._loop.stop()
