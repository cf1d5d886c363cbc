"""`narrator voice record --screen`: a voice pack recorded on a whole screen instead of line by line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.cli.bidi import Bidi
from narrator.cli.meter import Level, bar
from narrator.cli.voice_record import RATE, MicrophoneRecorder, hear_take
from narrator.messages import language
from narrator.screen.rows import Rows
from narrator.screen.words import Words
from narrator.voice.pack_take import Take
from narrator.voice.pack_units import Unit

if TYPE_CHECKING:
    from narrator.screen.recording import RecordingApp


def record(
    args: argparse.Namespace,
    units: Sequence[Unit],
    keep: Callable[[Unit, Take], None],
    quotes: Bidi,
    begun: Callable[[], None],
    show: Callable[[RecordingApp], None] = lambda app: app.run() and None,
) -> None:
    """Record `units` until somebody leaves. quotes: for lines of the game; begun: the microphone is open."""
    from narrator.screen.recording import Booth, RecordingApp

    level, own = Level(), language()
    with MicrophoneRecorder(args.microphone, level.take) as recorder:
        begun()
        app = RecordingApp(
            Booth(units, recorder, keep, RATE),
            Rows(Words.of(args.lang), replace(quotes, columns=0)),
            Rows(Words.of(own), replace(Bidi.of(args.bidi, sys.stdout, own), columns=0)),
            level=lambda: bar(level.now),
            hear=hear_take,
        )
        show(app)
    if app.broken is not None:
        raise app.broken
