from __future__ import annotations

import pytest

from narrator.ear.keypad import KEYS, Keypad, help_lines
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
    return [intent for key in keys if (intent := pad.press(key)) is not None]


def test_numbers_end_with_enter() -> None:
    assert typed("5\n") == ["number_5"]
    assert typed("12\r") == ["number_12"]
    assert typed("0\n20\n") == ["number_0", "number_20"]
    assert typed("۱۲\n") == ["number_12"]


def test_numbers_above_twenty_are_nothing() -> None:
    assert typed("21\n") == []
    assert typed("99\n5\n") == ["number_5"]


def test_backspace_and_other_keys_take_digits_back() -> None:
    assert typed("12\x7f\n") == ["number_1"]
    assert typed("1p2\n") == ["pause", "number_2"]


def test_enter_alone_is_done_and_unknown_keys_are_nothing() -> None:
    assert typed("\n") == ["done"]
    assert typed("~é ") == ["next"]


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_help_names_every_key_in_the_language(lang: str) -> None:
    text = "\n".join(help_lines(lang))
    phrases = {w.id: w.phrases[0] for w in load_commands(lang).words}
    assert all(phrases[intent] in text for intent in KEYS.values())
