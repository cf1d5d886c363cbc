"""The child process that owns the voices of macOS or Windows through pyttsx3; speaks as worker.py does.

It is run as a script and imports nothing of narrator. {"list": true} lists the voices in one line and ends.
macOS writes AIFF whatever the file is called: what was written is read and written again as WAV.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

WRITTEN_LIMIT = 5.0


def N_(text: str) -> str:  # the name that gettext's tools know
    """Marks what the parent looks up in the language of its messages, and fills in."""
    return text


def voices(engine: Any) -> list[dict[str, Any]]:
    """Id, name and languages of every voice."""
    return [
        {
            "id": str(voice.id),
            "name": str(voice.name),
            "languages": [
                one.decode("latin-1") if isinstance(one, bytes) else str(one) for one in voice.languages
            ],
        }
        for voice in engine.getProperty("voices")
    ]


def render(engine: Any, text: str, rate: int, path: Path) -> Path:
    """A finished WAV of `text` at `rate` words a minute. Raises RuntimeError when nothing was written."""
    soundfile = importlib.import_module("soundfile")
    raw = path.with_suffix(".raw.aiff" if sys.platform == "darwin" else ".raw.wav")
    engine.setProperty("rate", rate)
    engine.save_to_file(text, str(raw))
    engine.runAndWait()
    deadline = time.monotonic() + WRITTEN_LIMIT
    while True:  # macOS may still be writing when its loop has ended
        try:
            samples, rate = soundfile.read(raw, dtype="float32", always_2d=True)
            if len(samples):
                break
        except (OSError, RuntimeError):
            pass
        if time.monotonic() > deadline:
            raise RuntimeError(N_("the system's voice wrote no sound"))
        time.sleep(0.02)
    soundfile.write(path, samples.mean(axis=1), rate, subtype="PCM_16")
    raw.unlink()
    return path


def serve(requests: IO[str], answers: IO[str], arguments: dict[str, Any]) -> None:
    """Answer every request line with one line, until stdin ends."""

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    try:
        pyttsx3 = importlib.import_module("pyttsx3")
        engine = pyttsx3.init(arguments.get("driver"))
        known = voices(engine)
        if arguments.get("list"):
            answer({"voices": known})
            return
        if arguments["voice"] not in [voice["id"] for voice in known]:
            what = N_("the system has no voice {voice!r}")
            answer({"kind": "unknown_voice", "error": what, "facts": {"voice": arguments["voice"]}})
            return
        engine.setProperty("voice", arguments["voice"])
    except Exception as error:  # its drivers raise whatever their system does
        what = N_("the system's voices do not start ({error})")
        answer({"kind": "failed", "error": what, "facts": {"error": str(error)}})
        return
    answer(
        {
            "ready": True,
            "version": importlib.metadata.version("pyttsx3"),
            "library": f"{sys.platform} voices",
            "data": "",
        }
    )
    for count, line in enumerate(requests):
        ended = threading.Timer(float(arguments["limit"]), os._exit, (3,))
        ended.daemon = True
        ended.start()
        try:
            path = Path(arguments["folder"]) / f"{count}.wav"
            asked = json.loads(line)
            answer({"path": str(render(engine, asked["text"], asked["rate"], path))})
        except Exception as error:
            answer({"kind": "failed", "error": str(error), "facts": {}})
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
