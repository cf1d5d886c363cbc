"""The enrolled ear: stretches that stand out, matched with the helper's own takes and with decoys."""

from __future__ import annotations

import numpy as np

from narrator.ear.bank import Bank
from narrator.ear.decoys import decoys
from narrator.ear.judge import Verdict, consider
from narrator.ear.pictures import picture
from narrator.ear.port import SAMPLE_RATE, Heard, Samples
from narrator.ear.profile import Profile
from narrator.ear.ring import Ring
from narrator.ear.segmenter import Segment, Segmenter, SegmenterConfig

_CHUNK = SAMPLE_RATE // 10
_KEEP_SECONDS = 4
_FRAME = SAMPLE_RATE // 50


class EnrolledEar:
    """A Recogniser. Memory is bounded: some seconds of sound and the profile's templates."""

    def __init__(self, profile: Profile, config: SegmenterConfig | None = None) -> None:
        self._profile = profile
        self._bank = Bank(profile.templates, len(profile.words))
        self._decoys = decoys(profile.lang)
        self._segmenter = Segmenter(config)
        self._ring = Ring(_KEEP_SECONDS * SAMPLE_RATE)
        self._expected: frozenset[str] | None = None
        self._last: Heard | None = None
        self._margin = int(self._segmenter.config.margin * SAMPLE_RATE)

    def expect(self, intents: frozenset[str] | None) -> None:
        """Let only these intents out; the match is still made among all words."""
        self._expected = intents

    def feed(self, pcm: Samples) -> list[Heard]:
        """Take float32 mono 16 kHz samples; give the words that have ended."""
        sound = np.asarray(pcm, np.float32).ravel()
        heard: list[Heard] = []
        # Small chunks, so that a whole file fed at once finds its sound still in the ring.
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
        """Forget the sound so far; time and noise floor stay."""
        self._segmenter.reset()

    def _weigh(self, segment: Segment) -> tuple[int, Verdict] | None:
        """The verdict on a segment and the sample its picture begins at; None for a mere scrap."""
        start = max(segment.start - self._margin, segment.earliest, segment.known - self._ring.size)
        stop = min(segment.known, segment.end + self._margin)
        verdict = self._look(start, stop)
        if verdict is None or stop - start < 1.4 * verdict.frames * _FRAME + 2 * self._margin:
            return None if verdict is None else (start, verdict)
        # The stretch holds more than a word (talk around it). Look again at the word's place alone, as
        # takes were looked at when they were enrolled. Both looks must agree: a part of a longer word may
        # well be like a short one, but then the whole is nearer to something else.
        end = start + (verdict.end_frame + 1) * _FRAME
        first = max(start, end - round(1.15 * verdict.frames * _FRAME) - self._margin)
        again = self._look(first, min(stop, end + self._margin))
        return (first, again) if again is not None and again.word == verdict.word else None

    def _look(self, start: int, stop: int) -> Verdict | None:
        sound = self._ring.cut(start, stop)
        if len(sound) < SAMPLE_RATE // 8:
            return None
        return consider(picture(sound), self._bank, self._decoys, self._profile.usual)

    def _hear(self, segment: Segment) -> list[Heard]:
        weighed = self._weigh(segment)
        if weighed is None or weighed[1].score < weighed[1].asked:
            return []
        start, verdict = weighed
        word = self._profile.words[verdict.word]
        ended = min(segment.end, start + (verdict.end_frame + 2) * _FRAME)
        length = verdict.frames * _FRAME
        began = segment.start
        if segment.end - segment.start > 1.6 * length:
            # The stretch holds more than the word (babble, two words): place the word inside it.
            began = max(segment.start, ended - length)
        heard = Heard(word.id, word.phrase, round(verdict.score, 3), began / SAMPLE_RATE, ended / SAMPLE_RATE)
        before, self._last = self._last, heard
        # One word, one intent: stretches cut for their length overlap.
        if before is not None and heard.started < before.ended - 0.05:
            return []
        if self._expected is not None and heard.intent not in self._expected:
            return []
        return [heard]
