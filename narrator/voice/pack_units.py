"""What a voice pack is recorded in: whole lines, parts of lines around what changes, numbers and names."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from narrator.script import Lines, match_key, number_words

COMMON = "common"
"""The folder of what every game shares."""
SEAT = {"vi": "số {n}", "fa": "شمارهٔ {n}"}
AND = {"vi": "và", "fa": "و"}
"""How a seat without a name is called, and the last word of a row: as the table words them."""

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_LAST = {"set_up": 1, "problem": 1, "private": 2}
_SIGNS = " .,?!،؟…"


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to record.

    folder: the game's id, or COMMON; id: the name of its file without the suffix, as "call.nurse.wake.1" (the
    first variant of a line), "frame.reveal.1.2" (its second part), "number.5", "seat.5", "name.1", "and"
    text: what is said; within: the line around it with its placeholders, "" for what stands alone.
    """

    folder: str
    id: str
    text: str
    within: str = ""

    @property
    def key(self) -> str:
        """Folder and id: what a clip is found by."""
        return f"{self.folder}/{self.id}"


def line_units(lines: Lines) -> Iterator[Unit]:
    """Every line of a game, in the order of its file; at the end those of a set-up by voice, and the private
    ones, which only an earpiece plays."""
    for line in sorted(lines.variants, key=lambda id: _LAST.get(id.partition(".")[0], 0)):
        for number, text in enumerate(lines.variants[line], 1):
            id = f"{line}.{number}"
            literals = _PLACEHOLDER.split(text)[::2]
            if len(literals) == 1:
                yield Unit(lines.game, id, text)
                continue
            for part, literal in enumerate(literals, 1):
                if has_words(literal):
                    yield Unit(lines.game, f"{id}.{part}", literal.strip().lstrip(_SIGNS), text)


def distinct(units: Iterable[Unit]) -> list[Unit]:
    """Without the whole lines that say the same as one before: it is recorded once. Parts all stay."""
    first: dict[str, Unit] = {}
    for unit in units:
        first.setdefault(unit.key if unit.within else unit.text, unit)
    return list(first.values())


def number_units(lang: str, upto: int) -> Iterator[Unit]:
    """For so many players: numbers from 0 to one more, their seats, and the word before the last of a row."""
    for n in range(upto + 2):
        yield Unit(COMMON, f"number.{n}", number_words(n, lang))
    for n in range(1, upto + 1):
        yield Unit(COMMON, f"seat.{n}", SEAT[lang].format(n=number_words(n, lang)))
    yield Unit(COMMON, "and", AND[lang])


def name_units(names: Iterable[str], known: Mapping[str, str], lang: str) -> Iterator[Unit]:
    """A unit for each name: its own where `known` (id → text) has it, else the next free one."""
    ids = {match_key(text, lang): id for id, text in known.items() if id.startswith("name.")}
    free = 1
    for name in names:
        key = match_key(name, lang)
        if key not in ids:
            while f"name.{free}" in known or f"name.{free}" in ids.values():
                free += 1
            ids[key] = f"name.{free}"
        yield Unit(COMMON, ids[key], name)


def has_words(text: str) -> bool:
    """Whether there is anything to say in it."""
    return any(c.isalnum() for c in text)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: what records it (None: nothing can), or a pause when it has no words."""

    text: str
    key: str | None = None


class Splitter:
    """Cuts a rendered text into pieces whose texts, put together, are that text: no clip says another word.

    lines: of the game; common: ids of numbers, seats and names → what they say; have: the keys that are
    recorded, which win where two say the same.
    """

    def __init__(
        self, lines: Lines | None, common: Mapping[str, str], have: Container[str], lang: str
    ) -> None:
        self._lang = lang
        self._have = have
        self._whole: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._numbers: dict[str, str] = {}
        self._templates: list[tuple[re.Pattern[str], Sequence[str | None]]] = []
        self._and = re.compile(rf"\s{AND[lang]}\s|\s*[,،]\s*")
        for id, text in common.items():
            self._words.setdefault(match_key(text, lang), f"{COMMON}/{id}")
            if id.startswith("number."):
                self._numbers[match_key(text, lang)] = f"{COMMON}/{id}"
        if lines is not None:
            self._take(lines)

    def pieces(self, text: str) -> list[Piece]:
        """The pieces of `text`, in order, as many of its words with a key as can be."""
        if key := self._whole.get(text) or self._words.get(match_key(text, self._lang)):
            return [Piece(text, key)]
        best, open_ = [Piece(text)], len(text)
        for pattern, keys in self._templates:
            if open_ and (found := pattern.fullmatch(text)):
                pieces = list(self._filled(found, keys))
                left = sum(len(piece.text) for piece in pieces if piece.key is None and has_words(piece.text))
                if left < open_:
                    best, open_ = pieces, left
        return best

    def _take(self, lines: Lines) -> None:
        templates: list[tuple[int, re.Pattern[str], Sequence[str | None]]] = []
        for line, variants in lines.variants.items():
            for number, text in enumerate(variants, 1):
                id = f"{lines.game}/{line}.{number}"
                parts = _PLACEHOLDER.split(text)
                if len(parts) == 1:
                    for table, said in ((self._whole, text), (self._words, match_key(text, self._lang))):
                        if said not in table or (id in self._have and table[said] not in self._have):
                            table[said] = id
                    continue
                keys: list[str | None] = []
                pattern = ""
                seen: dict[str, int] = {}
                for at, part in enumerate(parts):
                    if at % 2 == 0:
                        pattern += f"({re.escape(part)})"
                        keys.append(f"{id}.{at // 2 + 1}" if has_words(part) else None)
                    elif part in seen:
                        pattern += f"(\\{seen[part]})"
                    else:
                        seen[part] = at + 1
                        pattern += "(.+?)"
                letters = sum(len(part) for part in parts[::2])
                # Of two fillings side by side the first is as short as can be, or as long.
                for way in dict.fromkeys((pattern, pattern.replace("(.+?)", "(.+)"))):
                    templates.append((letters, re.compile(way), keys))
        # Where two lines fit, the one that leaves less open.
        templates.sort(key=lambda one: -one[0])
        self._templates = [(pattern, keys) for _, pattern, keys in templates]

    def _filled(self, found: re.Match[str], keys: Sequence[str | None]) -> Iterator[Piece]:
        for at, text in enumerate(found.groups()):
            if at % 2:
                yield from self._value(text)
            elif text:
                yield from trimmed(text, keys[at // 2])

    def _value(self, text: str) -> Iterator[Piece]:
        """What fills a placeholder: a name, a number, a role, a count of cards, or a row of such."""
        if not has_words(text) or (key := self._words.get(match_key(text, self._lang))):
            yield Piece(text, key if has_words(text) else None)
            return
        if cut := self._and.search(text):
            yield from self._value(text[: cut.start()])
            word = AND[self._lang]
            if cut.group().strip() == word:
                yield from (Piece(" "), Piece(word, f"{COMMON}/and"), Piece(" "))
            else:
                yield Piece(cut.group())
            yield from self._value(text[cut.end() :])
            return
        for space in re.finditer(r"\s", text):
            number = self._numbers.get(match_key(text[: space.start()], self._lang))
            rest = self._words.get(match_key(text[space.end() :], self._lang))
            if number and rest:
                yield from (
                    Piece(text[: space.start()], number),
                    Piece(" "),
                    Piece(text[space.end() :], rest),
                )
                return
        yield Piece(text)


def trimmed(text: str, key: str | None) -> Iterator[Piece]:
    """A stretch with the signs and spaces at its ends as pieces of their own."""
    inner = text.strip(_SIGNS)
    if not inner:
        yield Piece(text)
        return
    start = text.index(inner)
    if start:
        yield Piece(text[:start])
    yield Piece(inner, key)
    if text[start + len(inner) :]:
        yield Piece(text[start + len(inner) :])
