"""A parser of arguments whose every complaint is one line: what is wrong, where, and the mend."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn

_NEED = {"int": ("no whole number", "Give digits alone, as 8"), "float": ("no number", "Give one, as 1.5")}


def decimal(text: str) -> float:
    """A number in the digits of any script, also with the Persian sign between ones and tenths.

    Raises ValueError for what is none.
    """
    return float(text.replace("٫", "."))


class Parser(argparse.ArgumentParser):
    """Prints `PROG: what (where). mend` on stderr and exits with 2, without the dump of the usage."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.register("type", float, decimal)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and exit with 2."""
        what, where, mend = _complaint(message, self.prog)
        line = " ".join(f"{self.prog}: {what} ({where}). {mend}.".split())
        self.exit(2, "".join(c if c.isprintable() else "�" for c in line) + "\n")


def _complaint(message: str, prog: str) -> tuple[str, str, str]:
    """(what, where, mend) for a message of argparse's."""
    see = f"See {prog} --help"
    named = re.match(r"argument ([^:]+): (.*)", message, re.DOTALL)
    if named is None:
        kind, _, rest = message.partition(": ")
        if kind == "unrecognized arguments":
            options = [part for part in rest.split() if part.startswith("-")]
            what = "there is no such option" if options else "there is a word too many"
            return what, rest, f"{see} for the options"
        if kind == "the following arguments are required":
            return "something is missing", rest, see
        if kind.startswith("ambiguous option"):
            return "several options begin like that", rest.replace(" could match ", ": "), "Write it in full"
        return message.rstrip("."), "the command line", see
    where, fault = named.groups()
    where = where.split("/")[-1]
    if found := re.fullmatch(r"invalid (int|float) value: (.*)", fault, re.DOTALL):
        what, mend = _NEED[found[1]]
        return f"{found[2]} is {what}", where, mend
    if found := re.fullmatch(r"invalid choice: (.*) \(choose from (.*)\)", fault, re.DOTALL):
        return f"{found[1]} is not among the choices", where, f"Use {found[2]}".replace("'", "")
    if fault.startswith("expected "):
        return "its value is missing", where, f"Write {where} and the value. {see}"
    if fault.startswith("ignored explicit argument"):
        return "it takes no value", where, f"Write {where} alone"
    return fault.rstrip("."), where, see
