"""`narrator voice`: record a voice pack, look through it, hand it on as one file."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.tell import shown, tell
from narrator.errors import UserError
from narrator.messages import _
from narrator.script import LANGUAGES, load_lines, player_name
from narrator.voice.pack import SUFFIX
from narrator.voice.pack_check import check, lacking
from narrator.voice.pack_files import (
    PackProfile,
    clip_paths,
    is_pack,
    read_profile,
    read_said,
    write_clip,
    write_profile,
    write_said,
)
from narrator.voice.pack_take import Take
from narrator.voice.pack_units import COMMON, Unit, distinct, line_units, name_units, number_units
from narrator.voice.pack_zip import export_pack, import_pack

_PLAYERS = 12
_MOST = 40
_SHOWN = 20


def add(subparsers: Any) -> None:
    """Register the command and what it can do."""
    parser = subparsers.add_parser(
        "voice",
        help=_("record a voice pack, check it, or hand it on as one file"),
        description=_(
            "A voice pack is a folder of recorded lines; `narrator play --voice DIR` speaks with it."
        ),
    )
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    record = deeds.add_parser("record", help=_("record the lines of a game, one after the other"))
    _add_units(record)
    record.add_argument("--lang", required=True, choices=LANGUAGES)
    record.add_argument(
        "--only", metavar="PREFIX", help=_("only lines whose id begins so, as `call.` or `number.`")
    )
    record.add_argument("--again", action="store_true", help=_("also what is recorded already"))
    record.add_argument("--microphone", metavar="NAME", help=_("the microphone, by name"))
    record.add_argument("--screen", action="store_true", help=_("on a whole screen; needs Textual"))
    record.add_argument("--speaker", default="", help=_("whose voice it is (for a new pack)"))
    record.add_argument(
        "--licence", default="", help=_("who may use it (for a new pack; default: the speaker's own)")
    )
    add_bidi(record)
    record.set_defaults(run=_record)
    looked = deeds.add_parser("check", help=_("list what is missing, clipped, too quiet or unlike the rest"))
    _add_units(looked)
    looked.add_argument(
        "--all", action="store_true", help=_("list all, not the first {count} of a kind").format(count=_SHOWN)
    )
    add_bidi(looked)
    looked.set_defaults(run=_check)
    out = deeds.add_parser("export", help=_("write a pack as one file, {name}").format(name=f"NAME{SUFFIX}"))
    out.add_argument("--pack", type=Path, required=True, metavar="DIR")
    out.add_argument("--out", type=Path, required=True, metavar=f"FILE{SUFFIX}")
    out.set_defaults(run=_export)
    into = deeds.add_parser("import", help=_("unpack such a file to a new folder, checked"))
    into.add_argument("file", type=Path, metavar=f"FILE{SUFFIX}")
    into.add_argument("--pack", type=Path, required=True, metavar="DIR")
    into.set_defaults(run=_import)


def _add_units(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=tuple(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--pack", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--players",
        type=int,
        default=_PLAYERS,
        metavar="N",
        help=_("numbers up to N (default {count})").format(count=_PLAYERS),
    )
    parser.add_argument("--names", metavar="NAME,…", help=_("players' names, too"))


def _units(args: argparse.Namespace, lang: str) -> list[Unit]:
    """All that this evening can need, each once: lines, numbers, and names given or recorded before."""
    if not 1 <= args.players <= _MOST:
        raise UserError(
            _("{players} players").format(players=args.players),
            where="--players",
            mend=_("Use {least} to {most}.").format(least=1, most=_MOST),
        )
    known = {
        key.partition("/")[2]: text
        for key, text in (read_said(args.pack) if args.pack.is_dir() else {}).items()
        if key.startswith(f"{COMMON}/")
    }
    names = [text for id, text in known.items() if id.startswith("name.")]
    if args.names is not None:
        names += [player_name(name, lang) for name in re.split("[,،]", args.names)]
    return distinct(
        [
            *line_units(load_lines(args.game, lang)),
            *number_units(lang, args.players),
            *name_units(dict.fromkeys(names), known, lang),
        ]
    )


def _record(args: argparse.Namespace) -> int:
    """Walk through what is missing. 0, also when it was left early: it goes on where it was left."""
    from narrator.cli import voice_screen
    from narrator.cli.helper_screen import need_screen
    from narrator.cli.voice_record import MicrophoneRecorder, ask_terminal, hear_take, walk

    if args.screen:
        need_screen()
    if is_pack(args.pack):
        profile = read_profile(args.pack)
        if profile.lang != args.lang:
            raise UserError(
                _("this pack speaks {lang}").format(lang=profile.lang),
                where=str(args.pack),
                mend=_("Name another folder."),
            )
    else:
        speaker = args.speaker.strip() or "unnamed"
        licence = args.licence.strip() or "the speaker's own; ask before handing it on"
        profile = PackProfile(args.lang, f"{speaker} ({args.lang})", speaker, licence)
    units = _chosen(_units(args, args.lang), args.only)
    if not args.again and args.pack.is_dir():
        units = lacking(units, clip_paths(args.pack), read_said(args.pack), args.lang)
    if not units:
        tell(_("all of it is recorded; --again records it anew"), bidi=args.bidi)
        return 0
    bidi = Bidi.of(args.bidi, sys.stdout, args.lang)
    own = partial(shown, out=sys.stdout, bidi=args.bidi)
    said = read_said(args.pack) if args.pack.is_dir() else {}

    def keep(unit: Unit, take: Take) -> None:
        write_clip(args.pack, unit.key, take.samples, take.rate)
        said[unit.key] = unit.text
        write_said(args.pack, said)

    def begun() -> None:
        if not is_pack(args.pack):
            write_profile(args.pack, profile)

    before = len(said)
    if args.screen:
        voice_screen.record(args, units, keep, bidi, begun)
        return _left(args, units, len(said) - before)
    with MicrophoneRecorder(args.microphone) as recorder:
        begun()
        begin = _("{count} to record. Speak as to the table, a hand's breadth from the microphone.")
        tell(begin.format(count=len(units)), bidi=args.bidi)
        try:
            walk(units, recorder, keep, ask=ask_terminal, hear=hear_take, quote=bidi.quote, own=own)
        except KeyboardInterrupt:
            print()
    return _left(args, units, len(said) - before)


def _left(args: argparse.Namespace, units: Sequence[Unit], new: int) -> int:
    left = lacking(units, clip_paths(args.pack), read_said(args.pack), args.lang)
    now = _("{new} new, {left} left: {folder}")
    tell(now.format(new=new, left=len(left), folder=args.pack), bidi=args.bidi)
    return 0


def _chosen(units: Sequence[Unit], only: str | None) -> list[Unit]:
    chosen = [unit for unit in units if only is None or unit.id.startswith(only)]
    if not chosen:
        raise UserError(
            _("no line begins with {start!r}").format(start=only),
            where="--only",
            mend=_("Use a prefix as `call.` or `frame.`."),
        )
    return chosen


def _check(args: argparse.Namespace) -> int:
    """Print what was found. 0: nothing to mend; 1: something."""
    lang = read_profile(args.pack).lang
    report = check(args.pack, _units(args, lang))
    bidi = Bidi.of(args.bidi, sys.stdout, lang)
    level = _("{done} of {every} recorded, {loudness:.1f} LUFS, a spread of {spread:.1f} LU")
    head = level if report.recorded else _("{done} of {every} recorded")
    tell(
        head.format(
            done=report.recorded, every=report.wanted, loudness=report.loudness, spread=report.spread
        ),
        bidi=args.bidi,
    )
    kinds = list(dict.fromkeys(finding.what for finding in report.findings))
    for kind in kinds:
        those = [finding for finding in report.findings if finding.what == kind]
        tell(f"{_(kind)}: {len(those)}", bidi=args.bidi)
        for finding in those if args.all else those[:_SHOWN]:
            print(f"  {finding.key}  {bidi.quote(finding.text)}")
        if not args.all and len(those) > _SHOWN:
            more = _("… and {count} more (--all)").format(count=len(those) - _SHOWN)
            tell(f"  {more}", bidi=args.bidi)
    return 1 if report.findings else 0


def _export(args: argparse.Namespace) -> int:
    if args.out.suffix != SUFFIX:
        what = _("the file is not called {name}").format(name=f"…{SUFFIX}")
        raise UserError(what, where=str(args.out), mend=_("Name it so."))
    count = export_pack(args.pack, args.out)
    written = _("{file}: {clips} clips, {size:.1f} MB")
    tell(written.format(file=args.out, clips=count, size=args.out.stat().st_size / 1e6))
    return 0


def _import(args: argparse.Namespace) -> int:
    count = import_pack(args.file, args.pack)
    profile = read_profile(args.pack)
    bidi = Bidi.of(None, sys.stdout, profile.lang)
    tell(_("{file}: {clips} clips, {lang}").format(file=args.pack, clips=count, lang=profile.lang))
    print(f"{bidi.text(profile.speaker)}; {bidi.text(profile.licence)}")
    return 0
