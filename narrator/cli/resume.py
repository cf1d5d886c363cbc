"""`narrator resume`: goes on with a game that was broken off by a power cut, a crash or a closed lid."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from narrator.catalogue.live_games import party_of
from narrator.cli.helper_screen import add_screen
from narrator.cli.play import add_table, at_table
from narrator.cli.tell import tell
from narrator.errors import UserError
from narrator.messages import _
from narrator.table.kept import Kept, newest_unfinished, read_journal


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "resume",
        help=_("go on with a game that was broken off"),
        description=_(
            "Goes on with the newest game that has no end, or with the journal that is named, where "
            "it stood: the table hears what everybody knows, the helper what is waited for."
        ),
    )
    parser.add_argument(
        "journal",
        nargs="?",
        type=Path,
        metavar="FILE",
        help=_("a journal (default: the newest without an end)"),
    )
    add_table(parser)
    add_screen(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Go on with one game."""
    kept = _named(args.journal) if args.journal is not None else _newest(args.state)
    party = party_of(kept, args.voice)
    found = _("{game}, {players} players: {file}")
    tell(found.format(game=party.game.id, players=party.setup.seats, file=kept.path), bidi=args.bidi)
    if kept.torn:
        tell(_("the last record was torn and is dropped; say or press again what came last"), bidi=args.bidi)
    return at_table(args, party, kept=kept)


def _named(path: Path) -> Kept:
    kept = read_journal(path)
    if kept.ended is not None:
        mend = _("{command} tells it.").format(command="narrator history FILE")
        raise UserError(_("this game is over"), where=str(path), mend=mend)
    return kept


def _newest(folder: Path | None) -> Kept:
    try:
        kept = newest_unfinished(folder)
    except UserError as error:
        what = _("the newest game cannot be gone on with: {fault}").format(fault=error.what)
        raise UserError(what, where=error.where, mend=error.mend) from None
    if kept is None:
        raise UserError(
            _("no game was broken off"),
            where=_("the journals"),
            mend=_("{history} lists them all; start a new game with {play}.").format(
                history="narrator history", play="narrator play"
            ),
        )
    return kept
