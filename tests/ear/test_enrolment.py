from __future__ import annotations

import unicodedata

import numpy as np
import pytest

from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import TakeReport, enrol_takes
from narrator.ear.pictures import Picture, picture
from narrator.ear.port import Samples
from narrator.ear.quality import Problem, examine
from narrator.ear.unlike import Likeness
from narrator.errors import UserError
from tests.ear.hearing import WORDS, Say, in_room, room


def problems_of(sound: Samples) -> set[Problem]:
    return set(examine(sound.astype(np.float32)).problems)


def test_a_good_take_has_no_problem(say: Say) -> None:
    take = examine(in_room(say("hoàn tất")))
    assert take.problems == ()
    assert take.word is not None
    assert len(take.word) == pytest.approx(len(say("hoàn tất")) + 6_400, abs=2_400)


def test_each_problem_is_named(say: Say) -> None:
    word = say("hoàn tất")
    good = in_room(word)
    assert problems_of(np.zeros(16_000, np.float32)) == {Problem.EMPTY}
    assert problems_of(np.zeros(10, np.float32)) == {Problem.EMPTY}
    assert problems_of(room(1.5)) == {Problem.EMPTY}
    assert Problem.QUIET in problems_of(word * 0.001 + room(len(word) / 16_000 + 1, level=2e-5)[: len(word)])
    assert Problem.CLIPPED in problems_of(np.clip(good * 20, -1, 1))
    assert Problem.CUT in problems_of(in_room(word[len(word) // 3 :], before=0.0))
    assert Problem.CUT in problems_of(in_room(word[: len(word) // 2], after=0.0))
    long = say("cảm ơn bạn đã uống nước với con mèo của tôi hôm nay ở ngoài sân sau nhà")
    assert Problem.LONG in problems_of(in_room(long))


def test_a_thump_before_the_word_is_not_the_word(say: Say) -> None:
    sound = in_room(say("hoàn tất"), 1.0, 0.5)
    sound[1_000:1_600] += np.hanning(600).astype(np.float32) * 0.8
    word = examine(sound).word
    assert word is not None
    assert float(np.abs(word).max()) < 0.7


def test_unlike_takes_are_reported_and_kept(say: Say, takes: dict[str, list[Samples]]) -> None:
    mixed = {**takes, "done": [*takes["done"][:2], in_room(say("con mèo của tôi", "vi+f5"))]}
    reports: list[TakeReport] = []
    profile = enrol_takes("vi", mixed, reports.append)
    odd = [(r.word, r.take) for r in reports if Problem.UNLIKE in r.problems]
    assert odd == [("done", 3)]
    assert {w.id: w.takes for w in profile.words}["done"] == 3


def test_unlike_is_seen_at_once(say: Say, takes: dict[str, list[Samples]]) -> None:
    def pictured(take: Samples) -> Picture:
        word = examine(take).word
        assert word is not None
        return picture(word)

    likeness = Likeness()
    first, second, third = takes["pause"]
    assert not likeness.unlike(pictured(first)), "there is nothing to be unlike yet"
    likeness.keep(pictured(first))
    likeness.keep(pictured(second))
    assert not likeness.unlike(pictured(third))
    assert likeness.unlike(pictured(in_room(say("con mèo của tôi", "vi+f5"))))


def test_silent_takes_are_left_out_and_said_so(takes: dict[str, list[Samples]]) -> None:
    reports: list[TakeReport] = []
    some = {"pause": [np.zeros(16_000, np.float32), takes["pause"][0]], "done": [room(1.0)]}
    profile = enrol_takes("vi", some, reports.append)
    assert [(w.id, w.takes) for w in profile.words] == [("pause", 1)]
    assert [(r.word, r.take, r.kept) for r in reports] == [
        ("pause", 1, False),
        ("pause", 2, True),
        ("done", 1, False),
    ]


def test_nothing_at_all_is_an_error() -> None:
    with pytest.raises(UserError, match="nothing could be heard"):
        enrol_takes("vi", {"pause": [np.zeros(16_000, np.float32)]})
    with pytest.raises(UserError, match="nothing could be heard"):
        enrol_takes("vi", {})


def test_one_take_of_two_words_already_works(say: Say, takes: dict[str, list[Samples]]) -> None:
    ear = EnrolledEar(enrol_takes("vi", {"pause": takes["pause"][:1], "shoot": takes["shoot"][:1]}))
    found = [h.intent for h in ear.feed(in_room(say(WORDS["shoot"], speed=155), 1.0, 1.0)) + ear.flush()]
    assert found == ["shoot"]


def test_the_same_takes_give_the_same_profile(takes: dict[str, list[Samples]]) -> None:
    some = {id: takes[id] for id in ("pause", "done")}
    first, second = enrol_takes("vi", some), enrol_takes("vi", some)
    assert first.usual == second.usual
    for a, b in zip(first.templates, second.templates, strict=True):
        np.testing.assert_array_equal(a.picture.cepstra, b.picture.cepstra)
        np.testing.assert_array_equal(a.picture.sounds, b.picture.sounds)


def test_phrases_are_told_as_written_in_either_form(takes: dict[str, list[Samples]], say: Say) -> None:
    """A phrase in NFD changes neither what is recognised nor which intent comes out."""
    loose = {id: unicodedata.normalize("NFD", p) for id, p in WORDS.items()}
    ear = EnrolledEar(enrol_takes("vi", {id: takes[id] for id in ("pause", "done")}, phrases=loose))
    (heard,) = ear.feed(in_room(say(WORDS["done"]), 1.0, 1.0)) + ear.flush()
    assert (heard.intent, unicodedata.normalize("NFC", heard.words)) == ("done", WORDS["done"])
