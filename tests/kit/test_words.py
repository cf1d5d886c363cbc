"""The words on paper: complete, alike in both languages, and the same words and keys as at the table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from narrator.catalogue import GAMES, Wanted
from narrator.ear.keypad import KEYS, Keypad
from narrator.games import shab_haye_mafia
from narrator.kit import Case, content, contents
from narrator.kit.case import Case as Setting
from narrator.kit.words import TEXTS, load_words
from narrator.script.files import flatten
from tests.kit.printing import case_of

LANGUAGES = ("vi", "fa")


def texts(name: str) -> dict[str, Any]:
    return dict(flatten(tomllib.loads((TEXTS / name).read_text(encoding="utf-8"))))


def placeholders(value: Any) -> list[set[str]]:
    return [
        set(re.findall(r"\{([^{}]*)\}", text)) for text in (value if isinstance(value, list) else [value])
    ]


@pytest.mark.parametrize("name", ["common", *GAMES])
def test_both_languages_have_the_same_texts(name: str) -> None:
    one, other = texts(f"{name}.vi.toml"), texts(f"{name}.fa.toml")
    assert set(one) == set(other)
    for id in one:
        assert placeholders(one[id]) == placeholders(other[id]), id


def cases(game: str, lang: str) -> Iterator[Case]:
    """Set-ups that together use every role, option and house rule of a game's kit."""
    entry = GAMES[game]
    singles = [role for role in entry.roles if role != entry.plain]
    for role in singles:
        yield Setting(entry, lang, _Deck(20, (role, entry.plain), _rules(entry, {})))
    for option, rules in product(
        ({}, {"secret": True, "angel": "powerful", "roll_call": "wake"}),
        ({}, {"check": "moderator", "final_shot": "immediate_exit", "joker_inverts_godfather": True,
              "inquiry": "die_hard", "inquiry_roles": True, "intro_day": False, "intro_shot": True},
         {"check": "dealt"}),
    ):  # fmt: skip
        yield Setting(entry, lang, _Deck(20, entry.roles, _rules(entry, rules)), option)


class _Deck:
    """A set-up with any roles, sound or not."""

    def __init__(self, seats: int, deck: tuple[str, ...], options: Any) -> None:
        self.seats, self.deck, self.options = seats, deck, options


def _rules(entry: Any, changed: dict[str, Any]) -> Any:
    players = {"mafia_vendetta": 8, "ma_soi_hanh_quyet": 8, "shab_haye_mafia": 12}[entry.id]
    options = entry.setup(Wanted(players)).options
    known = {name: value for name, value in changed.items() if hasattr(options, name)}
    return type(options)(**{name: known.get(name, getattr(options, name)) for name in options.__slots__})


def once(monkeypatch: pytest.MonkeyPatch, game: str, lang: str, kind: type[dict[str, Any]]) -> None:
    """Read the files of a game's words once for all cases."""
    found = load_words(next(cases(game, lang)))
    monkeypatch.setattr(content, "load_words", lambda case: replace(found, case=case, own=kind(found.own)))


@pytest.mark.parametrize(("game", "lang"), list(product(GAMES, LANGUAGES)))
def test_no_set_up_lacks_a_text_and_no_text_is_idle(
    game: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[str] = set()

    class Told(dict[str, Any]):
        def __getitem__(self, id: str) -> Any:
            used.add(id)
            return super().__getitem__(id)

    once(monkeypatch, game, lang, Told)
    for case in cases(game, lang):
        contents(case)
    own = texts(f"{game}.{lang}.toml")
    assert set(own) - used == set()
    assert {text for id in own for text in placeholders(own[id]) if "" in text} == set()


@pytest.mark.parametrize(("game", "lang"), list(product(GAMES, LANGUAGES)))
def test_what_is_whispered_is_what_the_ear_and_the_keypad_take(
    game: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every chip of the sheets is a command's first phrase with its key, and the game expects it."""
    once(monkeypatch, game, lang, dict)
    phrases = {word.phrases[0]: word for word in load_words(next(cases(game, lang))).commands.words}
    space = {"vi": "phím cách", "fa": "فاصله"}[lang]
    seen = 0
    for case in cases(game, lang):
        for chip in chips(contents(case)["pages"]):
            if "word" not in chip:
                continue
            word = phrases[chip["word"]]
            assert word.id in GAMES[game].words, chip
            key = {space: " "}.get(chip["key"], chip["key"].removeprefix("Shift "))
            pad = Keypad()
            assert pad.press(key) == (() if word.kind == "number" else (word.id,)), chip
            if word.kind == "number":
                assert pad.typed == str(word.number)
            seen += 1
    assert seen > 100
    assert set(KEYS.values()) <= {word.id for word in phrases.values()}


def chips(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "key" in value and ("word" in value or "note" in value) and "number" not in value:
            yield value
        for inner in value.values():
            yield from chips(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from chips(inner)


def test_every_call_of_the_night_is_on_the_card_in_the_order_of_the_rules() -> None:
    for game in ("mafia_vendetta", "shab_haye_mafia"):
        layout = tomllib.loads((TEXTS / f"{game}.toml").read_text(encoding="utf-8"))
        rows = [row["call"] for row in layout["order"][0]["rows"]]
        order = _rules(GAMES[game], {}).night_order
        assert list(dict.fromkeys(rows)) == list(order)
    turned = ",".join(reversed(_rules(GAMES["shab_haye_mafia"], {}).night_order))
    case, _ = case_of(("shab_haye_mafia", "--players", "12", "--rule", f"night_order={turned}"))
    page = next(page for page in contents(case)["pages"] if page["kind"] == "order")
    assert page["parts"][0]["rows"][0]["who"] == load_words(case).role("die_hard")


def test_the_table_of_votes_is_that_of_the_rules() -> None:
    layout = tomllib.loads((TEXTS / "shab_haye_mafia.toml").read_text(encoding="utf-8"))
    assert [row[0] for row in layout["limits"]] == list(range(20, 2, -1))
    for players, defence, leaves in layout["limits"]:
        assert defence == players // 2 + 1
        assert leaves == max(1, (players - 1) // 2)


def test_fate_cards_have_the_numbers_that_the_screen_asks_for() -> None:
    case, _ = case_of(("shab_haye_mafia", "--players", "12"))
    deck = next(page for page in contents(case)["pages"] if page.get("part") == "fate")
    words = load_words(case)
    wanted = [words.lines.text(f"cards.{card}") for card in shab_haye_mafia.CARDS]
    assert [card["name"] for card in deck["cards"]] == wanted
    assert [card["number"] for card in deck["cards"]] == ["۱", "۲", "۳", "۴", "۵", "۶"]


def test_the_slandered_can_be_shown_as_a_thug_that_is_not_in_the_deck() -> None:
    case, _ = case_of(("mafia_vendetta", "--players", "8", "--roles", "detective,snitch"))
    shown = next(page for page in contents(case)["pages"] if page.get("part") == "show")
    assert {"face": "thug"} in shown["cards"]


def test_a_deck_without_an_investigator_has_no_cards_to_show() -> None:
    case, _ = case_of(("mafia_vendetta", "--players", "6", "--roles", "sheriff,thug"))
    assert [page for page in contents(case)["pages"] if page.get("part") == "show"] == []


def test_the_night_deck_has_a_card_for_each_player_and_one_claw() -> None:
    case, _ = case_of(("ma_soi_hanh_quyet", "--players", "9"))
    words = load_words(case)
    deck = next(page for page in contents(case)["pages"] if page.get("part") == "night")
    names = [card["name"] for card in deck["cards"]]
    assert len(names) == 9
    assert names.count(words.lines.text("cards.claw")) == 1
    assert names.count(words.lines.text("cards.safe")) == 8


def test_identity_tokens_come_with_angel_or_traitor_alone() -> None:
    plain, _ = case_of(("ma_soi_hanh_quyet", "--players", "8"))
    advanced, _ = case_of(("ma_soi_hanh_quyet", "--players", "8", "--traitor"))
    counts = [
        len(next(page for page in contents(case)["pages"] if page["kind"] == "tokens")["tokens"])
        for case in (plain, advanced)
    ]
    assert counts == [6, 8]
