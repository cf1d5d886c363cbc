"""Talking to the child process that holds the Vosk library: start, ask, notice its death, start again."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from narrator.errors import UserError
from narrator.messages import _

Answer = dict[str, Any]


class VoskChild:
    """One child process with a loaded model. `ask` never hangs and never raises for a dead child."""

    def __init__(self, model: Path, *, start_timeout: float = 60.0, answer_timeout: float = 10.0) -> None:
        self._model = model
        self._start_timeout, self._answer_timeout = start_timeout, answer_timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._answers: queue.Queue[Answer | None] = queue.Queue()
        self.starts = 0
        self.start()

    @property
    def pid(self) -> int | None:
        """The child's process id while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the child and load the model; UserError if the model is no good."""
        self.close()
        self._answers = queue.Queue()
        command = [sys.executable, "-m", "narrator.ear.vosk_worker", str(self._model)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._reader = threading.Thread(
            target=_read, args=(self._process, self._answers), name="vosk-answers", daemon=True
        )
        self._reader.start()
        self.starts += 1
        first = self._wait(self._start_timeout)
        if first is None or "error" in first:
            self.close()
            raise UserError(
                _("this is no speech model that Vosk can load"),
                where=str(self._model),
                mend=_("Pass the folder that holds am/, conf/ and graph/."),
            )

    def ask(self, request: Answer, sound: bytes = b"") -> Answer | None:
        """The answer, or None when the child died or hung; it is then started afresh."""
        process = self._process
        if process is not None and process.stdin is not None:
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n" + sound)
                process.stdin.flush()
                answer = self._wait(self._answer_timeout)
                if answer is not None:
                    return answer
            except OSError:
                pass  # a broken pipe: the child is dead, which is dealt with just below
        self.start()
        return None

    def close(self) -> None:
        """End the child and the thread that reads from it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if self._reader is not None:
            self._reader.join()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                # Bytes that a dead child no longer reads are lost, and may be.
                with contextlib.suppress(OSError):
                    pipe.close()

    def _wait(self, timeout: float) -> Answer | None:
        try:
            return self._answers.get(timeout=timeout)
        except queue.Empty:
            return None


def _read(process: subprocess.Popen[bytes], answers: queue.Queue[Answer | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        answers.put(json.loads(line))
    answers.put(None)
