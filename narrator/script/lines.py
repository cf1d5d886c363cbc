"""What the narrator says: line id → variants, with placeholders filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from narrator.errors import UserError
from narrator.script.files import flatten, read_toml, script_path
from narrator.script.text import normalise

PLACEHOLDERS = frozenset({"seat", "name", "names", "role", "card", "suspect", "n", "m", "what", "other"})
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def placeholders(text: str) -> frozenset[str]:
    """The names between braces in a line; whatever stands there, known or not."""
    return frozenset(_PLACEHOLDER.findall(text))


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one game in one language; ids are the dotted keys of the file ("call.nurse.wake")."""

    game: str
    lang: str
    variants: Mapping[str, tuple[str, ...]]

    def text(self, line: str, turn: int = 0, **values: str) -> str:
        """Variant number `turn` (they rotate) of a line with its placeholders filled.

        KeyError for a line the file does not have, or a placeholder without a value: a bug of the caller,
        since `lint` holds the files to what the flow needs.
        """
        variants = self.variants[line]
        chosen = variants[turn % len(variants)]
        return normalise(_PLACEHOLDER.sub(lambda m: values[m.group(1)], chosen), self.lang)

    def role(self, role: str) -> str:
        """The spoken name of a role."""
        return self.text(f"roles.{role}")


def load_lines(game: str, lang: str, folder: Path | None = None) -> Lines:
    """The lines of `game` in `lang`. Raises UserError (file, line, mend) for an ill-formed file."""
    file = read_toml(script_path(f"{game}.{lang}.toml", folder))
    variants: dict[str, tuple[str, ...]] = {}
    for key, value in flatten(file.data):
        texts = value if isinstance(value, list) else [value]
        if not texts or not all(isinstance(t, str) for t in texts):
            raise UserError(
                f"{key} is not a sentence", where=file.where(key), mend='Write "…" or ["…", "…"].'
            )
        for text in texts:
            if unknown := placeholders(text) - PLACEHOLDERS:
                raise UserError(
                    f"{key} has the unknown placeholder {{{sorted(unknown)[0]}}}",
                    where=file.where(key),
                    mend="Use one of " + ", ".join(sorted(PLACEHOLDERS)) + ".",
                )
        variants[key] = tuple(normalise(text, lang) for text in texts)
    return Lines(game, lang, variants)
