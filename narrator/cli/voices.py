"""`narrator voices`: which voices there are, under which licence, and how they sound."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from narrator.audio import Player, write_wav
from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.earcons import tour
from narrator.cli.tell import tell
from narrator.cli.voice_fetch import fetch_voice
from narrator.data import data_dir
from narrator.errors import UserError
from narrator.messages import N_, _
from narrator.script import LANGUAGES, load_lines
from narrator.voice import Clip, load_profile, open_voice
from narrator.voice.pack_files import clip_paths, is_pack, read_profile
from narrator.voice.pack_units import line_units
from narrator.voice.system import PLATFORMS, SystemEngine, system_voices

_SAMPLE = "frame.eyes_shut"
_SYSTEM_RATE = 170
_SYSTEM_LICENCE = N_("the system's own: for use on this machine")


@dataclass(frozen=True, slots=True)
class Found:
    """name: what --voice takes (of the system's: what a profile names); kind: "built in", "pack" or "system";
    about: what it is, in the words of its maker."""

    name: str
    lang: str
    kind: str
    about: str
    licence: str


def add(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "voices",
        help=_("list the voices there are, with their licences; play a sample"),
        description=_(
            "Lists the profiles of voices/, the voice packs in this folder and in {folder}, and the system's "
            "own Vietnamese and Persian voices on macOS and Windows."
        ).format(folder=packs_folder()),
    )
    parser.add_argument("--lang", choices=LANGUAGES, help=_("only voices of this language"))
    parser.add_argument("--sample", metavar="NAME", help=_("play a line with this voice of the list"))
    parser.add_argument("--earcons", action="store_true", help=_("play the earcons and say what they mean"))
    parser.add_argument("--out", type=Path, metavar="FILE.wav", help=_("write the sample instead"))
    parser.add_argument("--fetch", metavar="NAME", help=_("download the files of this Piper voice"))
    add_bidi(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List them, give a sample, or fetch one."""
    if args.fetch is not None:
        print(fetch_voice(args.fetch, lambda line: print(line, file=sys.stderr)))
        return 0
    found = [one for one in all_voices() if args.lang in (None, one.lang)]
    if args.sample is not None:
        chosen = next((one for one in found if one.name == args.sample), None)
        if chosen is None:
            raise UserError(
                _("there is no voice {name!r}").format(name=args.sample),
                where="--sample",
                mend=_("Use {choices}.").format(choices=", ".join(one.name for one in found)),
            )
        _give(_sample(chosen), args.out)
        return 0
    if args.earcons:
        _give(tour(args.lang or LANGUAGES[0]), args.out)
        return 0
    if args.out is not None:
        raise UserError(_("no voice is named"), where="--out", mend=_("Add --sample NAME."))
    for one in found:
        bidi = Bidi.of(args.bidi, sys.stdout, one.lang)
        print(f"{one.name}\t{one.lang}\t{one.kind}\t{bidi.quote(one.about)}\t{bidi.quote(one.licence)}")
    return 0


def packs_folder() -> Path:
    """Where packs are looked for, beside the folder one stands in."""
    return platformdirs.user_data_path("narrator", appauthor=False) / "voices"


def all_voices() -> Iterator[Found]:
    """Those of voices/, then packs, then the system's. A faulty pack is told on stderr and left out."""
    for path in sorted(data_dir("voices").glob("*.toml"), key=lambda path: path.stem):
        profile = load_profile(None, path)
        yield Found(path.stem, profile.lang, "built in", profile.about, profile.licence)
    for folder in (Path(), packs_folder()):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_dir() and is_pack(path):
                yield from _pack(path)
    if sys.platform in PLATFORMS:
        try:
            for voice in system_voices():
                yield Found(voice.id, voice.lang, "system", voice.name, _(_SYSTEM_LICENCE))
        except UserError as error:
            tell(_("note: {what}").format(what=error), out=sys.stderr)


def _pack(path: Path) -> Iterator[Found]:
    try:
        profile, clips = read_profile(path), clip_paths(path)
    except UserError as error:
        tell(_("note: {what}").format(what=error), out=sys.stderr)
        return
    about = _("{title}, {clips} clips").format(title=profile.title, clips=len(clips))
    yield Found(str(path), profile.lang, "pack", about, profile.licence)


def _sample(voice: Found) -> Clip:
    game, text = _line(voice)
    system = SystemEngine(voice.name, _SYSTEM_RATE) if voice.kind == "system" else None
    with open_voice(voice.lang, game, profile=None if system else voice.name, engine=system) as speaks:
        return speaks.clip(text)


def _give(clip: Clip, out: Path | None) -> None:
    if out is not None:
        write_wav(out, clip.samples, clip.rate)
        print(f"{out}: {clip.seconds:.2f} s")
    else:
        _play(clip)


def _line(voice: Found) -> tuple[str, str]:
    """A game and a line of it: of a pack one that is recorded."""
    if voice.kind == "pack":
        have = clip_paths(Path(voice.name))
        for game in GAMES:
            for unit in line_units(load_lines(game, voice.lang)):
                if unit.key in have and not unit.within and not unit.id.startswith("roles."):
                    return game, unit.text
    game = next(iter(GAMES))
    return game, load_lines(game, voice.lang).text(_SAMPLE)


def _play(clip: Clip) -> None:
    over = threading.Event()
    with Player() as player:
        player.play(clip.samples, clip.rate, lambda _finished: over.set())
        over.wait(clip.seconds + 5.0)
