"""What the ear is told of the loudspeaker: each sound as it is played, when it begins, when it is hushed."""

from __future__ import annotations

import queue
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.audio.errors import lost
from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.voice import Clip, earcon
from narrator.voice.earcons import SECONDS

Told = tuple[NDArray[np.float32] | None, int, float]


class Voice:
    def clip(self, text: str) -> Clip:
        return Clip(np.full(8_000, 0.1, np.float32), 16_000, text)


class Slow:
    """An output on which nothing ends; `away`: nor begins."""

    away = False

    def play(self, *_: object) -> None:
        if self.away:
            raise lost("output", "loudspeaker")

    def stop(self) -> None:
        """Nothing sounds."""


def test_each_sound_is_told_with_its_loudness_and_its_wait() -> None:
    loop, output, voice = Loop(virtual=True), Slow(), Voice()
    told: queue.SimpleQueue[Told] = queue.SimpleQueue()
    given: Any = voice
    speaker = Speaker(
        loop, given, output, sounding=lambda *_: None, trouble=lambda *_: None,
        plays=lambda samples, rate, later: told.put((samples, rate, later)),
    )  # fmt: skip
    try:
        speaker.louder(-2)
        speaker.chime("heard")
        speaker.say("Xin chào")
        first, second = told.get(timeout=5), told.get(timeout=5)
        assert first[0] is not None
        assert first[0] == pytest.approx(earcon("heard").samples * 10 ** (-6 / 20), abs=1e-6)
        assert (first[1], first[2]) == (48_000, 0.0)
        assert second[1] == 16_000
        assert second[2] == pytest.approx(SECONDS["heard"], abs=0.001)
        speaker.hush()
        assert told.get(timeout=5) == (None, 0, 0.0)
        speaker.say("Xin chào")
        assert told.get(timeout=5)[2] == 0.0, "what waited was dropped"
        output.away = True
        speaker.say("Xin chào")
        assert told.get(timeout=5)[0] is not None
        assert told.get(timeout=5) == (None, 0, 0.0), "it is not played after all"
    finally:
        speaker.close()
