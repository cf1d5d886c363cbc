"""What is heard while the narrator sounds: "pause", and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.ear.degrade import in_a_room
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.gate import Gate
from narrator.ear.over_line import ASKED
from narrator.ear.port import Heard, Samples
from narrator.ear.profile import Profile
from tests.ear.hearing import WORDS, Say, room
from tests.ear.test_gate import Recording, blocks

RATE = 16_000
LINE = "đêm xuống mọi người đi ngủ rồi mafia thức dậy và nhìn nhau"
NEAR = "tạm đừng dừng lại, tạm biệt, chạm rừng, làm dùng, tạm thời ngừng"


def heard_over(
    profile: Profile, say: Say, over: str | None, ratio_db: float, line: str = LINE
) -> list[Heard]:
    """What comes out when the helper says `over` amid the last of three lines, so much louder than it."""
    lines = 3
    clip = say(line, "vi", 170)
    delay, start = round(0.2 * RATE), RATE
    size = start + lines * (len(clip) + 2 * RATE)
    source, voice = np.zeros(size, np.float32), np.zeros(size, np.float32)
    gate = Gate(EnrolledEar(profile), over=EnrolledEar(profile))
    starts = [start + number * (len(clip) + 2 * RATE) for number in range(lines)]
    for at in starts:
        source[at + delay : at + delay + len(clip)] += clip
    if over is not None:
        word = say(over, speed=160)
        at = starts[-1] + len(clip) // 2
        voice[at : at + len(word)] += word
    echo = in_a_room(source, np.random.default_rng(3), 0.5) * np.float32(10 ** (-ratio_db / 20))
    stream = (echo + voice + room(size / RATE + 1)[:size]).astype(np.float32)
    heard: list[Heard] = []
    for at in starts:
        gate.speaking(at / RATE, (at + len(clip)) / RATE)
    for place in range(0, size, 320):
        for at in starts:
            if place <= at < place + 320:
                gate.plays(clip, at / RATE)
        heard += gate.feed(stream[place : place + 320])
    return heard + gate.flush()


@pytest.mark.parametrize("ratio_db", [20, 6, 0])
def test_pause_is_heard_over_a_line_that_is_as_loud(profile: Profile, say: Say, ratio_db: float) -> None:
    found = heard_over(profile, say, WORDS["pause"], ratio_db)
    assert [one.intent for one in found] == ["pause"]
    middle = 1.0 + 2 * (len(say(LINE, "vi", 170)) / RATE + 2.0) + len(say(LINE, "vi", 170)) / RATE / 2
    assert found[0].started == pytest.approx(middle, abs=0.2)
    assert found[0].score >= ASKED


@pytest.mark.parametrize("word", sorted(set(WORDS) - {"pause"}))
def test_nothing_else_is(profile: Profile, say: Say, word: str) -> None:
    assert heard_over(profile, say, WORDS[word], 6) == []


@pytest.mark.parametrize("ratio_db", [20, 0])
def test_near_words_of_the_narrators_are_none(profile: Profile, say: Say, ratio_db: float) -> None:
    assert heard_over(profile, say, None, ratio_db, NEAR) == []


@pytest.mark.parametrize("ratio_db", [20, 0])
def test_pause_itself_from_the_loudspeaker_is_none(profile: Profile, say: Say, ratio_db: float) -> None:
    assert heard_over(profile, say, None, ratio_db, ", ".join([WORDS["pause"]] * 3)) == []


class Quiet(Recording):
    """Counts what it is given."""

    @property
    def seconds(self) -> float:
        return sum(len(pcm) for pcm in self.fed) / RATE


def test_the_other_ear_has_nothing_to_do_while_nothing_sounds() -> None:
    over = Quiet()
    gate = Gate(Recording(), over=over)
    gate.speaking(10.0, 12.0)
    blocks(gate, room(60.0))
    assert 2.0 + 0.9 < over.seconds < 2.0 + 0.9 + 2.2


def test_each_word_comes_once_and_only_if_it_is_expected() -> None:
    """Inside the shut gate and across its edges only the other ear hears it, beside it both do."""
    free, cut, inside = ((a, a + 0.4) for a in (0.4, 0.8, 1.5))
    words = [Heard("pause", "tạm dừng", 0.9, a, b) for a, b in (free, cut, inside)]
    for expected, wanted in ((None, [0.4, 0.8, 1.5]), (frozenset({"done"}), [0.4])):
        gate = Gate(Recording(list(words)), over=Recording(list(words)))
        gate.expect(expected)  # the doubles take no notice of it; the gate does, for the other ear
        gate.speaking(1.0, 2.0)
        found = sorted(one.started for one in blocks(gate, room(4.0)))
        assert found == pytest.approx(wanted, abs=0.07)  # the other ear is fed from 64 ms on


def test_a_word_that_is_not_sure_enough_or_another_does_not_come_out() -> None:
    over = Recording(
        [
            Heard("pause", "tạm dừng", ASKED - 0.01, 1.1, 1.4),
            Heard("done", "hoàn tất", 1.0, 1.5, 1.8),
            Heard("pause", "tạm dừng", ASKED, 1.9, 2.2),
        ]
    )
    gate = Gate(Recording(), over=over)
    gate.speaking(1.0, 3.0)
    assert [(h.intent, h.score) for h in blocks(gate, room(5.0))] == [("pause", ASKED)]


def test_a_late_echo_of_a_word_is_none_and_a_whisper_then_is_heard(profile: Profile, say: Say) -> None:
    """The loudspeaker comes a second late, so the line's last word comes after the gate has opened."""
    word, line = say("hoàn tất", speed=165), say("mọi người đi ngủ", "vi", 170)
    clip = np.concatenate([line, np.zeros(RATE // 4, np.float32), word])
    late = round(1.4 * RATE)

    def stream(sound: Samples, at: int) -> Samples:
        out = room(8.0)
        out[at : at + len(sound)] += sound
        return out

    def found(sound: Samples, at: int, told: bool) -> list[str]:
        gate = Gate(EnrolledEar(profile))
        gate.speaking(1.0, 1.0 + len(clip) / RATE)
        if told:
            gate.plays(clip, 1.0)
        return [one.intent for one in blocks(gate, stream(sound, at))]

    assert found(clip, RATE + late, told=False) == ["done"]
    assert found(clip, RATE + late, told=True) == []
    other = say("hoàn tất", "vi+m3", 150, 48)
    after = RATE + len(clip) + round(1.05 * RATE)
    assert found(other, after, told=True) == ["done"]
