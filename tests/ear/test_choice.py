"""Which ear listens: by what is there, and by what is asked for."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.cli import hear
from narrator.ear import open_ear, registry
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.fused import FusedEar
from narrator.ear.port import Heard, Samples
from narrator.ear.profile import Profile
from narrator.ear.vosk_ear import VoskEar
from narrator.errors import UserError
from tests.ear.hearing import WORDS, Say, in_room
from tests.ear.test_vosk_ear import PHRASES, TALK, lent, loaded, model, stream

__all__ = ["lent", "loaded", "model"]


class Vosk:
    """A VoskEar that hears one word 2 s into the stream and fails after `lasts` seconds."""

    lasts = float("inf")
    made: list[Vosk]

    def __init__(self, model: Path, phrases: Mapping[str, str], *, partly: bool = False) -> None:
        self.model, self.phrases, self.partly = model, phrases, partly
        self.fed = 0
        self.closed = 0
        Vosk.made.append(self)

    def feed(self, pcm: Samples) -> list[Heard]:
        before, self.fed = self.fed, self.fed + len(pcm)
        if self.fed > self.lasts * 16_000:
            raise UserError("the speech model crashed")
        return [Heard("howl", "tiếng hú", 0.9, 1.2, 1.7)] if before < 32_000 <= self.fed else []

    def flush(self) -> list[Heard]:
        return []

    def expect(self, _intents: frozenset[str] | None) -> None:
        raise AssertionError("both ears compete with all they know")

    def reset(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def _vosk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    monkeypatch.setattr(registry, "default_folder", lambda: tmp_path / "models")
    if "real" not in request.node.name:
        monkeypatch.setattr("narrator.ear.vosk_ear.VoskEar", Vosk)
    Vosk.made, Vosk.lasts = [], float("inf")


@pytest.fixture
def fetched(tmp_path: Path) -> Path:
    """The model of Vietnamese, as if it had been fetched."""
    place = tmp_path / "models" / registry.registry()["vi"].name
    place.mkdir(parents=True)
    return place


@pytest.fixture
def voice(tmp_path: Path, profile: Profile) -> Path:
    profile.save(tmp_path / "voice")
    return tmp_path / "voice"


def test_without_a_model_all_is_as_it_was(voice: Path) -> None:
    assert isinstance(open_ear("vi", profile=voice), EnrolledEar)
    assert Vosk.made == []


def test_a_voice_and_a_fetched_model_listen_together(voice: Path, fetched: Path) -> None:
    assert isinstance(open_ear("vi", profile=voice), FusedEar)
    (vosk,) = Vosk.made
    assert (vosk.model, vosk.partly) == (fetched, True)


def test_a_voice_and_a_named_model_listen_together(voice: Path, tmp_path: Path) -> None:
    assert isinstance(open_ear("vi", profile=voice, model=tmp_path), FusedEar)
    assert Vosk.made[0].model == tmp_path


def test_the_model_of_another_language_is_none(voice: Path, fetched: Path) -> None:
    fetched.rename(fetched.with_name(registry.registry()["fa"].name))
    assert isinstance(open_ear("vi", profile=voice), EnrolledEar)


def test_one_ear_can_be_asked_for(voice: Path, fetched: Path) -> None:
    assert isinstance(open_ear("vi", engine="enrolled", profile=voice), EnrolledEar)
    assert isinstance(open_ear("vi", engine="vosk", profile=voice), Vosk)
    assert (Vosk.made[0].model, Vosk.made[0].partly) == (fetched, False)


def test_without_a_voice(fetched: Path) -> None:
    assert isinstance(open_ear("vi", model=fetched), Vosk)
    with pytest.raises(UserError, match="--profile"):
        open_ear("vi")  # a fetched model alone listens only when it is asked to


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    hear.add(parser.add_subparsers())
    args = parser.parse_args(["hear", *words])
    return int(args.run(args))


@pytest.mark.parametrize("lasts", [float("inf"), 2.5])
def test_hear_tells_of_a_model_that_failed_and_goes_on(
    voice: Path,
    fetched: Path,
    say: Say,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lasts: float,
) -> None:
    assert fetched.is_dir()
    Vosk.lasts = lasts
    sound = in_room(say(WORDS["shoot"], speed=155), 3.0, 1.0)
    soundfile.write(tmp_path / "x.wav", sound, 16_000, subtype="PCM_16")
    assert run(str(tmp_path / "x.wav"), "--lang", "vi", "--profile", str(voice), "--json") == 0
    told = capsys.readouterr()
    assert [line.split('"')[3] for line in told.out.splitlines()] == ["howl", "shoot"]
    assert told.err.count("\n") == ("crashed" in told.err) == (lasts < 3)
    assert Vosk.made[0].closed == 1


@pytest.mark.usefixtures("lent")
def test_a_real_model_that_knows_no_word_says_so_and_how_to_do_without(voice: Path, model: Path) -> None:
    with pytest.raises(UserError, match=r"does not know.*--engine enrolled"):
        open_ear("vi", profile=voice, model=model)


@pytest.fixture
def pair(model: Path, say: Say) -> Iterator[tuple[FusedEar, VoskEar]]:
    """An ear that has enrolled all of PHRASES but one, and the real model beside it."""
    ids = {intent: phrase for phrase, intent in PHRASES.items() if intent != "resume"}
    takes = {
        intent: [in_room(say(phrase, "ko+f2", speed), seed=speed) for speed in (140, 150, 160)]
        for intent, phrase in ids.items()
    }
    vosk = VoskEar(model, PHRASES, fillers=TALK)
    ear = FusedEar(EnrolledEar(enrol_takes("vi", takes, phrases=ids)), vosk, ids)
    yield ear, vosk
    ear.close()


def test_real_ears_hear_each_word_once_and_vosk_what_was_not_enrolled(
    pair: tuple[FusedEar, VoskEar], say: Say
) -> None:
    ear, vosk = pair
    sound = np.concatenate([stream(say, *PHRASES), stream(say, *PHRASES)])
    heard = ear.feed(sound) + ear.flush()
    assert [h.intent for h in heard] == [*PHRASES.values(), *PHRASES.values()]
    pid = vosk.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    again = ear.feed(sound) + ear.flush()
    assert [h.intent for h in again] == [h.intent for h in heard]
