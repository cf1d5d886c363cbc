"""narrator models fetch|list: the speech models of the vosk ear."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from narrator.ear.fetch import fetch
from narrator.ear.registry import default_folder, models_report, registry
from narrator.errors import UserError


def add(subparsers: Any) -> None:
    """Register `models` with its two verbs."""
    parser = subparsers.add_parser("models", help="speech models for Vosk")
    parser.set_defaults(run=_no_verb)
    verbs = parser.add_subparsers(dest="verb", metavar="fetch|list")
    get = verbs.add_parser("fetch", help="download a language's model")
    get.add_argument("lang", choices=sorted(registry()))
    get.add_argument("--dir", type=Path, help="where to put it (default: the user's data folder)")
    get.add_argument("--url", help="another address of the same model")
    get.set_defaults(run=_fetch)
    show = verbs.add_parser("list", help="what is there and what can be fetched")
    show.add_argument("--dir", type=Path)
    show.set_defaults(run=_list)


def _no_verb(_args: argparse.Namespace) -> int:
    raise UserError(
        "say what to do with the models", mend="Use narrator models list, or narrator models fetch LANG."
    )


def _fetch(args: argparse.Namespace) -> int:
    entry = registry()[args.lang]
    print(f"{entry.name}, about {entry.size // 1_000_000} MB, from {args.url or entry.url}", file=sys.stderr)
    place = fetch(
        entry, args.dir or default_folder(), url=args.url, say=lambda line: print(line, file=sys.stderr)
    )
    print(place)
    return 0


def _list(args: argparse.Namespace) -> int:
    for name, present, note in models_report(args.dir):
        print(f"{'yes' if present else 'no ':3}  {name}  ({note})")
    return 0
