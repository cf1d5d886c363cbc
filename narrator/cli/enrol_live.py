"""Recording takes from the microphone, one word after the other, with a word about each at once."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Callable, Mapping

import numpy as np

from narrator.audio.microphone import Microphone
from narrator.cli.meter import Meter
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.quality import Problem, examine
from narrator.ear.segmenter import Segmenter
from narrator.ear.unlike import unlike_others
from narrator.errors import UserError

_PATIENCE_SECONDS = 12.0
_BEFORE = SAMPLE_RATE // 3
_TRIES = 3

Blocks = Callable[[], Samples | None]
Say = Callable[[str], None]


def record_takes(
    phrases: Mapping[str, str], takes: int, device: str | None, say: Say = print
) -> dict[str, list[Samples]]:
    """`takes` recordings of every word, by id. The microphone is open only while this runs.

    Ctrl-C ends it early; what was recorded by then is kept.
    """
    waiting: queue.Queue[Samples] = queue.Queue(maxsize=500)

    def sink(block: Samples, _started: float) -> None:
        if not waiting.full():
            waiting.put_nowait(block)

    def blocks() -> Samples | None:
        try:
            return waiting.get(timeout=_PATIENCE_SECONDS)
        except queue.Empty:
            return None

    microphone = Microphone(sink, device)
    microphone.start()
    try:
        say(
            f"{len(phrases)} words, {takes} takes each. Say each word when it is shown, as in the game: "
            "the takes of a word may follow at once. Ctrl-C ends early and keeps what there is."
        )
        found: dict[str, list[Samples]] = {}
        try:
            collect(phrases, takes, blocks, say, found=found, meter=Meter(sys.stderr))
        except KeyboardInterrupt:
            say(f"\nstopped: {sum(map(bool, found.values()))} of {len(phrases)} words")
        return {id: kept for id, kept in found.items() if kept}
    finally:
        microphone.stop()
        microphone.close()


def collect(
    phrases: Mapping[str, str],
    takes: int,
    blocks: Blocks,
    say: Say,
    *,
    found: dict[str, list[Samples]] | None = None,
    meter: Meter | None = None,
) -> dict[str, list[Samples]]:
    """Takes cut out of a stream of blocks; a poor take is asked for again, twice at most.

    found: where they are put as they come; meter: shows the level meanwhile.
    """
    listener = _Listener(blocks, meter)
    found = {} if found is None else found
    for number, (id, phrase) in enumerate(phrases.items(), 1):
        kept = found.setdefault(id, [])
        while len(kept) < takes:
            for attempt in range(1, _TRIES + 1):
                say(f"[{number}/{len(phrases)}] {phrase}  ({len(kept) + 1} of {takes})")
                take = listener.next_take()
                problems = faults(take, kept)
                if not problems or attempt == _TRIES:
                    kept.append(take)
                    break
                say("   again, please: " + "; ".join(problem.value for problem in problems))
    return found


def faults(take: Samples, kept: list[Samples]) -> tuple[Problem, ...]:
    """What is wrong with a take, also beside the takes already kept of the same word."""
    looked_at = examine(take)
    problems = looked_at.problems
    if looked_at.word is not None and unlike_others(take, kept):
        problems = (*problems, Problem.UNLIKE)
    return problems


class _Listener:
    """Cuts the next word out of the stream, with some quiet around it."""

    def __init__(self, blocks: Blocks, meter: Meter | None = None) -> None:
        self._blocks = blocks
        self._meter = meter
        self._segmenter = Segmenter()

    def next_take(self) -> Samples:
        """The next word that is said. Raises UserError when nothing is for some seconds."""
        try:
            return self._next()
        finally:
            if self._meter is not None:
                self._meter.clear()

    def _next(self) -> Samples:
        heard = np.zeros(0, np.float32)
        begun = self._segmenter.fed
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            block = self._blocks()
            if block is None:
                break
            heard = np.concatenate([heard, block])
            if self._meter is not None:
                self._meter.show(block)
            for segment in self._segmenter.feed(block):
                start = max(0, segment.start - begun - _BEFORE)
                return heard[start : segment.known - begun + _BEFORE]
        raise UserError(
            f"nothing was heard for {_PATIENCE_SECONDS:.0f} seconds",
            where="microphone",
            mend="Check it with `narrator doctor`, or choose one with --microphone.",
        )
