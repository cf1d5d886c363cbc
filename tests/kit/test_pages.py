"""Every kit: its pages, that everything stands on them once, and that nothing leaves its box."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest

from narrator.catalogue import GAMES
from narrator.kit.fonts import covered
from tests.kit.printing import Kit, letters, made

FULLEST = {
    "mafia_vendetta": ("--players", "16", "--mode", "yakuza"),
    "ma_soi_hanh_quyet": ("--players", "12", "--traitor", "--angel", "powerful"),
    "shab_haye_mafia": ("--players", "13", "--joker"),
}
SMALLEST = {"mafia_vendetta": "6", "ma_soi_hanh_quyet": "5", "shab_haye_mafia": "7"}
"""The tables of the rules from end to end: the fullest decks on A4, the smallest on US letter."""

KITS = list(product(GAMES, ("vi", "fa"), ("a4", "letter")))
READ = 6
"""Pages to read: what is in it, seating, the evening, the night, what to whisper, numbers."""


def kit_of(game: str, lang: str, paper: str) -> Kit:
    players = FULLEST[game] if paper == "a4" else ("--players", SMALLEST[game])
    return made(game, *players, "--lang", lang, "--paper", paper)


@pytest.fixture(params=KITS, ids="-".join)
def kit(request: pytest.FixtureRequest) -> Kit:
    return kit_of(*request.param)


def sheets(kit: Kit) -> int:
    """How many sheets to cut there must be, each with a page behind it."""
    a_sheet = {"role": 9, "play": 9, "show": 4, "tents": 6, "tokens": 12}
    total = 0
    for piece in kit.data["pages"][READ:]:
        form = piece.get("form", piece["kind"])
        total += math.ceil(len(piece.get("cards") or piece.get("tents") or piece["tokens"]) / a_sheet[form])
    return total


def test_all_pages_are_there_and_nothing_is_too_large(kit: Kit) -> None:
    assert kit.printed.overflows == ()
    assert kit.printed.warnings == ()
    assert len(kit.document) == kit.printed.pages == READ + 2 * sheets(kit)
    size = {"a4": (595.3, 841.9), "us-letter": (612, 792)}[kit.data["paper"]]
    assert {tuple(round(x) for x in page.get_size()) for page in kit.document} == {tuple(map(round, size))}


def test_no_text_leaves_its_box(kit: Kit) -> None:
    """Every sign lies within one of the boxes made for text; a page to read is one, to its margin."""
    assert kit.strays() == []
    assert sum(text.count_chars() for text in kit.texts) > 1500


def test_no_line_is_printed_over_another(kit: Kit) -> None:
    for text in kit.texts[:READ]:
        runs = np.array([text.get_rect(i) for i in range(text.count_rects())])
        # Marks over and under letters are runs of their own.
        runs = runs[(runs[:, 2] - runs[:, 0] > 6) & (runs[:, 3] - runs[:, 1] > 3)]
        left, bottom, right, top = runs.T
        wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
        high = np.minimum.outer(top, top) - np.maximum.outer(bottom, bottom)
        least = np.minimum.outer((right - left) * (top - bottom), (right - left) * (top - bottom))
        over = (wide > 1) & (high > 1) & (wide * high > 0.25 * least)
        assert over.sum() == len(runs) > 5  # each lies over itself alone


def test_every_role_is_on_as_many_cards_as_the_deck_has(kit: Kit) -> None:
    names = [
        region
        for region in kit.printed.regions
        if region["id"].startswith("roles-") and region["id"].endswith("-name")
    ]
    printed = Counter("".join(letters(kit.within(region))) for region in names)
    wanted = Counter("".join(letters(kit.data["faces"][role]["name"])) for role in kit.case.setup.deck)
    assert printed == wanted


def test_every_seat_has_a_tent_that_both_sides_can_read(kit: Kit) -> None:
    boxes = {region["id"]: region for region in kit.printed.regions}
    for seat, tent in enumerate(kit.data["pages"][-1]["tents"], start=1):
        for side in (f"tents-{seat}", f"tents-{seat}-far"):
            assert letters(kit.within(boxes[f"{side}-word"])) == letters(tent["word"])
            assert letters(kit.within(boxes[f"{side}-number"])) == letters(tent["number"])


def test_every_sign_is_in_the_fonts(kit: Kit) -> None:
    for page in range(1, len(kit.document) + 1):
        for sign in kit.text(page):
            assert sign in "\r\n\ufffe" or ord(sign) in covered(), (page, sign)


def test_pages_and_words_run_in_the_direction_of_the_language(kit: Kit) -> None:
    """The first card stands where reading begins, and so does the first letter of its name."""
    boxes = {region["id"]: region for region in kit.printed.regions}
    cards = boxes["roles-1-name"], boxes["roles-3-name"]
    number, word = boxes["tents-1-number"], boxes["tents-1-word"]
    text, page = kit.texts[cards[0]["page"] - 1], cards[0]
    placed = [text.get_charbox(i) for i in range(text.count_chars())]
    name = [
        left
        for left, bottom, right, _ in placed
        if page["x"] <= left < right <= page["x"] + page["w"]
        and page["y"] <= kit.heights[page["page"] - 1] - bottom <= page["y"] + page["h"]
    ]
    turned = kit.case.lang == "fa"
    assert (cards[0]["x"] > cards[1]["x"]) == turned
    assert (number["x"] > word["x"]) == turned
    assert (name[0] > name[-1]) == turned
