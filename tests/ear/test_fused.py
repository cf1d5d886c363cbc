"""Two ears made one: which word comes out, when, and that it does so once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.ear.fused import BELIEVED, HOLD, SURE, TOUCH, FusedEar, HalfDeaf
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.errors import UserError

Told = tuple[float, Heard]
"""When an ear says it, in seconds of the stream, and what."""


class Ear:
    """Says at set times what it is given to say; `dies`: when feeding it fails."""

    def __init__(self, told: Iterable[Told] = (), dies: float = float("inf")) -> None:
        self.told = sorted(told, key=lambda one: one[0])
        self.dies = dies
        self.fed = 0
        self.resets = self.closed = 0
        self.expected: frozenset[str] | None = None

    def feed(self, pcm: Samples) -> list[Heard]:
        self.fed += len(pcm)
        now = self.fed / SAMPLE_RATE
        if now > self.dies:
            raise UserError("the speech model crashed", where="model")
        said = [heard for at, heard in self.told if at <= now]
        self.told = [one for one in self.told if one[0] > now]
        return said

    def flush(self) -> list[Heard]:
        return [heard for _, heard in self.told]

    def expect(self, intents: frozenset[str] | None) -> None:
        self.expected = intents

    def reset(self) -> None:
        self.resets += 1

    def close(self) -> None:
        self.closed += 1


def word(intent: str, started: float = 1.0, ended: float = 1.5, score: float = 0.9) -> Heard:
    return Heard(intent, intent, score, started, ended)


def hear(ear: Recogniser, seconds: float = 4.0) -> list[tuple[float, Heard]]:
    """What comes out of a stream, and when."""
    out: list[tuple[float, Heard]] = []
    for number in range(round(seconds * 50)):
        out += [(round((number + 1) / 50, 2), heard) for heard in ear.feed(np.zeros(320, np.float32))]
    return out


KNOWN = ("done", "pause", "number_5")


def fused(own: Iterable[Told] = (), second: Iterable[Told] = (), dies: float = float("inf")) -> FusedEar:
    return FusedEar(Ear(own), Ear(second, dies), KNOWN)


def test_the_enrolled_ear_alone_acts_as_it_does_by_itself() -> None:
    told = [(1.8, word("done")), (2.8, word("pause", 2.0, 2.5, 0.3))]
    assert hear(fused(told)) == hear(Ear(told))


@pytest.mark.parametrize("at", [1.6, 1.8])
def test_what_both_say_comes_out_once_and_surer(at: float) -> None:
    (found,) = hear(fused([(1.8, word("done", score=0.6))], [(at, word("done", 1.05, 1.45, 0.8))]))
    assert found[0] == 1.8
    assert (found[1].intent, found[1].started, found[1].ended) == ("done", 1.0, 1.5)
    assert found[1].score == pytest.approx(0.76)


@pytest.mark.parametrize("other", ["pause", "howl"])
def test_what_they_differ_about_is_silence_unless_the_enrolled_ear_is_believed(other: str) -> None:
    rival = (1.7, word(other, 1.2, 1.6, 0.97))
    assert hear(fused([(1.8, word("done", score=BELIEVED - 0.01))], [rival])) == []
    believed = (1.8, word("done", score=BELIEVED))
    assert hear(fused([believed], [rival])) == [believed]


def test_what_was_silenced_is_not_said_by_a_later_word() -> None:
    rivals = [(1.7, word("howl", 1.2, 2.0)), (2.0, word("seer", 1.1, 1.6))]
    own = [(1.8, word("done", score=0.5)), (2.6, word("pause", 1.7, 2.2))]
    assert hear(fused(own, rivals)) == []


def test_a_word_the_profile_lacks_comes_from_vosk_when_the_other_had_its_time() -> None:
    second = word("howl", score=0.6)
    assert hear(fused((), [(1.6, second)])) == [(pytest.approx(1.5 + HOLD, abs=0.02), second)]


def test_a_word_the_profile_knows_comes_from_vosk_only_when_it_is_sure() -> None:
    assert hear(fused((), [(1.6, word("done", score=SURE - 0.01))])) == []
    sure = word("done", score=SURE)
    assert [heard for _, heard in hear(fused((), [(1.6, sure)]))] == [sure]


@pytest.mark.parametrize("late", ["done", "pause", "howl"])
def test_what_comes_late_over_the_same_time_is_dropped(late: str) -> None:
    first = word("howl")
    assert [h for _, h in hear(fused([(2.6, word(late, 1.2, 1.7))], [(1.6, first)]))] == [first]
    own = word("done")
    assert [h for _, h in hear(fused([(1.7, own)], [(1.9, word(late, 1.2, 1.7))]))] == [own]


def test_an_unsure_word_does_not_block_the_enrolled_ear() -> None:
    own = word("done")
    assert [h for _, h in hear(fused([(2.6, own)], [(1.6, word("pause", score=0.6))]))] == [own]


def test_words_that_only_touch_are_two() -> None:
    own, second = word("done", 1.0, 1.5), word("howl", 1.5 - TOUCH / 2, 2.0)
    assert [h.intent for _, h in hear(fused([(1.8, own)], [(2.1, second)]))] == ["done", "howl"]


def test_what_is_not_expected_still_competes_and_is_silence() -> None:
    ear = fused([(1.8, word("done", score=0.7))], [(1.7, word("howl")), (2.6, word("seer", 2.0, 2.5))])
    ear.expect(frozenset({"howl", "pause"}))
    assert hear(ear) == []
    ear = fused([(1.8, word("done"))], [(2.6, word("seer", 2.0, 2.5))])
    ear.expect(frozenset({"seer"}))
    assert [h.intent for _, h in hear(ear)] == ["seer"]
    ear = fused([(1.8, word("done"))])
    ear.expect(frozenset())
    ear.expect(None)
    assert [h.intent for _, h in hear(ear)] == ["done"]


def test_the_end_of_the_stream_settles_everything() -> None:
    ear = fused([(9.0, word("done"))], [(1.6, word("howl", 1.6, 1.7)), (9.0, word("seer", 3.0, 3.5))])
    assert hear(ear, 1.8) == []
    assert sorted(h.intent for h in ear.flush()) == ["done", "howl", "seer"]


def test_a_reset_reaches_both_and_forgets_what_waits() -> None:
    own, second = Ear(), Ear([(1.6, word("howl"))])
    ear = FusedEar(own, second, KNOWN)
    assert hear(ear, 1.7) == []
    ear.reset()
    assert (own.resets, second.resets) == (1, 1)
    assert hear(ear) == []


def test_when_vosk_dies_the_enrolled_ear_goes_on_and_it_is_told_once() -> None:
    second = Ear((), dies=1.75)
    ear = FusedEar(Ear([(1.8, word("done")), (3.0, word("pause", 2.0, 2.5))]), second, KNOWN)
    assert isinstance(ear, Recogniser)
    told: list[str] = []
    heard: list[str] = []
    for _ in range(200):
        try:
            heard += [one.intent for one in ear.feed(np.zeros(320, np.float32))]
        except HalfDeaf as error:
            told.append(str(error))
    assert heard == ["done", "pause"]
    assert len(told) == 1
    assert "crashed" in told[0]
    assert second.closed == 1
    ear.reset()
    assert ear.flush() == []
    ear.close()


def test_nothing_is_lost_when_vosk_dies_in_a_recording_fed_at_once() -> None:
    ear = fused([(1.8, word("done")), (3.0, word("pause", 2.0, 2.5))], dies=1.75)
    with pytest.raises(HalfDeaf):
        ear.feed(np.zeros(4 * SAMPLE_RATE, np.float32))
    assert [h.intent for h in ear.flush()] == ["done", "pause"]


INTENTS = st.sampled_from(["done", "pause", "number_5", "howl", "seer"])


@st.composite
def told(draw: st.DrawFn) -> list[Told]:
    """What an ear says: each word some time after it ended; as ears do, it may say overlapping ones."""
    found: list[Told] = []
    for _ in range(draw(st.integers(0, 8))):
        started = draw(st.integers(0, 60)) / 20
        ended = started + draw(st.integers(2, 20)) / 20
        at = ended + draw(st.integers(0, 25)) / 20
        found.append((at, word(draw(INTENTS), started, ended, draw(st.integers(0, 20)) / 20)))
    return found


@settings(deadline=None)
@given(told(), told(), st.sampled_from([160, 320, 1_600, 5_000, 80_000]))
def test_never_two_intents_for_the_same_time(own: list[Told], second: list[Told], block: int) -> None:
    ear = fused(own, second)
    heard: list[Heard] = []
    for start in range(0, 80_000, block):
        heard += ear.feed(np.zeros(min(block, 80_000 - start), np.float32))
    heard += ear.flush()
    for one, other in combinations(heard, 2):
        assert min(one.ended, other.ended) - max(one.started, other.started) <= TOUCH + 1e-9
    said = [h for _, h in (*own, *second)]
    assert all(any((h.intent, h.started) == (s.intent, s.started) for s in said) for h in heard)
