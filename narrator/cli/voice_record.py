"""Recording a voice pack, one line after the other: shown, spoken, judged, heard again, kept."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from narrator.audio import AudioError, Microphone, Player
from narrator.cli.meter import Meter
from narrator.ear.port import Samples
from narrator.messages import _
from narrator.voice.pack_files import LONGEST
from narrator.voice.pack_take import Fault, Take, judged
from narrator.voice.pack_units import Unit

RATE = 48_000
_CLICK = round(0.1 * RATE)
"""The key that begins and ends a take is heard, too."""

Ask = Callable[[str], str]
"""Shows a question and gives the answer in lower case, no spaces around it; "q" when there will be none."""


class Recorder(Protocol):
    """Where takes come from: a microphone, or a test's double."""

    def start(self) -> None:
        """Begin to keep what is heard."""

    def stop(self) -> Samples:
        """What was heard since, at RATE. Raises UserError when the microphone was lost."""


class MicrophoneRecorder:
    """Takes from a microphone that stays open, with a level meter while one is spoken.

    level: gets each block of a take instead of the meter.
    """

    def __init__(self, device: str | None, level: Callable[[Samples], None] | None = None) -> None:
        self._lock = threading.Lock()
        self._blocks: list[Samples] | None = None
        self._error: Exception | None = None
        self._meter = Meter(sys.stderr)
        self._level = level or self._meter.show
        self._microphone = Microphone(self._hear, device, RATE, self._lost)

    def __enter__(self) -> MicrophoneRecorder:
        self._microphone.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._microphone.close()

    def start(self) -> None:
        """Begin to keep what is heard."""
        with self._lock:
            self._blocks, self._error = [], None

    def stop(self) -> Samples:
        """What was heard since."""
        with self._lock:
            blocks, self._blocks = self._blocks or [], None
            error, self._error = self._error, None
        self._meter.clear()
        whole = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
        # A microphone with a gate of its own is dead between two words, too.
        if error is not None and not (isinstance(error, AudioError) and error.code != "lost" and whole.any()):
            raise error
        return whole[_CLICK : max(_CLICK, len(whole) - _CLICK)]

    def _hear(self, block: Samples, _started: float) -> None:
        with self._lock:
            if self._blocks is None or len(self._blocks) * len(block) > LONGEST * RATE:
                return
            self._blocks.append(block)
        self._level(block)

    def _lost(self, error: Exception) -> None:
        with self._lock:
            self._error = error


def walk(
    units: Sequence[Unit],
    recorder: Recorder,
    keep: Callable[[Unit, Take], None],
    *,
    ask: Ask,
    hear: Callable[[Take], None],
    quote: Callable[[str], str],
    own: Callable[[str], str] = str,
    say: Callable[[str], None] = print,
) -> int:
    """Record `units` in their order; how many were kept, each at once, so that it can go on another day.

    quote, own: make a line of the game and a message ready for where `ask` and `say` show them.
    """
    kept: set[str] = set()
    at = 0
    while at < len(units):
        unit = units[at]
        say(f"[{at + 1}/{len(units)}] {quote(unit.text)}")
        if unit.within:
            say(f"   {own(_('a part of'))} {quote(unit.within)}")
        answer = ask(f"   {own(_('Enter: record   s: skip   b: back   q: stop'))} > ")
        if answer == "q":
            break
        if answer == "b":
            at = max(0, at - 1)
            continue
        if answer == "s":
            at += 1
            continue
        recorder.start()
        ask(f"   {own(_('speak now … Enter: done'))} > ")
        take = judged(recorder.stop(), RATE)
        length = f"{take.seconds:.1f} s, {take.loudness:.0f} LUFS"
        say(f"   {length if take.seconds else own(_('no speech'))}")
        for fault in take.faults:
            say(f"   {own(_(fault.value))}")
        answer = _decided(take, ask, hear, own)
        if answer == "keep":
            keep(unit, take)
            kept.add(unit.key)
        if answer == "q":
            break
        if answer in ("keep", "s"):
            at += 1
    return len(kept)


def _decided(take: Take, ask: Ask, hear: Callable[[Take], None], own: Callable[[str], str]) -> str:
    """ "keep", "again", "s" or "q". A take with faults is kept only when asked for by its letter."""
    if Fault.NOTHING in take.faults:
        return "again"
    usual = "again" if take.faults else "keep"
    keys = (
        _("Enter: again   k: keep   r: again   h: hear   s: skip   q: stop")
        if take.faults
        else _("Enter: keep   k: keep   r: again   h: hear   s: skip   q: stop")
    )
    while True:
        answer = ask(f"   {own(keys)} > ")
        if answer == "h":
            hear(take)
        elif answer in ("s", "q"):
            return answer
        else:
            return {"k": "keep", "r": "again"}.get(answer, usual)


def hear_take(take: Take) -> None:
    """Play what would be kept, to its end."""
    over = threading.Event()
    with Player() as player:
        player.play(take.samples, take.rate, lambda _finished: over.set())
        over.wait(take.seconds + 5.0)


def ask_terminal(question: str) -> str:
    """Ask whoever sits at the terminal."""
    try:
        return input(question).strip().casefold()
    except EOFError:
        return "q"
