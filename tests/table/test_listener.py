"""From the microphone to the session: what the ear is told of the narrator's own sounds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.audio import resample
from narrator.ear import open_ear
from narrator.ear.degrade import in_a_room, pink_noise
from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.script import load_commands
from narrator.table.helper_voice import HelperVoice
from narrator.table.listener import EARCON_TAIL, Listener
from narrator.voice import earcon

BLOCK = 320


class Ear:
    """Hears one word a block and keeps what it is told."""

    def __init__(self) -> None:
        self.spans: list[tuple[float, float | None, float | None]] = []
        self.expected: list[frozenset[str] | None] = []
        self.played: list[tuple[int, float]] = []
        self.fed = 0

    def speaking(self, started: float, ended: float | None, tail: float | None = None) -> None:
        self.spans.append((round(started, 3), None if ended is None else round(ended, 3), tail))

    def expect(self, intents: frozenset[str] | None) -> None:
        self.expected.append(intents)

    def plays(self, samples: NDArray[np.float32], started: float) -> None:
        self.played.append((len(samples), round(started, 3)))

    def hushed(self, at: float) -> None:
        self.played.append((0, round(at, 3)))

    def feed(self, pcm: NDArray[np.float32]) -> list[Heard]:
        self.fed += len(pcm)
        at = self.fed / SAMPLE_RATE
        return [Heard("done", "hoàn tất", 0.9, at, at)]


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_sounds_are_told_in_stream_time_each_kind_on_its_own() -> None:
    ear, clock, heard = Ear(), Clock(), list[Heard]()
    listener = Listener(ear, heard.append, clock)
    block = np.zeros(BLOCK, np.float32)
    listener.sink(block, 100.0)
    clock.now = 100.05
    listener.sounding(True, speech=True)
    listener.sounding(True, speech=True)  # the earpiece speaks as well
    clock.now = 100.1
    listener.sounding(True, speech=False)
    clock.now = 100.2
    listener.sounding(False, speech=False)
    listener.sounding(False, speech=True)
    listener.sink(block, 100.02)
    assert ear.spans == [(0.05, None, None), (0.1, None, EARCON_TAIL), (0.1, 0.2, EARCON_TAIL)]
    clock.now = 100.5
    listener.sounding(False, speech=True)
    listener.sink(block, 100.04)
    assert ear.spans[3:] == [(0.05, 0.5, None)]
    assert [word.intent for word in heard] == ["done"] * 3


def test_what_the_loudspeaker_plays_is_told_at_the_ears_rate_and_in_stream_time() -> None:
    ear, clock = Ear(), Clock()
    listener = Listener(ear, lambda _heard: None, clock)
    block = np.zeros(BLOCK, np.float32)
    listener.sink(block, 100.0)
    clock.now = 100.05
    listener.plays(np.zeros(22_050, np.float32), 22_050, 0.0)
    listener.plays(np.zeros(22_050, np.float32), 44_100, 1.0)
    clock.now = 100.5
    listener.plays(None, 0, 0.0)
    listener.sink(block, 100.02)
    assert ear.played == [(SAMPLE_RATE, 0.05), (SAMPLE_RATE // 2, 1.05), (0, 0.5)]


def test_what_is_expected_is_told_once_and_only_when_it_changes() -> None:
    ear = Ear()
    listener = Listener(ear, lambda _heard: None)
    for intents in (frozenset({"done"}), frozenset({"done", "skip"})):
        listener.expect(intents)
        for _ in range(3):
            listener.sink(np.zeros(BLOCK, np.float32), 0.0)
    assert ear.expected == [frozenset({"done"}), frozenset({"done", "skip"})]


@pytest.fixture(scope="module", params=["vi", "fa"])
def profile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("profile")
    helper = HelperVoice(request.param, load_commands(request.param))
    words = ("number_1", "done", "skip", "next", "shoot")  # the short ones: they are nearest to an earcon
    enrol_takes(request.param, helper.enrolment(words)).save(folder)
    helper.close()
    return request.param, folder


@pytest.mark.parametrize("name", ["heard", "again", "dawn", "howl"])
def test_an_earcon_is_no_word_even_to_an_ear_without_a_gate(profile: tuple[str, Path], name: str) -> None:
    lang, folder = profile
    rng = np.random.default_rng(4)
    clip = earcon(name)  # type: ignore[arg-type]
    dry = np.pad(resample(clip.samples, clip.rate, SAMPLE_RATE), (0, SAMPLE_RATE // 2))
    ear = open_ear(lang, engine="enrolled", profile=folder)
    for sound in (dry, in_a_room(dry, rng)):
        for loudness in (1.0, 0.05):
            stream = np.pad(sound * loudness, SAMPLE_RATE)
            stream = stream + pink_noise(len(stream), rng) * 0.0008
            assert ear.feed(stream.astype(np.float32)) == []
    assert ear.flush() == []
