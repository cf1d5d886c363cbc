"""Playing a person's takes to each other: what is usual for him, and which takes are odd."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from narrator.ear.bank import CEPSTRA, SOUNDS, WITNESSES, Distances, Template, all_distances, banks_of
from narrator.ear.degrade import SHAPES
from narrator.ear.pictures import Picture
from narrator.ear.port import Samples
from narrator.ear.usual import Usual

Pictures = Sequence[tuple[tuple[int, int, Samples], dict[str, Picture]]]
"""((word, take, sound), shape -> picture) for each take."""

_UNLIKE = 1.6
_FARTHEST = 1.3
"""Of what is typical: takes that are less alike, or words that lie further apart, count as these do. Else
takes that are all unlike would make everything count as near; the ear then misses, the lesser evil."""
_MOST = 60
"""Takes that are played; more add time and no knowledge."""
TYPICAL = {
    CEPSTRA: Usual(
        (0.75, 0.95, 1.4, 1.0, 0.85),
        (1.45, 1.5, 1.55, 1.45, 1.35),
        (1.8, 1.75, 1.8, 1.75, 1.65),
        (1.0, 1.0, 1.2, 1.0, 1.0),
    ),
    SOUNDS: Usual(
        (2.0, 2.2, 2.65, 2.4, 2.1),
        (3.9, 3.75, 3.55, 3.9, 3.7),
        (4.95, 4.65, 4.65, 4.9, 4.7),
        (1.0, 1.0, 1.2, 1.0, 1.0),
    ),
}
"""Of synthetic voices, whose takes are more alike than a person's: for a profile that is too small to measure
its own."""

Played = tuple[int, int, str, Distances]


def cross_examine(
    templates: Sequence[Template], words: int, pictures: Pictures
) -> tuple[list[tuple[int, int]], tuple[Usual, ...]]:
    """(takes unlike the others, what is usual for each of WITNESSES): each take is heard in every shape with
    itself left out."""
    step = max(1, -(-len(pictures) // _MOST))
    banks = banks_of(templates, words)
    played: list[list[Played]] = [[] for _ in banks]
    for (word, take, _), shapes in pictures[::step]:
        for shape, heard in shapes.items():
            for into, near in zip(played, all_distances(heard, banks, without=(word, take)), strict=True):
                into.append((word, take, shape, near))
    usual = (_usual(one, TYPICAL[witness]) for one, witness in zip(played, WITNESSES, strict=True))
    return _unlike(played[0]), tuple(usual)


def _nearest_other(near: Distances, word: int) -> int | None:
    fused = near.fused.copy()
    fused[word] = np.inf
    return int(fused.argmin()) if np.isfinite(fused).any() else None


def _usual(played: Sequence[Played], typical: Usual) -> Usual:
    own: list[float] = []
    other: list[float] = []
    whole: list[float] = []
    voice: list[float] = []
    for number, shape in enumerate(SHAPES):
        here = [(word, near) for word, _, played_shape, near in played if played_shape == shape]
        mine = [float(near.fused[word]) for word, near in here if np.isfinite(near.fused[word])]
        theirs = [
            float(near.fused[n]) for word, near in here if (n := _nearest_other(near, word)) is not None
        ]
        enough = len(mine) >= 4 and len(theirs) >= 4
        here_usual = [typical.own[number], typical.other[number], typical.all[number], typical.voice[number]]
        if enough:
            level = [float(near.shapes[number]) for _, near in here]
            tones = [float(near.voice[word]) for word, near in here]
            found = (np.median(mine), np.median(theirs), np.median(level), np.median(tones))
            most = (_FARTHEST * typical.own[number], _FARTHEST * typical.other[number], np.inf, np.inf)
            here_usual = [float(min(f, m)) for f, m in zip(found, most, strict=True)]
        for figures, figure in zip((own, other, whole, voice), here_usual, strict=True):
            figures.append(figure)
    return Usual(tuple(own), tuple(other), tuple(whole), tuple(voice))


def _unlike(played: Sequence[Played]) -> list[tuple[int, int]]:
    own = [(word, take, float(near.closest[word])) for word, take, shape, near in played if shape == "clean"]
    own = [entry for entry in own if np.isfinite(entry[2])]
    if len(own) < 3:
        return []
    limit = _UNLIKE * float(np.median([distance for _, _, distance in own]))
    unlike: list[tuple[int, int]] = []
    for word in dict.fromkeys(entry[0] for entry in own):
        # An odd take puts the others of its word far off as well; only the farthest is the odd one.
        take, distance = max(((t, d) for w, t, d in own if w == word), key=lambda entry: entry[1])
        if distance > limit:
            unlike.append((word, take))
    return unlike
