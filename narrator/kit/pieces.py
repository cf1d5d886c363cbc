"""What is cut out: role cards, the helper's cards, the game's other decks, tokens, seat tents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.kit.words import Words

Piece = dict[str, Any]


def role_cards(words: Words) -> list[Piece]:
    """A card for each player."""
    deck = words.case.setup.deck
    cards = [{"face": role, "text": words.card(role)} for role in deck]
    return [_cards(words, "roles", "role", "role", cards)]


def show_cards(words: Words) -> list[Piece]:
    """What the helper holds up at night: the roles of the deck, signs, or nothing, as the game needs."""
    layout = words.layout.get("show", {})
    cards: list[Piece] = []
    if "roles" in layout and words.case.has(layout["roles"]):
        deck = set(words.case.setup.deck)
        deck |= {
            role
            for extra in layout["roles"].get("also", ())
            if words.case.has(extra)
            for role in extra["role"]
        }
        cards += [{"face": role} for role in words.case.game.roles if role in deck]
    cards += [
        {
            "icon": sign["icon"],
            "name": words.text(f"show.{sign['id']}"),
            "text": words.text(f"show_text.{sign['id']}"),
        }
        for sign in layout.get("signs", ())
        if words.case.has(sign)
    ]
    return [_cards(words, "show", "show", None, cards)] if cards else []


def decks(words: Words) -> list[Piece]:
    """The game's own decks: cards that are played or drawn."""
    made = []
    for deck in words.layout.get("decks", ()):
        cards: list[Piece] = []
        for given in filter(words.case.has, deck["cards"]):
            card = _face_of(words, deck["id"], given)
            if deck.get("numbered"):
                card["number"] = words.number(len(cards) + 1)
            if "symbol" in given:
                card["symbol"] = given["symbol"]
            cards += [card] * _copies(words, given)
        made.append(_cards(words, deck["id"], "play", deck["back"], cards))
    return made


def tokens(words: Words) -> list[Piece]:
    """Tokens with two faces, to be folded and glued."""
    made: list[Piece] = []
    for given in filter(words.case.has, words.layout.get("tokens", ())):
        pair = {
            side: {"back": given[side]["back"]}
            if "back" in given[side]
            else {
                **{key: given[side][key] for key in ("icon", "face") if key in given[side]},
                "name": words.role(face)
                if (face := given[side].get("face"))
                else words.lines.text(given[side]["line"]),
            }
            for side in ("one", "two")
        }
        made += [pair] * _copies(words, given)
    if not made:
        return []
    about = words.text("about.tokens", n=words.number(len(made)))
    return [{"kind": "tokens", "part": "tokens", "about": about, "tokens": made}]


def tents(words: Words) -> Piece:
    """A folded card a seat, with number, word and name on both sides."""
    case = words.case
    made = [
        {
            "number": words.number(seat),
            "word": words.commands.word(f"seat_{seat}").phrases[0],
            **({"name": case.names[seat]} if seat in case.names else {}),
        }
        for seat in range(1, case.players + 1)
    ]
    about = words.text("about.tents", n=words.number(len(made)))
    return {"kind": "tents", "part": "tents", "about": about, "tents": made}


def _cards(words: Words, part: str, form: str, back: str | None, cards: list[Piece]) -> Piece:
    about = words.text(f"about.{part}", n=words.number(len(cards)))
    return {"kind": "cards", "part": part, "about": about, "form": form, "back": back, "cards": cards}


def _face_of(words: Words, deck: str, given: Mapping[str, Any]) -> Piece:
    id = given["id"]
    name = words.maybe(f"{deck}_name.{id}") or words.lines.text(f"cards.{id}")
    return {"icon": given["icon"], "name": name, "text": words.text(f"{deck}.{given.get('text', id)}")}


def _copies(words: Words, given: Mapping[str, Any]) -> int:
    """How many of it: so many, and so many for each player."""
    return int(given.get("copies", 1)) + int(given.get("each", 0)) * words.case.players
