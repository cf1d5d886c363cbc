"""The helper's earpiece: an output that would rather be silent than be heard by everybody."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from narrator.audio import route as routes
from narrator.audio.backend import default_backend
from narrator.audio.errors import AudioError, earpiece_away, earpiece_unwatched
from narrator.audio.feed import Done
from narrator.audio.player import Player
from narrator.audio.port import Loudspeaker
from narrator.audio.route import Fault, Route
from narrator.audio.wav import Samples
from narrator.errors import UserError
from narrator.messages import _

_AGAIN = 1.0
_OPENING = 3.0
_HARDWARE = re.compile(r"\bhw:(\d+,\d+)")
# What these end on is whatever the system's output is at the moment.
_ANY = ("default", "sysdefault", "pulse", "pipewire", "dmix", "front")


class Earpiece:
    """Plays on the private device while it is the helper's alone; else it says nothing, and alarms once.

    On Linux the sound server is watched: at any sign that it sends the stream elsewhere the earpiece is
    silent at once, and it comes back by itself when its own output is there again.
    device, public: the private device's name, and the loudspeaker, which is open. alarm: gets what is wrong,
    once each time. back: called when it is right again. Both are called from threads of the earpiece's.
    Raises UserError when the private device is the loudspeaker, AudioError when it does not open.
    """

    def __init__(
        self,
        device: str,
        public: Loudspeaker,
        alarm: Callable[[Exception], None],
        back: Callable[[], None] = lambda: None,
    ) -> None:
        self._alarm = alarm
        self._back = back
        self._told = False
        self._off = False
        self._silenced = 0
        self._closing = threading.Event()
        self._doubt = threading.Event()
        self._state = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._threads: list[threading.Thread] = []
        self._route: Route | None = None
        before = routes.look() if _linux() else None
        self._player = Player(device, on_error=self._lost, on_back=self._found)
        try:
            if self._player.name == public.name:
                raise _is_the_loudspeaker(self._player.name)
            if _linux():
                self._follow(public, before)
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The device's full name."""
        return self._player.name

    @property
    def alive(self) -> bool:
        """True while what is played is heard by the helper, and by nobody else."""
        return self._player.alive and not self._off

    def play(self, samples: Samples, rate: int, done: Done | None = None) -> None:
        """Play, or end it at once with done(False) while the earpiece is away: the helper knows that."""
        try:
            if self._safe():
                self._player.play(samples, rate, done)
                return
        except AudioError:
            pass  # lost at this moment, which the player reports
        if done is not None:
            done(False)

    def stop(self) -> None:
        """Be silent at once."""
        self._player.stop()

    def close(self) -> None:
        """Give the device back; takes less than two seconds, whatever hangs."""
        self._closing.set()
        self._doubt.set()
        with self._state:
            if self._child is not None:
                self._child.kill()
        self._player.close()
        for thread in self._threads:
            thread.join(0.1)

    # -- where it goes -----------------------------------------------------------------------------

    def _follow(self, public: Loudspeaker, before: routes.Routes | None) -> None:
        found = routes.find(before) if before is not None else None
        if before is None or found is None:
            _check_names(self.name, public.name, watched=before is not None)
            if not _HARDWARE.search(self.name):
                self._alarm(earpiece_unwatched(self.name))
            return
        now, sink = found
        for stream, index in now.own.items():
            other = now.at(index)
            if stream in before.own and other is not None and now.end(other) == now.end(sink):
                raise _is_the_loudspeaker(self.name)
        self._route = Route(sink.name, sink.port, len(before.own), _strays)
        self._player.found_by(self._route.present)
        for work, name in ((self._listen, "narrator-route"), (self._judge, "narrator-route-check")):
            self._threads.append(threading.Thread(target=work, name=name, daemon=True))
            self._threads[-1].start()

    def _safe(self) -> bool:
        if self._off or not self._player.alive:
            return False
        fault = self._route.fault() if self._route is not None else None
        if fault is not None:
            self._silence()
            self._tell(fault)
        return fault is None and not self._off

    def _silence(self) -> None:
        with self._state:
            self._off = True
            self._silenced += 1
        self._player.suspend()
        self._doubt.set()

    def _tell(self, fault: Fault) -> None:
        with self._state:
            told, self._told = self._told, True
        if not told:
            self._alarm(earpiece_away(fault.code, fault.what, self.name))

    def _right(self) -> None:
        """It is where it belongs."""
        with self._state:
            told, self._told = self._told, False
        if told:
            self._back()

    def _found(self) -> None:
        if self._route is None:
            self._right()  # nobody can look where it plays now

    def _lost(self, error: Exception) -> None:
        stuck = isinstance(error, AudioError) and error.code == "stuck"
        with self._state:
            told, self._told = self._told, True
        if not told or stuck:
            self._alarm(error)

    def _listen(self) -> None:
        """Hear of every change at the sound server."""
        while True:
            with self._state:
                if self._closing.is_set():
                    return
                try:
                    child = self._child = routes.subscribe()
                except OSError:
                    child = None
            if child is not None and child.stdout is not None:
                self._doubt.set()  # what happened before it listened
                with child.stdout:
                    for line in child.stdout:
                        if routes.grave(line):
                            self._silence()
                        elif routes.concerns(line):
                            self._doubt.set()
                with self._state:
                    child.kill()
                    child.wait()
                    self._child = None
            if not self._closing.is_set():
                self._silence()  # the server went away
            self._closing.wait(_AGAIN / 2)

    def _judge(self) -> None:
        """Look into what was heard, and switch the earpiece off and on."""
        assert self._route is not None
        while True:
            self._doubt.wait(_AGAIN)
            if self._closing.is_set():
                return
            self._doubt.clear()
            try:
                self._look(self._route)
            except Exception as error:  # whatever it is, what cannot be judged stays silent
                self._silence()
                self._lost(error)
                self._closing.wait(_AGAIN)

    def _look(self, route: Route) -> None:
        if self._off:
            self._try_again(route)
        elif self._player.alive:
            fault = route.fault()
            if self._closing.is_set():
                return
            if fault is not None and self._player.alive:
                self._silence()
                self._tell(fault)
            elif fault is None:
                self._right()

    def _try_again(self, route: Route) -> None:
        if self._child is None:
            return  # nobody watches
        if not route.present():
            if not self._closing.is_set():
                self._tell(Fault("lost", _("the earpiece is gone")))
            return
        silenced = self._silenced
        route.seen.clear()
        self._player.resume()
        deadline = time.monotonic() + _OPENING
        while not self._player.alive and time.monotonic() < deadline:
            if self._closing.wait(0.02):
                return
        fault = route.fault() if self._player.alive else Fault("lost", _("the earpiece does not open"))
        with self._state:
            right = fault is None and silenced == self._silenced
            if right:
                self._off = False
        if right:
            self._right()
        else:
            self._player.suspend()
            if fault is not None:
                self._tell(fault)


def _strays() -> int:
    return default_backend().calls.left_behind


def _linux() -> bool:
    return sys.platform.startswith("linux")


def _is_the_loudspeaker(name: str) -> UserError:
    return UserError(
        _("the private device {name!r} is the loudspeaker").format(name=name),
        where="--private-device",
        mend=_("Name another output; narrator doctor lists them."),
    )


def _check_names(private: str, public: str, *, watched: bool) -> None:
    """Raise UserError when the names alone say that both may be one output."""
    card = _HARDWARE.search(private)
    other = _HARDWARE.search(public)
    if card is not None and other is not None and card[1] == other[1]:
        raise _is_the_loudspeaker(private)
    if not watched and private.casefold() in _ANY:
        raise _is_the_loudspeaker(private)
