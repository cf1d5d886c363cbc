"""A call into PortAudio that never comes back strands its own thread, and nothing and nobody else."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narrator.audio import AudioError, Microphone, Player
from narrator.audio import stream as stream_module
from narrator.audio.backend import Backend
from tests.audio.fake_sounddevice import FakeDevice, FakeSoundDevice
from tests.audio.test_devices import WHEN, hiss, until
from tests.audio.test_rig import voice_like
from tests.rig import Rig, match

TONE = np.full(4800, 0.5, np.float32)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "TOO_LONG_SILENT", 0.5)
    monkeypatch.setattr(stream_module, "RETRY", 0.3)
    monkeypatch.setattr(stream_module, "HUNG", 0.3)


@pytest.fixture
def free() -> Iterator[threading.Event]:
    """What hangs waits for it; at the end of the test everything comes back."""
    event = threading.Event()
    yield event
    event.set()


def two() -> tuple[FakeSoundDevice, Backend]:
    module = FakeSoundDevice(
        FakeDevice("speaker", outputs=2, latency=0.2), FakeDevice("earpiece", outputs=2, latency=0.2)
    )
    return module, Backend(module, sleep=lambda _seconds: None)


def heard(player: Player) -> bool:
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    player.play(TONE, 48_000, ended.put)
    return ended.get(timeout=3)


@pytest.mark.parametrize("call", ["start", "abort"])
def test_the_speaker_goes_on_and_the_earpiece_comes_back_when_its_restart_hangs(
    call: str, free: threading.Event
) -> None:
    module, backend = two()
    told: queue.SimpleQueue[Exception] = queue.SimpleQueue()
    with (
        Player("speaker", backend=backend) as table,
        Player("earpiece", on_error=told.put, backend=backend) as ear,
    ):
        hung = module.streams[1]
        setattr(hung, call, free.wait)
        cut: queue.SimpleQueue[bool] = queue.SimpleQueue()
        ear.play(TONE, 48_000, cut.put)
        begun = time.monotonic()
        assert heard(table)
        assert time.monotonic() - begun < 1
        assert cut.get(timeout=3) is False
        assert isinstance(error := told.get(timeout=1), AudioError)
        assert error.code == "lost"
        assert until(lambda: ear.alive, 5)
        assert heard(ear)
        assert heard(table)
        # What comes back to life in it is silent, and takes nothing that is the new stream's.
        table_feed = np.full((480, 2), 0.7, np.float32)
        ear.play(TONE, 48_000)
        hung.callback(table_feed, 480, WHEN, None)
        assert not table_feed.any()
        assert until(lambda: not ear.playing)
        assert not hung.closed  # closing a stream during its start aborts the process
        assert not backend.refresh(pause=True)  # and so does ending PortAudio
        delattr(hung, call)
        free.set()
        assert until(lambda: hung.closed)


@pytest.mark.parametrize("call", ["start", "abort", "close"])
def test_closing_waits_for_nothing_that_hangs(call: str, free: threading.Event) -> None:
    module, backend = two()
    table, ear = Player("speaker", backend=backend), Player("earpiece", backend=backend)
    hung, real = module.streams[1], getattr(module.streams[1], call)

    def hang() -> None:
        free.wait()
        real()

    setattr(hung, call, hang)
    ear.play(TONE, 48_000)
    time.sleep(0.1)
    begun = time.monotonic()
    ear.close()
    assert time.monotonic() - begun < 2
    begun = time.monotonic()
    table.close()
    assert time.monotonic() - begun < 2
    free.set()
    assert until(lambda: hung.closed)
    module.streams[0].close()  # it could not be closed while the other one was in the way


def test_a_microphone_that_hangs_is_left_behind(free: threading.Event) -> None:
    module = FakeSoundDevice(FakeDevice("mic", inputs=1, sound=hiss))
    microphone = Microphone(lambda *_: None, backend=Backend(module))
    microphone.start()
    module.streams[0].abort = free.wait  # type: ignore[method-assign, assignment]
    begun = time.monotonic()
    microphone.close()
    assert time.monotonic() - begun < 2
    del module.streams[0].abort


def test_when_opening_hangs_for_good_the_helper_is_told_once_and_the_speaker_sounds(
    free: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, backend = two()
    monkeypatch.setattr(backend.calls, "in_turn", lambda work, seconds: usual(work, min(seconds, 0.5)))
    usual = Backend(module).calls.in_turn
    told: list[str] = []
    with (
        Player("speaker", backend=backend) as table,
        Player("earpiece", on_error=lambda e: told.append(getattr(e, "code", "")), backend=backend) as ear,
    ):
        monkeypatch.setattr(module, "OutputStream", lambda **_: free.wait())
        module.streams[1].pull()
        assert until(lambda: "stuck" in told, 5)
        time.sleep(1)
        assert told == ["lost", "stuck"]
        assert heard(table)
        assert not ear.alive
        begun = time.monotonic()
    assert time.monotonic() - begun < 3
    module.streams[0].close()  # it could not be closed while the other one was in the way


LOSING = """
import subprocess, sys, time
import numpy as np
from narrator.audio import AudioError, Player

def say(words):
    print(words, flush=True)
    sys.stdin.readline()

tone = (0.3 * np.sin(np.arange(9600) / 10)).astype(np.float32)
clip = np.load(sys.argv[1])
told = []
with Player("narrator_public") as table, Player("narrator_private", on_error=told.append) as ear:
    time.sleep(0.3)
    say("open")
    try:
        for _ in range(3):
            ear.play(tone, 48_000)
            ear.stop()
    except AudioError:
        pass
    time.sleep(1.5)
    begun = time.monotonic()
    table.play(clip, 22_050)
    while table.playing:
        time.sleep(0.01)
    print("hung" if "start" in str(told) else told, file=sys.stderr)
    assert time.monotonic() - begun < len(clip) / 22_050 + 0.7
    say("spoken")
    begun = time.monotonic()
    while not ear.alive:
        time.sleep(0.02)
        assert time.monotonic() - begun < 5
    say("back")
    ear.play(clip, 22_050)
    while ear.playing:
        time.sleep(0.01)
    begun = time.monotonic()
assert time.monotonic() - begun < 2
say("closed")
"""


def pactl(rig: Rig, *words: str) -> str:
    done = subprocess.run(["pactl", *words], env=rig.env, capture_output=True, text=True, check=True)
    return done.stdout


def unload(rig: Rig, sink: str) -> None:
    """The device is pulled out."""
    for line in pactl(rig, "list", "short", "modules").splitlines():
        if f"sink_name={sink}" in line.split():
            pactl(rig, "unload-module", line.split()[0])


def test_an_earpiece_that_vanishes_mutes_nobody_and_comes_back(own_rig: Rig, tmp_path: Path) -> None:
    clip = voice_like(0.8, 22_050, 5)
    np.save(f"{tmp_path}/clip.npy", clip)
    game = subprocess.Popen(
        [sys.executable, "-c", LOSING, f"{tmp_path}/clip.npy"],
        env=own_rig.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert game.stdin is not None
    assert game.stdout is not None

    def step(word: str) -> None:
        assert game.stdout is not None
        assert game.stdout.readline() == f"{word}\n"

    def go_on() -> None:
        assert game.stdin is not None
        game.stdin.write("\n")
        game.stdin.flush()

    try:
        step("open")
        unload(own_rig, "private")
        with own_rig.record() as recording:
            go_on()
            step("spoken")
        assert match(clip, 22_050, recording.samples)[0] > 0.99
        pactl(own_rig, "load-module", "module-null-sink", "sink_name=private", "rate=48000")
        go_on()
        step("back")
        with own_rig.record("private") as whispered:
            go_on()
            step("closed")
        assert match(clip, 22_050, whispered.samples)[0] > 0.99
        go_on()
        assert game.wait(5) == 0
    finally:
        game.kill()
        print(game.communicate()[1])


PRINTING = """
import os, pathlib, sys
from narrator.audio.quiet import Hush, logged
with logged(pathlib.Path(sys.argv[1])):
    os.write(2, b"from C\\n")
    print("for people", file=sys.stderr)
    first, second = Hush(), Hush()
    first.end()
    first.end()
    os.write(2, b"of no use\\n")
    second.end()
    os.write(2, b"from C again\\n")
os.write(2, b"after it\\n")
print("as before", file=sys.stderr)
"""


def test_what_c_prints_goes_to_the_log_and_what_python_prints_to_the_screen(tmp_path: Path) -> None:
    log = tmp_path / "sound.log"
    done = subprocess.run(
        [sys.executable, "-c", PRINTING, str(log)], capture_output=True, text=True, check=True
    )
    assert done.stderr == "for people\nafter it\nas before\n"
    assert log.read_text() == "from C\nfrom C again\n"
    assert log.stat().st_mode & 0o077 == 0
