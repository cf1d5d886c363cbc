"""The one port to PortAudio: which module speaks to it, opening streams, refreshing its device list.

PortAudio freezes its device list when it starts, and restarting it ends every open stream; so whoever
holds a stream registers here, and a refresh pauses them all or does not happen. Every call is made so that
it may hang (calls.py): no lock is held meanwhile that anybody else needs.
"""

from __future__ import annotations

import atexit
import importlib
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from narrator.audio.calls import Calls
from narrator.audio.errors import (
    AudioError,
    Direction,
    cannot_open,
    every_rate_refused,
    portaudio_missing,
)
from narrator.audio.quiet import Hush, silence_alsa

T = TypeVar("T")

FALLBACK_RATES = (48_000, 44_100, 32_000, 16_000, 96_000)
INVALID_RATE = -9997
# Opening tries several rates, and a Bluetooth device takes its time; closing is a matter of milliseconds.
OPENING = 8.0


class Owner(Protocol):
    """Holds a stream and can give it up for a moment."""

    def can_pause(self) -> bool:
        """True when closing and reopening the stream now loses nothing that people hear."""

    def pause(self) -> None:
        """Close the stream."""

    def resume(self) -> None:
        """Open it again; a failure is kept and reported by the owner, not raised."""


class Backend:
    """PortAudio, through a module with the interface of `sounddevice`.

    module: the module itself for tests; left out, `sounddevice` is imported on first use.
    sleep: how retries wait.
    """

    def __init__(self, module: Any = None, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._module = module
        self._sleep = sleep
        self._lock = threading.RLock()
        self.calls = Calls()
        self._owners: weakref.WeakSet[Owner] = weakref.WeakSet()

    @property
    def module(self) -> Any:
        """The sounddevice module. Raises AudioError "no_output" when PortAudio is not installed."""
        with self._lock:
            if self._module is None:
                hush = Hush()
                try:
                    silence_alsa()
                    self._module = importlib.import_module("sounddevice")
                except (OSError, ImportError) as error:
                    raise portaudio_missing(str(error)) from error
                finally:
                    hush.end()
                self._leave_safely(self._module)
            return self._module

    def _leave_safely(self, module: Any) -> None:
        """At the end of the process PortAudio is ended, but not while a call hangs: that aborts."""
        leave = getattr(module, "_exit_handler", None)
        if leave is not None:
            atexit.unregister(leave)
            atexit.register(lambda: leave() if self.calls.idle else None)

    def in_turn(self, work: Callable[[], T], seconds: float = OPENING) -> T:
        """Do `work`, alone among the opens, closes and refreshes. Raises AudioError "stuck" when it hangs."""
        return self.calls.in_turn(work, seconds)

    def register(self, owner: Owner) -> None:
        """From now on a refresh asks `owner` to pause."""
        with self._lock:
            self._owners.add(owner)

    def unregister(self, owner: Owner) -> None:
        """`owner` holds no stream any more."""
        with self._lock:
            self._owners.discard(owner)

    def refresh(self, *, pause: bool = False) -> bool:
        """Let PortAudio look again at what is plugged in; False when an open or a hung stream forbids it.

        pause: close and reopen streams that lose nothing by it; without it, only when none is open.
        """
        return self.in_turn(lambda: self._refresh(pause))

    def _refresh(self, pause: bool) -> bool:
        module = self.module
        with self._lock:
            owners = list(self._owners)
        if self.calls.hung or (owners and not (pause and all(owner.can_pause() for owner in owners))):
            return False
        for owner in owners:
            owner.pause()
        try:
            if self.calls.hung:
                return False
            module._terminate()
            module._initialize()
        finally:
            for owner in owners:
                owner.resume()
        return True

    def devices(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """(devices, host APIs) as PortAudio lists them now."""
        return self.in_turn(self._devices)

    def _devices(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        module = self.module
        try:
            return list(module.query_devices()), list(module.query_hostapis())
        except module.PortAudioError as error:
            raise portaudio_missing(_detail(error)) from error

    def open(
        self,
        direction: Direction,
        index: int,
        name: str,
        rate: int,
        channels: int,
        callback: Callable[..., None],
        latency: float,
    ) -> Any:
        """A started stream at `rate`, or at the first other rate the device takes; only inside `in_turn`.

        Everything but a refused rate is tried twice. Raises AudioError: "permission" or "refused_rate"
        when it was the rate every time, else "no_input" or "no_output".
        """
        module = self.module
        make = module.InputStream if direction == "input" else module.OutputStream
        codes: set[int] = set()
        detail = ""
        for try_rate in dict.fromkeys((rate, *FALLBACK_RATES)):
            for again in (False, True):
                stream = None
                try:
                    stream = make(
                        device=index,
                        samplerate=try_rate,
                        channels=channels,
                        dtype="float32",
                        latency=latency,
                        callback=callback,
                    )
                    stream.start()
                    return stream
                except (module.PortAudioError, ValueError) as error:
                    if stream is not None:
                        close_quietly(module, stream)
                    code = _code(error)
                    codes.add(code)
                    detail = detail if code == INVALID_RATE and detail else _detail(error)
                    if again or code == INVALID_RATE:
                        break
                    self._sleep(0.2)
            if codes and INVALID_RATE not in codes:
                break  # it is not the rate; another one will not help
        if codes == {INVALID_RATE}:
            raise every_rate_refused(direction, name)
        raise cannot_open(direction, name, detail)


def close_quietly(module: Any, stream: Any) -> None:
    """Close a stream whose device may be gone; that PortAudio cannot close it properly is no news then."""
    try:
        stream.abort()
        stream.close()
    except module.PortAudioError:
        return


def _code(error: Exception) -> int:
    """PortAudio's error number; 0 where the error carries none."""
    args = error.args
    return args[1] if len(args) > 1 and isinstance(args[1], int) else 0


def _detail(error: Exception) -> str:
    text = str(error.args[0]) if error.args else type(error).__name__
    return f"{text}, PortAudio {_code(error)}" if _code(error) else text


_default: Backend | None = None
_default_lock = threading.Lock()


def default_backend() -> Backend:
    """The backend of the real devices, one a process."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Backend()
        return _default


__all__ = ["AudioError", "Backend", "Owner", "close_quietly", "default_backend"]
