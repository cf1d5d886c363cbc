"""Words of a person that sound alike: which pairs, and what to say instead."""

from __future__ import annotations

from narrator.ear.profile import Profile
from narrator.ear.standing import collisions, standings
from narrator.messages import _
from narrator.script import load_commands

MOST_AGAIN = 6
"""Words of which one more take is asked for, at the utmost: more would be an enrolment over again."""


class Alike:
    """Tells about pairs of word ids in sentences. phrases: all that can be quoted in them."""

    def __init__(self, lang: str) -> None:
        self._words = {word.id: word for word in load_commands(lang).words}
        self.phrases = tuple(phrase for word in self._words.values() for phrase in word.phrases)

    def named(self, one: str, other: str) -> str:
        """«năm» and «tám» sound alike."""
        return _("{one} and {other} sound alike").format(one=self._quoted(one), other=self._quoted(other))

    def left(self, profile: Profile) -> list[str]:
        """A line for each pair of the profile that is likely to be confused, with the mend."""
        there = {word.id for word in profile.words}
        return [f"{self.named(*pair)}: {self._mend(pair, there)}" for pair in collisions(standings(profile))]

    def _mend(self, pair: tuple[str, str], there: set[str]) -> str:
        numbers = [self._words[id].number for id in pair if self._words[id].kind == "number"]
        seats = [f"seat_{n}" for n in numbers if n]  # none is for nobody
        if seats:
            names = [self._quoted(id) for id in seats]
            if len(names) == 1:
                mend = _("use the seat word {name} instead").format(name=names[0])
            else:
                mend = _("use the seat words {one} and {other} instead").format(one=names[0], other=names[1])
            missing = [id for id in seats if id not in there]
            return f"{mend} {_record(missing)}" if missing else mend
        for id in pair:
            if others := self._words[id].phrases[1:]:
                mend = _("say {other} for {one}").format(other=f"«{others[0]}»", one=self._quoted(id))
                return f"{mend} {_record([id])}"
        anew = _("record them anew ({options}), or use their keys")
        return anew.format(options=f"--update --words {','.join(pair)}")

    def _quoted(self, id: str) -> str:
        return f"«{self._words[id].phrases[0]}»"


def _record(ids: list[str]) -> str:
    return _("(record: {options})").format(options=f"--update --words {','.join(ids)}")
