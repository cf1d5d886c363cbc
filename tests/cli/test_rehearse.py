"""`narrator rehearse`: the contract of its output and exit codes, and every kind of bad file."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.cli import main

FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios" / "mafia_vendetta").glob("*.json"))
GOOD = json.loads(FILES[1].read_text(encoding="utf-8"))
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*args: object) -> tuple[int, str, str]:
        status = main(["rehearse", *map(str, args)])
        out, err = capsys.readouterr()
        return status, out, err

    return command


def changed(**fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **fields}


def with_input(**fields: Any) -> dict[str, Any]:
    return changed(input={**copy.deepcopy(GOOD["input"]), **fields})


def write(folder: Path, data: Any, name: str = "x.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data, ensure_ascii=True), encoding="utf-8")
    return path


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_every_scenario_gives_what_it_expects(run: Run, lang: str) -> None:
    status, out, err = run("--json", "--lang", lang, *FILES)
    assert (status, err) == (0, "")
    objects = [json.loads(line) for line in out.splitlines()]
    for path, shown in zip(FILES, objects, strict=True):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert list(shown) == ["id", "game", "outcome", "public", "private"]
        assert (shown["id"], shown["game"]) == (data["id"], "mafia_vendetta")
        assert shown["outcome"] == data["expect"]
        for channel in ("public", "private"):
            for entry in shown[channel]:
                assert list(entry) == ["line", "text", "at"]
                assert entry["line"].startswith("private.") == (channel == "private")
                assert entry["text"]
                assert entry["at"] >= 0
        assert shown["public"]


def test_the_text_form_marks_both_channels(run: Run) -> None:
    status, out, _ = run(FILES[1])
    assert status == 0
    assert out.startswith(f"── {GOOD['id']}")
    assert "LOUD  Đêm xuống. Mọi người đi ngủ." in out
    assert "quiet Cho xem lá Thủ Vụ." in out
    assert "as expected" in out


def test_the_same_file_sounds_the_same_each_time(run: Run) -> None:
    assert run("--json", FILES[4]) == run("--json", FILES[4])


def test_exit_status(run: Run, tmp_path: Path) -> None:
    wrong = write(tmp_path, changed(expect={"night": {}}), "wrong.json")
    silent = write(tmp_path, {k: v for k, v in GOOD.items() if k != "expect"}, "silent.json")
    bad = write(tmp_path, [], "bad.json")
    assert run("--json", silent)[0] == 0
    status, out, _ = run(silent, wrong)
    assert status == 1
    assert "EXPECTED" in out
    status, out, err = run("--json", bad, wrong, silent)
    assert status == 2
    assert len(out.splitlines()) == 2, "the others still run"
    assert len(err.splitlines()) == 1


def test_a_file_without_an_id_goes_by_its_name(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, {k: v for k, v in GOOD.items() if k != "id"}, "a name.json")
    assert json.loads(run("--json", path)[1])["id"] == "a name"


def test_secret_mode_is_kept(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, {k: v for k, v in with_input(secret=True).items() if k != "expect"})
    status, out, _ = run("--json", path)
    assert status == 0
    lines = {entry["line"] for entry in json.loads(out)["public"]}
    assert "frame.death_mafia_secret" in lines
    assert "frame.eliminated_secret" in lines


PLAYERS = GOOD["input"]["players"]


def named(name: str) -> dict[str, Any]:
    return with_input(players=[[name, PLAYERS[0][1]], *PLAYERS[1:]])


BAD: dict[str, Any] = {
    "null": None,
    "a list": [],
    "no game": {"input": GOOD["input"]},
    "another game": changed(game="chess"),
    "a game that is no string": changed(game=[]),
    "an id that is no string": changed(id=3),
    "no input": {"game": "mafia_vendetta"},
    "input no object": changed(input=3),
    "no players": with_input(players=[]),
    "a role that does not exist": with_input(players=[["An", "wizard"]]),
    "a player twice": with_input(players=[["An", "nurse"], ["An", "thug"]]),
    "a dead voter": with_input(day={"suspects": ["Lan", "Dũng"], "votes": {"Chi": "Lan"}}),
    "a vote for nobody": with_input(day={"suspects": ["Lan", "Dũng"], "votes": {"An": "Bình"}}),
    "an actor out": with_input(dead=["Bình"]),
    "a wrong type": with_input(dead="An"),
    "a typo": with_input(jialed=[]),
    "name with an engine command": named("[[a"),
    "name of 300 letters": named("a" * 300),
    "name with a control character": named("a\u0007"),
    "name with a tag": named("<b>"),
    "half a character": named("\ud800"),
    "half a character in the title": changed(title="\udfff"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_one_clear_line(run: Run, tmp_path: Path, what: str) -> None:
    path = write(tmp_path, BAD[what])
    status, out, err = run("--json", path)
    assert (status, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith(f"narrator rehearse: {path}: ")
    assert len(line) < len(str(path)) + 260


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "line 1, column 1"),
        (b'{"game": "mafia_vendetta",\n "input": }', "line 2, column 11"),
        (b"\xff\xfe{\x00", "UTF-8"),
        (b'{"game": "mafia_vendetta", "input": {"players": NaN}}', "NaN"),
        (b'{"x": Infinity}', "Infinity"),
        (b"[" * 200_000, "no JSON"),
        (b'{"a":' * 100_000, "no JSON"),
        (b'{"x":' + b"9" * 10_000 + b"}", "no JSON"),
        (b"MZ\x00\x01", "is not JSON"),
    ],
)
def test_what_is_no_json_is_said_so(run: Run, tmp_path: Path, raw: bytes, why: str) -> None:
    path = tmp_path / "raw.json"
    path.write_bytes(raw)
    status, out, err = run(path)
    assert (status, out) == (2, "")
    (line,) = err.splitlines()
    assert str(path) in line
    assert why in line


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    status, out, err = run("--json", tmp_path / "none.json", tmp_path, FILES[0])
    assert status == 2
    assert len(out.splitlines()) == 1
    assert [line.split(": ")[2] for line in err.splitlines()] == [
        "cannot be read (No such file or directory)",
        "cannot be read (Is a directory)",
    ]


def test_a_byte_order_mark_does_no_harm(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert run("--json", path)[0] == 0


def test_a_title_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    status, out, _ = run(write(tmp_path, changed(title="\x1b[2Jx\ny")))
    assert status == 0
    assert "\x1b" not in out
    assert out.splitlines()[0].endswith("x�y")


def test_two_hundred_files_in_one_call_take_seconds(run: Run) -> None:
    start = time.monotonic()
    status, out, _ = run("--json", *(FILES * 10)[:200])
    assert (status, len(out.splitlines())) == (0, 200)
    assert time.monotonic() - start < 15


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
paths = st.sampled_from(
    ["id", "title", "game", "input", "expect", "input.players", "input.players.0", "input.players.0.0",
     "input.players.3.1", "input.dead", "input.secret", "input.mode", "input.night", "input.night.first",
     "input.night.actions", "input.night.actions.mafia", "input.night.actions.leader", "input.day",
     "input.day.suspects", "input.day.votes", "input.day.votes.An"]
)  # fmt: skip


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=paths, value=values)
def test_any_value_anywhere_is_played_or_named(run: Run, tmp_path: Path, where: str, value: Any) -> None:
    data = copy.deepcopy(GOOD)
    place: Any = data
    *above, last = where.split(".")
    for key in above:
        place = place[int(key) if isinstance(place, list) else key]
    place[int(last) if isinstance(place, list) else last] = value
    path = write(tmp_path, data)
    status, out, err = run(path)
    assert status in (0, 1, 2)
    if status == 2:
        assert out == ""
        assert len(err.splitlines()) == 1
    else:
        assert err == ""
        assert "LOUD" in out
