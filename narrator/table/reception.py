"""The table before a game: waits silent, is called, and sets a game up by voice or keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from narrator.ear.keypad import KEYS
from narrator.ear.port import Heard
from narrator.flow.inputs import Elapsed, Whisper
from narrator.flow.setting_up import LINES, S, SetUpFlow, offered
from narrator.flow.setting_up.flow import MOST
from narrator.script import Commands, Lines
from narrator.table.conductor import Conductor
from narrator.table.evening import Devices, Evening, Game
from narrator.table.hints import hint
from narrator.table.loop import Loop
from narrator.table.owner import Owner
from narrator.table.render import Renderer
from narrator.table.session import ONCE
from narrator.table.stage import Stage
from narrator.table.steady_screen import Screen

Expect = Callable[[frozenset[str]], None]


class Talk:
    """A set-up being talked through: takes words and timers and has the cues carried out.

    make_flow: a set-up that waits; one is made anew each time it is called for, so that it knows what can be
    gone on with by then. expect, turned: as of a Session. over: called when a game is agreed on and all was
    said. All methods run on the loop's thread.
    """

    winner = None

    def __init__(
        self,
        make_flow: Callable[[], SetUpFlow],
        *,
        loop: Loop,
        stage: Stage,
        renderer: Renderer,
        over: Callable[[], None],
        expect: Expect = lambda _intents: None,
        turned: Callable[[], None] = lambda: None,
    ) -> None:
        self._make_flow = make_flow
        self.flow = make_flow()
        self._expect = expect
        self._turned = turned
        self._last: Heard | None = None
        self.conductor = Conductor(
            loop, stage, renderer, elapsed=lambda name: self._take(Elapsed(name)), over=lambda _winner: over()
        )

    @property
    def expected(self) -> frozenset[str]:
        """The words that make sense now."""
        return self.flow.expected()

    def start(self) -> None:
        """Wait to be called."""
        self._carry_on()

    def whisper(self, intent: str) -> None:
        """Take a word that is beyond doubt."""
        if self.flow.state is S.WAITING and intent in self.expected:
            self.flow = self._make_flow()
        self._take(Whisper(intent))

    def hear(self, heard: Heard) -> None:
        """Take a word from the ear; what it makes of it is read back."""
        last, self._last = self._last, heard
        if last is None or heard.intent != last.intent or heard.started - last.started >= ONCE:
            self.whisper(heard.intent)

    def back(self) -> None:
        """The machine had slept: say again what is asked, if anything is."""
        if "repeat" in self.expected:
            self.whisper("repeat")

    def _take(self, item: Whisper | Elapsed) -> None:
        self.conductor.perform(self.flow.feed(item))
        self._carry_on()

    def _carry_on(self) -> None:
        self._expect(self.expected)
        self._turned()


class Reception(Evening):
    """An Evening that keeps no journal: `run` ends when a game is agreed on, or the loop is stopped.

    lines: the script of the set-up with what it borrows of the games'; make_flow: as of a Talk.
    turned: called with the flow whenever something was taken.
    """

    def __init__(
        self,
        make_flow: Callable[[], SetUpFlow],
        lines: Lines,
        devices: Devices,
        screen: Screen,
        *,
        voice: Path | None = None,
        turned: Callable[[SetUpFlow], None] = lambda _flow: None,
    ) -> None:
        game = Game(
            id=lines.game,
            lang=lines.lang,
            names={},
            seats=MOST,
            roles=(),
            spoken=LINES,
            make_flow=cast(Any, make_flow),
            header={},
            voice=voice,
        )
        super().__init__(game, devices, screen)
        self._make_flow = make_flow
        self._script = lines
        self._told = turned

    @property
    def settled(self) -> SetUpFlow | None:
        """The set-up in which a game was agreed on; None when there is none."""
        return self._talk.flow if self._talk.flow.over else None

    def _hint(self, commands: Commands) -> None:
        if words := hint(offered(self._talk.flow), commands, KEYS):
            self._screen.hint(words)

    def _lines(self) -> Lines:
        return self._script

    def _owner(self, commands: Commands, renderer: Renderer) -> Owner:
        def turned() -> None:
            self._told(self._talk.flow)
            self._hint(commands)

        self._talk = Talk(
            self._make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=renderer,
            over=self.loop.stop,
            expect=self._expect,
            turned=turned,
        )
        return self._talk
