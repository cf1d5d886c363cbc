"""A short game that plays itself: who sits there, what the helper says, how fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from narrator.flow.base import Ask, Flow
from narrator.flow.pace import Pace


@dataclass(frozen=True, slots=True)
class Plan:
    """What a game's demonstration needs.

    names: language → a name for each seat; roles: the ids whose names can be said; spoken: the public
    lines it can say, with their placeholders. answer: the helper's words for one ask, none when there is
    nothing to say. words: the intents the helper has taught the ear: those of the game, not only those of
    this evening. pace: of make_flow's flow and of the helper.
    """

    game: str
    names: Mapping[str, tuple[str, ...]]
    seats: int
    roles: tuple[str, ...]
    spoken: Mapping[str, frozenset[str]]
    make_flow: Callable[[], Flow]
    answer: Callable[[Flow, Ask], Sequence[str]]
    words: tuple[str, ...]
    pace: Pace
    seed: int
