"""The child process that owns pyttsx3: JSON lines in on stdin, JSON lines out on stdout.

It is run as a script and imports nothing of narrator. What pyttsx3 2.99 does wrong, and the guard here:
- the first runAndWait returns at once, and properties set before it can cut later lines off: it is spent
  on nothing, the properties come after it, and one line is spoken before "ready";
- espeak still busy with the last line cancels the next one: we wait until it is idle before each;
- a voice that does not exist is taken silently: the list of voices is asked first;
- several queued lines save only the last: one line at a time, each to a new file;
- it prints to stdout: the protocol has its own descriptor, prints go nowhere;
- it can hang: a line that takes too long ends this process, and the parent starts another.
"""

from __future__ import annotations

import ctypes
import difflib
import importlib
import json
import os
import sys
import threading
import time
import wave
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

SYSTEM_LIBRARIES = {
    "darwin": (
        "/opt/homebrew/lib/libespeak-ng.1.dylib",
        "/usr/local/lib/libespeak-ng.1.dylib",
    ),
    "win32": (
        r"C:\Program Files\eSpeak NG\libespeak-ng.dll",
        r"C:\Program Files (x86)\eSpeak NG\libespeak-ng.dll",
    ),
}
LINUX_LIBRARIES = ("libespeak-ng.so.1", "/usr/local/lib/libespeak-ng.so.1")
IDLE_LIMIT = 5.0
SETTLE = 0.01


def N_(text: str) -> str:  # the name that gettext's tools know
    """Marks what the parent looks up in the language of its messages, and fills in."""
    return text


class Fault(Exception):
    """What the parent is told; `kind` is "no_library", "unknown_voice" or "failed"; facts: of its places."""

    def __init__(self, kind: str, what: str, **facts: str) -> None:
        self.kind = kind
        self.facts = facts
        super().__init__(what)


def find_library(bundled: bool) -> str:
    """The espeak-ng library to load: the system's, else the one of the espeakng-loader wheel.

    bundled: take the wheel's in any case. Sets ESPEAK_DATA_PATH for the wheel's data.
    """
    if not bundled:
        for name in SYSTEM_LIBRARIES.get(sys.platform, LINUX_LIBRARIES):
            try:
                ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
            except OSError:
                continue
            return name
    try:
        loader = importlib.import_module("espeakng_loader")
        path = str(loader.get_library_path())
        data = str(loader.get_data_path())
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
    except (ImportError, OSError, RuntimeError) as error:
        raise Fault("no_library", N_("no espeak-ng library ({error})"), error=str(error)) from error
    os.environ["ESPEAK_DATA_PATH"] = data
    return path


@contextmanager
def only_library(path: str) -> Any:
    """While pyttsx3 is imported it finds `path`, whichever of its own fixed places it asks for."""
    loader = ctypes.cdll
    original = loader.LoadLibrary
    loader.LoadLibrary = lambda name: original(path)  # type: ignore[method-assign]  # noqa: ARG005
    try:
        yield
    finally:
        loader.LoadLibrary = original  # type: ignore[method-assign]


class Speaker:
    """pyttsx3 with one voice and pitch, set once, and the rate that each line asks for."""

    def __init__(self, voice: str, rate: int, pitch: int, bundled: bool, folder: Path) -> None:
        self.library = find_library(bundled)
        try:
            with only_library(self.library):
                pyttsx3 = importlib.import_module("pyttsx3")
                self._espeak = importlib.import_module("pyttsx3.drivers._espeak")
            self._engine = pyttsx3.init("espeak")
        except Exception as error:  # it raises bare RuntimeError, OSError and more
            raise Fault("no_library", N_("espeak-ng does not start ({error})"), error=str(error)) from error
        self._ended: list[bool] = []
        self._errors: list[str] = []
        self._engine.connect("finished-utterance", lambda completed, **_: self._ended.append(completed))
        self._engine.connect("error", lambda exception, **_: self._errors.append(str(exception)))
        self._folder = folder
        self._count = 0
        known = sorted(v.id for v in self._engine.getProperty("voices"))
        if voice.lower() not in known:
            near = ", ".join(difflib.get_close_matches(voice.lower(), known, 5, 0.3)) or "–"
            what = N_("espeak-ng has no voice {voice!r}; like it: {near}")
            raise Fault("unknown_voice", what, voice=voice, near=near)
        self.version, self.data = self._info()
        # The first runAndWait returns before its line is spoken, and the properties waiting for it are
        # taken for a line being spoken, which it stops: later lines are then cut off at random. So the
        # first one gets nothing to do, and the properties are set after it.
        self._wait_idle()
        self._engine.runAndWait()
        for name, value in (("voice", voice), ("rate", rate), ("pitch", pitch)):
            self._engine.setProperty(name, value)
            time.sleep(SETTLE)
        if self._errors:
            raise Fault("failed", N_("espeak-ng does not take its settings ({error})"), error=self._errors[0])
        self._rate = rate
        self.render("a", rate)

    def _info(self) -> tuple[str, str]:
        info = self._espeak.dll.espeak_Info
        info.restype = ctypes.c_char_p
        data = ctypes.c_char_p()
        version = info(ctypes.byref(data)) or b"?"
        return version.decode().split()[0], (data.value or b"").decode(errors="replace")

    def render(self, text: str, rate: int) -> Path:
        """A finished WAV of `text` at `rate` words a minute, with frames in it. Raises Fault."""
        self._wait_idle()
        if rate != self._rate:
            self._engine.setProperty("rate", rate)
            time.sleep(SETTLE)
            self._wait_idle()
            self._rate = rate
        self._ended.clear()
        self._errors.clear()
        self._count += 1
        path = self._folder / f"{self._count}.wav"
        self._engine.save_to_file(text, str(path))
        self._engine.runAndWait()
        self._wait_idle()
        if self._errors or self._ended != [True]:
            why = str(self._errors or self._ended)
            raise Fault("failed", N_("espeak-ng did not finish the line ({error})"), error=why)
        try:
            with wave.open(str(path), "rb") as sound:
                frames = sound.getnframes()
        except (OSError, wave.Error, EOFError) as error:
            raise Fault("failed", N_("espeak-ng wrote no sound ({error})"), error=str(error)) from error
        if frames == 0:
            raise Fault("failed", N_("espeak-ng wrote a file without sound"))
        return path

    def _wait_idle(self) -> None:
        deadline = time.monotonic() + IDLE_LIMIT
        while self._espeak.IsPlaying():
            if time.monotonic() > deadline:
                raise Fault("failed", N_("espeak-ng stays busy"))
            time.sleep(0.001)


def serve(requests: IO[str], answers: IO[str], arguments: dict[str, Any], folder: Path) -> None:
    """Answer every request line with one line, until stdin ends."""

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    limit = float(arguments["limit"])
    try:
        with _ended_after(limit):
            speaker = Speaker(
                arguments["voice"], arguments["rate"], arguments["pitch"], arguments["bundled"], folder
            )
    except Fault as fault:
        answer({"kind": fault.kind, "error": str(fault), "facts": fault.facts})
        return
    answer({"ready": True, "version": speaker.version, "library": speaker.library, "data": speaker.data})
    for line in requests:
        try:
            with _ended_after(limit):
                asked = json.loads(line)
                answer({"path": str(speaker.render(asked["text"], asked["rate"]))})
        except Fault as fault:
            answer({"kind": fault.kind, "error": str(fault), "facts": fault.facts})


@contextmanager
def _ended_after(seconds: float) -> Any:
    """End this process when the work inside takes longer: nothing in it can be trusted then."""
    timer = threading.Timer(seconds, os._exit, (3,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def main() -> None:
    """Take stdout away from whatever prints, then serve."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    requests = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    arguments = json.loads(sys.argv[1])
    serve(requests, answers, arguments, Path(arguments["folder"]))


if __name__ == "__main__":
    main()
