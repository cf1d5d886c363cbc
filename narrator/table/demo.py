"""A whole short game end to end without hardware: real voice, synthetic whispers, the real ear."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from narrator.ear import open_ear
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.flow.pace import NORMAL, Preset
from narrator.flow.tempo import setting_out
from narrator.script import Commands, load_commands, load_lines
from narrator.table.helper_voice import HelperVoice
from narrator.table.journal import Journal
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.paper import Entry
from narrator.table.plan import Plan
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.studio import BLOCK, StudioMicrophone, StudioStage, Track, recording
from narrator.table.wording import all_texts
from narrator.voice import open_voice

Progress = Callable[[str, int, int], None]

_PATIENCE = 1.5
_BETWEEN = 1.6
_POLITE = 1.1
"""Seconds of silence before the helper speaks: the ear stays deaf for a moment after a line."""


@dataclass(frozen=True, slots=True)
class Whispered:
    """One word of the helper's, and what the ear made of it.

    at, ended: seconds; heard: the intent understood, None when nothing was; score: of the recogniser;
    delay: seconds from the end of the whisper to the intent.
    """

    intent: str
    phrase: str
    at: float
    ended: float
    heard: str | None = None
    score: float = 0.0
    delay: float = 0.0

    @property
    def right(self) -> bool:
        """Whether the ear understood what was whispered."""
        return self.heard == self.intent


@dataclass(frozen=True, slots=True)
class Demo:
    """The evening: its winner, transcript, whispers, stray intents, and the sound (float32, 16 kHz)."""

    winner: str | None
    transcript: tuple[Entry, ...]
    whispers: tuple[Whispered, ...]
    strays: tuple[Heard, ...]
    sound: Samples

    @property
    def right(self) -> bool:
        """Whether every whisper was understood and nothing else was."""
        return self.winner is not None and not self.strays and all(w.right for w in self.whispers)


class _Room:
    """The helper's side of the evening: whispers words and compares what the ear makes of them."""

    def __init__(self, loop: Loop, helper: HelperVoice, commands: Commands) -> None:
        self.whispers: list[Whispered] = []
        self.strays: list[Heard] = []
        self.track = Track()
        self.act: Callable[[str], None] = lambda _intent: None
        self._loop = loop
        self._helper = helper
        self._commands = commands
        self._pending = False

    def whisper(self, intent: str) -> None:
        """Whisper a word now; what the ear makes of it acts, or a key after some patience."""
        self._give_up(len(self.whispers))  # the word before, if it was not understood by now
        now = self._loop.now()
        take = self._helper.take(intent)
        self.track.add(now, take)
        ended = now + len(take) / SAMPLE_RATE - 0.1
        self.whispers.append(Whispered(intent, self._commands.word(intent).phrases[0], now, ended))
        self._pending = True
        number = len(self.whispers)
        self._loop.call_later(ended - now + _PATIENCE, lambda: self._give_up(number))

    def heard(self, heard: Heard) -> None:
        """Take what the ear understood."""
        if not self._pending:
            self.strays.append(heard)
            return
        self._pending = False
        last = self.whispers[-1]
        self.whispers[-1] = replace(
            last, heard=heard.intent, score=heard.score, delay=self._loop.now() - last.ended
        )
        self.act(last.intent)

    def _give_up(self, number: int) -> None:
        if self._pending and number == len(self.whispers):
            self._pending = False
            self.act(self.whispers[-1].intent)


def run_demo(
    plan: Plan,
    lang: str,
    progress: Progress = lambda _what, _done, _all: None,
    preset: Preset = NORMAL,
) -> Demo:
    """Play the evening. progress(what, done, all) is told how far enrolment, lines and game are.

    preset: how much quicker or slower it goes than the plan's own pace.
    """
    commands, lines = load_commands(lang), load_lines(plan.game, lang)
    names = dict(enumerate(plan.names[lang], start=1))
    renderer = Renderer(lines, commands, names)
    helper = HelperVoice(lang, commands)
    voice = open_voice(lang, plan.game)
    make_flow = setting_out(plan.make_flow, preset)
    pace = make_flow().pace
    voice.set_tempo(pace.rate, pace.pauses)
    try:
        ear = enrolled_ear(lang, plan.words, helper, progress)
        texts = all_texts(lines, renderer, plan.spoken, seats=plan.seats, roles=plan.roles)
        voice.prepare(texts, lambda done, every: progress("lines", done, every))
        loop = Loop(virtual=True)
        room = _Room(loop, helper, commands)
        listener = Listener(Gate(ear), room.heard, loop.now)
        stage = StudioStage(loop, voice, listener.sounding, listener.plays)
        session: Session
        robot: Robot

        session = Session(
            make_flow,
            loop=loop,
            stage=stage,
            renderer=renderer,
            journal=Journal(None, {}),
            expect=listener.expect,
            asked=lambda ask: robot.asked(ask),
        )
        robot = Robot(
            loop,
            lambda ask: plan.answer(session.flow, ask),
            room.whisper,
            lambda: session.conductor.idle and stage.quiet_for() > _POLITE,
            pace=plan.pace,
            seed=plan.seed,
            between=_BETWEEN,
        )
        room.act = session.whisper
        microphone = StudioMicrophone(stage.track, room.track, listener.sink, plan.seed)

        def tick() -> None:
            microphone.deliver(loop.now())
            progress("game", round(loop.now()), 0)
            loop.call_later(BLOCK, tick)

        loop.post(session.start)
        loop.call_later(BLOCK, tick)
        loop.run()
    finally:
        helper.close()
        voice.close()
    return Demo(
        session.winner,
        tuple(stage.transcript),
        tuple(room.whispers),
        tuple(room.strays),
        recording(stage.track, room.track),
    )


def enrolled_ear(
    lang: str,
    words: tuple[str, ...],
    helper: HelperVoice,
    progress: Progress = lambda _what, _done, _all: None,
) -> Recogniser:
    """An ear that knows the helper, enrolled and kept as a real one is."""
    takes: dict[str, list[Samples]] = {}
    for done, word in enumerate(words, start=1):
        takes.update(helper.enrolment((word,)))
        progress("enrolment", done, len(words))
    profile = enrol_takes(lang, takes)
    with tempfile.TemporaryDirectory(prefix="narrator-demo-") as folder:
        profile.save(Path(folder))
        return open_ear(lang, engine="enrolled", profile=Path(folder), model=None)
