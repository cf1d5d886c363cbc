"""`narrator kit`: everything for a table without phones, as a PDF to print and cut."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from narrator.cli.setups import add_game, add_lang, doubts, evening
from narrator.cli.tell import tell
from narrator.errors import UserError
from narrator.files import put
from narrator.kit import PAPERS, Case, contents, is_kit, print_kit
from narrator.messages import _, reason


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "kit",
        help=_("print the cards, seat tents and helper's sheets of a set-up"),
        description=_(
            "Writes a PDF to print and cut: role cards, what the helper holds up, the game's other "
            "cards and tokens, seat tents, where to sit, how an evening goes, the night's order, what to "
            "whisper when. Needs the package typst."
        ),
    )
    add_game(parser, live=True)
    add_lang(parser, own=True)
    parser.add_argument(
        "--paper", choices=PAPERS, default="a4", help=_("the size of the sheets (default: a4)")
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help=_("the file to write"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Set the pages and write the file."""
    found = evening(args)
    _check_place(args.out)
    for doubt in doubts(found):
        tell(_("note: {what}").format(what=doubt))
    case = Case(found.game, args.lang, found.setup, found.options, found.names)
    printed = print_kit(contents(case, args.paper))
    _check_place(args.out)  # setting the pages took its time
    try:
        put(args.out, printed.pdf)
    except OSError as error:
        raise _unwritable(args.out, error) from None
    written = _("{file}: {pages} pages, {size:.0f} kB")
    tell(written.format(file=args.out, pages=printed.pages, size=len(printed.pdf) / 1024))
    return 0


def _check_place(out: Path) -> None:
    """Raises UserError where a kit must not be written: over anything but a kit of before."""
    try:
        link, folder, there = out.is_symlink(), out.is_dir(), out.parent.is_dir()
        other = not link and not folder and out.exists() and not (out.is_file() and is_kit(out))
    except OSError as error:
        raise _unwritable(out, error) from None
    if link:
        mend = _("Name the file itself, or another one.")
        raise UserError(_("this is a link to another place"), where=str(out), mend=mend)
    if other:
        mend = _("Name another file; only a kit of before is replaced.")
        raise UserError(_("there is something else already"), where=str(out), mend=mend)
    if folder:
        mend = _("Name a file in it, as {name}.").format(name="kit.pdf")
        raise UserError(_("this is a folder"), where=str(out), mend=mend)
    if not there:
        mend = _("Choose a folder that exists.")
        raise UserError(_("there is no such folder"), where=str(out.parent), mend=mend)


def _unwritable(out: Path, error: OSError) -> UserError:
    mend = _("Close it elsewhere, or write to another place.")
    return UserError(_("cannot be written ({fault})").format(fault=reason(error)), where=str(out), mend=mend)
