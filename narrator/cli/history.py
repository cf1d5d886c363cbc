"""`narrator history`: the games that were played, and one of them told again."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from narrator.catalogue.live_games import live_game, party_of
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.parser import HALF_SPACE
from narrator.cli.tell import complain, shown, tell
from narrator.errors import UserError
from narrator.messages import N_, _, reason, use
from narrator.script import load_commands, load_lines
from narrator.table.kept import Kept, journals, read_journal, readable
from narrator.table.render import Renderer
from narrator.table.retelling import Told, retell

_WON = "won by "
_MARKS = {"public": "LOUD ", "private": "quiet", "helper": "said "}


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "history",
        help=_("list the games that were played, tell one again"),
        description=_(
            "Lists the games that were played, the newest first. With a number of that list or a "
            "file, tells that game again: all that was said and whispered, once it is over."
        ),
    )
    parser.add_argument("game", nargs="?", metavar="N|FILE", help=_("which game to tell"))
    parser.add_argument("--state", type=Path, metavar="DIR", help=_("where the journals are kept"))
    parser.add_argument("--json", action="store_true", help=_("JSON instead of text"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=_("write it there"))
    parser.add_argument(
        "--records",
        action="store_true",
        help=_(
            "the journal's own records, as far as they can be read: of a damaged or an unfinished game, too"
        ),
    )
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the games, or tell one."""
    if args.game is None:
        if args.records:
            mend = _("Write {command}.").format(command="narrator history N --records")
            raise UserError(_("no game is named"), where="--records", mend=mend)
        return _list(args)
    path = _path(args)
    found = _records(path) if args.records else _tell(path, args)
    if args.out is None:
        _print(found.lines, sys.stdout)
    else:
        with _opened(args.out) as out:
            _print(found.lines, out)
    if found.damage is not None:
        complain(
            "narrator history",
            _("line {line} of {file} cannot be read").format(line=found.damage, file=path),
        )
        return 1
    return 0


@dataclass(frozen=True, slots=True)
class _Found:
    """What is to be written; damage: the line from which the journal cannot be read."""

    lines: Sequence[str]
    damage: int | None = None


def _print(lines: Sequence[str], out: IO[str]) -> None:
    for line in lines:
        print(line, file=out)


def _opened(path: Path) -> IO[str]:
    """A new file, for nobody but the user: it tells who was who."""
    try:
        return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")
    except FileExistsError:
        raise UserError(_("is there already"), where=str(path), mend=_("Give another name.")) from None
    except OSError as error:
        raise UserError(
            _("cannot be written ({fault})").format(fault=reason(error)), where=str(path)
        ) from None


def _path(args: argparse.Namespace) -> Path:
    if not re.fullmatch(r"\d{1,6}", args.game):
        return Path(args.game)
    found = journals(args.state)
    number = int(args.game)
    if not found:
        where = _("game {number}").format(number=number)
        raise UserError(_("no game was played yet"), where=where, mend=_("Check --state."))
    if not 1 <= number <= len(found):
        mend = _("Use 1 to {most}, or a file.").format(most=len(found))
        raise UserError(_("there is no game {number}").format(number=number), where="N", mend=mend)
    return found[number - 1]


def _list(args: argparse.Namespace) -> int:
    if args.json:
        use("en")  # what programs read is the same everywhere
    rows = [_row(number, path) for number, path in enumerate(journals(args.state), start=1)]
    lines = [json.dumps(row, ensure_ascii=False) if args.json else _line(row, args) for row in rows]
    if args.out is None:
        _print(lines, sys.stdout)
    else:
        with _opened(args.out) as out:
            _print(lines, out)
    if not rows and not args.json:
        tell(_("no game was played yet"), out=sys.stderr)
    return 0


def _line(row: Mapping[str, Any], args: argparse.Namespace) -> str:
    line = f"{row['number']:3d}  {row['date']}  {row.get('trouble') or _played(row)}"
    plain = "".join(c if c.isprintable() or c == HALF_SPACE else "�" for c in line)
    return shown(plain, sys.stdout, args.bidi) if args.out is None else plain


def _played(row: Mapping[str, Any]) -> str:
    said = _("{game}, {lang}, {players} players, {end}")
    return said.format(game=row["game"], lang=row["lang"], players=row["players"], end=_told(row["end"]))


def _told(end: str) -> str:
    """How a game ended, as `_end` says it, for people."""
    start, won, winner = end.partition(_WON)
    return _("won by {winner}").format(winner=winner) if won and not start else _(end)


def _row(number: int, path: Path) -> dict[str, Any]:
    row: dict[str, Any] = {"number": number, "date": _date(path), "file": str(path)}
    try:
        kept = read_journal(path)
    except UserError as error:
        return {**row, "trouble": error.what}
    header = kept.header
    played = {key: header.get(key) for key in ("game", "lang", "players")}
    return {**row, **played, "seconds": kept.last, "end": _end(kept)}


def _end(kept: Kept) -> str:
    if kept.ended is None:
        return N_("not over") if kept.entries else N_("never begun")
    return N_("broken off") if kept.ended.winner is None else f"{_WON}{kept.ended.winner}"


def _date(path: Path) -> str:
    found = re.match(r"(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)", path.name)
    return "                " if found is None else "{}-{}-{} {}:{}".format(*found.groups())


def _records(path: Path) -> _Found:
    records, damage = readable(path)
    return _Found([json.dumps(record, ensure_ascii=False) for record in records], damage)


def _tell(path: Path, args: argparse.Namespace) -> _Found:
    kept = read_journal(path)
    if kept.ended is None:
        raise UserError(
            _("this game is not over, and its secrets are kept until it is"),
            where=str(path),
            mend=_("{command} goes on with it.").format(command="narrator resume"),
        )
    party = party_of(kept)
    lines = load_lines(party.game.id, party.lang)
    renderer = Renderer(lines, load_commands(party.lang), party.names)
    told = retell(kept, live_game(party).make_flow, renderer)
    if args.json:
        return _Found([json.dumps(_as_json(kept, told), ensure_ascii=False)])
    there = sys.stdout if args.out is None else io.StringIO()
    bidi = Bidi.of(args.bidi, there, party.lang, party.names.values())
    return _Found(
        [f"{int(t.at) // 60:3d}:{t.at % 60:04.1f} {_MARKS[t.kind]} {bidi.text(t.text, 15)}" for t in told]
    )


def _as_json(kept: Kept, told: tuple[Told, ...]) -> dict[str, Any]:
    assert kept.ended is not None
    return {
        **{key: value for key, value in kept.header.items() if key != "v"},
        "winner": kept.ended.winner,
        "told": [{"kind": t.kind, "line": t.line, "text": t.text, "at": t.at} for t in told],
    }
