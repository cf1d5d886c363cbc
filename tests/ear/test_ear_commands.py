"""hear, enrol and models as a person calls them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.cli import enrol, hear, models
from narrator.cli.enrol_live import collect
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from narrator.errors import UserError
from narrator.script import load_commands
from tests.ear.hearing import WORDS, Say, in_room, room


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers(required=True)
    for module in (hear, enrol, models):
        module.add(subparsers)
    args = parser.parse_args(words)
    code = args.run(args)
    assert isinstance(code, int)
    return code


@pytest.fixture(scope="module")
def wavs(tmp_path_factory: pytest.TempPathFactory, takes: dict[str, list[Samples]]) -> Path:
    folder = tmp_path_factory.mktemp("takes")
    for id in ("pause", "done", "number_5", "shoot"):
        for number, take in enumerate(takes[id], 1):
            soundfile.write(folder / f"{id}.{number}.wav", take, 16_000, subtype="PCM_16")
    return folder


@pytest.fixture(scope="module")
def enrolled(wavs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("profiles") / "linh"
    assert call("enrol", "--lang", "vi", "--profile", str(place), "--from", str(wavs)) == 0
    return place


def test_of_files_the_first_takes_are_used(wavs: Path, tmp_path: Path) -> None:
    for takes, found in ((("--takes", "2"), 2), ((), 3)):
        place = tmp_path / str(found)
        assert call("enrol", "--lang", "vi", "--profile", str(place), "--from", str(wavs), *takes) == 0
        assert {word.takes for word in Profile.load(place, "vi").words} == {found}


def test_a_profile_of_only_some_words_hears_them(
    enrolled: Path, say: Say, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = np.concatenate(
        [in_room(say(WORDS[id], speed=155), 0.6, 0.6) for id in ("shoot", "number_5", "pause")]
    )
    stereo = np.stack([sound, sound], axis=1)
    soundfile.write(tmp_path / "game.wav", stereo, 16_000, subtype="PCM_16")
    assert call("hear", str(tmp_path / "game.wav"), "--lang", "vi", "--profile", str(enrolled), "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["intent"] for line in lines] == ["shoot", "number_5", "pause"]
    assert all(set(line) == {"intent", "words", "score", "start", "end"} for line in lines)
    assert all(0 <= line["start"] < line["end"] <= len(sound) / 16_000 for line in lines)
    assert lines[0]["words"] == WORDS["shoot"]

    options = ("--lang", "vi", "--profile", str(enrolled), "--expect", "pause,number_5")
    assert call("hear", str(tmp_path / "game.wav"), *options) == 0
    out = capsys.readouterr().out
    assert "shoot" not in out
    assert "number_5" in out


def test_nothing_heard_is_no_line_and_no_failure(
    enrolled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    soundfile.write(tmp_path / "quiet.wav", room(3.0), 44_100, subtype="PCM_U8")
    assert call("hear", str(tmp_path / "quiet.wav"), "--lang", "vi", "--profile", str(enrolled)) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--lang", "vi"), "--profile"),
        (("--lang", "fa", "--profile", "PROFILE"), "not 'fa'"),
        (("--lang", "vi", "--profile", "PROFILE", "--expect", "pause,dance"), "dance"),
        (("--lang", "vi", "--engine", "vosk"), "--model"),
        (("--lang", "vi", "--profile", "nowhere"), "no voice profile"),
    ],
)
def test_what_can_be_mended_is_one_line(
    enrolled: Path, tmp_path: Path, words: tuple[str, ...], part: str
) -> None:
    soundfile.write(tmp_path / "x.wav", room(1.0), 16_000)
    given = [str(enrolled) if word == "PROFILE" else word for word in words]
    with pytest.raises(UserError) as caught:
        call("hear", str(tmp_path / "x.wav"), *given)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_empty_recording_is_one_line(enrolled: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.wav").write_bytes(b"")
    with pytest.raises(UserError, match=r"empty\.wav"):
        call("hear", str(tmp_path / "empty.wav"), "--lang", "vi", "--profile", str(enrolled))


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_list_prints_every_word_id_and_what_to_say(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("enrol", "--list", "--lang", lang) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert rows == [[word.id, word.phrases[0]] for word in load_commands(lang).words]


def test_list_of_a_small_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("enrol", "--list", "--lang", "vi", "--seats", "6") == 0
    ids = [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()]
    assert "number_6" in ids
    assert "seat_6" in ids
    assert "pause" in ids
    assert "number_7" not in ids
    assert call("enrol", "--list", "--lang", "vi", "--words", "done,pause") == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["done", "pause"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--from", "WAVS"), "--profile"),
        (("--profile", "p", "--from", "nowhere"), "no such folder"),
        (("--profile", "p", "--from", "WAVS", "--seats", "0"), "--seats"),
        (("--profile", "p", "--from", "WAVS", "--takes", "0"), "--takes"),
        (("--profile", "p", "--from", "WAVS", "--whispered", "1"), "--whispered"),
        (("--profile", "p", "--whispered", "-1"), "--whispered"),
        (("--profile", "p", "--takes", "0"), "--takes"),
        (("--profile", "p", "--from", "WAVS", "--words", "dance"), "dance"),
        (("--profile", "p", "--from", "WAVS", "--words", "undo"), "none of the words"),
        (("--profile", "p", "--from", "WAVS", "--words", " , "), "no word is named"),
        (("--profile", "p", "--from", "EMPTY"), "no sound files"),
    ],
)
def test_enrol_says_what_to_mend(wavs: Path, tmp_path: Path, words: tuple[str, ...], part: str) -> None:
    places = {"WAVS": str(wavs), "EMPTY": str(tmp_path)}
    with pytest.raises(UserError) as caught:
        call("enrol", "--lang", "vi", *(places.get(word, word) for word in words))
    assert part in str(caught.value)


def test_only_the_words_asked_for_are_taken_from_a_folder(wavs: Path, tmp_path: Path) -> None:
    place = str(tmp_path / "p")
    assert (
        call("enrol", "--lang", "vi", "--profile", place, "--from", str(wavs), "--words", "done,pause") == 0
    )
    assert {word.id for word in Profile.load(Path(place)).words} == {"done", "pause"}


def test_a_file_that_names_no_word_is_named(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "dance.1.wav", room(1.0), 16_000)
    with pytest.raises(UserError, match=r"dance\.1\.wav"):
        call("enrol", "--lang", "vi", "--profile", str(tmp_path / "p"), "--from", str(tmp_path))


def test_poor_takes_are_told(
    tmp_path: Path, takes: dict[str, list[Samples]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "takes"
    folder.mkdir()
    soundfile.write(folder / "pause.1.wav", takes["pause"][0], 16_000)
    soundfile.write(folder / "pause.2.wav", room(1.0), 16_000)
    assert call("enrol", "--lang", "vi", "--profile", str(tmp_path / "p"), "--from", str(folder)) == 0
    assert "pause, take 2: nothing was heard (not used)" in capsys.readouterr().err
    assert [w.takes for w in Profile.load(tmp_path / "p").words] == [1]


def test_live_takes_are_cut_from_the_stream_and_poor_ones_asked_again(say: Say) -> None:
    word, other = say("hoàn tất"), say("con mèo của tôi", "vi+f5")
    parts = [room(1.5), *(in_room(w, 0.0, 1.2, seed=n) for n, w in enumerate([word, other, word]))]
    stream = np.concatenate(parts)
    blocks = iter([stream[i : i + 320] for i in range(0, len(stream), 320)])
    said: list[str] = []
    found = collect({"done": "hoàn tất"}, 2, lambda: next(blocks, None), said.append)
    assert [len(takes) for takes in found.values()] == [2]
    assert sum("again, please" in line and "unlike" in line for line in said) == 1


def test_a_silent_microphone_is_one_line() -> None:
    with pytest.raises(UserError, match="nothing was heard"):
        collect({"done": "hoàn tất"}, 1, lambda: None, lambda _: None)


def test_models_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call("models", "list", "--dir", str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "vosk-model-small-vn-0.4" in out
    assert "vosk-model-small-fa-0.42" in out


def test_models_fetch_without_network(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be downloaded"):
        call("models", "fetch", "vi", "--dir", str(tmp_path), "--url", "http://127.0.0.1:1/m.zip")
