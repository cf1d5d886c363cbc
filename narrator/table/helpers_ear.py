"""How a helper who may see nothing learns what is wrong with the machine: by ear, and at worst aloud."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from narrator.table.loop import Loop
from narrator.table.speaker import Speaker
from narrator.table.steady_screen import SteadyScreen
from narrator.table.troubles import TEXTS, sentence


class HelpersEar:
    """Says what is wrong with the machine into the earpiece; aloud, where neither that nor a screen reaches him.

    None of them depends on anything that happens in the game. What is no sentence of TEXTS is never said
    aloud. earpiece: what is heard by him alone, None where there is nothing.
    """

    def __init__(self, lang: str, loop: Loop, screen: SteadyScreen) -> None:
        self._lang = lang
        self._loop = loop
        self._screen = screen
        self._lock = threading.Lock()
        self._untold: list[str] = []
        self._dark = False
        self.earpiece: Speaker | None = None
        self._alive: Callable[[], bool] = lambda: False

    def wear(self, earpiece: Speaker, alive: Callable[[], bool]) -> None:
        """He has an earpiece; alive: whether he hears it now."""
        self.earpiece, self._alive = earpiece, alive

    def reached(self) -> bool:
        """Whether he hears the earpiece."""
        return self.earpiece is not None and self._alive()

    def whisper(self, text: str) -> None:
        """Say it in his ear, or keep it for `aloud`; from any thread."""
        earpiece = self.earpiece
        if earpiece is not None and self.reached():
            self._loop.post(lambda: earpiece.say(text))
            return
        name = next((name for name, line in TEXTS[self._lang].items() if line == text), "")
        if name.startswith("earpiece_"):
            # What he is to look at in the earpiece's place is of no use to who sees nothing.
            name = "unreached"
        if name and not name.startswith("screen_"):
            with self._lock:
                self._untold.append(sentence(self._lang, name))

    def aloud(self) -> Sequence[str]:
        """What the table is to hear before the next line; each is given once.

        That the screen is dark is told by what it does with public lines, so by nothing private.
        """
        with self._lock:
            untold, self._untold = list(dict.fromkeys(self._untold)), []
        dark = self._screen.blind and not self.reached()
        notices = [sentence(self._lang, "screen_failed")] if dark and not self._dark else []
        self._dark = dark
        if self.reached():
            for text in untold:
                self.whisper(text)
        elif not self._screen.secrets:
            notices += untold
        return notices
