"""`narrator diagram`: the state machine of a game as Mermaid."""

from __future__ import annotations

import argparse
from typing import Any

from narrator.catalogue import GAMES
from narrator.flow.diagram import mermaid
from narrator.messages import _


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("diagram", help=_("print a game's state machine as Mermaid"))
    parser.add_argument(
        "game", metavar="GAME", choices=GAMES, help=_("the game: {games}").format(games=", ".join(GAMES))
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the diagram."""
    print(mermaid(GAMES[args.game].flow))
    return 0
