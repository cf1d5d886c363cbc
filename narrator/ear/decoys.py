"""Words that nobody enrolled and noises that are no words: what the ear weighs a match against."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from narrator.data import data_dir
from narrator.ear.bank import Bank, Template
from narrator.ear.pictures import Picture

FILE_NAME = "decoys.npz"


@lru_cache(maxsize=4)
def decoys(lang: str) -> Bank:
    """The shipped decoys of a language with the noises, each a word of its own; of all languages for
    a language we have none of. Made by models/make_decoys.py from synthetic speech."""
    with np.load(data_dir("models") / FILE_NAME, allow_pickle=False) as file:
        labels = [str(label) for label in file["labels"]]
        cepstra = np.split(file["cepstra"].astype(np.float32), np.cumsum(file["cepstra_lengths"])[:-1])
        embeddings = np.split(
            file["embeddings"].astype(np.float32), np.cumsum(file["embedding_lengths"])[:-1]
        )
    wanted = [label.startswith((f"{lang}:", "noise:")) for label in labels]
    if not any(label.startswith(f"{lang}:") for label in labels):
        wanted = [True] * len(labels)
    kept = [
        Picture(c, e, np.ones(len(c), np.float32), np.ones(len(e), np.float32))
        for c, e, keep in zip(cepstra, embeddings, wanted, strict=True)
        if keep
    ]
    return Bank([Template(word, 0, one) for word, one in enumerate(kept)], len(kept))


def decoy_phrases() -> tuple[str, ...]:
    """What the decoy words are, in all languages: table talk for a grammar to fall back on."""
    with np.load(data_dir("models") / FILE_NAME, allow_pickle=False) as file:
        labels = [str(label).split(":", 1) for label in file["labels"]]
    return tuple(dict.fromkeys(text for lang, text in labels if lang != "noise"))
