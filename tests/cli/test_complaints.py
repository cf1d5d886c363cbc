"""Whatever is wrong with a command line: one line, exit 2, and never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narrator.cli import COMMANDS, main

SCENARIOS = Path(__file__).parents[1] / "data" / "scenarios" / "mafia_vendetta"
Complaint = Callable[..., str]


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Complaint:
    """The one line that a wrong command line gets."""

    def run(*args: str) -> str:
        try:
            status = main(args)
        except SystemExit as error:
            status = int(error.code or 0)
        out, err = capsys.readouterr()
        assert (status, out) == (2, "")
        (line,) = err.splitlines()
        assert len(line) < 400
        return str(line)

    return run


@pytest.mark.parametrize(
    ("args", "start", "parts"),
    [
        ("play mafia_vendetta --players abc", "narrator play: 'abc'", ["--players", "whole number"]),
        ("play zzz", "narrator play: 'zzz'", ["GAME", "mafia_vendetta"]),
        ("play mafia_vendetta --lang en", "narrator play: 'en'", ["--lang", "vi, fa"]),
        ("play mafia_vendetta --seed x", "narrator play: 'x'", ["--seed", "whole number"]),
        ("play mafia_vendetta --seed", "narrator play: ", ["--seed", "value is missing"]),
        ("play mafia_vendetta --discussion long", "narrator play: 'long'", ["--discussion", "no number"]),
        ("play mafia_vendetta --secret=yes", "narrator play: ", ["--secret", "takes no value"]),
        ("play mafia_vendetta --p 3", "narrator play: ", ["--players", "--pace"]),
        ("simulate mafia_vendetta --games x", "narrator simulate: 'x'", ["--games"]),
        ("simulate mafia_vendetta --colour", "narrator simulate: ", ["--colour", "narrator simulate --help"]),
        ("simulate mafia_vendetta again", "narrator simulate: ", ["again", "too many"]),
        ("simulate", "narrator simulate: ", ["GAME"]),
        ("diagram zzz", "narrator diagram: 'zzz'", ["mafia_vendetta"]),
        ("diagram \x1b[2J", "narrator diagram: ", ["mafia_vendetta"]),
        ("models", "narrator models: ", ["models list", "models fetch"]),
        ("models zzz", "narrator models: 'zzz'", ["fetch, list"]),
        ("enrol --lang vi --game zzz", "narrator enrol: 'zzz'", ["--game", "mafia_vendetta"]),
        ("", "narrator: ", COMMANDS),
        ("zzz", "narrator: 'zzz'", COMMANDS),
        ("--colour", "narrator: '--colour'", COMMANDS),
    ],
)
def test_a_wrong_command_line_is_one_line(
    complaint: Complaint, args: str, start: str, parts: list[str]
) -> None:
    line = complaint(*args.split())
    assert line.startswith(start)
    assert all(part in line for part in parts), line
    assert line.isprintable()


PLAY = ("simulate", "mafia_vendetta", "--players", "10")


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("--loner", "psycho"), "--loner: a Loner outside Loner mode. Add --mode loner."),
        (
            ("--mode", "loner", "--loner", "psycho", "--roles", "judge,impostor,thug"),
            "--loner: psycho is not",
        ),
        (("--roles", ""), "--roles: no role is named"),
        (("--roles", ","), "--roles: a role is missing beside a comma"),
        (("--roles", "judge,"), "--roles: a role is missing beside a comma"),
        (("--names", ""), "--names: a name is empty"),
    ],
)
def test_nothing_given_is_passed_over_in_silence(
    complaint: Complaint, args: tuple[str, ...], what: str
) -> None:
    assert complaint(*PLAY, *args).startswith(f"narrator simulate: {what}")


def test_unknown_roles_are_named_alone_beside_the_known_ones(complaint: Complaint) -> None:
    line = complaint(*PLAY, "--roles", "wizard,nurse,elf,wizard")
    assert line.startswith("narrator simulate: --roles: the roles wizard, elf do not exist. Use bystander, ")
    assert "Leaders" not in line
    assert "--help" not in line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(
    "args",
    [
        [*PLAY, "--games", "5"],
        ["rehearse", *(str(path) for path in sorted(SCENARIOS.glob("*.json")))],
    ],
)
def test_a_full_disk_is_one_line(args: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "narrator", *args], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"narrator {args[0]}: the output cannot be written (No space left on device)")


def test_output_that_is_closed_is_no_crash() -> None:
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        command = f'"{sys.executable}" -m narrator simulate mafia_vendetta --players 10 --games 5 {closed}'
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), closed


# -- rehearse names the players ------------------------------------------------------------------------

TABLE = [["An", "judge"], ["Bình", "nurse"], ["Chi", "bodyguard"], ["Lan", "thug"], ["Minh", "thug"]]


@pytest.mark.parametrize(
    ("night", "day", "dead", "what"),
    [
        ({"mafia": "An"}, None, ["Lan", "Minh"], "input.night.actions.mafia 'Lan, Minh' is dead"),
        ({"nurse": "Chi"}, None, ["Bình"], "input.night.actions.nurse 'Bình' is dead"),
        ({"nurse": "Chi"}, None, ["Chi"], "input.night.actions.nurse 'Chi' is dead"),
        ({"mafia": {"Lan": "Chi"}}, None, ["Chi"], "input.night.actions.mafia 'Chi' is dead"),
        ({"mafia": {"Lan": "Chi"}}, None, ["Lan"], "input.night.actions.mafia.Lan is dead"),
        ({"mafia": "Lan"}, None, [], "input.night.actions.mafia 'Lan' is one of their own"),
        (
            {"leader": {"do": "investigate", "target": "Chi"}},
            None,
            ["An"],
            "input.night.actions.leader 'An' is dead",
        ),
        (None, {"suspects": ["Lan", "Chi"]}, ["Chi"], "input.day.suspects[1] 'Chi' is dead"),
    ],
)
def test_rehearse_says_who(
    complaint: Complaint, tmp_path: Path, night: Any, day: Any, dead: list[str], what: str
) -> None:
    given: dict[str, Any] = {"players": TABLE, "dead": dead}
    if night is not None:
        given["night"] = {"actions": night}
    if day is not None:
        given["day"] = day
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"game": "mafia_vendetta", "input": given}), encoding="utf-8")
    assert complaint("rehearse", str(file)) == f"narrator rehearse: {file}: {what}"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"input": {}}, "no game is named"),
        ({"game": None}, "no game is named"),
        ({"game": "mafia_vendetta", "expect": 3}, "expect must be an object"),
        ({"game": "mafia_vendetta", "expect": None}, "expect must be an object"),
        ({"game": "mafia_vendetta", "expect": []}, "expect must be an object"),
    ],
)
def test_rehearse_of_a_file_without_a_game_or_with_a_strange_answer(
    complaint: Complaint, tmp_path: Path, data: Any, what: str
) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert complaint("rehearse", str(file)).startswith(f"narrator rehearse: {file}: {what}")


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("night_order", ["mafia", "doctor"], "'mafia, doctor' is no value of this option"),
        ("lot", "luck", "'luck' is no value of this option"),
        ("cards", True, "is no field of a scenario"),
    ],
)
def test_rehearse_names_an_option_that_is_none(
    complaint: Complaint, tmp_path: Path, key: str, value: Any, what: str
) -> None:
    given = {
        "players": [["آرش", "godfather"], ["بهار", "doctor"], ["پویا", "citizen"]],
        "options": {key: value},
        "events": [{"type": "night"}],
    }
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"game": "shab_haye_mafia", "input": given}), encoding="utf-8")
    assert complaint("rehearse", str(file)) == f"narrator rehearse: {file}: input.options.{key} {what}"
