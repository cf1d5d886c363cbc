"""Voice profiles: voices/*.toml, which engine and voice speak a language, and what they need respelt."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrator.data import data_dir
from narrator.errors import UserError
from narrator.script import LANGUAGES, normalise

_ENGINES = ("espeak", "system")
_NUMBERS = {"rate": (80, 450), "pitch": (0, 99)}
_KEYS = {"lang", "engine", "voice", "rate", "pitch", "game_lexicons", "licence", "lexicon", "endings"}


@dataclass(frozen=True, slots=True)
class Profile:
    """A voice.

    lang: "vi" or "fa" · engine: "espeak", or "system" for what macOS or Windows brings
    voice: the engine's identifier · rate: words a minute, 80 to 450 · pitch: 0 to 99, of espeak-ng alone
    game_lexicons: whether the games' respellings were made for this engine
    lexicon: respellings of whole words that hold in every game · endings: of the last letters of any word
    licence: of the engine and its data
    """

    lang: str
    engine: str
    voice: str
    rate: int
    pitch: int
    game_lexicons: bool
    licence: str
    lexicon: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)


def load_profile(lang: str, profile: str | Path | None = None) -> Profile:
    """The profile of `lang`, or the one called `profile` (a file, or a name in voices/).

    Raises UserError, one line that names the file and the key, for whatever is wrong with it.
    """
    if lang not in LANGUAGES:
        raise UserError(f"no language {lang!r}", where="--lang", mend=f"Use {' or '.join(LANGUAGES)}.")
    path = _path(lang, profile)
    try:
        if path.exists() and not path.is_file():
            raise OSError("it is no file")
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise UserError(
            f"the voice profile cannot be read ({error.strerror or error})",
            where=str(path),
            mend="Name a file, or a voice in voices/.",
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"this is not TOML ({error})", where=str(path), mend="Correct that line.") from error
    return _checked(data, lang, str(path))


def _path(lang: str, profile: str | Path | None) -> Path:
    if profile is None:
        return data_dir("voices") / f"{lang}.toml"
    path = Path(profile)
    inside = data_dir("voices") / f"{path.name}.toml"
    return inside if not path.suffix and len(path.parts) == 1 and inside.is_file() else path


def _checked(data: dict[str, Any], lang: str, where: str) -> Profile:
    def wrong(key: str, what: str, mend: str) -> UserError:
        return UserError(f"{key} {what}", where=where, mend=mend)

    for key in data:
        if key not in _KEYS:
            raise wrong(key, "is no setting of a voice", f"Use {', '.join(sorted(_KEYS))}.")
    for key in ("lang", "engine", "voice", "licence"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise wrong(key, "is missing", f'Write {key} = "…".')
    if data["lang"] != lang:
        raise wrong("lang", f"is {data['lang']!r}, but {lang!r} is wanted", f"Choose a voice for {lang}.")
    if data["engine"] not in _ENGINES:
        raise wrong("engine", f"{data['engine']!r} is unknown", f"Use {', '.join(_ENGINES)}.")
    for key, (low, high) in _NUMBERS.items():
        value = data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise wrong(key, f"is {value!r}", f"Use a whole number from {low} to {high}.")
    if not isinstance(data.get("game_lexicons", True), bool):
        raise wrong("game_lexicons", "is neither true nor false", "Write true or false.")
    tables: dict[str, dict[str, str]] = {}
    for name in ("lexicon", "endings"):
        table = data.get(name, {})
        if not isinstance(table, dict):
            raise wrong(name, "is no table", f"Write [{name}] and a line for each respelling.")
        for written, said in table.items():
            if not isinstance(said, str) or not said.strip() or not written.strip():
                raise wrong(f"{name}.{written!r}", "has no respelling", 'Write "word" = "respelling".')
        tables[name] = {normalise(w, lang): normalise(s, lang) for w, s in table.items()}
    return Profile(
        lang=lang,
        engine=data["engine"],
        voice=data["voice"],
        rate=data["rate"],
        pitch=data["pitch"],
        game_lexicons=data.get("game_lexicons", True),
        licence=data["licence"],
        lexicon=tables["lexicon"],
        endings=tables["endings"],
    )
