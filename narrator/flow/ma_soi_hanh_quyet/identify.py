"""The identification: wolves, Traitor and Angel learn what they may know, eyes shut (section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.flow.base import Refused
from narrator.flow.cues import Timer
from narrator.flow.emitter import Emitter
from narrator.flow.ma_soi_hanh_quyet.state import MaSoiState
from narrator.games import ma_soi_hanh_quyet as rules

BEAT = 1.0
"""Seconds from one number of the count to the next, whatever the pace (L37)."""


@dataclass(frozen=True, slots=True)
class Step:
    """Lines said in one breath, and the silence after them in seconds.

    beat: as of a Say; the silence after a count is what is left of the last number's beat.
    """

    lines: tuple[str, ...]
    pause: float
    beat: float = 0.0


_COUNT = Step(tuple(f"identify.count_{n}" for n in range(1, 6)), 0.0, BEAT)


def script(setup: rules.Setup) -> tuple[Step, ...]:
    """The steps of a set-up: one of six scripts, by Traitor and Angel; the same whoever holds what."""
    traitor, angel = rules.TRAITOR in setup.deck, rules.ANGEL in setup.deck
    plain, powerful = angel and not setup.powerful, angel and setup.powerful
    steps = [
        ("cards_close", 2.0, plain),
        ("close_eyes", 4.0, True),
        ("wolves_open", 2.0, True),
        ("traitor_points", 2.0, traitor),
        ("", 0.0, True),
        ("wolves_choose", 2.0, powerful),
        ("", 0.0, powerful),
        ("wolves_close_traitor" if traitor else "wolves_close", 3.0, True),
        ("angel_opens_thumb", 5.0, powerful),
        ("thumb_down", 2.0, powerful),
        ("angel_looks", 12.0, plain),
        ("angel_close", 3.0, angel),
        ("turn_cards", 4.0, plain),
        ("open_eyes", 0.0, True),
    ]
    found = [Step((f"identify.{line}",), pause) if line else _COUNT for line, pause, there in steps if there]
    if plain and setup.options.check == "dealt":  # eyes are still shut from the roll call
        found[0] = Step(("frame.eyes_open", *found[0].lines), found[0].pause)
    return tuple(found)


class Identification:
    """Says the script step by step; nobody has to answer."""

    def __init__(self, flow: MaSoiState) -> None:
        self._flow = flow
        self._steps = script(flow.setup)
        self.index = -1

    @property
    def more(self) -> bool:
        """Whether another step comes."""
        return self.index + 1 < len(self._steps)

    def enter(self) -> None:
        """Say the next step, and wait as long as it takes."""
        flow: Emitter = self._flow
        self.index += 1
        step = self._steps[self.index]
        for line in step.lines:
            flow.say(line, beat=step.beat)
        self._flow.ask("nothing", prompt=len(step.lines))
        flow.emit(Timer("step", step.pause * flow.pace.factor))

    def whisper(self, intent: str, number: int | None) -> None:
        """Nobody has anything to say."""
        del intent, number
        raise Refused("private.not_now")

    def elapsed(self, timer: str) -> None:
        """The next step, or the first day."""
        if timer == "step":
            self._flow.go("identified")

    def intents(self) -> frozenset[str]:
        """No word of the game's."""
        return frozenset()
