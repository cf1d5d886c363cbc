"""The command line: `narrator COMMAND …`."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

from narrator import __version__
from narrator.errors import UserError

COMMANDS = (
    "play", "rehearse", "demo", "simulate", "enrol", "hear", "say", "models", "lint", "diagram", "doctor",
)  # fmt: skip
"""The modules of this package that add a command, in the order of --help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0: done. 1: done, and the answer is no (see the command). 2: the input is at fault; one line on stderr
    says what, where and the mend. 130: interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = argparse.ArgumentParser(
        prog="narrator",
        description="An offline, hands-free moderator for hidden-role party games, "
        "in Vietnamese and Persian.",
    )
    parser.add_argument("--version", action="version", version=f"narrator {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    given = sys.argv[1:] if argv is None else list(argv)
    # Only the command that runs is imported: the others' libraries take longer than most commands do.
    for name in [name for name in COMMANDS if name in given[:1]] or COMMANDS:
        importlib.import_module(f"narrator.cli.{name}").add(subparsers)
    args = parser.parse_args(given)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"narrator {args.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter must not complain about it at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
