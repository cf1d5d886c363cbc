"""Words of a person that sound alike: which pairs, and what to say instead."""

from __future__ import annotations

from narrator.cli.bidi import Bidi
from narrator.ear.profile import Profile
from narrator.ear.standing import collisions, standings
from narrator.script import load_commands

MOST_AGAIN = 6
"""Words of which one more take is asked for, at the utmost: more would be an enrolment over again."""


class Alike:
    """Tells about pairs of word ids in sentences, each phrase as the terminal shows it."""

    def __init__(self, lang: str, bidi: Bidi) -> None:
        self._words = {word.id: word for word in load_commands(lang).words}
        self._bidi = bidi

    def named(self, one: str, other: str) -> str:
        """«năm» and «tám» sound alike."""
        return f"{self._quoted(one)} and {self._quoted(other)} sound alike"

    def left(self, profile: Profile) -> list[str]:
        """A line for each pair of the profile that is likely to be confused, with the mend."""
        there = {word.id for word in profile.words}
        return [f"{self.named(*pair)}: {self._mend(pair, there)}" for pair in collisions(standings(profile))]

    def _mend(self, pair: tuple[str, str], there: set[str]) -> str:
        numbers = [self._words[id].number for id in pair if self._words[id].kind == "number"]
        seats = [f"seat_{n}" for n in numbers if n]  # none is for nobody
        if seats:
            names = " and ".join(self._quoted(id) for id in seats)
            those = "the seat word" if len(seats) == 1 else "the seat words"
            missing = [id for id in seats if id not in there]
            record = f" (record: --update --words {','.join(missing)})" if missing else ""
            return f"use {those} {names} instead{record}"
        for id in pair:
            if others := self._words[id].phrases[1:]:
                other = self._bidi.quote(others[0])
                return f"say «{other}» for {self._quoted(id)} (record: --update --words {id})"
        return f"record them anew (--update --words {','.join(pair)}), or use their keys"

    def _quoted(self, id: str) -> str:
        return f"«{self._bidi.quote(self._words[id].phrases[0])}»"
