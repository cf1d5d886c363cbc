"""Two games at one command line: each has its own options, and no other's."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.catalogue import GAMES, Option
from narrator.cli import main, play, setups
from narrator.errors import UserError

FIRST = GAMES["mafia_vendetta"]
SECOND = replace(
    FIRST,
    id="second",
    lang="fa",
    sample="judge,thug*2",
    options=(
        Option("--joker", {"action": "store_true", "help": "with the Joker"}),
        Option("--mode", {"choices": ("classic", "long"), "help": "classic or long"}),
    ),
    rules={},
)


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setups, "GAMES", {FIRST.id: FIRST, SECOND.id: SECOND})


def evening(*args: str, live: bool = False) -> setups.Evening:
    parser = argparse.ArgumentParser()
    setups.add_game(parser, live=live)
    setups.add_lang(parser, own=True)
    return setups.evening(parser.parse_args(args))


@pytest.mark.usefixtures("both")
def test_help_says_which_game_an_option_belongs_to() -> None:
    parser = argparse.ArgumentParser()
    setups.add_game(parser, live=True)
    setups.add_lang(parser, own=True)
    text = " ".join(parser.format_help().split())
    for part in (
        "--mode {classic,yakuza,loner,long} mafia_vendetta: classic, yakuza or loner; second: "
        "classic or long",
        "--joker second: with the Joker",
        "--read-cards mafia_vendetta: ",
        "second: as judge,thug*2, ",
        "(default: vi; fa for second)",
        "the game: mafia_vendetta, second",
    ):
        assert part in text


@pytest.mark.usefixtures("both")
def test_an_option_reaches_its_game_alone() -> None:
    assert evening("second", "--players", "8", "--joker").options == {"joker": True}
    assert evening("second", "--players", "8", "--mode", "classic").options == {"mode": "classic"}
    assert evening("second", "--players", "8").options == {}
    assert evening("mafia_vendetta", "--players", "8", "--read-cards", live=True).options == {
        "read_cards": True
    }


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize(
    ("args", "line"),
    [
        (
            "second --secret --loner psycho",
            "--loner, --secret: is no option of second. "
            "--loner belongs to mafia_vendetta; --secret belongs to mafia_vendetta.",
        ),
        ("mafia_vendetta --joker", "--joker: is no option of mafia_vendetta. --joker belongs to second."),
        (
            "second --mode yakuza",
            "--mode: 'yakuza' is not among the choices of second. Use classic, long.",
        ),
        ("second --roles wizard", "--roles: the role wizard does not exist. Use bystander, "),
        ("second --roles ,", "--roles: a role is missing beside a comma. Write judge,thug*2."),
        ("second --roles thug*x", "--roles: 'thug*x' is no role. Write thug*2 for two of a role."),
    ],
)
def test_another_games_option_is_refused_in_one_line(args: str, line: str) -> None:
    with pytest.raises(UserError) as caught:
        evening(*args.split(), "--players", "8")
    assert str(caught.value).startswith(line)


@pytest.mark.usefixtures("both")
def test_a_game_is_played_in_its_own_language() -> None:
    for game, given, lang in (("second", [], "fa"), ("mafia_vendetta", [], "vi"), ("second", ["vi"], "vi")):
        args = SimpleNamespace(game=game, lang=given[0] if given else None)
        assert setups.chosen(args) in (FIRST, SECOND)  # type: ignore[arg-type]
        assert args.lang == lang


def test_the_journal_of_the_first_game_says_what_is_needed_to_play_it_again() -> None:
    whole: Any = argparse.ArgumentParser()
    play.add(whole.add_subparsers())
    args = whole.parse_args(
        ["play", "mafia_vendetta", "--players", "10", "--secret", "--mode", "loner", "--seed", "5",
         "--rule", "majority=plurality", "--read-cards", "--no-explanations"]
    )  # fmt: skip
    header = play.made(args, setups.evening(args)).header
    assert set(header) == {
        "game", "lang", "seed", "players", "deck", "mode", "secret", "rules", "names", "read_cards",
        "explain", "pace",
    }  # fmt: skip
    assert [header[name] for name in ("game", "lang", "seed", "players")] == ["mafia_vendetta", "vi", 5, 10]
    assert (header["mode"], header["secret"], header["read_cards"]) == ("loner", True, True)
    assert (header["rules"], header["explain"]) == (["majority=plurality"], False)
    assert json.loads(json.dumps(header))["deck"] == list(header["deck"])


def test_a_game_says_which_shape_its_answers_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = replace(FIRST, shape=list, rehearse=lambda _data, _lines, _commands: ([{"winner": None}], ()))
    monkeypatch.setattr("narrator.cli.rehearse.GAMES", {FIRST.id: listed})
    file = tmp_path / "x.json"
    for expect, status in (([{"winner": None}], 0), ([], 1), ({}, 2)):
        file.write_text(json.dumps({"game": FIRST.id, "expect": expect}), encoding="utf-8")
        assert main(["rehearse", "--json", str(file)]) == status
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["outcome"] == [{"winner": None}]
    assert err.startswith(f"narrator rehearse: {file}: expect must be an array. ")
