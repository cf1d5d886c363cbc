"""Questions on a terminal, each with an answer that Enter gives."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import IO, TypeVar

from narrator import messages
from narrator.cli.bidi import Bidi
from narrator.errors import UserError
from narrator.messages import _
from narrator.script.text import match_key, normalise

T = TypeVar("T")

_BACK = frozenset({"back", "lùi", "برگرد"})
"""What leads to the question before, in every language at any time; each as `match_key` gives it."""

_PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


class Back(Exception):
    """The question before this one is wanted."""


def digits(number: object, tongue: str) -> str:
    """A number as a language writes it."""
    return str(number).translate(_PERSIAN) if tongue == "fa" else str(number)


class Talk:
    """Asks on `out` and reads answers, a line each, from `source`. bidi: as of --bidi.

    An answer may have the digits of any script. One that does not fit is told in a line, and the question is
    asked again; "back" raises Back. The end of the input raises UserError. asked: how many questions were
    asked so far.
    """

    def __init__(self, source: IO[str], out: IO[str], tongue: str, bidi: str | None = None) -> None:
        self.source = source
        self.out = out
        self.asked = 0
        self._given = bidi
        if isinstance(source, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # somebody has read from it
                source.reconfigure(errors="replace")  # what is no text is no answer, and no crash
        self.speak(tongue)

    def speak(self, tongue: str) -> None:
        """Go on in one of `messages.LANGUAGES`."""
        messages.use(tongue)
        self.tongue = tongue
        self.bidi = Bidi.of(self._given, self.out, tongue, own_words=True)

    def digits(self, number: object) -> str:
        """A number as the language of the conversation writes it."""
        return digits(number, self.tongue)

    def tell(self, text: str) -> None:
        """Say something."""
        print(self.bidi.text(text), file=self.out, flush=True)

    def choose(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """The place of the option that is chosen by its number."""
        self._ask(question)
        for number, option in enumerate(options, start=1):
            print(f"{self.digits(number):>3}  {self.bidi.text(option, 5)}", file=self.out)
        wrong = _("Type one of the numbers, or press Enter.")
        return self._number(range(1, len(options) + 1), default + 1, wrong) - 1

    def number(self, question: str, numbers: Collection[int], default: int) -> int:
        """One of `numbers`, which have no gap."""
        self._ask(question)
        first, last = (self.digits(n) for n in (min(numbers), max(numbers)))
        wrong = _("Type a number from {first} to {last}, or press Enter.").format(first=first, last=last)
        return self._number(numbers, default, wrong)

    def text(self, question: str, default: str, take: Callable[[str], T]) -> T:
        """What `take` makes of the answer; its UserError is told, and the question asked again."""
        self._ask(question)
        while True:
            answer = self._line(default or "–") or default
            try:
                return take(answer)
            except UserError as error:
                self.tell(f"✗ {error}")

    def forget_typed(self) -> None:
        """What was typed while nothing was asked is no answer."""
        if not self.source.isatty():
            return
        with suppress(ImportError):  # a Windows console, where it stays an answer
            import termios

            with suppress(termios.error):
                termios.tcflush(self.source.fileno(), termios.TCIFLUSH)

    def _ask(self, question: str) -> None:
        self.asked += 1
        print(file=self.out)
        self.tell(question)

    def _number(self, numbers: Collection[int], default: int, wrong: str) -> int:
        while True:
            answer = self._line(self.digits(default))
            with suppress(ValueError):
                number = int(answer) if answer else default
                if number in numbers:
                    return number
            self.tell(f"✗ {wrong}")

    def _line(self, default: str) -> str:
        """What is typed, without what stands around it; "" for Enter alone."""
        print(f"[{self.bidi.quote(default)}] > ", end="", file=self.out, flush=True)
        line = self.source.readline()
        if not line:
            print(file=self.out)
            raise UserError(
                _("nothing more can be typed"), mend=_("What was chosen is remembered: start again.")
            )
        answer = normalise(line, self.tongue)
        if not self.source.isatty():  # nothing else has shown it
            print(self.bidi.quote(answer), file=self.out)
        if match_key(answer, self.tongue) in _BACK:
            raise Back
        return answer
