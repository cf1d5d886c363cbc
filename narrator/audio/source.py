"""Where the sound server (PulseAudio, PipeWire) takes the microphone's sound from, as `pactl` tells it.

A sound server whose microphone vanishes gives the stream another one: the laptop's own, or what a
loudspeaker plays. Then nobody hears the helper, and nothing fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from narrator.audio.route import listed, subscribe

_AGAIN = 0.5
_BETWEEN = 0.03
_CONCERNS = ("on source #", "on source-output #", "on server", "on card #")


@dataclass(frozen=True, slots=True)
class Sources:
    """What the server has now. names: of the sources, by index; own: this process's recordings, the same way
    round: stream index → source index."""

    names: dict[int, str]
    own: dict[int, int]


def look() -> Sources | None:
    """How things are; None when there is no pactl that can tell, or no sound server that it can ask."""
    if shutil.which("pactl") is None:
        return None
    try:
        names = {int(s["index"]): str(s["name"]) for s in listed("sources")}
        pid = str(os.getpid())
        own = {
            int(o["index"]): int(o["source"])
            for o in listed("source-outputs")
            if o.get("properties", {}).get("application.process.id") == pid
        }
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return Sources(names, own)


class SourceWatch:
    """Watches the one recording of this process that began after `before`.

    found: called from the watch's thread with `present` once the source is known, which is never for a
    device that the server does not have. `close` ends the thread.
    """

    def __init__(
        self, before: Sources, found: Callable[[Callable[[], bool]], None], seconds: float = 1.0
    ) -> None:
        self._before = before
        self._found = found
        self._seconds = seconds
        self._source: str | None = None
        self._moved = threading.Event()
        self._closing = threading.Event()
        self._state = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._watch, name="narrator-source", daemon=True)
        self._thread.start()

    @property
    def moved(self) -> bool:
        """Whether the recording is of another source than the one it began on."""
        return self._moved.is_set()

    def present(self) -> bool:
        """Whether the source is there; from now on the recording is expected on it again."""
        self._moved.clear()
        sources = look()
        return sources is not None and self._source in sources.names.values()

    def close(self) -> None:
        """Stop watching."""
        self._closing.set()
        with self._state:
            if self._child is not None:
                self._child.kill()
        self._thread.join(0.2)

    def _watch(self) -> None:
        self._source = self._begun()
        if self._source is None:
            return
        self._found(self.present)
        while True:
            with self._state:
                if self._closing.is_set():
                    return
                try:
                    child = self._child = subscribe()
                except OSError:
                    child = None
            if child is not None and child.stdout is not None:
                self._judge()  # what happened before it listened
                with child.stdout:
                    for line in child.stdout:
                        if any(place in line for place in _CONCERNS):
                            self._judge()
                with self._state:
                    child.kill()
                    child.wait()
                    self._child = None
            self._closing.wait(_AGAIN)

    def _judge(self) -> None:
        sources = None if self._closing.is_set() else look()
        if sources is not None and sources.own:
            on = {sources.names.get(index) for index in sources.own.values()}
            if self._source not in on:
                self._moved.set()

    def _begun(self) -> str | None:
        """The source on which the recording began."""
        deadline = time.monotonic() + self._seconds
        while (now := look()) is not None and time.monotonic() < deadline:
            for stream, index in now.own.items():
                if stream not in self._before.own and index in now.names:
                    return now.names[index]
            if self._closing.wait(_BETWEEN):
                break
        return None
