"""Wyoming events over TCP, each with a largest size and a longest time.

An event is a line of JSON (type, data, data_length, payload_length), then data_length bytes of JSON that are
merged into data, then payload_length bytes. The lengths are promises of a stranger: they are checked before
anything is read, so that one header cannot fill the memory.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from narrator.messages import _
from narrator.wyoming.address import Address

HEADER_LIMIT = 64 * 1024
DATA_LIMIT = 1024 * 1024
PAYLOAD_LIMIT = 1024 * 1024
"""Bytes. Real ones: a header of 100, data of some 100 kB (a service that lists its voices), sound of 2 kB."""

_SENDING = 2.0
_CLOSING = 0.5
_SHOWN = 80


class WireError(Exception):
    """The other side is not there, says nothing, or says what is no Wyoming; the message says which."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its type, its data (JSON values), and its payload (sound), empty where there is none."""

    type: str
    data: Mapping[str, Any] = field(default_factory=dict)
    payload: bytes = b""


def printable(text: object) -> str:
    """What a stranger calls himself or complains of, fit to be shown: one line, at most 80 signs."""
    shown = str(text)[: 2 * _SHOWN]
    return " ".join("".join(c if c.isprintable() else " " for c in shown).split())[:_SHOWN]


def encode(event: Event) -> bytes:
    """The event as it goes over the wire."""
    header: dict[str, Any] = {"type": event.type}
    data = json.dumps(event.data, ensure_ascii=False).encode() if event.data else b""
    if data:
        header["data_length"] = len(data)
    if event.payload:
        header["payload_length"] = len(event.payload)
    return json.dumps(header).encode() + b"\n" + data + event.payload


class Wire:
    """One connection. All methods belong to the event loop that opened it, and raise WireError."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._sending = asyncio.Lock()
        # `send` returns when the system has it all: what waits here could not be taken back.
        writer.transport.set_write_buffer_limits(0)

    @classmethod
    async def open(cls, address: Address, limit: float) -> Wire:
        """Connect within `limit` seconds."""
        why = ""
        try:
            async with asyncio.timeout(limit):
                for host in address.hosts:
                    try:
                        pair = await asyncio.open_connection(host, address.port, limit=HEADER_LIMIT)
                    except OSError as error:
                        why = os.strerror(error.errno) if error.errno else str(error)
                        continue
                    return cls(*pair)
        except TimeoutError:
            raise WireError(_("no connection in {limit:g} s").format(limit=limit)) from None
        raise WireError(_("no connection ({why})").format(why=_(why)))

    async def send(self, event: Event) -> None:
        """Send one event; its bytes are together, whoever else sends."""
        try:
            async with asyncio.timeout(_SENDING), self._sending:
                self._writer.write(encode(event))
                await self._writer.drain()
        except TimeoutError:
            raise WireError(_("it takes nothing for {seconds:g} s").format(seconds=_SENDING)) from None
        except OSError as error:
            raise WireError(_("it closed the connection")) from error

    async def receive(self, limit: float | None = None) -> Event:
        """The next event, whole within `limit` seconds from now; None: the caller has a limit of its own."""
        try:
            async with asyncio.timeout(limit):
                return await self._receive()
        except TimeoutError:
            raise WireError(_("no whole event in time")) from None
        except asyncio.LimitOverrunError as error:
            raise WireError(_("it sends a header that is too long")) from error
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WireError(_("it closed the connection")) from error

    async def close(self) -> None:
        """End the connection, in half a second at most."""
        self._writer.close()
        try:
            async with asyncio.timeout(_CLOSING):
                with suppress(OSError):  # it is over either way
                    await self._writer.wait_closed()
        except TimeoutError:
            self._writer.transport.abort()

    async def _receive(self) -> Event:
        header = _table(await self._reader.readuntil(b"\n"), "header")
        kind = header.get("type")
        data = header.get("data")
        if not isinstance(kind, str) or not isinstance(data, dict | None):
            raise WireError(_("it sends a header without a type, or with data that is no table"))
        size = _length(header, "data_length", DATA_LIMIT)
        payload_size = _length(header, "payload_length", PAYLOAD_LIMIT)
        merged = dict(data or {})
        if size:
            merged.update(_table(await self._reader.readexactly(size), "data"))
        return Event(kind, merged, await self._reader.readexactly(payload_size))


def _table(raw: bytes, part: str) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise WireError(_("it sends what is no Wyoming (no JSON in `{part}`)").format(part=part)) from error
    if not isinstance(found, dict):
        raise WireError(_("it sends what is no Wyoming (no table in `{part}`)").format(part=part))
    return found


def _length(header: dict[str, Any], name: str, most: int) -> int:
    value = header.get(name)
    if value is None:
        return 0
    if type(value) is not int or value < 0:
        raise WireError(_("it sends a {name} that is no length").format(name=name))
    if value > most:
        what = _("it sends a {name} of {count} bytes; {most} are the most")
        raise WireError(what.format(name=name, count=printable(value), most=most))
    return value
