"""The option --pace: a preset, or how many times as long as usual it all takes."""

from __future__ import annotations

import argparse

from narrator.cli.parser import decimal
from narrator.errors import UserError
from narrator.flow.pace import PRESETS, Pace, Preset
from narrator.messages import _

_LEAST, _MOST = 0.05, 10


def add_pace(parser: argparse.ArgumentParser) -> None:
    """Add --pace."""
    parser.add_argument("--pace", default="normal", help=_("quick, normal, relaxed, or a factor such as 0.8"))


def preset(args: argparse.Namespace) -> Preset:
    """The preset that the option names; of a factor, one that leaves the narrator's speech as it is."""
    for named in PRESETS:
        if args.pace == named.name:
            return named
    try:
        factor = decimal(args.pace)
    except ValueError:
        factor = 0.0
    if not _LEAST <= factor <= _MOST:
        raise UserError(
            _("the pace {pace!r} does not exist").format(pace=args.pace),
            where="--pace",
            mend=_("Use {choices} or {least} to {most}.").format(
                choices=", ".join(named.name for named in PRESETS), least=_LEAST, most=_MOST
            ),
        )
    return Preset(args.pace, times=factor, waits=factor, rate=1.0, pauses=1.0)


def pace(args: argparse.Namespace) -> Pace:
    """The pace that the option describes."""
    return Pace().at(preset(args))
