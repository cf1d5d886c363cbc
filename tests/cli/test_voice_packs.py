"""`narrator voice`: recording line by line, and what its commands print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

import numpy as np
import pytest

from narrator.audio import AudioError
from narrator.cli import main, voice_record
from narrator.cli.voice_record import RATE, walk
from narrator.ear.port import Samples
from narrator.script import load_lines
from narrator.voice.pack_files import clip_paths, read_clip, read_profile, read_said
from narrator.voice.pack_take import Take
from narrator.voice.pack_units import Unit
from tests.voice.packs import noise

UNITS = [Unit("g", "a.1", "Một."), Unit("g", "b.1.1", "Hai", "Hai {n}."), Unit("g", "c.1", "Ba.")]
GOOD, LOUD, NONE = "good", "loud", "none"


def take_of(kind: str) -> Samples:
    hush = np.zeros(RATE // 4, np.float32)
    speech = noise(0.4, -25.0, RATE) * (20.0 if kind == LOUD else 1.0 if kind == GOOD else 0.0)
    return np.clip(np.concatenate([hush, speech, hush]), -1, 1)


class Takes:
    """A recorder that has heard the takes it is given, one after the other."""

    def __init__(self, *kinds: str) -> None:
        self._left = iter(kinds)
        self._on = False

    def start(self) -> None:
        assert not self._on
        self._on = True

    def stop(self) -> Samples:
        assert self._on
        self._on = False
        return take_of(next(self._left))

    def __enter__(self) -> Takes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, where: TracebackType | None) -> None:
        assert not self._on


def answers(*given: str) -> Callable[[str], str]:
    left: Iterator[str] = iter(given)
    return lambda _question: next(left, "q")


def walked(recorder: Takes, *given: str) -> tuple[list[str], list[Take], list[str]]:
    kept: list[str] = []
    heard: list[Take] = []
    said: list[str] = []
    walk(
        UNITS,
        recorder,
        lambda unit, _take: kept.append(unit.id),
        ask=answers(*given),
        hear=heard.append,
        quote=str,
        say=said.append,
    )
    return kept, heard, said


def test_line_after_line_is_spoken_heard_and_kept() -> None:
    kept, heard, said = walked(Takes(GOOD, GOOD, GOOD), "", "", "h", "", "", "", "", "", "", "k")
    assert kept == ["a.1", "b.1.1", "c.1"]
    assert len(heard) == 1
    assert "   a part of Hai {n}." in said
    assert said[0] == "[1/3] Một."


def test_a_take_is_done_again_skipped_and_gone_back_to() -> None:
    kept, _, _ = walked(Takes(GOOD, GOOD, GOOD), "", "", "r", "", "", "", "s", "b", "", "", "", "q")
    assert kept == ["a.1", "b.1.1"]


def test_a_take_with_a_fault_is_kept_only_when_told_so() -> None:
    kept, _, said = walked(Takes(LOUD, LOUD, NONE), "", "", "", "", "", "k", "", "")
    assert kept == ["a.1"]
    assert said.count("   too loud: it is clipped") == 2
    assert "   nothing was heard" in said


def test_a_pack_is_recorded_on_two_days_checked_and_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "lan"
    game = ["mafia_vendetta", "--pack", str(pack), "--players", "4", "--names", "An, Bình"]
    record = ["voice", "record", *game, "--lang", "vi", "--only", "call.nurse"]

    def day(*given: str) -> str:
        monkeypatch.setattr(voice_record, "MicrophoneRecorder", lambda _device: Takes(*[GOOD] * 60))
        monkeypatch.setattr(voice_record, "ask_terminal", answers(*given))
        assert main([*record, "--speaker", "Lan", "--licence", "CC BY 4.0"]) == 0
        return capsys.readouterr().out

    assert "1 new" in day("", "", "", "q")
    assert read_profile(pack).speaker == "Lan"
    wake = "mafia_vendetta/call.nurse.wake.1"
    assert list(clip_paths(pack)) == [wake] == list(read_said(pack))
    assert read_clip(clip_paths(pack)[wake], "")[1] == RATE
    assert wake.partition("/")[2] not in day(*[""] * 200)
    assert day() == "all of it is recorded; --again records it anew\n"

    assert main(["voice", "check", *game]) == 1
    out = capsys.readouterr().out
    assert "missing: " in out
    assert "common/name.2  Bình" in out or "more (--all)" in out
    assert main(["voice", "check", *game, "--all"]) == 1
    assert "common/name.2  Bình" in capsys.readouterr().out

    one = tmp_path / "lan.narratorvoice"
    assert main(["voice", "export", "--pack", str(pack), "--out", str(one)]) == 0
    assert main(["voice", "import", str(one), "--pack", str(tmp_path / "copy")]) == 0
    assert "vi" in capsys.readouterr().out
    text = load_lines("mafia_vendetta", "vi").text("call.nurse.wake")
    wav = tmp_path / "wake.wav"
    say = ["say", text, "--lang", "vi", "--game", "mafia_vendetta", "--out", str(wav)]
    assert main([*say, "--voice", str(tmp_path / "copy")]) == 0
    clip, _ = read_clip(clip_paths(pack)[wake], "")
    assert len(read_clip(wav, "")[0]) == len(clip)


def test_the_microphone_gives_what_was_said_between_two_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Microphone] = []

    class Microphone:
        def __init__(self, sink, device, rate, on_error) -> None:  # type: ignore[no-untyped-def]
            assert (device, rate) == ("usb", RATE)
            self.hear, self.fail, self.on = sink, on_error, False
            opened.append(self)

        def start(self) -> None:
            self.on = True

        def close(self) -> None:
            self.on = False

    monkeypatch.setattr(voice_record, "Microphone", Microphone)
    block = np.full(RATE // 50, 0.25, np.float32)
    with voice_record.MicrophoneRecorder("usb") as recorder:
        (microphone,) = opened
        assert microphone.on
        microphone.hear(block * 2, 0.0)  # nobody has asked yet
        recorder.start()
        for _ in range(50):
            microphone.hear(block, 0.0)
        heard = recorder.stop()
        assert len(heard) == RATE - 2 * round(0.1 * RATE), "without the two keys"
        assert set(heard) == {0.25}
        recorder.start()
        for _ in range(50 * 130):
            microphone.hear(block, 0.0)
        assert len(recorder.stop()) / RATE == pytest.approx(120, abs=1)
        microphone.fail(AudioError("lost", "it was gone for a moment, while nobody spoke"))
        recorder.start()
        microphone.hear(block, 0.0)
        microphone.fail(AudioError("dead_microphone", "zeros, since it has a gate"))
        recorder.stop()
        recorder.start()
        microphone.fail(AudioError("dead_microphone", "zeros alone"))
        with pytest.raises(AudioError, match="zeros alone"):
            recorder.stop()
        recorder.start()
        microphone.hear(block, 0.0)
        microphone.fail(AudioError("lost", "the microphone is gone"))
        with pytest.raises(AudioError, match="gone"):
            recorder.stop()
    assert not microphone.on


@pytest.mark.parametrize(
    ("argv", "what"),
    [
        (["record", "mafia_vendetta", "--lang", "vi", "--only", "zzz"], "no line begins with 'zzz'"),
        (["record", "mafia_vendetta", "--lang", "vi", "--players", "99"], "99 players"),
        (["record", "mafia_vendetta", "--lang", "vi", "--names", "<b>"], "contains '<'"),
        (["record", "mafia_vendetta", "--lang", "vi", "--screen"], "needs a terminal"),
        (["check", "mafia_vendetta"], "the pack cannot be read"),
        (["export", "--out", "a.zip"], "not called"),
        (["export", "--out", "a.narratorvoice"], "the pack cannot be read"),
    ],
)
def test_what_can_be_mended_is_one_line(
    argv: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voice", *argv, "--pack", str(tmp_path / "pack")]) == 2
    error = capsys.readouterr().err
    assert what in error
    assert error.count("\n") == 1
