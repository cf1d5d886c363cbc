"""`--screen`: the evening on the helper's screen instead of line by line."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.cli import terminal
from narrator.cli.bidi import Bidi
from narrator.errors import UserError
from narrator.messages import _
from narrator.screen.covering import Covering
from narrator.screen.rows import Rows
from narrator.screen.shown import HelperScreen
from narrator.screen.words import LANGUAGES, Words
from narrator.script import load_lines
from narrator.table.evening import Evening

if TYPE_CHECKING:
    from narrator.screen.app import HelperApp


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add --screen and what belongs to it."""
    parser.add_argument(
        "--screen",
        action="store_true",
        help=_("a whole screen for the helper instead of lines; needs Textual"),
    )
    parser.add_argument(
        "--visible",
        action="store_true",
        help=_("others see that screen, too: secrets are shown for two seconds after each press of /"),
    )
    parser.add_argument(
        "--screen-lang",
        choices=LANGUAGES,
        help=_("the language of its own words (default: the game's)"),
    )


def check(args: argparse.Namespace) -> None:
    """Raise UserError for options that do not go together, or where there can be no such screen."""
    if not args.screen:
        if args.visible or args.screen_lang is not None:
            name = "--visible" if args.visible else "--screen-lang"
            mend = _("Give --screen as well.")
            raise UserError(_("this belongs to the helper's screen"), where=name, mend=mend)
        return
    if args.no_screen:
        raise UserError(
            _("a screen is wanted and none"),
            where="--no-screen",
            mend=_("Give one of --screen and --no-screen."),
        )
    need_screen()


def need_screen() -> None:
    """Raise UserError where there can be no whole screen."""
    if not terminal.interactive():
        raise UserError(
            _("the helper's screen needs a terminal"),
            where="--screen",
            mend=_("Start it in one, or leave --screen away."),
        )
    try:
        import textual  # noqa: F401
    except ImportError:
        raise UserError(
            _("the helper's screen needs the package textual"),
            where="--screen",
            mend=_('Install it with pip install "narrator[screen]", or leave --screen away.'),
        ) from None


def screen_of(args: argparse.Namespace, bidi: Bidi) -> HelperScreen:
    """The screen that the options describe; it is drawn once `play_on` is called."""
    return HelperScreen(sys.stdout, visible=args.visible, bidi=bidi)


def note_of(args: argparse.Namespace, lang: str) -> str:
    """What is said of the screen before it opens."""
    return Words.of(args.screen_lang or lang).texts["hidden" if args.visible else "secrets"]


def play_on(
    screen: HelperScreen, evening: Evening, args: argparse.Namespace, bidi: Bidi, sheet: list[str], game: str
) -> str | None:
    """Play an evening of a game with its screen drawn; as `Evening.run`."""
    from narrator.screen.app import HelperApp
    from narrator.screen.beside import Beside

    beside = Beside(evening.run, lambda: evening.loop.post(evening.loop.stop))
    tells = Covering(load_lines(game, bidi.lang)).tells
    rows = Rows(Words.of(args.screen_lang or bidi.lang), replace(bidi, columns=0), tells)
    app = HelperApp(screen, rows, evening.press, sheet=sheet, begin=beside.begin, over=beside.over)
    return beside.run(app, lambda app: show(app, screen))


def show(app: HelperApp, screen: HelperScreen) -> None:
    """Draw on the terminal until the app is closed."""
    # Textual draws on what stderr was at first, and during an evening that is the log of the C libraries.
    before = sys.__stderr__
    sys.__stderr__ = sys.__stdout__  # type: ignore[misc]
    try:
        app.run(mouse=False)
    finally:
        sys.__stderr__ = before  # type: ignore[misc]
        screen.draws(False)
