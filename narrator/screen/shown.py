"""What the helper's screen is given, from the game's side, and when it has been drawn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import IO

from narrator.cli.bidi import Bidi
from narrator.ear.port import Heard
from narrator.flow.cues import ChimeName, SoundName
from narrator.table.standing_screen import Standing

_PRIVATE = 12
_BEHIND = 0.5
"""Seconds after which something that is not drawn yet holds up what comes next."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything there is to show.

    public: the line said last; private: what the helper was told, the newest last; today: how many of those
    since the last night, and last_night: what was heard last in it; chime: the answer to his
    last word ("heard" or "again", "" for none yet); notice: a trouble or a note; alarm: whether it is a
    trouble; noticed: when it came, and since: when the standing did, in seconds of the screen's clock.
    """

    standing: Standing | None = None
    since: float = 0.0
    public: str = ""
    private: tuple[str, ...] = ()
    today: int = 0
    last_night: Heard | None = None
    chime: str = ""
    notice: str = ""
    alarm: bool = False
    noticed: float = 0.0

    @property
    def night(self) -> bool:
        """Whether it is night, when nobody but the helper sees the screen."""
        return self.standing is not None and self.standing.night

    def telling(self, text: str) -> Shown:
        """The same with something more that the helper was told."""
        today = 0 if self.night else min(self.today + 1, _PRIVATE)
        return replace(self, private=(*self.private, text)[-_PRIVATE:], today=today)

    def standing_so(self, standing: Standing, now: float) -> Shown:
        """The same with another standing; with a night everything told before it is of yesterday."""
        if standing.night:
            return replace(self, standing=standing, since=now, today=0, last_night=standing.heard)
        return replace(self, standing=standing, since=now)


class HelperScreen:
    """The screen's port: keeps what is given, to be drawn by another thread.

    A public line returns once it is drawn, and everything else does as long as the drawing keeps up: so a
    terminal that hangs is noticed.

    visible: the table can see it too; clock: seconds. While nothing draws (before the first picture, after
    the last) notes and troubles are printed to `out`, and everything else is only kept.
    """

    def __init__(
        self,
        out: IO[str],
        *,
        visible: bool = False,
        bidi: Bidi | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.visible = visible
        self.blank = False
        self.shown = Shown()
        self._out = out
        self._bidi = bidi or Bidi()
        self._clock = clock
        self._changed = threading.Condition()
        self._given = 0
        self._drawn = 0
        self._behind: float | None = None
        self._drawing = False

    @property
    def secrets(self) -> bool:
        """Whether what is for the helper alone reaches him without his asking for it."""
        return not self.visible and not self.blank

    def public(self, text: str) -> None:
        """Show what the loudspeaker is saying."""
        self._give(lambda shown: replace(shown, public=text), wait=True)

    def private(self, text: str) -> None:
        """Show what is for the helper alone."""
        self._give(lambda shown: shown.telling(text))

    def hint(self, text: str) -> None:
        """Nothing: the standing has it too, and tells when there is none any more."""

    def chime(self, name: ChimeName | SoundName) -> None:
        """Show whether the helper's word was taken."""
        if name in ("heard", "again"):
            self._give(lambda shown: replace(shown, chime=name))

    def alarm(self, text: str) -> None:
        """Show a trouble with the machine."""
        self._notice(text, alarm=True)

    def note(self, text: str) -> None:
        """Show anything else."""
        self._notice(text, alarm=False)

    def stands(self, standing: Standing) -> None:
        """Show where the game stands."""
        now = self._clock()
        self._give(lambda shown: shown.standing_so(standing, now))

    def draws(self, on: bool) -> None:
        """From now on somebody draws, or nobody does any more; whoever waits for that goes on."""
        with self._changed:
            self._drawing = on
            self._changed.notify_all()

    @property
    def number(self) -> int:
        """How often something was given; look at this before at what is `shown`."""
        with self._changed:
            return self._given

    def drawn(self, number: int) -> None:
        """Everything up to this number is on the screen."""
        with self._changed:
            self._drawn = number
            self._behind = None if number == self._given else time.monotonic()
            self._changed.notify_all()

    def _notice(self, text: str, *, alarm: bool) -> None:
        if not self._drawing:
            print(self._bidi.text(text), file=self._out, flush=True)
            return
        now = self._clock()
        self._give(lambda shown: replace(shown, notice=text, alarm=alarm, noticed=now))

    def _give(self, change: Callable[[Shown], Shown], *, wait: bool = False) -> None:
        with self._changed:
            self.shown = change(self.shown)
            self._given += 1
            number, now = self._given, time.monotonic()
            if self._behind is None:
                self._behind = now
            if wait or now - self._behind > _BEHIND:
                self._changed.wait_for(lambda: not self._drawing or self._drawn >= number)
