"""A parser of arguments whose every complaint is one line: what is wrong, where, and the mend."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from narrator.cli.tell import complain, shown
from narrator.cli.visual import RTL_LANGUAGES
from narrator.messages import N_, _, language

HALF_SPACE = "\u200c"
_NEED = {
    "int": (N_("{value} is no whole number"), N_("Give digits alone, as 8")),
    "float": (N_("{value} is no number"), N_("Give one, as 1.5")),
}
_HEADINGS = (N_("positional arguments"), N_("options"))
"""Of argparse: they are translated where they are shown."""


def decimal(text: str) -> float:
    """A number in the digits of any script, also with the Persian sign between ones and tenths.

    Raises ValueError for what is none.
    """
    return float(text.replace("٫", "."))


class Parser(argparse.ArgumentParser):
    """Prints `PROG: what (where). mend` on stderr and exits with 2, without the dump of the usage.

    Its help is in the language of messages, argparse's own words included.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{**settings, "formatter_class": _Help, "add_help": False})
        self.color = False  # Python 3.14 would have its escapes among letters that are to be put in order
        self.register("type", float, decimal)
        self.add_argument(
            "-h",
            "--help",
            action="help",
            default=argparse.SUPPRESS,
            help=_("show this help message and exit"),
        )

    def print_help(self, file: Any = None) -> None:
        """Print the help as the stream wants it."""
        out = sys.stdout if file is None else file
        out.write(shown(self.format_help(), out))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and exit with 2."""
        what, where, mend = _complaint(message, self.prog)
        line = " ".join(f"{what} ({where}). {mend}.".split())
        complain(self.prog, "".join(c if c.isprintable() or c == HALF_SPACE else "�" for c in line))
        self.exit(2)


class _Help(argparse.HelpFormatter):
    """argparse's own words in the language of messages."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        if prefix is None:
            # From right to left the word is a part by itself, beside the command.
            prefix = _("usage:") + ("  " if language() in RTL_LANGUAGES else " ")
        super().add_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading if heading is None else _(heading))


def _complaint(message: str, prog: str) -> tuple[str, str, str]:
    """(what, where, mend) for a message of argparse's, which speaks English to us."""
    see = _("See {command} --help").format(command=prog)
    named = re.match(r"argument ([^:]+): (.*)", message, re.DOTALL)
    if named is None:
        kind, _colon, rest = message.partition(": ")
        if kind == "unrecognized arguments":
            options = [part for part in rest.split() if part.startswith("-")]
            what = _("there is no such option") if options else _("there is a word too many")
            return what, rest, _("See {command} --help for the options").format(command=prog)
        if kind == "the following arguments are required":
            return _("something is missing"), rest, see
        if kind.startswith("ambiguous option"):
            those = rest.replace(" could match ", ": ")
            return _("several options begin like that"), those, _("Write it in full")
        return message.rstrip("."), _("the command line"), see
    where, fault = named.groups()
    where = where.split("/")[-1]
    if found := re.fullmatch(r"invalid (int|float) value: (.*)", fault, re.DOTALL):
        kind, mend = _NEED[found[1]]
        return _(kind).format(value=found[2]), where, _(mend)
    if found := re.fullmatch(r"invalid choice: (.*) \(choose from (.*)\)", fault, re.DOTALL):
        what = _("{value} is not among the choices").format(value=found[1])
        return what, where, _("Use {choices}").format(choices=found[2].replace("'", ""))
    if fault.startswith("expected "):
        mend = _("Write {option} and the value. {see}").format(option=where, see=see)
        return _("its value is missing"), where, mend
    if fault.startswith("ignored explicit argument"):
        return _("it takes no value"), where, _("Write {option} alone").format(option=where)
    return fault.rstrip("."), where, see
