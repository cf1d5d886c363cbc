"""The soundless commands besides rehearse, and what all commands share."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.catalogue.house_rules import house_rules
from narrator.cli import main
from narrator.data import data_dir
from narrator.flow.mafia_vendetta import S
from narrator.games import mafia_vendetta as mv

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*args: str) -> tuple[int, str, str]:
        try:
            status = main(args)
        except SystemExit as error:
            status = int(error.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return command


# -- simulate -----------------------------------------------------------------------------------------


def test_simulate_json(run: Run) -> None:
    args = ("simulate", "mafia_vendetta", "--players", "10", "--games", "200", "--seed", "7", "--json")
    status, out, err = run(*args)
    assert (status, err) == (0, "")
    shown = json.loads(out)
    assert set(shown) == {
        "game", "players", "deck", "mode", "games", "seed", "wins", "rates", "nights", "seconds",
        "games_per_second",
    }  # fmt: skip
    assert shown["deck"] == list(mv.default_deck(10))
    assert sum(shown["wins"].values()) == shown["games"] == 200
    assert sum(shown["rates"].values()) == pytest.approx(1, abs=0.001)
    again = json.loads(run(*args)[1])
    assert {k: v for k, v in again.items() if "second" not in k} == {
        k: v for k, v in shown.items() if "second" not in k
    }
    other = json.loads(run(*args[:6], "--seed", "8", "--json")[1])
    assert (other["wins"], other["nights"]) != (shown["wins"], shown["nights"])


def test_simulate_in_every_mode(run: Run) -> None:
    for mode in mv.MODES:
        for secret in ((), ("--secret",)):
            args = ("--players", "12", "--mode", mode, "--games", "20", *secret)
            status, out, _ = run("simulate", "mafia_vendetta", *args)
            assert status == 0
            assert f"12 players, {mode}" in out


def test_a_deck_may_be_given_by_its_cards(run: Run) -> None:
    roles = "judge, nurse, thug*2"
    out = run("simulate", "mafia_vendetta", "--players", "8", "--roles", roles, "--games", "5", "--json")[1]
    assert sorted(json.loads(out)["deck"]) == sorted(["judge", "nurse", *["thug"] * 2, *["bystander"] * 4])
    out = run("simulate", "mafia_vendetta", "--players", "17", "--roles", "judge,thug*4", "--games", "5")[1]
    assert out.count("note: ") == 3, "too many of a card, and a table too large, are only doubtful"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--players 0", ["0 players"]),
        ("--players -1", ["-1 players"]),
        ("--players 99", ["99 players"]),
        ("--players 5", ["5 players", "from 6 to 16"]),
        ("--players 10 --games 0", ["--games"]),
        ("--players 10 --games -5", ["--games"]),
        ("", ["--players"]),
        ("--players 3 --names An,Bình", ["2 names for 3 players"]),
        ("--names An,An", ["given twice"]),
        ("--names Hiếu,Hi\u0065\u0302\u0301u", ["given twice"]),
        ("--names An,,Bình", ["empty"]),
        ("--names An,[[x", ["[["]),
        ("--names An," + "x" * 300, ["300 letters"]),
        ("--players 10 --roles detective,wizard", ["the role wizard does not exist", "femme_fatale"]),
        ("--players 10 --roles thug*0", ["thug*0"]),
        ("--players 10 --roles thug*x", ["thug*x"]),
        ("--players 6 --roles thug*9", ["9 cards for 6", "0 Leaders", "9 Mafia"]),
        ("--players 8 --roles judge,sheriff,nurse*2,thug", ["2 Leaders", "nurse is in the deck 2 times"]),
        ("--players 10 --mode loner --loner nurse", ["nurse is no Loner"]),
        ("--players 9 --mode loner --roles judge,psycho,thug", ["9 players, Loner mode needs 10"]),
        (
            "--players 11 --mode yakuza --roles judge,thief,psycho",
            ["11 players", "1 Mobster(s)", "no Yakuza", "1 Loner(s)"],
        ),
        ("--players 12 --mode loner --roles judge,thug,yakuza", ["0 Loners", "1 Yakuza in Loner mode"]),
        ("--players 8 --roles judge,thug,yakuza,psycho", ["1 Yakuza outside", "1 Loner(s) outside"]),
    ],
)
def test_an_impossible_set_up_names_every_reason(run: Run, args: str, words: list[str]) -> None:
    status, out, err = run("simulate", "mafia_vendetta", *args.split())
    assert (status, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("narrator simulate: ")
    for word in words:
        assert word in line


# -- lint and diagram ---------------------------------------------------------------------------------


def test_the_shipped_scripts_are_in_order(run: Run) -> None:
    assert run("lint") == (0, "nothing to mend\n", "")


def test_lint_prints_findings_with_their_place(run: Run, tmp_path: Path) -> None:
    scripts = tmp_path / "scripts"
    shutil.copytree(data_dir("scripts"), scripts)
    path = scripts / "mafia_vendetta.vi.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("tie = ", "tied = ", 1), encoding="utf-8")
    status, out, err = run("lint", "--scripts", str(scripts))
    assert (status, err) == (1, "")
    assert "mafia_vendetta.vi.toml:1: the line frame.tie is missing" in out.splitlines()
    assert "mafia_vendetta.fa.toml:1: the line frame.tied is missing" in out.splitlines()


def test_lint_of_no_folder(run: Run, tmp_path: Path) -> None:
    status, _, err = run("lint", "--scripts", str(tmp_path / "none"))
    assert status == 2
    assert len(err.splitlines()) == 1


def test_diagram(run: Run) -> None:
    status, out, _ = run("diagram", "mafia_vendetta")
    assert status == 0
    assert out.startswith("stateDiagram-v2")
    assert all(state.name in out for state in S)


def test_an_unknown_game_is_refused(run: Run) -> None:
    for command in ("diagram", "simulate"):
        status, _, err = run(command, "chess")
        assert status == 2
        assert "chess" in err


# -- the program --------------------------------------------------------------------------------------


def test_output_is_utf8_whatever_the_terminal_says() -> None:
    command = [sys.executable, "-m", "narrator", "rehearse"]
    file = str(Path(__file__).parents[1] / "data" / "scenarios" / "mafia_vendetta" / "MV-02.json")
    shown = subprocess.run(
        [*command, file], capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=True
    )
    assert "Đêm xuống" in shown.stdout.decode("utf-8")


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    files = sorted((Path(__file__).parents[1] / "data" / "scenarios" / "mafia_vendetta").glob("*.json"))
    command = [sys.executable, "-m", "narrator", "rehearse", "--json", *map(str, files)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=20) == 141


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ("majority=plurality", "majority", "plurality"),
        ("leader_blocked_by=mafia+yakuza", "leader_blocked_by", frozenset({"mafia", "yakuza"})),
        ("leader_blocked_by=nobody", "leader_blocked_by", frozenset()),
        ("nurse_saves_bodyguard=no", "nurse_saves_bodyguard", False),
        ("vixen_stops_sole_yakuza=no", "vixen_stops_sole_yakuza", False),
        ("night_order=" + ",".join(reversed(mv.NIGHT_ORDER)), "night_order", mv.NIGHT_ORDER[::-1]),
    ],
)
def test_a_house_rule_sets_one_option(given: str, name: str, value: object) -> None:
    options = house_rules([given], mv.Options())
    assert getattr(options, name) == value
    assert replace(options, **{name: getattr(mv.Options(), name)}) == mv.Options()


@pytest.mark.parametrize("given", ["majority", "majority=most", "nurse=no", "nurse_saves_bodyguard=maybe"])
def test_what_is_no_house_rule_is_one_line(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "mafia_vendetta", "--players", "8", "--rule", given]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "rule" in error or "majority" in error
