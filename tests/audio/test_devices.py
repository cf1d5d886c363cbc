"""Choosing a device by name, and every way in which hardware fails."""

from __future__ import annotations

import queue
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from narrator.audio import AudioError, Microphone, Player, find_input, find_output, list_devices
from narrator.audio import stream as stream_module
from narrator.audio.backend import Backend
from tests.audio.fake_sounddevice import UNAVAILABLE, FakeDevice, FakeSoundDevice

WHEN = SimpleNamespace(currentTime=0.0, outputBufferDacTime=0.01)
HISS = np.random.default_rng(3)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device counts as hung after half a second here, so that the tests need not wait."""
    monkeypatch.setattr(stream_module, "TOO_LONG_SILENT", 0.5)
    monkeypatch.setattr(stream_module, "RETRY", 0.3)


def hiss(frames: int) -> np.ndarray:
    return (HISS.standard_normal(frames) * 0.01).astype(np.float32)


def backend_of(module: object) -> Backend:
    return Backend(module, sleep=lambda _seconds: None)


def until(condition: object, seconds: float = 8) -> bool:
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return False


# -- choosing -------------------------------------------------------------------------------------


def test_no_devices_at_all_is_an_empty_list_and_two_clear_errors() -> None:
    backend = backend_of(FakeSoundDevice())
    assert list_devices(backend) == []
    with pytest.raises(AudioError, match="no sound output was found") as out:
        Player(backend=backend)
    assert out.value.code == "no_output"
    with pytest.raises(AudioError, match="no microphone was found") as mic:
        Microphone(lambda *_: None, backend=backend).start()
    assert mic.value.code == "no_input"


def test_a_missing_portaudio_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    # None in sys.modules makes the import fail, as a missing shared library does.
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(AudioError, match="libportaudio2") as error:
        list_devices(Backend())
    assert error.value.code == "no_output"
    assert "\n" not in str(error.value)


def test_the_sound_server_is_preferred_to_an_unplugged_default() -> None:
    module = FakeSoundDevice(
        FakeDevice("HDA NVidia: HDMI 0 (hw:1,3)", outputs=8),
        FakeDevice("default", inputs=32, outputs=32),
        FakeDevice("pulse", inputs=32, outputs=32),
    )
    module.default_out = 0
    assert find_output(backend=backend_of(module)).name == "pulse"
    assert find_input(backend=backend_of(module)).name == "pulse"


def test_without_a_sound_server_the_host_apis_default_is_taken() -> None:
    module = FakeSoundDevice(
        FakeDevice("MacBook Pro Microphone", inputs=1),
        FakeDevice("External Headphones", outputs=2),
        FakeDevice("MacBook Pro Speakers", outputs=2),
        apis=("Core Audio",),
    )
    module.default_out, module.default_in = 2, 0
    assert find_output(backend=backend_of(module)).name == "MacBook Pro Speakers"
    assert find_input(backend=backend_of(module)).name == "MacBook Pro Microphone"


@pytest.mark.parametrize("name", ["headset", "  HEADSET  ", "usb headset mono"])
def test_a_part_of_the_name_in_any_case_chooses(name: str) -> None:
    module = FakeSoundDevice(
        FakeDevice("HDA Intel", outputs=2), FakeDevice("USB Headset Mono", inputs=1, outputs=1)
    )
    assert find_output(name, backend_of(module)).name == "USB Headset Mono"


def test_an_exact_name_wins_over_a_longer_one() -> None:
    module = FakeSoundDevice(FakeDevice("Speaker (2)", outputs=2), FakeDevice("Speaker", outputs=2))
    assert find_output("speaker", backend_of(module)).name == "Speaker"


@pytest.mark.parametrize(
    ("name", "said"), [("speaker", "several outputs"), ("radio", "no output"), ("", "no")]
)
def test_an_unclear_name_lists_the_choices(name: str, said: str) -> None:
    module = FakeSoundDevice(
        FakeDevice("Speaker A", outputs=2), FakeDevice("Speaker B", outputs=2), FakeDevice("Mic", inputs=1)
    )
    with pytest.raises(AudioError, match=said) as error:
        find_output(name, backend_of(module))
    assert "“Speaker A”, “Speaker B”" in str(error.value)
    assert "Mic" not in str(error.value)


def test_one_device_on_two_host_apis_is_one_device() -> None:
    full = "Microphone (USB Audio Device 2.0)"
    module = FakeSoundDevice(
        FakeDevice(full, inputs=1, api=1), FakeDevice(full[:31], inputs=1, api=0), apis=("MME", "WASAPI")
    )
    assert find_input("usb audio", backend_of(module)).hostapi == "MME"


def test_a_device_plugged_in_later_is_found_when_no_stream_is_open() -> None:
    module = FakeSoundDevice(FakeDevice("one", outputs=2))
    backend = backend_of(module)
    assert [d.name for d in list_devices(backend)] == ["one"]
    module.plugged.insert(0, FakeDevice("two", outputs=2))
    assert find_output("two", backend).name == "two"
    assert find_output("one", backend).index == 1


# -- opening --------------------------------------------------------------------------------------


def test_a_microphone_that_refuses_16_khz_runs_at_its_own_rate() -> None:
    tone = FakeDevice("mic", inputs=1, rate=44_100.0, rates=(44_100,))
    position = [0]

    def sine(frames: int) -> np.ndarray:
        t = (position[0] + np.arange(frames)) / 44_100
        position[0] += frames
        return np.sin(2 * np.pi * 440 * t).astype(np.float32) * 0.5

    tone.sound = sine
    blocks: list[np.ndarray] = []
    with Microphone(lambda b, _at: blocks.append(b), backend=backend_of(FakeSoundDevice(tone))):
        assert until(lambda: len(blocks) >= 40)
    heard = np.concatenate(blocks)[1600:9600]
    strongest = np.argmax(np.abs(np.fft.rfft(heard * np.hanning(len(heard))))) * 16_000 / len(heard)
    assert strongest == pytest.approx(440, abs=3)
    assert {len(b) for b in blocks} == {320}


def test_an_output_with_another_rate_than_it_says_is_still_opened() -> None:
    module = FakeSoundDevice(FakeDevice("dac", outputs=2, rate=48_000.0, rates=(96_000,)))
    with Player(backend=backend_of(module)) as player:
        assert player.rate == 96_000


@pytest.mark.parametrize("direction", ["input", "output"])
def test_refusing_every_rate_is_named(direction: str) -> None:
    backend = backend_of(FakeSoundDevice(FakeDevice("dev", inputs=1, outputs=1, rates=())))
    start = (
        Microphone(lambda *_: None, backend=backend).start
        if direction == "input"
        else lambda: Player(backend=backend)
    )
    with pytest.raises(AudioError) as error:
        start()
    assert error.value.code == ("permission" if direction == "input" else "refused_rate")
    if direction == "input":
        assert "permission" in str(error.value)
        assert "privacy settings" in error.value.mend


@pytest.mark.parametrize("code", [-9986, UNAVAILABLE, -9999])
def test_a_passing_failure_is_tried_again(code: int) -> None:
    module = FakeSoundDevice(FakeDevice("dev", outputs=2, failures=[code]))
    with Player(backend=backend_of(module)) as player:
        assert player.alive
    assert module.opened == [("dev", 48_000)] * 2


@pytest.mark.parametrize("code", [-9986, UNAVAILABLE, -9999])
def test_a_lasting_failure_is_one_line_with_the_number(code: int) -> None:
    module = FakeSoundDevice(FakeDevice("dev", outputs=2, failures=[code] * 9))
    with pytest.raises(AudioError, match=str(code)) as error:
        Player(backend=backend_of(module))
    assert error.value.code == "no_output"
    assert error.value.where == "dev"


def test_the_other_host_api_is_tried_when_the_first_one_fails() -> None:
    module = FakeSoundDevice(
        FakeDevice("Speakers", outputs=2, api=0, failures=[-9999] * 9),
        FakeDevice("Speakers", outputs=2, api=1),
        apis=("MME", "WASAPI"),
    )
    with Player("speakers", backend=backend_of(module)) as player:
        assert player.alive
        assert module.streams[0].device.api == 1


# -- failing in the middle --------------------------------------------------------------------------


def test_a_dead_microphone_is_named_once_and_recovers() -> None:
    device = FakeDevice("mic", inputs=1)
    errors: list[Exception] = []
    back: list[float] = []
    microphone = Microphone(
        lambda *_: None,
        on_error=errors.append,
        on_back=lambda: back.append(time.monotonic()),
        backend=backend_of(FakeSoundDevice(device)),
    )
    with microphone:
        assert until(lambda: microphone.all_zero, 5)
        assert not back
        device.sound = hiss
        assert until(lambda: not microphone.all_zero)
        assert until(lambda: len(back) == 1)
        assert until(lambda: -45 < microphone.level_dbfs < -35)
    assert [e.code for e in errors if isinstance(e, AudioError)] == ["dead_microphone"]


def test_an_input_that_stops_delivering_is_lost_and_comes_back() -> None:
    module = FakeSoundDevice(FakeDevice("mic", inputs=1, sound=hiss))
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    blocks: list[float] = []
    back: list[int] = []
    with Microphone(
        lambda _b, at: blocks.append(at),
        on_error=told.put,
        on_back=lambda: back.append(len(module.streams)),
        backend=backend_of(module),
    ) as microphone:
        assert until(lambda: blocks)
        module.streams[0].stuck = True
        error = told.get(timeout=4)
        assert isinstance(error, AudioError)
        assert error.code == "lost"
        assert until(lambda: microphone.alive and len(module.streams) == 2)
        assert until(lambda: back == [2])
        count = len(blocks)
        assert until(lambda: len(blocks) > count + 5)


def test_a_replugged_microphone_comes_back_though_the_player_is_open() -> None:
    mic, speaker = FakeDevice("usb mic", inputs=1, sound=hiss), FakeDevice("speaker", outputs=2)
    module = FakeSoundDevice(mic, speaker)
    backend = backend_of(module)
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    with (
        Player("speaker", backend=backend) as player,
        Microphone(lambda *_: None, "usb", on_error=told.put, backend=backend) as microphone,
    ):
        module.plugged.remove(mic)
        module.streams[1].pull()
        assert isinstance(told.get(timeout=4), AudioError)
        assert not microphone.alive
        module.plugged.insert(0, FakeDevice("usb mic", inputs=1, sound=hiss))
        assert until(lambda: microphone.alive)
        assert player.alive
        ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
        player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
        assert ended.get(timeout=4) is True


def test_a_lost_output_ends_its_clips_and_says_so() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2))
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    back: list[bool] = []
    with Player(on_error=told.put, on_back=lambda: back.append(True), backend=backend_of(module)) as player:
        for _ in range(2):
            player.play(np.full(480_000, 0.5, np.float32), 48_000, ended.put)
        device = module.plugged.pop()
        module.streams[0].pull()
        assert [ended.get(timeout=4), ended.get(timeout=4)] == [False, False]
        error = told.get(timeout=4)
        assert isinstance(error, AudioError)
        assert error.code == "lost"
        with pytest.raises(AudioError):
            player.play(np.zeros(10, np.float32), 48_000)
        assert not back
        module.plugged.append(device)
        assert until(lambda: player.alive)
        assert until(lambda: back == [True])


@pytest.mark.parametrize("direction", ["input", "output"])
def test_a_driver_that_raises_what_nobody_knows_does_not_end_the_watch(direction: str) -> None:
    module = FakeSoundDevice(FakeDevice("dev", inputs=1, outputs=2, sound=hiss))
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    usual, backend = module.query_devices, backend_of(module)

    def broken() -> list[dict[str, Any]]:
        raise OSError("driver")

    opened: Any = (
        Microphone(lambda *_: None, on_error=told.put, backend=backend)
        if direction == "input"
        else Player(on_error=told.put, backend=backend)
    )
    with opened:
        module.query_devices = broken  # type: ignore[method-assign]
        module.streams[0].pull()
        assert isinstance(told.get(timeout=4), AudioError)
        assert isinstance(told.get(timeout=4), OSError)
        module.query_devices = usual  # type: ignore[method-assign]
        assert until(lambda: opened.alive)


def test_an_exception_in_the_callback_is_reported_not_swallowed() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2))
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    with Player(on_error=told.put, backend=backend_of(module)) as player:
        module.streams[0].callback(None, 10, None, None)  # PortAudio hands over nonsense
        assert "TypeError" in str(told.get(timeout=4))
        assert until(lambda: player.alive)


def test_a_sink_that_raises_does_not_make_the_ear_deaf() -> None:
    module = FakeSoundDevice(FakeDevice("mic", inputs=1, sound=hiss))
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()

    def sink(_block: np.ndarray, _at: float) -> None:
        raise KeyError("listener")

    with Microphone(sink, on_error=told.put, backend=backend_of(module)) as microphone:
        assert [type(told.get(timeout=4)) for _ in range(3)] == [KeyError] * 3
        assert microphone.alive


def test_a_done_that_raises_does_not_end_the_sound() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2))
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def done(_finished: bool) -> None:
        raise KeyError("caller")

    with Player(on_error=told.put, backend=backend_of(module)) as player:
        player.play(np.zeros(480, np.float32), 48_000, done)
        player.play(np.zeros(480, np.float32), 48_000, ended.put)
        assert ended.get(timeout=4) is True
        assert isinstance(told.get(timeout=1), KeyError)


def test_a_full_queue_counts_overruns_and_drops_no_thread() -> None:
    module = FakeSoundDevice(FakeDevice("mic", inputs=1, sound=hiss))
    microphone = Microphone(lambda *_: None, backend=backend_of(module))
    with microphone:
        stream = module.streams[0]
        microphone._blocks.maxsize = 1  # a reader that is never quick enough
        microphone._sink = lambda *_: time.sleep(0.1)
        assert until(lambda: microphone.overruns > 2)
        assert stream.active


def test_stop_and_start_again() -> None:
    module = FakeSoundDevice(FakeDevice("mic", inputs=1, sound=hiss))
    blocks: list[float] = []
    microphone = Microphone(lambda _b, at: blocks.append(at), backend=backend_of(module))
    microphone.start()
    assert until(lambda: blocks)
    microphone.stop()
    count = len(blocks)
    assert not microphone.alive
    time.sleep(0.1)
    assert len(blocks) == count
    microphone.start()
    assert until(lambda: len(blocks) > count)
    microphone.close()
    microphone.close()


def test_the_stop_fades_and_then_is_silent_within_a_block() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2))
    with Player(backend=backend_of(module)) as player:
        player.play(np.full(480_000, 0.5, np.float32), 48_000)
        stream = module.streams[0]
        assert until(lambda: any(block.any() for block in stream.written))
        player.stop()
        seen = len(stream.written)
        assert until(lambda: len(stream.written) > seen + 3)
        after = np.concatenate(stream.written[seen + 1 :])
        assert not after.any()
        whole = np.concatenate(stream.written)
        assert np.abs(np.diff(whole)).max() < 0.51  # the start is a step; the end is none
        last = np.flatnonzero(whole)[-1]
        assert abs(whole[last]) < 0.02


def test_on_a_deep_device_a_cue_skips_the_waiting_silence_and_only_that() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2, latency=0.2))
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(backend=backend_of(module)) as player:
        stream = module.streams[0]
        for _ in range(2):  # the second one follows the first: nothing may be thrown away
            player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
        assert [ended.get(timeout=4), ended.get(timeout=4)] == [True, True]
        assert stream.starts == 2
        player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
        assert ended.get(timeout=4) is True
        assert stream.starts == 3
        whole = np.concatenate(stream.written)
    assert np.count_nonzero(whole) == 3 * 4800


def test_on_a_deep_device_stop_throws_away_what_waits() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2, latency=0.2))
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(backend=backend_of(module)) as player:
        stream = module.streams[0]
        player.play(np.full(480_000, 0.5, np.float32), 48_000, ended.put)
        assert until(lambda: any(block.any() for block in stream.written))
        player.stop()
        assert until(lambda: stream.starts == 3)
        seen = len(stream.written)
        assert ended.get(timeout=2) is False
        assert until(lambda: len(stream.written) > seen + 3)
        assert not np.concatenate(stream.written[seen + 1 :]).any()
        player.stop()
        assert stream.starts == 3  # nothing sounds: nothing to throw away


def test_a_clip_cut_in_its_last_moment_counts_as_cut() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2, latency=0.8))
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(backend=backend_of(module)) as player:
        stream = module.streams[0]
        # Handed over long before it is heard, as a deep device takes it.
        player.play(np.full(24_000, 0.5, np.float32), 48_000, ended.put)
        assert until(lambda: stream.starts == 2)
        stream.callback(np.zeros((24_000 + 1200, 2), np.float32), 25_200, WHEN, None)
        player.stop()
        assert ended.get(timeout=0.3) is False


def test_a_clip_right_after_a_stop_loses_nothing() -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2, latency=0.2))
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(backend=backend_of(module)) as player:
        stream = module.streams[0]
        for _ in range(5):
            player.play(np.full(480_000, 0.25, np.float32), 48_000)
            assert until(lambda: any(block.any() for block in stream.written))
            player.stop()
            player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
            assert ended.get(timeout=4) is True
            whole = np.concatenate(stream.written)
            assert np.count_nonzero(whole == 0.5) == 4800
            stream.written.clear()


def test_a_hung_device_does_not_hold_the_caller() -> None:
    device = FakeDevice("speaker", outputs=2, latency=0.2)
    module = FakeSoundDevice(device)
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(on_error=told.put, backend=backend_of(module)) as player:
        stream, free = module.streams[0], threading.Event()
        assert until(lambda: len(stream.written) > 2)
        stream.stuck = True
        stream.abort = free.wait  # type: ignore[method-assign, assignment]
        try:
            begun = time.monotonic()
            player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
            player.stop()
            player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
            assert time.monotonic() - begun < 0.1
            assert [ended.get(timeout=5), ended.get(timeout=5)] == [False, False]
            assert isinstance(told.get(timeout=1), AudioError)
        finally:
            del stream.abort
            free.set()
        assert until(lambda: player.alive)


def test_a_device_that_does_not_start_again_is_lost() -> None:
    device = FakeDevice("speaker", outputs=2, latency=0.2, restart_fails=True)
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player(on_error=told.put, backend=backend_of(FakeSoundDevice(device))) as player:
        player.play(np.full(4800, 0.5, np.float32), 48_000, ended.put)
        assert ended.get(timeout=4) is False
        error = told.get(timeout=4)
        assert isinstance(error, AudioError)
        assert error.code == "lost"


@pytest.mark.parametrize("call", ["play", "stop", "close", "playing", "alive", "latency"])
@pytest.mark.parametrize("state", ["idle", "playing", "closed"])
def test_what_each_call_does_in_each_state(state: str, call: str) -> None:
    module = FakeSoundDevice(FakeDevice("speaker", outputs=2))
    player = Player(backend=backend_of(module))
    try:
        if state == "playing":
            player.play(np.full(48_000, 0.1, np.float32), 48_000)
        if state == "closed":
            player.close()
        if call == "play" and state == "closed":
            with pytest.raises(AudioError, match="closed"):
                player.play(np.zeros(480, np.float32), 48_000)
        elif call == "play":
            player.play(np.zeros(480, np.float32), 48_000)
            assert player.playing
        elif call in ("stop", "close"):
            getattr(player, call)()
            assert until(lambda: not player.playing)
        elif call == "latency":
            assert player.latency == (0.0 if state == "closed" else 0.01)
        else:
            assert getattr(player, call) is (state == "playing" if call == "playing" else state != "closed")
    finally:
        player.close()
