"""The engine in its child process: every line gives sound, and a child that fails is replaced."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import narrator.voice
from narrator.messages import use
from narrator.voice import VoiceError
from narrator.voice.espeak import EspeakEngine, told
from narrator.voice.loudness import HEARD, integrated
from narrator.voice.sound import polish
from narrator.voice.system import SystemEngine

SYSTEM_WORKER = Path(narrator.voice.__file__).with_name("system_worker.py")
LINES = [
    f"Người chơi số {a} {b}, mời thức dậy." for a in ("một", "hai", "ba", "tư", "năm") for b in "abcdeghikl"
]


@pytest.fixture(scope="module")
def shared() -> EspeakEngine:
    return EspeakEngine("aav/vi", 150, 40)


@pytest.fixture
def engine():
    with EspeakEngine("aav/vi", 150, 40) as engine:
        yield engine


def test_fifty_lines_give_fifty_sounds(engine: EspeakEngine) -> None:
    clips = [engine.render(line) for line in LINES]
    assert len(clips) == 50
    for clip in clips:
        assert 1.0 < clip.seconds < 6.0
        assert np.abs(clip.samples).max() > 0.1
    assert engine.restarts == 0


def test_the_same_line_is_whole_every_time(engine: EspeakEngine) -> None:
    seconds = [engine.render(LINES[0]).seconds for _ in range(30)]
    assert max(seconds) - min(seconds) < 0.05
    other = engine.render(LINES[0] + " " + LINES[1]).seconds
    assert other > 1.7 * seconds[0]


def test_lines_of_several_threads_are_each_their_own(engine: EspeakEngine) -> None:
    alone = {n: engine.render("năm " * n).seconds for n in (1, 4, 8)}
    heard: list[tuple[int, float]] = []

    def speak(n: int) -> None:
        heard.extend((n, engine.render("năm " * n).seconds) for _ in range(5))

    threads = [threading.Thread(target=speak, args=(n,)) for n in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == 15
    for n, seconds in heard:
        assert seconds == pytest.approx(alone[n], abs=0.05)


def test_rate_and_pitch_are_really_set() -> None:
    def spoken(rate: int, pitch: int) -> tuple[float, float]:
        with EspeakEngine("aav/vi", rate, pitch) as engine:
            clip = engine.render("Đêm đầu tiên không được giết người.")
        middle = clip.samples[6000 : 6000 + 4096].astype(np.float64)
        shape = np.correlate(middle, middle, "full")[len(middle) - 1 :]
        return clip.seconds, clip.rate / (60 + float(np.argmax(shape[60:400])))

    slow, quick = spoken(100, 40), spoken(250, 40)
    low, high = spoken(150, 10), spoken(150, 90)
    assert slow[0] > 1.7 * quick[0]
    assert high[1] > 1.5 * low[1]


def test_each_line_has_the_rate_it_asks_for(engine: EspeakEngine) -> None:
    usual = engine.render(LINES[0]).seconds
    asked = [0.8, 1.25, 1.0, 0.8, 1.25, 1.0] * 2
    heard = [engine.render(LINES[0], rate).seconds for rate in asked]
    for rate, seconds in zip(asked, heard, strict=True):
        assert seconds == pytest.approx(usual / rate, rel=0.08)
    assert engine.restarts == 0
    assert engine.render(LINES[0], 0.5).seconds > 1.5 * usual
    assert engine.render(LINES[0], 2.0).seconds < 0.65 * usual


def test_a_voice_of_the_system_has_the_rate_that_each_line_asks_for() -> None:
    command = [sys.executable, "-P", str(Path(__file__).with_name("fake_system.py")), str(SYSTEM_WORKER)]
    with SystemEngine("com.apple.voice.Linh", 170, command=command) as engine:
        seconds = [engine.render(LINES[0], rate).seconds for rate in (1.0, 0.9, 1.25, 1.0)]
    assert seconds == pytest.approx([seconds[0] * times for times in (1, 1 / 0.9, 1 / 1.25, 1)], rel=0.02)


def test_a_persian_voice_reads_persian() -> None:
    with EspeakEngine("ira/fa", 145, 40) as engine:
        assert 0.5 < engine.render("شب اول است").seconds < 3


def test_the_wheels_own_espeak_speaks_too(shared: EspeakEngine) -> None:
    with EspeakEngine("aav/vi", 150, 40, bundled=True) as engine:
        started = engine.start()
        assert "espeakng_loader" in started.library
        assert "espeakng_loader" in started.data
        bundled = engine.render(LINES[0]).seconds
    with shared:
        assert shared.render(LINES[0]).seconds == pytest.approx(bundled, rel=0.1)


def test_an_unknown_voice_is_named_with_others_like_it() -> None:
    with (
        EspeakEngine("aav/vii", 150, 40) as engine,
        pytest.raises(VoiceError, match="no voice 'aav/vii'") as e,
    ):
        engine.render("một")
    assert "aav/vi" in str(e.value)


@pytest.mark.parametrize("text", ["", " ", "?!", "..."])
def test_no_letters_is_an_error_not_silence(engine: EspeakEngine, text: str) -> None:
    with pytest.raises(VoiceError, match="nothing to say"):
        engine.render(text)


def test_a_killed_child_is_replaced_and_the_line_spoken(engine: EspeakEngine) -> None:
    whole = engine.render(LINES[0]).seconds
    assert engine._child is not None
    os.kill(engine._child._process.pid, signal.SIGKILL)
    assert engine.render(LINES[0]).seconds == pytest.approx(whole, abs=0.05)
    assert engine.restarts == 1


def test_a_stopped_child_is_replaced_after_the_limit() -> None:
    with EspeakEngine("aav/vi", 150, 40, limit=2.0) as engine:
        engine.start()
        assert engine._child is not None
        os.kill(engine._child._process.pid, signal.SIGSTOP)
        begun = time.monotonic()
        assert engine.render(LINES[0]).seconds > 1
        assert 1.9 < time.monotonic() - begun < 5
        assert engine.restarts == 1


READY = json.dumps({"ready": True, "version": "9", "library": "x", "data": "y"})
FAKES = {
    "dies at once": "import sys; sys.stderr.write('boom\\n'); sys.exit(1)",
    "never ready": "import time; time.sleep(60)",
    "hangs on the line": f"import time; print({READY!r}, flush=True); input(); time.sleep(60)",
    "dies on the line": f"print({READY!r}, flush=True); input()",
    "answers nonsense": f"print({READY!r}, flush=True); input(); print('hello', flush=True); input()",
    "names no file": f"""
print({READY!r}, flush=True); input()
print('{{"path": "/none.wav"}}', flush=True); input()
""",
    "gives no frames": f"""
import json, sys, wave
print({READY!r}, flush=True); input()
path = json.loads(sys.argv[1])["folder"] + "/a.wav"
with wave.open(path, "wb") as w:
    w.setnchannels(1); w.setsampwidth(2); w.setframerate(22050)
print(json.dumps({{"path": path}}), flush=True); input()
""",
    "cuts the line off": f"""
import json, sys, wave
print({READY!r}, flush=True); input()
path = json.loads(sys.argv[1])["folder"] + "/a.wav"
with wave.open(path, "wb") as w:
    w.setnchannels(1); w.setsampwidth(2); w.setframerate(22050); w.writeframes(b"\\1\\2" * 2205)
print(json.dumps({{"path": path}}), flush=True); input()
""",
    "gives silence": f"""
import json, sys, wave
print({READY!r}, flush=True); input()
path = json.loads(sys.argv[1])["folder"] + "/a.wav"
with wave.open(path, "wb") as w:
    w.setnchannels(1); w.setsampwidth(2); w.setframerate(22050); w.writeframes(b"\\0\\0" * 44100)
print(json.dumps({{"path": path}}), flush=True); input()
""",
}


@pytest.mark.parametrize("kind", FAKES)
def test_a_child_that_fails_twice_is_one_clear_error(kind: str) -> None:
    with (
        EspeakEngine("aav/vi", 150, 40, limit=0.4, command=[sys.executable, "-c", FAKES[kind]]) as engine,
        pytest.raises(VoiceError, match="the voice could not") as error,
    ):
        engine.render(LINES[0])
    assert "\n" not in str(error.value)
    assert engine.restarts == 1
    if kind == "dies at once":
        assert "boom" in str(error.value)


def test_a_child_that_cannot_be_started_is_one_clear_error(tmp_path: Path) -> None:
    with (
        EspeakEngine("aav/vi", 150, 40, command=[str(tmp_path / "none")]) as engine,
        pytest.raises(VoiceError),
    ):
        engine.render("một")


def test_a_closed_engine_says_so(engine: EspeakEngine) -> None:
    engine.close()
    engine.close()
    with pytest.raises(VoiceError, match="closed"):
        engine.render("một")


def test_no_file_is_left_behind(
    engine: EspeakEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    engine.render("một hai ba")
    assert engine._child is not None
    folder = Path(engine._child._folder.name)
    assert sorted(p.suffix for p in folder.glob("*.wav") if p.stem.isdigit() and int(p.stem) > 1) == []
    engine.close()
    assert list(tmp_path.iterdir()) == []


def test_a_module_of_the_same_name_beside_the_user_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wave.py").write_text("raise SystemExit('run by mistake')")
    monkeypatch.chdir(tmp_path)
    with EspeakEngine("aav/vi", 150, 40) as engine:
        assert engine.render("một hai").seconds > 0.2


# -- polishing --------------------------------------------------------------------------------------


def test_silence_around_a_line_is_trimmed() -> None:
    tone = 0.3 * np.sin(2 * np.pi * 200 * np.arange(22_050) / 22_050).astype(np.float32)
    hush = np.zeros(11_025, np.float32)
    out = polish(np.concatenate([hush, tone, hush]), 22_050)
    assert len(out) == pytest.approx(22_050 + 110 + 441, abs=10)
    assert out[0] == 0.0
    assert abs(out[-1]) < 1e-6


@pytest.mark.parametrize("gain", [0.01, 0.2, 1.0])
def test_all_lines_are_equally_loud(gain: float) -> None:
    noise = np.random.default_rng(1).standard_normal(44_100) * np.sin(np.arange(44_100) / 2000) ** 2
    out = polish((noise / np.abs(noise).max() * gain).astype(np.float32), 22_050)
    assert integrated(out, 22_050) == pytest.approx(HEARD, abs=0.2)
    assert np.abs(out).max() <= 0.9


def test_a_line_with_high_peaks_is_not_clipped() -> None:
    clicks = np.zeros(22_050, np.float32)
    clicks[::2000] = 1.0
    assert np.abs(polish(clicks, 22_050)).max() <= 10 ** (-1 / 20) + 1e-6


def test_zeros_stay_zeros() -> None:
    zeros = np.zeros(100, np.float32)
    assert polish(zeros, 22_050) is zeros


def test_a_child_complains_in_the_language_of_messages() -> None:
    use("vi")
    assert told({"error": "espeak-ng stays busy", "facts": {}}) == "espeak-ng bận mãi"
    assert told({"error": "what {others} say", "facts": {}}) == "what {others} say"
    assert told({"error": "espeak-ng stays busy"}) == "espeak-ng stays busy", "not its own words"
    with EspeakEngine("aav/none", 150, 40) as engine, pytest.raises(VoiceError) as caught:
        engine.start()
    assert str(caught.value).startswith("voices/: espeak-ng không có giọng 'aav/none'; gần giống: ")
