"""`narrator play`: the live game."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from narrator.audio.errors import AudioError, dead_microphone
from narrator.catalogue.live_games import Party, live_game
from narrator.cli import helper_screen, setups, wyoming_options
from narrator.cli.bidi import Bidi, add_bidi
from narrator.cli.pace import add_pace, pace
from narrator.cli.tell import tell
from narrator.cli.terminal import Desk, Keyboard, TerminalScreen, interactive
from narrator.cli.words import note
from narrator.ear import open_ear, open_ear_over
from narrator.ear.keypad import help_lines
from narrator.errors import UserError
from narrator.messages import _
from narrator.table.evening import Devices, Evening
from narrator.table.kept import Kept
from narrator.table.steady_screen import Screen

_ZERO_CHECK = 2.2


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "play",
        help=_("play a game at the table"),
        description=_(
            "Plays a game: the narrator speaks, the helper whispers or presses keys (? lists them). "
            "This terminal shows secrets: turn it to the helper."
        ),
    )
    setups.add_game(parser, live=True)
    setups.add_lang(parser, own=True)
    add_pace(parser)
    add_table(parser)
    helper_screen.add_screen(parser)
    parser.add_argument("--no-explanations", action="store_true", help=_("do not explain goal and roles"))
    parser.add_argument("--seed", type=int, help=_("the same seed and inputs give the same game"))
    parser.add_argument("--or-demo", action="store_true", help=_("without sound or terminal, run the demo"))
    parser.set_defaults(run=run)


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the options for devices, ear, voice and screen."""
    add_bidi(parser)
    parser.add_argument(
        "--device", metavar="NAME", help=_("the loudspeaker, by name (default: the system's)")
    )
    parser.add_argument("--private-device", metavar="NAME", help=_("the helper's earpiece, by name"))
    parser.add_argument("--microphone", metavar="NAME", help=_("the helper's microphone, by name"))
    parser.add_argument("--no-microphone", action="store_true", help=_("keys only"))
    parser.add_argument("--no-screen", action="store_true", help=_("show no secrets here; needs an earpiece"))
    parser.add_argument("--profile", type=Path, metavar="DIR", help=_("the helper's enrolled voice"))
    parser.add_argument(
        "--model",
        type=Path,
        metavar="DIR",
        help=_("hear with this Vosk model (default: the one that was fetched)"),
    )
    parser.add_argument(
        "--engine",
        choices=("enrolled", "vosk"),
        help=_("one ear alone (default: both, where there are a voice and a model)"),
    )
    parser.add_argument(
        "--ambience",
        action="store_true",
        help=_("a soft night under the narrator, to cover small noises"),
    )
    parser.add_argument("--voice", type=Path, metavar="NAME|FILE", help=_("a voice of voices/, or your own"))
    parser.add_argument("--state", type=Path, metavar="DIR", help=_("where the journal is kept"))
    wyoming_options.add(parser)


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    if args.or_demo and not interactive():
        return _demo(args, _("this is no terminal"))
    try:
        return _play(args)
    except AudioError as error:
        if not args.or_demo or error.code != "no_output":
            raise
        return _demo(args, str(error))


def _demo(args: argparse.Namespace, why: str) -> int:
    from narrator.cli import demo

    tell(_("{why}; here is the demo instead").format(why=why), bidi=args.bidi)
    args.out = Path("narrator-demo.wav")
    return demo.run(args)


def _play(args: argparse.Namespace) -> int:
    party = setups.evening(args)
    doubts = (*setups.doubts_at_the_table(party, args.lang), *setups.doubtful_names(party, args.lang))
    return at_table(args, made(args, party), doubts=doubts)


def at_table(
    args: argparse.Namespace, party: Party, *, doubts: Sequence[str] = (), kept: Kept | None = None
) -> int:
    """Play a party with the devices of `add_table`; the command's exit status.

    doubts: what the helper is told before; kept: the game was begun, and is gone on with.
    """
    if args.no_screen and args.private_device is None:
        raise UserError(
            _("nobody could read what is for the helper alone"),
            where="--no-screen",
            mend=_("Give the helper an earpiece with --private-device, or leave the screen on."),
        )
    helper_screen.check(args)
    lang = party.lang
    bidi = Bidi.of(args.bidi, sys.stdout, lang, party.names.values())
    screen = (
        helper_screen.screen_of(args, bidi)
        if args.screen
        else TerminalScreen(sys.stdout, secrets=not args.no_screen, bidi=bidi)
    )
    sheet = help_lines(lang, party.game.words)
    where = devices(args, lang, screen)
    with Evening(live_game(party), where, screen, state=args.state, kept=kept) as evening:
        for line in doubts:
            screen.note(note(lang, "note", what=line))
        _prepare(evening, lang, Bidi.of(args.bidi, sys.stderr, lang))
        _check_microphone(evening)
        try:
            if isinstance(screen, TerminalScreen):
                screen.note(note(lang, "no_secrets" if args.no_screen else "secrets"))
                winner = _by_lines(evening, Desk(screen, sheet, evening.press, evening.show))
            else:
                screen.note(helper_screen.note_of(args, lang))
                winner = helper_screen.play_on(screen, evening, args, bidi, sheet, party.game.id)
        finally:
            screen.note(note(lang, "journal", path=evening.journal.path))
        return 0 if winner is not None else 1


def _by_lines(evening: Evening, desk: Desk) -> str | None:
    keyboard = Keyboard(sys.stdin, desk.pressed)
    try:
        with _terminable():
            return evening.run()
    finally:
        keyboard.close()


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM ends the program as Ctrl-C does, with 143: devices are given back, the terminal as it was."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def made(args: argparse.Namespace, evening: setups.Evening) -> Party:
    """The party that the options describe."""
    return Party(
        evening.game,
        args.lang,
        evening.setup,
        args.seed if args.seed is not None else random.SystemRandom().randrange(2**31),
        pace(args),
        options=evening.options,
        rules=args.rule,
        names=evening.names,
        explain=not args.no_explanations,
        voice=args.voice,
    )


def default_profile(lang: str) -> Path:
    """Where the helper's enrolled voice lies when no other place is named."""
    return user_data_path("narrator") / "profiles" / lang


def devices(args: argparse.Namespace, lang: str, screen: Screen) -> Devices:
    """Where it is played, as the options of `add_table` say; the ear is opened."""
    profile = args.profile
    if profile is None and default_profile(lang).is_dir():
        profile = default_profile(lang)
    recogniser = over = None
    door = wyoming_options.opened(args, lang)
    if args.no_microphone:
        screen.note(note(lang, "keys_only"))
    elif door.ear is not None:
        over = open_ear_over(lang, profile=profile)
        recogniser = door.recogniser()
    elif profile is not None or args.model is not None or args.engine is not None:
        recogniser = open_ear(lang, engine=args.engine, profile=profile, model=args.model)
        over = open_ear_over(lang, engine=args.engine, profile=profile)
    else:
        screen.note(note(lang, "nobody_enrolled"))
    local = Devices(
        public=args.device,
        private=args.private_device,
        microphone=args.microphone,
        listen=recogniser is not None,
        recogniser=recogniser,
        over=over,
        ambience=args.ambience,
    )
    return door.furnish(local)


def _prepare(evening: Evening, lang: str, bidi: Bidi) -> None:
    shown = sys.stderr.isatty()

    def progress(done: int, total: int) -> None:
        if shown:
            said = note(lang, "preparing", done=done, total=total)
            print(f"\r{bidi.text(said)}", end="", file=sys.stderr, flush=True)

    evening.prepare(progress)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _check_microphone(evening: Evening) -> None:
    """No game on a microphone that delivers nothing but zeros."""
    microphone = evening.microphone
    if microphone is None:
        return
    time.sleep(_ZERO_CHECK)
    if microphone.all_zero:
        raise dead_microphone(microphone.name)
