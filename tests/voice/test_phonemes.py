"""What the narrator says sounds as it was last read and found right: every line, name, number and command.

After a change that is meant: NARRATOR_GOLDEN=write python -m pytest tests/voice/test_phonemes.py, then read
the difference as docs/pronunciation.md says before keeping it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from narrator.data import data_dir
from narrator.script import LANGUAGES
from narrator.voice import load_profile, open_voice
from tests.voice.phonemes import Row, of_commands, of_game, phonemes

FOLDER = Path(__file__).parents[1] / "data" / "phonemes"
WRITE = os.environ.get("NARRATOR_GOLDEN") == "write"
GAMES = sorted(path.name.split(".")[1] for path in data_dir("scripts").glob("lexicon.*.toml"))
NAMES = [f"{what}.{lang}" for what in ("commands", *GAMES) for lang in LANGUAGES]
_HEAD = "# espeak-ng {}. What is listed and how to rewrite it: docs/pronunciation.md\n"
_MEND = "If this is meant: NARRATOR_GOLDEN=write python -m pytest tests/voice/test_phonemes.py"

needs_engine = pytest.mark.skipif(
    importlib.util.find_spec("espeakng_loader") is None,
    reason="espeakng-loader is not installed (it is a dependency on Linux and macOS)",
)


@dataclass(frozen=True, slots=True)
class Listed:
    """One file: the version it was read with, and (written, phonemes) by id."""

    version: str
    rows: Mapping[str, tuple[str, str]]


def rows_of(name: str) -> list[Row]:
    what, lang = name.rsplit(".", 1)
    return of_commands(lang) if what == "commands" else of_game(what, lang)


def listed(name: str) -> Listed:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), f"{path.name} is missing. {_MEND}"
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    found = re.match(r"# espeak-ng (\S+)\. ", head)
    assert found, f"{path.name} does not say which espeak-ng it was read with. {_MEND}"
    rows = [line.split("\t") for line in lines]
    return Listed(found.group(1), {id: (written, ipa) for id, written, ipa in rows})


@pytest.fixture(scope="module")
def said() -> dict[str, list[Row]]:
    return {name: rows_of(name) for name in NAMES}


@pytest.fixture(scope="module")
def heard(said: dict[str, list[Row]]) -> tuple[str, dict[str, list[str]]]:
    """The engine's version and the phonemes of all rows, list by list; written down when asked."""
    voices = {lang: load_profile(lang).voice for lang in LANGUAGES}
    asked = [(voices[name.rsplit(".", 1)[1]], row.speech) for name in NAMES for row in said[name]]
    version, all_of_them = phonemes(asked)
    rest = iter(all_of_them)
    found = {name: [next(rest) for _ in said[name]] for name in NAMES}
    if WRITE:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            lines = (
                f"{row.id}\t{row.written}\t{ipa}\n" for row, ipa in zip(said[name], found[name], strict=True)
            )
            text = _HEAD.format(version) + "".join(lines)
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    return version, found


@needs_engine
@pytest.mark.parametrize("name", NAMES)
def test_it_sounds_as_it_was_read(
    name: str, said: dict[str, list[Row]], heard: tuple[str, dict[str, list[str]]]
) -> None:
    version, found = heard
    known = listed(name)
    differing = [
        f"{row.id}: {row.written}\n  the list has {known.rows[row.id][1]}\n  it is now    {ipa}"
        for row, ipa in zip(said[name], found[name], strict=True)
        if row.id in known.rows and known.rows[row.id][1] != ipa
    ]
    if version != known.version:
        pytest.skip(
            f"the list was read with espeak-ng {known.version}, this is {version}: "
            f"{len(differing)} of {len(found[name])} differ"
        )
    assert not differing, "\n".join(differing) + f"\n{_MEND}"


@pytest.mark.parametrize("name", NAMES)
def test_all_that_can_be_said_is_listed_and_nothing_else(
    name: str, said: dict[str, list[Row]], request: pytest.FixtureRequest
) -> None:
    if WRITE:
        request.getfixturevalue("heard")
    now = {row.id: row.written for row in said[name]}
    known = {id: written for id, (written, _) in listed(name).rows.items()}
    changed = [
        f"{id}\n  the list has {known.get(id, '-')}\n  it is now    {now.get(id, '-')}"
        for id in {**known, **now}
        if known.get(id) != now.get(id)
    ]
    assert not changed, "\n".join(changed) + f"\n{_MEND}"


@needs_engine
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_spelt_or_read_by_another_language(
    name: str, said: dict[str, list[Row]], heard: tuple[str, dict[str, list[str]]]
) -> None:
    for row, ipa in zip(said[name], heard[1][name], strict=True):
        assert "(" not in ipa, (row.id, row.written, ipa)
        assert ipa, (row.id, row.written)


# -- other spellings of the same text ----------------------------------------------------------------------


def arabic(text: str) -> str:
    """As an Arabic keyboard writes it."""
    return text.replace("ی", "ي").replace("ک", "ك")


def stretched(text: str) -> str:
    """With a kashida behind every letter that joins the next."""
    return re.sub(r"([بپتثجچحخسشصضطظعغفقکگلمنهی])(?=[\u0621-\u064a\u067e-\u06cc])", "\\1\u0640", text)


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def direction_marked(text: str) -> str:
    return "\u202b" + text.replace(" ", "\u200f ") + "\u202c"


SPELLINGS = [
    (arabic, ("fa",)),
    (stretched, ("fa",)),
    (decomposed, LANGUAGES),
    (direction_marked, LANGUAGES),
]


@pytest.mark.parametrize("name", NAMES)
def test_every_spelling_sounds_the_same(name: str, said: dict[str, list[Row]]) -> None:
    """The engine gets the same text, so it says the same."""
    what, lang = name.rsplit(".", 1)
    voice = open_voice(lang, None if what == "commands" else what)
    for respell, langs in SPELLINGS:
        if lang not in langs:
            continue
        assert any(respell(row.written) != row.written for row in said[name]), respell.__name__
        for row in said[name]:
            assert voice.speech(respell(row.written)) == row.speech, (respell.__name__, row.id)


@needs_engine
@pytest.mark.parametrize(("lang", "zeros"), [("fa", "0۰٠"), ("vi", "0۰٠")])
def test_digits_of_any_script_sound_like_the_words(lang: str, zeros: str) -> None:
    voice, engine = open_voice(lang, GAMES[0]), load_profile(lang).voice
    written = [
        ["".join(chr(ord(zero) + int(digit)) for digit in str(n)) for zero in zeros] for n in range(31)
    ]
    texts = [row.written for row in of_game(GAMES[0], lang) if row.id.startswith("number[")]
    asked = [
        (engine, voice.speech(t)) for word, ways in zip(texts, written, strict=True) for t in (word, *ways)
    ]
    _, heard = phonemes(asked)
    for n in range(31):
        first, *others = heard[4 * n : 4 * n + 4]
        assert others == [first] * 3, (texts[n], written[n])
