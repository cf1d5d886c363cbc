"""What the engine makes of all that is said: its phonemes, for the lists in tests/data/phonemes.

Run as a script, it is the child that owns the engine: one request as JSON on stdin, one answer on stdout.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

HIGHEST = 30
"""The numbers of a list go from 0 to this."""

SAMPLES = {
    "fa": {
        "name": "سارا",
        "names": "سارا، بهار و نیما",
        "suspect": "بهار",
        "seat": "پنج",
        "n": "هفت",
        "m": "سه",
        "what": "شمارهٔ سه",
        "other": "شمارهٔ نُه",
    },
    "vi": {
        "name": "Lan",
        "names": "Lan, Bình và Minh",
        "suspect": "Bình",
        "seat": "năm",
        "n": "bảy",
        "m": "ba",
        "what": "số ba",
        "other": "số chín",
    },
}
"""What fills the placeholders; a role and a card are the game's first."""


@dataclass(frozen=True, slots=True)
class Row:
    """id: the line and its variant; written: as people read it; speech: what the engine gets."""

    id: str
    written: str
    speech: str


def of_game(game: str, lang: str) -> list[Row]:
    """Every line, role and card of a game, and the numbers as its voice says them."""
    from narrator.script import load_lines, number_words
    from narrator.voice import open_voice

    lines, voice = load_lines(game, lang), open_voice(lang, game)
    values = dict(SAMPLES[lang])
    for kind in ("role", "card"):
        values[kind] = next(
            (said[0] for id, said in lines.variants.items() if id.startswith(f"{kind}s.")), ""
        )
    said = {
        f"{id}[{turn}]": lines.text(id, turn, **values)
        for id, variants in lines.variants.items()
        for turn in range(len(variants))
    }
    said |= {f"number[{n}]": number_words(n, lang) for n in range(HIGHEST + 1)}
    return [Row(id, text, voice.speech(text)) for id, text in said.items()]


def of_commands(lang: str) -> list[Row]:
    """Every phrase that the helper may whisper, as a voice without a game says it."""
    from narrator.script import load_commands
    from narrator.voice import open_voice

    voice = open_voice(lang)
    return [
        Row(f"{word.id}[{turn}]", phrase, voice.speech(phrase))
        for word in load_commands(lang).words
        for turn, phrase in enumerate(word.phrases)
    ]


def phonemes(asked: Sequence[tuple[str, str]]) -> tuple[str, list[str]]:
    """The engine's version, and of each (voice, speech) the phonemes in IPA, with | where it pauses.

    One process for all; the library and the data are those of the espeakng-loader wheel.
    """
    done = subprocess.run(
        [sys.executable, "-P", __file__],
        input=json.dumps(list(asked)),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answer = json.loads(done.stdout)
    return answer["version"], answer["phonemes"]


def main() -> None:
    """Answer one request and end."""
    loader = importlib.import_module("espeakng_loader")
    espeak = ctypes.CDLL(str(loader.get_library_path()))
    espeak.espeak_Info.restype = espeak.espeak_TextToPhonemes.restype = ctypes.c_char_p
    synchronous = 2
    assert espeak.espeak_Initialize(synchronous, 0, str(loader.get_data_path()).encode(), 0) > 0
    version = espeak.espeak_Info(None).decode().split()[0]
    current = None
    said = []
    for voice, text in json.load(sys.stdin):
        if voice != current:
            assert espeak.espeak_SetVoiceByName(voice.encode()) == 0, voice
            current = voice
        said.append(" | ".join(_clauses(espeak, text)))
    json.dump({"version": version, "phonemes": said}, sys.stdout)


def _clauses(espeak: Any, text: str) -> Iterator[str]:
    utf8, ipa = 1, 2
    kept = ctypes.create_string_buffer(text.encode())
    rest = ctypes.c_void_p(ctypes.addressof(kept))
    while rest.value:
        clause = espeak.espeak_TextToPhonemes(ctypes.byref(rest), utf8, ipa).decode().strip()
        if clause:
            yield clause


if __name__ == "__main__":
    main()
