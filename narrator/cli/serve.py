"""`narrator serve`: always there; started, set up and played by voice alone."""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from narrator.catalogue import GAMES
from narrator.catalogue.live_games import Party, live_game, party_of
from narrator.catalogue.offer import offered, set_up_lines, wanted
from narrator.cli import setups
from narrator.cli.bidi import Bidi
from narrator.cli.pace import add_pace, pace
from narrator.cli.play import add_table, devices
from narrator.cli.terminal import Desk, Keyboard, TerminalScreen
from narrator.cli.words import note
from narrator.ear.keypad import help_lines
from narrator.errors import UserError
from narrator.flow.cues import ChimeName, SoundName
from narrator.flow.setting_up import Chosen, SetUpFlow, Unfinished
from narrator.messages import _
from narrator.table.evening import Devices, Evening
from narrator.table.kept import Kept, journals, read_journal
from narrator.table.notices import Notices
from narrator.table.reception import Reception
from narrator.table.service import KeptGame, Service, Turned
from narrator.table.steady_screen import Screen

_LOOKED_AT = 20
"""Journals that are looked through for a game to go on with: an older one is no longer this table's."""

_AT_THE_LATEST = 1.7
"""Seconds after the signal to stop."""


def add(subparsers: Any) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "serve",
        help=_("wait for a table and play by voice alone, as a service"),
        description=_(
            "Waits silent until the helper's word for the start is heard; then asks which game, how "
            "many players and which cards, plays the game, and waits again. Made to be started with the "
            "machine: see docs/service.md. Ends on SIGTERM; the game is kept and offered when it is called "
            "the next time."
        ),
    )
    setups.add_lang(parser)
    add_pace(parser)
    add_table(parser)
    parser.add_argument("--no-explanations", action="store_true", help=_("do not explain goal and roles"))
    parser.add_argument("--seed", type=int, help=_("the same seed and inputs give the same games"))
    parser.set_defaults(run=run)


class LogScreen:
    """No screen: only troubles are written, to where a service's errors go. Nothing of a game is."""

    secrets = False

    def public(self, text: str) -> None:
        """Not kept."""

    def private(self, text: str) -> None:
        """Not kept."""

    def hint(self, text: str) -> None:
        """Not kept."""

    def chime(self, name: ChimeName | SoundName) -> None:
        """Not kept."""

    def alarm(self, text: str) -> None:
        """Write a trouble with the machine."""
        self.note(text)

    def note(self, text: str) -> None:
        """Write anything else that is no part of a game."""
        print(text, file=sys.stderr, flush=True)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    pace(args)  # a wrong one is told now, not when the first game begins
    screen = _screen(args)
    keys = sys.stdin is not None and sys.stdin.isatty()
    if not screen.secrets and args.private_device is None:
        raise UserError(
            _("nobody could be told what is for the helper alone"),
            where="--private-device",
            mend=_("Give the helper an earpiece, or start it in a terminal without --no-screen."),
        )
    table = _Table(args, screen, keys)
    notices = Notices.here()
    service = Service(
        receive=table.receive,
        make_flow=table.set_up,
        play=table.play,
        go_on=table.go_on,
        unfinished=table.unfinished,
        notices=notices,
    )
    try:
        with _signals(service) as restore, _keyboard(keys, args.lang, screen, service, restore):
            service.run()
    finally:
        notices.close()
    return 0


class _Table:
    """The games and devices that the options describe; everything is made anew for each evening."""

    def __init__(self, args: argparse.Namespace, screen: Screen, keys: bool) -> None:
        self._args = args
        self._screen = screen
        self._keys = keys
        self._lines = set_up_lines(GAMES.values(), args.lang)
        self._games = offered(GAMES.values(), self._lines)
        self._played = 0
        self._seed = args.seed if args.seed is not None else random.SystemRandom().randrange(2**31)

    def receive(self, make_flow: Any, turned: Turned) -> Reception:
        """The table before a game."""
        return Reception(
            make_flow, self._lines, self._devices(), self._screen, voice=self._args.voice, turned=turned
        )

    def set_up(self, kept: Unfinished | None) -> SetUpFlow:
        """A set-up that waits."""
        return SetUpFlow(self._games, kept, seed=self._seed + self._played)

    def play(self, chosen: Chosen) -> Evening:
        """The game that was agreed on."""
        assert chosen.game is not None
        entry, want, args = GAMES[chosen.game.id], wanted(chosen), self._args
        seed = self._seed + self._played
        self._played += 1
        party = Party(
            entry,
            args.lang,
            entry.setup(want),
            seed,
            pace(args),
            options=want.options,
            explain=not args.no_explanations,
            voice=args.voice,
        )
        return Evening(live_game(party), self._devices(), self._screen, state=args.state)

    def go_on(self, kept: Kept) -> Evening:
        """A game that was begun."""
        game = live_game(party_of(kept, self._args.voice))
        return Evening(game, self._devices(), self._screen, state=self._args.state, kept=kept)

    def unfinished(self) -> KeptGame | None:
        """The newest game that can be gone on with in this language."""
        for path in journals(self._args.state)[:_LOOKED_AT]:
            try:
                kept = read_journal(path)
                party = party_of(kept)
            except UserError:
                continue
            if kept.ended is None and kept.entries and party.lang == self._args.lang:
                return KeptGame(kept, Unfinished(f"{party.game.id}.title", party.setup.seats))
        return None

    def _devices(self) -> Devices:
        found = devices(self._args, self._args.lang, self._screen)
        if not found.listen and not self._keys:
            raise UserError(
                _("nobody could call it: it has neither a voice to hear nor a keyboard"),
                where="--profile",
                mend=_("Teach it one with {command}, or start it in a terminal.").format(
                    command=f"narrator enrol --lang {self._args.lang}"
                ),
            )
        return found


def _screen(args: argparse.Namespace) -> Screen:
    """The terminal, or none where the output goes to a log."""
    if not sys.stdout.isatty():
        return LogScreen()
    bidi = Bidi.of(args.bidi, sys.stdout, args.lang, ())
    return TerminalScreen(sys.stdout, secrets=not args.no_screen, bidi=bidi)


@contextmanager
def _signals(service: Service) -> Iterator[list[Callable[[], None]]]:
    """Stop on SIGTERM and SIGINT. What hangs then, in a device or anywhere, ends with the process: all that
    was taken is in the journal. Given: a list for what is to be put right before that."""
    timers: list[threading.Timer] = []
    restore: list[Callable[[], None]] = []

    def leave() -> None:
        try:
            for one in restore:
                one()
        finally:
            os._exit(0)

    def stop(*_: object) -> None:
        service.stop()
        timer = threading.Timer(_AT_THE_LATEST, leave)
        timer.daemon = True
        timers.append(timer)
        timer.start()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield restore
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for timer in timers:
            timer.cancel()


@contextmanager
def _keyboard(
    keys: bool, lang: str, screen: Screen, service: Service, restore: list[Callable[[], None]]
) -> Iterator[None]:
    """The helper's keys, where there is a terminal for them. restore: gets what leaves it as it was."""
    if not keys or not isinstance(screen, TerminalScreen):
        yield
        return
    screen.note(note(lang, "secrets" if screen.secrets else "no_secrets"))
    words = frozenset[str]().union(*(entry.words for entry in GAMES.values()))
    desk = Desk(screen, help_lines(lang, words), service.press, service.show)
    keyboard = Keyboard(sys.stdin, desk.pressed)
    restore.append(keyboard.close)
    try:
        yield
    finally:
        restore.clear()
        keyboard.close()
