"""Everything that is wrong with the files of scripts/, at once, each with file and line.

What it holds them to: the same line ids in every language and all that the flow says, known placeholders
and the same ones in every variant and language, NFC text without digits or unspeakable signs, marks of
pauses between words, one manner for each line and none for lines that are not there, no two intents with
the same phrase, and no line that contains a command phrase or seat word: the narrator must never say what
the helper could have whispered. Numbers must be said at times, so for them the gate has to do it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from narrator.errors import UserError
from narrator.messages import _
from narrator.script.commands import COMMANDS, HIGHEST, Commands, load_commands
from narrator.script.delivery import unmarked
from narrator.script.files import ScriptFile, flatten, read_toml, script_path
from narrator.script.lexicon import load_lexicon
from narrator.script.lines import PLACEHOLDERS, placeholders
from narrator.script.manners import FILE, faults, load_manners, misfits
from narrator.script.text import LANGUAGES, match_key, normalise

_UNSPEAKABLE = {"fa": re.compile(r"[:()\[\]<>]"), "vi": re.compile(r"[()\[\]<>]")}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend. where: "file:line"; what: the fault and, where it is not plain, the mend."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def lint(
    games: Iterable[str],
    required: Mapping[str, Mapping[str, frozenset[str]]],
    folder: Path | None = None,
) -> list[Finding]:
    """All findings, file by file; empty when the scripts are in order.

    required: game → line id → the placeholders the flow fills when it says that line.
    """
    findings: list[Finding] = []
    commands: dict[str, Commands] = {}
    for lang in LANGUAGES:
        try:
            commands[lang] = load_commands(lang, folder)
        except UserError as error:
            findings.append(Finding(error.where, f"{error.what}. {error.mend}"))
        else:
            findings += _phrases(commands[lang], folder)
    lines: dict[str, set[str]] = {}
    for game in games:
        findings += _game(game, required.get(game, {}), commands, folder)
        findings += _lexicon(game, folder)
        lines[game] = {*required.get(game, {}), *_ids(game, folder)}
    findings += _manners(lines, folder)
    return findings


def _manners(lines: Mapping[str, set[str]], folder: Path | None) -> Iterator[Finding]:
    try:
        file = read_toml(script_path(FILE, folder))
    except UserError as error:
        yield Finding(error.where, f"{error.what}. {error.mend}")
        return
    found = [Finding(file.where(key), f"{what}. {mend}") for key, what, mend in faults(file)]
    yield from found
    if found:
        return
    manners = load_manners(folder)
    yield from (Finding(*one) for one in misfits(manners, lines))
    for rule in manners.rules:
        name = f"{rule.game}.{LANGUAGES[0]}.toml"
        if (
            rule.game
            and rule.game not in lines
            and not any(script_path(name, f).exists() for f in (folder, None))
        ):
            yield Finding(
                file.where(rule.key), _("{key} is neither a setting nor a game").format(key=rule.game)
            )


def _ids(game: str, folder: Path | None) -> Iterator[str]:
    for lang in LANGUAGES:
        try:
            yield from dict(flatten(read_toml(script_path(f"{game}.{lang}.toml", folder)).data))
        except UserError:
            continue  # `_game` has told it


def _phrases(commands: Commands, folder: Path | None) -> Iterator[Finding]:
    file = read_toml(script_path(f"commands.{commands.lang}.toml", folder))
    keys = {"command": "{0}", "number": "numbers.{1}", "seat": "seat_words.{1}"}
    seen: dict[str, str] = {}
    have = {word.id for word in commands.words}
    expected = {*COMMANDS, *(f"number_{n}" for n in range(HIGHEST + 1)), *(f"seat_{n}" for n in range(1, 21))}
    for missing in sorted(expected - have):
        yield Finding(f"{file.path.name}:1", _("no phrase for {word}").format(word=missing))
    for word in commands.words:
        where = file.where(keys[word.kind].format(word.id, word.number))
        for phrase in word.phrases:
            key = match_key(phrase, commands.lang)
            if not key:
                what = _("the phrase {phrase!r} of {word} has no letters")
                yield Finding(where, what.format(phrase=phrase, word=word.id))
            elif (other := seen.setdefault(key, word.id)) != word.id:
                what = _("the phrase {phrase!r} means both {one} and {other}")
                yield Finding(where, what.format(phrase=phrase, one=other, other=word.id))


def _lexicon(game: str, folder: Path | None) -> list[Finding]:
    found: dict[Finding, None] = {}
    for lang in LANGUAGES:
        try:
            load_lexicon(game, lang, folder)
        except UserError as error:
            found[Finding(error.where, f"{error.what}. {error.mend}")] = None
    return list(found)


def _game(
    game: str, required: Mapping[str, frozenset[str]], commands: Mapping[str, Commands], folder: Path | None
) -> Iterator[Finding]:
    files: dict[str, ScriptFile] = {}
    for lang in LANGUAGES:
        try:
            files[lang] = read_toml(script_path(f"{game}.{lang}.toml", folder))
        except UserError as error:
            yield Finding(error.where, f"{error.what}. {error.mend}")
    texts = {lang: dict(_texts(file)) for lang, file in files.items()}
    every = {id for lines in texts.values() for id in lines}
    for lang, file in files.items():
        lines = texts[lang]
        for id in sorted((every | set(required)) - set(lines)):
            yield Finding(f"{file.path.name}:1", _("the line {id} is missing").format(id=id))
        for id, variants in lines.items():
            yield from _line(file, lang, id, variants, commands.get(lang))
            allowed = required.get(id)
            others = [placeholders(v) for other in texts.values() for v in other.get(id, ())]
            for holes in map(placeholders, variants):
                if allowed is not None and holes - allowed:
                    what = _("{id} asks for {places}, never filled")
                    yield Finding(file.where(id), what.format(id=id, places=_braces(holes - allowed)))
                elif any(holes != other for other in others):
                    yield Finding(
                        file.where(id), _("{id} has other placeholders than its variants").format(id=id)
                    )


def _line(
    file: ScriptFile, lang: str, id: str, variants: tuple[str, ...], commands: Commands | None
) -> Iterator[Finding]:
    where = file.where(id)
    if not variants:
        yield Finding(where, _("{id} is no sentence and no list of sentences").format(id=id))
    for text in variants:
        if unknown := placeholders(text) - PLACEHOLDERS:
            what = _("{key} has the unknown placeholder {places}").format(key=id, places=_braces(unknown))
            yield Finding(where, what)
        if not text.strip():
            yield Finding(where, _("{id} is empty").format(id=id))
        if not unicodedata.is_normalized("NFC", text) or normalise(text, lang) != text:
            what = _("{id} is not in the normal spelling: {text!r}")
            yield Finding(where, what.format(id=id, text=normalise(text, lang)))
        try:
            text, _marks = unmarked(normalise(text, lang))
        except ValueError as error:
            yield Finding(where, f"{id}: {error}")
        if sign := _UNSPEAKABLE[lang].search(text):
            what = _("{id} contains {sign!r}, which a voice reads aloud")
            yield Finding(where, what.format(id=id, sign=sign.group()))
        if any(c.isdecimal() for c in text):
            yield Finding(where, _("{id} contains digits; write the number in words").format(id=id))
        for word, phrase in _commands_in(text, commands) if commands else ():
            what = _("{id} contains {phrase!r}, which is the command {word}")
            yield Finding(where, what.format(id=id, phrase=phrase, word=word))


_phrase_key = lru_cache(maxsize=1024)(match_key)
"""Every line is compared with the same phrases."""


def _commands_in(text: str, commands: Commands) -> Iterator[tuple[str, str]]:
    said = f" {match_key(text, commands.lang)} "
    for word in commands.words:
        if word.kind == "number":
            continue
        for phrase in word.phrases:
            if f" {_phrase_key(phrase, commands.lang)} " in said:
                yield word.id, phrase


def _texts(file: ScriptFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    for id, value in flatten(file.data):
        listed = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        yield id, tuple(v for v in listed if isinstance(v, str))


def _braces(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
