"""`narrator diagram`: the state machine of a game as Mermaid."""

from __future__ import annotations

import argparse
from typing import Any

from narrator.flow.diagram import mermaid
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.games.mafia_vendetta import GAME as VENDETTA

FLOWS = {VENDETTA: VendettaFlow}


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser("diagram", help="print a game's state machine as Mermaid")
    parser.add_argument("game", metavar="GAME", choices=FLOWS, help="the game: " + ", ".join(FLOWS))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the diagram."""
    print(mermaid(FLOWS[args.game]))
    return 0
