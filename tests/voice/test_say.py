"""`narrator say`: the file holds what the voice would play; what is wrong is one line and exit 2."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.audio import read_wav
from narrator.cli import main
from narrator.script import load_lines
from narrator.voice import open_voice


@pytest.mark.parametrize(("lang", "text"), [("vi", "Mafia còn 15 người"), ("fa", "مافیا ۱۵ نفر")])
def test_the_file_is_the_clip(tmp_path: Path, lang: str, text: str) -> None:
    out = tmp_path / "out.wav"
    assert main(["say", text, "--lang", lang, "--game", "mafia_vendetta", "--out", str(out)]) == 0
    samples, rate = read_wav(out)
    with open_voice(lang, "mafia_vendetta") as voice:
        clip = voice.clip(text)
    assert rate == clip.rate
    assert np.abs(samples - clip.samples).max() < 1e-4


def test_it_tells_how_the_text_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["say", "Mafia [[15]]", "--lang", "vi", "--out", str(tmp_path / "out.wav")])
    assert "Ma-phi-a, mười lăm" in capsys.readouterr().out


def test_a_line_is_said_in_its_manner_with_its_pauses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.wav"
    asked = ["say", "--line", "frame.death_mafia", "--fill", "name=Lan", "--game", "mafia_vendetta"]
    assert main([*asked, "--lang", "vi", "--out", str(out)]) == 0
    speech, manner, _ = capsys.readouterr().out.splitlines()
    assert speech.startswith("Đêm qua, Lan đã bị Ma-phi-a giết.")
    assert manner == "news: 0.93×, +0 LU, 0.3 + 1.1 + 0.6 + 0.3 s"
    samples, rate = read_wav(out)
    text = load_lines("mafia_vendetta", "vi").text("frame.death_mafia", name="Lan")
    with open_voice("vi", "mafia_vendetta") as voice:
        assert len(samples) == len(voice.clip(text).samples)
        assert len(samples) > len(voice.clip(str(text)).samples) + 1.5 * rate


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("", [], "nothing to say"),
        ("…", [], "nothing to say"),
        ("một", ["--out", "/dev/null/x/out.wav"], "cannot be written"),
        ("một", ["--out", "."], "cannot be written"),
        ("một", ["--game", "no_such_game"], "no_such_game"),
        ("một", ["--voice", "none.toml"], "none.toml"),
        ("một", ["--line", "frame.dawn", "--game", "mafia_vendetta"], "not one thing to say"),
        (None, [], "not one thing to say"),
        (None, ["--line", "frame.dawn"], "Give TEXT, or --line with --game"),
        (None, ["--line", "frame.down", "--game", "mafia_vendetta"], "Use a line of its script: frame.dawn"),
        (
            None,
            ["--line", "frame.reveal", "--game", "mafia_vendetta", "--fill", "name=An"],
            "a place for role",
        ),
        (
            None,
            ["--line", "frame.dawn", "--game", "mafia_vendetta", "--fill", "seat=An"],
            "no place for seat",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, more: list[str], said: str
) -> None:
    words = [] if text is None else [text]
    assert main(["say", *words, "--lang", "vi", "--out", str(tmp_path / "out.wav"), *more]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("narrator say") == 1
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err
    assert not (tmp_path / "out.wav").exists()
