"""`narrator rehearse`: plays scenario files through the real flow, without sound."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from narrator.cli.setups import add_lang
from narrator.errors import UserError
from narrator.games.core import BadPosition
from narrator.games.mafia_vendetta import GAME as VENDETTA
from narrator.games.mafia_vendetta import ROLES
from narrator.script import Commands, Lines, load_commands, load_lines, player_name
from narrator.script.text import normalise
from narrator.table.paper import Entry
from narrator.table.rehearsal import to_json
from narrator.table.scenarios import rehearse_vendetta

Rehearse = Callable[[Any, Lines, Commands], tuple[dict[str, Any], tuple[Entry, ...]]]

GAMES: dict[str, Rehearse] = {VENDETTA: rehearse_vendetta}

_SENTENCES = {
    "missing": "is missing",
    "not_an_object": "must be an object",
    "not_an_array": "must be an array",
    "not_a_string": "must be a string",
    "not_a_boolean": "must be true or false",
    "unknown_field": "is no field of a scenario",
    "unknown_mode": "is no mode: use classic, yakuza or loner",
    "unknown_role": "is no role of this game",
    "unknown_name": "is nobody at this table",
    "name_and_role": "must be [name, role]",
    "empty": "is empty",
    "repeated": "is there twice",
    "dead": "is dead",
    "own": "is one of their own",
    "self": "points at the player himself",
    "two": "must be two different players",
    "suspect": "is no suspect",
    "voted": "votes twice",
    "vote": "may not vote",
    "not_in_play": "is not in play",
    "not_in_deck": "is not in the deck",
    "no_call": "has no call of its own",
    "say_leader": 'must be given as "leader"',
    "several_leaders": "could be any of several Leaders",
    "cannot_be_jailed": "cannot be in jail: only Mafia and Yakuza can",
    "action": "is nothing this role can do",
    "seat": "is nobody at this table",
    "out": "is out of the game",
    "first_night": "is a kill on the first night",
    "game": "is another game",
}


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rehearse",
        help="play scenario files through the real flow",
        description="Plays scenario files through the real flow with a robot helper and no sound. "
        "Exit 0 when every outcome is the expected one, 1 when one differs, 2 for a bad file.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="scenario files (JSON)")
    add_lang(parser)
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line instead of the transcript"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play all files; the others still run when one is bad."""
    commands = load_commands(args.lang)
    lines: dict[str, Lines] = {}
    bad = differs = False
    for path in args.files:
        try:
            data = _read(path)
            game = data["game"]
            if game not in lines:
                lines[game] = load_lines(game, args.lang)
            _check_names(data, args.lang)
            outcome, transcript = GAMES[game](data, lines[game], commands)
        except BadPosition as error:
            bad = True
            what = _SENTENCES.get(error.what, error.what)
            who = _who(data, error) if error.value is None else error.value
            value = "" if who is None else f" {who!r:.60}"
            _complain(path, f"{error.where}{value} {what}")
            continue
        except UserError as error:
            bad = True
            _complain(path, str(error))
            continue
        equal = "expect" not in data or outcome == data["expect"]
        differs |= not equal
        if args.json:
            name = data.get("id", path.stem)
            print(json.dumps(to_json(name, game, outcome, transcript), ensure_ascii=False), flush=True)
        else:
            _print(path, data, outcome, transcript, equal)
    return 2 if bad else 1 if differs else 0


def _who(data: dict[str, Any], error: BadPosition) -> str | None:
    """The players an error is about when its place does not name them, else None.

    Such an error means that the file was read as far as that place.
    """
    if error.what not in ("dead", "own", "self", "out"):
        return None
    given = data["input"]
    if suspect := re.fullmatch(r"input\.day\.suspects\[(\d+)\]", error.where):
        return str(given["day"]["suspects"][int(suspect[1])])
    action = re.fullmatch(r"input\.night\.actions\.(\w+)", error.where)
    if action is None:
        return None
    dead = [normalise(name) for name in given.get("dead", [])]
    actors = [name for name, role in given["players"] if action[1] in _called(role)]
    if error.what == "dead" and all(normalise(name) in dead for name in actors):
        return ", ".join(actors)
    value = given["night"]["actions"][action[1]]
    named = [value] if isinstance(value, str) else value.values() if isinstance(value, dict) else value
    targets = [name for name in named if isinstance(name, str)]
    return ", ".join(n for n in targets if error.what != "dead" or normalise(n) in dead) or None


def _called(role: str) -> tuple[str, ...]:
    """What the actions of a role's holder may stand under."""
    kind = ROLES[role]
    return (role, kind.faction, kind.group)


def _complain(path: Path, what: str) -> None:
    print(f"narrator rehearse: {path}: {' '.join(what.split())}", file=sys.stderr)


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except OSError as error:
        raise UserError(f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UserError("is not UTF-8", mend="Save it as UTF-8.") from None
    except UnicodeEncodeError:
        raise UserError("contains half of a character (\\ud800 to \\udfff)", mend="Write it out.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UserError(f"is not JSON: {error.msg} ({where})", mend="Mend that line.") from None
    except (RecursionError, ValueError):
        raise UserError("is no JSON that describes a scenario") from None
    if not isinstance(data, dict):
        raise UserError("must be a JSON object", mend="See docs/scenarios.md.")
    game = data.get("game")
    if game is None:
        raise UserError("no game is named", mend=f'Write "game": {", ".join(map(json.dumps, GAMES))}.')
    if not isinstance(game, str) or game not in GAMES:
        raise UserError(f"game {game!r:.40} is unknown", mend=f"Use {', '.join(GAMES)}.")
    if not isinstance(data.get("id", ""), str):
        raise UserError("id must be a string")
    if not isinstance(data.get("expect", {}), dict):
        raise UserError("expect must be an object", mend="Leave it out if there is no right answer.")
    return data


def _no_number(name: str) -> None:
    raise UserError(f"is not JSON: {name}", mend="Write a number or null.")


def _check_names(data: dict[str, Any], lang: str) -> None:
    """Names that no voice may get are refused here as anywhere; their shape is the rules' matter."""
    given = data.get("input")
    players = given.get("players") if isinstance(given, dict) else None
    for index, entry in enumerate(players if isinstance(players, list) else []):
        if isinstance(entry, list) and entry and isinstance(entry[0], str) and entry[0].strip():
            player_name(entry[0], lang, where=f"input.players[{index}][0]")


def _print(
    path: Path, data: dict[str, Any], outcome: Any, transcript: tuple[Entry, ...], equal: bool
) -> None:
    heading = f"── {data.get('id', path.stem)} {data.get('title', '')}".rstrip()
    print("".join(c if c.isprintable() else "�" for c in heading))
    for entry in transcript:
        if entry.kind in ("public", "private"):
            mark = "LOUD " if entry.kind == "public" else "quiet"
            print(f"{int(entry.at) // 60:3d}:{entry.at % 60:04.1f} {mark} {entry.text}")
    print(json.dumps(outcome, ensure_ascii=False))
    if "expect" in data:
        print("as expected" if equal else f"EXPECTED {json.dumps(data['expect'], ensure_ascii=False)}")
    print()
