"""The child process that holds the Vosk library, so that a crash of it cannot end a game.

One request a line on stdin: a JSON object, then as many bytes of 16-bit sound as it says. One JSON
object a line on stdout. Start it as `python -m narrator.ear.vosk_worker MODEL`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import IO, Any

UNKNOWN = "[unk]"


def serve(path: str, source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer requests until the source ends.

    {"words": [...]} -> {"missing": [...], "unknown": bool};
    {"grammar": [...], "bytes": n} + n bytes -> the result of Vosk with word times, and "spent": the seconds
    of work on the processor that it took.
    """
    import vosk

    vosk.SetLogLevel(-1)
    try:
        # Always a path: with lang= the library would look for, and download, a model by itself.
        model = vosk.Model(path)
    except Exception as error:  # the library raises a bare Exception for every fault
        _answer(sink, {"error": str(error)})
        return
    _answer(sink, {"ready": True})
    while line := source.readline():
        request = json.loads(line)
        if "words" in request:
            missing = [word for word in request["words"] if model.vosk_model_find_word(word) < 0]
            _answer(sink, {"missing": missing, "unknown": model.vosk_model_find_word(UNKNOWN) >= 0})
            continue
        sound = source.read(request["bytes"])
        begun = time.process_time()
        # A fresh recogniser: Reset carries sound over, and a new grammar within an utterance aborts.
        recogniser = vosk.KaldiRecognizer(model, 16_000, json.dumps(request["grammar"], ensure_ascii=False))
        recogniser.SetWords(True)
        recogniser.AcceptWaveform(sound)
        result = json.loads(recogniser.FinalResult())
        _answer(sink, {**result, "spent": time.process_time() - begun})


def _answer(sink: IO[bytes], value: dict[str, Any]) -> None:
    sink.write(json.dumps(value).encode() + b"\n")
    sink.flush()


def main() -> None:
    """Keep stdout for answers alone: whatever a library prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.argv[1], sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
