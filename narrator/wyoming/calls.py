"""Questions to a service: one connection each, on the thread that asks, within a time that is kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from narrator.messages import _, reason
from narrator.wyoming.address import Address
from narrator.wyoming.wire import Wire, WireError

_CONNECTING = 2.0
T = TypeVar("T")


class Caller:
    """Asks one service, one question at a time; `close`, from any thread, breaks a question off."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._asking = threading.Lock()
        self._state = threading.Lock()
        self._closed = False
        self._current: tuple[asyncio.AbstractEventLoop, asyncio.Task[object]] | None = None

    def ask(self, talk: Callable[[Wire], Awaitable[T]], limit: float) -> T:
        """What `talk` makes of a fresh connection. Raises WireError, after `limit` seconds at the latest."""
        with self._asking:
            try:
                return asyncio.run(self._ask(talk, limit))
            except asyncio.CancelledError:
                raise WireError(_("it was not waited for any longer")) from None
            except OSError as error:  # the system gives no socket
                raise WireError(_("no connection ({why})").format(why=reason(error))) from error

    def close(self) -> None:
        """Break off what is being asked, and ask nothing any more; safe to call twice."""
        with self._state:
            self._closed = True
            current = self._current
            if current is not None:
                loop, task = current
                with suppress(RuntimeError):  # it ended at this moment, and its loop with it
                    loop.call_soon_threadsafe(task.cancel)

    async def _ask(self, talk: Callable[[Wire], Awaitable[T]], limit: float) -> T:
        task = asyncio.current_task()
        assert task is not None
        with self._state:
            if self._closed:
                raise WireError(_("it was not waited for any longer"))
            self._current = asyncio.get_running_loop(), task
        try:
            async with asyncio.timeout(limit):
                wire = await Wire.open(self.address, min(limit, _CONNECTING))
                try:
                    return await talk(wire)
                finally:
                    await wire.close()
        except TimeoutError:
            raise WireError(_("no answer in {limit:g} s").format(limit=limit)) from None
        finally:
            with self._state:
                self._current = None
