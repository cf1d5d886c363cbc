"""The helper's keys at the screen, and Persian in the right order."""

from __future__ import annotations

from typing import Any

import pytest
from bidi.algorithm import get_display

from narrator.cli.joining import joined
from narrator.ear.keypad import KEYS
from narrator.screen.words import LANGUAGES, Words
from tests.screen.showing import LARGE, NAMES, SMALL, STATES, Showing, rows


def test_every_key_of_the_keypad_reaches_the_game() -> None:
    showing = Showing("vi")

    async def act(pilot: Any) -> None:
        for key in KEYS.keys() - {" ", "+"}:
            showing.app.pressed(key)
        showing.pressed.sort()
        await pilot.press(
            "space", "plus", "1", "2", "backspace", "enter", "enter", "pagedown", "left", "۵", "d"
        )

    showing.drawn(SMALL, act)
    typed = ["next", "louder", "number_1", "done", "next", "repeat", "number_5", "done"]
    assert showing.pressed == [*sorted(set(KEYS.values()) - {"next", "louder"}), *typed]


def test_a_key_that_means_nothing_is_crossed_out_until_the_next() -> None:
    showing = Showing("vi")

    async def act(pilot: Any) -> None:
        await pilot.press("ctrl+g", "f5", "~")

    assert "✗ ~" in " ".join(rows(showing.drawn(SMALL, act)))
    assert showing.pressed == []


def test_the_sheet_of_keys_is_paged_and_goes_away() -> None:
    showing = Showing("vi", sheet=tuple(f"phím số {n}" for n in range(1, 16)))
    STATES["call"](showing)
    pages: list[list[str]] = []

    async def act(pilot: Any) -> None:
        for _ in range(3):
            await pilot.press("?")
            await pilot.pause()
            pages.append(rows(showing.app.export_screenshot(title="narrator")))

    showing.drawn(SMALL, act)
    assert "phím số 1" in pages[0]
    assert "phím số 15" in pages[1]
    together = [row for page in pages[:2] for row in page if row.startswith("phím số")]
    assert together == list(showing.app._sheet)
    assert not any(row.startswith("phím số") for row in pages[2])


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_persian_stands_in_the_order_in_which_it_is_read(size: tuple[int, int]) -> None:
    """On a terminal that orders nothing: each row as the algorithm of python-bidi has it."""
    showing = Showing("fa", mode="reorder")
    STATES["call"](showing)
    shown = "\n".join(rows(showing.drawn(size)))
    seen = get_display(joined(showing.said["watch"]), base_dir="R")
    assert seen in shown
    for text in (showing.said["about"], "[x]"):
        assert get_display(joined(text), base_dir="R").strip("[]") in shown
    if size == LARGE:
        for name in NAMES["fa"]:
            assert get_display(joined(name), base_dir="R") in shown


def test_a_row_goes_the_way_of_its_text() -> None:
    """Also one that begins with a key in brackets."""
    showing = Showing("fa", mode="reorder")
    STATES["call"](showing)
    shown = rows(showing.drawn(SMALL))
    (row,) = [row for row in shown if "[f]" in row]
    assert row.endswith("[f]")
    assert row.startswith("[x]")


def test_every_language_has_every_word() -> None:
    every = [Words.of(lang) for lang in LANGUAGES]
    for part in ("texts", "asks", "health"):
        assert len({frozenset(getattr(words, part)) for words in every}) == 1


def test_its_own_words_may_be_in_another_language() -> None:
    showing = Showing("vi", words="en")
    STATES["call"](showing)
    shown = " ".join(rows(showing.drawn(SMALL)))
    assert "Night" in shown
    assert showing.said["watch"] in shown
