"""A set-up by voice, driven by hand: what is offered is the real catalogue."""

from __future__ import annotations

from functools import cache

from narrator.catalogue import GAMES
from narrator.catalogue.offer import offered, set_up_lines
from narrator.flow.cues import Chime, Clear, Cue, Over, Say, Timer
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.setting_up import OfferedGame, SetUpFlow, Unfinished
from narrator.script import Lines, load_commands
from narrator.table.render import Renderer


@cache
def script(lang: str) -> Lines:
    return set_up_lines(GAMES.values(), lang)


@cache
def games(lang: str = "vi") -> tuple[OfferedGame, ...]:
    return offered(GAMES.values(), script(lang))


@cache
def renderer(lang: str) -> Renderer:
    return Renderer(script(lang), load_commands(lang), {})


def intents(words: str) -> list[str]:
    """ "start 3 yes" → the intents; a number stands for itself, "-" for silence."""
    return [f"number_{word}" if word.isdigit() else word for word in words.split()]


class SetUpDesk:
    """One set-up. `say` whispers words; all that was said by then is in `texts`."""

    def __init__(
        self, lang: str = "vi", kept: Unfinished | None = None, only: str | None = None, seed: int = 1
    ) -> None:
        offers = games(lang)
        if only is not None:
            offers = tuple(game for game in offers if game.id == only)
        self.lang = lang
        self.flow = SetUpFlow(offers, kept, seed=seed)
        self.texts: list[str] = []

    def say(self, words: str) -> list[Cue]:
        """Whisper each; the cues of the last."""
        cues: list[Cue] = []
        for intent in intents(words):
            cues = self.flow.feed(Elapsed("remind") if intent == "-" else Whisper(intent))
            self.texts += [renderer(self.lang).public(cue) for cue in cues if isinstance(cue, Say)]
        return cues


def said(cues: list[Cue]) -> list[str]:
    """The lines among cues."""
    return [cue.line for cue in cues if isinstance(cue, Say)]


def chimes(cues: list[Cue]) -> list[str]:
    """The earcons among cues."""
    return [cue.name for cue in cues if isinstance(cue, Chime)]


def timers(cues: list[Cue]) -> list[float]:
    """What is waited for, in seconds."""
    return [cue.seconds for cue in cues if isinstance(cue, Timer)]


def cleared(cues: list[Cue]) -> bool:
    """Whether it falls silent first."""
    return bool(cues) and isinstance(cues[0], Clear)


def over(cues: list[Cue]) -> bool:
    """Whether the set-up has ended."""
    return any(isinstance(cue, Over) for cue in cues)
