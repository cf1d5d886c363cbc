"""From takes to a profile: crop, degrade, picture, and measure what is usual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from narrator.ear.bank import Template
from narrator.ear.cross import Pictures, cross_examine
from narrator.ear.degrade import SHAPES, shapes_of
from narrator.ear.pictures import picture, trimmed
from narrator.ear.port import Samples
from narrator.ear.profile import Profile, ProfileWord
from narrator.ear.quality import Problem, examine
from narrator.errors import UserError
from narrator.messages import _


@dataclass(frozen=True, slots=True)
class TakeReport:
    """What became of one take: its word's id, its number (from 1), what is wrong with it, whether it is
    kept. A take with problems is kept unless nothing was heard in it: a poor take beats none."""

    word: str
    take: int
    problems: tuple[Problem, ...]
    kept: bool


Progress = Callable[[TakeReport], None]


def enrol_takes(
    lang: str,
    takes: Mapping[str, Sequence[Samples]],
    progress: Progress | None = None,
    phrases: Mapping[str, str] | None = None,
) -> Profile:
    """A profile from float32 mono 16 kHz recordings by word id, one or more a word.

    progress is told of every take. phrases: how each word is written (its id if absent). The same takes
    give the same profile. Raises UserError when nothing can be heard in any of them.
    """
    words: list[ProfileWord] = []
    kept: list[tuple[int, int, Samples]] = []
    reports: list[TakeReport] = []
    for id, recordings in takes.items():
        found: list[Samples] = []
        for number, recording in enumerate(recordings, 1):
            take = examine(np.asarray(recording, np.float32))
            reports.append(TakeReport(id, number, take.problems, take.word is not None))
            if take.word is not None:
                kept.append((len(words), len(found), take.word))
                found.append(take.word)
        if found:
            words.append(ProfileWord(id, (phrases or {}).get(id, id), len(found)))
    if not words:
        raise UserError(
            _("nothing could be heard in any take"),
            where=_("enrolment"),
            mend=_("Record them again, closer."),
        )
    pictures = _picture_all(kept)
    templates = tuple(
        Template(word, take, trimmed(one), SHAPES.index(shape))
        for (word, take, _), all_ in pictures
        for shape, one in all_.items()
    )
    unlike, usual = cross_examine(templates, len(words), pictures)
    if progress:
        _tell(progress, reports, [(words[w].id, t) for w, t in unlike])
    return Profile(lang, tuple(words), templates, usual)


def _picture_all(kept: Sequence[tuple[int, int, Samples]]) -> Pictures:
    rng = np.random.default_rng(7)
    voices = [sound for _, _, sound in kept]
    return [
        (entry, {shape: picture(sound) for shape, sound in shapes_of(entry[2], voices, rng, SHAPES).items()})
        for entry in kept
    ]


def _tell(progress: Progress, reports: Sequence[TakeReport], unlike: Sequence[tuple[str, int]]) -> None:
    for report in reports:
        kept_before = sum(1 for r in reports if r.word == report.word and r.kept and r.take < report.take)
        problems = report.problems
        if report.kept and (report.word, kept_before) in unlike:
            problems = (*problems, Problem.UNLIKE)
        progress(TakeReport(report.word, report.take, problems, report.kept))
