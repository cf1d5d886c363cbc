"""Two clocks that run apart are found out from what is played and heard, and followed within a line."""

from __future__ import annotations

import numpy as np
import pytest
import soxr

from narrator.ear.degrade import in_a_room
from narrator.ear.drift import WINDOW, Drift
from narrator.ear.echo import BLOCK, EchoCanceller
from narrator.ear.played import Played
from narrator.ear.port import Samples
from tests.ear.hearing import Say, room
from tests.ear.test_echo import LINES, RATE, cancelled, power

DELAY = round(0.2 * RATE)


def slowed(sound: Samples, millionths: float) -> Samples:
    """The sound as it comes from a loudspeaker whose clock is slow by so many millionths."""
    rate = RATE * (1.0 + 1e-6 * millionths)
    return np.asarray(soxr.resample(sound.astype(np.float64), RATE, rate, "VHQ"), np.float32)


def lines(say: Say, count: int) -> list[Samples]:
    """Lines of some four seconds."""
    text = ", ".join(LINES[:2])
    return [say(text, "vi", 160 + 5 * number) for number in range(count)]


def evening(
    say: Say, millionths: float, gap: float, sways: tuple[int, ...] = (0, 200, -150, 90)
) -> tuple[Played, Samples, list[tuple[int, int]]]:
    """What was played, its echo from a room, and where each line is heard; gap: seconds between lines."""
    spoken, played, at = lines(say, len(sways)), Played(), RATE
    size = sum(len(line) + round(gap * RATE) for line in spoken) + 3 * RATE
    source, places = np.zeros(size, np.float32), []
    for line, sway in zip(spoken, sways, strict=True):
        slow, begins = slowed(line, millionths), at + sway + DELAY
        played.add(at, line)
        source[begins : begins + len(slow)] += slow
        places.append((begins, begins + len(slow)))
        at += len(line) + round(gap * RATE)
    return played, in_a_room(source, np.random.default_rng(2), 0.4), places


def gains(played: Played, echo: Samples, places: list[tuple[int, int]]) -> list[float]:
    """dB of the echo that go, a line each, over its second half: there the drift has added up."""
    left = cancelled(played, echo + room(len(echo) / RATE)[: len(echo)])
    halves = [slice((a + b) // 2, b) for a, b in places]
    return [10 * float(np.log10(power(echo[half]) / power(left[half]))) for half in halves]


@pytest.mark.parametrize("millionths", [30, 100, -200])
def test_the_end_of_a_line_is_cancelled_though_the_clocks_drift(say: Say, millionths: int) -> None:
    assert min(gains(*evening(say, millionths, 1.0))[1:]) > 15


@pytest.mark.parametrize("gap", [0.0, 0.3])
def test_lines_that_follow_each_other_closely_are_each_found(say: Say, gap: float) -> None:
    assert min(gains(*evening(say, 100, gap))[1:]) > 12


def test_a_voice_over_the_line_does_not_lead_the_drift_astray(say: Say) -> None:
    played, echo, places = evening(say, 150, 1.0)
    word = 2.0 * say("tạm dừng", "vi+f2")
    for first, last in places:
        begin = (first + last) // 2
        echo[begin : begin + len(word)] += word
    canceller = EchoCanceller(played)
    for at in range(0, len(echo) - BLOCK + 1, BLOCK):
        canceller.block(echo[at : at + BLOCK], at)
    assert canceller.drift == pytest.approx(150e-6, abs=10e-6)


@pytest.mark.parametrize("millionths", [0, 200, -300])
def test_the_drift_is_told_without_knowing_the_way(say: Say, millionths: int) -> None:
    line = lines(say, 1)[0]
    heard = in_a_room(slowed(np.pad(line, (DELAY, 0)), millionths), np.random.default_rng(4), 0.4)
    drift = Drift()
    told = [
        drift.window(heard[at : at + WINDOW], np.pad(line, (WINDOW, WINDOW))[at : at + 2 * WINDOW])
        for at in range(0, len(line) - WINDOW, WINDOW)
    ]
    assert told[:2] == [None, None], "it takes two windows that lie apart"
    assert told[-1] == pytest.approx(1e-6 * millionths, rel=0.15, abs=10e-6)


def test_what_is_no_echo_tells_nothing(say: Say) -> None:
    line, other = lines(say, 1)[0], np.tile(say("con mèo uống nước", "vi+f2"), 6)
    drift = Drift()
    for at in range(0, min(len(line), len(other)) - WINDOW, WINDOW):
        assert (
            drift.window(other[at : at + WINDOW], np.pad(line, (WINDOW, WINDOW))[at : at + 2 * WINDOW])
            is None
        )
