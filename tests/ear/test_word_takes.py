"""The takes of one word while they are recorded."""

from __future__ import annotations

import numpy as np

from narrator.ear.port import Samples
from narrator.ear.quality import Problem
from narrator.ear.word_takes import WordTakes
from tests.ear.hearing import Say, in_room

Takes = dict[str, list[Samples]]
UNLIKE = (Problem.UNLIKE,)


def same(kept: list[Samples], expected: list[Samples]) -> bool:
    return len(kept) == len(expected) and all(one is other for one, other in zip(kept, expected, strict=True))


def test_good_takes_are_kept(takes: Takes) -> None:
    word = WordTakes([])
    assert [word.offer(take) for take in takes["pause"]] == [(), (), ()]
    assert same(word.kept, takes["pause"])


def test_another_word_is_refused_until_it_is_the_last_that_is_asked_for(takes: Takes, say: Say) -> None:
    odd = in_room(say("con mèo của tôi", "vi+f5"))
    word = WordTakes([])
    assert word.offer(takes["pause"][0]) == ()
    assert word.offer(odd) == UNLIKE
    assert word.offer(takes["pause"][1]) == ()
    assert word.offer(odd) == UNLIKE
    assert same(word.kept, takes["pause"][:2])
    assert word.offer(odd, last=True) == UNLIKE
    assert same(word.kept, [*takes["pause"][:2], odd])


def test_a_first_take_that_is_the_odd_one_is_put_out(takes: Takes, say: Say) -> None:
    first, second, third = takes["pause"]
    odd = in_room(say("con mèo của tôi", "vi+f5"))
    word = WordTakes([])
    assert [word.offer(take) for take in (odd, first, second, third)] == [(), UNLIKE, (), ()]
    assert same(word.kept, [first, second, third])


def test_two_odd_takes_that_differ_put_nothing_out(takes: Takes, say: Say) -> None:
    odd = [in_room(say("con mèo của tôi", "vi+f5")), in_room(say("cầu trượt", "vi+f2", 150))]
    word = WordTakes([])
    assert word.offer(takes["pause"][0]) == ()
    assert [word.offer(take) for take in odd] == [UNLIKE, UNLIKE]
    assert same(word.kept, takes["pause"][:1])


def test_takes_of_another_manner_are_not_compared_with(takes: Takes, say: Say) -> None:
    before = [in_room(say("con mèo của tôi", "vi+f5")), takes["pause"][0]]
    assert WordTakes(before[:1]).offer(takes["pause"][1]) == UNLIKE
    word = WordTakes(before, since=1)
    assert word.offer(before[0]) == UNLIKE
    assert word.offer(takes["pause"][1]) == ()
    assert same(word.kept, [*before[:2], takes["pause"][1]])


def test_silence_is_no_take() -> None:
    word = WordTakes([])
    assert word.offer(np.zeros(16_000, np.float32)) == (Problem.EMPTY,)
    assert word.kept == []
