"""A secret word that may have been misheard acts only once the helper has confirmed it.

Where the helper can be told what was understood (screen, earpiece), a doubtful word is read back there: "yes"
or the same word again takes it, "no" takes the next likeliest if one was offered, any other word takes its
place. Where he can be told nothing he cannot notice a mistake either, so every secret word acts when it is
said the second time. After a while a half-said word is forgotten.

Secret is what is not answered aloud (`Flow.aloud`): words of the day, and those that steer the evening or
mend an answer, are never asked about. Taking back what was done already is, by day and by night: one stray
word must not do it. All of it is private, so that the table hears the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from narrator.ear.port import Heard
from narrator.flow.base import Flow
from narrator.flow.cues import Chime, Clear, Cue, Disarm, Tell, Timer
from narrator.flow.facts import Number, PublicFact, Seat, Secret, Word
from narrator.flow.inputs import CONTROLS, Elapsed, Whisper, number_of
from narrator.table.journal import Deed, Doubted, Entry, Redo, Undo, deed_of

SURE = 0.8
"""The score from which a word is believed. On the four people the ear was designed on 35 of 262 right words
lie below it in quiet and pink noise, 26 of 96 by computed whisper; of what was let in by mistake 15 of 31
wrong words, 7 of 11 own words that were not enrolled, and 15 of 19 words of other people."""

PATIENCE = 12.0
"""Seconds after which a half-said word is forgotten: later, the same word is another answer."""

_TIMER = "doubt."
_STRAY = frozenset({"undo", "redo"})
"""What a stray word must not do, whatever it was that it was heard as."""

_LISTENS = frozenset({"repeat", "status"})
"""What a helper says who wants to hear once more what he is asked."""

_ANSWERS = frozenset({"yes", "no"})
_MENDS = frozenset({"no", "minus"})


@dataclass(frozen=True, slots=True)
class HalfSaid:
    """A word that was heard and does not act yet.

    second, told: as of `Doubted`; number: which it is of the game's; answered: what was doubtfully heard in
    answer to it.
    """

    intent: str
    second: str | None
    told: bool
    number: int
    answered: str = ""


def weighty(flow: Flow) -> frozenset[str]:
    """The words that would act on a secret now."""
    if flow.aloud or flow.paused or flow.confirming or flow.over:
        return frozenset()
    return flow.intents() - _MENDS


def doubted(heard: Heard, flow: Flow, half: HalfSaid | None, *, told: bool) -> Doubted | None:
    """The entry of a word that must be confirmed first; None when it may act at once.

    half: the word that waits for an answer; told: whether the helper can be told something alone.
    """
    intent = heard.intent
    if intent in _STRAY and (half is None or half.intent in _STRAY):
        return Doubted(intent, None, told=told)
    answers = half is not None and half.told and intent in _ANSWERS
    if intent not in weighty(flow) and not answers:
        return None
    if not told and not answers:
        return Doubted(intent, None, told=False)
    second, legal = heard.second, flow.expected() | (_ANSWERS if answers else frozenset())
    if second is not None and (second not in legal or _same(second, intent, flow)):
        second = None
    return Doubted(intent, second) if second is not None or heard.score < SURE else None


class Doubts:
    """The word of a game that waits for its confirmation, if any: a part of the fold over the journal."""

    def __init__(self) -> None:
        self.half: HalfSaid | None = None
        self._count = 0
        self._chosen: Tell | None = None
        self._listens = False

    @property
    def answers(self) -> frozenset[str]:
        """What the helper can say besides to a word that was read back to him."""
        return _ANSWERS if self.half is not None and self.half.told else frozenset()

    def weigh(self, entry: Entry, flow: Flow) -> Deed | list[Cue]:
        """What the entry does now, or, where nothing acts, the cues that it causes."""
        half = self.half
        self._chosen = None
        self._listens = isinstance(entry, Whisper) and entry.intent in _LISTENS
        match entry:
            case Elapsed(timer) if timer.startswith(_TIMER):
                return self._ran_out(timer, flow)
            case Doubted():
                return self._doubted(entry, flow)
            case Whisper(intent) if half is not None:
                return self._clear(intent, half, flow)
            case Undo() if half is not None:
                self.half = None
                return [Tell("private.undone")] if half.told else []
            case Redo():
                self.half = None
        return entry

    def after(self, flow: Flow, cues: list[Cue]) -> list[Cue]:
        """The cues of an entry that acted, with what they lack; what is over is not asked about any more."""
        chosen = self._chosen
        # What ends a question, or stops the timer that would forget the word, ends the word.
        if flow.paused or flow.confirming or any(isinstance(cue, Clear | Disarm) for cue in cues):
            self.half = None
        if self._listens and self.half is not None and self.half.told:
            return [*cues, *self._ask(self.half, flow)]
        if chosen is not None and flow.accepted and not any(isinstance(cue, Tell) for cue in cues):
            return [chosen, *cues]
        return cues

    def _clear(self, intent: str, half: HalfSaid, flow: Flow) -> Deed | list[Cue]:
        if intent in CONTROLS - _ANSWERS:
            return Whisper(intent)
        if not half.told or intent not in _ANSWERS:
            self.half = None
            return deed_of(intent)
        if intent == "yes":
            return self._take(half.intent)
        if half.second is None:
            self.half = None
            return [Tell("private.say_again")]
        self._chosen = Tell("private.noted", {"what": _what(half.second, flow)})
        return self._take(half.second)

    def _doubted(self, entry: Doubted, flow: Flow) -> Deed | list[Cue]:
        half, intent = self.half, entry.intent
        if half is not None and _same(intent, half.intent, flow):
            return self._take(half.intent)
        if half is not None and half.told and intent in _ANSWERS:
            if half.answered == intent:
                return self._clear(intent, half, flow)
            half = replace(half, answered=intent)
        else:
            half = HalfSaid(intent, entry.second, entry.told, 0)
        return self._ask(half, flow)

    def _ask(self, half: HalfSaid, flow: Flow) -> list[Cue]:
        """Ask whether a word was meant, and wait for the answer from now on."""
        self._count += 1
        self.half = replace(half, number=self._count)
        return [self._question(self.half, flow), Timer(f"{_TIMER}{self._count}", PATIENCE)]

    def _take(self, intent: str) -> Deed:
        self.half = None
        return deed_of(intent)

    def _question(self, half: HalfSaid, flow: Flow) -> Cue:
        what = _what(half.intent, flow)
        if not half.told:
            return Chime("again", flow.aloud)
        if half.second is None:
            return Tell("private.heard", {"what": what})
        return Tell("private.heard_or", {"what": what, "other": _what(half.second, flow)})

    def _ran_out(self, timer: str, flow: Flow) -> list[Cue]:
        half = self.half
        if half is None or timer != f"{_TIMER}{half.number}":
            return []
        self.half = None
        return [Tell("private.heard_not", {"what": _what(half.intent, flow)})] if half.told else []


def _seats(flow: Flow) -> bool:
    # Without a word for each seat, or with a zero, a number is a count or the number of a card.
    intents = flow.intents()
    return "seat_1" in intents and "number_0" not in intents


def _same(one: str, other: str, flow: Flow) -> bool:
    number = number_of(one)
    return one == other or (number is not None and number == number_of(other) and _seats(flow))


def _what(intent: str, flow: Flow) -> Secret:
    number = number_of(intent)
    fact: PublicFact = Word(intent)
    if number is not None:
        fact = Seat(number) if intent.startswith("seat_") or _seats(flow) else Number(number)
    return Secret(fact)
