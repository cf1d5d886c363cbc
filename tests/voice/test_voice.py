"""The voice as the table uses it: cached, prepared, from any thread; and the earcons."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from narrator.errors import UserError
from narrator.script import LANGUAGES, load_lines
from narrator.voice import Clip, Voice, VoiceError, earcon, load_profile, open_voice
from narrator.voice import voice as voice_module
from narrator.voice.cache import ClipCache, clip_key
from narrator.voice.earcons import SECONDS
from narrator.voice.lexicon import Lexicon
from narrator.voice.manner import Plan


class CountingEngine:
    """An engine by hand: one tone for each text, and a count of what it was asked."""

    def __init__(self, name: str = "test 1") -> None:
        self.name = name
        self.asked: list[str] = []
        self.rates: list[float] = []
        self.closed = 0

    def render(self, text: str, rate: float = 1.0) -> Clip:
        self.asked.append(text)
        self.rates.append(rate)
        time.sleep(0.005)
        t = np.arange(2205) / 22_050
        return Clip((0.3 * np.sin(2 * np.pi * (200 + len(text)) * t)).astype(np.float32), 22_050, text)

    def close(self) -> None:
        self.closed += 1


def voice_with(engine: CountingEngine, folder: Path) -> Voice:
    return Voice(load_profile("vi"), Lexicon({"Mafia": "Ma-phi-a"}), engine, ClipCache(folder))


def test_a_clip_is_rendered_once_and_found_by_the_next_game(tmp_path: Path) -> None:
    first, second = CountingEngine(), CountingEngine()
    with voice_with(first, tmp_path) as voice:
        one, two = voice.clip("Mafia 5"), voice.clip("Mafia năm")
    with voice_with(second, tmp_path) as voice:
        three = voice.clip("Mafia 5")
    assert first.asked == ["Ma-phi-a năm"]
    assert second.asked == []
    assert one.text == "Mafia 5"
    assert two.text == "Mafia năm"
    assert np.array_equal(one.samples, three.samples)
    assert first.closed == 1


def test_an_engine_that_hangs_keeps_nobody_waiting_for_good_and_the_cache_still_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice_module, "PATIENCE", 0.1)
    engine, free, busy = CountingEngine(), threading.Event(), threading.Event()
    voice = voice_with(engine, tmp_path)
    kept = voice.clip("một")
    render = engine.render
    monkeypatch.setattr(engine, "render", lambda text, _rate: (busy.set(), free.wait(), render(text))[2])
    hangs = threading.Thread(target=voice.clip, args=("hai",))
    hangs.start()
    assert busy.wait(10)
    try:
        assert np.array_equal(voice.clip("một").samples, kept.samples)
        begun = time.monotonic()
        with pytest.raises(VoiceError, match="does not answer"):
            voice.clip("ba")
        assert time.monotonic() - begun < 1
    finally:
        free.set()
        hangs.join()
    assert voice.clip("ba").samples.any()


def test_silence_is_no_clip_and_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = CountingEngine()
    voice = voice_with(engine, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "render", lambda text, _rate: Clip(np.zeros(2205, np.float32), 22_050, text))
        with pytest.raises(VoiceError, match="silence"):
            voice.clip("một")
    assert voice.clip("một").samples.any()


def test_another_engine_or_voice_has_clips_of_its_own(tmp_path: Path) -> None:
    voice_with(CountingEngine("a"), tmp_path).clip("một")
    other = CountingEngine("b")
    voice_with(other, tmp_path).clip("một")
    assert other.asked == ["một"]


def test_all_that_a_sound_depends_on_gives_a_clip_of_its_own() -> None:
    usual = Plan(("Ma-phi-a",), (0.0, 0.0), 1.0, -21.0)
    others = [
        replace(usual, parts=("Mafia",)),
        replace(usual, parts=("Ma-phi", "a")),
        replace(usual, gaps=(0.0, 0.3)),
        replace(usual, gaps=(0.3, 0.0)),
        replace(usual, rate=0.9),
        replace(usual, loudness=-26.0),
    ]
    keys = [clip_key(plan, "e") for plan in (usual, *others)] + [clip_key(usual, "f")]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("damage", ["empty", "cut", "bit", "other file", "magic"])
def test_a_damaged_cache_file_is_rendered_again(tmp_path: Path, damage: str) -> None:
    whole = voice_with(CountingEngine(), tmp_path).clip("một")
    (path,) = tmp_path.rglob("*.clip")
    data = bytearray(path.read_bytes())
    if damage == "empty":
        data.clear()
    elif damage == "cut":
        del data[-100:]
    elif damage == "bit":
        data[2000] ^= 1
    elif damage == "magic":
        data[0] ^= 1
    else:
        data[:] = b"RIFF" + bytes(3000)
    path.write_bytes(data)
    engine = CountingEngine()
    again = voice_with(engine, tmp_path).clip("một")
    assert engine.asked == ["một"]
    assert np.array_equal(again.samples, whole.samples)
    assert voice_with(CountingEngine(), tmp_path).clip("một").seconds == whole.seconds


def test_a_cache_that_cannot_be_written_costs_the_next_game_not_this_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    engine = CountingEngine()
    voice = voice_with(engine, tmp_path / "file")
    texts = ["a " * n for n in range(1, 100)]
    voice.prepare(texts)
    for text in texts:
        voice.clip(text)
    assert len(engine.asked) == 99
    assert voice.trouble is not None
    assert str(tmp_path / "file") in voice.trouble


def test_preparing_renders_what_is_missing_and_tells_how_far(tmp_path: Path) -> None:
    engine = CountingEngine()
    voice = voice_with(engine, tmp_path)
    voice.clip("hai")
    steps: list[tuple[int, int]] = []
    voice.prepare(["một", "hai", "ba", "một"], lambda done, all_: steps.append((done, all_)))
    assert engine.asked == ["hai", "một", "ba"]
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_many_threads_render_each_text_once(tmp_path: Path) -> None:
    engine = CountingEngine()
    voice = voice_with(engine, tmp_path)
    texts = [f"câu {'a' * n}" for n in range(1, 6)]
    got: list[Clip] = []
    threads = [threading.Thread(target=lambda: got.extend(voice.clip(t) for t in texts)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(engine.asked) == sorted(texts)
    assert len(got) == 30


def test_the_tempo_holds_from_the_next_line_on_and_for_secret_ones_too(tmp_path: Path) -> None:
    engine = CountingEngine()
    voice = voice_with(engine, tmp_path)
    secret = voice.secret()
    voice.clip("một")
    voice.set_tempo(1.2, 0.5)
    voice.clip("một")
    secret.clip("hai")
    voice.set_tempo()
    voice.clip("một")
    assert engine.asked == ["một", "một", "hai"]
    assert engine.rates == [1.0, 1.2, 1.2]
    for rate, pauses in ((0.4, 1.0), (2.1, 1.0), (1.0, -0.1), (1.0, 3.1)):
        with pytest.raises(ValueError, match="not from"):
            voice.set_tempo(rate, pauses)


def test_a_clip_cannot_be_changed_by_its_user(tmp_path: Path) -> None:
    clip = voice_with(CountingEngine(), tmp_path).clip("một")
    with pytest.raises(ValueError, match="read-only"):
        clip.samples[0] = 1.0


@pytest.mark.parametrize(
    ("lang", "text"), [("vi", "Đêm xuống. Mời 15 người nhắm mắt!"), ("fa", "شب شد. ۱۵ نفر بخوابند")]
)
def test_a_real_line_from_end_to_end(tmp_path: Path, lang: str, text: str) -> None:
    with open_voice(lang, "mafia_vendetta", cache_dir=tmp_path) as voice:
        clip = voice.clip(text)
    assert 1.5 < clip.seconds < 8
    first = np.flatnonzero(np.abs(clip.samples) > 0.01)[0] / clip.rate
    assert first < 0.05
    with open_voice(lang, "mafia_vendetta", cache_dir=tmp_path) as voice:
        assert np.array_equal(voice.clip(text).samples, clip.samples)


def test_two_spellings_of_vietnamese_sound_the_same(tmp_path: Path) -> None:
    with open_voice("vi", cache_dir=tmp_path) as voice:
        one, two = voice.clip("Hiếu"), voice.clip("Hie\u0302\u0301u")
    assert np.array_equal(one.samples, two.samples)


def test_an_unknown_language_or_game_or_voice_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        open_voice("xx")
    with pytest.raises(UserError):
        open_voice("vi", "no_such_game")
    own = tmp_path / "own.toml"
    own.write_text(
        'lang="vi"\nengine="espeak"\nvoice="aav/none"\nrate=150\npitch=40\nlicence="x"\n', encoding="utf-8"
    )
    with (
        open_voice("vi", profile=own, cache_dir=tmp_path) as voice,
        pytest.raises(VoiceError, match="aav/none"),
    ):
        voice.clip("một")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_opening_a_voice_starts_nothing(lang: str, tmp_path: Path) -> None:
    before = threading.active_count()
    open_voice(lang, cache_dir=tmp_path / "none")
    assert threading.active_count() == before
    assert not (tmp_path / "none").exists()


# -- earcons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "longest"), [("heard", 0.25), ("again", 0.25), ("dawn", 4.0), ("howl", 4.0)]
)
def test_earcons_are_short_soft_and_end_in_silence(name: str, longest: float) -> None:
    clip = earcon(name)  # type: ignore[arg-type]
    assert 0.1 < clip.seconds < longest
    assert clip.seconds == pytest.approx(SECONDS[name], abs=0.001)
    assert 0.2 < np.abs(clip.samples).max() <= 0.5
    assert abs(clip.samples[0]) < 0.01
    assert abs(clip.samples[-1]) < 0.01
    assert earcon(name) is clip  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sound_of_a_game_is_much_louder_than_speech(lang: str, tmp_path: Path) -> None:
    def active_db(samples: np.ndarray, rate: int) -> float:
        """Level of what lies within 40 dB of the loudest 50 ms."""
        size = rate // 20
        power = (samples[: len(samples) // size * size].reshape(-1, size) ** 2).mean(1)
        return float(10 * np.log10(power[power > power.max() * 1e-4].mean()))

    lines = load_lines("ma_soi_hanh_quyet", lang)
    said = [lines.text(f"frame.{line}") for line in ("howl", "count_check", "night_start", "moon_cards")]
    with open_voice(lang, "ma_soi_hanh_quyet", cache_dir=tmp_path) as voice:
        speech = np.mean([active_db((clip := voice.clip(text)).samples, clip.rate) for text in said])
    for name in ("howl", "dawn"):
        clip = earcon(name)  # type: ignore[arg-type]
        assert active_db(clip.samples, clip.rate) <= speech + 3


def test_heard_rises_and_again_falls() -> None:
    def pitch(part: np.ndarray) -> float:
        return float(np.argmax(np.abs(np.fft.rfft(part * np.hanning(len(part)), 48_000))))

    for name, rises in (("heard", True), ("again", False)):
        samples = earcon(name).samples  # type: ignore[arg-type]
        begin, end = pitch(samples[: int(0.065 * 48_000)]), pitch(samples[-int(0.08 * 48_000) :])
        assert (end > begin) is rises


def test_the_howl_climbs_holds_its_note_and_sinks_away() -> None:
    clip = earcon("howl")

    def pitch(at: float) -> float:
        part = clip.samples[int(at * clip.rate) :][:4096]
        return float(np.argmax(np.abs(np.fft.rfft(part * np.hanning(4096), clip.rate))))

    def level(at: float) -> float:
        return float(np.sqrt(np.mean(clip.samples[int(at * clip.rate) :][:4096] ** 2)))

    climbs = [pitch(at) for at in (0.05, 0.2, 0.4, 0.6, 0.8)]
    held = [pitch(at) for at in (1.0, 1.3, 1.6, 1.9, 2.1)]
    sinks = [pitch(at) for at in (2.3, 2.5, 2.7, 2.9)]
    assert climbs == sorted(climbs)
    assert held[0] > 2 * climbs[0]
    assert max(held) < 1.15 * min(held)
    assert [*sinks, 0] == sorted([*sinks, 0], reverse=True)
    assert sinks[-1] < 0.75 * held[-1]
    assert level(0.05) < level(1.0) / 4
    assert level(2.9) < level(1.0) / 4


def test_an_unknown_earcon_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        earcon("boo")  # type: ignore[arg-type]
