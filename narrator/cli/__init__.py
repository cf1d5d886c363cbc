"""The command line: `narrator COMMAND …`."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence

from narrator import __version__
from narrator.cli.parser import Parser
from narrator.cli.tell import complain
from narrator.errors import UserError
from narrator.messages import _, reason

COMMANDS = (
    "start", "again", "play", "resume", "history", "serve", "rehearse", "demo", "setup", "simulate", "kit",
    "enrol", "hear", "say", "voice", "voices", "models", "lint", "diagram", "doctor",
)  # fmt: skip
"""The modules of this package that add a command, in the order of --help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    0: done. 1: done, and the answer is no (see the command). 2: the input is at fault; one line on stderr
    says what, where and the mend. 130: interrupted.
    """
    if sys.stdin is None:  # as if nothing were typed
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:  # closed by whoever called: what is printed goes nowhere
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = sys.argv[1:] if argv is None else list(argv)
    if not given and sys.stdin.isatty() and sys.stdout.isatty():
        given = ["start"]
    program = " ".join(["narrator", *(name for name in given[:1] if name in COMMANDS)])
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except UserError as error:
        complain(program, error)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter must not complain about it at exit either.
        _drop_output()
        return 141
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG):
            raise
        _drop_output()
        what = _("the output cannot be written ({fault}).").format(fault=reason(error))
        complain(program, f"{what} {_('Free some space, or write elsewhere.')}")
        return 2


def parser(names: Sequence[str] = COMMANDS) -> Parser:
    """The parser of the whole program, with these commands."""
    whole = Parser(
        prog="narrator",
        description=_(
            "An offline, hands-free moderator for hidden-role party games, in Vietnamese and Persian."
        ),
    )
    whole.add_argument(
        "--version",
        action="version",
        version=f"narrator {__version__}",
        help=_("show the version and exit"),
    )
    subparsers = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        importlib.import_module(f"narrator.cli.{name}").add(subparsers)
    return whole


def _run(given: list[str]) -> int:
    args = _parse(given)
    status: int = args.run(args)
    return status


def _parse(given: list[str]) -> argparse.Namespace:
    if not given or (given[0] not in COMMANDS and given[0] not in ("-h", "--help", "--version")):
        what = _("{value!r} is no command").format(value=given[0]) if given else _("no command is given")
        raise UserError(what, mend=_("Use {choices}.").format(choices=", ".join(COMMANDS)))
    # Only the command that runs is imported: the others' libraries take longer than most commands do.
    names = [name for name in COMMANDS if name == given[0]]
    try:
        args, unknown = parser(names or COMMANDS).parse_known_args(given)
    except SystemExit:
        sys.stdout.flush()
        raise
    if unknown:
        Parser(prog=f"narrator {args.command}").error(f"unrecognized arguments: {' '.join(unknown)}")
    return args


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
