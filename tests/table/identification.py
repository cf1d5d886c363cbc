"""The identification as it is heard: played through the session with the real voice, and measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.flow.base import Ask
from narrator.flow.ma_soi_hanh_quyet import MaSoiFlow, Style
from narrator.flow.ma_soi_hanh_quyet.identify import script
from narrator.flow.pace import Pace
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.script import load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.session import Session
from narrator.table.studio import StudioStage
from narrator.voice import Voice

WINDOW = 0.005
"""Seconds over which a level is taken."""

SOUND_DBFS = -55.0
"""At night the narrator speaks 5 LU more softly."""
COUNT = ("count_1", "count_2", "count_3", "count_4", "count_5")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line in a recording: when it was to begin, and when its sound begins and ends, in seconds."""

    line: str
    due: float
    begun: float
    ended: float


@dataclass(frozen=True, slots=True)
class Gap:
    """From one line to the next, in seconds. onset: from the line's beginning, not from its end."""

    line: str
    following: str
    onset: bool
    plan: float
    heard: float


def set_up(traitor: bool, angel: str | None) -> ms.Setup:
    """Eight players; angel: plain or powerful."""
    deck = ms.default_deck(8, traitor=traitor, angel=angel is not None)
    return ms.Setup(8, deck, angel == "powerful")


def spoken(samples: Samples, rate: int, due: Sequence[tuple[str, float]]) -> list[Spoken]:
    """Where each line's sound begins and ends by its level, from when it is due until the next one is."""
    size = round(rate * WINDOW)
    count = len(samples) // size
    power = np.mean(samples[: count * size].reshape(count, size).astype(np.float64) ** 2, axis=1)
    loud = np.flatnonzero(power > 10 ** (SOUND_DBFS / 10))
    found = []
    for place, (line, at) in enumerate(due):
        last = due[place + 1][1] if place + 1 < len(due) else len(samples) / rate
        own = loud[(loud >= int(at / WINDOW)) & (loud < int(last / WINDOW))]
        assert len(own), f"{line} is not in the recording"
        found.append(Spoken(line, at, float(own[0]) * WINDOW, float(own[-1] + 1) * WINDOW))
    return found


def planned(setup: ms.Setup, second: float = 1.0) -> list[tuple[str, float]]:
    """The lines of the identification and the seconds after each; second: as of the Pace."""
    return [
        (line.partition(".")[2], step.beat or step.pause * second)
        for step in script(setup)
        for line in step.lines
    ]


def gaps(heard: Sequence[Spoken], plan: Sequence[tuple[str, float]]) -> Iterator[Gap]:
    """What was planned and what is heard after each line of `plan`: a silence, in a count a second from
    the beginning of one number to the beginning of the next."""
    assert [one.line for one in heard[: len(plan)]] == [line for line, _ in plan]
    for (line, seconds), one, other in zip(plan, heard, heard[1:], strict=False):
        onset = line in COUNT
        since = one.begun if onset else one.ended
        yield Gap(line, other.line, onset, seconds, other.begun - since)


def identify(
    setup: ms.Setup, lang: str, voice: Voice, pace: Pace | None = None
) -> tuple[list[Spoken], Samples]:
    """The identification and the line after it, and the whole recording at SAMPLE_RATE."""
    loop = Loop(virtual=True)
    stage = StudioStage(loop, voice, lambda _on, _speech: None)

    def asked(ask: Ask) -> None:
        if ask.kind in ("start", "next"):
            loop.post(lambda: session.whisper(ask.kind))
        elif ask.kind == "turn":
            loop.call_later(10.0, loop.stop)

    session = Session(
        lambda: MaSoiFlow(setup, pace=pace, style=Style(explain=False)),
        loop=loop,
        stage=stage,
        renderer=Renderer(load_lines(ms.GAME, lang), load_commands(lang), {}),
        journal=Journal(None, {}),
        asked=asked,
    )
    loop.post(session.start)
    loop.run()
    said = [(entry.line.rpartition(".")[2], entry.at) for entry in stage.transcript if entry.kind == "public"]
    first = next(n for n, entry in enumerate(said) if entry[0] in ("cards_close", "close_eyes"))
    sound = stage.track.mix(0, stage.track.end)
    return spoken(sound, SAMPLE_RATE, said[first:]), sound
