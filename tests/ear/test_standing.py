"""A profile after it was made: which words are close, and words added or recorded anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.cli import main
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from narrator.ear.standing import standings, updated
from narrator.errors import UserError
from tests.ear.hearing import WORDS, Say, in_room

Takes = dict[str, list[Samples]]


def part(takes: Takes, ids: list[str]) -> Profile:
    return enrol_takes("vi", {id: takes[id] for id in ids}, phrases=WORDS)


def test_every_word_stands_beside_its_likest(profile: Profile) -> None:
    found = standings(profile)
    assert {one.word for one in found} == {word.id for word in profile.words}
    assert all(one.word != one.rival for one in found)
    assert [one.room for one in found] == sorted(one.room for one in found)
    assert found[0].room > 0, "a synthetic voice confuses none of these"


def test_two_words_that_sound_alike_have_no_room(takes: Takes) -> None:
    ids = list(takes)[:3]
    alike = {**{id: takes[id] for id in ids}, "skip": [take * 0.7 for take in takes[ids[0]]]}
    found = {one.word: one for one in standings(enrol_takes("vi", alike))}
    assert (found["skip"].rival, found[ids[0]].rival) == (ids[0], "skip")
    assert max(found["skip"].room, found[ids[0]].room) < 0.1 < found[ids[1]].room


def test_one_word_has_nothing_beside_it(takes: Takes) -> None:
    assert standings(part(takes, list(takes)[:1])) == []


def test_words_added_later_are_heard_like_those_from_the_beginning(takes: Takes, say: Say) -> None:
    ids = list(takes)
    early, late = ids[: len(ids) // 2], ids[len(ids) // 2 :]
    whole, joined = part(takes, ids), updated(part(takes, early), part(takes, late))
    assert [word.id for word in joined.words] == ids
    for one, other in zip(joined.usual, whole.usual, strict=True):
        assert np.allclose(one.own, other.own, rtol=0.2)
        assert np.allclose(one.other, other.other, rtol=0.2)
    for id in (early[0], late[0]):
        ear = EnrolledEar(joined)
        sound = in_room(say(WORDS[id], speed=155), 1.0, 1.0)
        assert [heard.intent for heard in ear.feed(sound) + ear.flush()] == [id]


def test_a_word_recorded_anew_replaces_itself(takes: Takes) -> None:
    ids = list(takes)[:4]
    before = part(takes, ids)
    fresh = enrol_takes("vi", {ids[1]: takes[ids[1]][:2]}, phrases=WORDS)
    after = updated(before, fresh)
    assert sorted(word.id for word in after.words) == sorted(ids)
    assert {word.id: word.takes for word in after.words}[ids[1]] == 2
    assert len(after.templates) == len(before.templates) * 11 // 12


def test_words_of_another_language_are_refused(takes: Takes) -> None:
    ids = list(takes)[:2]
    other = enrol_takes("fa", {ids[0]: takes[ids[0]]})
    with pytest.raises(UserError, match="of 'vi', the new words of 'fa'"):
        updated(part(takes, ids), other)


def test_from_the_command_line(takes: Takes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = list(takes)[:4]
    for folder, some in (("first", ids[:3]), ("second", ids[3:])):
        (tmp_path / folder).mkdir()
        for id in some:
            for number, take in enumerate(takes[id], start=1):
                soundfile.write(tmp_path / folder / f"{id}.{number}.wav", take, 16_000)
    where = ["--lang", "vi", "--profile", str(tmp_path / "linh")]
    assert main(["enrol", *where, "--from", str(tmp_path / "first")]) == 0
    assert main(["enrol", *where, "--from", str(tmp_path / "second"), "--update"]) == 0
    assert {word.id for word in Profile.load(tmp_path / "linh").words} == set(ids)
    capsys.readouterr()
    assert main(["enrol", *where, "--show"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len([line for line in shown if "  ~  " in line]) == 4
    assert main(["enrol", "--lang", "vi", "--profile", str(tmp_path / "nobody"), "--show"]) == 2
    assert "no voice profile" in capsys.readouterr().err


def test_files_that_sound_alike_are_told_with_the_mend(
    takes: Takes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = takes["number_5"]
    for id, some in {"number_5": same, "number_8": same, "pause": takes["pause"]}.items():
        for number, take in enumerate(some, start=1):
            soundfile.write(tmp_path / f"{id}.{number}.wav", take * (0.7 if id == "number_8" else 1), 16_000)
    assert main(["enrol", "--lang", "vi", "--profile", f"{tmp_path}-p", "--from", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert [line for line in shown.err.splitlines() if "sound alike" in line] == [
        "«năm» and «tám» sound alike: use the seat words «cà chua» and «cầu trượt» instead "
        "(record: --update --words seat_5,seat_8)"
    ]
    assert "one more take" not in shown.out
