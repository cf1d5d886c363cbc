"""The words on paper: the kit's own texts, the game's names, the helper's words with their keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.ear.keypad import KEYS
from narrator.errors import UserError
from narrator.kit.case import Case
from narrator.messages import _
from narrator.script import Commands, Lines, load_commands, load_lines, normalise
from narrator.script.files import flatten, read_toml

TEXTS = Path(__file__).resolve().parent / "texts"
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_KEY_OF = {intent: key for key, intent in KEYS.items()}


@dataclass(frozen=True, slots=True)
class Words:
    """Everything written on a kit, in its language.

    layout: what the game's kit holds, the same in every language; own: the kit's texts by dotted id, the
    game's before the common ones.
    """

    case: Case
    layout: Mapping[str, Any]
    own: Mapping[str, Any]
    lines: Lines
    commands: Commands

    def number(self, n: int) -> str:
        """`n` in the digits of the language."""
        return digits(n, self.case.lang)

    def text(self, id: str, **values: str) -> str:
        """One text of the kit, filled: {n} and the like from `values`, {w:undo} is the word the helper
        whispers for undo, {mayor} is a role's name. KeyError for a text there is not: a bug of the data."""
        return self._filled(self.own[id], values)

    def texts(self, id: str, **values: str) -> list[str]:
        """A list of texts."""
        return [self._filled(text, values) for text in self.own[id]]

    def maybe(self, id: str) -> str:
        """The text, or "" where there is none."""
        return self.text(id) if id in self.own else ""

    def role(self, role: str) -> str:
        """A role's name as it is called, where an option gives it another, that one."""
        for alias in self.layout.get("alias", ()):
            if alias["role"] == role and self.case.has(alias):
                return self.lines.text(alias["line"])
        return self.lines.role(role)

    def card(self, role: str) -> str:
        """What a role's card says that it does."""
        for alias in self.layout.get("alias", ()):
            if alias["role"] == role and self.case.has(alias):
                return self.text(f"card.{alias.get('card', role)}")
        return self.text(f"card.{role}")

    def chips(self, says: Iterable[str]) -> list[dict[str, Any]]:
        """What is whispered, in order, each with its key; "shoot/investigate" is one of two."""
        return [self._chip(say) for say in says]

    def _chip(self, say: str) -> dict[str, Any]:
        if "/" in say:
            return {"alts": [self._chip(part) for part in say.split("/")]}
        if f"say.{say}" in self.own:
            return {"note": self.text(f"say.{say}"), "key": self.text("keys.digits")}
        word = self.commands.word(say)
        if word.number is not None:
            return {"word": word.phrases[0], "key": self.number(word.number)}
        return {"word": word.phrases[0], "key": self.key(say)}

    def key(self, command: str) -> str:
        """The keypad's key of a command, by its name."""
        key = _KEY_OF[command]
        if key == " ":
            return self.text("keys.space")
        return self.text("keys.shift", key=key) if key.isupper() else key

    def _filled(self, text: str, values: Mapping[str, str]) -> str:
        def value(found: re.Match[str]) -> str:
            name = found.group(1)
            if name in values:
                return values[name]
            return self.commands.word(name[2:]).phrases[0] if name.startswith("w:") else self.role(name)

        return normalise(_PLACEHOLDER.sub(value, text), self.case.lang)


def digits(n: int, lang: str) -> str:
    """`n` in the digits of the language."""
    return str(n).translate(_PERSIAN) if lang == "fa" else str(n)


def load_words(case: Case) -> Words:
    """The words of a case. Raises UserError for a game that has no kit."""
    layout = TEXTS / f"{case.game.id}.toml"
    if not layout.is_file():
        mend = _("Write {name} and its texts beside those of the other games in {folder}.")
        raise UserError(
            _("{game} has no kit").format(game=case.game.id), mend=mend.format(name=layout.name, folder=TEXTS)
        )
    common = read_toml(TEXTS / f"common.{case.lang}.toml").data
    own = read_toml(TEXTS / f"{case.game.id}.{case.lang}.toml").data
    return Words(
        case,
        read_toml(layout).data,
        {**dict(flatten(common)), **dict(flatten(own))},
        load_lines(case.game.id, case.lang),
        load_commands(case.lang),
    )
