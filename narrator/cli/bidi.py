"""Right-to-left text on a terminal: each part isolated, put in the order in which it is seen, or left alone.

Files and pipes get the text as it is. What terminals do with it: docs/bidi.md.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import IO, Literal, cast

from narrator.cli.joining import joined
from narrator.cli.visual import (
    FSI,
    ISOLATES,
    LRI,
    PDI,
    RLI,
    RTL_LANGUAGES,
    first_strong_is_rtl,
    has_rtl,
    visual,
)
from narrator.errors import UserError
from narrator.messages import _

Mode = Literal["isolate", "reorder", "plain"]
MODES = ("auto", "isolate", "reorder", "plain")
VARIABLE = "NARRATOR_BIDI"

_NO_BIDI_TERMS = ("linux", "alacritty", "foot", "st", "rxvt", "xterm-ghostty", "wezterm")
_NO_BIDI_PROGRAMS = frozenset({"vscode", "WezTerm", "ghostty", "Hyper"})
_BY_ITSELF = ("VTE_VERSION", "KONSOLE_VERSION")
_NO_BIDI_VARIABLES = ("WT_SESSION", "XTERM_VERSION", "ALACRITTY_WINDOW_ID")

_LEAST = 20
"""Columns of text beside what stands before it, however narrow the terminal."""

_WORD = r"(?:--[a-z-]+ \d[!-~]*|-?\d[\d.,]* [A-Za-z]+(?![^\W\d_])|[!-~]*[A-Za-z][!-~]*)"
_LATIN = re.compile(rf"{_WORD}(?:(?<![.:;!?)\]]) (?![(\[]){_WORD})*")
"""A path or a command, with the spaces and the numbers in it, or a number with its unit; no sentence ends
within."""
_AROUND = ".,:;!?()[]\"'"
_GAP = re.compile(r"( {2,}|\t)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def add_bidi(parser: argparse.ArgumentParser) -> None:
    """Add --bidi."""
    parser.add_argument(
        "--bidi",
        choices=MODES,
        help=_(
            "how the terminal gets Persian: isolate (it orders the text itself), reorder (it does not), "
            "plain, or auto (default: {variable}, else auto)"
        ).format(variable=VARIABLE),
    )


def mode_for(given: str | None, out: IO[str], environment: Mapping[str, str] | None = None) -> Mode:
    """What --bidi, the variable and the terminal come to. The variable is for terminals only.

    Raises UserError for a variable that is no mode.
    """
    env = os.environ if environment is None else environment
    if given is None:
        given = env.get(VARIABLE) or "auto"
        if given not in MODES:
            raise UserError(
                _("{value!r} is no mode").format(value=given),
                where=VARIABLE,
                mend=_("Use {choices}.").format(choices=", ".join(MODES)),
            )
        if not out.isatty():
            return "plain"
    if given != "auto":
        return cast(Mode, given)
    return _detected(env) if out.isatty() else "plain"


def _detected(env: Mapping[str, str]) -> Mode:
    term, program = env.get("TERM", ""), env.get("TERM_PROGRAM", "")
    if term == "dumb" or term == "xterm-kitty":
        # kitty turns every word round by itself, but not their order.
        return "plain"
    if any(term == name or term.startswith(f"{name}-") for name in _NO_BIDI_TERMS):
        return "reorder"
    if any(env.get(name) for name in _BY_ITSELF) or program == "mintty":
        return "isolate"
    if program in _NO_BIDI_PROGRAMS or any(env.get(name) for name in _NO_BIDI_VARIABLES):
        return "reorder"
    return "reorder" if sys.platform == "win32" else "isolate"


@dataclass(frozen=True, slots=True)
class Bidi:
    """Makes texts of one language ready for one stream. names: the players', in any direction.

    columns: the width of the terminal, 0 for none; only text in visual order has to be wrapped here.
    own_words: texts are sentences of the language also where they begin with a path or a command.
    """

    mode: Mode = "plain"
    lang: str = ""
    names: tuple[str, ...] = ()
    columns: int = 0
    own_words: bool = False

    @classmethod
    def of(
        cls,
        given: str | None,
        out: IO[str],
        lang: str,
        names: Iterable[str] = (),
        *,
        own_words: bool = False,
    ) -> Bidi:
        """The one for a stream, by --bidi, the variable and the terminal."""
        columns = shutil.get_terminal_size().columns if out.isatty() else 0
        return cls(mode_for(given, out), lang, tuple(names), columns, own_words)

    def text(self, text: str, column: int = 0) -> str:
        """A text of the language that begins in a column of its line. Parts between gaps stay apart.

        Each part goes one way throughout, whatever its rows begin with.
        """
        if self.mode == "plain" or not has_rtl(text):
            return text
        ways = self._ways(text)
        if self.mode == "isolate":
            return _off_the_edge(self._marked(text, ways), column)
        rows = wrapped(text, max(_LEAST, self.columns - column)) if self.columns else [text]
        begins = accumulate((len(row) + 1 for row in rows), initial=0)
        seen = (_seen(self._marked(row, ways, at)) for row, at in zip(rows, begins, strict=False))
        return ("\n" + " " * column).join(seen)

    def quote(self, text: str) -> str:
        """A text of whatever language, in the middle of a line."""
        if self.mode == "plain" or not has_rtl(text):
            return text
        marked = f"{FSI}{text}{PDI}"
        return marked if self.mode == "isolate" else _seen(marked)

    def json(self, text: str) -> str:
        """JSON, of which each string is a quotation."""
        return _QUOTED.sub(lambda found: f'"{self.quote(found[1])}"', text)

    def _ways(self, text: str) -> list[tuple[int, bool]]:
        """Where each part of a text begins, and whether it goes right to left."""
        begins = (0, *(found.end() for found in _GAP.finditer(text)))
        return [(at, self._is_rtl(part)) for at, part in zip(begins, _GAP.split(text)[::2], strict=True)]

    def _is_rtl(self, part: str) -> bool:
        if self.lang not in RTL_LANGUAGES or not has_rtl(part):
            return False
        rest = known.sub("", part) if (known := self._known()) else part
        return self.own_words or first_strong_is_rtl(rest) is not False

    def _marked(self, row: str, ways: Sequence[tuple[int, bool]], at: int = 0) -> str:
        """A row with its isolates; at: where it begins in the text whose parts go these ways."""
        marked: list[str] = []
        for part in _GAP.split(row):
            begins = at + len(part) - len(part.lstrip(" "))
            rtl = next(rtl for start, rtl in reversed(ways) if start <= begins)
            marked.append(part if _GAP.fullmatch(part) else self._part(part, rtl))
            at += len(part)
        return "".join(marked)

    def _part(self, text: str, rtl: bool) -> str:
        """One part, or what a row has of it, with its isolates."""
        if not text.strip(" ") or not (rtl or has_rtl(text)):
            return text
        known = self._known()
        pieces: list[str] = []
        end = 0
        for found in known.finditer(text) if known else ():
            pieces += [_latin(text[end : found.start()], rtl), _name(found[0], rtl)]
            end = found.end()
        pieces.append(_latin(text[end:], rtl))
        marked = "".join(pieces)
        return f"{RLI}{marked}{PDI}" if rtl else marked

    def _known(self) -> re.Pattern[str] | None:
        """The names, as they stand in a text."""
        names = sorted(filter(None, self.names), key=len, reverse=True)
        return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, names)) + r")(?!\w)") if names else None


def wrapped(text: str, width: int) -> list[str]:
    """The text in rows of so many columns at most, broken at spaces; longer words stay whole."""
    rows: list[str] = []
    first, *words = text.split(" ")
    row = first
    for word in words:
        longer = f"{row} {word}"
        if row.strip() and _columns(longer) > width:
            rows.append(row)
            longer = word
        row = longer
    return [*rows, row]


def _columns(text: str) -> int:
    narrow = [c for c in text if unicodedata.bidirectional(c) not in ("NSM", "BN")]
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in narrow)


def _name(name: str, rtl: bool) -> str:
    """A name apart from its surroundings, unless it goes their way throughout."""
    own = ("R", "AL", "NSM", "BN") if rtl else ("L", "NSM")
    if all(unicodedata.bidirectional(char) in own for char in name):
        return name
    return f"{FSI}{name}{PDI}"


def _latin(text: str, rtl: bool) -> str:
    """A path or a command within a right-to-left text, apart from it."""
    return _LATIN.sub(_isolated, text) if rtl else text


def _isolated(found: re.Match[str]) -> str:
    whole = found[0]
    core = whole.strip(_AROUND)
    if core.isalnum():
        return whole
    before, _core, after = whole.partition(core)
    while after and _closes(after[0], core):
        core, after = core + after[0], after[1:]
    return f"{before}{LRI}{core}{PDI}{after}"


def _closes(sign: str, text: str) -> bool:
    """Whether a bracket or a quotation mark belongs to one that stands in the text."""
    opening = {")": "(", "]": "["}.get(sign)
    if opening is not None:
        return text.count(opening) > text.count(sign)
    return sign in "\"'" and text.count(sign) % 2 == 1


def _off_the_edge(text: str, column: int) -> str:
    """Terminals keep a mark with the sign before it and lose it where there is none."""
    return f" {text}" if column == 0 and text[0] in ISOLATES else text


def _seen(marked: str) -> str:
    return visual(joined(marked), rtl=False)
