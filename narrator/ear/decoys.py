"""Words that nobody enrolled and noises that are no words: what the ear weighs a match against."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.data import data_dir
from narrator.ear.bank import Banks, Template, banks_of
from narrator.ear.pictures import KINDS, remembered
from narrator.errors import UserError
from narrator.messages import _

FILE_NAME = "decoys.npz"


@lru_cache(maxsize=4)
def decoys(lang: str) -> Banks:
    """The shipped decoys of a language with the noises, each a word of its own; of all languages for a
    language we have none of. Made by models/make_decoys.py from synthetic speech."""
    names = ("labels", *(name for many, one, _size in KINDS for name in (many, f"{one}_lengths")))
    found, *parts = _read(data_dir("models") / FILE_NAME, names)
    labels = [str(label) for label in found]
    frames = [
        np.split(some.astype(np.float32), np.cumsum(lengths)[:-1])
        for some, lengths in zip(parts[::2], parts[1::2], strict=True)
    ]
    wanted = [label.startswith((f"{lang}:", "noise:")) for label in labels]
    if not any(label.startswith(f"{lang}:") for label in labels):
        wanted = [True] * len(labels)
    kept = [remembered(*one) for *one, keep in zip(*frames, wanted, strict=True) if keep]
    return banks_of([Template(word, 0, one) for word, one in enumerate(kept)], len(kept))


def decoy_phrases() -> tuple[str, ...]:
    """What the decoy words are, in all languages: table talk for a grammar to fall back on."""
    (found,) = _read(data_dir("models") / FILE_NAME, ("labels",))
    labels = [str(label).split(":", 1) for label in found]
    return tuple(dict.fromkeys(text for lang, text in labels if lang != "noise"))


def _read(path: Path, names: tuple[str, ...]) -> list[NDArray[Any]]:
    """The named arrays of an archive; UserError when it is missing or damaged."""
    try:
        # Opened here, since numpy leaves its own handle open when the archive is damaged.
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            return [np.asarray(file[name]) for name in names]
    except Exception as error:  # bytes gone wrong raise nearly anything: zlib.error, TokenError, …
        raise UserError(
            _("the ear's decoys are missing or damaged"),
            where=str(path),
            mend=_("Install narrator again."),
        ) from error
