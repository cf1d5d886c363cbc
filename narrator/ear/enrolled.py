"""The enrolled ear: stretches that stand out, matched with the helper's own takes and with decoys."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from narrator.ear.bank import Template, banks_of
from narrator.ear.decoys import decoys
from narrator.ear.degrade import SHAPES
from narrator.ear.judge import ASKED, Verdict, consider, prepare
from narrator.ear.pictures import Picture, picture, trimmed
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.ear.profile import Profile
from narrator.ear.ring import Ring
from narrator.ear.segmenter import Segmenter
from narrator.ear.spotter import Spotter, Stretch

_CHUNK = SAMPLE_RATE // 50
"""Samples worked on at once, on a grid of the stream, however they are fed: when a word is settled, and what
is heard after its end, would else differ. A microphone's block."""
_LOUDEST = 8.0
"""Full scale is 1."""
_KEEP_SECONDS = 4
_FRAME = SAMPLE_RATE // 50
_MARGIN = SAMPLE_RATE // 5
"""Sound looked at on both sides of a stretch, as takes are kept at enrolment."""
_WAIT = round(0.16 * SAMPLE_RATE)
"""So long after its end a stretch is looked at: its right margin, and time for another depth to end it."""
_SETTLE = round(0.04 * SAMPLE_RATE)
"""So much longer a hit waits for a better one over the same sound."""
_SURE, _LONGER = 0.8, round(0.08 * SAMPLE_RATE)
"""A hit with a lower score waits so much longer when a stretch around it has not ended: what looks for the
deepest ends finds them last, and «صدا بلندتر» without its beginning is like «رد کن»."""
_EVEN = 0.05
"""Scores that differ by less are even; of such the word that holds the other explains more of the sound."""
_WHOLE = 0.75
"""Part of its template's length from which a word is let out although the voice goes on behind it."""
_SAME = SAMPLE_RATE // 20
"""Stretches whose ends differ by less are one."""
_LEARNT = 2
"""Takes of a word that are learnt in an evening at the utmost; newer ones replace older ones."""
_WHISPER = SHAPES.index("whisper")
_REMEMBERED = 8
"""Words told last, of which one may still be learnt."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A stretch that was looked at: its samples in the stream, what was found there; full: where the word
    would end if it were as long as its template, since a part of it may be heard first."""

    start: int
    end: int
    full: int
    picture: Picture
    verdict: Verdict


def _overlap(one: Look, other: Look) -> bool:
    return one.start < other.end - _SAME and other.start < one.end - _SAME


def _best(rivals: list[Look]) -> Look:
    """The one with the highest score; of even ones the longest that holds it."""
    best = max(rivals, key=lambda h: h.verdict.score)
    even = [h for h in rivals if h.verdict.score >= best.verdict.score - _EVEN]
    holding = [h for h in even if h.start <= best.start + _SAME and h.end >= best.end - _SAME]
    return max(holding, key=lambda h: h.end - h.start)


class EnrolledEar:
    """A Recogniser. Memory is bounded: some seconds of sound and the profile's templates.

    asked: the least score of a word that is let out.
    """

    def __init__(self, profile: Profile, asked: float = ASKED) -> None:
        self._profile = profile
        self._asked = asked
        self._banks = banks_of(profile.templates, len(profile.words))
        # A word that goes on is waited for no longer than any that is known can last.
        self._longest = max(len(t.picture.cepstra) for t in profile.templates) * _FRAME
        self._decoys = decoys(profile.lang)
        self._prepare()
        self._segmenter = Segmenter()
        self._spotter = Spotter()
        self._ring = Ring(_KEEP_SECONDS * SAMPLE_RATE)
        self._fed = 0
        self._rest = np.zeros(0, np.float32)
        self._expected: frozenset[str] | None = None
        self._waiting: list[Stretch] = []
        self._looked: list[tuple[int, int]] = []
        self._hits: list[Look] = []
        self._said_until = -1
        self._told: deque[tuple[Heard, Look]] = deque(maxlen=_REMEMBERED)
        self._learnt: dict[int, deque[Template]] = {}

    def _prepare(self) -> None:
        """Have a missing or damaged judge told before the first word."""
        prepare()

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out; the match is still made among all words."""
        self._expected = intents

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples; give the words that have ended."""
        sound = np.concatenate([self._rest, np.asarray(pcm, np.float32).ravel()])
        whole = len(sound) - (self._fed + len(sound)) % _CHUNK
        self._rest = sound[max(whole, 0) :]
        heard: list[Heard] = []
        start = 0
        while start < whole:
            size = _CHUNK - self._fed % _CHUNK
            heard += self._take(sound[start : start + size])
            start += size
        return heard

    def _take(self, chunk: Samples) -> list[Heard]:
        # What a broken driver delivers, no numbers or huge ones, would make the ear deaf for seconds.
        chunk = np.clip(np.nan_to_num(chunk, posinf=0.0, neginf=0.0), -_LOUDEST, _LOUDEST)
        self._ring.append(chunk)
        self._fed += len(chunk)
        self._waiting += self._spotter.feed(chunk)
        self._waiting += [Stretch(s.start, s.end, s.earliest) for s in self._segmenter.feed(chunk)]
        return self._settle(self._fed)

    def flush(self) -> list[Heard]:
        """End of stream: what is still open."""
        heard = self._take_rest()
        self._waiting += self._spotter.flush()
        self._waiting += [Stretch(s.start, s.end, s.earliest) for s in self._segmenter.flush()]
        return heard + self._settle(self._fed + SAMPLE_RATE)

    def reset(self) -> None:
        """Forget the sound so far; time and noise floor stay."""
        self._take_rest()
        self._segmenter.reset()
        self._spotter.reset()
        self._waiting.clear()
        self._hits.clear()

    def _take_rest(self) -> list[Heard]:
        """What was fed beyond the last whole chunk."""
        rest, self._rest = self._rest, self._rest[:0]
        return self._take(rest) if len(rest) else []

    def learn(self, heard: Heard) -> None:
        """Take a word that was told as one more take of itself, as long as this ear lives; for a word that
        was surely meant. A word told long ago, or by another ear, is passed over, and so is one that is
        likest a computed whisper, as of one who enrolled aloud: beside those a real whisper draws the
        whispers of all words to itself."""
        for told, look in self._told:
            if (told.intent, told.started, told.ended) == (heard.intent, heard.started, heard.ended):
                if look.verdict.shape == _WHISPER:
                    return
                kept = self._learnt.setdefault(look.verdict.word, deque(maxlen=_LEARNT))
                kept.append(Template(look.verdict.word, 0, trimmed(look.picture), look.verdict.shape))
                self._banks = banks_of(
                    (*self._profile.templates, *self._numbered()), len(self._profile.words)
                )
                return

    def _numbered(self) -> list[Template]:
        """What was learnt, numbered behind the takes of the profile."""
        first = 1 + max(template.take for template in self._profile.templates)
        return [
            Template(one.word, first + number, one.picture, one.shape)
            for kept in self._learnt.values()
            for number, one in enumerate(kept)
        ]

    def _settle(self, now: int) -> list[Heard]:
        """Look at the stretches whose time has come; let out the hits that nothing better can replace."""
        if not self._waiting and not self._hits:
            return []
        due = [s for s in self._waiting if s.end + _WAIT <= now]
        self._waiting = [s for s in self._waiting if s.end + _WAIT > now]
        for stretch in due:
            look = self._look(stretch)
            if look is not None and look.verdict.score >= self._asked:
                self._hits.append(look)
        ripe = [h for h in self._hits if self._ripe(h, now)]
        heard: list[Heard] = []
        for hit in sorted(ripe, key=lambda h: -h.verdict.score):
            if all(h is not hit for h in self._hits):
                continue
            rivals = [h for h in self._hits if h is hit or _overlap(h, hit)]
            best = _best(rivals)
            if any(h is best for h in ripe):
                self._hits = [h for h in self._hits if all(h is not r for r in rivals)]
                alike = [r for r in rivals if r.verdict.word == best.verdict.word]
                heard += self._tell(best, min(r.start for r in alike), max(r.end for r in alike))
        return sorted(heard, key=lambda h: h.ended)

    def _ripe(self, hit: Look, now: int) -> bool:
        """Whether nothing that is still being said can replace it."""
        due = max(hit.end, hit.full) + _WAIT + _SETTLE
        if due > now:
            return False
        if hit.verdict.score < _SURE and due + _LONGER > now and self._spotter.holds(hit.start - _SAME):
            return False
        whole = hit.end - hit.start >= _WHOLE * hit.verdict.frames * _FRAME
        if whole or hit.start + self._longest + _WAIT + _SETTLE <= now:
            return True
        waiting = any(s.start < hit.end - _SAME and s.end > hit.end + _SAME for s in self._waiting)
        return not waiting and not self._spotter.goes_on(hit.start, hit.end)

    def _look(self, stretch: Stretch) -> Look | None:
        ends = (stretch.start, stretch.end)
        if any(abs(ends[0] - a) < _SAME and abs(ends[1] - b) < _SAME for a, b in self._looked):
            return None
        self._looked = [*self._looked[-15:], ends]
        start = max(stretch.start - _MARGIN, stretch.earliest, self._fed - self._ring.size)
        sound = self._ring.cut(start, min(self._fed, stretch.end + _MARGIN))
        if len(sound) < SAMPLE_RATE // 8:
            return None
        return self._judge(stretch, start, sound)

    def _judge(self, stretch: Stretch, start: int, sound: Samples) -> Look:
        heard = picture(sound)
        return self._place(
            stretch, start, heard, consider(heard, self._banks, self._decoys, self._profile.usual)
        )

    def _place(self, stretch: Stretch, start: int, heard: Picture, verdict: Verdict) -> Look:
        end = min(stretch.end, start + (verdict.end_frame + 2) * _FRAME)
        began, length = stretch.start, verdict.frames * _FRAME
        if stretch.end - stretch.start > 1.6 * length:
            # The stretch holds more than the word (babble, two words): place the word inside it.
            began = max(stretch.start, end - length)
        return Look(began, end, stretch.start + min(round(0.9 * length), SAMPLE_RATE // 2), heard, verdict)

    def _tell(self, look: Look, start: int, end: int) -> list[Heard]:
        # One word, one intent: stretches overlap.
        if look.start < self._said_until - _SAME:
            return []
        self._said_until = end
        word = self._profile.words[look.verdict.word]
        if self._expected is not None and word.id not in self._expected:
            return []
        heard = Heard(
            word.id,
            word.phrase,
            round(look.verdict.score, 3),
            start / SAMPLE_RATE,
            end / SAMPLE_RATE,
            None if look.verdict.second is None else self._profile.words[look.verdict.second].id,
        )
        self._told.append((heard, look))
        return [heard]
