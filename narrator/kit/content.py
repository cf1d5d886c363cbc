"""The pages of a kit as plain data, in the order they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from narrator.kit.case import Case
from narrator.kit.pieces import decks, role_cards, show_cards, tents, tokens
from narrator.kit.sheets import evening, numbers, order, sheet, table
from narrator.kit.words import Words, load_words

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""What --paper takes, and what the templates call it."""

_MOST_PAGES = 200


def contents(case: Case, paper: str = "a4") -> dict[str, Any]:
    """The data that the templates set. Raises UserError for a game that has no kit."""
    words = load_words(case)
    cut = [*role_cards(words), *show_cards(words), *decks(words), *tokens(words), tents(words)]
    read = [table(words), evening(words), order(words), sheet(words), numbers(words)]
    return {
        "lang": case.lang,
        "rtl": case.lang == "fa",
        "paper": PAPERS[paper],
        "title": words.lines.text("title"),
        "page-names": [words.text("cover.page", n=words.number(n)) for n in range(1, _MOST_PAGES + 1)],
        "faces": {role: face(words, role) for role in case.game.roles},
        "pages": [_cover(words, read, cut), *read, *cut],
    }


def face(words: Words, role: str) -> dict[str, str]:
    """A role's name, side and sign."""
    given = words.layout["roles"][role]
    side = words.layout["sides"][given["side"]]
    named = [words.text(f"side.{given['side']}"), words.maybe(f"group.{given['group']}")]
    return {
        "name": words.role(role),
        "side": " · ".join(part for part in named if part),
        "shape": side["shape"],
        "hue": side["hue"],
        "mark": words.layout["marks"][given["group"]],
    }


def _marks(words: Words, groups: Iterable[str]) -> list[tuple[str, str]]:
    """Every mark with what it stands for; groups of different sides may share one, and a group that is a
    whole side needs none."""
    meant: dict[str, dict[str, None]] = {}
    for group in groups:
        if text := words.maybe(f"mark.{group}"):
            meant.setdefault(words.layout["marks"][group], {})[text] = None
    return [(mark, " · ".join(texts)) for mark, texts in meant.items()]


def _cover(words: Words, read: list[dict[str, Any]], cut: list[dict[str, Any]]) -> dict[str, Any]:
    case, layout = words.case, words.layout
    copies = Counter(case.setup.deck)
    roles = [role for role in case.game.roles if role in copies]
    sides = dict.fromkeys(layout["roles"][role]["side"] for role in roles)
    groups = dict.fromkeys(layout["roles"][role]["group"] for role in roles)
    signs = [{**layout["sides"][side], "mark": "", "text": words.text(f"side.{side}")} for side in sides]
    signs += [
        {"shape": "circle", "hue": "ink", "mark": mark, "text": text} for mark, text in _marks(words, groups)
    ]
    inside = [{"part": page["kind"], "text": page["heading"]} for page in read]
    inside += [{"part": piece["part"], "text": piece["about"]} for piece in cut]
    notes = words.texts("cover.print")
    if "cover.more" in words.own:
        size = next(len(piece["cards"]) for piece in cut if piece["part"] == "day")
        notes.append(words.text("cover.more", n=words.number(size)))
    return {
        "kind": "cover",
        "sub": words.text("cover.sub", n=words.number(case.players)),
        "deck-head": words.text("cover.deck"),
        "deck": [
            {"face": role, "count": words.text("cover.times", n=words.number(copies[role]))} for role in roles
        ],
        "signs-head": words.text("cover.signs"),
        "signs": signs,
        "inside-head": words.text("cover.inside"),
        "inside": inside,
        "print-head": words.text("cover.printing"),
        "print": notes,
    }
