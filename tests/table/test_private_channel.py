"""What is for the helper alone is heard by nobody else, whatever happens to the earpiece."""

from __future__ import annotations

import os
import pty
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from narrator.audio import AudioError, Earpiece, Player
from narrator.audio import earpiece as earpiece_module
from narrator.audio.backend import Backend
from narrator.audio.errors import lost
from narrator.errors import UserError
from narrator.table.evening import Evening
from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.voice import Clip
from tests.audio.fake_sounddevice import FakeDevice, FakeSoundDevice
from tests.audio.test_rig import play_and_wait, voice_like
from tests.audio.test_stranded import pactl, unload
from tests.rig import RATE, Recording, Rig, match

SECRET = voice_like(3.0, 22_050, 11)
PUBLIC = voice_like(0.8, 22_050, 12)
PIECE = int(0.2 * 22_050)


def until(condition: Callable[[], object], seconds: float) -> float:
    """How long it took."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds
        time.sleep(0.01)
    return time.monotonic() - begun


def heard_of(secret: np.ndarray, recording: Recording) -> float:
    """How well the best piece of 0.2 s fits."""
    pieces = [secret[at : at + PIECE] for at in range(0, len(secret) - PIECE, PIECE // 2)]
    return max(match(piece, 22_050, recording.samples)[0] for piece in pieces)


def test_a_secret_does_not_move_to_the_loudspeaker_with_its_stream(own_rig: Rig) -> None:
    pactl(own_rig, "load-module", "module-rescue-streams")
    alarms: list[Exception] = []
    ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
    with Player("narrator_public") as table, own_rig.record("private") as whispered:
        ear = Earpiece("narrator_private", table, alarms.append)
        try:
            with own_rig.record("speaker") as heard:
                ear.play(SECRET, 22_050, ended.put)
                time.sleep(1.0)
                assert whispered.samples.any()
                unload(own_rig, "private")
                assert ended.get(timeout=1) is False
                time.sleep(1.0)
                for _ in range(2):
                    ear.play(SECRET, 22_050, ended.put)
                    assert ended.get(timeout=1) is False
            print("of the secret", np.count_nonzero(heard.samples) / RATE, heard_of(SECRET, heard))
            assert np.count_nonzero(heard.samples) < 0.15 * RATE
            assert heard_of(SECRET, heard) < 0.5
            assert len(alarms) == 1
            assert "narrator_private: the earpiece is gone" in str(alarms[0])
            with own_rig.record("speaker") as heard:
                assert play_and_wait(table, PUBLIC, 22_050)
            assert match(PUBLIC, 22_050, heard.samples)[0] > 0.99
            pactl(own_rig, "load-module", "module-null-sink", "sink_name=private", "rate=48000")
            assert until(lambda: ear.alive, 5) < 5
            with own_rig.record("private") as again, own_rig.record("speaker") as heard:
                ear.play(PUBLIC, 22_050, ended.put)
                assert ended.get(timeout=3) is True
            assert match(PUBLIC, 22_050, again.samples)[0] > 0.99
            assert not heard.samples.any()
            assert len(alarms) == 1
        finally:
            ear.close()


def own_inputs(rig: Rig, sink: str) -> list[str]:
    numbers = {
        w[1]: w[0] for w in (line.split() for line in pactl(rig, "list", "short", "sinks").splitlines())
    }
    lines = [line.split() for line in pactl(rig, "list", "short", "sink-inputs").splitlines()]
    return [words[0] for words in lines if words[1] == numbers[sink]]


def test_a_stream_that_somebody_moves_falls_silent(own_rig: Rig) -> None:
    alarms: list[Exception] = []
    with Player("narrator_public") as table, own_rig.record("speaker") as heard:
        ear = Earpiece("narrator_private", table, alarms.append)
        try:
            ear.play(SECRET, 22_050)
            time.sleep(0.8)
            (stream,) = own_inputs(own_rig, "private")
            pactl(own_rig, "move-sink-input", stream, "speaker")
            time.sleep(1)
            assert np.count_nonzero(heard.samples) < 0.15 * RATE
            assert len(alarms) == 1
            until(lambda: ear.alive, 5)  # opened anew, it is where it belongs
        finally:
            ear.close()


def test_cues_and_lines_on_both_devices_are_no_reason_to_be_silent(own_rig: Rig) -> None:
    alarms: list[Exception] = []
    with Player("narrator_public") as table:
        ear = Earpiece("narrator_private", table, alarms.append)
        try:
            for seed in range(4):
                clip = voice_like(0.4, 22_050, seed)
                ended: queue.SimpleQueue[bool] = queue.SimpleQueue()
                with own_rig.record("private") as whispered:
                    ear.play(clip, 22_050, ended.put)
                    assert play_and_wait(table, PUBLIC, 22_050)
                    assert ended.get(timeout=3) is True
                assert match(clip, 22_050, whispered.samples)[0] > 0.99
            assert alarms == []
        finally:
            ear.close()


@pytest.mark.parametrize(
    ("public", "private"),
    [("narrator_public", "pulse"), ("narrator_public", "default"), (None, "narrator_public"),
     ("narrator_public", "narrator_public"), (None, "default")],
)  # fmt: skip
@pytest.mark.usefixtures("rig")
def test_an_earpiece_that_is_the_loudspeaker_is_refused(public: str | None, private: str) -> None:
    with Player(public) as table, pytest.raises(UserError, match="is the loudspeaker") as error:
        Earpiece(private, table, pytest.fail)
    assert error.value.where == "--private-device"
    assert error.value.mend
    assert "\n" not in str(error.value)


def test_a_way_to_the_loudspeaker_round_another_sink_is_refused(own_rig: Rig) -> None:
    unload(own_rig, "private")
    pactl(own_rig, "load-module", "module-remap-sink", "sink_name=private", "master=speaker")
    with Player("narrator_public") as table, pytest.raises(UserError, match="is the loudspeaker"):
        Earpiece("narrator_private", table, pytest.fail)


@pytest.fixture
def unwatched(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Without pactl: opens (loudspeaker, earpiece) on devices of these names."""
    monkeypatch.setattr(earpiece_module.routes, "look", lambda: None)

    def both(public: str, private: str) -> list[Exception]:
        module = FakeSoundDevice(FakeDevice(public, outputs=2), FakeDevice(private, outputs=2))
        backend = Backend(module, sleep=lambda _seconds: None)
        alarms: list[Exception] = []
        monkeypatch.setattr(
            earpiece_module, "Player", lambda name, **how: Player(name, backend=backend, **how)
        )
        with Player(public, backend=backend) as table:
            Earpiece(private, table, alarms.append).close()
        return alarms

    return both


def test_without_pactl_the_helper_is_told_once_that_a_named_device_may_move(unwatched: Any) -> None:
    (alarm,) = map(str, unwatched("narrator_public", "narrator_private"))
    assert "hw:" in alarm
    assert "\n" not in alarm


def test_a_hardware_device_needs_no_watch(unwatched: Any) -> None:
    assert unwatched("HDA Intel: ALC (hw:0,0)", "USB Audio: - (hw:1,0)") == []


@pytest.mark.parametrize(
    ("public", "private"),
    [("HDA Intel: ALC (hw:0,0)", "default"), ("narrator_public", "pulse"),
     ("HDA: A (hw:0,0)", "HDA again: A (plughw:0,0, hw:0,0)")],
)  # fmt: skip
def test_without_pactl_names_that_may_be_the_loudspeaker_are_refused(
    unwatched: Any, public: str, private: str
) -> None:
    with pytest.raises(UserError, match="is the loudspeaker"):
        unwatched(public, private)


class Tone:
    """A voice whose every line is the same."""

    def clip(self, _text: str) -> Clip:
        return Clip(np.full(480, 0.1, np.float32), 48_000, "")


class Away:
    """An output whose device is lost, until `there`."""

    there = False

    def play(self, samples: np.ndarray, rate: int, done: Callable[[bool], None] | None = None) -> None:  # noqa: ARG002
        if not self.there:
            raise lost("output", "headset")
        if done is not None:
            done(True)

    def stop(self) -> None:
        """Nothing sounds."""


def test_an_earcon_while_the_device_is_away_is_a_trouble_and_no_end() -> None:
    loop, output = Loop(), Away()
    troubles: list[tuple[UserError, str]] = []
    sounds: list[bool] = []
    voice: Any = Tone()
    speaker = Speaker(
        loop, voice, output, sounding=lambda on, _speech: sounds.append(on),
        trouble=lambda error, text: troubles.append((error, text)),
    )  # fmt: skip
    try:
        speaker.chime("heard")
        until(lambda: troubles, 2)
        assert isinstance(troubles[0][0], AudioError)
        assert sounds == [True, False]
        output.there = True
        speaker.chime("heard")
        speaker.say("Xin chào", loop.stop)
        loop.run(loop.now() + 3)
        assert sounds == [True, False] * 3
        assert len(troubles) == 1
    finally:
        speaker.close()


def test_pactl_is_ended_with_the_earpiece(own_rig: Rig) -> None:
    with Player("narrator_public") as table:
        ear = Earpiece("narrator_private", table, pytest.fail)
        assert ear._child is not None or until(lambda: ear._child, 2) < 2
        child = ear._child
        begun = time.monotonic()
        ear.close()
        assert time.monotonic() - begun < 2
        assert isinstance(child, subprocess.Popen)
        until(lambda: child.returncode is not None, 2)
    assert own_inputs(own_rig, "private") == []


class Terminal:
    """`narrator play` at a terminal of its own, with an earpiece."""

    def __init__(self, rig: Rig, *options: str) -> None:
        self._own, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "import sys; from narrator.cli import main; sys.exit(main())", "play",
             "mafia_vendetta", "--lang", "vi", "--players", "6", "--device", "narrator_public",
             "--no-microphone", "--pace", "quick", "--seed", "1", *options],
            env=rig.env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        data = b""
        try:
            while more := os.read(self._own, 4096):
                data += more
                self.shown = data.decode(errors="replace")
        except OSError:
            return  # the program has ended

    def press(self, keys: str) -> None:
        for key in keys:
            os.write(self._own, key.encode())
            time.sleep(0.3)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._thread.join()
        os.close(self._own)


@pytest.mark.parametrize("rescue", [False, True])
def test_a_game_goes_on_without_its_earpiece_and_can_be_ended(own_rig: Rig, rescue: bool) -> None:
    if rescue:
        pactl(own_rig, "load-module", "module-rescue-streams")
    game = Terminal(own_rig, "--private-device", "narrator_private")
    try:
        until(lambda: "🤫" in game.shown, 90)  # every line is rendered first
        game.press("ss")
        before = game.shown.count("⚠")  # a busy computer may be late to watch the earpiece, and say so
        with own_rig.record("speaker") as heard:
            unload(own_rig, "private")
            game.press("ssss")
        assert np.count_nonzero(heard.samples) < 0.15 * RATE
        try:
            until(lambda: game.shown.count("⚠") > before, 30)
        except AssertionError:
            raise AssertionError(game.shown[-3_000:]) from None
        with own_rig.record("speaker") as heard:
            game.press("b")
            until(lambda: "🔊" in game.shown, 15)
            time.sleep(1)
        assert np.count_nonzero(heard.samples) > 0.5 * RATE
        pactl(own_rig, "load-module", "module-null-sink", "sink_name=private", "rate=48000")
        until(lambda: len(own_inputs(own_rig, "private")) == 1, 15)
        os.kill(game.process.pid, signal.SIGINT)
        assert game.process.wait(15) == 130
        assert game.shown.count("⚠") == before + 1, game.shown[-2_000:]
        assert "Expression" not in game.shown
    finally:
        game.close()


def test_a_game_does_not_begin_with_the_loudspeaker_for_an_earpiece(rig: Rig) -> None:
    game = Terminal(rig, "--private-device", "default")
    try:
        assert game.process.wait(90) == 2
        until(lambda: "--private-device: the private device 'default' is the loudspeaker. " in game.shown, 2)
        assert "Traceback" not in game.shown
    finally:
        game.close()


def test_leaving_an_evening_waits_two_seconds_at_most() -> None:
    nothing: Any = None
    evening, free, closed = Evening(nothing, nothing, nothing), threading.Event(), threading.Event()
    evening._stack.callback(closed.set)
    evening._stack.callback(free.wait)
    begun = time.monotonic()
    evening.__exit__()
    assert 1.5 < time.monotonic() - begun < 2.5
    assert not closed.is_set()
    free.set()
    assert closed.wait(2)
