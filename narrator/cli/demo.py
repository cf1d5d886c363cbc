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
from narrator.cli.setups import add_lang, chosen
from narrator.ear.port import SAMPLE_RATE
from narrator.errors import UserError
from narrator.table.demo import Demo, run_demo


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help="play a short game by itself: real voice, real ear, no hardware",
        description="Plays a whole short game without any hardware: the narrator's real voice, whispers "
        "that are synthesised and recognised by the real ear. Exit 1 when a whisper was misheard.",
    )
    parser.add_argument(
        "game",
        nargs="?",
        choices=GAMES,
        default=next(iter(GAMES)),
        metavar="GAME",
        help=f"the game: {', '.join(GAMES)} (default: %(default)s)",
    )
    add_lang(parser, own=True)
    add_bidi(parser)
    parser.add_argument("--out", type=Path, metavar="FILE.wav", help="keep the recording")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, print the transcript, keep the recording."""
    shown = sys.stderr.isatty()
    entry = chosen(args)

    def progress(what: str, done: int, every: int) -> None:
        if shown:
            total = f"/{every}" if every else " s"
            print(f"\r\033[K{what} {done}{total}", end="", file=sys.stderr, flush=True)

    # Half a minute of work should not be lost to a mistyped folder.
    if args.out is not None and args.out.is_dir():
        raise UserError("this is a folder", where=str(args.out), mend="Name a file in it, as evening.wav.")
    if args.out is not None and not args.out.parent.is_dir():
        mend = "Choose a folder that exists."
        raise UserError("there is no such folder", where=str(args.out.parent), mend=mend)
    demo = run_demo(entry.demo, args.lang, progress)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    _transcript(demo, Bidi.of(args.bidi, sys.stdout, args.lang, entry.demo.names[args.lang]))
    if args.out is not None:
        write_wav(args.out, demo.sound, SAMPLE_RATE)
        print(f"recording: {args.out} ({len(demo.sound) / SAMPLE_RATE:.0f} s)")
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
    right = sum(whisper.right for whisper in demo.whispers)
    delays = [whisper.delay for whisper in demo.whispers if whisper.right]
    print(f"winner: {demo.winner}; {right} of {len(demo.whispers)} whispers right, {len(demo.strays)} strays")
    if delays:
        print(f"end of whisper to action: median {median(delays):.2f} s, longest {max(delays):.2f} s")
