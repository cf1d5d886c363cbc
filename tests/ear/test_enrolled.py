from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from narrator.ear.degrade import chatter, in_a_room, loud_rms, pink_noise, whispered
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.enrolment import enrol_takes
from narrator.ear.judge import ASKED
from narrator.ear.port import Heard, Recogniser, Samples
from narrator.ear.profile import Profile
from tests.ear.hearing import OTHERS, WORDS, Say, in_room, room

Takes = dict[str, list[Samples]]

UNHEARD = ((155, 55), (175, 42))
"""Speeds and pitches that were not enrolled."""


def stream_of(words: list[Samples], gap: float = 0.8) -> tuple[Samples, list[tuple[float, float]]]:
    """Words one after the other in a quiet room, and where each lies in seconds."""
    parts, spans, place = [np.zeros(16_000)], [], 1.0
    for word in words:
        parts += [np.asarray(word, np.float64), np.zeros(round(gap * 16_000))]
        spans.append((place, place + len(word) / 16_000))
        place += len(word) / 16_000 + gap
    stream = np.concatenate(parts)
    return (stream + room(len(stream) / 16_000 + 0.1, 9)[: len(stream)]).astype(np.float32), spans


def test_it_is_a_recogniser(profile: Profile) -> None:
    assert isinstance(EnrolledEar(profile), Recogniser)


def test_enrolled_words_are_heard_in_order_and_in_place(profile: Profile, say: Say) -> None:
    expected = [id for _ in UNHEARD for id in WORDS]
    words = [say(p, speed=s, pitch=k) for s, k in UNHEARD for p in WORDS.values()]
    stream, spans = stream_of(words)
    ear = EnrolledEar(profile)
    found = [h for start in range(0, len(stream), 320) for h in ear.feed(stream[start : start + 320])]
    found += ear.flush()
    assert [h.intent for h in found] == expected
    for heard, (start, end) in zip(found, spans, strict=True):
        assert abs(heard.started - start) < 0.15
        assert abs(heard.ended - end) < 0.25
        assert heard.words == WORDS[heard.intent]
        assert ASKED <= heard.score <= 1.0


@pytest.mark.parametrize("shape", ["whisper", "room", "pink", "chatter"])
def test_enrolled_in_quiet_heard_at_a_hard_table(profile: Profile, say: Say, shape: str) -> None:
    rng = np.random.default_rng(4)
    words = [say(p, speed=155, pitch=55) for p in WORDS.values()]
    if shape == "whisper":
        words = [whispered(w, rng) for w in words]
    if shape == "room":
        words = [in_a_room(np.pad(w, (0, 4_000)), rng) for w in words]
    stream, spans = stream_of(words)
    if shape == "pink":
        stream += (pink_noise(len(stream), rng) * 0.1 * 10 ** (-10 / 20)).astype(np.float32)
    if shape == "chatter":
        talk = [say(t, "vi+f2") for t in OTHERS]
        stream += (chatter(len(stream), talk, rng) * 0.1 * 10 ** (-10 / 20)).astype(np.float32)
    ear = EnrolledEar(profile)
    found = ear.feed(stream) + ear.flush()
    right = 0
    for id, (start, end) in zip(WORDS, spans, strict=True):
        here = [h.intent for h in found if start < (h.started + h.ended) / 2 < end + 0.2]
        assert set(here) <= {id}, f"{id} was taken for {here}"
        right += here == [id]
    assert right >= {"whisper": 6, "room": 6, "pink": 6, "chatter": 3}[shape]


def test_other_words_by_the_same_voice_are_silence(profile: Profile, say: Say) -> None:
    stream, _ = stream_of([say(text, speed=s) for text in OTHERS for s in (150, 175)])
    ear = EnrolledEar(profile)
    found = ear.feed(stream) + ear.flush()
    assert len(found) <= 1, found  # of 16


@pytest.mark.parametrize("level", [0.005, 0.05, 0.3])
def test_noise_is_silence(profile: Profile, level: float) -> None:
    rng = np.random.default_rng(8)
    swells = np.concatenate([np.hanning(int(n)) for n in rng.integers(4_000, 20_000, 40)])
    stream = (pink_noise(len(swells), rng) * swells * level).astype(np.float32) + room(30.0)[: len(swells)]
    ear = EnrolledEar(profile)
    assert ear.feed(stream) + ear.flush() == []


def test_a_whole_word_is_not_the_word_inside_it(profile: Profile, say: Say) -> None:
    stream, _ = stream_of([say("mười một", speed=170, pitch=50)])
    ear = EnrolledEar(profile)
    assert "number_1" not in [h.intent for h in ear.feed(stream) + ear.flush()]


def test_expect_silences_the_rest_and_never_bends_it(profile: Profile, say: Say) -> None:
    stream, _ = stream_of([say(p) for p in WORDS.values()])
    ear = EnrolledEar(profile)
    ear.expect(frozenset({"pause"}))
    assert [h.intent for h in ear.feed(stream) + ear.flush()] == ["pause"]
    ear.expect(frozenset())
    assert ear.feed(stream) + ear.flush() == []
    ear.expect(None)
    assert len(ear.feed(stream) + ear.flush()) == len(WORDS)


def test_one_word_is_one_intent_even_with_an_echo(profile: Profile, say: Say) -> None:
    word = np.pad(say("tạm dừng"), (0, 6_000))
    word[4_000:] += 0.3 * word[:-4_000]
    ear = EnrolledEar(profile)
    assert [h.intent for h in ear.feed(in_room(word, 1.0, 1.0)) + ear.flush()] in (["pause"], [])


def test_reset_forgets_half_a_word_but_not_the_time(profile: Profile, say: Say) -> None:
    ear = EnrolledEar(profile)
    ear.feed(in_room(say("tạm dừng"), 1.0, 0.0))
    ear.reset()
    gap = room(1.0)
    assert ear.feed(gap) == []
    found = ear.feed(in_room(say("hoàn tất", speed=170), 0.5, 0.6))
    assert [h.intent for h in found] == ["done"]
    assert found[0].started > 2.0


def test_it_hears_the_same_in_whatever_blocks_it_is_fed(profile: Profile, say: Say) -> None:
    stream, _ = stream_of([say(p, speed=160) for p in WORDS.values()])
    whole = EnrolledEar(profile)
    expected = whole.feed(stream) + whole.flush()
    assert len(expected) >= len(WORDS) - 1
    for size in (160, 333, 1_600, 4_001):
        ear = EnrolledEar(profile)
        found = [h for at in range(0, len(stream), size) for h in ear.feed(stream[at : at + size])]
        assert found + ear.flush() == expected


def test_what_was_fed_before_a_reset_counts_whatever_its_length(profile: Profile, say: Say) -> None:
    ear = EnrolledEar(profile)
    for size in (1, 319, 320, 321, 5):
        ear.feed(room(1.0)[:size])
        ear.reset()
    fed = 1 + 319 + 320 + 321 + 5
    lead = room(1.0)
    (heard,) = ear.feed(np.concatenate([lead, in_room(say("tạm dừng"), 0.0, 0.8)])) + ear.flush()
    assert abs(heard.started - (fed + len(lead)) / 16_000) < 0.15


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e30])
@pytest.mark.filterwarnings("error")
def test_samples_that_are_no_sound_do_not_make_it_deaf(profile: Profile, say: Say, value: float) -> None:
    stream = in_room(say("tạm dừng"), 2.0, 0.8)
    stream[16_000:16_016] = value
    ear = EnrolledEar(profile)
    assert [h.intent for h in ear.feed(stream) + ear.flush()] == ["pause"]


def test_memory_does_not_grow_with_the_stream(profile: Profile, say: Say) -> None:
    ear = EnrolledEar(profile)
    block = np.concatenate([room(1.6), say("con mèo"), room(0.4)])
    tracemalloc.start()
    for _ in range(6):
        ear.feed(block)
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(8):
        ear.feed(block)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000, grown  # one block is 172 kB


def test_loudness_does_not_matter(profile: Profile, say: Say) -> None:
    stream, _ = stream_of([say("hoàn tất", speed=155, pitch=55)])
    for gain in (0.03, 1.0, 3.0):
        ear = EnrolledEar(profile)
        found = ear.feed((stream * gain / (loud_rms(stream) * 10)).astype(np.float32)) + ear.flush()
        assert [h.intent for h in found] == ["done"], gain


def test_what_was_surely_said_is_learnt_as_one_more_take(profile: Profile, say: Say) -> None:
    """A word said in quite another voice counts from then on, and the other words are heard as before."""
    ear = EnrolledEar(profile, 0.0)

    def best(text: str, voice: str, seed: int) -> Heard:
        return max(ear.feed(in_room(say(text, voice), 0.8, 0.8, seed)), key=lambda heard: heard.score)

    first = best("hoàn tất", "vi+m7", 1)
    assert (first.intent, first.score < 0.9) == ("done", True)
    ear.learn(first)
    second = best("hoàn tất", "vi+m7", 2)
    assert second.intent == "done"
    assert second.score > first.score + 0.05
    for _ in range(4):
        ear.learn(second)
    third = best("lặp lại", "vi+m3", 3)
    assert (third.intent, third.score > 0.8) == ("repeat", True)


def test_a_whisper_is_not_learnt_by_an_ear_that_was_enrolled_aloud(profile: Profile, say: Say) -> None:
    """It would draw the whispers of other words to itself, of which only computed ones are known."""
    learning, other = EnrolledEar(profile), EnrolledEar(profile)
    rng = np.random.default_rng(5)
    sound = in_room(whispered(say("tạm dừng", speed=135, pitch=62), rng), 1.0, 0.8)
    (first,) = learning.feed(sound)
    assert [first] == other.feed(sound)
    learning.learn(first)
    assert learning.feed(sound) == other.feed(sound)


def test_a_word_that_this_ear_did_not_tell_is_not_learnt(profile: Profile, say: Say) -> None:
    ear, other = EnrolledEar(profile), EnrolledEar(profile)
    sound = in_room(say("hoàn tất", speed=135, pitch=62), 1.0, 0.8)
    (told,) = other.feed(sound)
    ear.learn(told)
    (heard,) = ear.feed(sound)
    assert heard == told


def test_a_word_close_to_another_names_it(takes: Takes, say: Say) -> None:
    """Two words of one sound: neither is believed; were one let out, it would name the other."""
    twins = enrol_takes("vi", {**takes, "number_8": takes["number_5"]})
    sound = in_room(say("năm"), 1.0, 0.6)
    (heard, *_) = [*(ear := EnrolledEar(twins, 0.0)).feed(sound), *ear.flush()]
    assert {heard.intent, heard.second} == {"number_5", "number_8"}
    believing = EnrolledEar(twins)
    assert believing.feed(sound) + believing.flush() == []
    clear = EnrolledEar(twins)
    (sure,) = clear.feed(in_room(say("hoàn tất"), 1.0, 0.8))
    assert (sure.intent, sure.second) == ("done", None)


@pytest.mark.parametrize("asked", [0.0, 0.999])
def test_another_score_can_be_asked_for(profile: Profile, say: Say, asked: float) -> None:
    ear = EnrolledEar(profile, asked)
    found = ear.feed(in_room(say("hoàn tất", "vi+f2", speed=200), 1.0, 0.8)) + ear.flush()
    assert bool(found) == (asked == 0.0)
