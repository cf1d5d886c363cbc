"""Collects what a flow wants said, told and done while it takes one input."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache

from narrator.flow.cues import Chime, Cue, Pause, Say, Tell
from narrator.flow.facts import PublicFact, Secret
from narrator.flow.pace import Answers, Pace


class Emitter(ABC):
    """The cues of the present input, in order; and which variant of a line comes next.

    answers: how long the helper takes. after_return: what an undo or redo does when the question is still
    the same (see HeldCall).
    """

    def __init__(self, *, seed: int, pace: Pace) -> None:
        self.seed = seed
        self.pace = pace
        self.answers = Answers(pace)
        self._cues: list[Cue] = []
        self._turns: dict[str, int] = {}
        self.after_return: list[Callable[[], None]] = []

    @property
    @abstractmethod
    def by_day(self) -> bool:
        """Whether everybody's eyes are open."""

    def rng(self, *purpose: object) -> random.Random:
        """Dice for one purpose, the same in every fold. The purpose may name public facts only."""
        return _dice(self.seed, *purpose)

    @property
    def aloud(self) -> bool:
        """Whether the earcons that answer the helper are public."""
        return self.by_day

    def line(self, line: str, beat: float = 0.0, **facts: PublicFact) -> Say:
        """A public line, in the variant whose turn it is."""
        turn = self._turns.get(line, 0)
        self._turns[line] = turn + 1
        return Say(line, facts, turn + _first(self.seed, line), beat)

    def say(self, line: str, beat: float = 0.0, **facts: PublicFact) -> None:
        """Emit a public line; beat: as of `Say`."""
        self._cues.append(self.line(line, beat, **facts))

    def tell(self, line: str, **facts: PublicFact) -> None:
        """Emit a private line; its facts become secrets."""
        self._cues.append(Tell(line, {name: Secret(fact) for name, fact in facts.items()}))

    def emit(self, *cues: Cue) -> None:
        """Emit other cues."""
        self._cues += cues

    def breath(self) -> None:
        """Emit the short silence between two lines."""
        self._cues.append(Pause(self.pace.breath))

    def heard(self) -> None:
        """Emit the earcon that says a word was taken."""
        self._cues.append(Chime("heard", self.aloud))

    @property
    def said(self) -> int:
        """How many public lines the present input has caused so far."""
        return sum(isinstance(cue, Say) for cue in self._cues)


def _dice(*purpose: object) -> random.Random:
    return random.Random("|".join(map(str, purpose)))


@lru_cache(maxsize=4096)
def _first(seed: int, line: str) -> int:
    """The variant with which a line begins; a fold asks for the same ones again and again."""
    return _dice(seed, "variant", line).randrange(60)
