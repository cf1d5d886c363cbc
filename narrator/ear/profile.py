"""What the ear knows of one person's words: features, never recordings."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from narrator.ear.bank import WITNESSES, Template
from narrator.ear.degrade import SHAPES
from narrator.ear.pictures import KINDS, TONE_SIZE, packed, remembered
from narrator.ear.usual import Usual
from narrator.errors import UserError
from narrator.messages import _, reason

FORMAT = 3
"""Raised whenever features or their meaning change: an older profile must then be enrolled again."""
META, FEATURES = "profile.json", "features.npz"
_USUAL = ("own", "other", "all", "voice")


@dataclass(frozen=True, slots=True)
class ProfileWord:
    """An enrolled word: its id, the phrase that was said, how many takes were kept."""

    id: str
    phrase: str
    takes: int


@dataclass(frozen=True, slots=True)
class Profile:
    """One person's words in one language.

    words: in the order of the templates' word numbers; usual: what distances are usual for this person, one
    for each of WITNESSES.
    """

    lang: str
    words: tuple[ProfileWord, ...]
    templates: tuple[Template, ...]
    usual: tuple[Usual, ...]

    def save(self, folder: Path) -> None:
        """Write profile.json and features.npz into `folder`, replacing an older profile as a whole."""
        try:
            place = folder.resolve()  # a link stays one, and "." has a name
            place.parent.mkdir(parents=True, exist_ok=True)
            _refuse_foreign(folder)
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=".profile-") as work:
                fresh = Path(work) / "new"
                fresh.mkdir()
                self._write(fresh)
                if place.is_dir():
                    os.replace(place, Path(work) / "old")
                os.replace(fresh, place)
        except OSError as error:
            raise UserError(
                _("the profile cannot be written ({fault})").format(fault=reason(error)),
                where=str(folder),
                mend=_("Choose a folder you may write to."),
            ) from error

    def _write(self, folder: Path) -> None:
        meta = {
            "format": FORMAT,
            "lang": self.lang,
            "usual": {
                witness.name: {name: getattr(usual, name) for name in _USUAL}
                for witness, usual in zip(WITNESSES, self.usual, strict=True)
            },
            "words": [{"id": w.id, "phrase": w.phrase, "takes": w.takes} for w in self.words],
        }
        text = json.dumps(meta, ensure_ascii=False, indent=1)
        (folder / META).write_text(text + "\n", encoding="utf-8")
        pictures = [t.picture for t in self.templates]
        with (folder / FEATURES).open("wb") as file:
            arrays: dict[str, Any] = {
                "word": np.array([t.word for t in self.templates], np.int32),
                "take": np.array([t.take for t in self.templates], np.int32),
                "shape": np.array([t.shape for t in self.templates], np.int32),
                "tones": np.stack([p.tone for p in pictures]).astype(np.float16),
            }
            np.savez_compressed(file, **arrays, **packed(pictures))

    @staticmethod
    def load(folder: Path, lang: str | None = None) -> Profile:
        """Read a profile; lang: the language it has to be of. UserError names what is wrong."""
        if not (folder / META).is_file():
            raise UserError(
                _("there is no voice profile here"),
                where=str(folder),
                mend=_("Make one with `narrator enrol`."),
            )
        try:
            meta = json.loads((folder / META).read_text(encoding="utf-8"))
            found = _checked_format(meta, folder)
            words = tuple(ProfileWord(str(w["id"]), str(w["phrase"]), int(w["takes"])) for w in meta["words"])
            if not words:
                raise ValueError("no words")
            usual = tuple(_usual(meta["usual"][witness.name]) for witness in WITNESSES)
            templates = _read_features(folder / FEATURES, len(words))
        except UserError:
            raise
        except (
            Exception
        ) as error:  # bytes gone wrong raise nearly anything: zlib.error, TokenError, OverflowError
            raise UserError(
                _("the voice profile is damaged"),
                where=str(folder),
                mend=_("Enrol again with `narrator enrol`."),
            ) from error
        if lang is not None and found != lang:
            raise UserError(
                _("this voice profile was enrolled for {found!r}, not {lang!r}").format(
                    found=found, lang=lang
                ),
                where=str(folder),
                mend=_("Choose another profile, or enrol one with `narrator enrol --lang {lang}`.").format(
                    lang=lang
                ),
            )
        return Profile(found, words, templates, usual)


def _refuse_foreign(folder: Path) -> None:
    """Never replace a folder that holds something else than a profile."""
    if folder.exists() and (not folder.is_dir() or {p.name for p in folder.iterdir()} - {META, FEATURES}):
        raise UserError(
            _("there is something else than a voice profile here"),
            where=str(folder),
            mend=_("Choose an empty or new folder."),
        )


def _usual(table: Any) -> Usual:
    figures = [tuple(float(v) for v in table[name]) for name in _USUAL]
    if any(len(f) != len(SHAPES) or not np.isfinite(f).all() for f in figures):
        raise ValueError("shapes do not fit")
    return Usual(*figures)


def _checked_format(meta: Any, folder: Path) -> str:
    if not isinstance(meta, dict):
        raise ValueError("not an object")
    if meta["format"] != FORMAT:
        raise UserError(
            _("this voice profile has format {found}, this narrator reads {known}").format(
                found=meta["format"], known=FORMAT
            ),
            where=str(folder),
            mend=_("Enrol again with `narrator enrol`."),
        )
    return str(meta["lang"])


def _read_features(path: Path, words: int) -> tuple[Template, ...]:
    # Opened here, since numpy leaves its own handle open when the archive is damaged.
    with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
        word, take, shape = (file[name].astype(int) for name in ("word", "take", "shape"))
        parts: list[list[Any]] = []
        for many, one, size in KINDS:
            lengths = file[f"{one}_lengths"].astype(int)
            frames = file[many].astype(np.float32)
            if frames.shape != (int(lengths.sum()), size) or len(lengths) != len(word) or lengths.min() < 1:
                raise ValueError("lengths do not fit")
            if not np.isfinite(frames).all():
                raise ValueError("not numbers")
            parts.append(np.split(frames, np.cumsum(lengths)[:-1]))
        tones = file["tones"].astype(np.float32)
    if tones.shape != (len(word), TONE_SIZE) or not np.isfinite(tones).all():
        raise ValueError("tones do not fit")
    if set(word.tolist()) != set(range(words)) or take.min() < 0 or take.max() > 999:
        raise ValueError("words do not fit")
    if shape.min() < 0 or shape.max() >= len(SHAPES):
        raise ValueError("shapes do not fit")
    return tuple(
        Template(
            int(w),
            int(t),
            remembered(cepstra, embeddings, sounds, tone),
            int(s),
        )
        for w, t, s, cepstra, embeddings, sounds, tone in zip(word, take, shape, *parts, tones, strict=True)
    )


def remove(folder: Path) -> None:
    """Delete a profile's folder; UserError if it holds anything else."""
    _refuse_foreign(folder)
    if folder.is_dir():
        shutil.rmtree(folder)
