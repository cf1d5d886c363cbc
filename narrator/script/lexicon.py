"""Respellings for the voice: what an engine reads wrong, and how to write it so that it reads right."""

from __future__ import annotations

from pathlib import Path

from narrator.errors import UserError
from narrator.messages import _
from narrator.script.files import read_toml, script_path
from narrator.script.text import normalise


def load_lexicon(game: str | None, lang: str, folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """(written, spoken) pairs of a game in `lang`, longest written form first; none without a game.

    Whole words or phrases; for the voice only, what people read stays as written.
    """
    if game is None:
        return ()
    file = read_toml(script_path(f"lexicon.{game}.toml", folder))
    table = file.data.get(lang, {})
    if not isinstance(table, dict):
        raise UserError(
            _("{key} is no table").format(key=lang),
            where=file.where(lang),
            mend=_("Write [{lang}] above its words.").format(lang=lang),
        )
    pairs: list[tuple[str, str]] = []
    for written, said in table.items():
        if not isinstance(said, str) or not said.strip():
            raise UserError(
                _("{key} has no respelling").format(key=repr(written)),
                where=file.where(f"{lang}.{written}"),
                mend=_('Write "word" = "respelling".'),
            )
        pairs.append((normalise(written, lang), normalise(said, lang)))
    return tuple(sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0])))
