"""Every public text that a game can need, so that it is rendered before the first is spoken."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from narrator.script import Delivery, Lines, number_words
from narrator.table.render import Renderer

_MOST_FILLED = 400
"""A line with more fillings than this is rendered when it is needed, while the line before it sounds."""


def all_texts(
    lines: Lines,
    renderer: Renderer,
    spoken: Mapping[str, frozenset[str]],
    *,
    seats: int,
    roles: Sequence[str],
) -> list[str]:
    """The texts in the order of the script, each once for each way it is said.

    spoken: the lines that this game can say, with their placeholders. Lists of names have too many
    fillings and are left out.
    """
    fillings: dict[str, list[str]] = {
        "name": [renderer.name(seat) for seat in range(1, seats + 1)],
        "suspect": [renderer.name(seat) for seat in range(1, seats + 1)],
        "role": [lines.role(role) for role in roles],
        "card": [text for line in lines.variants if line.startswith("cards.") for text in [lines.text(line)]],
        "n": [number_words(n, lines.lang) for n in range(seats + 2)],
        "m": [number_words(n, lines.lang) for n in range(seats + 2)],
    }
    texts: dict[tuple[str, Delivery], str] = {}
    for line, variants in lines.variants.items():
        holes = spoken.get(line)
        if holes is None or not holes <= set(fillings):
            continue
        for turn in range(len(variants)):
            for values in _values(holes, fillings):
                text = lines.text(line, turn, **values)
                texts.setdefault((text, text.delivery), text)
    return list(texts.values())


def _values(holes: frozenset[str], fillings: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    names = sorted(holes)
    columns = [fillings[name] for name in names]
    if len(list(itertools.islice(itertools.product(*columns), _MOST_FILLED + 1))) > _MOST_FILLED:
        return
    for row in itertools.product(*columns):
        yield dict(zip(names, row, strict=True))
