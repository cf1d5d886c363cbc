"""Fixtures: one synthetic voice and its profile."""

from __future__ import annotations

import shutil

import pytest

from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from tests.ear import hearing
from tests.ear.hearing import WORDS, Say, in_room


@pytest.fixture(scope="session")
def say() -> Say:
    """say(text, voice="vi+m3", speed=160, pitch=50) -> samples without quiet ends."""
    if shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed: no words to listen to")

    def say_it(text: str, voice: str = "vi+m3", speed: int = 160, pitch: int = 50) -> Samples:
        return hearing.spoken(text, voice, speed, pitch)

    return say_it


@pytest.fixture(scope="session")
def takes(say: Say) -> dict[str, list[Samples]]:
    """Three takes of each of WORDS by one voice, at three speeds."""
    ways = ((145, 45), (165, 52), (185, 48))
    return {
        id: [in_room(say(phrase, speed=s, pitch=p), seed=s) for s, p in ways] for id, phrase in WORDS.items()
    }


@pytest.fixture(scope="session")
def profile(takes: dict[str, list[Samples]]) -> Profile:
    """The voice of `takes`, enrolled."""
    return enrol_takes("vi", takes, phrases=WORDS)
