"""The stage of a real evening: loudspeaker, the helper's screen, the helper's earpiece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from narrator.errors import UserError
from narrator.flow.cues import ChimeName, SoundName
from narrator.table.speaker import Speaker


class Screen(Protocol):
    """The helper's screen; called from the loop's thread and from speakers' threads.

    secrets: whether it shows what is for the helper alone.
    """

    @property
    def secrets(self) -> bool: ...

    def public(self, text: str) -> None:
        """Show what the loudspeaker is saying."""

    def private(self, text: str) -> None:
        """Show what is for the helper alone."""

    def hint(self, text: str) -> None:
        """Show the helper what can be said now."""

    def chime(self, name: ChimeName | SoundName) -> None:
        """Show that a word was taken, or that it should be said again; or that the game sounds."""

    def alarm(self, text: str) -> None:
        """Show a trouble."""


class LiveStage:
    """Public lines go to the loudspeaker; private ones to the screen and, if there is one, the earpiece.

    Nothing private is ever given to the loudspeaker: it and the earpiece are two speakers. reached: whether
    the helper hears the earpiece now.
    """

    def __init__(
        self,
        public: Speaker,
        screen: Screen,
        earpiece: Speaker | None = None,
        *,
        reached: Callable[[], bool] = lambda: False,
    ) -> None:
        self._public = public
        self._screen = screen
        self._earpiece = earpiece
        self._reached = reached

    def say(self, line: str, text: str, done: Callable[[], None]) -> None:  # noqa: ARG002
        """Say a line aloud and show the helper that it is being said."""
        self._screen.public(text)
        self._public.say(text, done)

    def soon(self, text: str) -> None:
        """Have a public line rendered before its turn."""
        self._public.soon(text)

    def tell(self, line: str, text: str) -> None:  # noqa: ARG002
        """Show and whisper a line to the helper."""
        self._screen.private(text)
        if self._earpiece is not None:
            self._earpiece.say(text)

    def can_tell(self) -> bool:
        """By the screen, or by an earpiece that is there."""
        return self._screen.secrets or self._reached()

    def sound(self, name: SoundName, done: Callable[[], None]) -> None:
        """Sound something for everybody and show the helper that it sounds."""
        self._screen.chime(name)
        self._public.chime(name, done)

    def chime(self, name: ChimeName, public: bool) -> None:
        """Sound an earcon for everybody, or for the helper alone."""
        self._screen.chime(name)
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

    def alarm(self, text: str) -> None:
        """Show a trouble to the helper."""
        self._screen.alarm(text)

    def trouble(self, error: UserError, text: str) -> None:
        """A public line could not be heard: show why, and the line, so that the helper can read it out."""
        self._screen.alarm(f"{error} → {text}" if text else str(error))
