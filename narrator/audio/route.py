"""Where the sound server (PulseAudio, PipeWire) sends this process's streams, as `pactl` tells it.

A sound server moves a stream whose output vanishes to another output: secrets to the loudspeaker.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from narrator.audio.errors import Code
from narrator.messages import _

_PATIENCE = 2.0
# A stream is away from the server for some milliseconds whenever it is restarted.
_LOOKS = 5
_BETWEEN = 0.03

# After these an output may be another one than before. All others are looked into, and that takes 20 ms.
_GRAVE = re.compile(r"^Event '(new|remove)' on sink #|^Event '\w+' on (server|card)\b")
_CONCERNS = re.compile(r"^Event '\w+' on (sink|sink-input|card|server)\b")


@dataclass(frozen=True, slots=True)
class Sink:
    """An output of the sound server. port: the plug in use; master: the sink that it plays into, or ""."""

    index: int
    name: str
    port: str
    master: str


@dataclass(frozen=True, slots=True)
class Routes:
    """What the server has now. own: the streams of this process, stream index → sink index; clients: whose
    each of them is. A stream is another one after each restart, its client stays the same."""

    sinks: tuple[Sink, ...]
    own: dict[int, int]
    clients: dict[int, str] = field(default_factory=dict)

    def sink(self, name: str) -> Sink | None:
        """The sink of that name."""
        return next((s for s in self.sinks if s.name == name), None)

    def at(self, index: int) -> Sink | None:
        """The sink with that index."""
        return next((s for s in self.sinks if s.index == index), None)

    def end(self, sink: Sink) -> Sink:
        """Where what is played on `sink` comes out."""
        for _step in self.sinks:
            master = self.sink(sink.master) if sink.master else None
            if master is None:
                break
            sink = master
        return sink


def environment() -> dict[str, str]:
    """For pactl: its words in English."""
    return {**os.environ, "LC_ALL": "C"}


def look() -> Routes | None:
    """How things are; None when there is no pactl that can tell, or no sound server that it can ask."""
    if shutil.which("pactl") is None:
        return None
    try:
        sinks, inputs = listed("sinks"), listed("sink-inputs")
        pid = str(os.getpid())
        own = [i for i in inputs if i.get("properties", {}).get("application.process.id") == pid]
        return Routes(
            tuple(
                Sink(
                    int(s["index"]),
                    str(s["name"]),
                    str(s.get("active_port") or ""),
                    str(s.get("properties", {}).get("device.master_device", "")),
                )
                for s in sinks
            ),
            {int(i["index"]): int(i["sink"]) for i in own},
            {int(i["index"]): str(i.get("client", "")) for i in own},
        )
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError, AttributeError):
        return None


def listed(what: str) -> list[dict[str, Any]]:
    """What `pactl list` gives; raises what a program that fails or hangs raises, and ValueError."""
    done = subprocess.run(
        ["pactl", "-f", "json", "list", what],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_PATIENCE,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def subscribe() -> subprocess.Popen[str]:
    """A `pactl subscribe` that writes a line for every change."""
    return subprocess.Popen(
        ["pactl", "subscribe"],
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def grave(event: str) -> bool:
    """Whether after this line of `pactl subscribe` silence is due before anything else."""
    return _GRAVE.match(event) is not None


def concerns(event: str) -> bool:
    """Whether the line can mean that a stream goes elsewhere now."""
    return _CONCERNS.match(event) is not None


class Fault(NamedTuple):
    """What is wrong with a way. what: for the helper, in his language."""

    code: Code
    what: str


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one stream: alone of ours on `sink`, which uses the plug `port`; `others` are elsewhere.

    strays: how many of our streams hang and were given up; the server may still have them, silent.
    seen: the clients that were seen on the sink since it was opened; none of them may be elsewhere.
    elsewhere: those that were seen there; none of them may be on the sink.
    """

    sink: str
    port: str
    others: int
    strays: Callable[[], int] = lambda: 0
    seen: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)

    def present(self) -> bool:
        """Whether the sink is there as it was."""
        routes = look()
        sink = routes.sink(self.sink) if routes is not None else None
        return sink is not None and sink.port == self.port

    def fault(self) -> Fault | None:
        """What is wrong with the way now; None when it is right."""
        for _look in range(_LOOKS):
            routes = look()
            if routes is None:
                return Fault(
                    "unfollowed", _("the earpiece cannot be followed, for the sound server does not answer")
                )
            sink = routes.sink(self.sink)
            if sink is None:
                return Fault("lost", _("the earpiece is gone"))
            if sink.port != self.port:
                return Fault(
                    "moved", _("the earpiece is plugged in elsewhere ({port})").format(port=sink.port)
                )
            on = [stream for stream, index in routes.own.items() if index == sink.index]
            off = [routes.clients.get(stream, "") for stream in routes.own if stream not in on]
            here = {client for stream in on if (client := routes.clients.get(stream, ""))}
            strays = self.strays()
            if len(off) > self.others + strays or self.seen.intersection(off):
                return Fault("moved", _("the earpiece was sent to another output"))
            if len(on) > 1 + strays or self.elsewhere & here:
                return Fault("shared", _("the earpiece shares its output with the loudspeaker"))
            if on:
                self.seen.update(here)
                self.elsewhere.update(filter(None, off))
                return None
            time.sleep(_BETWEEN)
        return Fault("moved", _("the earpiece is not where it was"))


def find(before: Routes, seconds: float = 1.5) -> tuple[Routes, Sink] | None:
    """Which sink the stream plays on that this process opened after `before`; None: none of the server's."""
    deadline = time.monotonic() + seconds
    while (routes := look()) is not None:
        for stream, index in routes.own.items():
            sink = routes.at(index)
            if stream not in before.own and sink is not None:
                return routes, sink
        if time.monotonic() > deadline:
            break
        time.sleep(_BETWEEN)
    return None
