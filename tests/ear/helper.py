"""A helper at an enrolment: reads the prompts and says the words, on the clock of the samples."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from narrator.ear.port import Samples
from tests.ear.hearing import room

PROMPT = re.compile(r"\[(\d+)/(\d+)\] (.+?)  \((\d+) of (\d+)(, whispered)?\)")
RATE = 16_000


@dataclass
class Helper:
    """`blocks` and `say` are what an enrolment is given.

    voice: phrase, number of the take (from 1), whispered → what is said. again, new: seconds from the prompt
    to the word, when it is the word before once more, and when it has to be read. prompts: all lines shown.
    """

    voice: Callable[[str, int, bool], Samples]
    again: float = 0.0
    new: float = 0.3
    prompts: list[str] = field(default_factory=list)
    seconds: float = 0.0
    _due: Samples = field(default_factory=lambda: np.zeros(0, np.float32))
    _last: str = ""

    def say(self, line: str) -> None:
        """Take note of a line; say the word of a prompt."""
        self.prompts.append(line)
        found = PROMPT.match(line)
        if found is None:
            return
        phrase, take, whispered = found[3], int(found[4]), found[6] is not None
        wait = self.again if phrase == self._last else self.new
        self._last = phrase
        parts = [self._due, np.zeros(round(wait * RATE), np.float32), self.voice(phrase, take, whispered)]
        self._due = np.concatenate(parts)

    def blocks(self) -> Samples:
        """The next 20 ms."""
        block, self._due = self._due[:320], self._due[320:]
        self.seconds += 0.02
        return np.pad(block, (0, 320 - len(block))) + room(0.02, seed=round(self.seconds * 50))
