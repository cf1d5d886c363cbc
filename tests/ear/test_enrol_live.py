"""Enrolment from the microphone: how takes come out of the stream, what is asked once more, how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from narrator.cli import enrol_live, main
from narrator.cli.enrol_live import collect, record_takes
from narrator.cli.enrol_words import chosen, live_words
from narrator.ear.degrade import whispered
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from narrator.ear.standing import first_look, standings
from narrator.ear.word_takes import WordTakes
from narrator.errors import UserError
from tests.ear.hearing import WORDS, Say, room
from tests.ear.helper import RATE, Helper

COUGH = (np.random.default_rng(2).standard_normal(4_000) * 0.05).astype(np.float32)
WAYS = ((145, 45), (165, 52), (185, 48), (155, 50))


@pytest.fixture
def microphone(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is opened: what is heard comes from the helper given to `heard_by`."""

    class Silent:
        def __init__(self, *_args: object) -> None: ...
        def start(self) -> None: ...
        def stop(self) -> None: ...
        def close(self) -> None: ...

    monkeypatch.setattr(enrol_live, "Microphone", Silent)


def heard_by(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = enrol_live.collect

    def collected(phrases: Mapping[str, str], takes: int, *_how: object, **more: object) -> object:
        return whole(phrases, takes, helper.blocks, helper.say, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(enrol_live, "collect", collected)


@pytest.fixture
def helper(say: Say) -> Helper:
    def voice(phrase: str, take: int, quietly: bool) -> Samples:
        speed, pitch = WAYS[take - 1]
        sound = 0.5 * say(phrase, speed=speed, pitch=pitch)
        return whispered(sound, np.random.default_rng(take)) if quietly else sound

    return Helper(voice)


def burst(_phrase: str, _take: int, _quietly: bool) -> Samples:
    """One second of something."""
    return (np.random.default_rng(1).standard_normal(RATE) * 0.05).astype(np.float32)


def test_a_usual_game_takes_less_than_two_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight players, three takes, a second a word, on the clock of the samples: no wait but for its end."""
    monkeypatch.setattr(WordTakes, "offer", lambda word, take, **_: word.kept.append(take) or ())
    words = live_words(chosen("vi", None, 8, "mafia_vendetta"), "mafia_vendetta", "words")
    helper = Helper(burst)
    found = collect(words, 3, helper.blocks, helper.say)
    assert [len(takes) for takes in found.values()] == [3] * 28
    assert 84 < helper.seconds < 120


def test_a_word_said_at_once_after_the_last_is_not_cut(helper: Helper) -> None:
    phrases = {id: WORDS[id] for id in ("done", "pause", "repeat")}
    found = collect(phrases, 3, helper.blocks, helper.say)
    assert [line for line in helper.prompts if "again" in line] == []
    assert [len(takes) for takes in found.values()] == [3, 3, 3]


def test_a_word_said_before_it_is_asked_for_is_taken(say: Say) -> None:
    """Two takes in one go: the second is there when the second prompt comes."""
    pause = np.zeros(round(0.35 * RATE), np.float32)
    said = {1: np.concatenate([say(WORDS["done"]), pause, say(WORDS["done"], speed=150)])}
    helper = Helper(lambda _phrase, take, _quietly: said.get(take, np.zeros(0, np.float32)))
    found = collect({"done": WORDS["done"]}, 2, helper.blocks, helper.say)
    assert len(found["done"]) == 2
    assert helper.seconds < 3


def test_what_was_said_before_a_word_was_shown_is_not_that_word(say: Say) -> None:
    """A slow machine: the cough after the first word is there by the time the second is shown."""
    first, second = (0.5 * say(WORDS[id]) for id in ("done", "pause"))
    gap = np.zeros(6_400, np.float32)
    parts = [gap, np.concatenate([gap, first, gap, COUGH, gap]), np.concatenate([gap, second, gap])]
    heard = iter([(part + room(len(part) / RATE, n)[: len(part)]) for n, part in enumerate([gap, *parts])])
    found = collect({id: WORDS[id] for id in ("done", "pause")}, 1, lambda: next(heard, None), lambda _: None)
    fit = np.correlate(found["pause"][0], second).max() / np.sum(second**2)
    assert fit > 0.9


def test_whispered_takes_are_asked_for_in_a_round_of_their_own(helper: Helper) -> None:
    phrases = {id: WORDS[id] for id in ("done", "pause")}
    found = collect(phrases, 2, helper.blocks, helper.say, whispered=1)
    assert [len(takes) for takes in found.values()] == [3, 3]
    assert helper.prompts == [
        "[1/2] hoàn tất  (1 of 3)",
        "[1/2] hoàn tất  (2 of 3)  then: tạm dừng",
        "[2/2] tạm dừng  (1 of 3)",
        "[2/2] tạm dừng  (2 of 3)",
        "Now whispered.",
        "[1/2] hoàn tất  (3 of 3, whispered)  then: tạm dừng",
        "[2/2] tạm dừng  (3 of 3, whispered)",
    ]


def test_all_takes_may_be_whispered(helper: Helper) -> None:
    found = collect({"done": WORDS["done"]}, 0, helper.blocks, helper.say, whispered=2)
    assert [len(takes) for takes in found.values()] == [2]
    assert helper.prompts[0] == "All of them whispered."
    assert helper.prompts[-1] == "[1/1] hoàn tất  (2 of 2, whispered)"


@pytest.mark.usefixtures("microphone")
def test_a_take_asked_for_once_more_comes_on_top_of_the_whispered_ones(
    helper: Helper, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by(helper, monkeypatch)
    phrases = {id: WORDS[id] for id in ("done", "pause")}
    takes = record_takes(phrases, 2, None, helper.say, whispered=1, again=lambda _found: ["pause"])
    assert {id: len(kept) for id, kept in takes.items()} == {"done": 3, "pause": 4}
    assert helper.prompts[0].startswith("2 words, 2 takes each said aloud, then 1 in a whisper.")
    assert helper.prompts[-1] == "[1/1] tạm dừng  (4 of 4)"


@pytest.mark.usefixtures("microphone")
def test_words_that_sound_alike_are_asked_for_once_more(
    helper: Helper, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard_by(helper, monkeypatch)
    looked: list[Sequence[str]] = []

    def again(found: Mapping[str, Sequence[Samples]]) -> list[str]:
        looked.append([id for id, takes in found.items() if len(takes) == 2])
        return ["pause"]

    phrases = {id: WORDS[id] for id in ("done", "pause")}
    takes = record_takes(phrases, 2, None, helper.say, again=again)
    assert looked == [["done", "pause"]]
    assert {id: len(kept) for id, kept in takes.items()} == {"done": 2, "pause": 3}
    assert helper.prompts[-1] == "[1/1] tạm dừng  (3 of 3)"


@pytest.mark.usefixtures("microphone")
def test_silence_in_the_middle_keeps_what_there_is(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    def collected(*_args: object, found: dict[str, list[Samples]], **_how: object) -> None:
        found.update(done=[np.ones(8, np.float32)], pause=[])
        raise UserError("nothing was heard for 12 seconds", where="microphone")

    monkeypatch.setattr(enrol_live, "collect", collected)
    takes = record_takes({"done": "hoàn tất", "pause": "tạm dừng"}, 3, None, helper.say)
    assert list(takes) == ["done"]
    assert helper.prompts[-1] == "nothing was heard for 12 seconds, stopped: 1 of 2 words"


@pytest.mark.usefixtures("microphone")
def test_live_from_the_command_line(
    say: Say,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: object,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A helper who says number five as number eight is told so, and asked for one more take of each."""

    def voice(phrase: str, take: int, _quietly: bool) -> Samples:
        speed, pitch = WAYS[take - 1]
        return 0.5 * say("tám" if phrase == "năm" else phrase, speed=speed, pitch=pitch)

    helper = Helper(voice)
    heard_by(helper, monkeypatch)
    where = ["--lang", "vi", "--profile", f"{tmp_path}/linh", "--takes", "2"]
    assert main(["enrol", *where, "--words", "number_5,done,number_8,pause"]) == 0
    shown = capsys.readouterr()
    assert "«năm» and «tám» sound alike: one more take of each." in shown.out
    asked = [line for line in helper.prompts if "(3 of 3)" in line]
    assert [line.split("  ")[0] for line in asked] == ["[1/2] năm", "[2/2] tám"]
    assert "use the seat words «cà chua» and «cầu trượt» instead (record: --update --words" in shown.err
    takes = {word.id: word.takes for word in Profile.load(tmp_path / "linh").words}  # type: ignore[operator]
    assert takes == {"number_5": 3, "done": 2, "number_8": 3, "pause": 2}


def test_a_first_look_agrees_with_the_profile(takes: dict[str, list[Samples]], profile: Profile) -> None:
    some = {id: takes[id] for id in list(takes)[:4]}
    quick = {one.word: one for one in first_look(some)}
    assert set(quick) == set(some)
    alike = {**some, "skip": [take * 0.7 for take in some["done"]]}
    (first, second, *rest) = first_look(alike)
    assert {first.word, second.word} == {"done", "skip"}
    assert max(first.room, second.room) < 0.1 < min(one.room for one in rest)
    whole = {one.word: one.room for one in standings(profile)}
    assert all(abs(quick[id].room - whole[id]) < 0.3 for id in some)
