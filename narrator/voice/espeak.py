"""The default engine: pyttsx3 on espeak-ng, in a child process that may hang or die without harm."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import wave
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from narrator.messages import N_, _
from narrator.voice.port import Clip, VoiceError
from narrator.voice.sound import polish

LIMIT = 10.0
# Measured over all lines of the three games at 150 words a minute: 0.04 to 0.34 s a character. Outside
# these wide bounds a line was cut off or ran away, whatever the engine says.
_SHORTEST = 0.012
_LONGEST = 1.0
_SPARE = 3.0
_FEWEST, _MOST = 80, 450
"""Words a minute that espeak-ng takes."""
_WORKER = Path(__file__).with_name("worker.py")


@dataclass(frozen=True, slots=True)
class Started:
    """What a started engine tells: espeak-ng's version, the library and the data it uses."""

    version: str
    library: str
    data: str


class _Died(Exception):
    """The child did not answer in time or ended; the message says which."""


class _Refused(Exception):
    """The child answered that it cannot; `kind` as in the worker."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind = kind
        super().__init__(what)


def told(answer: dict[str, Any]) -> str:
    """What a child complains of. Its own words, which come with their facts, in the language of messages."""
    what = str(answer["error"])
    if "facts" not in answer:
        return what
    facts = answer["facts"]
    return _(what).format(**facts) if facts else _(what)


class EspeakEngine:
    """espeak-ng through pyttsx3. Safe to use from several threads: lines are rendered one after another.

    voice: espeak-ng's identifier ("aav/vi"); rate: words a minute, 80 to 450, usually; pitch: 0 to 99.
    bundled: use the library of the espeakng-loader wheel even where the system has one.
    limit: seconds one line may take; then the child is replaced and the line tried once more.
    command: the child to run, for tests.
    """

    def __init__(
        self,
        voice: str,
        rate: int,
        pitch: int,
        *,
        bundled: bool = False,
        limit: float = LIMIT,
        command: list[str] | None = None,
    ) -> None:
        self._voice = voice
        self._rate = rate
        self._pitch = pitch
        self._bundled = bundled
        self._limit = limit
        # -P: a file beside the user that is called like a module must not be run.
        self._command = command or [sys.executable, "-P", str(_WORKER)]
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._closed = False
        self.restarts = 0

    @property
    def name(self) -> str:
        """Engine, version, voice, rate and pitch; starts the child to learn the version."""
        started = self.start()
        return f"espeak-ng {started.version} {self._voice} {self._rate} {self._pitch}"

    def start(self) -> Started:
        """Start the child if it does not run. Raises VoiceError: no library, or no such voice."""
        with self._lock:
            started: Started = self._twice(
                lambda child: child.started, N_("the voice could not start ({reason})")
            )
            return started

    def render(self, text: str, rate: float = 1.0) -> Clip:
        """The trimmed and levelled clip of `text`. Raises VoiceError after the second failure."""
        if not any(c.isalpha() for c in text):
            raise VoiceError(
                _("there is nothing to say"), where=repr(text), mend=_("Give at least one letter.")
            )
        with self._lock:
            failed = N_("the voice could not say a line ({reason})")
            samples, hertz = self._twice(lambda child: self._render(child, text, rate), failed)
        return Clip(polish(samples, hertz), hertz, text)

    def close(self) -> None:
        """End the child and remove its folder. The engine cannot speak afterwards."""
        with self._lock:
            self._closed = True
            self._drop()

    def __enter__(self) -> EspeakEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _twice(self, work: Any, failed: str) -> Any:
        """`work(child)`, and once more with a fresh child when that fails; `failed`: what to say then."""
        if self._closed:
            raise VoiceError(_("the voice is closed"), mend=_("Open it again."))
        reason = ""
        for again in (False, True):
            try:
                if self._child is None:
                    self._child = _Child(self._command, self._arguments(), self._limit)
                return work(self._child)
            except _Refused as refused:
                self._drop()
                if (error := self._refusal(refused.kind, str(refused))) is not None:
                    raise error from refused
                reason = str(refused)
            except (_Died, OSError) as died:
                self._drop()
                reason = str(died)
            if not again:
                self.restarts += 1
        raise VoiceError(
            _(failed).format(reason=reason),
            mend=_("Run narrator doctor; it names what is missing."),
        )

    def _refusal(self, kind: str, what: str) -> VoiceError | None:
        """The error for what a second try does not mend; None for what it may."""
        if kind == "unknown_voice":
            return VoiceError(what, where="voices/", mend=_("Name one of them in the voice profile."))
        if kind == "no_library":
            return VoiceError(
                what,
                mend=_("Install espeak-ng ({command}).").format(command="sudo apt-get install espeak-ng"),
            )
        return None

    def _render(self, child: _Child, text: str, rate: float) -> tuple[Any, int]:
        words = max(_FEWEST, min(_MOST, round(self._rate * rate)))
        samples, hertz = child.render(text, words)
        seconds = len(samples) / hertz
        usual = seconds * words / self._rate
        if not len(text) * _SHORTEST <= usual <= len(text) * _LONGEST + _SPARE:
            wrong = _("{seconds:.2f} s cannot be right for {count} characters")
            raise _Died(wrong.format(seconds=seconds, count=len(text)))
        if not samples.any():
            raise _Died(_("the engine gave silence"))
        return samples, hertz

    def _arguments(self) -> dict[str, Any]:
        return {
            "voice": self._voice,
            "rate": self._rate,
            "pitch": self._pitch,
            "bundled": self._bundled,
            "limit": self._limit,
        }

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.close()


class _Child:
    """One worker process and the thread that reads its answers."""

    def __init__(self, command: list[str], arguments: dict[str, Any], limit: float) -> None:
        self._limit = limit
        self._folder = tempfile.TemporaryDirectory(prefix="narrator-voice-")
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors = open(Path(self._folder.name) / "stderr", "w+b")  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                [*command, json.dumps({**arguments, "folder": self._folder.name})],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                env={**os.environ, "PYTHONUTF8": "1"},
            )
        except OSError:
            self._errors.close()
            self._folder.cleanup()
            raise
        self._reader = threading.Thread(target=self._read, name="narrator-voice", daemon=True)
        self._reader.start()
        try:
            ready = self._answer()
            self.started = Started(ready["version"], ready["library"], ready["data"])
        except BaseException:
            self.close()
            raise

    def render(self, text: str, words: int) -> tuple[Any, int]:
        """(float32 samples, their rate) of `text` at `words` a minute, as the engine made them."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"text": text, "rate": words}) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _Died(self._ended()) from error
        path = Path(self._answer()["path"])
        try:
            with wave.open(str(path), "rb") as sound:
                data = sound.readframes(sound.getnframes())
                rate = sound.getframerate()
        except (OSError, wave.Error, EOFError) as error:
            raise _Died(_("the engine's file cannot be read ({error})").format(error=error)) from error
        path.unlink(missing_ok=True)
        return np.frombuffer(data, "<i2").astype(np.float32) / 32768, rate

    def close(self) -> None:
        """Kill the process, wait for its end, and remove its folder."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                continue  # what was still unsent to a dead process is of no use
        self._folder.cleanup()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(None)

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=self._limit)
        except queue.Empty:
            raise _Died(_("no answer in {limit:g} s").format(limit=self._limit)) from None
        if line is None:
            raise _Died(self._ended())
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            raise _Died(_("the engine's answer cannot be read")) from None
        if "error" in answer:
            raise _Refused(answer["kind"], told(answer))
        return answer

    def _ended(self) -> str:
        """That the engine ended, with the last line of its complaints."""
        self._errors.seek(0)
        lines = self._errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        ended = _("the engine ended")
        return f"{ended}: {lines[-1].strip()}" if lines else ended


__all__ = ["EspeakEngine", "Started"]
