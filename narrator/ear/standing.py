"""A profile looked at or changed afterwards: how well its words stand apart, other words put into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from narrator.ear.bank import Bank, Template
from narrator.ear.cross import cross_examine
from narrator.ear.degrade import SHAPES
from narrator.ear.pictures import Picture, picture, trimmed
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from narrator.ear.quality import examine
from narrator.errors import UserError
from narrator.messages import _

CLOSE = 0.25
"""A word whose room is smaller is likely to be taken for its rival now and then."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One word among the others. rival: the id of the one it is likest; room: how much nearer its takes are
    to each other than to the rival's, as a share of the latter: 0 none, negative when the rival is nearer.
    """

    word: str
    rival: str
    room: float


def standings(profile: Profile) -> list[Standing]:
    """Every word with two takes or more beside the others, the least room first; [] for a single word."""
    return _standings([word.id for word in profile.words], profile.templates)


def first_look(takes: Mapping[str, Sequence[Samples]]) -> list[Standing]:
    """The same of takes just recorded (float32 mono 16 kHz by word id), before a profile is made of them: as
    they were said alone, so in a fraction of the time, and somewhat less exact."""
    ids: list[str] = []
    templates: list[Template] = []
    clean = SHAPES.index("clean")
    for id, recordings in takes.items():
        found = [word for word in (examine(recording).word for recording in recordings) if word is not None]
        if found:
            templates += [
                Template(len(ids), n, trimmed(picture(word)), clean) for n, word in enumerate(found)
            ]
            ids.append(id)
    return _standings(ids, templates)


def collisions(found: Sequence[Standing], *, most: int | None = None) -> list[tuple[str, str]]:
    """The pairs of words that are likely to be taken for each other, the closest first, each once.

    most: of so many words together at the utmost, whole pairs only.
    """
    pairs: list[tuple[str, str]] = []
    for one in sorted(found, key=lambda standing: standing.room):
        pair = (min(one.word, one.rival), max(one.word, one.rival))
        if one.room >= CLOSE or pair in pairs:
            continue
        if most is not None and len({*pair, *(word for other in pairs for word in other)}) > most:
            continue
        pairs.append(pair)
    return pairs


def _standings(ids: Sequence[str], templates: Sequence[Template]) -> list[Standing]:
    if len(ids) < 2:
        return []
    bank = Bank(templates, len(ids))
    room: dict[int, list[float]] = {}
    rivals: dict[int, list[int]] = {}
    for template in templates:
        if template.shape != SHAPES.index("clean"):
            continue
        near = bank.distances(template.picture, without=(template.word, template.take)).fused
        own = float(near[template.word])
        others = near.copy()
        others[template.word] = np.inf
        rival = int(others.argmin())
        if np.isfinite(own) and np.isfinite(others[rival]):
            room.setdefault(template.word, []).append(1.0 - own / max(float(others[rival]), 1e-6))
            rivals.setdefault(template.word, []).append(rival)
    found = []
    for word, rooms in room.items():
        least = int(np.argmin(rooms))
        found.append(Standing(ids[word], ids[rivals[word][least]], float(np.mean(rooms))))
    return sorted(found, key=lambda standing: standing.room)


def updated(profile: Profile, fresh: Profile) -> Profile:
    """The profile with the words of `fresh` in place of its own or beside them; what is usual is fitted anew.

    Raises UserError when the two are of different languages.
    """
    if profile.lang != fresh.lang:
        raise UserError(
            _("this voice profile is of {old!r}, the new words of {new!r}").format(
                old=profile.lang, new=fresh.lang
            ),
            where="--update",
            mend=_("Make another profile for the other language."),
        )
    new = {word.id for word in fresh.words}
    kept = [number for number, word in enumerate(profile.words) if word.id not in new]
    words = (*(profile.words[number] for number in kept), *fresh.words)
    place = {number: at for at, number in enumerate(kept)}
    templates = tuple(
        [Template(place[t.word], t.take, t.picture, t.shape) for t in profile.templates if t.word in place]
        + [Template(len(kept) + t.word, t.take, t.picture, t.shape) for t in fresh.templates]
    )
    pictures: dict[tuple[int, int], dict[str, Picture]] = {}
    for template in templates:
        pictures.setdefault((template.word, template.take), {})[SHAPES[template.shape]] = template.picture
    silence = np.zeros(0, np.float32)  # the sound itself was not kept, and is not looked at
    taken = [((word, take, silence), shapes) for (word, take), shapes in pictures.items()]
    _unlike, usual = cross_examine(templates, len(words), taken)
    return Profile(profile.lang, words, templates, usual)
