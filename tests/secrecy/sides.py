"""One game of a pair: the real session on a virtual clock, with a helper who knows this game's secrets.

What everybody could see or hear the helper do (words by day, "pause", an undo back to another call) is
drawn from public dice and so is the same in both games of a pair. What he does in secret (how fast he
answers, refused and doubtful words, words taken back, which channel reaches him) is drawn from the dice of
his own game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from narrator.ear.port import Heard
from narrator.flow.base import Ask, Flow
from narrator.flow.pace import PRESETS, Pace
from narrator.flow.tempo import STEPS
from narrator.script import Commands, Lines, load_commands, load_lines
from narrator.table.journal import Journal, from_record
from narrator.table.kept import Kept
from narrator.table.loop import Loop
from narrator.table.paper import Entry, PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session

STILL = Pace(
    min_call=40.0,
    call_extra=2.0,
    answer=0.5,
    word=0.5,
    spread=0.3,
    roll_call=40.0,
    remind=25.0,
)
"""A pace at which every answer is over before the least time of a call is: then times agree exactly."""

_FACTORS = [preset.times for preset in PRESETS]
_LOOK_AGAIN = 0.25
_MANY = 6000
_AGAIN = 1.8
"""Seconds before a doubtful word is said again; sooner it is the same word, heard twice."""
_EXACT = 0.003
"""Seconds; times are noted to the millisecond."""
_DOWN = 30.0
"""Seconds from a crash to the new start."""
_TAKE_BACK = "take back"
"""Undo, if the word before it was taken: else it would lead back to another call, for all to hear."""


@cache
def lines_of(game: str, lang: str) -> Lines:
    return load_lines(game, lang)


@cache
def commands_of(lang: str) -> Commands:
    return load_commands(lang)


@dataclass(frozen=True, slots=True)
class Manner:
    """What may go otherwise than smoothly in both games of a pair.

    still: every answer comes in time (else helpers are as slow as people, and late or silent for a while).
    slips: refused, doubtful and taken-back words by night.
    loud: "pause", "repeat", "point again" and "more time", in both alike.
    undo: back to the call before, and redo, in both alike.
    deaf: nothing private reaches the helper now and then.
    crash: the game is broken off and taken up again from its journal, in both at the same place.
    pace: "faster" and "slower": by day in both alike; in secret as often as he likes, to the same end.
    helper: his own speed, where it is not `still`.
    """

    still: bool = True
    slips: bool = False
    loud: bool = False
    deaf: bool = False
    undo: bool = False
    crash: bool = False
    pace: bool = False
    helper: Pace = field(default_factory=Pace)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the helper's. wait: seconds before it, once the narrator has nothing left to say.

    loud: the table notices it, so it is the same in both games, and beyond doubt.
    """

    intent: str
    wait: float
    loud: bool = False


class _Stage(PaperStage):
    """A stage that lets a side be stopped at a public line."""

    def __init__(self, loop: Loop, said: list[Entry]) -> None:
        super().__init__(loop)
        self.transcript = said
        self.until: frozenset[str] = frozenset()

    def _note(self, kind: str, line: str, text: str) -> None:
        super()._note(kind, line, text)
        if kind == "public" and line in self.until:
            self._loop.stop()


class Side(ABC):
    """A game. cast: the role of each seat. plans: what this game's people do, by decision.

    `advance` plays on until a decision is to be planned (`undecided`), a line of `stage.until` begins, or
    the game is over. A game says what needs a plan (`decision`), what is answered (`answer`), and which asks
    are answered in secret (`secret`).
    """

    game: ClassVar[str]
    junk: ClassVar[tuple[str, ...]] = ("done", "skip", "minus", "number_20", "seat_20", "yes", "shoot", "tie")

    def __init__(
        self, setup: Any, cast: tuple[str, ...], manner: Manner, *, pair: int, own: int, lang: str, **how: Any
    ) -> None:
        self.setup = setup
        self.cast = cast
        self.manner = manner
        self.plans: dict[object, Any] = {}
        self.undecided: object = None
        self.over = False
        self.happened: set[str] = set()
        self._pair = pair
        self._own = Random(f"own|{pair}|{own}")
        self._asks = 0
        self._words: list[Word] = []
        self._back: set[object] = set()
        self._taken = False
        self._said = ""
        self._goal = _FACTORS.index(1.0)
        self._renderer = Renderer(lines_of(self.game, lang), commands_of(lang), {})
        pace = STILL if manner.still else Pace()
        if manner.pace:  # the quickest still covers every answer
            pace = replace(pace, min_call=100.0, roll_call=100.0)
        self._make = lambda: self.build(setup, seed=pair, pace=pace, **how)
        self.journal = Journal(None, {})
        self.until: frozenset[str] = frozenset()
        self._crashed = False
        self._sit_down(0.0, [], None)

    def _sit_down(self, now: float, said: list[Entry], kept: Kept | None) -> None:
        self.loop = Loop(virtual=True, start=now)
        self.stage = _Stage(self.loop, said)
        self.stage.until = self.until
        self.session = Session(
            self._make,
            loop=self.loop,
            stage=self.stage,
            renderer=self._renderer,
            journal=self.journal,
            asked=self._asked,
            kept=kept,
        )
        self.loop.post(self.session.start)

    # -- what a game says ---------------------------------------------------------------------------

    @abstractmethod
    def build(self, setup: Any, **how: Any) -> Flow:
        """The flow at its beginning."""

    @abstractmethod
    def decision(self, ask: Ask) -> object:
        """What must be planned before this is answered, None when nothing."""

    @abstractmethod
    def answer(self, ask: Ask, public: Random) -> list[str]:
        """What the helper whispers, none where he waits. public: dice that are the same in both games."""

    @abstractmethod
    def secret(self, ask: Ask) -> bool:
        """Whether what is said in answer is for nobody's ears."""

    @abstractmethod
    def called(self, ask: Ask) -> object:
        """Which call of the game this is, where an undo may lead back to the one before; None: no call."""

    # -- playing ------------------------------------------------------------------------------------

    @property
    def flow(self) -> Any:
        return self.session.flow

    def heard(self) -> list[Entry]:
        """What the table heard so far: lines, sounds and public earcons; and alarms, which it may see."""
        return [entry for entry in self.stage.transcript if entry.kind != "private"]

    def advance(self) -> None:
        """Play on."""
        if self.undecided is not None:
            assert self.undecided in self.plans
            self.undecided = None
            self._prepare(self.flow.asking)
        self.stage.until = self.until
        self.loop.run()
        while self._crashed:
            self._crashed = False
            self._take_up()
            self.loop.run()
        self.over = self.session.finished

    def _take_up(self) -> None:
        """The program had died; it is started again, and reads its journal."""
        records = [record for record in self.journal.records[1:] if "ended" not in record]
        entries = tuple(from_record(record) for record in records)
        times = tuple(float(record["at"]) for record in records)
        kept = Kept(Path(), self.journal.records[0], entries, times, None, 0, False)  # type: ignore[arg-type]
        self._sit_down(self.loop.now() + _DOWN, self.stage.transcript, kept)

    def _crash(self, asks: int) -> None:
        if asks == self._asks and not self.session.finished:
            self._crashed = True
            self.loop.stop()

    def cards(self, role: str) -> list[str]:
        """What is whispered while those with this role show their cards."""
        return [*(f"number_{seat}" for seat, held in enumerate(self.cast, 1) if held == role), "done"]

    def _asked(self, ask: Ask) -> None:
        self._asks += 1
        assert self._asks < _MANY, "the game does not end"
        self._words = []
        decision = self.decision(ask)
        if decision is not None and decision not in self.plans:
            self.undecided = decision
            self.loop.stop()
        else:
            self._prepare(ask)

    def _prepare(self, ask: Ask) -> None:
        if loud := self._aloud(ask, Random(f"loud|{self._pair}|{self._asks}")):
            self._next(ask.serial, self._asks, loud)
        else:
            self._reply(ask)

    def _reply(self, ask: Ask) -> None:
        """Answer, once what is loud was said."""
        public = Random(f"public|{self._pair}|{self._asks}")
        self._next(ask.serial, self._asks, self._silent(ask, self.answer(ask, public), public))

    def _aloud(self, ask: Ask, public: Random) -> list[Word]:
        """What the helper does before he answers and the table notices."""
        manner, key = self.manner, self.called(ask)
        kinds = ["no", "repeat", "more_time", "pause"] * manner.loud + ["undo", "redo"] * manner.undo
        kinds += ["crash"] * manner.crash
        if not kinds or key is None or public.random() < 0.7:
            return []
        kind = public.choice(kinds)
        if kind in ("undo", "crash") and key in self._back:
            return []
        self.happened.add(kind)
        wait = public.uniform(0.5, 2.0)
        if kind == "crash":
            self._back.add(key)
            asks = self._asks
            self.loop.call_later(
                public.uniform(0.0, 20.0 if manner.still else 4.0), lambda: self._crash(asks)
            )
            return []
        if kind == "pause":
            return [Word("pause", wait, True), Word("resume", public.uniform(1.0, 30.0), True)]
        if kind == "undo":
            self._back.add(key)
        return [Word(kind, wait, True)]

    def _silent(self, ask: Ask, words: list[str], public: Random) -> list[Word]:
        """The answer, with this helper's speed and slips where it is secret."""
        own, manner = self._own, self.manner
        if not self.secret(ask):
            if manner.pace and public.random() < 0.3:
                word = public.choice(["faster", "slower"])
                self._goal = _stepped(self._goal, word)
                words = [word, *words]
            return [Word(word, public.uniform(0.3, 1.5)) for word in words]
        if manner.slips and own.random() < 0.5:
            words = self._slip(ask, words)
        if manner.pace:
            words = [*self._stepping(public), *words]
        if manner.still:
            waits = [own.uniform(0.2, min(2.0, 30.0 / max(1, len(words)))) for _ in words]
        else:
            late = own.choice([1.0, 1.0, 1.0, 5.0]) if manner.slips else 1.0
            word = manner.helper.word
            waits = [
                late * manner.helper.answer_length(own),
                *(own.uniform(0.75, 1.25) * word for _ in words),
            ]
        return [Word(word, wait) for word, wait in zip(words, waits, strict=False)]

    def _slip(self, ask: Ask, words: list[str]) -> list[str]:
        own = self._own
        kind = own.choice(["refused", "refused", "status", "undone", "nonsense"])
        if kind == "status" and not self.status_is_private(ask):
            kind = "nonsense"
        self.happened.add(kind)
        if kind == "refused":
            tried = [f"number_{own.randint(0, 30)}", *own.sample(self.junk, 2)]
            known = self.flow.expected()
            return [*(word for word in tried if word not in known), *words]
        if kind == "status":
            return ["status", *words]
        if kind == "undone" and len(words) > 1:
            return [words[0], _TAKE_BACK, *words]
        return ["nonsense", *words]

    def _stepping(self, public: Random) -> list[str]:
        """Words that change the pace, this way and that, and then to where it goes in both games."""
        own, tempo = self._own, self.flow.tempo
        held = tempo.pace.factor if tempo.wanted is None else tempo.wanted.times
        place = _FACTORS.index(held)
        if public.random() < 0.4:
            self._goal = public.randrange(len(_FACTORS))
        words = [own.choice(["faster", "slower"]) for _ in range(own.choice([0, 0, 1, 2, 3]))]
        for word in words:
            place = _stepped(place, word)
        if words or place != self._goal:
            self.happened.add("the pace in secret")
        return [*words, *["faster"] * (place - self._goal), *["slower"] * (self._goal - place)]

    def status_is_private(self, ask: Ask) -> bool:
        """Whether "status" is told to the helper alone."""
        del ask
        return True

    def _next(self, serial: int, asks: int, words: list[Word]) -> None:
        if words:
            self._wait_idle(serial, asks, words)

    def _mine(self, serial: int, asks: int) -> bool:
        return serial == self.flow.asking.serial and asks == self._asks and not self.session.finished

    def _wait_idle(self, serial: int, asks: int, words: list[Word]) -> None:
        if not self._mine(serial, asks):
            return
        if not self.session.conductor.idle:
            self.loop.call_later(_LOOK_AGAIN, lambda: self._wait_idle(serial, asks, words))
        else:
            self.loop.call_later(words[0].wait, lambda: self._say(serial, asks, words))

    def _say(self, serial: int, asks: int, words: list[Word]) -> None:
        if not self._mine(serial, asks):
            return
        if not self.session.conductor.idle:
            self._wait_idle(serial, asks, words)
            return
        word, rest = words[0].intent, words[1:]
        again = self._speak(word, words[0].loud)
        if not self._mine(serial, asks):
            return
        if words[0].loud and not rest:
            self._reply(self.flow.asking)
        else:
            self._next(serial, asks, [Word(again, _AGAIN), *rest] if again else rest)

    def _speak(self, word: str, loud: bool) -> str:
        """Whisper a word; the word with which a doubtful one is confirmed, "" when that is not needed."""
        session = self.session
        if loud:
            session.whisper(word)
            return ""
        if word == _TAKE_BACK:
            if self._taken:
                session.whisper("undo")
            return ""
        before = self.flow.asking.serial
        again = self._voiced(word)
        half = session.game.doubts.half is not None
        self._taken = self.flow.accepted and not half and before == self.flow.asking.serial
        return again

    def _voiced(self, word: str) -> str:
        session, manner, own = self.session, self.manner, self._own
        if not self.secret(self.flow.asking) or word in STEPS:  # heard twice in a moment it were one step
            session.whisper(word)
            return ""
        if manner.deaf and own.random() < 0.2:
            self.stage.private = not self.stage.private
            self.happened.add("no earpiece")
        said, self._said = self._said, word
        if not manner.slips or own.random() < 0.6 or (said == word and session.game.doubts.half is None):
            session.whisper(word)
            return ""
        score = own.uniform(0.4, 1.0)
        second = own.choice([None, None, "number_1", "skip"])
        now = self.loop.now()
        half = session.game.doubts.half
        session.hear(Heard(word, word, score, now - 0.5, now, second if second != word else None))
        if session.game.doubts.half is None or session.game.doubts.half is half:
            return ""
        self.happened.add("doubtful")
        return word


def _stepped(place: int, word: str) -> int:
    return max(0, place - 1) if word == "faster" else min(len(_FACTORS) - 1, place + 1)


Sides = tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the two games of a pair part for all to see: what is compared ends with the first of `lines`.

    same: whether that line itself is still the same. why: what parts them.
    """

    lines: frozenset[str]
    same: bool
    why: str


@dataclass(frozen=True, slots=True)
class Leak:
    """What the table could tell two games apart by, and where. lines: those before it."""

    index: int
    one: Entry | None
    other: Entry | None
    lines: tuple[str, ...]


def differs(one: list[Entry], other: list[Entry], free: frozenset[str]) -> Leak | None:
    """The first difference of two evenings as the table hears them, times to the millisecond.

    free: lines after which a helper's answer is waited for as long as he takes.
    """
    for index in range(max(len(one), len(other))):
        a, b = (entries[index] if index < len(entries) else None for entries in (one, other))
        same = a is not None and b is not None and (a.kind, a.line, a.text) == (b.kind, b.line, b.text)
        if same and (index == 0 or one[index - 1].line not in free):
            since = [entries[index].at - entries[index - 1].at if index else 0.0 for entries in (one, other)]
            same = abs(since[0] - since[1]) < _EXACT
        if not same:
            return Leak(index, a, b, tuple(entry.line for entry in one[max(0, index - 5) : index]))
    return None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a pair came to. ended: why comparing ended; differed: in what the games differed, by kind."""

    leak: Leak | None
    ended: str
    compared: int
    differed: Mapping[str, int]
