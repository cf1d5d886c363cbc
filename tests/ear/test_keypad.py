from __future__ import annotations

import pytest

from narrator.ear.keypad import CLICKER, KEYS, Keypad, help_lines
from narrator.script import load_commands


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_every_intent_has_a_key(lang: str) -> None:
    keyed = set(KEYS.values()) | {f"number_{n}" for n in range(21)}
    for word in load_commands(lang).words:
        intent = f"number_{word.number}" if word.kind == "seat" else word.id
        assert intent in keyed


def test_no_intent_has_two_keys_and_no_key_is_a_digit() -> None:
    assert len(set(KEYS.values())) == len(KEYS)
    assert not any(key.isdigit() for key in KEYS)


def typed(keys: str) -> list[str]:
    pad = Keypad()
    return [intent for key in keys for intent in pad.press(key)]


def refusals(keys: str) -> list[str]:
    pad = Keypad()
    found = []
    for key in keys:
        pad.press(key)
        if pad.refused:
            found.append(pad.refused)
    return found


def test_numbers_end_with_enter() -> None:
    assert typed("5\n") == ["number_5"]
    assert typed("12\r") == ["number_12"]
    assert typed("0\n20\n") == ["number_0", "number_20"]
    assert typed("۱۲\n") == ["number_12"]


def test_a_key_with_a_meaning_enters_the_digits_before_it() -> None:
    assert Keypad().press("d") == ("done",)
    pad = Keypad()
    pad.press("3")
    assert pad.press("d") == ("number_3", "done")
    assert pad.typed == ""
    assert typed("1p2\n") == ["number_1", "pause", "number_2"]


def test_a_number_above_twenty_is_refused_and_said_so() -> None:
    assert typed("21\n") == []
    assert typed("99\n5\n") == ["number_5"]
    assert refusals("21\n112\n5\n") == ["21", "112"]
    assert typed("25d") == [], "done would be meant for another seat"
    assert refusals("1234") == ["4"]


def test_digits_typed_so_far_are_there_to_be_shown() -> None:
    pad = Keypad()
    seen = []
    for key in "12\x7f\n":
        pad.press(key)
        seen.append(pad.typed)
    assert seen == ["1", "12", "1", ""]


def test_backspace_takes_a_digit_back() -> None:
    assert typed("12\x7f\n") == ["number_1"]
    assert refusals("\x7f") == []


def test_enter_alone_is_done_and_unknown_keys_are_refused() -> None:
    assert typed("\n") == ["done"]
    assert typed("~é ") == ["next"]
    assert refusals("~é \x01") == ["~", "é", "?"]
    assert typed("1~2\n") == ["number_12"], "a slip does not lose the digits"


def test_a_clicker_goes_on_and_repeats() -> None:
    assert {key: Keypad().press(key) for key in CLICKER} == {
        **dict.fromkeys(("PageDown", "Right", "Down"), ("next",)),
        **dict.fromkeys(("PageUp", "Left", "Up"), ("repeat",)),
    }


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_help_names_every_key_in_the_language(lang: str) -> None:
    text = "\n".join(help_lines(lang))
    phrases = {w.id: w.phrases[0] for w in load_commands(lang).words}
    assert all(phrases[intent] in text for intent in KEYS.values())
    assert "PageDown" in text


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_help_leaves_out_what_the_game_never_uses(lang: str) -> None:
    phrases = {w.id: w.phrases[0] for w in load_commands(lang).words}
    text = "\n".join(help_lines(lang, {"next", "done"}))
    assert phrases["next"] in text
    assert phrases["howl"] not in text
