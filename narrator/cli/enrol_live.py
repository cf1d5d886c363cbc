"""Recording takes from the microphone, one word after the other, with a word about each at once."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from narrator.audio.microphone import Microphone
from narrator.cli.meter import Meter
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.segmenter import Segment, Segmenter
from narrator.ear.word_takes import WordTakes
from narrator.errors import UserError
from narrator.messages import _

_PATIENCE_SECONDS = 12.0
_BEFORE = SAMPLE_RATE // 3
_HELD = 4 * SAMPLE_RATE
"""Sound kept behind the newest: the longest stretch, what lies before it, and a word said too early."""
_SETTLE = SAMPLE_RATE // 2
_TRIES = 3

Blocks = Callable[[], Samples | None]
Say = Callable[[str], None]
Takes = Mapping[str, Sequence[Samples]]
Again = Callable[[Takes], Sequence[str]]
"""The ids of the words of which one take more is wanted, and why is said by then."""


def record_takes(
    phrases: Mapping[str, str],
    takes: int,
    device: str | None,
    say: Say = print,
    *,
    whispered: int = 0,
    again: Again | None = None,
) -> dict[str, list[Samples]]:
    """`takes` recordings of every word, by id. The microphone is open only while this runs.

    whispered: so many more of every word in a whisper. again: asked once, when all are there; of the
    words it names one take more is recorded. Ctrl-C ends it early, and so does silence; what was recorded by
    then is kept. Raises UserError when nothing at all is heard.
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

    found: dict[str, list[Samples]] = {}
    microphone = Microphone(sink, device)
    microphone.start()
    try:
        say(_asked(len(phrases), takes, whispered))
        meter = Meter(sys.stderr)
        try:
            collect(phrases, takes, blocks, say, whispered=whispered, found=found, meter=meter)
            wanted = list(again({id: found[id] for id in found})) if again is not None else []
            while not waiting.empty():  # what was said while nothing was asked
                waiting.get_nowait()
            if wanted:
                more = {id: phrases[id] for id in wanted}
                collect(more, takes + whispered + 1, blocks, say, found=found, meter=meter)
        except KeyboardInterrupt:
            say("")
            _stopped(_("stopped"), found, phrases, say)
        except UserError as error:
            if not any(found.values()):
                raise
            _stopped(_("{what}, stopped").format(what=error.what), found, phrases, say)
        return {id: kept for id, kept in found.items() if kept}
    finally:
        microphone.stop()
        microphone.close()


def _asked(words: int, takes: int, whispered: int) -> str:
    """What will be wanted, told before it begins."""
    if takes and whispered:
        return _(
            "{words} words, {takes} takes each said aloud, then {whispered} in a whisper. Say each word when "
            "it is shown: the takes of a word may follow at once. Ctrl-C ends early and keeps what there is."
        ).format(words=words, takes=takes, whispered=whispered)
    return _(
        "{words} words, {takes} takes each. Say each word when it is shown, as in the game: "
        "the takes of a word may follow at once. Ctrl-C ends early and keeps what there is."
    ).format(words=words, takes=takes + whispered)


def _stopped(why: str, found: Takes, phrases: Mapping[str, str], say: Say) -> None:
    line = _("{why}: {done} of {every} words")
    say(line.format(why=why, done=sum(map(bool, found.values())), every=len(phrases)))


def collect(
    phrases: Mapping[str, str],
    takes: int,
    blocks: Blocks,
    say: Say,
    *,
    whispered: int = 0,
    found: dict[str, list[Samples]] | None = None,
    meter: Meter | None = None,
) -> dict[str, list[Samples]]:
    """Takes cut out of a stream of blocks; a poor take is asked for again, twice at most.

    whispered: so many more, in a round of their own after all others, so that the voice changes once.
    found: where they are put as they come, all takes of each in the end; meter: shows the level meanwhile.
    """
    listener = _Listener(blocks, meter)
    found = {} if found is None else found
    every = takes + whispered
    listener.settle()
    if takes:
        _round(phrases, range(takes), every, listener, say, found)
    if whispered:
        say(_("Now whispered.") if takes else _("All of them whispered."))
        _round(phrases, range(takes, every), every, listener, say, found, whispered=True)
    return found


def _round(
    phrases: Mapping[str, str],
    part: range,
    takes: int,
    listener: _Listener,
    say: Say,
    found: dict[str, list[Samples]],
    *,
    whispered: bool = False,
) -> None:
    """The takes of the numbers in `part` (from 0, of `takes`) of every word, compared with each other."""
    following = [*list(phrases.values())[1:], ""]
    which = _("({take} of {takes}, whispered)") if whispered else _("({take} of {takes})")
    for number, ((id, phrase), after) in enumerate(zip(phrases.items(), following, strict=True), 1):
        kept = found.setdefault(id, [])
        word = WordTakes(kept, part.start)
        while len(kept) < part.stop:
            # Who knows what comes next goes on speaking.
            last = len(kept) + 1 == part.stop
            then = f"  {_('then: {word}').format(word=after)}" if after and last else ""
            for attempt in range(1, _TRIES + 1):
                take = which.format(take=len(kept) + 1, takes=takes)
                say(f"[{number}/{len(phrases)}] {phrase}  {take}{then}")
                if len(kept) == part.start and attempt == 1:
                    listener.only_from_now()
                problems = word.offer(listener.next_take(), last=attempt == _TRIES)
                if not problems or attempt == _TRIES:
                    break
                faults = _("; ").join(_(problem.value) for problem in problems)
                say(f"   {_('again, please: {faults}').format(faults=faults)}")


class _Listener:
    """Cuts one word after the other out of the stream, with some quiet around each.

    A take that is said before it was waited for is not lost: sound and segments stay until they are taken.
    """

    def __init__(self, blocks: Blocks, meter: Meter | None = None) -> None:
        self._blocks = blocks
        self._meter = meter
        self._segmenter = Segmenter()
        self._held = np.zeros(0, np.float32)
        self._ready: list[Segment] = []
        self._taken = 0
        self._since = 0

    def settle(self) -> None:
        """Hear the room for a moment, before anything is asked: a microphone that opens may crackle."""
        while self._segmenter.fed < _SETTLE and self._hear():
            pass

    def only_from_now(self) -> None:
        """What began before now is no take of what is asked now: a cough that passed for a take would else
        leave every word after it one behind."""
        self._since = self._segmenter.fed
        self._ready.clear()

    def next_take(self) -> Samples:
        """The next word that is said. Raises UserError when nothing is for some seconds."""
        try:
            return self._next()
        finally:
            if self._meter is not None:
                self._meter.clear()

    def _next(self) -> Samples:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not self._ready and time.monotonic() < deadline and self._hear():
            pass
        if self._ready:
            return self._cut(self._ready.pop(0))
        raise UserError(
            _("nothing was heard for {seconds:.0f} seconds").format(seconds=_PATIENCE_SECONDS),
            where=_("microphone"),
            mend=_("Check it with `narrator doctor`, or choose one with --microphone."),
        )

    def _hear(self) -> bool:
        """Take a block; False when none comes."""
        block = self._blocks()
        if block is None:
            return False
        self._held = np.concatenate([self._held, block])[-_HELD:]
        if self._meter is not None:
            self._meter.show(block)
        self._ready += [found for found in self._segmenter.feed(block) if found.start >= self._since]
        return True

    def _cut(self, segment: Segment) -> Samples:
        """The segment's sound: up to a third of a second before it, but nothing of the word before, and the
        quiet that ended it."""
        first = self._segmenter.fed - len(self._held)
        start = max(segment.start - _BEFORE, self._taken, first)
        self._taken = (segment.end + segment.known) // 2
        return self._held[start - first : segment.known - first]
