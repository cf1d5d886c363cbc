"""The child process that owns Piper; speaks as worker.py does.

It is run as a script and imports nothing of narrator. Piper is under the GPL and needs 300 MB: only this
process loads it. Its sentences are put together here, as loud as the voice made them beside each other.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import json
import os
import sys
import threading
import wave
from pathlib import Path
from typing import IO, Any

import numpy as np

BETWEEN = 0.1
"""Seconds of quiet between two sentences, beside the 0.25 s that a voice leaves of itself."""

PEAK = 0.95


class Speaker:
    """One voice. usual: the words a minute at which it speaks as its makers had it."""

    def __init__(self, model: Path, usual: int) -> None:
        piper = importlib.import_module("piper")
        self._config = piper.SynthesisConfig
        self._voice = piper.PiperVoice.load(model)
        self._usual = usual
        self.version = importlib.metadata.version("piper-tts")
        self.digest = " ".join(_digest(path) for path in (model, Path(f"{model}.json")))

    def render(self, text: str, rate: int, path: Path) -> Path:
        """A finished WAV of `text` at `rate` words a minute. Raises what onnxruntime does."""
        config = self._config(
            length_scale=self._voice.config.length_scale * self._usual / rate, normalize_audio=False
        )
        hertz = self._voice.config.sample_rate
        quiet = np.zeros(round(BETWEEN * hertz), np.float32)
        parts: list[Any] = []
        for sentence in self._voice.synthesize(text, config):
            parts += [quiet, sentence.audio_float_array] if parts else [sentence.audio_float_array]
        sound = np.concatenate(parts) if parts else quiet
        sound *= PEAK / max(float(np.abs(sound).max()), 1e-6)
        with wave.open(str(path), "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(hertz)
            out.writeframes(np.rint(sound * 32767).astype("<i2").tobytes())
        return path


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def serve(requests: IO[str], answers: IO[str], arguments: dict[str, Any]) -> None:
    """Answer every request line with one line, until stdin ends."""

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    try:
        speaker = Speaker(Path(arguments["voice"]), arguments["usual"])
    except (ImportError, AttributeError) as error:
        answer({"kind": "no_library", "error": str(error)})
        return
    except Exception as error:  # onnxruntime and Piper raise whatever a file made them stumble over
        answer({"kind": "unknown_voice", "error": (str(error).splitlines() or [type(error).__name__])[0]})
        return
    answer({"ready": True, "version": speaker.version, "library": "piper", "data": speaker.digest})
    for count, line in enumerate(requests):
        ended = threading.Timer(float(arguments["limit"]), os._exit, (3,))
        ended.daemon = True
        ended.start()
        try:
            asked = json.loads(line)
            path = Path(arguments["folder"]) / f"{count}.wav"
            answer({"path": str(speaker.render(asked["text"], asked["rate"], path))})
        except Exception as error:
            answer({"kind": "failed", "error": str(error)})
        finally:
            ended.cancel()


def main() -> None:
    """Take stdout away from whatever prints, then serve."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    serve(open(0, encoding="utf-8", closefd=False), answers, json.loads(sys.argv[1]))  # noqa: SIM115


if __name__ == "__main__":
    main()
