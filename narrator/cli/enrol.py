"""narrator enrol: teach the ear the helper's words, from files or from the microphone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from narrator.audio.wav import read_wav, resample
from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.ear.enrolment import TakeReport, enrol_takes
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.ear.profile import Profile
from narrator.ear.standing import CLOSE, standings, updated
from narrator.errors import UserError
from narrator.script import load_commands

SUFFIXES = (".wav", ".flac", ".ogg")


def add(subparsers: Any) -> None:
    """Register `enrol`."""
    parser = subparsers.add_parser("enrol", help="teach the ear your words")
    parser.add_argument("--lang", required=True, choices=("vi", "fa"))
    parser.add_argument("--profile", type=Path, metavar="DIR", help="where the voice profile goes")
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="DIR", help="files named WORD-ID.TAKE.wav"
    )
    parser.add_argument("--list", action="store_true", help="print word ids and what to say, then end")
    parser.add_argument("--words", metavar="ID,…", help="only these words")
    parser.add_argument(
        "--seats", type=int, metavar="N", help="seats in play: numbers and seat words up to N"
    )
    parser.add_argument(
        "--game",
        choices=tuple(GAMES),
        help=f"record or list only the words of this game (default: {next(iter(GAMES))}; --list: all)",
    )
    parser.add_argument(
        "--seats-as",
        choices=("numbers", "words", "both"),
        default="numbers",
        help="record seats as numbers, as code words, or as both (default: numbers)",
    )
    parser.add_argument(
        "--update",
        action="store_true",
        help="add these words to the profile, or record them anew, and keep the rest",
    )
    parser.add_argument(
        "--show", action="store_true", help="show how well the words of the profile stand apart, then end"
    )
    parser.add_argument("--takes", type=int, default=3, metavar="N", help="takes a word (default 3)")
    parser.add_argument("--microphone", metavar="NAME", help="the helper's microphone, by name")
    parser.add_argument("--device", dest="microphone", help=argparse.SUPPRESS)
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, enrol from files, or enrol live."""
    phrases = _chosen(args.lang, args.words, args.seats)
    bidi = Bidi.of(args.bidi, sys.stdout, args.lang)
    if args.list:
        if args.game is not None:
            phrases = {id: phrase for id, phrase in phrases.items() if id in GAMES[args.game].words}
        for id, phrase in phrases.items():
            print(f"{id}\t{bidi.quote(phrase)}")
        return 0
    if args.profile is None:
        raise UserError("no place for the profile was given", where="--profile", mend="Add --profile DIR.")
    if args.show:
        _show(Profile.load(args.profile, args.lang), phrases, bidi)
        return 0
    before = Profile.load(args.profile, args.lang) if args.update else None
    if args.takes < 1:
        raise UserError("at least one take a word is needed", where="--takes", mend="Usual is 3.")
    if args.source is not None:
        takes: Mapping[str, list[Samples]] = _read_takes(args.source, phrases)
    else:
        from narrator.cli.enrol_live import record_takes

        if args.words is None:
            phrases = live_words(phrases, args.game or next(iter(GAMES)), args.seats_as)
        shown = {id: bidi.quote(phrase) for id, phrase in phrases.items()}
        takes = record_takes(shown, args.takes, args.microphone)
    profile = enrol_takes(args.lang, takes, _tell, phrases)
    if before is not None:
        profile = updated(before, profile)
    profile.save(args.profile)
    print(_summary(profile, args.profile), file=sys.stderr)
    return 0


def live_words(phrases: Mapping[str, str], game: str, seats_as: str) -> dict[str, str]:
    """The words worth a person's time: those of the game, a seat in the way it will be called."""
    other = {"numbers": "seat_", "words": "number_", "both": " "}[seats_as]
    used = GAMES[game].words
    return {id: phrase for id, phrase in phrases.items() if id in used and not id.startswith(other)}


def _chosen(lang: str, words: str | None, seats: int | None) -> dict[str, str]:
    all_words = load_commands(lang).words
    phrases = {word.id: word.phrases[0] for word in all_words}
    if seats is not None:
        if not 1 <= seats <= 20:
            raise UserError(f"{seats} seats cannot be enrolled", where="--seats", mend="Use 1 to 20.")
        far = {word.id for word in all_words if word.number is not None and word.number > seats}
        phrases = {id: phrase for id, phrase in phrases.items() if id not in far}
    if words is not None:
        wanted = [part.strip() for part in words.split(",") if part.strip()]
        for one in wanted:
            if one not in phrases:
                raise UserError(
                    f"there is no word {one!r}",
                    where="--words",
                    mend=f"`narrator enrol --list --lang {lang}` shows them all.",
                )
        phrases = {id: phrases[id] for id in wanted}
    return phrases


def _read_takes(folder: Path, phrases: Mapping[str, str]) -> dict[str, list[Samples]]:
    if not folder.is_dir():
        raise UserError("there is no such folder", where=str(folder), mend="Check --from.")
    takes: dict[str, list[Samples]] = {}
    for path in sorted(folder.iterdir(), key=_take_order):
        if path.suffix.lower() not in SUFFIXES:
            continue
        id, dot, _ = path.stem.rpartition(".")
        if not dot or id not in phrases:
            raise UserError(
                "the name of this file names no word",
                where=str(path),
                mend="Files are called WORD-ID.TAKE.wav; `narrator enrol --list` shows the word ids.",
            )
        samples, rate = read_wav(path)
        takes.setdefault(id, []).append(np.asarray(resample(samples, rate, SAMPLE_RATE), np.float32))
    if not takes:
        raise UserError("there are no sound files here", where=str(folder), mend="Check --from.")
    return {id: takes[id] for id in phrases if id in takes}


def _take_order(path: Path) -> tuple[str, int, str]:
    id, _, take = path.stem.rpartition(".")
    return id, int(take) if take.isdecimal() else 0, path.name


def _tell(report: TakeReport) -> None:
    if report.problems:
        faults = "; ".join(problem.value for problem in report.problems)
        fate = "" if report.kept else " (not used)"
        print(f"{report.word}, take {report.take}: {faults}{fate}", file=sys.stderr)


def _summary(profile: Profile, folder: Path) -> str:
    takes = sum(word.takes for word in profile.words)
    return (
        f"{len(profile.words)} words, {takes} takes, asking for a score of {profile.threshold:.2f}: {folder}"
    )


_CELLS = 20


def _show(profile: Profile, phrases: Mapping[str, str], bidi: Bidi) -> None:
    """A bar a word, the least sure first; and which to record anew."""
    found = standings(profile)
    if not found:
        print("two words with two takes each are needed to compare", file=sys.stderr)
        return
    for one in found:
        filled = round(_CELLS * min(max(one.room, 0.0), 1.0))
        phrase, rival = (bidi.quote(phrases.get(id, id)) for id in (one.word, one.rival))
        mark = "  ← close" if one.room < CLOSE else ""
        print(f"{'█' * filled}{'░' * (_CELLS - filled)}  {phrase}  ~  {rival}{mark}")
    if close := [one.word for one in found if one.room < CLOSE]:
        again = ",".join(close)
        print(f"Record the close ones again, with a take more: --update --takes 4 --words {again}")
