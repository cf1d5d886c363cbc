"""The pace of an evening, changed while it goes on: "faster" and "slower" step through the presets.

By day a step holds from the next timer and the next silence on, and everybody is told. With eyes shut it is
told to the helper alone and holds from when they are open again: he has time for such words in the calls
that nobody answers, so whoever heard the night change its pace would hear which ones those are. A time that
runs is never changed: who was given a minute has it, and "more time" or the word that ends it are for one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from narrator.flow.asks import Refused
from narrator.flow.cues import Cue, Say, Speech
from narrator.flow.emitter import Emitter
from narrator.flow.facts import Phrase
from narrator.flow.pace import QUICKEST, SLOWEST, Pace, Preset

STEPS = frozenset({"faster", "slower"})
"""The words that change the pace."""

_SAID = frozenset({"frame.pace_quick", "frame.pace_normal", "frame.pace_relaxed"})


@dataclass(frozen=True, slots=True)
class Tempo:
    """The pace that holds, and the preset that takes its place once eyes are open, None for none."""

    pace: Pace
    wanted: Preset | None = None


class Paced(Emitter):
    """A flow whose pace can be changed."""

    def __init__(self, *, seed: int, pace: Pace) -> None:
        super().__init__(seed=seed, pace=pace)
        self._wanted: Preset | None = None

    @property
    def tempo(self) -> Tempo:
        """How it goes, and will go. Undo does not take it back: it is set in a game that was folded anew."""
        return Tempo(self.pace, self._wanted)

    @tempo.setter
    def tempo(self, tempo: Tempo) -> None:
        self.pace, self._wanted = tempo.pace, tempo.wanted

    def step(self, word: str) -> None:
        """Take "faster" or "slower". Raises Refused at the end of the presets."""
        pace = self.pace if self._wanted is None else self.pace.at(self._wanted)
        preset = pace.quicker() if word == "faster" else pace.slower()
        if preset is None:
            line = "private.pace_now" if self._wanted is None else "private.pace_later"
            raise Refused(line, what=_named(QUICKEST if word == "faster" else SLOWEST))
        self._wanted = None if self.pace == self.pace.at(preset) else preset
        if not self.aloud:
            line = "private.pace_now" if self._wanted is None else "private.pace_later"
            self.tell(line, what=_named(preset))
        self.heard()

    def take_up(self) -> None:
        """Let the pace that is wanted hold, if one is and eyes are open; everybody is told."""
        if self._wanted is not None and self.aloud:
            preset, self._wanted = self._wanted, None
            self.pace = self.pace.at(preset)
            self.emit(Speech(preset.rate, preset.pauses))
            self.say(f"frame.pace_{preset.name}")


P = TypeVar("P", bound=Paced)


def setting_out(make_flow: Callable[[], P], preset: Preset) -> Callable[[], P]:
    """What makes the same flows, each as much quicker or slower as a preset is than the usual."""

    def made() -> P:
        flow = make_flow()
        flow.tempo = Tempo(flow.pace.by(preset))
        return flow

    return made


def says_pace(cue: Cue) -> bool:
    """Whether a cue is a line that tells the table of a new pace."""
    return isinstance(cue, Say) and cue.line in _SAID


def _named(preset: Preset) -> Phrase:
    return Phrase(f"private.pace_{preset.name}")
