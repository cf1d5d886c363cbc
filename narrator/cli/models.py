"""narrator models fetch|list: the speech models of the vosk ear."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

from narrator.cli.tell import tell
from narrator.ear.fetch import fetch
from narrator.ear.registry import default_folder, models_report, registry
from narrator.errors import UserError
from narrator.messages import _


def add(subparsers: Any) -> None:
    """Register `models` with its two verbs."""
    parser = subparsers.add_parser("models", help=_("speech models for Vosk"))
    parser.set_defaults(run=_no_verb)
    verbs = parser.add_subparsers(dest="verb", metavar="fetch|list")
    get = verbs.add_parser("fetch", help=_("download a language's model"))
    get.add_argument("lang", choices=sorted(registry()))
    get.add_argument("--dir", type=Path, help=_("where to put it (default: the user's data folder)"))
    get.add_argument("--url", help=_("another address of the same model"))
    get.set_defaults(run=_fetch)
    show = verbs.add_parser("list", help=_("what is there and what can be fetched"))
    show.add_argument("--dir", type=Path)
    show.set_defaults(run=_list)


def _no_verb(_args: argparse.Namespace) -> int:
    raise UserError(
        _("say what to do with the models"),
        mend=_("Use {one} or {other}.").format(
            one="narrator models list", other="narrator models fetch LANG"
        ),
    )


def _fetch(args: argparse.Namespace) -> int:
    entry = registry()[args.lang]
    say = partial(tell, out=sys.stderr)
    asked = _("{name}, about {size} MB, from {url}")
    say(asked.format(name=entry.name, size=entry.size // 1_000_000, url=args.url or entry.url))
    place = fetch(entry, args.dir or default_folder(), url=args.url, say=say)
    print(place)
    return 0


def _list(args: argparse.Namespace) -> int:
    width = max(len(_("yes")), len(_("no")))
    for name, present, note in models_report(args.dir):
        there = _("yes") if present else _("no")
        tell(f"{there:{width}}  {name}  ({note})")
    return 0
