"""From cues to text: what is said aloud and what the helper reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.flow.cues import Say, Tell
from narrator.flow.facts import Listing, Number, Phrase, PublicFact, Role, Seat, Seats, Word, Words
from narrator.flow.inputs import number_of
from narrator.script import Commands, Lines, number_words
from narrator.table.hints import ORDER

_SEAT = {"vi": "số {n}", "fa": "شمارهٔ {n}"}
_RANGE = {"vi": "số {first} đến số {last}", "fa": "شمارهٔ {first} تا {last}"}
_AND = {"vi": (", ", " và "), "fa": ("، ", " و ")}


class Renderer:
    """Fills lines for one table. names: seat → name, for the seats that have one."""

    def __init__(self, lines: Lines, commands: Commands, names: Mapping[int, str]) -> None:
        self.lines = lines
        self.lang = lines.lang
        self._commands = commands
        self._names = names

    def public(self, say: Say) -> str:
        """The text of a public line. Raises TypeError for anything that is not a public fact."""
        for name, fact in say.facts.items():
            if not isinstance(fact, PublicFact):
                raise TypeError(f"{say.line}: {name} is not public")
        return self._fill(say.line, say.turn, say.facts)

    def private(self, tell: Tell) -> str:
        """The text of a private line."""
        facts = {name: secret.fact for name, secret in tell.facts.items()}
        return self._fill(tell.line, 0, facts)

    def word(self, intent: str) -> str:
        """How the helper says a word, as it is recommended."""
        return self._commands.word(intent).phrases[0]

    def name(self, seat: int) -> str:
        """How a player is called by day: by name, or by the number of the seat."""
        return self._names.get(seat) or _SEAT[self.lang].format(n=number_words(seat, self.lang))

    def names(self, seats: Sequence[int]) -> str:
        """Several players in a row."""
        return self._row([self.name(seat) for seat in seats])

    def _row(self, words: Sequence[str]) -> str:
        comma, last = _AND[self.lang]
        return last.join([comma.join(words[:-1]), words[-1]] if len(words) > 1 else words)

    def _counted(self, line: str, n: int) -> str:
        text = self.lines.text(line)
        return text if n == 1 else f"{number_words(n, self.lang)} {text}"

    def _numbers(self, ids: frozenset[str]) -> list[str]:
        numbers = {number for id in ids if (number := number_of(id)) is not None}
        if not numbers:
            return []
        first, last = (number_words(n, self.lang) for n in (min(numbers), max(numbers)))
        return [_RANGE[self.lang].format(first=first, last=last)]

    def _fill(self, line: str, turn: int, facts: Mapping[str, PublicFact]) -> str:
        return self.lines.text(line, turn, **{name: self._text(fact) for name, fact in facts.items()})

    def _text(self, fact: PublicFact) -> str:
        match fact:
            case Seat(seat):
                return self.name(seat)
            case Seats(seats):
                return self.names(seats)
            case Role(role):
                return self.lines.role(role)
            case Phrase(line):
                return self.lines.text(line)
            case Listing(items):
                return self._row([self._counted(line, n) for line, n in items])
            case Number(n):
                return number_words(n, self.lang)
            case Word(id):
                return self.word(id)
            case Words(ids):
                return self._row([*self._numbers(ids), *(self.word(id) for id in ORDER if id in ids)])
        raise TypeError(f"no text for {type(fact).__name__}")
