"""How a text is said: the manner of its line and the pauses in it. Marks of pauses never leave the files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from narrator.messages import _

SHORT, LONG = "|", "||"
"""A pause within a line of a script, between two words: "Đêm xuống. | Mọi người đi ngủ." """

_MARK = re.compile(r" (\|\|?) ")


@dataclass(frozen=True, slots=True)
class Manner:
    """How lines of a kind are said.

    rate: how many times as fast as the voice usually speaks · volume: LU above the loudness of all lines,
    below it when negative · before, after: seconds of silence
    """

    id: str = ""
    rate: float = 1.0
    volume: float = 0.0
    before: float = 0.0
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """A manner, and the pauses of one text: after how many of its letters, and how many seconds."""

    manner: Manner = field(default_factory=Manner)
    pauses: tuple[tuple[int, float], ...] = ()


class Utterance(str):
    """The text of a line that knows how it is said; to who shows, writes or compares it, a str as any other.

    It depends on the line and its variant alone, never on what fills the placeholders: how something is said
    must tell nothing.
    """

    __slots__ = ("delivery",)
    delivery: Delivery

    def __new__(cls, text: str, delivery: Delivery) -> Utterance:
        """`text` said like that; the pauses lie within it, in order."""
        made = super().__new__(cls, text)
        made.delivery = delivery
        return made


def delivery_of(text: str) -> Delivery:
    """How `text` is said; what comes from no script is said as usual, without a pause."""
    return text.delivery if isinstance(text, Utterance) else Delivery()


def unmarked(text: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """A normalised text of a script without its marks, and where each stood: after how many letters, which.

    ValueError when one does not stand between two words.
    """
    words = _MARK.split(text)
    plain = " ".join(words[::2])
    if "|" in plain or (len(words) > 1 and not all(re.search(r"[^\W\d_]", part) for part in words[::2])):
        raise ValueError(_("a pause is | or || between two words, with a space on each side"))
    marks, at = [], 0
    for part, mark in zip(words[::2], words[1::2], strict=False):
        at += len(part)
        marks.append((at, mark))
        at += 1
    return plain, tuple(marks)
