from __future__ import annotations

import numpy as np
import pytest

from narrator.ear.degrade import in_a_room, loud_rms
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.gate import Gate
from narrator.ear.port import Heard, Recogniser, Samples
from narrator.ear.profile import Profile
from tests.ear.hearing import WORDS, Say, room

RATE = 16_000


class Recording:
    """A recogniser that keeps what it was fed and hears what it is told to."""

    def __init__(self, hears: list[Heard] | None = None) -> None:
        self.fed: list[Samples] = []
        self.hears = hears or []
        self.resets: list[int] = []

    def feed(self, pcm: Samples) -> list[Heard]:
        self.fed.append(pcm)
        now = sum(len(p) for p in self.fed) / RATE
        out = [h for h in self.hears if h.ended <= now]
        self.hears = [h for h in self.hears if h.ended > now]
        return out

    def flush(self) -> list[Heard]:
        out, self.hears = self.hears, []
        return out

    def expect(self, intents: frozenset[str] | None) -> None:
        self.intents = intents

    def reset(self) -> None:
        self.resets.append(sum(len(p) for p in self.fed))


def blocks(gate: Gate, stream: Samples, size: int = 320) -> list[Heard]:
    found = [h for start in range(0, len(stream), size) for h in gate.feed(stream[start : start + size])]
    return found + gate.flush()


def test_it_is_a_recogniser() -> None:
    assert isinstance(Gate(Recording()), Recogniser)


@pytest.mark.parametrize("delay", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("level_db", [0, -10, -20])
@pytest.mark.parametrize("wet", [False, True])
def test_nothing_the_narrator_says_comes_out(
    profile: Profile, say: Say, delay: float, level_db: int, wet: bool
) -> None:
    """Lines full of enrolled words, in the helper's own voice: the worst that can be said."""
    gate = Gate(EnrolledEar(profile))
    line = np.concatenate([np.pad(say(p), (0, 8_000)) for p in WORDS.values()])
    stream = room(1.0 + len(line) / RATE + 3.0).astype(np.float64)
    echo = np.pad(line, (0, RATE))
    if wet:
        echo = in_a_room(echo, np.random.default_rng(3), 0.5)
    start = RATE
    shifted = start + round(delay * RATE)
    size = min(len(echo), len(stream) - shifted)
    stream[shifted : shifted + size] += echo[:size] * (10 ** (level_db / 20))
    gate.speaking(start / RATE, (start + len(line)) / RATE)
    assert blocks(gate, stream.astype(np.float32)) == []


def test_without_the_gate_the_same_line_is_heard(profile: Profile, say: Say) -> None:
    line = np.concatenate([np.pad(say(p), (0, 8_000)) for p in WORDS.values()])
    stream = np.concatenate([room(1.0), line + room(len(line) / RATE + 1)[: len(line)], room(1.0)])
    ear = EnrolledEar(profile)
    assert len(ear.feed(stream.astype(np.float32)) + ear.flush()) >= 6


def test_a_whisper_after_the_tail_is_heard(profile: Profile, say: Say) -> None:
    gate = Gate(EnrolledEar(profile), tail=0.9)
    line, word = say("năm lặp lại mười một", "vi+f2", 150), say("hoàn tất", speed=170)
    after = 0.9 + 0.25
    stream = np.concatenate([np.zeros(RATE), line, np.zeros(round(after * RATE)), word, np.zeros(RATE)])
    stream = (stream + room(len(stream) / RATE + 1)[: len(stream)]).astype(np.float32)
    gate.speaking(1.0, 1.0 + len(line) / RATE)
    assert [h.intent for h in blocks(gate, stream)] == ["done"]


def test_half_a_word_at_the_end_of_the_tail_is_no_word(profile: Profile, say: Say) -> None:
    """«mười một» of which only «một» lies after the tail must not become 1."""
    word = say("mười một", speed=150)
    for share in (0.3, 0.45, 0.6):
        gate = Gate(EnrolledEar(profile), tail=0.5)
        inside = round(share * len(word))
        stream = np.concatenate([np.zeros(3 * RATE), word, np.zeros(RATE)])
        stream = (stream + room(len(stream) / RATE + 1)[: len(stream)]).astype(np.float32)
        gate.speaking(1.0, (3 * RATE + inside) / RATE - 0.5)
        assert blocks(gate, stream) == [], share


def test_a_word_before_the_line_is_heard_and_one_cut_by_it_is_not() -> None:
    before = Heard("pause", "tạm dừng", 0.9, 0.5, 0.9)
    cut = Heard("done", "hoàn tất", 0.9, 0.8, 1.2)
    inner = Recording([before, cut])
    gate = Gate(inner)
    gate.speaking(1.2, 2.0)
    assert blocks(gate, room(4.0)) == [before]


def test_open_ended_line_keeps_the_gate_shut_until_it_is_said_to_end() -> None:
    inner = Recording()
    gate = Gate(inner, tail=0.5)
    gate.speaking(0.0, None)
    gate.feed(np.ones(RATE, np.float32))
    gate.speaking(0.0, 1.0)
    gate.feed(np.ones(RATE, np.float32))
    fed = np.concatenate(inner.fed)
    assert len(fed) == 2 * RATE, "stream time runs on behind the gate"
    assert not fed[: round(1.5 * RATE)].any()
    assert fed[round(1.5 * RATE) :].all()
    assert inner.resets == [round(1.5 * RATE)]


def test_spans_of_old_lines_are_dropped() -> None:
    gate = Gate(Recording())
    for second in range(200):
        gate.speaking(float(second), second + 0.5)
        gate.feed(np.zeros(RATE, np.float32))
    assert len(gate._spans) < 70


class Failing(Recording):
    """Hears a word with every piece, but fails with the third."""

    def feed(self, pcm: Samples) -> list[Heard]:
        super().feed(pcm)
        if len(self.fed) == 3:
            raise OSError("the child died")
        return [Heard("pause", "tạm dừng", 0.9, 0.001, 0.002)]


def test_time_goes_on_when_the_recogniser_fails() -> None:
    """Else every later line would be looked for at the wrong place. What was heard is not lost."""
    inner = Failing()
    gate = Gate(inner)
    gate.speaking(0.045, 0.05, 0.001)
    with pytest.raises(OSError, match="died"):
        gate.feed(np.ones(960, np.float32))  # before the sound, under it, after it
    gate.speaking(0.1, 1.0)
    assert len(gate.feed(np.ones(640, np.float32))) == 3
    gate.feed(np.ones(320, np.float32))
    assert inner.fed[-2].all()
    assert not inner.fed[-1].any(), "0.1 s of the stream have passed"


def test_expect_and_reset_reach_the_recogniser() -> None:
    inner = Recording()
    gate = Gate(inner)
    gate.expect(frozenset({"pause"}))
    gate.reset()
    assert inner.intents == {"pause"}
    assert inner.resets == [0]


def test_levels_used_here_are_loud_enough_to_be_heard(say: Say) -> None:
    assert loud_rms(say("hoàn tất")) * 10 ** (-20 / 20) > 5 * loud_rms(room(1.0))
