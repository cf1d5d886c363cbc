"""narrator enrol: teach the ear the helper's words, from files or from the microphone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from narrator.audio.wav import read_wav, resample
from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.enrol_alike import MOST_AGAIN, Alike
from narrator.cli.enrol_words import SEATS_AS, chosen, lacking, live_words
from narrator.cli.tell import shown, tell
from narrator.ear.enrolment import TakeReport, enrol_takes
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.profile import Profile
from narrator.ear.standing import CLOSE, collisions, first_look, standings, updated
from narrator.errors import UserError
from narrator.messages import _

SUFFIXES = (".wav", ".flac", ".ogg")
_TAKES = 3


def add(subparsers: Any) -> None:
    """Register `enrol`."""
    parser = subparsers.add_parser("enrol", help=_("teach the ear your words"))
    parser.add_argument("--lang", required=True, choices=("vi", "fa"))
    parser.add_argument("--profile", type=Path, metavar="DIR", help=_("where the voice profile goes"))
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="DIR", help=_("files named WORD-ID.TAKE.wav")
    )
    parser.add_argument("--list", action="store_true", help=_("print word ids and what to say, then end"))
    parser.add_argument("--words", metavar="ID,…", help=_("only these words"))
    parser.add_argument(
        "--seats",
        "--players",
        type=int,
        metavar="N",
        help=_("seats in play: numbers and seat words up to N"),
    )
    parser.add_argument(
        "--game",
        choices=tuple(GAMES),
        help=_("record or list only the words of this game (default: {game}; --list: all)").format(
            game=next(iter(GAMES))
        ),
    )
    parser.add_argument(
        "--seats-as",
        choices=SEATS_AS,
        help=_("record or list seats as numbers, as code words, or as both (default: numbers; --list: both)"),
    )
    parser.add_argument(
        "--update",
        action="store_true",
        help=_(
            "add these words to the profile, or record them anew, and keep the rest; without --words, "
            "those the profile lacks"
        ),
    )
    parser.add_argument(
        "--show", action="store_true", help=_("show how well the words of the profile stand apart, then end")
    )
    parser.add_argument(
        "--takes",
        type=int,
        metavar="N",
        help=_("takes a word (default: {takes}; with --from all there are)").format(takes=_TAKES),
    )
    parser.add_argument(
        "--whispered",
        type=int,
        default=0,
        metavar="N",
        help=_("so many takes more of each word in a whisper, after all others (default 0)"),
    )
    parser.add_argument("--microphone", metavar="NAME", help=_("the helper's microphone, by name"))
    parser.add_argument("--device", dest="microphone", help=argparse.SUPPRESS)
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, enrol from files, or enrol live."""
    live = not (args.list or args.show or args.source is not None)
    game = args.game or (next(iter(GAMES)) if live else None)
    phrases = chosen(args.lang, args.words, args.seats, game)
    bidi = Bidi.of(args.bidi, sys.stdout, args.lang)
    if args.list:
        if args.game is not None:
            phrases = live_words(phrases, args.game, args.seats_as or "both", rare=True)
        for id, phrase in phrases.items():
            print(f"{id}\t{bidi.quote(phrase)}")
        return 0
    if args.profile is None:
        raise UserError(
            _("no place for the profile was given"), where="--profile", mend=_("Add --profile DIR.")
        )
    if args.show:
        _show(Profile.load(args.profile, args.lang), phrases, bidi)
        return 0
    before = Profile.load(args.profile, args.lang) if args.update else None
    if args.source is not None and args.whispered:
        raise UserError(
            _("files say themselves how they were spoken"),
            where="--whispered",
            mend=_("Leave it out with --from."),
        )
    if args.source is None and args.takes is None:
        args.takes = _TAKES
    if args.whispered < 0:
        raise UserError(
            _("{number} takes cannot be whispered").format(number=args.whispered),
            where="--whispered",
            mend=_("Usual is 1."),
        )
    if args.takes is not None and (args.takes < 0 or args.takes + args.whispered < 1):
        raise UserError(_("at least one take a word is needed"), where="--takes", mend=_("Usual is 3."))
    alike = Alike(args.lang)
    if args.source is not None:
        found = _read_takes(args.source, args.lang, phrases)
        takes: Mapping[str, list[Samples]] = {id: those[: args.takes] for id, those in found.items()}
    else:
        if args.words is None:
            phrases = live_words(phrases, args.game or next(iter(GAMES)), args.seats_as or "numbers")
            if before is not None:
                phrases = lacking(phrases, [word.id for word in before.words])
        takes = _record(phrases, args, alike)
    profile = enrol_takes(args.lang, takes, _tell, phrases)
    if before is not None:
        profile = updated(before, profile)
    profile.save(args.profile)
    for line in alike.left(profile):
        tell(line, out=sys.stderr, bidi=args.bidi, names=alike.phrases)
    tell(_summary(profile, args.profile), out=sys.stderr, bidi=args.bidi)
    return 0


def _record(phrases: Mapping[str, str], args: argparse.Namespace, alike: Alike) -> dict[str, list[Samples]]:
    from narrator.cli.enrol_live import record_takes

    say = partial(tell, bidi=args.bidi, names=alike.phrases)

    def again(found: Mapping[str, Sequence[Samples]]) -> list[str]:
        # A word and its whisper lie far apart: alike is judged among the takes of one manner.
        of_one = {
            id: kept[: args.takes] if args.takes > 1 else kept[args.takes :] for id, kept in found.items()
        }
        pairs = collisions(first_look(of_one), most=MOST_AGAIN)
        for one, other in pairs:
            say(_("{alike}: one more take of each.").format(alike=alike.named(one, other)))
        return list(dict.fromkeys(word for pair in pairs for word in pair))

    return record_takes(phrases, args.takes, args.microphone, say=say, whispered=args.whispered, again=again)


def _read_takes(folder: Path, lang: str, phrases: Mapping[str, str]) -> dict[str, list[Samples]]:
    """The takes of `phrases` in a folder; those of the language's other words are passed over."""
    if not folder.is_dir():
        raise UserError(_("there is no such folder"), where=str(folder), mend=_("Check --from."))
    known = chosen(lang, None, None)
    takes: dict[str, list[Samples]] = {}
    others = False
    for path in sorted(folder.iterdir(), key=_take_order):
        if path.suffix.lower() not in SUFFIXES:
            continue
        id, dot, _take = path.stem.rpartition(".")
        if not dot or id not in known:
            raise UserError(
                _("the name of this file names no word"),
                where=str(path),
                mend=_("Files are called WORD-ID.TAKE.wav; `narrator enrol --list` shows the word ids."),
            )
        if id not in phrases:
            others = True
            continue
        samples, rate = read_wav(path)
        takes.setdefault(id, []).append(np.asarray(resample(samples, rate, SAMPLE_RATE), np.float32))
    if others and not takes:
        raise UserError(
            _("there are sound files here, but none of the words asked for"),
            where=str(folder),
            mend=_("Check --words and --seats."),
        )
    if not takes:
        raise UserError(_("there are no sound files here"), where=str(folder), mend=_("Check --from."))
    return {id: takes[id] for id in phrases if id in takes}


def _take_order(path: Path) -> tuple[str, int, str]:
    id, _, take = path.stem.rpartition(".")
    return id, int(take) if take.isdecimal() else 0, path.name


def _tell(report: TakeReport) -> None:
    if report.problems:
        faults = _("; ").join(_(problem.value) for problem in report.problems)
        line = (
            _("{word}, take {take}: {faults}")
            if report.kept
            else _("{word}, take {take}: {faults} (not used)")
        )
        tell(line.format(word=report.word, take=report.take, faults=faults), out=sys.stderr)


def _summary(profile: Profile, folder: Path) -> str:
    takes = sum(word.takes for word in profile.words)
    return _("{words} words, {takes} takes: {folder}").format(
        words=len(profile.words), takes=takes, folder=folder
    )


_CELLS = 20


def _show(profile: Profile, phrases: Mapping[str, str], bidi: Bidi) -> None:
    """A bar a word, the least sure first; and which to record anew."""
    found = standings(profile)
    if not found:
        tell(_("two words with two takes each are needed to compare"), out=sys.stderr)
        return
    for one in found:
        filled = round(_CELLS * min(max(one.room, 0.0), 1.0))
        phrase, rival = (bidi.quote(phrases.get(id, id)) for id in (one.word, one.rival))
        mark = f"  ← {shown(_('close'), sys.stdout)}" if one.room < CLOSE else ""
        print(f"{'█' * filled}{'░' * (_CELLS - filled)}  {phrase}  ~  {rival}{mark}")
    if close := [one.word for one in found if one.room < CLOSE]:
        again = ",".join(close)
        mend = _("Record the close ones again, with a take more: {options}")
        tell(mend.format(options=f"--update --takes 4 --words {again}"))
