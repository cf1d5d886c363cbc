"""When a phrase may come out before its stretch has ended: figures instead of sound."""

from __future__ import annotations

import itertools

import pytest

from narrator.ear.port import SAMPLE_RATE
from narrator.ear.vosk_steady import Guess, Steady, guess_of

OPENED = SAMPLE_RATE
GRAMMAR = ("mười", "mười một", "tạm dừng", "lặp lại", "con mèo")


def first(said: list[str | None], ended: float = 0.0, opened: int = OPENED) -> int | None:
    """The number of the look at which a phrase comes out; `ended`: seconds after the stretch's beginning."""
    steady = Steady(("mười", "mười một", "tạm dừng", "lặp lại"), GRAMMAR)
    number = 0
    for tick in range(1, 40):
        now = opened + tick * SAMPLE_RATE // 10
        if not steady.due(opened, now) or number == len(said):
            continue
        word, number = said[number], number + 1
        end = opened + round(ended * SAMPLE_RATE)
        if steady.look(None if word is None else Guess(word, 1.0, opened, end), now):
            return number
    return None


def test_a_phrase_comes_out_when_it_has_stayed_for_two_tenths() -> None:
    assert first(["tạm dừng"] * 5) == 3


@pytest.mark.parametrize("between", [None, "lặp lại", "tạm dừng lặp lại"])
def test_another_answer_between_begins_anew(between: str | None) -> None:
    assert first(["tạm dừng", "tạm dừng", between, "tạm dừng", "tạm dừng", "tạm dừng"]) == 6


def test_a_phrase_that_may_go_on_waits() -> None:
    assert first(["mười"] * 9) is None
    assert first(["mười", "mười", "mười một", "mười một", "mười một"]) == 5


@pytest.mark.parametrize("said", ["con mèo", "tạm dừng tạm dừng", "con mèo tạm dừng", ""])
def test_what_is_no_phrase_as_a_whole_waits(said: str) -> None:
    assert first([said] * 9) is None


def test_the_word_must_be_over() -> None:
    # The looks are 0.3, 0.4, … s after the beginning: at 0.7 s the word ended 0.15 s ago for the first time.
    assert first(["tạm dừng"] * 9, ended=0.55) == 5


def test_endless_talk_costs_a_bounded_number_of_looks() -> None:
    steady = Steady((), ())
    looks = [now for now in range(OPENED, OPENED + 10 * SAMPLE_RATE, 320) if steady.due(OPENED, now)]
    assert looks[0] - OPENED == pytest.approx(0.3 * SAMPLE_RATE, abs=320)
    assert all(b - a >= SAMPLE_RATE // 10 for a, b in itertools.pairwise(looks))
    assert 12 <= len(looks) <= 14


def test_a_slow_computer_looks_less_often_and_never_decides_by_two_looks() -> None:
    steady = Steady(("tạm dừng",), GRAMMAR)
    looks, out = [], []
    for now in range(0, 3 * SAMPLE_RATE, 320):
        if steady.due(0, now):
            looks.append(now)
            if steady.look(Guess("tạm dừng", 1.0, 0, 0), now, spent=0.15):
                out.append(now)
    assert all(b - a >= 0.3 * SAMPLE_RATE for a, b in itertools.pairwise(looks))
    assert out[0] == looks[2]


def test_each_stretch_is_looked_at_from_its_own_beginning() -> None:
    steady = Steady(("tạm dừng",), GRAMMAR)
    guess = Guess("tạm dừng", 1.0, 0, 0)
    for tick in (3, 4):
        assert steady.due(0, tick * 1600)
        assert not steady.look(guess, tick * 1600)
    assert not steady.due(None, 8_000)
    assert not steady.due(9_600, 9_600 + 3_200)
    assert steady.due(9_600, 9_600 + 4_800)
    assert not steady.look(guess, 9_600 + 4_800)


def test_guess() -> None:
    answer = {
        "text": "mười một",
        "result": [
            {"word": "mười", "start": 0.5, "end": 0.75, "conf": 1.0},
            {"word": "một", "start": 0.75, "end": 1.0, "conf": 0.5},
        ],
    }
    guess = guess_of(answer, 16_000)
    assert guess == Guess("mười một", 0.75, 24_000, 32_000)
    assert guess.filled(24_000, 40_000) == 0.5
    assert guess.filled(26_000, 30_000) == 1.0
    assert guess_of(None, 0) is None
    assert guess_of({"text": ""}, 0) is None
