"""How long things take: one set of times for every call, whoever holds the role and whatever happened.

A call is held open for a drawn time. When there is nothing to wait for (its holder is out, or may only
look) the helper's answer is replaced by a drawn one, so that the lengths of both have one distribution;
and an answer in fewer words than an action takes (declined, blocked) waits for as long as those.
"""

from __future__ import annotations

import math
import random
from collections import deque
from dataclasses import dataclass, replace

_ENOUGH, _LATEST = 8, 32
"""Real answers from which stand-ins are drawn, and how many of the latest are kept."""

_BLUR = 0.1
"""Standard deviation of the logarithm by which a stand-in differs from the answer it repeats."""

_WAITS = ("min_call", "call_extra", "breath", "show_card", "roll_call")
"""Times that a quicker evening shortens, beside the gap."""

_EXACT = 6
"""Decimals of a second that are kept when a preset takes the place of another, and comes back."""


@dataclass(frozen=True, slots=True)
class Preset:
    """How an evening goes, beside the usual.

    times: how many times as long talks, speeches and turns are; waits: calls, silences, time to look at a
    card. rate: how many times as fast the narrator speaks; pauses: how many times as long the silences
    within what he says are.
    """

    name: str
    times: float
    waits: float
    rate: float
    pauses: float


PRESETS = (
    Preset("quick", times=0.6, waits=0.6, rate=1.12, pauses=0.7),
    Preset("normal", times=1.0, waits=1.0, rate=1.0, pauses=1.0),
    Preset("relaxed", times=1.6, waits=1.6, rate=0.9, pauses=1.3),
)
"""From the quickest to the slowest."""

QUICKEST, NORMAL, SLOWEST = PRESETS


@dataclass(frozen=True, slots=True)
class Pace:
    """Times in seconds.

    min_call: no call is shorter. call_extra: median of what is drawn on top. answer: median of the time a
    helper needs to see a gesture and whisper its first word; word: for each word after it. spread:
    standard deviation of the logarithm of call_extra and answer. gap: range of the silence after a role
    was told to sleep. breath: between two lines. show_card: for everybody to see a card. roll_call: least
    time for each role at the roll call. remind: after this the helper is told privately that a call is
    still open. more_time: what that command adds to a call; a talk gets more. factor: how many times as
    long as usual talks take; a game multiplies times of its own by it. waits: the same of the times here,
    which have been multiplied by it already. rate, pauses: how the narrator speaks, as of `Preset`.
    """

    min_call: float = 6.0
    call_extra: float = 3.0
    answer: float = 7.0
    word: float = 1.6
    spread: float = 0.4
    gap: tuple[float, float] = (3.0, 5.0)
    breath: float = 0.8
    show_card: float = 4.0
    roll_call: float = 3.0
    remind: float = 25.0
    more_time: float = 15.0
    factor: float = 1.0
    waits: float = 1.0
    rate: float = 1.0
    pauses: float = 1.0

    def call_length(self, rng: random.Random) -> float:
        """How long a call stays open at least."""
        return self.min_call + self.call_extra * math.exp(rng.gauss(0.0, self.spread))

    def answer_length(self, rng: random.Random) -> float:
        """How long a helper takes to answer; also stands in for one where nobody answers."""
        return self.answer * math.exp(rng.gauss(0.0, self.spread))

    def gap_length(self, rng: random.Random) -> float:
        """The silence between one role's sleep and the next role's waking."""
        return rng.uniform(*self.gap)

    def scaled(self, factor: float) -> Pace:
        """The same pace, `factor` times as long; a helper's own speed, and what waits for it, stays.

        Were the stand-in for an answer scaled, a quick game would tell whose role is out.
        """
        times = {name: getattr(self, name) * factor for name in (*_WAITS, "factor", "waits")}
        return replace(self, gap=(self.gap[0] * factor, self.gap[1] * factor), **times)

    def at(self, preset: Preset) -> Pace:
        """The same pace as a preset has it, whatever it was before."""
        ratio = preset.waits / self.waits
        times = {name: round(getattr(self, name) * ratio, _EXACT) for name in _WAITS}
        return replace(
            self,
            **times,
            gap=(round(self.gap[0] * ratio, _EXACT), round(self.gap[1] * ratio, _EXACT)),
            factor=preset.times,
            waits=preset.waits,
            rate=preset.rate,
            pauses=preset.pauses,
        )

    def by(self, preset: Preset) -> Pace:
        """The same pace, as much quicker or slower as a preset is than the usual."""
        return self.at(
            replace(
                preset,
                times=self.factor * preset.times,
                waits=self.waits * preset.waits,
                rate=self.rate * preset.rate,
                pauses=self.pauses * preset.pauses,
            )
        )

    def quicker(self) -> Preset | None:
        """The next quicker preset; None at the quickest."""
        return next((preset for preset in reversed(PRESETS) if preset.times < self.factor), None)

    def slower(self) -> Preset | None:
        """The next slower preset; None at the slowest."""
        return next((preset for preset in PRESETS if preset.times > self.factor), None)


class Answers:
    """How long this table's helper takes to answer, beside what he has to say; for calls nobody answers.

    Of the pace until there are enough real ones, then of the latest of those: the table would notice that a
    slow helper is always quick where nobody is left.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._real: deque[float] = deque(maxlen=_LATEST)

    def add(self, seconds: float) -> None:
        """A real answer took so long."""
        self._real.append(max(0.0, seconds))

    def draw(self, rng: random.Random) -> float:
        """A length for an answer that nobody gives."""
        if len(self._real) < _ENOUGH:
            return self._pace.answer_length(rng)
        return rng.choice(list(self._real)) * math.exp(rng.gauss(0.0, _BLUR))
