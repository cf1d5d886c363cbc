"""`narrator say`: what the voice would play, as a file."""

from __future__ import annotations

import argparse
from typing import Any

from narrator.audio.wav import write_wav
from narrator.messages import _
from narrator.script import LANGUAGES
from narrator.voice import open_voice


def add(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "say",
        help=_("write what the voice would play, normalised and respelt, to a WAV file"),
        description=_("Render TEXT as the narrator would say it: numbers as words, the lexicon applied."),
    )
    parser.add_argument("text", metavar="TEXT")
    parser.add_argument("--lang", required=True, choices=LANGUAGES)
    parser.add_argument("--out", required=True, metavar="FILE.wav")
    parser.add_argument("--game", metavar="GAME", help=_("apply the respellings of this game too"))
    parser.add_argument(
        "--voice", metavar="PROFILE", help=_("a voice profile (a file, or a name in voices/)")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the clip and print its speech and length. 0 when written; UserError for the rest."""
    with open_voice(args.lang, args.game, profile=args.voice) as voice:
        speech = voice.speech(args.text)
        clip = voice.clip(args.text)
    write_wav(args.out, clip.samples, clip.rate)
    print(f"{speech}\n{args.out}: {clip.seconds:.2f} s")
    return 0
