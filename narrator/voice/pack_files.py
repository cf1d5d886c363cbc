"""The files of a voice pack: pack.toml (who speaks), said.toml (what each clip says), and the clips."""

from __future__ import annotations

import io
import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import soundfile

from narrator.errors import UserError
from narrator.files import put
from narrator.messages import _, reason
from narrator.script import LANGUAGES
from narrator.syntax import complaint
from narrator.voice.port import Samples

PROFILE, SAID = "pack.toml", "said.toml"
SUFFIXES = (".wav", ".flac", ".ogg")
FORMATS = {"WAV": ".wav", "WAVEX": ".wav", "FLAC": ".flac", "OGG": ".ogg"}
LONGEST = 120.0
"""Seconds a clip may last: the longest line takes some thirty."""
RATES = (8_000, 192_000)
CLIP_BYTES = 20_000_000
TEXT_BYTES = {PROFILE: 20_000, SAID: 2_000_000}

FOLDER = re.compile(r"[a-z][a-z0-9_]{0,40}")
ID = re.compile(r"[a-z0-9_]{1,40}(\.[a-z0-9_]{1,40}){0,5}")

_KEYS = ("lang", "title", "speaker", "licence", "engine")
_TOO_LONG = 200


@dataclass(frozen=True, slots=True)
class PackProfile:
    """Whose voice it is. engine: the voice of voices/ for what is missing, "" for the language's own."""

    lang: str
    title: str
    speaker: str
    licence: str
    engine: str = ""


def is_pack(folder: Path) -> bool:
    """Whether there is a voice pack in it."""
    return (folder / PROFILE).is_file()


def read_profile(folder: Path) -> PackProfile:
    """The pack's profile. Raises UserError for whatever is wrong with it."""
    data, where = _toml(folder / PROFILE), str(folder / PROFILE)
    for key in data:
        if key not in _KEYS:
            what = _("{key} is no setting of a pack").format(key=key)
            raise UserError(what, where=where, mend=_("Use {choices}.").format(choices=", ".join(_KEYS)))
    for key in _KEYS:
        value = data.get(key, "" if key == "engine" else None)
        if not isinstance(value, str) or len(value) > _TOO_LONG or (not value.strip() and key != "engine"):
            what = _("{key} is missing or no short text").format(key=key)
            raise UserError(what, where=where, mend=_("Write {example}.").format(example=f'{key} = "…"'))
        if any(unicodedata.category(c) == "Cc" for c in value):
            what = _("{key} has control characters").format(key=key)
            raise UserError(what, where=where, mend=_("Use one plain line."))
    if data["lang"] not in LANGUAGES:
        what = _("no language {lang!r}").format(lang=data["lang"])
        raise UserError(what, where=where, mend=_("Use {choices}.").format(choices=_(" or ").join(LANGUAGES)))
    engine = data.get("engine", "")
    if engine and not FOLDER.fullmatch(engine):
        raise UserError(
            _("{key} is no name of a voice").format(key="engine"),
            where=where,
            mend=_("Name a voice in voices/."),
        )
    return PackProfile(data["lang"], data["title"], data["speaker"], data["licence"], engine)


def write_profile(folder: Path, profile: PackProfile) -> None:
    """Write pack.toml. Raises UserError."""
    rows = [("lang", profile.lang), ("title", profile.title), ("speaker", profile.speaker)]
    rows.append(("licence", profile.licence))
    if profile.engine:
        rows.append(("engine", profile.engine))
    _put(folder / PROFILE, "".join(f"{key} = {_quoted(value)}\n" for key, value in rows).encode())


def read_said(folder: Path) -> dict[str, str]:
    """What the clips say, by key; empty when nothing is written down. Raises UserError."""
    path = folder / SAID
    if not path.exists():
        return {}
    said: dict[str, str] = {}
    for part, table in _toml(path).items():
        if not FOLDER.fullmatch(part) or not isinstance(table, dict):
            what = _("{part} is no game's table").format(part=part)
            raise UserError(what, where=str(path), mend=_("Record it again."))
        for id, text in table.items():
            if not ID.fullmatch(id) or not isinstance(text, str):
                what = _("{id!r} is no line of a pack").format(id=id)
                raise UserError(what, where=str(path), mend=_("Record it again."))
            said[f"{part}/{id}"] = text
    return said


def write_said(folder: Path, said: Mapping[str, str]) -> None:
    """Write said.toml. Raises UserError."""
    rows: list[str] = ["# What each clip says; narrator writes this file.\n"]
    for part in sorted({key.partition("/")[0] for key in said}):
        rows.append(f"\n[{part}]\n")
        rows += [
            f"{_quoted(key.partition('/')[2])} = {_quoted(text)}\n"
            for key, text in sorted(said.items())
            if key.startswith(f"{part}/")
        ]
    _put(folder / SAID, "".join(rows).encode())


def clip_paths(folder: Path) -> dict[str, Path]:
    """The clips of a pack by key; where one lies there twice, WAV before FLAC before Ogg. UserError."""
    return dict(_clips(folder))


def _clips(folder: Path) -> Iterator[tuple[str, Path]]:
    try:
        for part in sorted(folder.iterdir()):
            if not FOLDER.fullmatch(part.name) or not part.is_dir():
                continue
            for path in sorted(part.iterdir(), key=lambda p: (p.stem, -_order(p))):
                if path.suffix in SUFFIXES and ID.fullmatch(path.stem) and path.is_file():
                    yield f"{part.name}/{path.stem}", path
    except OSError as error:
        raise UserError(
            _("the pack cannot be read ({fault})").format(fault=reason(error)),
            where=str(folder),
            mend=_("Check the folder."),
        ) from error


def _order(path: Path) -> int:
    return SUFFIXES.index(path.suffix) if path.suffix in SUFFIXES else len(SUFFIXES)


def read_clip(source: str | Path | BinaryIO, where: str) -> tuple[Samples, int]:
    """(mono samples, rate) of a clip. Raises UserError for what is no sound, too long, or an odd format."""
    try:
        with soundfile.SoundFile(source) as sound:
            rate = int(sound.samplerate)
            if sound.format not in FORMATS:
                what = _("{form} is not used here").format(form=sound.format)
                raise UserError(what, where=where, mend=_("Use WAV, FLAC or Ogg."))
            if not RATES[0] <= rate <= RATES[1] or sound.channels > 2:
                raise UserError(
                    _("{rate} Hz in {channels} channels is no clip of a pack").format(
                        rate=rate, channels=sound.channels
                    ),
                    where=where,
                    mend=_("Use one or two channels of 8 to 192 kHz."),
                )
            # One second more than allowed is asked for, whatever the header promises.
            data = sound.read(round((LONGEST + 1) * rate), dtype="float32", always_2d=True)
    except OSError as error:
        raise UserError(
            _("the clip cannot be read ({fault})").format(fault=reason(error) or error),
            where=where,
            mend=_("Check the pack."),
        ) from error
    except (soundfile.LibsndfileError, RuntimeError) as error:
        raise UserError(
            _("this is no sound that can be read"), where=where, mend=_("Record it again.")
        ) from error
    if len(data) > LONGEST * rate:
        raise UserError(
            _("it is longer than {longest:.0f} s").format(longest=LONGEST),
            where=where,
            mend=_("A line takes some thirty at most."),
        )
    samples = np.ascontiguousarray(data.mean(axis=1, dtype=np.float32))
    if len(samples) == 0 or not np.isfinite(samples).all():
        raise UserError(_("it holds no sound"), where=where, mend=_("Record it again."))
    return np.clip(samples, -1.0, 1.0), rate


def write_clip(folder: Path, key: str, samples: Samples, rate: int) -> Path:
    """Write a clip as FLAC of 16 bits, in the place of what was recorded before. Raises UserError."""
    data = io.BytesIO()
    soundfile.write(data, samples, rate, format="FLAC", subtype="PCM_16")
    path = folder / f"{key}.flac"
    _put(path, data.getvalue())
    for suffix in SUFFIXES:
        if suffix != path.suffix:
            path.with_name(path.name.removesuffix(".flac") + suffix).unlink(missing_ok=True)
    return path


def _toml(path: Path) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            data = file.read(TEXT_BYTES[path.name] + 1)
        if len(data) > TEXT_BYTES[path.name]:
            raise UserError(_("the file is too large"), where=str(path), mend=_("Take the pack's own file."))
        return tomllib.loads(data.decode())
    except OSError as error:
        raise UserError(
            _("the pack cannot be read ({fault})").format(fault=reason(error)),
            where=str(path),
            mend=_("Name a voice pack's folder."),
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        what = _("this is not TOML ({error})").format(error=complaint(error))
        raise UserError(what, where=str(path), mend=_("Correct that line.")) from error


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _put(path: Path, data: bytes) -> None:
    """Write a file in one step."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, data)
    except OSError as error:
        raise UserError(
            _("cannot be written ({fault})").format(fault=reason(error)),
            where=str(path),
            mend=_("Choose a folder that you may write to."),
        ) from error
