"""Is a new take like the earlier takes of its word?"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.ear.bank import Bank, Template
from narrator.ear.pictures import picture, trimmed
from narrator.ear.port import Samples
from narrator.ear.quality import examine

FAR = 1.7
"""Fused distance that two takes of one word by one person hardly ever have: measured on synthetic voices
at speeds from 130 to 225 words a minute, the farthest pairs lie at 1.5."""


def unlike_others(take: Samples, others: Sequence[Samples]) -> bool:
    """Whether a take is too far from all earlier ones; False while there are none."""
    heard = examine(take).word
    earlier = [word for word in (examine(other).word for other in others) if word is not None]
    if heard is None or not earlier:
        return False
    bank = Bank([Template(0, n, trimmed(picture(word))) for n, word in enumerate(earlier)], 1)
    return float(bank.distances(picture(heard)).fused[0]) > FAR
