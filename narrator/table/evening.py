"""Sets a live game up: voice, speakers, ear, journal, session; and takes it down again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from narrator.audio import Earpiece, Microphone, Player
from narrator.audio.port import Hearing, Loudspeaker
from narrator.audio.quiet import logged
from narrator.ear.gate import Gate
from narrator.ear.keypad import KEYS
from narrator.ear.port import Heard, Recogniser, Samples
from narrator.flow.base import Flow
from narrator.script import Commands, Lines, load_commands, load_lines
from narrator.table.ahead import Ahead
from narrator.table.alarms import Alarms
from narrator.table.devices import Devices as Devices
from narrator.table.helpers_ear import HelpersEar
from narrator.table.hints import hint
from narrator.table.journal import Journal
from narrator.table.kept import Kept
from narrator.table.listener import Listener
from narrator.table.live import LiveStage
from narrator.table.loop import Loop
from narrator.table.memory import give_back
from narrator.table.owner import Owner
from narrator.table.render import Renderer
from narrator.table.session import Session
from narrator.table.speaker import LISTEN_AND_SAY, Output, Plays, Speaker
from narrator.table.standing_screen import Watch
from narrator.table.steady_ear import SteadyEar
from narrator.table.steady_journal import SteadyJournal
from narrator.table.steady_screen import Screen, SteadyScreen
from narrator.table.troubles import Port, spoken
from narrator.table.wording import all_texts
from narrator.voice import open_voice
from narrator.voice.ambience import night

_CLOSING = 2.0
_PATIENCE = 0.3
_SHOWING = 0.5


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


class Evening:
    """One live game. `run` plays it on the calling thread; `press` may be called from any thread.

    kept: the game was begun, and is gone on with. Raises UserError on entering when the game cannot be heard.
    Leaving closes every device and thread, and waits two seconds at most for those that hang. What C
    libraries print meanwhile goes to `sound.log` in the state folder.
    """

    def __init__(
        self,
        game: Game,
        devices: Devices,
        screen: Screen,
        *,
        state: Path | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._game = game
        self._kept = kept
        self._devices = devices
        self._shown = screen
        self._state = state
        self._stack = ExitStack()
        start = 0.0 if kept is None else kept.last
        self.loop = Loop(start=start, slept=lambda _seconds: self.session.back())
        self.microphone: Hearing | None = None
        self._listener: Listener | None = None
        self._dark: Callable[[bool], None] = lambda _night: None

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
        give_back()
        if errors:
            raise errors[0]

    def _open(self) -> None:
        game, devices, stack = self._game, self._devices, self._stack
        stack.enter_context(logged(log_path()))
        self._screen = SteadyScreen(
            self._shown,
            self.loop.now,
            failed=lambda error: self._alarms.error("screen", error),
            back=lambda: self._alarms.back("screen"),
        )
        stack.callback(self._screen.close, _SHOWING)
        self._ear = HelpersEar(game.lang, self.loop, self._screen)
        self._alarms = Alarms(game.lang, self._screen, self._ear.whisper)
        self._watch = Watch(self._shown, self._screen.show, self.loop, self._alarms.failing)
        self._watch.ports = devices.ports
        self.voice = open_voice(game.lang, game.id, profile=game.voice, engine=devices.engine)
        stack.callback(self.voice.close)
        if devices.listen and devices.recogniser is not None:
            self._listen(devices.recogniser)
        player = self._player(devices.public)
        if devices.ambience and isinstance(player, Player):
            clip = night()
            player.lay(clip.samples, clip.rate)
            self._dark = player.bed
        public = self._speaker("speaker", player, self._plays)
        private = None
        if devices.private is not None:
            private = Earpiece(devices.private, player, *self._alarms.reports("earpiece"))
            stack.callback(private.close)
            self._ear.wear(self._speaker("earpiece", private), self._hears(private))
        commands = load_commands(game.lang)
        lines = self._lines()
        renderer = Renderer(lines, commands, game.names)
        self._texts = all_texts(lines, renderer, game.spoken, seats=game.seats, roles=game.roles)
        if private is not None:
            self._texts += spoken(game.lang)
        self._ahead = Ahead(self.voice.clip, self._texts)
        stack.callback(self._ahead.close, _PATIENCE)
        ear = self._ear
        ear.public = public
        self.stage = LiveStage(
            *(public, self._screen, ear.earpiece),
            reached=ear.reached, aloud=ear.dark, told=self._watch.told, whisper=ear.whisper,
            retuned=self._ahead.retuned,
        )  # fmt: skip
        self.session = self._owner(commands, renderer)

    def _lines(self) -> Lines:
        return load_lines(self._game.id, self._game.lang)

    def _owner(self, commands: Commands, renderer: Renderer) -> Owner:
        """Who plays on this stage."""
        game = self._game
        kept = self._kept
        if kept is None:
            self.journal = Journal.new(game.header, self._state)
        else:
            self.journal = Journal(kept.path, kept.header, size=kept.size)
        self._stack.callback(self.journal.close)
        records = SteadyJournal(self.journal)
        self._stack.callback(records.close, _PATIENCE)
        session = Session(
            game.make_flow,
            loop=self.loop,
            stage=self.stage,
            renderer=renderer,
            journal=records,
            expect=self._expect,
            turned=lambda: self._hint(commands),
            dark=self._dark,
            learn=self._learn,
            kept=kept,
        )
        self._watch.follow(session, renderer, commands, game.seats, game.names)
        return session

    def prepare(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Render every line of the game that is not in the cache yet."""
        pace = self._game.make_flow().pace
        self._ahead.tempo = (pace.rate, pace.pauses)
        self.voice.set_tempo(*self._ahead.tempo)
        self.voice.prepare(self._texts, progress)

    def run(self) -> str | None:
        """Play to the end and return the winner; None when the game was broken off."""
        self.loop.post(self.session.start)
        self.loop.post(self._watch.begin)
        self.loop.run()
        self._screen.close(_SHOWING)
        return self.session.winner

    def press(self, intent: str) -> None:
        """Take an intent from the keypad; from any thread."""
        self.loop.post(lambda: self.session.whisper(intent))

    def show(self, shown: Callable[[], None]) -> None:
        """Have something else shown on the screen, in its turn; from any thread, and nobody waits for it."""
        self._screen.show(shown)

    def _heard(self, heard: Heard) -> None:
        self._watch.heard(heard)
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
        self._watch.look()

    def _sounding(self, on: bool, speech: bool) -> None:
        if self._listener is not None:
            self._listener.sounding(on, speech)

    def _plays(self, samples: Samples | None, rate: int, later: float) -> None:
        if self._listener is not None:
            self._listener.plays(samples, rate, later)

    def _hears(self, earpiece: Earpiece) -> Callable[[], bool]:
        return lambda: earpiece.alive

    def _player(self, device: str | None) -> Loudspeaker:
        failed, back = self._alarms.reports("speaker")
        player = (self._devices.loudspeaker or Player)(device, on_error=failed, on_back=back)
        self._stack.callback(player.close)
        return player

    def _speaker(self, port: Port, player: Output, plays: Plays = lambda *_: None) -> Speaker:
        speaker = Speaker(
            self.loop,
            self.voice.secret() if port == "earpiece" else self.voice,
            player,
            sounding=self._sounding,
            trouble=lambda error, text: self._alarms.unheard(port, error, text),
            plays=plays,
            well=lambda: self._alarms.back(port),
            reading=lambda: 1.0 if self._screen.secrets else LISTEN_AND_SAY,
        )
        self._stack.callback(speaker.close)
        return speaker

    def _listen(self, recogniser: Recogniser) -> None:
        close = getattr(recogniser, "close", None)
        if close is not None:
            self._stack.callback(close)
        gate = Gate(recogniser, over=self._devices.over)
        self._listener = Listener(gate, self._heard, time.monotonic, takes=getattr(recogniser, "learn", None))
        failed, back = self._alarms.reports("ear")
        ear = SteadyEar(self._listener.sink, self._listener.forget, time.monotonic, failed=failed, back=back)
        self._stack.callback(ear.close, _PATIENCE)
        failed, back = self._alarms.reports("microphone")
        hearing = self._devices.hearing or Microphone
        self.microphone = hearing(ear.sink, self._devices.microphone, on_error=failed, on_back=back)
        self.microphone.start()
        self._stack.callback(self.microphone.close)
