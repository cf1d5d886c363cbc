"""Every state of the helper's screen as a picture, on a small display and on a large one.

After a change that is meant: NARRATOR_GOLDEN=write python -m pytest tests/screen/test_pictures.py, then look
at tests/data/screens in a browser.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from narrator.script import load_lines
from narrator.table.standing_screen import SeatStands
from tests.screen.showing import LARGE, SAID, SMALL, STATES, Showing, call, marks, plain, rows

PICTURES = Path(__file__).parents[1] / "data" / "screens"
WRITE = os.environ.get("NARRATOR_GOLDEN") == "write"


def kept(state: str, lang: str, size: tuple[int, int]) -> str:
    return place(state, lang, size).read_text(encoding="utf-8")


def place(state: str, lang: str, size: tuple[int, int]) -> Path:
    return PICTURES / f"{state}.{lang}.{size[0]}x{size[1]}.svg"


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("lang", ["vi", "fa"])
@pytest.mark.parametrize("state", list(STATES))
def test_a_state_looks_as_it_did(state: str, lang: str, size: tuple[int, int]) -> None:
    showing = Showing(lang)
    STATES[state](showing)
    picture = plain(showing.drawn(size))
    if WRITE:
        place(state, lang, size).write_text(picture, encoding="utf-8")
    assert marks(picture) == marks(kept(state, lang, size)), (
        "if this is meant: NARRATOR_GOLDEN=write, and look at it"
    )


def test_no_picture_is_left_over() -> None:
    sizes = [f"{width}x{height}" for width, height in (SMALL, LARGE)]
    wanted = {f"{state}.{lang}.{size}.svg" for state in STATES for lang in ("vi", "fa") for size in sizes}
    assert {file.name for file in PICTURES.iterdir()} == wanted


@pytest.mark.parametrize("lang", ["vi", "fa"])
def test_the_longest_line_for_the_helper_is_whole_on_a_small_display(lang: str) -> None:
    showing = Showing(lang, mode="plain")
    call(showing)
    mayor = load_lines("shab_haye_mafia", lang).text("private.ask_mayor")
    seats = tuple(SeatStands(n, "") for n in range(1, 21))
    showing.screen.private(mayor)
    showing.stands(seats=seats)
    shown = " ".join(rows(showing.drawn(SMALL)))
    assert mayor in " ".join(shown.split())


# What follows looks at the pictures that are kept.


@pytest.mark.parametrize("state", list(STATES))
def test_everything_is_there_on_a_small_display(state: str) -> None:
    """Nothing that matters is pushed off 40 columns and 12 rows."""
    shown = rows(kept(state, "vi", SMALL))
    words = " ".join(" ".join(shown).split())
    wanted = {
        "call": ["watch", "can", "public"], "card": ["card", "word", "public"], "paused": ["watch"],
        "trouble": ["alarm", "watch"], "day": ["talk", "can"], "waiting": [],
    }[state]  # fmt: skip
    for name in wanted:
        assert SAID["vi"][name] in words, (name, shown)
    assert ("0:17" in words) == (state in ("call", "card", "trouble"))
    assert len(shown) <= 12


def test_by_night_it_is_dim() -> None:
    def brightest(state: str) -> int:
        looks = " ".join(look for *_, look in marks(kept(state, "vi", LARGE)))
        return max(
            sum(int(c[i : i + 2], 16) for i in (0, 2, 4)) for c in re.findall(r"fill: #(\w{6})", looks)
        )

    assert brightest("call") < 400 < 600 < brightest("day")
