"""`narrator demo`: a whole short game without hardware, as a recording and a transcript."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from typing import Any

from narrator.audio import write_wav
from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.pace import add_pace, preset
from narrator.cli.setups import add_lang, chosen
from narrator.cli.tell import tell
from narrator.ear.port import SAMPLE_RATE
from narrator.errors import UserError
from narrator.messages import _
from narrator.table.demo import Demo, run_demo


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help=_("play a short game by itself: real voice, real ear, no hardware"),
        description=_(
            "Plays a whole short game without any hardware: the narrator's real voice, whispers "
            "that are synthesised and recognised by the real ear. Exit 1 when a whisper was misheard."
        ),
    )
    parser.add_argument(
        "game",
        nargs="?",
        choices=GAMES,
        default=next(iter(GAMES)),
        metavar="GAME",
        help=_("the game: {games} (default: %(default)s)").format(games=", ".join(GAMES)),
    )
    add_lang(parser, own=True)
    add_pace(parser)
    add_bidi(parser)
    parser.add_argument("--out", type=Path, metavar="FILE.wav", help=_("keep the recording"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, print the transcript, keep the recording."""
    shown = sys.stderr.isatty()
    entry = chosen(args)
    quick = preset(args)

    def progress(what: str, done: int, every: int) -> None:
        if shown:
            total = f"/{every}" if every else " s"
            print(f"\r\033[K{what} {done}{total}", end="", file=sys.stderr, flush=True)

    # Half a minute of work should not be lost to a mistyped folder.
    if args.out is not None and args.out.is_dir():
        mend = _("Name a file in it, as {name}.").format(name="evening.wav")
        raise UserError(_("this is a folder"), where=str(args.out), mend=mend)
    if args.out is not None and not args.out.parent.is_dir():
        mend = _("Choose a folder that exists.")
        raise UserError(_("there is no such folder"), where=str(args.out.parent), mend=mend)
    demo = run_demo(entry.demo, args.lang, progress, quick)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    _transcript(demo, Bidi.of(args.bidi, sys.stdout, args.lang, entry.demo.names[args.lang]))
    _summary(demo, args.bidi)
    if args.out is not None:
        write_wav(args.out, demo.sound, SAMPLE_RATE)
        seconds = len(demo.sound) / SAMPLE_RATE
        tell(_("recording: {file} ({seconds:.0f} s)").format(file=args.out, seconds=seconds), bidi=args.bidi)
    return 0 if demo.right else 1


def _transcript(demo: Demo, bidi: Bidi) -> None:
    rows: list[tuple[float, str]] = []
    for entry in demo.transcript:
        if entry.kind in ("public", "private"):
            mark = "LOUD " if entry.kind == "public" else "quiet"
            rows.append((entry.at, f"{mark} {bidi.text(entry.text, 15)}"))
    for whisper in demo.whispers:
        made = "" if whisper.right else f"  ← MISHEARD as {whisper.heard or 'nothing'}"
        rows.append((whisper.at, f"helper   «{bidi.quote(whisper.phrase)}»{made}"))
    rows += [(stray.ended, f"STRAY {stray.intent} ({bidi.quote(stray.words)})") for stray in demo.strays]
    for at, text in sorted(rows, key=lambda row: row[0]):
        print(f"{int(at) // 60:3d}:{at % 60:04.1f} {text}")


def _summary(demo: Demo, bidi: str | None) -> None:
    delays = [whisper.delay for whisper in demo.whispers if whisper.right]
    counted = _("winner: {winner}; {right} of {every} whispers right, {strays} strays").format(
        winner=demo.winner, right=len(delays), every=len(demo.whispers), strays=len(demo.strays)
    )
    tell(counted, bidi=bidi)
    if delays:
        times = _("end of whisper to action: median {median:.2f} s, longest {longest:.2f} s")
        tell(times.format(median=median(delays), longest=max(delays)), bidi=bidi)
