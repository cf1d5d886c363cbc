"""`narrator diagram`: the state machine of a game as Mermaid."""

from __future__ import annotations

import argparse
from typing import Any

from narrator.catalogue import GAMES
from narrator.flow.diagram import mermaid


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("diagram", help="print a game's state machine as Mermaid")
    parser.add_argument("game", metavar="GAME", choices=GAMES, help="the game: " + ", ".join(GAMES))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the diagram."""
    print(mermaid(GAMES[args.game].flow))
    return 0
