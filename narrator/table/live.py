"""The stage of a real evening: loudspeaker, the helper's screen, the helper's earpiece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from narrator.flow.cues import ChimeName, SoundName
from narrator.table.speaker import Speaker
from narrator.table.steady_screen import Screen

_BEHIND, _FAR_BEHIND = 4.0, 60.0
"""Seconds that the earpiece may still have to say when something else is asked, and at any time: a helper who
whispers faster than he is answered would else hear what was long ago."""


class LiveStage:
    """Public lines go to the loudspeaker; private ones to the screen and, if there is one, the earpiece.

    Nothing private is ever given to the loudspeaker: it and the earpiece are two speakers. reached: whether
    the helper hears the earpiece now. aloud: what is to be said before a line for a helper whom nothing
    else reaches; it must depend on nothing private. told: gets the id and the text of each private line.
    whisper: says to him what is wrong with the machine. retuned: called whenever the narrator is to speak
    faster or slower, with rate and pauses.
    Give it a screen that neither waits nor raises (SteadyScreen).
    """

    def __init__(
        self,
        public: Speaker,
        screen: Screen,
        earpiece: Speaker | None = None,
        *,
        reached: Callable[[], bool] = lambda: False,
        aloud: Callable[[], Sequence[str]] = tuple,
        told: Callable[[str, str], None] = lambda _line, _text: None,
        whisper: Callable[[str], None] = lambda _text: None,
        retuned: Callable[[float, float], None] = lambda _rate, _pauses: None,
    ) -> None:
        self._public = public
        self._screen = screen
        self._earpiece = earpiece
        self._reached = reached
        self._aloud = aloud
        self._told = told
        self._whisper = whisper
        self._retuned = retuned

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:  # noqa: ARG002
        """Say a line aloud and show the helper that it is being said."""
        for notice in self._aloud():
            self._public.say(notice)
        self._screen.public(text)
        self._public.say(text, done)

    def soon(self, text: str) -> None:
        """Have a public line rendered before its turn."""
        self._public.soon(text)

    def tell(self, line: str, text: str) -> None:
        """Show and whisper a line to the helper."""
        self._told(line, text)
        self._screen.private(text)
        if self._earpiece is not None:
            if self._earpiece.behind > _FAR_BEHIND:
                self._earpiece.hush()
            self._earpiece.say(text)

    def untell(self) -> None:
        """An earpiece that is behind leaves out what it had still to say."""
        if self._earpiece is not None and self._earpiece.behind > _BEHIND:
            self._earpiece.hush()

    def can_tell(self) -> bool:
        """By the screen, or by an earpiece that is there."""
        return self._screen.secrets or self._reached()

    def sound(self, name: SoundName, done: Callable[[], None]) -> None:
        """Sound something for everybody and show the helper that it sounds."""
        self._screen.chime(name)
        self._public.chime(name, done)

    def chime(self, name: ChimeName, public: bool) -> None:
        """Sound an earcon for everybody, or for the helper alone."""
        if public or self._screen.secrets:
            self._screen.chime(name)  # how many answers there are by night would tell who acts
        if public:
            self._public.chime(name)
        elif self._earpiece is not None:
            self._earpiece.chime(name)

    def hush(self) -> None:
        """Stop the loudspeaker at once."""
        self._public.hush()

    def loudness(self, step: Literal[-1, 1]) -> None:
        """Make the loudspeaker louder or softer."""
        self._public.louder(step)

    def tempo(self, rate: float, pauses: float) -> None:
        """Have the voice speak faster or slower."""
        self._public.tempo(rate, pauses)
        self._retuned(rate, pauses)

    def alarm(self, text: str) -> None:
        """Show and whisper a trouble to the helper."""
        self._screen.alarm(text)
        self._whisper(text)
