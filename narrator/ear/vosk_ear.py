"""The vosk ear: a recogniser with a vocabulary, held to the helper's phrases by a grammar.

A closed grammar turns any sound into one of its phrases, often with confidence 1.0. So table talk stands
in the grammar too, the words have to fill the stretch that stood out, and the confidence alone never
decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from narrator.ear.decoys import decoy_phrases
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.ear.ring import Ring
from narrator.ear.segmenter import Segment, Segmenter
from narrator.ear.vosk_child import Answer, VoskChild
from narrator.ear.vosk_worker import UNKNOWN
from narrator.errors import UserError
from narrator.script import load_commands

_CHUNK = SAMPLE_RATE // 10
_PAD = SAMPLE_RATE // 4
LEAST_SCORE = 0.55
_LEAST_FILLED = 0.5


def phrases_of(lang: str) -> dict[str, str]:
    """Phrase -> intent of a language, every way of saying it."""
    found: dict[str, str] = {}
    for word in load_commands(lang).words:
        for phrase in word.phrases:
            found.setdefault(phrase.lower(), word.id)
    return found


class VoskEar:
    """A Recogniser. `close` it when done: it owns a child process."""

    def __init__(
        self, model: Path, phrases: Mapping[str, str], *, fillers: Iterable[str] | None = None
    ) -> None:
        """model: a Vosk model's folder; phrases: phrase -> intent; fillers: other words to expect (table talk
        of all languages if None; those the model does not know are left out).

        Raises UserError for a folder that is no model, and names every word the model lacks when an intent
        is left without a phrase.
        """
        if not model.is_dir():
            raise UserError(
                "there is no speech model here",
                where=str(model),
                mend="Get one with `narrator models fetch`.",
            )
        if not phrases:
            raise UserError("no phrases were given", where="vosk", mend="Give at least one phrase.")
        self._child = VoskChild(model)
        self._segmenter = Segmenter()
        self._ring = Ring(4 * SAMPLE_RATE)
        self._expected: frozenset[str] | None = None
        try:
            self._phrases, self._grammar = self._agree(model, phrases, fillers)
        except BaseException:
            self.close()
            raise

    def _agree(
        self, model: Path, phrases: Mapping[str, str], fillers: Iterable[str] | None
    ) -> tuple[dict[str, str], list[str]]:
        talk = list(decoy_phrases() if fillers is None else fillers)
        words = sorted({word for phrase in (*phrases, *talk) for word in phrase.split()})
        answer = self._child.ask({"words": words})
        if answer is None:
            raise UserError("the speech model crashed", where=str(model), mend="Fetch it again.")
        missing = set(answer["missing"])
        usable = {p: i for p, i in phrases.items() if not missing & set(p.split())}
        lost = sorted(set(phrases.values()) - set(usable.values()))
        if lost:
            lacking = sorted(w for p, i in phrases.items() if i in lost for w in p.split() if w in missing)
            raise UserError(
                f"the speech model does not know: {', '.join(dict.fromkeys(lacking))}"
                f" (so these cannot be heard: {', '.join(lost)})",
                where=str(model),
                mend="Use other phrases, another model or the enrolled ear.",
            )
        known_talk = [p for p in talk if p not in usable and not missing & set(p.split())]
        return usable, [*usable, *known_talk, *([UNKNOWN] if answer["unknown"] else [])]

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out; the grammar stays whole."""
        self._expected = intents

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples; give the phrases that have ended."""
        sound = np.asarray(pcm, np.float32).ravel()
        heard: list[Heard] = []
        for start in range(0, len(sound), _CHUNK):
            chunk = sound[start : start + _CHUNK]
            self._ring.append(chunk)
            for segment in self._segmenter.feed(chunk):
                heard += self._hear(segment)
        return heard

    def flush(self) -> list[Heard]:
        """End of stream: what is still open."""
        return [heard for segment in self._segmenter.flush() for heard in self._hear(segment)]

    def reset(self) -> None:
        """Forget the sound so far; stream time goes on."""
        self._segmenter.reset()

    def close(self) -> None:
        """End the child process."""
        self._child.close()

    @property
    def child(self) -> VoskChild:
        """The process that decodes."""
        return self._child

    def _hear(self, segment: Segment) -> list[Heard]:
        start = max(segment.start - _PAD, segment.earliest)
        sound = self._ring.cut(start, min(segment.known, segment.end + _PAD))
        peak = float(np.abs(sound).max(initial=1e-6))
        # A whisper is far quieter than what the model was trained on.
        coded = (sound * (0.5 / peak) * 32767.0).astype("<i2").tobytes()
        padded = coded + bytes(2 * _PAD)
        request: Answer = {"grammar": self._grammar, "bytes": len(padded)}
        answer = self._child.ask(request, padded)
        if answer is None:
            # The child died, perhaps of what came before: a fresh one gets this word once more.
            answer = self._child.ask(request, padded)
        found = None if answer is None else self._understood(answer, segment)
        if found is None or (self._expected is not None and found.intent not in self._expected):
            return []
        return [found]

    def _understood(self, answer: Answer, segment: Segment) -> Heard | None:
        words = answer.get("result", [])
        said = str(answer.get("text", ""))
        if not words or said not in self._phrases:
            return None
        spoken = float(words[-1]["end"]) - float(words[0]["start"])
        filled = min(1.0, spoken / max((segment.end - segment.start) / SAMPLE_RATE, 0.1))
        sure = float(np.mean([float(w["conf"]) for w in words]))
        # Without [unk] among the words nothing could have been refused, so the same figure means less.
        score = sure * (0.5 + 0.5 * filled) * (0.97 if UNKNOWN in self._grammar else 0.9)
        if filled < _LEAST_FILLED or score < LEAST_SCORE:
            return None
        began, ended = segment.start / SAMPLE_RATE, segment.end / SAMPLE_RATE
        return Heard(self._phrases[said], said, round(score, 3), began, ended)
