"""Several games at one command line: each has its own options, and no other's."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from narrator.catalogue import GAMES, Option
from narrator.catalogue.live_games import live_game
from narrator.cli import main, play, setups
from narrator.cli.parser import Parser
from narrator.errors import UserError
from narrator.flow.pace import Pace

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
    header = live_game(play.made(args, setups.evening(args))).header
    assert set(header) == {
        "game", "lang", "seed", "players", "deck", "mode", "secret", "rules", "names", "read_cards",
        "explain", "discussion", "options", "pace",
    }  # fmt: skip
    assert [header[name] for name in ("game", "lang", "seed", "players")] == ["mafia_vendetta", "vi", 5, 10]
    assert (header["mode"], header["secret"], header["read_cards"]) == ("loner", True, True)
    assert (header["rules"], header["explain"]) == (["majority=plurality"], False)
    assert json.loads(json.dumps(header))["deck"] == list(header["deck"])


def test_the_journal_of_the_third_game_says_what_is_needed_to_play_it_again() -> None:
    whole: Any = argparse.ArgumentParser()
    play.add(whole.add_subparsers())
    args = whole.parse_args(
        ["play", VILLAGE, "--players", "9", "--traitor", "--angel", "powerful", "--turn", "30", "--seed", "5",
         "--brief-reset", "--rule", "check=dealt", "--rule", "day_cards=60"]
    )  # fmt: skip
    header = live_game(play.made(args, setups.evening(args))).header
    assert [header[name] for name in ("game", "lang", "seed", "players")] == [VILLAGE, "vi", 5, 9]
    assert sorted(header["deck"]) == sorted([*["villager"] * 5, "angel", "werewolf", "werewolf", "traitor"])
    assert (header["powerful"], header["turn"], header["brief_reset"]) == (True, 30.0, True)
    assert header["rules"] == ["check=dealt", "day_cards=60"]


def test_a_game_says_which_shape_its_answers_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = replace(FIRST, shape=list, rehearse=lambda *_: ([{"winner": None}], ()))
    monkeypatch.setattr("narrator.cli.rehearse.GAMES", {FIRST.id: listed})
    file = tmp_path / "x.json"
    for expect, status in (([{"winner": None}], 0), ([], 1), ({}, 2)):
        file.write_text(json.dumps({"game": FIRST.id, "expect": expect}), encoding="utf-8")
        assert main(["rehearse", "--json", str(file)]) == status
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["outcome"] == [{"winner": None}]
    assert err.startswith(f"narrator rehearse: {file}: expect must be an array. ")


# -- a Persian keyboard ---------------------------------------------------------------------------------

SHAB = "shab_haye_mafia"
VILLAGE = "ma_soi_hanh_quyet"


def test_names_and_roles_may_stand_apart_by_a_persian_comma() -> None:
    names = "علی،رضا, سارا، بهار،پویا، کاوه،مینا"
    assert list(evening(SHAB, "--names", names).names.values()) == [
        "علی", "رضا", "سارا", "بهار", "پویا", "کاوه", "مینا",
    ]  # fmt: skip
    assert evening(SHAB, "--players", "۸", "--roles", "godfather، doctor،simple_mafia*۲").setup.deck == (
        "godfather", *("simple_mafia",) * 2, "doctor", *("citizen",) * 4,
    )  # fmt: skip


def test_numbers_may_have_the_digits_of_any_script() -> None:
    whole = Parser()
    play.add(whole.add_subparsers())
    args = whole.parse_args(
        ["play", SHAB, "--players", "۷", "--turn", "۴۵", "--defence", "٣٠٫٥", "--pace", "۰٫۸", "--seed", "۵"]
    )
    game = live_game(play.made(args, setups.evening(args)))
    assert (game.seats, game.header["turn"], game.header["defence"], game.header["seed"]) == (7, 45, 30.5, 5)
    assert game.header["pace"]["breath"] == pytest.approx(Pace().scaled(0.8).breath)


def test_house_rules_are_read_from_a_persian_keyboard() -> None:
    order = "night_order=doctor، mafia،professional،detective،psychiatrist،die_hard"
    options: Any = evening(SHAB, "--players", "8", "--rule", order).setup
    assert options.options.night_order[:2] == ("doctor", "mafia")


@pytest.mark.parametrize("names", ["علی،علي", "کاوه,كاوه", "عـلی،علی", "\u200fعلی،علی", "ﻋﻠﯽ،علی"])
def test_a_name_typed_on_another_keyboard_is_the_same_name(names: str) -> None:
    with pytest.raises(UserError, match="is given twice"):
        evening(SHAB, "--names", f"{names}،رضا،سارا،بهار،پویا،مینا")


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (["lot="], "--rule: lot has no value. Write lot=chance."),
        (["lot"], "--rule: lot has no value. Write lot=chance."),
        (["lot=chance", "lot=death"], "--rule: lot is given twice. Leave one out."),
        (["lot=luck"], "--rule: luck is no value of the rule lot. Write lot=death or lot=chance."),
        (
            ["intro_vote=yes", "intro_day=no"],
            "--rule: intro_vote=yes needs the introduction day. Leave out intro_day=no.",
        ),
        (
            ["night_order=mafia"],
            "--rule: night_order must name every call once. "
            "Write night_order=mafia,doctor,professional,detective,psychiatrist,die_hard in any order.",
        ),
        (["cards=1"], "--rule: 'cards=1' is no rule. Use night_order, joker_inverts_godfather, "),
        (["intro_day=0"], "--rule: 'intro_day=0' is neither yes nor no. Write intro_day=no."),
    ],
)
def test_a_wrong_house_rule_is_named_with_its_mend(rules: list[str], line: str) -> None:
    with pytest.raises(UserError) as caught:
        evening(SHAB, "--players", "8", *(word for rule in rules for word in ("--rule", rule)))
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ("--players 6", "the set-up: 6 players: the table of the rules goes from 7 to 13, and --roles "),
        ("--players 14", "the set-up: 14 players: the table of the rules goes from 7 to 13, and --roles "),
        ("--players 9 --joker", "the set-up: the Joker with 9 players: he is used from 11 on, unless "),
        ("--players 9 --roles doctor", "the set-up: no Godfather in the deck: add godfather; "),
        (
            "--players 8 --roles godfather,simple_mafia*3",
            "the set-up: 4 Mafia against 4 of the city: the Mafia must be fewer",
        ),
        (
            "--players 8 --joker --roles godfather",
            "--joker: the Joker is not among the cards of --roles. Name it there.",
        ),
        ("--players 8 --mode loner", "--mode: is no option of shab_haye_mafia. --mode belongs to "),
    ],
)  # fmt: skip
def test_a_deck_that_cannot_be_played_says_why(args: str, line: str) -> None:
    with pytest.raises(UserError) as caught:
        evening(SHAB, *args.split())
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ("--players 4", "the set-up: 4 players: the table of the rules goes from 5 to 12, and --roles "),
        ("--players 13", "the set-up: 13 players: the table of the rules goes from 5 to 12, and --roles "),
        ("--players 6 --traitor", "the set-up: Angel or Traitor with 6 players: they are used from 7 on. "),
        ("--players 5 --angel plain", "the set-up: Angel or Traitor with 5 players: they are used from 7 on"),
        (
            "--players 8 --traitor --roles werewolf*2",
            "--traitor: traitor is not among the cards of --roles. Name it there.",
        ),
        (
            "--players 8 --angel plain --roles werewolf*2",
            "--angel: angel is not among the cards of --roles. Name it there.",
        ),
        ("--players 8 --roles villager*8", "the set-up: no werewolf in the deck: add werewolf. "),
        (
            "--players 8 --roles werewolf*4",
            "the set-up: 4 werewolves against 4 of the village: the werewolves must be fewer",
        ),
        (
            "--players 8 --roles werewolf*2,angel*2",
            "the set-up: angel is in the deck 2 times: there is one card of it. ",
        ),
        (
            "--players 8 --roles seer",
            "--roles: the role seer does not exist. Use villager, angel, werewolf, ",
        ),
        ("--players 8 --joker", "--joker: is no option of ma_soi_hanh_quyet. --joker belongs to "),
        (
            "--players 8 --rule check=dog",
            "--rule: dog is no value of the rule check. Write check=narrator or check=moderator or "
            "check=dealt.",
        ),
        (
            "--players 8 --rule day_cards=25",
            "--rule: 25 Day cards: two for each player and the last ten make 26. Count the whole Day deck, "
            "with the Howl.",
        ),
        ("--players 8 --rule day_cards=-1", "--rule: 'day_cards=-1' is no number. "),
        ("--players 8 --rule lot=death", "--rule: 'lot=death' is no rule. Use check, day_cards."),
    ],
)
def test_a_village_that_cannot_be_played_says_why(args: str, line: str) -> None:
    with pytest.raises(UserError) as caught:
        evening(VILLAGE, *args.split())
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_the_cards_of_a_village() -> None:
    def dealt(*args: str) -> dict[str, int]:
        deck = evening(VILLAGE, *args).setup.deck
        return {role: deck.count(role) for role in deck}

    assert dealt("--players", "8") == {"villager": 5, "werewolf": 3}
    assert dealt("--players", "8", "--angel", "plain") == {"villager": 4, "angel": 1, "werewolf": 3}
    assert dealt("--players", "8", "--traitor") == {"villager": 5, "werewolf": 2, "traitor": 1}
    every = {"villager": 4, "angel": 1, "werewolf": 2, "traitor": 1}
    assert dealt("--players", "8", "--traitor", "--angel", "powerful") == every
    assert dealt("--players", "8", "--roles", "angel,traitor,werewolf*2") == every
    assert dealt("--names", "An,Bình,Chi,Dũng,Giang") == {"villager": 4, "werewolf": 1}


def test_each_file_is_rehearsed_in_the_language_of_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[1] / "data" / "scenarios"
    files = [
        str(folder / name)
        for name in ("mafia_vendetta/MV-20.json", f"{SHAB}/SM-01.json", f"{VILLAGE}/MS-04.json")
    ]
    assert main(["rehearse", *files]) == 0
    said = capsys.readouterr().out
    assert "Đêm xuống" in said
    assert "Sói đã hú!" in said
    assert "شب شد" in said


def test_names_that_differ_by_a_space_alone_sound_alike() -> None:
    party = evening(SHAB, "--names", "حسین علی،حسین‌علی،جان سخت،علی ۷،علی7،رضا،مینا")
    assert [note.count("نام") for note in setups.doubtful_names(party, "fa")] == [1, 2, 1]


def test_the_words_to_enrol_are_listed_for_one_game_or_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    def ids(*options: str) -> set[str]:
        assert main(["enrol", "--list", "--lang", "fa", *options]) == 0
        return {line.split("\t")[0] for line in capsys.readouterr().out.splitlines()}

    assert ids() > ids("--game", SHAB) >= {"tie", "minus", "number_0", "seat_7"}
    assert not ids("--game", SHAB) & {"howl", "witch"}
    assert ids("--game", VILLAGE, "--lang", "vi") >= {"howl", "witch", "seer", "vote_count", "minus"}


def test_a_demo_does_not_begin_when_its_recording_has_no_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", SHAB, "--out", "/no/such/place.wav"]) == 2
    assert capsys.readouterr().err == (
        "narrator demo: /no/such: there is no such folder. Choose a folder that exists.\n"
    )
