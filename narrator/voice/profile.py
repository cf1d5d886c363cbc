"""Voice profiles: voices/*.toml, which engine and voice speak a language, and what they need respelt."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from narrator.data import data_dir
from narrator.errors import UserError
from narrator.messages import _, reason
from narrator.script import LANGUAGES, normalise
from narrator.syntax import complaint
from narrator.voice.piper import model_path

_ENGINES = ("espeak", "system", "piper")
_NUMBERS = {"rate": (80, 450), "pitch": (0, 99)}
_FILES = ("model", "settings")
_KEYS = {"lang", "engine", "voice", "game_lexicons", "licence", "lexicon", "endings", *_NUMBERS, *_FILES}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a file of a voice is to be had: its address, its size in bytes, its SHA-256."""

    url: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A voice.

    lang: "vi" or "fa" · engine: "espeak", "system" for what macOS or Windows brings, or "piper"
    voice: the engine's identifier, of piper the path of its model · rate: words a minute, 80 to 450
    pitch: 0 to 99, of espeak-ng alone
    game_lexicons: whether the games' respellings were made for this engine; of piper, also the language's
    lexicon: respellings of whole words that hold in every game · endings: of the last letters of any word
    licence: of the engine and its data
    sources: of a Piper voice's model and of its settings, or none
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
    sources: tuple[Source, ...] = ()

    @property
    def about(self) -> str:
        """The engine and the voice in a few words, with the place of a Piper voice that is not there."""
        if self.engine != "piper":
            return f"{self.engine} {self.voice}"
        model = Path(self.voice)
        if model.is_file():
            return f"piper {model.name}"
        return _("piper {name}, to be put into {folder}").format(name=model.name, folder=model.parent)


def load_profile(lang: str | None, profile: str | Path | None = None) -> Profile:
    """The profile of `lang`, or the one called `profile` (a file, or a name in voices/).

    lang: None takes the language that `profile` is of. A Piper voice's model need not be there yet.

    Raises UserError, one line that names the file and the key, for whatever is wrong with it.
    """
    if lang is not None and lang not in LANGUAGES:
        what = _("no language {lang!r}").format(lang=lang)
        raise UserError(what, where="--lang", mend=_known())
    path = _path(lang, profile)
    try:
        if path.exists() and not path.is_file():
            raise OSError(_("it is no file"))
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise UserError(
            _("the voice profile cannot be read ({fault})").format(fault=reason(error) or error),
            where=str(path),
            mend=_("Name a file, or a voice in voices/."),
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        what = _("this is not TOML ({error})").format(error=complaint(error))
        raise UserError(what, where=str(path), mend=_("Correct that line.")) from error
    found = _checked(data, lang, str(path))
    return _of_piper(found, path.parent) if found.engine == "piper" else found


def _of_piper(found: Profile, beside: Path) -> Profile:
    """`found` with its model's path. Piper's phonemes are espeak-ng's: the usual respellings hold, too."""
    usual = load_profile(found.lang) if found.game_lexicons else found
    return replace(
        found,
        voice=str(model_path(found.voice, beside)),
        lexicon={**usual.lexicon, **found.lexicon},
        endings={**usual.endings, **found.endings},
    )


def _path(lang: str | None, profile: str | Path | None) -> Path:
    if profile is None:
        return data_dir("voices") / f"{lang}.toml"
    path = Path(profile)
    inside = data_dir("voices") / f"{path.name}.toml"
    return inside if not path.suffix and len(path.parts) == 1 and inside.is_file() else path


def _checked(data: dict[str, Any], lang: str | None, where: str) -> Profile:
    def wrong(key: str, what: str, mend: str) -> UserError:
        return UserError(what.format(key=key), where=where, mend=mend)

    for key in data:
        if key not in _KEYS:
            raise wrong(
                key,
                _("{key} is no setting of a voice"),
                _("Use {choices}.").format(choices=", ".join(sorted(_KEYS))),
            )
    for key in ("lang", "engine", "voice", "licence"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise wrong(key, _("{key} is missing"), _("Write {example}.").format(example=f'{key} = "…"'))
    if lang is None:
        lang = data["lang"]
        if lang not in LANGUAGES:
            raise UserError(
                _("{key} is {value!r}").format(key="lang", value=lang), where=where, mend=_known()
            )
    if data["lang"] != lang:
        what = _("{key} is {value!r}, but {lang!r} is wanted").format(
            key="lang", value=data["lang"], lang=lang
        )
        raise UserError(what, where=where, mend=_("Choose a voice for {lang}.").format(lang=lang))
    if data["engine"] not in _ENGINES:
        what = _("{key} {value!r} is unknown").format(key="engine", value=data["engine"])
        raise UserError(what, where=where, mend=_("Use {choices}.").format(choices=", ".join(_ENGINES)))
    for key, (low, high) in _NUMBERS.items():
        value = data.setdefault(key, 0) if key == "pitch" and data["engine"] != "espeak" else data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            what = _("{key} is {value!r}").format(key=key, value=value)
            mend = _("Use a whole number from {low} to {high}.").format(low=low, high=high)
            raise UserError(what, where=where, mend=mend)
    if not isinstance(data.get("game_lexicons", True), bool):
        raise wrong("game_lexicons", _("{key} is neither true nor false"), _("Write true or false."))
    tables: dict[str, dict[str, str]] = {}
    for name in ("lexicon", "endings"):
        table = data.get(name, {})
        if not isinstance(table, dict):
            raise wrong(
                name,
                _("{key} is no table"),
                _("Write [{name}] and a line for each respelling.").format(name=name),
            )
        for written, said in table.items():
            if not isinstance(said, str) or not said.strip() or not written.strip():
                raise wrong(
                    f"{name}.{written!r}", _("{key} has no respelling"), _('Write "word" = "respelling".')
                )
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
        sources=tuple(_source(data.get(name), name, wrong) for name in _FILES if data.keys() & set(_FILES)),
    )


def _known() -> str:
    """What to do about a language that nobody speaks here."""
    return _("Use {choices}.").format(choices=_(" or ").join(LANGUAGES))


def _source(table: Any, name: str, wrong: Callable[[str, str, str], UserError]) -> Source:
    try:
        url, size, sha256 = table["url"], table["size"], table["sha256"]
        right = url.startswith(("https://", "http://")) and size > 0 and len(bytes.fromhex(sha256)) == 32
    except (LookupError, TypeError, ValueError, AttributeError):
        right = False
    if not right:
        raise wrong(
            name,
            _("{key} does not say where the file is"),
            _("Write its `url`, its `size` and its `sha256`."),
        )
    return Source(url, size, sha256)
