"""How an utterance becomes sound: in parts around its pauses, at one rate, as loud as its line is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from narrator.script import Manner, delivery_of
from narrator.voice.loudness import HEARD, levelled, limited
from narrator.voice.port import FASTEST, SLOWEST, Clip, Samples

TEMPO = {"rate": (0.5, 2.0), "pauses": (0.0, 3.0)}
"""The bounds of a tempo."""
_STOPS = ".?!؟…"
_COMMA = {"vi": ",", "fa": "،"}
"""Ends a part that goes on behind its pause, so that the voice does not sink there."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How many times as fast the narrator speaks as usual, and how many times as long his pauses are."""

    rate: float = 1.0
    pauses: float = 1.0

    def __post_init__(self) -> None:
        for name, value in (("rate", self.rate), ("pauses", self.pauses)):
            low, high = TEMPO[name]
            if not low <= value <= high:
                raise ValueError(f"{name} is {value}, not from {low} to {high}")


@dataclass(slots=True)
class Setting:
    """The tempo that a voice and its `secret` share."""

    now: Tempo = field(default_factory=Tempo)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the sound of an utterance depends on, but for the engine.

    parts: what the engine gets, one after the other · gaps: seconds of silence before each part and, at the
    end, behind the last · rate: as of `Engine.render` · loudness: LUFS of all of it
    """

    parts: tuple[str, ...]
    gaps: tuple[float, ...]
    rate: float
    loudness: float


def planned(text: str, lang: str, speech: Callable[[str], str], tempo: Tempo) -> Plan:
    """How `text` is to be said; speech: what the engine gets of a stretch, "" when nothing of it can be said.

    No parts when nothing of it all can be said.
    """
    delivery = delivery_of(text)
    manner = delivery.manner
    parts: list[str] = []
    gaps = [manner.before * tempo.pauses]
    start = 0
    for end, seconds in (*delivery.pauses, (len(text), manner.after)):
        if said := speech(text[start:end]):
            parts.append(said)
            gaps.append(0.0)
        gaps[-1] += seconds * tempo.pauses
        start = end
    ended = [part if part[-1] in _STOPS else part + _COMMA[lang] for part in parts[:-1]]
    rate = min(FASTEST, max(SLOWEST, manner.rate * tempo.rate))
    return Plan((*ended, *parts[-1:]), tuple(gaps), rate, HEARD + manner.volume)


def assembled(clips: Sequence[Clip], plan: Plan, text: str) -> Clip:
    """The clips of a plan's parts, all at one rate, as one: with its gaps, at its loudness."""
    rate = clips[0].rate
    sounds: list[Samples] = [clips[0].samples]
    for clip, gap in zip(clips[1:], plan.gaps[1:], strict=False):
        sounds += [_silence(gap, rate), clip.samples]
    speech = levelled(np.concatenate(sounds), rate, plan.loudness)
    return Clip(_between(plan.gaps[0], speech, plan.gaps[-1], rate), rate, text)


def in_manner(clip: Clip, manner: Manner, tempo: Tempo) -> Clip:
    """A clip of the common loudness, as loud as `manner` has it and with its silence; the rate stays."""
    loud = np.asarray(clip.samples * np.float32(10 ** (manner.volume / 20)), np.float32)
    before, after = manner.before * tempo.pauses, manner.after * tempo.pauses
    return Clip(_between(before, limited(loud, clip.rate), after, clip.rate), clip.rate, clip.text)


def _between(before: float, samples: Samples, after: float, rate: int) -> Samples:
    return np.concatenate([_silence(before, rate), samples, _silence(after, rate)])


def _silence(seconds: float, rate: int) -> Samples:
    return np.zeros(round(seconds * rate), np.float32)
