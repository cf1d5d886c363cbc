"""Words that sound alike: which pairs are named, and what is to be said instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from narrator.cli import enrol_alike
from narrator.cli.enrol_alike import Alike
from narrator.ear.cross import TYPICAL
from narrator.ear.profile import Profile, ProfileWord
from narrator.ear.standing import Standing, collisions


def profile_of(*ids: str) -> Profile:
    return Profile("vi", tuple(ProfileWord(id, id, 3) for id in ids), (), TYPICAL)


def left(monkeypatch: pytest.MonkeyPatch, one: str, other: str, *there: str) -> str:
    monkeypatch.setattr(enrol_alike, "standings", lambda _profile: [Standing(one, other, 0.1)])
    (line,) = Alike("vi").left(profile_of(one, other, *there))
    return line


def test_a_pair_is_named_once_and_the_closest_first() -> None:
    found = [
        Standing("a", "b", 0.2), Standing("b", "a", 0.1), Standing("c", "a", 0.05), Standing("d", "a", 0.25),
    ]  # fmt: skip
    assert collisions(found) == [("a", "c"), ("a", "b")]


def test_at_most_so_many_words_in_whole_pairs() -> None:
    found = [Standing(one, other, room / 100) for room, (one, other) in enumerate(("ab", "cd", "ef", "ae"))]
    assert collisions(found, most=5) == [("a", "b"), ("c", "d"), ("a", "e")]
    assert collisions(found, most=4) == [("a", "b"), ("c", "d")]
    assert collisions(found, most=6) == [("a", "b"), ("c", "d"), ("e", "f"), ("a", "e")]
    assert collisions([*found[:1], replace(found[0], rival="c")], most=2) == [("a", "b")]


def test_numbers_get_their_seat_words(monkeypatch: pytest.MonkeyPatch) -> None:
    line = left(monkeypatch, "number_5", "number_8")
    assert line == (
        "«năm» and «tám» sound alike: use the seat words «cà chua» and «cầu trượt» instead "
        "(record: --update --words seat_5,seat_8)"
    )
    line = left(monkeypatch, "number_5", "repeat", "seat_5")
    assert line == "«năm» and «lặp lại» sound alike: use the seat word «cà chua» instead"


def test_commands_have_other_phrases_or_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    line = left(monkeypatch, "redo", "undo")
    assert line.endswith("say «phục hồi» for «khôi phục» (record: --update --words redo)")
    line = left(monkeypatch, "howl", "number_0")
    assert line.endswith("say «số không» for «zê rô» (record: --update --words number_0)")
    assert left(monkeypatch, "howl", "minus").endswith("or use their keys")


def test_words_that_stand_apart_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol_alike, "standings", lambda _profile: [Standing("redo", "undo", 0.4)])
    assert Alike("vi").left(profile_of("redo", "undo")) == []
