"""Sets a live game up: voice, speakers, ear, journal, session; and takes it down again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from narrator.audio import Earpiece, Microphone, Player
from narrator.audio.quiet import logged
from narrator.ear.gate import Gate
from narrator.ear.keypad import KEYS
from narrator.ear.port import Heard, Recogniser, Samples
from narrator.errors import UserError
from narrator.flow.base import Flow
from narrator.script import Commands, load_commands, load_lines
from narrator.table.hints import hint
from narrator.table.journal import Journal
from narrator.table.listener import Listener
from narrator.table.live import LiveStage, Screen
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.session import Session
from narrator.table.speaker import Output, Plays, Speaker
from narrator.table.wording import all_texts
from narrator.voice import open_voice

_CLOSING = 2.0


def log_path() -> Path:
    """Where PortAudio's own words about a dying device go, which mean nothing to the helper."""
    folder = user_state_path("narrator")
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "sound.log"


@dataclass(frozen=True, slots=True)
class Game:
    """What is played.

    spoken: the public lines it can say; header: the journal's first record; voice: a voice profile, by
    name or file, None for the language's own.
    """

    id: str
    lang: str
    names: Mapping[int, str]
    seats: int
    roles: tuple[str, ...]
    spoken: Mapping[str, frozenset[str]]
    make_flow: Callable[[], Flow]
    header: Mapping[str, Any]
    voice: Path | None = None


@dataclass(frozen=True, slots=True)
class Devices:
    """Where it is played. public, private, microphone: names of devices; None: the default, none, none.

    recogniser: the ear, None when there is only the keypad. over: another for what may be said over a line,
    None when that is nothing. listen: whether to open a microphone.
    """

    public: str | None = None
    private: str | None = None
    microphone: str | None = None
    listen: bool = False
    recogniser: Recogniser | None = None
    over: Recogniser | None = None


class Evening:
    """One live game. `run` plays it on the calling thread; `press` may be called from any thread.

    Raises UserError on entering when the game cannot be heard. Leaving closes every device and thread, and
    waits two seconds at most for those that hang. What C libraries print meanwhile goes to `sound.log` in
    the state folder.
    """

    def __init__(self, game: Game, devices: Devices, screen: Screen, *, state: Path | None = None) -> None:
        self._game = game
        self._devices = devices
        self._screen = screen
        self._state = state
        self._stack = ExitStack()
        self.loop = Loop()
        self.microphone: Microphone | None = None
        self._listener: Listener | None = None

    def __enter__(self) -> Evening:
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        """Close everything, in two seconds at most: what hangs longer ends with the process."""
        errors: list[Exception] = []

        def work() -> None:
            try:
                self._stack.close()
            except Exception as error:
                errors.append(error)

        thread = threading.Thread(target=work, name="narrator-closing", daemon=True)
        thread.start()
        thread.join(_CLOSING)
        if errors:
            raise errors[0]

    def _open(self) -> None:
        game, devices, stack = self._game, self._devices, self._stack
        stack.enter_context(logged(log_path()))
        self.voice = open_voice(game.lang, game.id, profile=game.voice)
        stack.callback(self.voice.close)
        if devices.listen and devices.recogniser is not None:
            self._listen(devices.recogniser)
        player = self._player(devices.public)
        public = self._speaker(player, self._unheard, self._plays)
        earpiece = private = None
        if devices.private is not None:
            private = Earpiece(devices.private, player, self._screen.alarm)
            stack.callback(private.close)
            earpiece = self._speaker(private, lambda error, _text: self._screen.alarm(str(error)))
        commands = load_commands(game.lang)
        lines = load_lines(game.id, game.lang)
        renderer = Renderer(lines, commands, game.names)
        self._texts = all_texts(lines, renderer, game.spoken, seats=game.seats, roles=game.roles)
        self.stage = LiveStage(
            public, self._screen, earpiece, reached=lambda: private is not None and private.alive
        )
        self.journal = Journal.new(game.header, self._state)
        stack.callback(self.journal.close)
        self.session = Session(
            game.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=renderer,
            journal=self.journal,
            expect=self._expect,
            turned=lambda: self._hint(commands),
            learn=self._learn,
        )

    def prepare(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Render every line of the game that is not in the cache yet."""
        self.voice.prepare(self._texts, progress)

    def run(self) -> str | None:
        """Play to the end and return the winner; None when the game was broken off."""
        self.loop.post(self.session.start)
        self.loop.run()
        return self.session.winner

    def press(self, intent: str) -> None:
        """Take an intent from the keypad; from any thread."""
        self.loop.post(lambda: self.session.whisper(intent))

    def _heard(self, heard: Heard) -> None:
        self.loop.post(lambda: self.session.hear(heard))

    def _learn(self, heard: Heard) -> None:
        if self._listener is not None:
            self._listener.learn(heard)

    def _expect(self, intents: frozenset[str]) -> None:
        if self._listener is not None:
            self._listener.expect(intents)

    def _hint(self, commands: Commands) -> None:
        if words := hint(self.session.expected, commands, KEYS):
            self._screen.hint(words)

    def _sounding(self, on: bool, speech: bool) -> None:
        if self._listener is not None:
            self._listener.sounding(on, speech)

    def _plays(self, samples: Samples | None, rate: int, later: float) -> None:
        if self._listener is not None:
            self._listener.plays(samples, rate, later)

    def _unheard(self, error: UserError, text: str) -> None:
        self.stage.trouble(error, text)

    def _alarm(self, error: Exception) -> None:
        self._screen.alarm(str(error))

    def _player(self, device: str | None) -> Player:
        player = Player(device, on_error=self._alarm)
        self._stack.callback(player.close)
        return player

    def _speaker(
        self,
        player: Output,
        trouble: Callable[[UserError, str], None],
        plays: Plays = lambda *_: None,
    ) -> Speaker:
        sounding = self._sounding
        speaker = Speaker(self.loop, self.voice, player, sounding=sounding, trouble=trouble, plays=plays)
        self._stack.callback(speaker.close)
        return speaker

    def _listen(self, recogniser: Recogniser) -> None:
        close = getattr(recogniser, "close", None)
        if close is not None:
            self._stack.callback(close)
        gate = Gate(recogniser, over=self._devices.over)
        self._listener = Listener(gate, self._heard, takes=getattr(recogniser, "learn", None))
        self.microphone = Microphone(self._listener.sink, self._devices.microphone, on_error=self._alarm)
        self.microphone.start()
        self._stack.callback(self.microphone.close)
