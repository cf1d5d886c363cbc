"""How a helper who may see nothing learns what is wrong with the machine: by ear, and at worst aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.table.steady_screen import SteadyScreen
from narrator.table.troubles import TEXTS, sentence

_NOT_ALOUD = ("speaker_", "voice_", "screen_")
"""Troubles that the loudspeaker cannot tell of, or that `dark` does."""


class HelpersEar:
    """Says what is wrong with the machine into the earpiece; aloud, where neither that nor a screen is there.

    None of it depends on anything that happens in the game, nor does when it is said. What is no sentence of
    TEXTS is never said aloud. public: the loudspeaker; earpiece: what he alone hears, if there is one.
    """

    def __init__(self, lang: str, loop: Loop, screen: SteadyScreen) -> None:
        self._lang = lang
        self._loop = loop
        self._screen = screen
        self._dark = False
        self.public: Speaker | None = None
        self.earpiece: Speaker | None = None
        self._alive: Callable[[], bool] = lambda: False

    def wear(self, earpiece: Speaker, alive: Callable[[], bool]) -> None:
        """He has an earpiece; alive: whether he hears it now."""
        self.earpiece, self._alive = earpiece, alive

    def reached(self) -> bool:
        """Whether he hears the earpiece."""
        return self.earpiece is not None and self._alive()

    def whisper(self, text: str) -> None:
        """Say it in his ear, or aloud where nothing else reaches him; from any thread."""
        earpiece, public = self.earpiece, self.public
        if earpiece is not None and self.reached():
            self._loop.post(lambda: earpiece.say(text))
        elif public is not None and not self._screen.secrets and (told := self._told(text)):
            self._loop.post(lambda: public.say(told))

    def _told(self, text: str) -> str:
        """What everybody may hear of a trouble, "" for nothing."""
        name = next((name for name, line in TEXTS[self._lang].items() if line == text), "")
        if name.startswith("earpiece_"):
            # What he is to look at in the earpiece's place is of no use to who sees nothing.
            return sentence(self._lang, "unreached")
        return text if name and not name.startswith(_NOT_ALOUD) else ""

    def dark(self) -> Sequence[str]:
        """What the table is to hear before the next line when the screen stays dark and he has nothing else.

        That it is dark is known by what it does with public lines, so by nothing private.
        """
        before, self._dark = self._dark, self._screen.blind and not self.reached()
        return [sentence(self._lang, "screen_failed")] if self._dark and not before else []
