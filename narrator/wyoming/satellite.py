"""A Wyoming satellite as loudspeaker and microphone: we are to it what Home Assistant is.

One thread keeps one connection and makes it anew when it is lost. A satellite talks to one server at a time
and notices a dead one only by pings, so both sides ping.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from narrator.audio.errors import AudioError, lost
from narrator.audio.microphone import Sink
from narrator.ear.port import SAMPLE_RATE
from narrator.messages import _
from narrator.wyoming.address import Address
from narrator.wyoming.inlet import STALLED, Inlet, silent
from narrator.wyoming.outbox import Done, Outbox
from narrator.wyoming.pcm import Samples, samples_of
from narrator.wyoming.wire import Event, Wire, WireError

OPTION = "--satellite"
_CONNECTING = 2.0
_AGAIN = 1.0
_SILENT = 5.0
_PINGING = 2.0
_CLOSING = 1.5
_RUN, _PAUSE, _PING = Event("run-satellite"), Event("pause-satellite"), Event("ping")
_LONGEST_PING = 200

OnError = Callable[[Exception], None]
OnBack = Callable[[], None]


class Satellite:
    """A loudspeaker and, with `microphone`, a microphone (`narrator.audio.port`).

    A lost connection is tried again every second until it is back.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._on_error: OnError = lambda _error: None
        self._on_back: OnBack = lambda: None
        self._lost = False
        self._outbox = Outbox(self.name, lambda error: self._on_error(error))
        self._inlet: Inlet | None = None
        self._thread: threading.Thread | None = None
        self._state = threading.Lock()
        self._tried = threading.Event()
        self._closing = False
        self._met = False
        self._failure = _("it does not answer")
        self._task: tuple[asyncio.AbstractEventLoop, asyncio.Task[None]] | None = None

    def start(self) -> None:
        """Connect; does nothing when that is done. Raises AudioError when nobody is there."""
        if self._thread is not None:
            return
        self._closing = False
        self._tried.clear()
        self._thread = threading.Thread(target=self._run, name="narrator-satellite", daemon=True)
        self._thread.start()
        self._tried.wait(_CONNECTING + 1.0)
        if not self.alive:
            self.close()
            raise AudioError(
                "no_output",
                _("there is no satellite ({error})").format(error=self._failure),
                where=f"{OPTION} {self._address.name}",
                mend=_("Start it, check host and port, and see that no other server holds it."),
            )

    @property
    def name(self) -> str:
        """What it is and where."""
        return f"satellite {self._address.name}"

    @property
    def alive(self) -> bool:
        """True while the satellite is connected."""
        return self._met and self._outbox.open

    def play(self, samples: Samples, rate: int, done: Done | None = None) -> None:
        """Play after whatever plays now; returns at once. Raises AudioError "lost" when it is away.

        done(True) comes from the connection's thread when the satellite has played it, done(False) when stop,
        close or a lost connection ended it.
        """
        self._outbox.play(samples, rate, done)

    def stop(self) -> None:
        """Send no more sound: what the satellite has, 0.2 s at most, still sounds."""
        self._outbox.stop()

    def loudspeaker(self, _device: str | None, *, on_error: OnError, on_back: OnBack) -> Satellite:
        """Itself, connected, in the place of narrator.audio.Player. Raises AudioError when nobody is there.

        on_error: called from the connection's thread with the AudioError "lost", once each time it happens,
        or with what a `done` raised. on_back: called from there when it is connected again.
        """
        self._on_error, self._on_back = on_error, on_back
        self.start()
        return self

    def microphone(
        self, sink: Sink, _device: str | None = None, *, on_error: OnError, on_back: OnBack
    ) -> SatelliteMicrophone:
        """Its microphone, in the place of narrator.audio.Microphone."""
        return SatelliteMicrophone(self, sink, on_error, on_back)

    def hear(self, inlet: Inlet | None) -> None:
        """Give what the satellite's microphone hears to `inlet` from now on."""
        self._inlet = inlet

    def close(self) -> None:
        """Tell the satellite that nobody listens any more, and end; takes two seconds at most."""
        thread, self._thread = self._thread, None
        with self._state:
            self._closing = True
            if self._task is not None:
                loop, task = self._task
                with suppress(RuntimeError):  # it ended at this moment
                    loop.call_soon_threadsafe(task.cancel)
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSING)

    # -- the connection's thread -------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._keep())
        except asyncio.CancelledError:
            return  # closed
        except Exception as error:  # no socket from the system, or a bug: it must be seen
            self._failure = str(error)
            self._on_error(error)
        finally:
            self._tried.set()

    async def _keep(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        with self._state:
            if self._closing:
                return
            self._task = asyncio.get_running_loop(), task
        while True:
            try:
                wire = await Wire.open(self._address, _CONNECTING)
            except WireError as error:
                self._failure = str(error)
            else:
                try:
                    self._failure = await self._talk(wire)
                finally:
                    met, self._met = self._met, False
                    await wire.close()
                if met:
                    self._lost = True
                    self._on_error(lost("output", self.name, self._failure))
                    if self._inlet is not None:
                        self._inlet.lost(self._failure)
            self._tried.set()
            await asyncio.sleep(_AGAIN)

    async def _talk(self, wire: Wire) -> str:
        """Until the connection fails; why it did."""
        failure = ""
        try:
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._outbox.run(wire))
                    group.create_task(self._tend(wire))
                    group.create_task(self._listen(wire))
            except* WireError as failed:
                failure = str(failed.exceptions[0])
        except asyncio.CancelledError:
            with suppress(WireError):  # it is to be left either way
                await wire.send(_PAUSE)
            raise
        return failure

    async def _tend(self, wire: Wire) -> None:
        await wire.send(_RUN)
        while True:
            await wire.send(_PING)  # from the first one on the satellite pings, too
            await asyncio.sleep(_PINGING)
            inlet = self._inlet
            if inlet is not None and inlet.tend():
                await wire.send(_RUN)

    async def _listen(self, wire: Wire) -> None:
        while True:
            event = await wire.receive(_SILENT)
            self._met = True
            self._tried.set()
            if self._lost:
                self._lost = False
                self._on_back()
            inlet = self._inlet
            if event.type == "audio-chunk" and inlet is not None:
                inlet.take(*samples_of(event))
            elif event.type == "played":
                self._outbox.played()
            elif event.type == "ping":
                text = event.data.get("text")
                known = isinstance(text, str) and len(text) <= _LONGEST_PING
                await wire.send(Event("pong", {"text": text} if known else {}))


class SatelliteMicrophone:
    """Delivers what the satellite hears: sink(block, started) for every 20 ms, from a thread of its own."""

    def __init__(self, satellite: Satellite, sink: Sink, on_error: OnError, on_back: OnBack) -> None:
        self._satellite = satellite
        self._sink = sink
        self._on_error = on_error
        self._on_back = on_back
        self._inlet: Inlet | None = None

    def start(self) -> None:
        """Begin to deliver. Raises AudioError, and leaves the satellite: nobody there, or no sound in 3 s."""
        if self._inlet is not None:
            return
        self._satellite.start()
        self._inlet = inlet = Inlet(self.name, self._sink, SAMPLE_RATE, self._on_error, self._on_back)
        self._satellite.hear(inlet)
        if not inlet.first.wait(STALLED):
            self.close()
            self._satellite.close()
            raise silent(self.name)

    def close(self) -> None:
        """Deliver nothing more; the satellite stays connected."""
        self._satellite.hear(None)
        inlet, self._inlet = self._inlet, None
        if inlet is not None:
            inlet.close()

    @property
    def name(self) -> str:
        """The satellite's name."""
        return self._satellite.name

    @property
    def alive(self) -> bool:
        """True while sound comes."""
        return self._satellite.alive and self._inlet is not None and not self._inlet.stalled

    @property
    def all_zero(self) -> bool:
        """Whether it has delivered exact zeros for two seconds."""
        return self._inlet is not None and self._inlet.all_zero
