"""What the ear learns in an evening: words that were sure, acted and stood, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.ear.fused import FusedEar
from narrator.ear.port import Heard, Samples
from narrator.table.doubt import SURE
from narrator.table.learning import Learning
from narrator.table.listener import Listener


def word(intent: str, score: float = 0.95, second: str | None = None, at: float = 1.0) -> Heard:
    return Heard(intent, intent, score, at, at + 0.5, second)


def test_a_word_is_learnt_when_the_next_one_leaves_it_standing() -> None:
    learnt: list[Heard] = []
    learning = Learning(learnt.append)
    learning.heard(first := word("number_3"), acted=True)
    assert learnt == []
    learning.heard(second := word("done"), acted=True)
    assert learnt == [first]
    learning.pressed("next")
    assert learnt == [first, second]


@pytest.mark.parametrize("correction", ["undo", "no"])
@pytest.mark.parametrize("by_key", [False, True])
def test_a_word_that_was_taken_back_is_not(correction: str, by_key: bool) -> None:
    learnt: list[Heard] = []
    learning = Learning(learnt.append)
    learning.heard(word("number_3"), acted=True)
    if by_key:
        learning.pressed(correction)
    else:
        learning.heard(word(correction, 0.6), acted=True)
    learning.heard(word("number_8", 0.6), acted=True)
    assert learnt == []


@pytest.mark.parametrize(
    ("doubtful", "acted"),
    [
        (word("number_3", SURE - 0.01), True),
        (word("number_3", second="number_8"), True),
        (word("done"), False),
    ],
)
def test_nor_is_a_doubtful_or_refused_one(doubtful: Heard, acted: bool) -> None:
    learnt: list[Heard] = []
    learning = Learning(learnt.append)
    learning.heard(doubtful, acted=acted)
    learning.pressed("next")
    assert learnt == []


WORDS = st.tuples(
    st.sampled_from(["undo", "no", "done", "number_1"]), st.floats(0.5, 1.0), st.booleans(), st.booleans()
)


@given(st.lists(WORDS, max_size=30))
def test_whatever_comes_only_sure_words_that_acted_are_learnt_each_once(
    said: list[tuple[str, float, bool, bool]],
) -> None:
    learnt: list[Heard] = []
    learning = Learning(learnt.append)
    good: list[Heard] = []
    for number, (intent, score, close, acted) in enumerate(said):
        one = word(intent, score, "done" if close else None, float(number))
        if acted and score >= SURE and not close:
            good.append(one)
        learning.heard(one, acted=acted)
    assert len(learnt) == len(set(learnt))
    assert set(learnt) <= set(good)


class Ear:
    """Hears nothing; keeps what it is told to learn, with how much it had been fed."""

    def __init__(self) -> None:
        self.fed = 0
        self.learnt: list[tuple[Heard, int]] = []

    def feed(self, pcm: Samples) -> list[Heard]:
        self.fed += len(pcm)
        return []

    def flush(self) -> list[Heard]:
        return []

    def expect(self, intents: frozenset[str] | None) -> None: ...

    def reset(self) -> None: ...

    def speaking(self, started: float, ended: float | None, tail: float | None = None) -> None: ...

    def plays(self, samples: Samples, started: float) -> None: ...

    def learn(self, heard: Heard) -> None:
        self.learnt.append((heard, self.fed))


def test_the_ear_learns_on_the_microphones_thread_before_the_next_block() -> None:
    ear = Ear()
    listener = Listener(ear, lambda _heard: None, lambda: 0.0, takes=ear.learn)
    block = np.zeros(320, np.float32)
    listener.sink(block, 0.0)
    listener.learn(one := word("done"))
    assert ear.learnt == []
    listener.sink(block, 0.02)
    listener.sink(block, 0.04)
    assert ear.learnt == [(one, 320)]


def test_an_ear_that_learns_nothing_is_left_in_peace() -> None:
    listener = Listener(ear := Ear(), lambda _heard: None, lambda: 0.0)
    listener.learn(word("done"))
    listener.sink(np.zeros(320, np.float32), 0.0)
    assert ear.learnt == []


def test_of_two_ears_the_enrolled_one_learns() -> None:
    enrolled, vosk = Ear(), Ear()
    FusedEar(enrolled, vosk, frozenset()).learn(one := word("done"))
    assert [heard for heard, _ in enrolled.learnt] == [one]
    assert vosk.learnt == []
