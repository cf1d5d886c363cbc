"""The parts of the guided start: what is remembered, how a word comes through, what a call is."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.audio.errors import AudioError
from narrator.catalogue import GAMES
from narrator.cli import start_call, start_sound
from narrator.cli.remembered import VERSION, Choices, Memory, keep, recall
from narrator.cli.start_call import call_of, sample
from narrator.cli.start_steps import seats
from narrator.cli.start_talk import Talk
from narrator.cli.terminal import TerminalScreen
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.errors import UserError
from narrator.messages import use
from narrator.table.loop import Loop
from narrator.voice import Clip

CHOSEN = Choices(
    "vi", "mafia_vendetta", "vi", 6, ("An", "Bình"), ("nurse",), "hall", "", "usb", False, "Minh"
)


# -- what is remembered ----------------------------------------------------------------------------------


def test_choices_come_back_as_they_were_and_are_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "evening.json"
    assert recall(path) == Memory()
    memory = Memory(CHOSEN, replace(CHOSEN, players=7, keys_only=True))
    keep(memory, path)
    assert recall(path) == memory
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir()] == [path.name], "nothing is left beside it"


def test_what_is_kept_names_no_ones_role(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    keep(Memory(CHOSEN, CHOSEN), path)
    found = json.loads(path.read_text(encoding="utf-8"))
    assert set(found) == {"v", "evening", "chosen"}
    assert set(found["evening"]) == {one.name for one in fields(Choices)}
    assert "seed" not in path.read_text(), "nobody can deal the same cards from it"


def test_a_write_that_fails_leaves_the_last_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.json"
    keep(Memory(CHOSEN, CHOSEN), path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UserError, match=r"evening\.json: the choices cannot be remembered"):
        keep(Memory(), path)
    assert recall(path).evening == CHOSEN
    assert list(tmp_path.iterdir()) == [path]


def record(**other: Any) -> str:
    return json.dumps({"v": VERSION, "evening": None, "chosen": {**asdict(CHOSEN), **other}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\xff",
        "[]",
        "[" * 100_000,
        '{"v": 0}',
        '{"v": "1"}',
        '{"v": 1}',
        '{"v": 1, "evening": null, "chosen": null}',
        json.dumps({"v": VERSION, "evening": asdict(Choices()), "chosen": asdict(CHOSEN)}),
        record(game="chess"),
        record(lang="de"),
        record(tongue="de"),
        record(players="6"),
        record(players=True),
        record(players=21),
        record(keys_only=0),
        record(names=[3]),
        record(names=["[[x"]),
        record(names="An"),
        record(helper="a\nb"),
        record(helper="x" * 400),
        record(roles=None),
        record(roles=["wizard"]),
        record(game="", roles=["nurse"]),
        record(speaker="\x1b[2J"),
        record(more=1),
    ],
)
def test_anything_else_in_the_file_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "evening.json"
    path.write_bytes(text.encode("latin-1", errors="replace"))
    with pytest.raises(UserError, match=r"damaged") as error:
        recall(path)
    assert "\n" not in str(error.value)


def test_a_file_of_a_newer_narrator_and_one_that_is_none_are_told(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_text('{"v": 2, "evening": {"what": "ever"}}')
    with pytest.raises(UserError, match=r"newer narrator"):
        recall(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(UserError, match=r"cannot be read"):
        recall(path)
    with pytest.raises(UserError, match=r"cannot be remembered"):
        keep(Memory(), path)


# -- how a word comes through ----------------------------------------------------------------------------


def word(peak: float, noise: float = 1e-4) -> np.ndarray:
    """Half a second of a hiss as a whisper is, with quiet around it."""
    rng = np.random.default_rng(4)
    hiss = rng.uniform(-1, 1, SAMPLE_RATE // 2)
    sound = np.concatenate([np.zeros(SAMPLE_RATE // 2), hiss, np.zeros(SAMPLE_RATE // 2)]) * peak
    return np.clip(sound + rng.standard_normal(len(sound)) * noise, -1, 1).astype(np.float32)


@pytest.mark.parametrize(
    ("sound", "verdict"),
    [
        (word(0.12), "fine"),
        (word(0.003), "quiet"),
        (word(0.02, noise=0.02), "quiet"),
        (word(0.9), "loud"),
        (word(4.0), "loud"),
    ],
)
def test_a_word_is_fine_too_quiet_or_too_loud(sound: np.ndarray, verdict: str) -> None:
    assert start_sound.judged(sound).verdict == verdict


class Microphone:
    """Delivers one sound at once, in blocks; dead: it is nothing but zeros."""

    sound = np.zeros(0, np.float32)
    all_zero = False

    def __init__(self, sink: Callable[[np.ndarray, float], None], _device: str | None) -> None:
        self._sink = sink

    def __enter__(self) -> Microphone:
        for block in np.array_split(self.sound, max(1, len(self.sound) // 320)):
            self._sink(block, 0.0)
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_listening_ends_with_the_first_word_or_with_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_sound, "Microphone", Microphone)
    monkeypatch.setattr(start_sound, "_PATIENCE", 0.3)
    monkeypatch.setattr(Microphone, "sound", np.concatenate([word(0.12), word(0.9)]))
    level = start_sound.listen(None, io.StringIO())
    assert (level.verdict, round(level.peak)) == ("fine", -18)
    monkeypatch.setattr(Microphone, "sound", word(0.0))
    assert start_sound.listen(None, io.StringIO()).verdict == "silent"
    monkeypatch.setattr(Microphone, "all_zero", True)
    assert start_sound.listen(None, io.StringIO()).verdict == "zeros"


def test_a_loudspeaker_that_does_not_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def player(_name: str | None) -> None:
        raise AudioError("no_output", "the output does not open", where="hall")

    class Voice:
        def __enter__(self) -> Voice:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(start_sound, "open_voice", lambda *_: Voice())
    monkeypatch.setattr(start_sound, "Player", player)
    out = io.StringIO()
    try:
        assert not start_sound._played(Talk(io.StringIO(), out, "en"), CHOSEN)
    finally:
        use(None)
    assert "✗ hall: the output does not open" in out.getvalue()


@pytest.mark.parametrize("wrong", ["at once", "later", "nothing"])
def test_an_earpiece_is_tried_beside_the_loudspeaker(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    fault = UserError("the private device 'ear' is the loudspeaker")

    class Device:
        def __init__(self, name: str | None, *beside: object) -> None:
            self.name = name
            if beside and wrong == "at once":
                raise fault
            self.alarm = beside[-1] if beside else None

        def __enter__(self) -> Device:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        close = __exit__

        def play(self, _samples: object, _rate: int, done: Callable[[bool], None]) -> None:
            if wrong == "later":
                assert callable(self.alarm)
                self.alarm(fault)
            done(wrong == "nothing")

    class Voice(Device):
        def __init__(self, *_: object) -> None:
            pass

        def clip(self, _text: str) -> Clip:
            return Clip(np.zeros(240, np.float32), 24_000, "")

    monkeypatch.setattr(start_sound, "open_voice", Voice)
    monkeypatch.setattr(start_sound, "Player", Device)
    monkeypatch.setattr(start_sound, "Earpiece", Device)
    out = io.StringIO()
    try:
        assert start_sound._alone(Talk(io.StringIO(), out, "en"), CHOSEN) is (wrong == "nothing")
    finally:
        use(None)
    assert ("✗ the private device" in out.getvalue()) is (wrong != "nothing")


# -- the call --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["vi", "fa"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_call_with_a_seat_and_an_end(game: str, lang: str) -> None:
    call = call_of(game, lang)
    assert len(call.lines) == 2
    assert all(call.lines)
    assert call.last in ("done", "next")
    assert sample(game, lang) == call.lines[0]


def test_the_call_is_one_by_night_where_there_is_one() -> None:
    assert call_of("mafia_vendetta", "vi").lines[0] == "Thám Tử thức dậy."


class Speaker:
    """Says everything at once."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.chimes = 0

    def say(self, text: str, done: Callable[[], None] = lambda: None) -> None:
        self.said.append(text)
        done()

    def chime(self, _name: str, done: Callable[[], None] = lambda: None) -> None:
        self.chimes += 1
        done()


def trial(*words: Heard | str) -> tuple[start_call._Trial, Speaker, list[frozenset[str]], float]:
    """A call in which these words come, a second apart: Heard, or the intent of a key."""
    loop = Loop(virtual=True)
    made = start_call._Trial(
        call_of(CHOSEN.game, "vi"), CHOSEN, loop, TerminalScreen(io.StringIO(), secrets=True)
    )
    asked: list[frozenset[str]] = []
    made.expect = asked.append
    speaker = Speaker()
    loop.post(lambda: made.begin(speaker))  # type: ignore[arg-type]
    for at, one in enumerate(words, start=1):
        take = made.pressed if isinstance(one, str) else made.heard
        loop.call_later(at, lambda take=take, one=one: take(one))
    loop.run()
    return made, speaker, asked, loop.now()


def heard(intent: str, score: float = 0.9) -> Heard:
    return Heard(intent, f"«{intent}»", score, 0.0, 0.5)


def test_a_call_takes_a_seat_and_then_its_end() -> None:
    made, speaker, asked, _ = trial(heard("done"), heard("seat_3"), heard("number_4"), "done")
    assert made.whole
    assert [score for _, score in made.words] == [0.9, None]
    assert made.words[0][0] == "«seat_3»"
    assert speaker.said == list(call_of(CHOSEN.game, "vi").lines)
    assert speaker.chimes == 2
    assert [len(one) for one in asked] == [12, 1]


def test_a_call_that_is_not_answered_ends_by_itself() -> None:
    made, _, _, ended = trial("number_7")
    assert (made.whole, made.words) == (False, [])
    assert ended == pytest.approx(15, abs=0.1)
    made, _, _, ended = trial("number_6")
    assert (made.whole, len(made.words)) == (False, 1)
    assert ended == pytest.approx(16, abs=0.1)


def test_how_sure_a_word_is_is_told() -> None:
    talk = Talk(io.StringIO(), io.StringIO(), "en")
    told = [start_call._understood(talk, "năm", score) for score in (0.97, 0.61, None)]
    use(None)
    assert told[0] == "✓ «năm», 97 in a hundred sure"
    assert "61 in a hundred" in told[1]
    assert "once more" in told[1]
    assert "key" in told[2]


def test_the_numbers_of_players_are_those_with_a_deck() -> None:
    assert (seats("mafia_vendetta"), seats("shab_haye_mafia")) == (list(range(6, 17)), list(range(7, 14)))
