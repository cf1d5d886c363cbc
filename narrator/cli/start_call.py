"""One call of the game as a rehearsal: really said, really heard, and shown how surely."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from typing import Final

from narrator.audio import Microphone, Player
from narrator.catalogue import GAMES
from narrator.cli.bidi import Bidi
from narrator.cli.remembered import Choices
from narrator.cli.start_evening import profile_folder
from narrator.cli.start_talk import Talk
from narrator.cli.terminal import Desk, Keyboard, TerminalScreen
from narrator.ear import open_ear
from narrator.ear.gate import Gate
from narrator.ear.keypad import KEYS, help_lines
from narrator.ear.port import Heard
from narrator.errors import UserError
from narrator.flow.asks import Ask
from narrator.flow.base import Flow
from narrator.flow.inputs import number_of
from narrator.messages import _
from narrator.script import load_commands, load_lines
from narrator.table.doubt import SURE
from narrator.table.hints import hint
from narrator.table.listener import Listener
from narrator.table.loop import Handle, Loop
from narrator.table.rehearsal import Take, play
from narrator.table.speaker import Speaker
from narrator.voice import open_voice

_PATIENCE: Final = 15.0
"""Seconds in which a word must come."""
_FADE: Final = 0.8
"""Seconds for the last earcon to be heard."""
_LINES: Final = 2


@dataclass(frozen=True, slots=True)
class Call:
    """What is said, and the word that ends what is whispered then; a seat's number comes before it."""

    lines: tuple[str, ...]
    last: str


@cache
def call_of(game: str, lang: str) -> Call:
    """A call out of the game's own demonstration: the first by night that a seat answers, else by day."""
    plan = GAMES[game].demo
    found: list[str] = []

    def over(flow: Flow, ask: Ask, *, by_day: bool) -> bool:
        answer = plan.answer(flow, ask)
        seat = bool(answer) and number_of(answer[0]) is not None
        if seat and ask.kind not in ("next", "roles") and (by_day or not flow.by_day):
            found.append(answer[-1])
        return bool(found)

    for until in (
        lambda flow, ask: over(flow, ask, by_day=False),
        lambda flow, ask: over(flow, ask, by_day=True),
    ):
        played = play(
            Take(plan.make_flow, lambda flow, ask: list(plan.answer(flow, ask)), until, finish=True),
            load_lines(game, lang),
            load_commands(lang),
            dict(enumerate(plan.names[lang], start=1)),
        )
        if found:
            break
    said = [entry.text for entry in played.transcript if entry.kind == "public"]
    return Call(tuple(said[-_LINES:]), found[0])


def sample(game: str, lang: str) -> str:
    """One line of the game, to try a loudspeaker with."""
    return call_of(game, lang).lines[0]


def screen_of(talk: Talk, chosen: Choices) -> TerminalScreen:
    """What the narrator says is shown on it, as in the game."""
    bidi = Bidi(talk.bidi.mode, chosen.lang, (), talk.bidi.columns)
    return TerminalScreen(talk.out, secrets=True, bidi=bidi)


def rehearsal(talk: Talk, chosen: Choices, *, known: bool) -> Choices:
    """Lets one call be tried before the game. known: an evening was played before, so Enter goes on to it."""
    ways = [_("Start the game."), _("Try one call first.")]
    if not known:
        ways.reverse()
    answer = ways[talk.choose(_("Everything is chosen."), ways)]
    while answer != _("Start the game."):
        try:
            _rehearse(talk, chosen)
        except UserError as error:
            talk.tell(f"✗ {error}")
        finally:
            talk.forget_typed()
        ways = [_("Start the game."), _("Try it once more.")]
        answer = ways[talk.choose(_("Go on?"), ways)]
    return chosen


class _Trial:
    """What becomes of one call; everything but making it runs on the loop's thread.

    words: what was understood, each with the recogniser's score, None for a key. whole: whether it was all.
    expect: told what is listened for.
    """

    def __init__(self, call: Call, chosen: Choices, loop: Loop, screen: TerminalScreen) -> None:
        self.words: list[tuple[str, float | None]] = []
        self.whole = False
        self.expect: Callable[[frozenset[str]], None] = lambda _intents: None
        self._call = call
        self._loop = loop
        self._screen = screen
        self._commands = load_commands(chosen.lang)
        seats = range(1, chosen.players + 1)
        self._numbers = frozenset(f"{kind}_{seat}" for kind in ("number", "seat") for seat in seats)
        self._asked: frozenset[str] = frozenset()
        self._patience: Handle | None = None

    def begin(self, speaker: Speaker) -> None:
        """Say the call."""
        self._speaker = speaker
        *before, last = self._call.lines
        for line in before:
            self._screen.public(line)
            speaker.say(line)
        self._screen.public(last)
        speaker.say(last, lambda: self._ask(self._numbers))

    def heard(self, heard: Heard) -> None:
        """Take a word from the ear."""
        self._take(heard.intent, heard.words, heard.score)

    def pressed(self, intent: str) -> None:
        """Take a key."""
        self._take(intent, self._commands.word(intent).phrases[0], None)

    def _ask(self, intents: frozenset[str]) -> None:
        self._asked = intents
        self.expect(intents)
        self._screen.hint(hint(intents, self._commands, KEYS))
        if self._patience is not None:
            self._patience.cancel()
        self._patience = self._loop.call_later(_PATIENCE, self._loop.stop)

    def _take(self, intent: str, words: str, score: float | None) -> None:
        if intent not in self._asked:
            return
        self.words.append((words, score))
        self._screen.chime("heard")
        if intent == self._call.last:
            self.whole = True
            self._asked = frozenset()
            self._speaker.chime("heard", self._fade)
        else:
            self._speaker.chime("heard")
            self._ask(frozenset({self._call.last}))

    def _fade(self) -> None:
        self._loop.call_later(_FADE, self._loop.stop)


def _rehearse(talk: Talk, chosen: Choices) -> None:
    """Make the call, and tell what was heard. Raises UserError when it cannot be made."""
    call = call_of(chosen.game, chosen.lang)
    word = load_commands(chosen.lang).word(call.last).phrases[0]
    key = next(key for key, intent in KEYS.items() if intent == call.last)
    if chosen.keys_only:
        talk.tell(
            _("After the call type the number of a seat and Enter, then the key {key}.").format(key=key)
        )
    else:
        talk.tell(_("After the call whisper the number of a seat, then «{word}».").format(word=word))
    loop = Loop()
    screen = screen_of(talk, chosen)
    trial = _Trial(call, chosen, loop, screen)
    with ExitStack() as stack:
        voice = stack.enter_context(open_voice(chosen.lang, chosen.game))
        voice.prepare(call.lines)
        listener = None if chosen.keys_only else _listener(chosen, stack, loop, trial)
        player = stack.enter_context(Player(chosen.speaker or None))
        speaker = Speaker(
            loop,
            voice,
            player,
            sounding=listener.sounding if listener else lambda *_: None,
            plays=listener.plays if listener else lambda *_: None,
            trouble=lambda error, _line: screen.alarm(str(error)),
        )
        stack.callback(speaker.close)
        if listener is not None:
            trial.expect = listener.expect
            stack.enter_context(Microphone(listener.sink, chosen.microphone or None))
        if talk.source.isatty():
            sheet = help_lines(chosen.lang, GAMES[chosen.game].words)
            press = Desk(screen, sheet, lambda intent: loop.post(lambda: trial.pressed(intent))).pressed
            stack.callback(Keyboard(talk.source, press).close)
        loop.post(lambda: trial.begin(speaker))
        loop.run()
    for words, score in trial.words:
        talk.tell(_understood(talk, words, score))
    if not trial.whole and chosen.keys_only:
        talk.tell(_("✗ Not all was typed: a number and Enter, then {key}.").format(key=key))
    elif not trial.whole:
        talk.tell(_("✗ Not all was understood. Come closer, or teach the word again; every word has a key."))


def _listener(chosen: Choices, stack: ExitStack, loop: Loop, trial: _Trial) -> Listener:
    ear = open_ear(chosen.lang, profile=profile_folder(chosen))
    if (close := getattr(ear, "close", None)) is not None:
        stack.callback(close)
    listener = Listener(Gate(ear), lambda heard: loop.post(lambda: trial.heard(heard)), time.monotonic)
    listener.expect(frozenset())
    return listener


def _understood(talk: Talk, words: str, score: float | None) -> str:
    if score is None:
        return _("✓ «{word}», by its key").format(word=words)
    percent = talk.digits(round(100 * score))
    if score >= SURE:
        return _("✓ «{word}», {percent} in a hundred sure").format(word=words, percent=percent)
    return _("✓ «{word}», {percent} in a hundred sure: a secret would be asked about once more").format(
        word=words, percent=percent
    )
