"""What the helper whispers: word ids, phrases, numbers and seat words of a language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from narrator.errors import UserError
from narrator.messages import _
from narrator.script.files import ScriptFile, flatten, read_toml, script_path
from narrator.script.text import normalise

COMMANDS = (
    "next", "repeat", "pause", "resume", "undo", "redo", "skip", "done", "yes", "no", "more_time",
    "louder", "softer", "faster", "slower", "start", "end_game", "status", "shoot", "investigate",
    "vote_count", "suspect", "tie", "howl", "witch", "seer", "minus",
)  # fmt: skip
"""Every command of the three games; a flow uses those it needs."""

HIGHEST = 20
Kind = Literal["command", "number", "seat"]


@dataclass(frozen=True, slots=True)
class Word:
    """One thing the helper can say.

    id: the intent it stands for: a command ("pause"), "number_5" or "seat_5" (the seat's code word).
    kind, number: what sort it is, and the number for the two last sorts.
    phrases: how it may be said; the first is recommended.
    """

    id: str
    kind: Kind
    number: int | None
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Commands:
    """All words of one language, commands first, then numbers, then seat words."""

    lang: str
    words: tuple[Word, ...]

    def word(self, id: str) -> Word:
        """The word with this id; KeyError if the language has none."""
        for word in self.words:
            if word.id == id:
                return word
        raise KeyError(id)


def load_commands(lang: str, folder: Path | None = None) -> Commands:
    """The helper's words in `lang`. Raises UserError naming file, line and mend for an ill-formed file."""
    file = read_toml(script_path(f"commands.{lang}.toml", folder))
    words: list[Word] = []
    for key, value in flatten(file.data):
        phrases = value if isinstance(value, list) else [value]
        if not phrases or not all(isinstance(p, str) and p.strip() for p in phrases):
            what = _("{key} needs one or more phrases").format(key=key)
            raise UserError(what, where=file.where(key), mend=_("Write {example}.").format(example='["…"]'))
        table, _dot, name = key.rpartition(".")
        words.append(_word(file, key, table, name, tuple(normalise(p, lang) for p in phrases)))
    return Commands(lang, tuple(words))


def _word(file: ScriptFile, key: str, table: str, name: str, phrases: tuple[str, ...]) -> Word:
    if not table:
        if name not in COMMANDS:
            what = _("unknown command {name!r}").format(name=name)
            raise UserError(what, where=file.where(key), mend=_("See narrator lint."))
        return Word(name, "command", None, phrases)
    kinds: dict[str, Kind] = {"numbers": "number", "seat_words": "seat"}
    kind = kinds.get(table)
    if kind is None or not name.isdecimal() or not 0 <= int(name) <= HIGHEST:
        raise UserError(
            _("{key} is neither a command nor a number from 0 to {highest}").format(key=key, highest=HIGHEST),
            where=file.where(key),
            mend=_("Numbers stand under `[numbers]`, seat words under `[seat_words]`."),
        )
    return Word(f"{kind}_{int(name)}", kind, int(name), phrases)
