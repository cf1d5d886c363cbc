"""Real sound through a private sound server: what is played is what comes out, and what is fed comes in."""

from __future__ import annotations

import queue
import threading
import time

import numpy as np
import pytest

from narrator.audio import AudioError, Microphone, Player, find_input, find_output, list_devices
from narrator.audio.wav import Samples
from tests.rig import RATE, Rig, match


def voice_like(seconds: float, rate: int, seed: int = 1) -> Samples:
    """Noise in the band and with the syllables of speech, so that a wrong rate or a gap shows at once."""
    own = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    spectrum = np.fft.rfft(own.standard_normal(len(t)))
    hertz = np.fft.rfftfreq(len(t), 1 / rate)
    spectrum[(hertz < 150) | (hertz > 3500)] = 0
    noise = np.fft.irfft(spectrum, len(t))
    shaped = noise / np.abs(noise).max() * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * t))
    return (0.5 * shaped).astype(np.float32)


def play_and_wait(player: Player, samples: Samples, rate: int) -> bool:
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    player.play(samples, rate, ended.put)
    return ended.get(timeout=20)


@pytest.mark.usefixtures("rig")
def test_both_outputs_and_the_microphone_are_listed_by_name() -> None:
    names = [d.name for d in list_devices()]
    assert "narrator_public" in names
    assert find_output("PRIVATE").name == "narrator_private"
    assert find_output().name == "pulse"
    assert find_input().name == "pulse"


@pytest.mark.parametrize("rate", [22_050, 48_000])
def test_what_is_played_is_what_comes_out(rig: Rig, rate: int) -> None:
    clip = voice_like(0.8, rate)
    with Player() as player, rig.record() as recording:
        assert play_and_wait(player, clip, rate) is True
        assert not player.playing
    score, _ = match(clip, rate, recording.samples)
    assert score > 0.99


def test_clips_follow_one_another_in_order_without_a_gap(rig: Rig) -> None:
    clips = [voice_like(0.4, 22_050, seed) for seed in (1, 2, 3)]
    with Player() as player, rig.record() as recording:
        ended: queue.SimpleQueue[int] = queue.SimpleQueue()
        for number, clip in enumerate(clips):
            player.play(clip, 22_050, lambda _ok, number=number: ended.put(number))
        assert [ended.get(timeout=10) for _ in clips] == [0, 1, 2]
    score, _ = match(np.concatenate(clips), 22_050, recording.samples)
    assert score > 0.99


def test_stop_silences_at_once_and_drops_what_waits(rig: Rig) -> None:
    clip = voice_like(3.0, 48_000)
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player() as player, rig.record() as recording:
        player.play(clip, 48_000, ended.put)
        player.play(clip, 48_000, ended.put)
        time.sleep(0.7)
        stopped = time.monotonic()
        player.stop()
        assert [ended.get(timeout=2), ended.get(timeout=2)] == [False, False]
        assert time.monotonic() - stopped < 0.5
        time.sleep(0.5)
    sound = np.flatnonzero(np.abs(recording.samples) > 1e-4)
    _, begin = match(clip[:12_000], 48_000, recording.samples)
    heard = (sound[-1] - begin) / RATE
    assert 0.4 < heard < 1.2
    # What was in the device's own buffer is still heard; nothing else is.
    assert recording.arrived(int(sound[-1])) - stopped < 0.2


def test_the_next_clip_after_a_stop_is_whole(rig: Rig) -> None:
    clip = voice_like(0.6, 22_050, 7)
    with Player() as player, rig.record() as recording:
        player.play(voice_like(2, 22_050), 22_050)
        time.sleep(0.3)
        player.stop()
        assert play_and_wait(player, clip, 22_050)
    assert match(clip, 22_050, recording.samples)[0] > 0.99


def test_done_comes_when_the_sound_has_ended_not_before(rig: Rig) -> None:
    clip = voice_like(0.5, 48_000)
    with Player() as player, rig.record() as recording:
        begun = time.monotonic()
        play_and_wait(player, clip, 48_000)
        took = time.monotonic() - begun
    _, offset = match(clip, 48_000, recording.samples)
    assert 0.5 <= took < 0.9
    assert recording.arrived(offset + len(clip) - 1) - begun < took + 0.1


def test_the_private_output_is_not_heard_in_public(rig: Rig) -> None:
    public, private = voice_like(1.0, 22_050, 1), voice_like(1.0, 22_050, 2)
    with (
        Player("narrator_public") as table,
        Player("narrator_private") as ear,
        rig.record("speaker") as heard,
        rig.record("private") as whispered,
    ):
        ear.play(private, 22_050)
        assert play_and_wait(table, public, 22_050)
        while ear.playing:
            time.sleep(0.02)
    assert match(public, 22_050, heard.samples)[0] > 0.99
    assert match(private, 22_050, whispered.samples)[0] > 0.99
    assert abs(match(private, 22_050, heard.samples)[0]) < 0.2


class Collected:
    """A sink that keeps everything."""

    def __init__(self) -> None:
        self.blocks: list[tuple[Samples, float]] = []

    def __call__(self, block: Samples, started: float) -> None:
        self.blocks.append((block, started))

    @property
    def samples(self) -> Samples:
        return np.concatenate([b for b, _ in self.blocks])


def test_what_is_fed_into_the_microphone_arrives(rig: Rig) -> None:
    clip = voice_like(1.5, 22_050)
    sink = Collected()
    with Microphone(sink) as microphone:
        time.sleep(0.2)
        rig.feed(clip, 22_050)
        time.sleep(0.3)
        assert microphone.alive
        assert microphone.overruns == 0
    score, _ = match(clip, 22_050, sink.samples, 16_000)
    assert score > 0.99
    assert {len(block) for block, _ in sink.blocks} == {320}


@pytest.mark.usefixtures("rig")
def test_the_times_of_the_blocks_run_with_the_clock() -> None:
    sink = Collected()
    begun = time.monotonic()
    with Microphone(sink):
        time.sleep(1.5)
    ended = time.monotonic()
    times = np.array([at for _, at in sink.blocks])
    assert begun - 0.2 < times[0] < begun + 0.6
    assert ended - 0.3 < times[-1] < ended
    assert np.all(np.diff(times) > 0)
    assert abs(np.median(np.diff(times)) - 0.02) < 0.004


def test_a_silent_microphone_is_named_dead_once(rig: Rig) -> None:
    errors: list[Exception] = []
    with Microphone(lambda *_: None, on_error=errors.append) as microphone:
        assert not microphone.all_zero
        deadline = time.monotonic() + 6
        while not microphone.all_zero and time.monotonic() < deadline:
            time.sleep(0.05)
        assert microphone.all_zero
        assert microphone.level_dbfs == float("-inf")
        rig.feed(voice_like(0.5, 16_000), 16_000)
        assert not microphone.all_zero
    assert [e.code for e in errors if isinstance(e, AudioError)] == ["dead_microphone"]


def test_sound_comes_back_by_itself_after_the_server_died(own_rig: Rig) -> None:
    clip = voice_like(0.6, 22_050)
    sink = Collected()
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    cut: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(on_error=told.put) as player, Microphone(sink, on_error=told.put) as microphone:
        player.play(voice_like(30, 22_050), 22_050, cut.put)
        time.sleep(0.3)
        own_rig.kill_server()
        assert cut.get(timeout=5) is False
        codes = [told.get(timeout=5), told.get(timeout=5)]
        assert [e.code for e in codes if isinstance(e, AudioError)] == ["lost", "lost"]
        assert not player.alive
        assert not microphone.alive
        with pytest.raises(AudioError, match="stopped working"):
            player.play(clip, 22_050)
        own_rig.start_server()
        back = time.monotonic()
        while not (player.alive and microphone.alive) and time.monotonic() < back + 10:
            time.sleep(0.05)
        assert time.monotonic() - back < 5
        with own_rig.record() as recording:
            assert play_and_wait(player, clip, 22_050)
        sink.blocks.clear()
        own_rig.feed(clip, 22_050)
        time.sleep(0.3)
    assert match(clip, 22_050, recording.samples)[0] > 0.99
    assert match(clip, 22_050, sink.samples, 16_000)[0] > 0.99


@pytest.mark.usefixtures("rig")
def test_a_player_can_be_closed_from_its_own_done() -> None:
    closed = threading.Event()
    player = Player()

    def done(_finished: bool) -> None:
        player.close()
        closed.set()

    player.play(voice_like(0.1, 48_000), 48_000, done)
    assert closed.wait(5)
    assert not player.alive
    with pytest.raises(AudioError):
        player.play(voice_like(0.1, 48_000), 48_000)
