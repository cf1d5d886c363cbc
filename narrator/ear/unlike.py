"""Is a new take like the earlier takes of its word?"""

from __future__ import annotations

from narrator.ear.bank import Bank, Template
from narrator.ear.pictures import Picture, trimmed

FAR = 1.7
"""Fused distance that two takes of one word by one person hardly ever have: measured on synthetic voices
at speeds from 130 to 225 words a minute, the farthest pairs lie at 1.5."""


class Likeness:
    """The takes of one word that were kept so far, each looked at once: whoever enrols waits meanwhile."""

    def __init__(self) -> None:
        self._kept: list[Template] = []

    def unlike(self, heard: Picture) -> bool:
        """Whether a take is too far from all that were kept; False while there are none."""
        return bool(self._kept) and float(Bank(self._kept, 1).distances(heard).fused[0]) > FAR

    def keep(self, heard: Picture) -> None:
        """From now on takes are compared with this one, too."""
        self._kept.append(Template(0, len(self._kept), trimmed(heard)))
