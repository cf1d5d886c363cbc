"""`narrator voices`: what is listed, and samples; the system's voices with a driver by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
from scipy.signal import fftconvolve

from narrator.cli import earcons, main, voices
from narrator.script import load_lines
from narrator.voice import VoiceError, earcon, load_profile, open_voice
from narrator.voice import system as system_module
from narrator.voice import voice as voice_module
from narrator.voice.earcons import SECONDS
from narrator.voice.pack_units import line_units
from narrator.voice.system import SystemEngine, SystemVoice, system_voices
from tests.voice.packs import make_pack

COMMAND = (
    sys.executable,
    str(Path(__file__).parents[1] / "voice" / "fake_system.py"),
    str(Path(system_module.__file__).with_name("system_worker.py")),
)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(voices, "packs_folder", lambda: tmp_path / "mine")


def rows(out: str) -> list[list[str]]:
    return [line.split("\t") for line in out.splitlines()]


def test_profiles_and_packs_are_listed_with_their_licences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units = list(line_units(load_lines("mafia_vendetta", "vi")))[30:34]
    seconds = make_pack(tmp_path / "lan", units)
    make_pack(tmp_path / "mine" / "other", units[:1])
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "pack.toml").write_text("lang = ")
    assert main(["voices"]) == 0
    told = capsys.readouterr()
    assert [row[:3] for row in rows(told.out)] == [
        ["fa", "fa", "built in"],
        ["fa-piper", "fa", "built in"],
        ["vi", "vi", "built in"],
        ["vi-piper", "vi", "built in"],
        ["lan", "vi", "pack"],
        [str(tmp_path / "mine" / "other"), "vi", "pack"],
    ]
    assert "GPL-3.0-or-later" in rows(told.out)[0][4]
    assert rows(told.out)[4][3:] == ["Giọng Lan, 4 clips", "CC BY 4.0"]
    assert "broken/pack.toml: this is not TOML" in told.err
    assert main(["voices", "--lang", "fa"]) == 0
    assert len(rows(capsys.readouterr().out)) == 2

    assert main(["voices", "--sample", "lan", "--out", "lan.wav"]) == 0
    assert soundfile.info("lan.wav").duration == pytest.approx(seconds[units[0].key], abs=0.01)
    assert main(["voices", "--sample", "none"]) == 2
    assert "Use fa, fa-piper, vi, vi-piper, lan" in capsys.readouterr().err
    assert main(["voices", "--out", "x.wav"]) == 2


def test_the_systems_vietnamese_and_persian_voices_are_found() -> None:
    assert system_voices(COMMAND) == [
        SystemVoice("com.apple.voice.Linh", "Linh", "vi"),
        SystemVoice("com.apple.voice.Dariush", "Dariush", "fa"),
        SystemVoice("HKEY\\Tokens\\MSTTS_V110_viVN_An", "Microsoft An - Vietnamese (Vietnam)", "vi"),
        SystemVoice("old", "Old", "fa"),
        SystemVoice("mute", "Mute", "vi"),
    ]


def test_a_system_that_does_not_tell_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (("/none/at/all",), (sys.executable, "-c", "print('hello')")):
        with pytest.raises(VoiceError, match="cannot be listed"):
            system_voices(command)
    monkeypatch.setattr(sys, "platform", "darwin")

    def fails() -> list[SystemVoice]:
        raise VoiceError("the system does not list its voices")

    monkeypatch.setattr(voices, "system_voices", fails)
    assert main(["voices"]) == 0
    assert "note: the system does not list its voices" in capsys.readouterr().err


def test_a_system_voice_speaks_in_a_sample_and_by_a_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def engine(voice: str, rate: int) -> SystemEngine:
        return SystemEngine(voice, rate, command=COMMAND)

    monkeypatch.setattr(
        voices,
        "all_voices",
        lambda: iter([voices.Found("com.apple.voice.Linh", "vi", "system", "Linh", "x")]),
    )
    monkeypatch.setattr(voices, "SystemEngine", engine)
    monkeypatch.setattr(voice_module, "SystemEngine", engine)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache")
    assert main(["voices", "--sample", "com.apple.voice.Linh", "--out", "s.wav"]) == 0
    assert soundfile.info("s.wav").duration > 1.0
    profile = 'lang="vi"\nengine="system"\nvoice="%s"\nrate=170\npitch=40\ngame_lexicons=false\nlicence="x"'
    (tmp_path / "linh.toml").write_text(profile % "com.apple.voice.Linh")
    assert main(["say", "một hai", "--lang", "vi", "--voice", "linh.toml", "--out", "p.wav"]) == 0
    assert soundfile.info("p.wav").duration == pytest.approx(0.05 * len("một hai"), abs=0.05)
    assert load_profile("vi", tmp_path / "linh.toml").engine == "system"
    (tmp_path / "nobody.toml").write_text(profile % "nobody")
    assert main(["say", "một", "--lang", "vi", "--voice", "nobody.toml", "--out", "p.wav"]) == 2
    assert "the system has no voice 'nobody'" in capsys.readouterr().err


def test_a_system_voice_that_writes_nothing_is_one_line() -> None:
    with (
        SystemEngine("mute", 170, command=COMMAND) as engine,
        pytest.raises(VoiceError, match="wrote no sound"),
    ):
        engine.render("một hai")


@pytest.mark.parametrize("lang", earcons.MEANINGS)
def test_the_earcons_are_sounded_after_what_they_mean(lang: str, tmp_path: Path) -> None:
    assert main(["voices", "--earcons", "--lang", lang, "--out", str(tmp_path / "e.wav")]) == 0
    samples, rate = soundfile.read(tmp_path / "e.wav")
    with open_voice(lang) as voice:
        for name, meaning in earcons.MEANINGS[lang].items():
            sound = earcon(name).samples.astype(float)
            fits = fftconvolve(samples, sound[::-1], "valid")
            place = int(np.argmax(fits))
            assert fits[place] > 0.98 * float(sound @ sound), name
            said = int(voice.clip(meaning).seconds * rate)
            before = samples[place - rate // 2 - said // 2 : place - rate // 2]
            assert np.abs(before).max() > 0.05, "something is said before it"
    assert set(earcons.MEANINGS[lang]) == set(SECONDS)
