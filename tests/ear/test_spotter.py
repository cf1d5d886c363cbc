from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.ear.degrade import chatter, in_a_room, pink_noise, whispered
from narrator.ear.port import Samples
from narrator.ear.spotter import Spotter, Stretch
from tests.ear.hearing import OTHERS, Say, in_room, room


def spotted(stream: Samples, block: int = 1_600) -> list[Stretch]:
    spotter = Spotter()
    found = [s for at in range(0, len(stream), block) for s in spotter.feed(stream[at : at + block])]
    return found + spotter.flush()


def covers(found: list[Stretch], start: int, end: int, slack: int) -> bool:
    """Whether one of the stretches is the word's own, not more and not less."""
    return any(abs(s.start - start) < slack and abs(s.end - end) < slack for s in found)


@pytest.mark.parametrize("sound", [room(20.0), np.zeros(160_000, np.float32)], ids=["quiet room", "zeros"])
def test_where_nothing_is_said_there_is_no_stretch(sound: Samples) -> None:
    assert spotted(sound) == []


@pytest.mark.parametrize("shape", ["clean", "whisper", "room"])
def test_a_word_is_found_with_its_ends(say: Say, shape: str) -> None:
    word = say("bóp cò")
    rng = np.random.default_rng(1)
    sound = {
        "clean": lambda: word,
        "whisper": lambda: whispered(word, rng),
        "room": lambda: in_a_room(word, rng),
    }
    found = spotted(in_room(sound[shape](), 1.0, 1.0))
    assert covers(found, 16_000, 16_000 + len(word), 2_400)


def test_a_word_over_people_who_talk_is_found_by_its_own_peak(say: Say) -> None:
    """Above the noise floor lies all of the talk; the word's ends show from its peak downwards."""
    word = say("hoàn tất")
    rng = np.random.default_rng(2)
    stream = np.zeros(6 * 16_000)
    stream[48_000 : 48_000 + len(word)] = word
    stream += chatter(len(stream), [say(t, "vi+f2") for t in OTHERS], rng) * 0.1 * 10 ** (-10 / 20)
    assert covers(spotted(stream.astype(np.float32)), 48_000, 48_000 + len(word), 3_200)


def test_a_stretch_is_known_soon_after_its_end(say: Say) -> None:
    word = say("tạm dừng")
    sound = in_room(word, 1.0, 1.0)
    spotter = Spotter()
    known: list[float] = []
    for at in range(0, len(sound), 160):
        known += [(at + 160 - s.end) / 16_000 for s in spotter.feed(sound[at : at + 160])]
    assert known
    assert min(known) < 0.2


@settings(deadline=None, max_examples=10)
@given(st.lists(st.integers(30, 5_000), min_size=1, max_size=40))
def test_block_size_does_not_matter(sizes: list[int]) -> None:
    stream = room(4.0)
    stream[20_000:30_000] += (np.random.default_rng(5).standard_normal(10_000) * 0.05).astype(np.float32)
    spotter, place, found = Spotter(), 0, []
    for size in itertools.cycle(sizes):
        found += spotter.feed(stream[place : place + size])
        place += size
        if place >= len(stream):
            break
    found += spotter.flush()
    assert found
    assert all(abs(s.start - 20_000) < 1_000 and abs(s.end - 30_000) < 1_000 for s in found)


def test_reset_keeps_time_and_forgets_what_is_open(say: Say) -> None:
    spotter = Spotter()
    word = say("hoàn tất")
    before = in_room(word[: len(word) // 2], 1.0, 0.0)
    assert spotter.feed(before) == []
    spotter.reset()
    later = spotter.feed(in_room(say("lặp lại"), 0.7, 0.7, seed=2))
    assert later
    assert all(s.start > len(before) + 0.6 * 16_000 for s in later)


def test_noise_alone_gives_few_stretches() -> None:
    stream = (pink_noise(20 * 16_000, np.random.default_rng(3)) * 0.03).astype(np.float32)
    assert len(spotted(stream)) < 10


@pytest.mark.parametrize(("pause", "expected"), [(0.14, True), (0.6, False)], ids=["one word", "two words"])
def test_a_first_part_is_known_to_go_on_when_the_voice_comes_again_at_once(
    pause: float, expected: bool
) -> None:
    rng = np.random.default_rng(6)
    burst = (rng.standard_normal(4_000) * 0.05).astype(np.float32)
    stream = room(4.0)
    second = 36_000 + round(pause * 16_000)
    stream[32_000:36_000] += burst
    stream[second : second + 4_000] += burst
    spotter = Spotter()
    spotter.feed(stream[: 36_000 + 3_200])
    assert spotter.goes_on(32_000, 36_000) is expected
    spotter.feed(stream[36_000 + 3_200 :])
    assert not spotter.goes_on(32_000, 36_000)


def test_nothing_goes_on_where_no_stretch_is_open() -> None:
    spotter = Spotter()
    spotter.feed(room(3.0))
    assert not any(spotter.goes_on(start, end) for start in (0, 30_000) for end in (0, 100, 31_000))


def test_a_stretch_holds_what_begins_within_it_until_it_ends() -> None:
    stream = room(5.0)
    burst = (0.1 * np.random.default_rng(5).standard_normal(8_000)).astype(np.float32)
    stream[32_000:40_000] += burst
    spotter = Spotter()
    spotter.feed(stream[:41_000])
    assert spotter.holds(36_000)
    assert not spotter.holds(30_000)
    spotter.feed(stream[41_000:])
    assert not spotter.holds(36_000)
