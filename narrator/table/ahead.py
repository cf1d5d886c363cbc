"""Lines rendered anew in the background when the narrator is to speak faster or slower.

Till then a line is rendered when it is due. That is a short wait, and a longer one where the helper is told
something at the same time: so it must be over soon, and not go on into the night.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from narrator.table.hand import Hand

_LETS_GO = 0.01
"""Seconds between two lines in which one that is due gets the engine."""


class Ahead:
    """Renders `texts` whenever the tempo is another; `clip`: as of a Voice. For the loop's thread.

    tempo: rate and pauses at which they were rendered last, or are being.
    """

    def __init__(self, clip: Callable[[str], object], texts: Sequence[str]) -> None:
        self._clip = clip
        self._texts = texts
        self._turn = 0
        self._hand: Hand | None = None
        self.tempo = (1.0, 1.0)

    def retuned(self, rate: float, pauses: float) -> None:
        """The voice speaks so from now on; what is left of the rendering before is left."""
        if (rate, pauses) == self.tempo:
            return
        self.tempo = (rate, pauses)
        self._turn += 1
        turn = self._turn
        if self._hand is None:
            # What cannot be rendered is told of when it is due.
            self._hand = Hand("narrator-ahead", lambda _error: None)
        for text in self._texts:
            self._hand.put(partial(self._render, turn, text))

    def close(self, seconds: float) -> None:
        """Render no more; wait for the line in progress at most `seconds`."""
        if self._hand is not None:
            self._hand.close(seconds)

    def _render(self, turn: int, text: str) -> None:
        if turn == self._turn:
            self._clip(text)
            time.sleep(_LETS_GO)
