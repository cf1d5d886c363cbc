"""`narrator say`: what the voice would play, as a file."""

from __future__ import annotations

import argparse
import difflib
from typing import Any

from narrator.audio.wav import write_wav
from narrator.errors import UserError
from narrator.messages import _
from narrator.script import LANGUAGES, Utterance, load_lines
from narrator.script.lines import placeholders
from narrator.voice import open_voice


def add(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "say",
        help=_("write what the voice would play, normalised and respelt, to a WAV file"),
        description=_("Render TEXT as the narrator would say it: numbers as words, the lexicon applied."),
    )
    parser.add_argument("text", metavar="TEXT", nargs="?")
    parser.add_argument("--lang", required=True, choices=LANGUAGES)
    parser.add_argument("--out", required=True, metavar="FILE.wav")
    parser.add_argument("--game", metavar="GAME", help=_("apply the respellings of this game too"))
    parser.add_argument(
        "--line",
        metavar="ID",
        help=_("say this line of the game instead, in its manner and with its pauses: `frame.night_falls`"),
    )
    parser.add_argument(
        "--fill",
        metavar="NAME=TEXT",
        action="append",
        default=[],
        help=_("what stands in a place of the line: `name=Lan`; may be given again"),
    )
    parser.add_argument(
        "--voice", metavar="PROFILE", help=_("a voice profile (a file, or a name in voices/)")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the clip and print its speech and length. 0 when written; UserError for the rest."""
    text = _text(args)
    with open_voice(args.lang, args.game, profile=args.voice) as voice:
        speech = voice.speech(text)
        clip = voice.clip(text)
    write_wav(args.out, clip.samples, clip.rate)
    print(speech)
    if isinstance(text, Utterance):
        print(_manner(text))
    print(f"{args.out}: {clip.seconds:.2f} s")
    return 0


def _text(args: argparse.Namespace) -> str:
    if (args.text is None) == (args.line is None) or (args.line is not None and args.game is None):
        raise UserError(_("there is not one thing to say"), mend=_("Give TEXT, or --line with --game."))
    if args.line is None:
        return str(args.text)
    lines = load_lines(args.game, args.lang)
    if args.line not in lines.variants:
        near = ", ".join(difflib.get_close_matches(args.line, lines.variants, 3)) or "frame.night_falls"
        raise UserError(
            _("{game} has no line {line}").format(game=args.game, line=args.line),
            where="--line",
            mend=_("Use a line of its script: {near}.").format(near=near),
        )
    values = {name: text for name, _sign, text in (one.partition("=") for one in args.fill)}
    places = placeholders(lines.variants[args.line][0])
    if foreign := sorted(values.keys() - places):
        raise UserError(
            _("the line has no place for {name}").format(name=foreign[0]),
            where="--fill",
            mend=_("Leave it out."),
        )
    if missing := sorted(places - {n for n, text in values.items() if text}):
        raise UserError(
            _("the line has a place for {name}").format(name=missing[0]),
            where="--fill",
            mend=_("Write {example}.").format(example=f"--fill {missing[0]}=…"),
        )
    return lines.text(args.line, **values)


def _manner(text: Utterance) -> str:
    manner = text.delivery.manner
    silence = [manner.before, *(seconds for _at, seconds in text.delivery.pauses), manner.after]
    return f"{manner.id}: {manner.rate:g}×, {manner.volume:+g} LU, {' + '.join(f'{s:g}' for s in silence)} s"
