"""`narrator voice`: record a voice pack, look through it, hand it on as one file."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.errors import UserError
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
        help="record a voice pack, check it, or hand it on as one file",
        description="A voice pack is a folder of recorded lines; `narrator play --voice DIR` speaks with it.",
    )
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    record = deeds.add_parser("record", help="record the lines of a game, one after the other")
    _add_units(record)
    record.add_argument("--lang", required=True, choices=LANGUAGES)
    record.add_argument("--only", metavar="PREFIX", help="only lines whose id begins so, as call. or number.")
    record.add_argument("--again", action="store_true", help="also what is recorded already")
    record.add_argument("--microphone", metavar="NAME", help="the microphone, by name")
    record.add_argument("--speaker", default="", help="whose voice it is (for a new pack)")
    record.add_argument(
        "--licence", default="", help="who may use it (for a new pack; default: the speaker's own)"
    )
    add_bidi(record)
    record.set_defaults(run=_record)
    looked = deeds.add_parser("check", help="list what is missing, clipped, too quiet or unlike the rest")
    _add_units(looked)
    looked.add_argument("--all", action="store_true", help=f"list all, not the first {_SHOWN} of a kind")
    add_bidi(looked)
    looked.set_defaults(run=_check)
    out = deeds.add_parser("export", help=f"write a pack as one file, NAME{SUFFIX}")
    out.add_argument("--pack", type=Path, required=True, metavar="DIR")
    out.add_argument("--out", type=Path, required=True, metavar=f"FILE{SUFFIX}")
    out.set_defaults(run=_export)
    into = deeds.add_parser("import", help="unpack such a file to a new folder, checked")
    into.add_argument("file", type=Path, metavar=f"FILE{SUFFIX}")
    into.add_argument("--pack", type=Path, required=True, metavar="DIR")
    into.set_defaults(run=_import)


def _add_units(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=tuple(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--pack", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--players", type=int, default=_PLAYERS, metavar="N", help=f"numbers up to N (default {_PLAYERS})"
    )
    parser.add_argument("--names", metavar="NAME,…", help="players' names, too")


def _units(args: argparse.Namespace, lang: str) -> list[Unit]:
    """All that this evening can need, each once: lines, numbers, and names given or recorded before."""
    if not 1 <= args.players <= _MOST:
        raise UserError(f"{args.players} players", where="--players", mend=f"Use 1 to {_MOST}.")
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
    from narrator.cli.voice_record import MicrophoneRecorder, ask_terminal, hear_take, walk

    if is_pack(args.pack):
        profile = read_profile(args.pack)
        if profile.lang != args.lang:
            raise UserError(
                f"this pack speaks {profile.lang}", where=str(args.pack), mend="Name another folder."
            )
    else:
        speaker = args.speaker.strip() or "unnamed"
        licence = args.licence.strip() or "the speaker's own; ask before handing it on"
        profile = PackProfile(args.lang, f"{speaker} ({args.lang})", speaker, licence)
    units = _chosen(_units(args, args.lang), args.only)
    if not args.again and args.pack.is_dir():
        units = lacking(units, clip_paths(args.pack), read_said(args.pack), args.lang)
    if not units:
        print("all of it is recorded; --again records it anew")
        return 0
    bidi = Bidi.of(args.bidi, sys.stdout, args.lang)
    said = read_said(args.pack) if args.pack.is_dir() else {}

    def keep(unit: Unit, take: Take) -> None:
        write_clip(args.pack, unit.key, take.samples, take.rate)
        said[unit.key] = unit.text
        write_said(args.pack, said)

    with MicrophoneRecorder(args.microphone) as recorder:
        if not is_pack(args.pack):
            write_profile(args.pack, profile)
        print(f"{len(units)} to record. Speak as to the table, a hand's breadth from the microphone.")
        before = len(said)
        try:
            walk(units, recorder, keep, ask=ask_terminal, hear=hear_take, quote=bidi.quote)
        except KeyboardInterrupt:
            print()
    left = lacking(units, clip_paths(args.pack), read_said(args.pack), args.lang)
    print(f"{len(said) - before} new, {len(left)} left: {args.pack}")
    return 0


def _chosen(units: Sequence[Unit], only: str | None) -> list[Unit]:
    chosen = [unit for unit in units if only is None or unit.id.startswith(only)]
    if not chosen:
        raise UserError(
            f"no line begins with {only!r}", where="--only", mend="Use a prefix as call. or frame."
        )
    return chosen


def _check(args: argparse.Namespace) -> int:
    """Print what was found. 0: nothing to mend; 1: something."""
    lang = read_profile(args.pack).lang
    report = check(args.pack, _units(args, lang))
    bidi = Bidi.of(args.bidi, sys.stdout, lang)
    print(f"{report.recorded} of {report.wanted} recorded", end="")
    print(f", {report.loudness:.1f} LUFS, a spread of {report.spread:.1f} LU" if report.recorded else "")
    kinds = list(dict.fromkeys(finding.what for finding in report.findings))
    for kind in kinds:
        those = [finding for finding in report.findings if finding.what == kind]
        print(f"{kind}: {len(those)}")
        for finding in those if args.all else those[:_SHOWN]:
            print(f"  {finding.key}  {bidi.quote(finding.text)}")
        if not args.all and len(those) > _SHOWN:
            print(f"  … and {len(those) - _SHOWN} more (--all)")
    return 1 if report.findings else 0


def _export(args: argparse.Namespace) -> int:
    if args.out.suffix != SUFFIX:
        raise UserError(f"the file is not called …{SUFFIX}", where=str(args.out), mend="Name it so.")
    count = export_pack(args.pack, args.out)
    print(f"{args.out}: {count} clips, {args.out.stat().st_size / 1e6:.1f} MB")
    return 0


def _import(args: argparse.Namespace) -> int:
    count = import_pack(args.file, args.pack)
    profile = read_profile(args.pack)
    bidi = Bidi.of(None, sys.stdout, profile.lang)
    print(f"{args.pack}: {count} clips, {profile.lang}")
    print(f"{bidi.text(profile.speaker)}; {bidi.text(profile.licence)}")
    return 0
