"""A Wyoming recogniser as the narrator's ear: what stands out is sent, and only a command phrase comes back.

A service writes down whatever it hears, so nothing but a transcript that is one phrase from beginning to end
counts. It gives no figure of how sure it is, so its words are never sure: those that act on a secret are
confirmed first.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from dataclasses import dataclass
from functools import partial

import numpy as np

from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.ear.ring import Ring
from narrator.ear.segmenter import Segment, Segmenter
from narrator.errors import UserError
from narrator.messages import _
from narrator.script import load_commands, match_key, spoken
from narrator.wyoming.address import Address
from narrator.wyoming.calls import Caller
from narrator.wyoming.info import find_offer
from narrator.wyoming.pcm import to_pcm, whole_sound
from narrator.wyoming.wire import Event, Wire, WireError

OPTION = "--ear-service"
LATE = 3.0
"""Seconds after which an answer is to something that is over."""
SCORE = 0.6
"""Of every word: below what is believed unconfirmed (table/doubt.py), above what is thrown away."""

_CHUNK = SAMPLE_RATE // 10
_PAD = SAMPLE_RATE // 4
_WAITING = 2
_FAILURES = 3
_PROBING = 2.0
_SILENCE = to_pcm(np.zeros(SAMPLE_RATE // 2, np.float32))
_LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class _Question:
    """A stretch that was sent. expected: what made sense when it ended; epoch: resets before it."""

    segment: Segment
    pcm: bytes
    expected: frozenset[str] | None
    epoch: int


def phrase_key(text: str, lang: str) -> str:
    """Equal for whatever spells the same phrase: "5.", "Năm" and "năm" are one."""
    return match_key(spoken(text, lang), lang)


class ServiceEar:
    """A Recogniser on a service, asked from a thread of its own, so that `feed` never waits. To be closed.

    What an answer that came later than LATE says is dropped, and so is what was asked before a reset. After
    three failures in a row the service is ill: it is asked nothing but what silence says, until it answers.
    """

    def __init__(self, address: Address, lang: str, *, limit: float = LATE) -> None:
        """Ask the service what it is. Raises UserError when that is no recogniser for `lang`."""
        self._lang = lang
        self._limit = limit
        self._phrases: dict[str, tuple[str, str]] = {}
        for word in load_commands(lang).words:
            for phrase in word.phrases:
                self._phrases.setdefault(phrase_key(phrase, lang), (word.id, phrase))
        self._caller = Caller(address)
        self._model = find_offer(self._caller, "asr", lang, OPTION).name
        self._segmenter = Segmenter()
        self._ring = Ring(4 * SAMPLE_RATE)
        self._expected: frozenset[str] | None = None
        self._epoch = 0
        self._cut_until = 0
        self._failures = 0
        self._ill = ""
        self._tell_from = 0
        self._questions: queue.Queue[_Question | None] = queue.Queue(maxsize=_WAITING)
        self._answers: deque[tuple[_Question, str]] = deque()
        self._thread = threading.Thread(target=self._ask_all, name="narrator-ear-service", daemon=True)
        self._thread.start()

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out: a word must have made sense when it was said, and still do."""
        self._expected = intents

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples; give the phrases whose answers have come.

        Raises UserError, once a second, while the service is ill.
        """
        sound = np.asarray(pcm, np.float32).ravel()
        for start in range(0, len(sound), _CHUNK):
            chunk = sound[start : start + _CHUNK]
            self._ring.append(chunk)
            self._send(self._segmenter.feed(chunk))
        self._complain()
        return self._collect()

    def flush(self) -> list[Heard]:
        """End of stream: what is still open, waiting for its answer."""
        self._send(self._segmenter.flush())
        self._questions.join()
        return self._collect()

    def reset(self) -> None:
        """Forget the sound so far, and what was asked about it; stream time goes on."""
        self._segmenter.reset()
        self._epoch += 1

    def close(self) -> None:
        """End the thread; safe to call twice."""
        self._caller.close()
        while self._thread.is_alive():
            try:
                self._questions.put(None, timeout=0.05)
            except queue.Full:
                continue  # the questions before it fail at once, now that the caller is closed
            self._thread.join()

    def _send(self, segments: list[Segment]) -> None:
        for segment in segments:
            # A stretch cut for its length is talk, and what follows it begins in the middle of a word.
            follows = segment.start < self._cut_until
            if segment.cut:
                self._cut_until = segment.end
            if segment.cut or follows or self._ill:
                continue
            start = max(segment.start - _PAD, segment.earliest)
            sound = self._ring.cut(start, min(segment.known, segment.end + _PAD))
            # A whisper is far quieter than what the models were trained on.
            loud = sound * (0.5 / max(float(np.abs(sound).max(initial=0.0)), 1e-6))
            question = _Question(segment, to_pcm(loud), self._expected, self._epoch)
            try:
                self._questions.put_nowait(question)
            except queue.Full:
                continue  # it would be answered too late

    def _ask_all(self) -> None:
        while True:
            try:
                question = self._questions.get(timeout=_PROBING if self._ill else None)
            except queue.Empty:
                self._answer_to(_SILENCE)
                continue
            try:
                if question is None:
                    return
                text = self._answer_to(question.pcm)
                if text is not None:
                    self._answers.append((question, text))
            finally:
                self._questions.task_done()

    def _answer_to(self, pcm: bytes) -> str | None:
        """The transcript; None when the service failed, which is counted."""
        try:
            text = self._caller.ask(partial(self._ask, pcm), self._limit)
        except WireError as error:
            self._failures += 1
            if self._failures >= _FAILURES:
                self._ill = str(error)
            return None
        self._failures = 0
        self._ill = ""
        return text

    async def _ask(self, pcm: bytes, wire: Wire) -> str:
        await wire.send(Event("transcribe", {"name": self._model, "language": self._lang}))
        for event in whole_sound(pcm, SAMPLE_RATE):
            await wire.send(event)
        while (event := await wire.receive()).type != "transcript":
            if event.type == "error":
                raise WireError(_("it says that it failed"))
        text = event.data.get("text")
        if not isinstance(text, str):
            raise WireError(_("it sends a transcript without text"))
        return text

    def _complain(self) -> None:
        ill = self._ill
        if ill and self._segmenter.fed >= self._tell_from:
            self._tell_from = self._segmenter.fed + SAMPLE_RATE
            raise UserError(
                _("the recogniser does not answer ({error})").format(error=ill),
                where=f"{OPTION} {self._caller.address.name}",
                mend=_("See whether the service still runs; the keys work without it."),
            )

    def _collect(self) -> list[Heard]:
        found: list[Heard] = []
        while self._answers:
            found += self._understood(*self._answers.popleft())
        return found

    def _understood(self, question: _Question, text: str) -> list[Heard]:
        segment = question.segment
        late = self._segmenter.fed - segment.known > LATE * SAMPLE_RATE
        phrase = self._phrases.get(phrase_key(text, self._lang)) if len(text) <= _LONGEST_TEXT else None
        if phrase is None or late or question.epoch != self._epoch:
            return []
        intent, words = phrase
        if any(some is not None and intent not in some for some in (question.expected, self._expected)):
            return []
        started, ended = segment.start / SAMPLE_RATE, segment.end / SAMPLE_RATE
        return [Heard(intent, words, SCORE, started, ended)]
