"""`narrator setup`: decks proposed and judged, in words, as JSON and as a chart."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from narrator.catalogue import GAMES, Wanted
from narrator.catalogue.proposals import neighbours
from narrator.cli import main
from narrator.cli.setup_words import _WORDS, TONGUES, Words
from narrator.games.core import Problem

Run = Callable[..., tuple[int, str, str]]
SMALL = ("setup", "ma_soi_hanh_quyet", "--players", "7", "--games", "20")


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


@pytest.mark.parametrize("game", GAMES)
def test_decks_are_proposed_and_judged(game: str, run: Run) -> None:
    entry = GAMES[game]
    args = ("setup", game, "--players", "8", "--games", "12", "--decks", "3", "--json")
    status, out, err = run(*args)
    assert (status, err) == (0, "")
    shown = json.loads(out)
    own, *others = shown["decks"]
    assert own["exchange"] is None
    assert own["deck"] == list(entry.setup(Wanted(8)).deck)
    assert len(others) == 2
    town = entry.policy.town if entry.policy else ""
    for deck in shown["decks"]:
        assert sum(deck["wins"].values()) == 12
        assert next(iter(deck["rates"])) == town
        for side in deck["rates"].values():
            assert side["low"] <= side["rate"] <= side["high"]
        assert deck["nights"]["low"] <= deck["nights"]["median"] <= deck["nights"]["high"]
        entry.setup(Wanted(8, tuple(deck["deck"])))  # can be played
    distances = [abs(deck["rates"][town]["rate"] - 0.5) for deck in others]
    assert distances == sorted(distances)
    for deck in others:
        given, taken = deck["exchange"]["put"], deck["exchange"]["out"]
        assert Counter(deck["deck"]) - Counter(own["deck"]) == Counter([given])
        assert Counter(own["deck"]) - Counter(deck["deck"]) == Counter([taken])
    assert run(*args)[1] == out
    assert run(*args, "--seed", "2")[1] != out


@pytest.mark.parametrize("lang", TONGUES)
def test_in_words(lang: str, run: Run, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    status, out, err = run(*SMALL, "--decks", "2", "--lang", lang, "--svg", str(chart))
    assert (status, err) == (0, "")
    assert out.count("\n\n") == 2
    assert len(re.findall("^   [█░]{30}  ", out, re.MULTILINE)) == 4
    words = Words.of(GAMES["ma_soi_hanh_quyet"], lang)
    assert words.say("rules") in out
    assert words.side("werewolves") in out
    drawn = ElementTree.fromstring(chart.read_text(encoding="utf-8"))
    texts = [
        (text.text or "").strip("\u2067\u2069") for text in drawn.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert texts.count(words.side("villagers")) == 2
    assert words.say("rules") in texts
    assert words.percent(50) in texts
    rects = [rect for rect in drawn.iter("{http://www.w3.org/2000/svg}rect") if rect.get("x")]
    assert len(rects) == 4
    assert all(0 <= float(rect.get("width", "-1")) <= 430 for rect in rects)


def test_a_warning_of_the_rules_own_deck_says_that_it_is_theirs(run: Run) -> None:
    said = "     the rulebook has it so; play deals it unless --roles names another deck\n"
    six = ("setup", "ma_soi_hanh_quyet", "--players", "6", "--games", "60", "--decks", "2")
    first, second = run(*six)[1].split("\n2. ")
    assert re.search(r"   ! too one-sided: .*\n(   ! .*\n)*" + said, first)
    assert said not in second
    assert said not in run(*six, "--roles", "werewolf*2")[1]


def test_one_deck_is_judged(run: Run) -> None:
    status, out, _ = run(*SMALL, "--roles", "werewolf*3", "--json")
    assert status == 0
    (deck,) = json.loads(out)["decks"]
    assert deck["deck"] == ["villager"] * 4 + ["werewolf"] * 3
    (one_sided,) = [note for note in deck["notes"] if note["code"] == "one_sided"]
    assert one_sided["side"] == "werewolves"
    assert one_sided["text"].startswith("too one-sided: werewolves wins ")
    assert "the deck given" in run(*SMALL, "--roles", "werewolf*3")[1]


def test_the_houses_rules_and_modes_count(run: Run) -> None:
    args = ("setup", "mafia_vendetta", "--players", "12", "--games", "20", "--decks", "1", "--json")
    decks = [
        json.loads(run(*args, *more)[1])["decks"][0] for more in ((), ("--mode", "yakuza"), ("--secret",))
    ]
    assert set(decks[1]["wins"]) <= {"civilian", "mafia", "yakuza", "all_lose", "none"}
    assert "yakuza" in decks[1]["deck"]
    assert decks[0]["deck"] == decks[2]["deck"]
    assert decks[0]["known"] > decks[2]["known"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_near_is_sound_and_differs_in_one_card(game: str) -> None:
    entry = GAMES[game]
    setup: Any = entry.setup(Wanted(10))
    near = list(neighbours(entry, setup))
    assert len({other.deck for _, other in near}) == len(near) > 2
    for (out, put), other in near:
        assert Counter(other.deck) == Counter(setup.deck) - Counter([out]) + Counter([put])
        assert entry.check(other) == ()


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (("--games", "0"), "--games"),
        (("--games", "1000000"), "--games"),
        (("--decks", "0"), "--decks"),
        (("--reading", "49"), "--reading"),
        (("--svg", "/no/such/folder/chart.svg"), "/no/such/folder/chart.svg"),
        (("--roles", "ghost"), "--roles"),
        (("--mode", "yakuza"), "--mode"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(given: tuple[str, ...], where: str, run: Run) -> None:
    status, out, err = run(*SMALL, "--decks", "1", *given)
    assert (status, out) == (2, "")
    assert err.startswith(f"narrator setup: {where}: ")
    assert err.count("\n") == 1


def test_a_game_without_a_policy_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**GAMES, "ma_soi_hanh_quyet": replace(GAMES["ma_soi_hanh_quyet"], policy=None)}
    monkeypatch.setattr("narrator.cli.setups.GAMES", known)
    status, _, err = run(*SMALL)
    assert status == 2
    assert "has no rules of sensible play" in err
    assert "narrator simulate" in err


def test_a_terminal_sees_how_far_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    status, out, err = run(*SMALL, "--decks", "1")
    assert status == 0
    assert "playing" in err
    assert "playing" not in out


def test_every_language_has_every_text() -> None:
    keys = {lang: set(texts) for lang, texts in _WORDS.items()}
    assert set(keys) == set(TONGUES)
    assert keys["vi"] == keys["fa"] == keys["en"]
    for name in keys["en"]:
        holes = [set(re.findall(r"{(\w+)", texts[name])) for texts in _WORDS.values()]
        assert holes[0] == holes[1] == holes[2], name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", TONGUES)
def test_every_side_and_role_has_a_name(game: str, lang: str) -> None:
    words = Words.of(GAMES[game], lang)
    for side in [*GAMES[game].sides, *(("all_lose", "none") if game == "mafia_vendetta" else ())]:
        assert words.side(side)
    said = [words.role(role) for role in GAMES[game].roles]
    assert len(set(said)) == len(said)
    problem = Problem("idle", "warning", {"role": GAMES[game].roles[0], "percent": 3})
    assert said[0] in words.concern(problem)


def test_numbers_are_written_as_the_language_writes_them() -> None:
    said = {
        lang: Words.of(GAMES["shab_haye_mafia"], lang).say("known", known=1.52, night=2, checks=0.8)
        for lang in TONGUES
    }
    assert "1.5 players" in said["en"]
    assert "1,5 người" in said["vi"]
    assert "۱٫۵ نفر" in said["fa"]
