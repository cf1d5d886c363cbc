"""The vosk ear: a recogniser with a vocabulary, held to the helper's phrases by a grammar.

A closed grammar turns any sound into one of its phrases, often with confidence 1.0. So table talk stands
in the grammar too, the words have to fill the stretch that stood out, and the confidence alone never
decides.

A phrase comes out when the stretch has ended, or earlier when it has stayed the same for a while
(`vosk_steady`): where somebody talks on, the stretch ends late and then holds more than the phrase.
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
from narrator.ear.vosk_steady import LEAST_SCORE as LEAST_EARLY
from narrator.ear.vosk_steady import Guess, Steady, guess_of
from narrator.ear.vosk_worker import UNKNOWN
from narrator.errors import UserError
from narrator.messages import _
from narrator.script import load_commands

_CHUNK = SAMPLE_RATE // 10
_PAD = SAMPLE_RATE // 4
LEAST_SCORE = 0.55
_LEAST_FILLED = 0.5
_UNANSWERED = 3
"""Questions in a row without an answer after which the model is given up: each costs a start of the child."""


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
        self,
        model: Path,
        phrases: Mapping[str, str],
        *,
        fillers: Iterable[str] | None = None,
        early: bool = True,
        partly: bool = False,
    ) -> None:
        """model: a Vosk model's folder; phrases: phrase -> intent; fillers: other words to expect (table talk
        of all languages if None; those the model does not know are left out); early: whether a phrase that
        stays the same comes out before its stretch has ended; partly: leave out the intents whose phrases the
        model lacks, since another ear knows them.

        Raises UserError for a folder that is no model, and names every word the model lacks when an intent
        (partly: every intent) is left without a phrase.
        """
        if not model.is_dir():
            raise UserError(
                _("there is no speech model here"),
                where=str(model),
                mend=_("Get one with `narrator models fetch`."),
            )
        if not phrases:
            raise UserError(_("no phrases were given"), where="vosk", mend=_("Give at least one phrase."))
        self._child = VoskChild(model)
        self._segmenter = Segmenter()
        self._ring = Ring(4 * SAMPLE_RATE)
        self._expected: frozenset[str] | None = None
        self._earliest = 0
        self._told: int | None = None
        self._last_ended = 0.0
        self._unanswered = 0
        try:
            self._phrases, self._grammar = self._agree(model, phrases, fillers, partly)
        except BaseException:
            self.close()
            raise
        self._steady = Steady(self._phrases if early else (), self._grammar)
        self._early = early

    def _agree(
        self, model: Path, phrases: Mapping[str, str], fillers: Iterable[str] | None, partly: bool
    ) -> tuple[dict[str, str], list[str]]:
        talk = list(decoy_phrases() if fillers is None else fillers)
        words = sorted({word for phrase in (*phrases, *talk) for word in phrase.split()})
        answer = self._child.ask({"words": words})
        if answer is None:
            raise UserError(_("the speech model crashed"), where=str(model), mend=_("Fetch it again."))
        missing = set(answer["missing"])
        usable = {p: i for p, i in phrases.items() if not missing & set(p.split())}
        lost = sorted(set(phrases.values()) - set(usable.values()))
        if lost and not (partly and usable):
            lacking = sorted(w for p, i in phrases.items() if i in lost for w in p.split() if w in missing)
            raise UserError(
                _("the speech model does not know: {words} (so these cannot be heard: {intents})").format(
                    words=", ".join(dict.fromkeys(lacking)), intents=", ".join(lost)
                ),
                where=str(model),
                mend=_("Use other phrases, another model or the enrolled ear."),
            )
        known_talk = [p for p in talk if p not in usable and not missing & set(p.split())]
        return usable, [*usable, *known_talk, *([UNKNOWN] if answer["unknown"] else [])]

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out; the grammar stays whole."""
        self._expected = intents

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples; give the phrases that have ended.

        Raises UserError when the child process gave no answer three times in a row.
        """
        sound = np.asarray(pcm, np.float32).ravel()
        heard: list[Heard] = []
        for start in range(0, len(sound), _CHUNK):
            chunk = sound[start : start + _CHUNK]
            self._ring.append(chunk)
            for segment in self._segmenter.feed(chunk):
                heard += self._hear(segment)
            heard += self._hear_early()
        return heard

    def flush(self) -> list[Heard]:
        """End of stream: what is still open."""
        return [heard for segment in self._segmenter.flush() for heard in self._hear(segment)]

    def reset(self) -> None:
        """Forget the sound so far; stream time goes on."""
        self._segmenter.reset()
        self._earliest = self._segmenter.fed

    def close(self) -> None:
        """End the child process."""
        self._child.close()

    @property
    def child(self) -> VoskChild:
        """The process that decodes."""
        return self._child

    def _hear(self, segment: Segment) -> list[Heard]:
        """What a stretch that has ended says, unless it was let out before."""
        if segment.start == self._told:
            return []
        start = max(segment.start - _PAD, segment.earliest)
        answer = self._decode(start, min(segment.known, segment.end + _PAD))
        if answer is None:
            # The child died, perhaps of what came before: a fresh one gets this word once more.
            answer = self._decode(start, min(segment.known, segment.end + _PAD))
        guess = guess_of(answer, start)
        return self._let_out(guess, segment.start, segment.end, segment.end, LEAST_SCORE)

    def _hear_early(self) -> list[Heard]:
        """What the stretch now open says, once that has stayed the same."""
        opened, now = self._segmenter.opened, self._segmenter.fed
        if not self._early or opened == self._told or not self._steady.due(opened, now):
            return []
        assert opened is not None
        start = max(opened - _PAD, self._earliest)
        answer = self._decode(start, now)
        guess = guess_of(answer, start)
        spent = float((answer or {}).get("spent", 0.0))
        if not self._steady.look(guess, now, spent) or guess is None:
            return []
        # The stretch may go on with anything, so only the part up to the word's own end is asked about.
        heard = self._let_out(guess, opened, guess.ended, guess.ended, LEAST_EARLY)
        if heard:
            self._told = opened
        return heard

    def _decode(self, start: int, end: int) -> Answer | None:
        sound = self._ring.cut(start, end)
        peak = float(np.abs(sound).max(initial=1e-6))
        # A whisper is far quieter than what the model was trained on.
        coded = (sound * (0.5 / peak) * 32767.0).astype("<i2").tobytes()
        padded = coded + bytes(2 * _PAD)
        answer = self._child.ask({"grammar": self._grammar, "bytes": len(padded)}, padded)
        self._unanswered = 0 if answer is not None else self._unanswered + 1
        if self._unanswered >= _UNANSWERED:
            self._unanswered = 0
            raise UserError(
                _("the speech model keeps crashing"), where="vosk", mend=_("Fetch the model again.")
            )
        return answer

    def _let_out(self, guess: Guess | None, start: int, end: int, ended: int, least: float) -> list[Heard]:
        """The word of a guess about start..end, if it fills that and its score is at least `least`."""
        if guess is None or guess.said not in self._phrases:
            return []
        filled = guess.filled(start, end)
        # Without [unk] among the words nothing could have been refused, so the same figure means less.
        score = guess.sure * (0.5 + 0.5 * filled) * (0.97 if UNKNOWN in self._grammar else 0.9)
        if filled < _LEAST_FILLED or score < least:
            return []
        heard = Heard(
            self._phrases[guess.said], guess.said, round(score, 3), start / SAMPLE_RATE, ended / SAMPLE_RATE
        )
        if self._expected is not None and heard.intent not in self._expected:
            return []
        # One word, one intent: stretches cut for their length overlap.
        before, self._last_ended = self._last_ended, max(self._last_ended, heard.ended)
        return [heard] if heard.started >= before - 0.05 else []
