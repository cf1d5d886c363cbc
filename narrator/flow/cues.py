"""What a flow wants done, in order. The table carries cues out; a flow never speaks or waits itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from narrator.flow.facts import PublicFact, Secret

ChimeName = Literal["heard", "again"]
SoundName = Literal["dawn", "howl"]


@dataclass(frozen=True, slots=True)
class Cue:
    """One thing to do."""


@dataclass(frozen=True, slots=True)
class Say(Cue):
    """A line on the loudspeaker; the next cue waits until it is over.

    line: its id; facts: what fills its placeholders; turn: how often the line was said before, for the
    rotation of its variants; beat: the next cue waits at least so many seconds from the line's beginning;
    aside: it is cut short, or left out, once anything else is to be said.
    """

    line: str
    facts: Mapping[str, PublicFact] = field(default_factory=dict)
    turn: int = 0
    beat: float = 0.0
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Again(Cue):
    """Lines to say once more, unless the same are waiting to be said already."""

    says: tuple[Say, ...]


@dataclass(frozen=True, slots=True)
class Tell(Cue):
    """A line for the helper alone; nothing waits for it."""

    line: str
    facts: Mapping[str, Secret] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sound(Cue):
    """A sound of the game on the loudspeaker, as a bell at dawn; the next cue waits until it is over."""

    name: SoundName


@dataclass(frozen=True, slots=True)
class Chime(Cue):
    """An earcon that answers the helper. By night they are private: their number would tell who acts."""

    name: ChimeName
    public: bool


@dataclass(frozen=True, slots=True)
class Pause(Cue):
    """Silence before the next cue. seconds ≥ 0."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Timer(Cue):
    """After `seconds`, feed `Elapsed(name)`. A timer of the same name is replaced; it starts when reached."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Extend(Cue):
    """Put off every running timer by `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Disarm(Cue):
    """Stop every running timer and drop private lines still to come: what they belonged to is over."""


@dataclass(frozen=True, slots=True)
class Untell(Cue):
    """Drop private lines still to come, which tell of what was taken back; if there were any, tell others."""

    instead: tuple[Tell, ...] = ()


@dataclass(frozen=True, slots=True)
class Freeze(Cue):
    """Fall silent at once; keep what was being said, what was to come and the timers until `Thaw`.

    A line said while frozen (that there is a break) is said all the same.
    """


@dataclass(frozen=True, slots=True)
class Thaw(Cue):
    """Take up what `Freeze` kept; an interrupted line is said again from its beginning."""


@dataclass(frozen=True, slots=True)
class Clear(Cue):
    """Fall silent at once and forget what was to come, timers included."""


@dataclass(frozen=True, slots=True)
class Loudness(Cue):
    """Make the loudspeaker louder (+1) or softer (-1) by one step."""

    step: Literal[-1, 1]


@dataclass(frozen=True, slots=True)
class Speech(Cue):
    """How the narrator speaks from the next line on. rate, pauses: as of `Preset` (pace.py)."""

    rate: float
    pauses: float


@dataclass(frozen=True, slots=True)
class Over(Cue):
    """The game has ended. winner: as in the rules' Outcome; None when it was broken off."""

    winner: str | None
