"""`narrator rehearse`: plays scenario files through the real flow, without sound."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.pace import add_pace, preset
from narrator.cli.setups import add_lang
from narrator.cli.tell import complain, shown
from narrator.errors import UserError
from narrator.games.core import BadPosition
from narrator.messages import N_, _, reason
from narrator.script import Commands, Lines, load_commands, load_lines, player_name
from narrator.syntax import said
from narrator.table.paper import Entry
from narrator.table.rehearsal import to_json

_FAULTS = {
    "missing": N_("is missing"),
    "not_an_object": N_("must be an object"),
    "not_an_array": N_("must be an array"),
    "not_a_string": N_("must be a string"),
    "not_a_boolean": N_("must be true or false"),
    "unknown_field": N_("is no field of a scenario"),
    "unknown_role": N_("is no role of this game"),
    "unknown_name": N_("is nobody at this table"),
    "name_and_role": N_("must be [name, role]"),
    "empty": N_("is empty"),
    "repeated": N_("is there twice"),
    "dead": N_("is dead"),
    "own": N_("is one of their own"),
    "self": N_("points at the player himself"),
    "two": N_("must be two different players"),
    "suspect": N_("is no suspect"),
    "voted": N_("votes twice"),
    "vote": N_("may not vote"),
    "not_in_deck": N_("is not in the deck"),
    "action": N_("is nothing this role can do"),
    "seat": N_("is nobody at this table"),
    "out": N_("is out of the game"),
    "first_night": N_("is a kill on the first night"),
    "game": N_("is another game"),
}
"""What is wrong with a file of any game, by the code of a BadPosition; a game's own are in its entry."""


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rehearse",
        help=_("play scenario files through the real flow"),
        description=_(
            "Plays scenario files through the real flow with a robot helper and no sound. "
            "Exit 0 when every outcome is the expected one, 1 when one differs, 2 for a bad file."
        ),
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help=_("scenario files (JSON)"))
    add_lang(parser, own=True)
    add_pace(parser)
    add_bidi(parser)
    parser.add_argument(
        "--json", action="store_true", help=_("one JSON object a line instead of the transcript")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play all files; the others still run when one is bad."""
    words: dict[tuple[str, str], tuple[Lines, Commands]] = {}
    quick = preset(args)
    bad = differs = False
    for path in args.files:
        try:
            data = _read(path)
            game = data["game"]
            lang = args.lang or GAMES[game].lang
            if (game, lang) not in words:
                words[game, lang] = load_lines(game, lang), load_commands(lang)
            _check_names(data, lang)
            outcome, transcript = GAMES[game].rehearse(data, *words[game, lang], quick)
        except BadPosition as error:
            bad = True
            entry = GAMES[data["game"]]
            what = _({**_FAULTS, **entry.faults}.get(error.what, error.what))
            who = entry.who(data, error) if error.value is None else error.value
            if isinstance(who, tuple | list):
                who = ", ".join(map(str, who))
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
            names = [name for _place, name in _names(data)]
            bidi = Bidi.of(args.bidi, sys.stdout, lang, names)
            _print(path, data, outcome, transcript, equal, bidi)
    return 2 if bad else 1 if differs else 0


def _complain(path: Path, what: str) -> None:
    complain("narrator rehearse", f"{path}: {' '.join(what.split())}")


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except OSError as error:
        raise UserError(_("cannot be read ({fault})").format(fault=reason(error))) from None
    except UnicodeDecodeError:
        raise UserError(_("is not UTF-8"), mend=_("Save it as UTF-8.")) from None
    except UnicodeEncodeError:
        what = _("contains half of a character ({range})").format(range="\\ud800…\\udfff")
        raise UserError(what, mend=_("Write it out.")) from None
    except json.JSONDecodeError as error:
        what = _("is not JSON: {fault} (line {line}, column {column})")
        fault = what.format(fault=said(error.msg), line=error.lineno, column=error.colno)
        raise UserError(fault, mend=_("Mend that line.")) from None
    except (RecursionError, ValueError):
        raise UserError(_("is no JSON that describes a scenario")) from None
    if not isinstance(data, dict):
        raise UserError(_("must be a JSON object"), mend=_("See {page}.").format(page="docs/scenarios.md"))
    game = data.get("game")
    if game is None:
        names = " | ".join(map(json.dumps, GAMES))
        raise UserError(_("no game is named"), mend=_("Write {example}.").format(example=f'"game": {names}'))
    if not isinstance(game, str) or game not in GAMES:
        what = _("game {game} is unknown").format(game=f"{game!r:.40}")
        raise UserError(what, mend=_("Use {choices}.").format(choices=", ".join(GAMES)))
    if not isinstance(data.get("id", ""), str):
        raise UserError(_("{field} must be a string").format(field="id"))
    shape = GAMES[game].shape
    if not isinstance(data.get("expect", shape()), shape):
        must = _("{field} must be an object") if shape is dict else _("{field} must be an array")
        raise UserError(must.format(field="expect"), mend=_("Leave it out if there is no right answer."))
    return data


def _no_number(name: str) -> None:
    raise UserError(_("is not JSON: {fault}").format(fault=name), mend=_("Write a number or null."))


def _check_names(data: dict[str, Any], lang: str) -> None:
    """Names that no voice may get are refused here as anywhere; their shape is the rules' matter."""
    for index, name in _names(data):
        player_name(name, lang, where=f"input.players[{index}][0]")


def _names(data: dict[str, Any]) -> list[tuple[int, str]]:
    """The players' names as far as the file has any, with their places."""
    given = data.get("input")
    players = given.get("players") if isinstance(given, dict) else None
    return [
        (index, entry[0])
        for index, entry in enumerate(players if isinstance(players, list) else [])
        if isinstance(entry, list) and entry and isinstance(entry[0], str) and entry[0].strip()
    ]


def _print(
    path: Path, data: dict[str, Any], outcome: Any, transcript: tuple[Entry, ...], equal: bool, bidi: Bidi
) -> None:
    heading = f"{data.get('id', path.stem)} {data.get('title', '')}".rstrip()
    print(f"── {bidi.quote(''.join(c if c.isprintable() else '�' for c in heading))}".rstrip())
    for entry in transcript:
        if entry.kind in ("public", "private"):
            mark = "LOUD " if entry.kind == "public" else "quiet"
            said = bidi.text(entry.text, 15)
            print(f"{int(entry.at) // 60:3d}:{entry.at % 60:04.1f} {mark} {said}")
    print(bidi.json(json.dumps(outcome, ensure_ascii=False)))
    if "expect" in data:
        expected = bidi.json(json.dumps(data["expect"], ensure_ascii=False))
        print(shown(_("as expected"), sys.stdout) if equal else f"EXPECTED {expected}")
    print()
