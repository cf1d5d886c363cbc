from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.ear.degrade import pink_noise, whispered
from narrator.ear.port import Samples
from narrator.ear.segmenter import Segment, Segmenter
from tests.ear.hearing import Say, in_room, room


def cut(stream: Samples, block: int = 1_600) -> list[Segment]:
    segmenter = Segmenter()
    found: list[Segment] = []
    for start in range(0, len(stream), block):
        found += segmenter.feed(stream[start : start + block])
    return found + segmenter.flush()


def test_quiet_room_holds_no_segment() -> None:
    assert cut(room(30.0)) == []


def test_digital_silence_holds_no_segment() -> None:
    assert cut(np.zeros(160_000, np.float32)) == []


@pytest.mark.parametrize("whisper", [False, True])
def test_each_word_is_one_segment(say: Say, whisper: bool) -> None:
    word = say("hoàn tất")
    if whisper:
        word = whispered(word, np.random.default_rng(1))
    gap = room(0.8)
    stream = np.concatenate(
        [
            room(1.0),
            *(part for _ in range(4) for part in (word + room(len(word) / 16_000, 5)[: len(word)], gap)),
        ]
    )
    found = cut(stream.astype(np.float32))
    assert len(found) == 4
    place = 16_000
    for segment in found:
        assert place - 800 < segment.start < place + 2_400
        assert segment.end < place + len(word) + 1_600
        place += len(word) + len(gap)


def test_a_segment_is_known_a_fifth_of_a_second_after_it_ended(say: Say) -> None:
    (segment,) = cut(in_room(say("tạm dừng"), 1.0, 1.0))
    assert 0.15 < (segment.known - segment.end) / 16_000 < 0.3


def test_words_stand_out_of_loud_noise(say: Say) -> None:
    words = [say(text) for text in ("tạm dừng", "lặp lại", "bóp cò")]
    stream = np.concatenate([np.zeros(32_000), *(np.pad(w, (0, 12_000)) for w in words)])
    noise = pink_noise(len(stream), np.random.default_rng(3)) * 0.1 * 10 ** (-10 / 20)
    assert len(cut((stream + noise).astype(np.float32))) == 3


def test_endless_talk_is_cut_and_the_pieces_overlap(say: Say) -> None:
    talk = say("cảm ơn bạn đã uống nước với con mèo của tôi hôm nay ở ngoài sân sau nhà mẹ", speed=200)
    found = cut(in_room(talk, 1.0, 1.0))
    assert len(found) >= 2
    assert all((s.end - s.start) / 16_000 < 2.6 for s in found)
    assert found[0].cut
    assert found[1].start < found[0].end


@settings(deadline=None, max_examples=15)
@given(st.lists(st.integers(30, 5_000), min_size=1, max_size=40))
def test_block_size_does_not_matter(sizes: list[int]) -> None:
    rng = np.random.default_rng(5)
    stream = room(4.0)
    stream[20_000:30_000] += (rng.standard_normal(10_000) * 0.05).astype(np.float32)
    whole = cut(stream, 1_600)
    segmenter, place, found = Segmenter(), 0, []
    for size in itertools.cycle(sizes):
        found += segmenter.feed(stream[place : place + size])
        place += size
        if place >= len(stream):
            break
    found += segmenter.flush()
    assert len(whole) == 1
    assert len(found) == 1
    assert abs(found[0].start - whole[0].start) <= 800
    assert abs(found[0].end - whole[0].end) <= 800


def test_reset_keeps_time_and_forgets_the_open_segment(say: Say) -> None:
    segmenter = Segmenter()
    word = say("hoàn tất")
    sound = in_room(word[: len(word) // 2], 1.0, 0.0)
    segmenter.feed(sound)
    assert segmenter.opened is not None
    segmenter.reset()
    assert segmenter.opened is None
    assert segmenter.fed == len(sound)
    later = segmenter.feed(in_room(say("lặp lại"), 0.7, 0.7, seed=2))
    assert len(later) == 1
    assert len(sound) + 0.6 * 16_000 < later[0].start < len(sound) + 0.9 * 16_000
