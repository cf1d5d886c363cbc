"""The echo of what is known is taken away, whenever a line begins, and a voice over it is left."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.ear.degrade import in_a_room, loud_rms
from narrator.ear.echo import BLOCK, EchoCanceller
from narrator.ear.played import Played
from narrator.ear.port import Samples
from tests.ear.hearing import Say, room

RATE = 16_000
Places = list[tuple[int, int]]
LINES = ("đêm xuống mọi người đi ngủ", "mafia thức dậy và nhìn nhau", "trời sáng mọi người mở mắt ra")
SWAYS = (0, 300, 40, 290)


def evening(say: Say, delay: float, seconds: float, level_db: float) -> tuple[Played, Samples, Places]:
    """What was played, its echo, and where each of four lines is heard, a little earlier or later each."""
    lines = [say(text, "vi", 170) for text in (*LINES, LINES[0])]
    played = Played()
    source = np.zeros(sum(len(line) + RATE for line in lines) + 2 * RATE, np.float32)
    at, places = RATE, []
    for line, sway in zip(lines, SWAYS, strict=True):
        played.add(at, line)
        source[at + sway : at + sway + len(line)] += line
        places.append((at + round(delay * RATE), at + len(line) + round(delay * RATE)))
        at += len(line) + RATE
    late = np.pad(source, (round(delay * RATE), 0))[: len(source)]
    echo = in_a_room(late, np.random.default_rng(2), seconds) if seconds else late
    return played, np.asarray(echo * 10 ** (level_db / 20), np.float32), places


def cancelled(played: Played, heard: Samples) -> Samples:
    canceller = EchoCanceller(played)
    out = [canceller.block(heard[at : at + BLOCK], at) for at in range(0, len(heard) - BLOCK + 1, BLOCK)]
    left = np.concatenate(out)
    assert len(left) + canceller.held == len(heard) // BLOCK * BLOCK, "nothing is lost or made up"
    return left


def power(sound: Samples) -> float:
    return float(np.mean(np.square(sound, dtype=np.float64)))


@pytest.mark.parametrize(("delay", "seconds"), [(0.0, 0.0), (0.2, 0.5), (0.4, 1.0)])
@pytest.mark.parametrize("level_db", [0, -10])
def test_the_echo_goes_from_the_first_line_on(say: Say, delay: float, seconds: float, level_db: int) -> None:
    played, echo, places = evening(say, delay, seconds, level_db)
    left = cancelled(played, echo + room(len(echo) / RATE)[: len(echo)])
    gains = [10 * np.log10(power(echo[a:b]) / power(left[a:b])) for a, b in places]
    assert gains[0] > 6
    assert min(gains[1:]) > 12
    assert gains[-1] > 16


def test_a_voice_over_the_echo_is_left_as_it_was(say: Say) -> None:
    played, echo, places = evening(say, 0.2, 0.5, 0)
    word = say("tạm dừng", "vi+f2")
    voice = np.zeros(len(echo), np.float32)
    for first, last in places:
        begin = (first + last - len(word)) // 2
        voice[begin : begin + len(word)] += word
    left = cancelled(played, echo + voice + room(len(echo) / RATE)[: len(echo)])
    first, last = places[-1]
    begin = (first + last - len(word)) // 2
    there, wanted = left[begin : begin + len(word)], voice[begin : begin + len(word)]
    assert there @ wanted / np.sqrt((there @ there) * (wanted @ wanted)) > 0.95
    assert power(there) == pytest.approx(power(wanted), rel=0.25)


def test_what_is_not_played_is_not_touched() -> None:
    sound = room(3.0)[: 40 * BLOCK]
    assert np.array_equal(cancelled(Played(), sound), sound)


def test_a_room_that_changed_is_learnt_anew(say: Say) -> None:
    played, echo, places = evening(say, 0.1, 0.3, 0)
    _, other, _ = evening(say, 0.25, 0.6, 0)
    change = places[1][0] - RATE
    heard = np.concatenate([echo[:change], other[change:]])
    left = cancelled(played, heard + room(len(heard) / RATE)[: len(heard)])
    first, last = places[-1][0] + round(0.15 * RATE), places[-1][1]
    assert 10 * np.log10(power(heard[first:last]) / power(left[first:last])) > 10


def test_an_echo_is_like_what_was_played_and_a_word_over_it_is_not(say: Say) -> None:
    played, echo, places = evening(say, 0.3, 0.7, 0)
    first, last = places[1]
    piece = slice(first + 4_000, first + 14_000)
    assert played.likeness(echo[piece], piece.start, 24_000) > 0.5
    word = say("tạm dừng", "vi+f2")
    quiet = echo[piece][: len(word)] * 0.1 + word[:10_000]
    assert loud_rms(word) > loud_rms(echo[piece] * 0.1)
    assert played.likeness(quiet, piece.start, 24_000) < 0.25
    assert played.likeness(echo[piece], piece.start + 60 * RATE, 24_000) == pytest.approx(0.0, abs=1e-3)
    assert last > first


def test_sounds_are_mixed_where_they_lie_and_end_when_all_is_cut() -> None:
    played = Played()
    played.add(100, np.ones(50, np.float32))
    played.add(140, np.full(50, 2.0, np.float32))
    assert played.mix(90, 110).tolist() == [0.0] * 10 + [1.0] * 40 + [3.0] * 10 + [2.0] * 40 + [0.0] * 10
    played.cut(130)
    assert played.mix(90, 120).tolist() == [0.0] * 10 + [1.0] * 30 + [0.0] * 80
    played.add(140, np.ones(5, np.float32))
    assert played.mix(140, 5).all()


def test_old_sounds_are_forgotten() -> None:
    played = Played()
    for second in range(200):
        played.add(second * RATE, np.ones(RATE // 2, np.float32))
    assert len(played._sounds) < 12
