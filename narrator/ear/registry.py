"""The models that can be fetched, and which are there."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from narrator.data import data_dir
from narrator.ear import decoys, embedding, sounds
from narrator.errors import UserError
from narrator.messages import _
from narrator.syntax import complaint


@dataclass(frozen=True, slots=True)
class Entry:
    """A model for download. size: bytes, roughly; sha256: empty where it is not known."""

    lang: str
    name: str
    url: str
    size: int
    sha256: str
    licence: str


def registry(path: Path | None = None) -> dict[str, Entry]:
    """Language -> model, from models/registry.toml."""
    source = path or data_dir("models") / "registry.toml"
    try:
        table = tomllib.loads(source.read_text(encoding="utf-8"))
        return {
            lang: Entry(
                lang, str(e["name"]), str(e["url"]), int(e["size"]), str(e["sha256"]), str(e["licence"])
            )
            for lang, e in table.items()
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(
            _("the model registry cannot be read ({fault})").format(fault=complaint(error)),
            where=str(source),
            mend=_("Install narrator again."),
        ) from error


def default_folder() -> Path:
    """Where fetched models go: the user's data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("narrator")) / "models"


def installed(lang: str, folder: Path | None = None) -> Path | None:
    """The folder of a language's fetched model; None when there is none."""
    entry = registry().get(lang)
    place = None if entry is None else (folder or default_folder()) / entry.name
    return place if place is not None and place.is_dir() else None


def models_report(folder: Path | None = None) -> list[tuple[str, bool, str]]:
    """(name, present, note) of what ships with the ear and of what can be fetched."""
    shipped = data_dir("models")
    rows: list[tuple[str, bool, str]] = []
    for name, note in (
        (embedding.FILE_NAME, _("speech embedding, shipped")),
        (sounds.FILE_NAME, _("learned sounds, shipped")),
        (decoys.FILE_NAME, _("decoy words, shipped")),
    ):
        rows.append((name, (shipped / name).is_file(), note))
    for entry in registry().values():
        place = (folder or default_folder()) / entry.name
        about = _("{lang}, about {size} MB").format(lang=entry.lang, size=entry.size // 1_000_000)
        note = str(place) if place.is_dir() else about
        rows.append((entry.name, place.is_dir(), note))
    return rows
