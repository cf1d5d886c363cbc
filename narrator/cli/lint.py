"""`narrator lint`: checks the scripts."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from narrator.catalogue import GAMES
from narrator.catalogue.offer import SCRIPT, required
from narrator.cli.tell import tell
from narrator.errors import UserError
from narrator.flow.setting_up import LINES
from narrator.messages import _
from narrator.script.lint import lint


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "lint",
        help=_("check the scripts: lines, placeholders, command phrases"),
        description=_(
            "Finds missing lines, unknown placeholders, colliding command phrases, and lines that "
            "contain one; each with file and line. Exit 0 when there is nothing to mend, else 1."
        ),
    )
    parser.add_argument(
        "--scripts", type=Path, metavar="DIR", help=_("check this folder instead of scripts/")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every finding."""
    if args.scripts is not None and not args.scripts.is_dir():
        raise UserError(
            _("there is no such folder"), where=str(args.scripts), mend=_("Give the folder of the scripts.")
        )
    lines = {id: {**entry.lines, **required(entry)} for id, entry in GAMES.items()}
    findings = lint([*GAMES, SCRIPT], {**lines, SCRIPT: LINES}, args.scripts)
    for finding in findings:
        tell(str(finding))
    if not findings:
        tell(_("nothing to mend"))
    return 1 if findings else 0
