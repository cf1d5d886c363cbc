"""One open PortAudio stream, and whether a call on it is under way: none may be closed during one."""

from __future__ import annotations

import threading
import time
from typing import Any

from narrator.audio.backend import Backend, close_quietly
from narrator.audio.errors import AudioError
from narrator.audio.quiet import Hush

_TAKING = 0.4
_CLOSING = 0.8


class Handle:
    """Closing a stream while its `start` hangs aborts the whole process; then it is left as it is instead."""

    def __init__(self, stream: Any, backend: Backend) -> None:
        self.stream = stream
        self._backend = backend
        self._changed = threading.Condition()
        self._since = 0.0
        self._taken = False
        self._hush: Hush | None = None

    @property
    def active(self) -> bool:
        """Whether PortAudio says that it runs."""
        try:
            return bool(self.stream.active)
        except self._backend.module.PortAudioError:
            return False

    @property
    def busy(self) -> float:
        """Seconds since the call under way began; 0 when there is none."""
        since = self._since
        return time.monotonic() - since if since else 0.0

    def begin(self) -> bool:
        """A call on the stream begins; False when it may not, for the stream is being closed."""
        with self._changed:
            if self._taken or self._since:
                return False
            self._since = time.monotonic()
            self._hush = Hush()
            return True

    def end(self) -> None:
        """The call came back. If the stream was given up meanwhile, it is closed now."""
        with self._changed:
            self._since = 0.0
            if self._hush is not None:
                self._hush.end()
            late = self._taken
            self._changed.notify_all()
        if late:
            self._close()

    def close(self) -> None:
        """Close the stream, or give it up when a call on it hangs; takes about a second at most."""
        with self._changed:
            if self._taken:
                return
            self._changed.wait_for(lambda: not self._since, _TAKING)
            self._taken = True
            if self._since:
                self._backend.calls.give_up(self)
                if self._hush is not None:
                    self._hush.end()
                return
        self._close()

    def _close(self) -> None:
        self._backend.calls.give_up(self)  # until it is closed
        try:
            self._backend.in_turn(self._close_now, _CLOSING)
        except AudioError:
            return  # it hangs, or another call does; the stream is left behind

    def _close_now(self) -> None:
        close_quietly(self._backend.module, self.stream)
        self._backend.calls.came_back(self)
