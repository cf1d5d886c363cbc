"""`narrator again`: the last evening once more, without a question."""

from __future__ import annotations

import argparse
from typing import Any

from narrator.cli.bidi import add_bidi
from narrator.cli.remembered import recall
from narrator.cli.start_evening import begin, gone, in_a_line, set_up
from narrator.cli.tell import tell
from narrator.errors import UserError
from narrator.messages import _, language, use


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "again",
        help=_("play as the last evening, without a question"),
        description=_("Plays with everything that was chosen in narrator start the last time."),
    )
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play it."""
    try:
        last = recall().evening
    except UserError as error:
        raise _anew(error) from None
    if last is None:
        raise UserError(_("no evening is remembered"), mend=_("Choose one with narrator start."))
    use(last.tongue)
    try:
        set_up(last)
    except UserError as error:  # another narrator had other rules
        raise _anew(error) from None
    if missing := gone(last):
        raise _anew(next(iter(missing.values())))
    tell(in_a_line(last, language()), bidi=args.bidi)
    return begin(last)


def _anew(error: UserError) -> UserError:
    return UserError(error.what, where=error.where, mend=_("Choose anew with narrator start."))
