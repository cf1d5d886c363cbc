"""The takes of one word while they are recorded: which are kept, and what is wrong with the others."""

from __future__ import annotations

from narrator.ear.pictures import Picture, picture
from narrator.ear.port import Samples
from narrator.ear.quality import Problem, examine
from narrator.ear.unlike import Likeness


class WordTakes:
    """kept: those that are good enough, oldest first, float32 at 16 kHz. since: of those in it already, the
    ones from this index on are compared with; those before it were said in another manner."""

    def __init__(self, kept: list[Samples], since: int = 0) -> None:
        self.kept = kept
        self._likeness = Likeness()
        self._compared = 0
        self._refused: tuple[Samples, Picture] | None = None
        for word in (examine(take).word for take in kept[since:]):
            if word is not None:
                self._compare_with(picture(word))

    def offer(self, take: Samples, *, last: bool = False) -> tuple[Problem, ...]:
        """What is wrong with a take, also beside those kept. It is kept when nothing is, or when it is the
        `last` that will be asked for: a poor take beats none.

        When the first was the odd one (half a word, a cough), the second is refused; a third that is like the
        second puts the first out.
        """
        looked_at = examine(take)
        problems = looked_at.problems
        heard = None if looked_at.word is None else picture(looked_at.word)
        if heard is not None and self._likeness.unlike(heard) and not self._put_right(heard):
            if not problems:
                self._refused = (take, heard)
            problems = (*problems, Problem.UNLIKE)
        if not problems or last:
            self._keep(take, heard)
        return problems

    def _put_right(self, heard: Picture) -> bool:
        """Whether a take is like the one refused before it, which then stands for the only one kept."""
        if self._refused is None or self._compared != 1:
            return False
        other = Likeness()
        other.keep(self._refused[1])
        if other.unlike(heard):
            return False
        self.kept[-1], self._likeness = self._refused[0], other
        return True

    def _keep(self, take: Samples, heard: Picture | None) -> None:
        self.kept.append(take)
        self._refused = None
        if heard is not None:
            self._compare_with(heard)

    def _compare_with(self, heard: Picture) -> None:
        self._likeness.keep(heard)
        self._compared += 1
