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
from narrator.errors import UserError
from narrator.script import load_commands, load_lines
from narrator.table.kept import Kept, journals, read_journal, readable
from narrator.table.render import Renderer
from narrator.table.retelling import Told, retell

_MARKS = {"public": "LOUD ", "private": "quiet", "helper": "said "}


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "history",
        help="list the games that were played, tell one again",
        description="Lists the games that were played, the newest first. With a number of that list or a "
        "file, tells that game again: all that was said and whispered, once it is over.",
    )
    parser.add_argument("game", nargs="?", metavar="N|FILE", help="which game to tell")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the journals are kept")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it there")
    parser.add_argument(
        "--records",
        action="store_true",
        help="the journal's own records, as far as they can be read: of a damaged or an unfinished game, too",
    )
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the games, or tell one."""
    if args.game is None:
        if args.records:
            raise UserError("no game is named", where="--records", mend="narrator history N --records.")
        return _list(args)
    path = _path(args)
    found = _records(path) if args.records else _tell(path, args)
    if args.out is None:
        _print(found.lines, sys.stdout)
    else:
        with _opened(args.out) as out:
            _print(found.lines, out)
    if found.damage is not None:
        print(f"narrator history: line {found.damage} of {path} cannot be read", file=sys.stderr)
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
        raise UserError("is there already", where=str(path), mend="Give another name.") from None
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror})", where=str(path)) from None


def _path(args: argparse.Namespace) -> Path:
    if not re.fullmatch(r"\d{1,6}", args.game):
        return Path(args.game)
    found = journals(args.state)
    number = int(args.game)
    if not found:
        raise UserError("no game was played yet", where=f"game {number}", mend="Check --state.")
    if not 1 <= number <= len(found):
        raise UserError(f"there is no game {number}", where="N", mend=f"Use 1 to {len(found)}, or a file.")
    return found[number - 1]


def _list(args: argparse.Namespace) -> int:
    rows = [_row(number, path) for number, path in enumerate(journals(args.state), start=1)]
    lines = [json.dumps(row, ensure_ascii=False) if args.json else _line(row) for row in rows]
    if args.out is None:
        _print(lines, sys.stdout)
    else:
        with _opened(args.out) as out:
            _print(lines, out)
    if not rows and not args.json:
        print("no game was played yet", file=sys.stderr)
    return 0


def _line(row: Mapping[str, Any]) -> str:
    what = row.get("trouble") or "{game}, {lang}, {players} players, {end}".format_map(row)
    line = f"{row['number']:3d}  {row['date']}  {what}"
    return "".join(c if c.isprintable() else "�" for c in line)


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
        return "not over" if kept.entries else "never begun"
    return "broken off" if kept.ended.winner is None else f"won by {kept.ended.winner}"


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
            "this game is not over, and its secrets are kept until it is",
            where=str(path),
            mend="narrator resume goes on with it.",
        )
    party = party_of(kept)
    lines = load_lines(party.game.id, party.lang)
    renderer = Renderer(lines, load_commands(party.lang), party.names)
    told = retell(kept, live_game(party).make_flow, renderer)
    if args.json:
        return _Found([json.dumps(_as_json(kept, told), ensure_ascii=False)])
    shown = sys.stdout if args.out is None else io.StringIO()
    bidi = Bidi.of(args.bidi, shown, party.lang, party.names.values())
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
