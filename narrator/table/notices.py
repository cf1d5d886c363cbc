"""Notices to the service manager that started us: ready, status, still alive, stopping (sd_notify).

One datagram each to the socket that systemd names in NOTIFY_SOCKET; without one nothing is sent.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress


class Notices:
    """Sends notices to `address` ("@name" is an abstract socket), nowhere for None.

    interval: seconds between two notices that we are alive, half of what the manager waits for; None when
    it does not wait. Nothing here raises or waits: a manager that takes no notice is no reason to fail.
    """

    def __init__(self, address: str | None, interval: float | None = None) -> None:
        self.interval = interval
        self._alive = float("-inf")
        self._address = "\0" + address[1:] if address and address[0] == "@" else address
        self._socket: socket.socket | None = None
        if address and hasattr(socket, "AF_UNIX"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)

    @classmethod
    def here(cls, environ: Mapping[str, str] = os.environ) -> Notices:
        """To the manager that this process has by its environment."""
        usec = environ.get("WATCHDOG_USEC", "")
        mine = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        interval = int(usec) / 2e6 if usec.isdecimal() and int(usec) and mine else None
        return cls(environ.get("NOTIFY_SOCKET") or None, interval)

    def ready(self) -> None:
        """All is open: it waits to be called."""
        self._send("READY=1")

    def alive(self) -> None:
        """The thread that calls this does not hang; call it as often as you like."""
        now = time.monotonic()
        if self.interval is not None and now - self._alive >= self.interval / 2:
            self._alive = now
            self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """What it is doing, in a few words for the administrator."""
        self._send(f"STATUS={text}")

    def stopping(self) -> None:
        """It has begun to close everything."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Close the socket; nothing is sent any more."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _send(self, notice: str) -> None:
        if self._socket is not None and self._address is not None:
            with suppress(OSError):
                self._socket.sendto(notice.encode(), self._address)
