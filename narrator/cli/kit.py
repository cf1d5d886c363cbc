"""`narrator kit`: everything for a table without phones, as a PDF to print and cut."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from narrator.cli.setups import add_game, add_lang, doubts, evening
from narrator.errors import UserError
from narrator.kit import PAPERS, Case, contents, print_kit


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "kit",
        help="print the cards, seat tents and helper's sheets of a set-up",
        description="Writes a PDF to print and cut: role cards, what the helper holds up, the game's other "
        "cards and tokens, seat tents, where to sit, how an evening goes, the night's order, what to whisper "
        "when. Needs the package typst.",
    )
    add_game(parser, live=True)
    add_lang(parser, own=True)
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the size of the sheets (default: a4)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="the file to write")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Set the pages and write the file."""
    found = evening(args)
    _check_place(args.out)
    for doubt in doubts(found):
        print(f"note: {doubt}")
    case = Case(found.game, args.lang, found.setup, found.options, found.names)
    printed = print_kit(contents(case, args.paper))
    try:
        args.out.write_bytes(printed.pdf)
    except OSError as error:
        raise _unwritable(args.out, error) from None
    print(f"{args.out}: {printed.pages} pages, {len(printed.pdf) / 1024:.0f} kB")
    return 0


def _check_place(out: Path) -> None:
    try:
        folder, there = out.is_dir(), out.parent.is_dir()
    except OSError as error:
        raise _unwritable(out, error) from None
    if folder:
        raise UserError("this is a folder", where=str(out), mend="Name a file in it, as kit.pdf.")
    if not there:
        raise UserError("there is no such folder", where=str(out.parent), mend="Choose a folder that exists.")


def _unwritable(out: Path, error: OSError) -> UserError:
    mend = "Close it elsewhere, or write to another place."
    return UserError(f"cannot be written ({error.strerror})", where=str(out), mend=mend)
