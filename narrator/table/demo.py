"""A whole short game end to end without hardware: real voice, synthetic whispers, the real ear."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from narrator.ear import open_ear
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser, Samples
from narrator.flow.base import Ask
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.flow.pace import Pace
from narrator.games import mafia_vendetta as rules
from narrator.script import Commands, load_commands, load_lines
from narrator.table.helper_voice import HelperVoice
from narrator.table.journal import Journal
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.paper import Entry
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.studio import BLOCK, StudioMicrophone, StudioStage, Track, recording
from narrator.table.wording import all_texts
from narrator.voice import open_voice

Progress = Callable[[str, int, int], None]

SEED = 7
PACE = replace(Pace().scaled(0.4), answer=2.8, word=1.0, discussion=60.0)
"""Quick, with a helper who answers at once: a demonstration should not take an evening."""
NAMES = {
    "vi": ("An", "Bình", "Chi", "Dũng", "Giang", "Hà"),
    "fa": ("آرش", "بهار", "پریسا", "دارا", "رضا", "سارا"),
}
ENROLLED = (
    *(f"number_{n}" for n in range(1, 7)),
    "start",
    "next",
    "done",
    "skip",
    "yes",
    "no",
    "repeat",
    "pause",
    "resume",
    "undo",
    "redo",
    "more_time",
    "status",
    "shoot",
    "investigate",
    "suspect",
    "minus",
    "vote_count",
    "louder",
    "softer",
    "end_game",
)
"""What the helper has taught the ear: the words of this game, not only those of this evening."""

_PATIENCE = 1.5
_BETWEEN = 1.6
_POLITE = 1.1
"""Seconds of silence before the helper speaks: the ear stays deaf for a moment after a line."""

_ROLES = {"detective": (3,), "thug": (5,)}
_NIGHTS: Sequence[Mapping[str, Sequence[str]]] = (
    {"detective": ("number_2", "done")},
    {"mafia": ("number_2", "done"), "detective": ("shoot", "number_5", "done")},
)
_SUSPECTS = (2, 6)
_HANDS = {2: (1, 5), 6: (3, 4)}


def answer(flow: VendettaFlow, ask: Ask) -> list[str]:
    """What the helper of this evening says.

    The first night the Detective looks at seat 2. By day the vote ends in a tie. The second night the
    Mafia shoots seat 2 and the Detective shoots the Mafia: the village wins.
    """
    match ask.kind:
        case "start" | "next":
            return [ask.kind]
        case "roles":
            return [*(f"number_{seat}" for seat in _ROLES[ask.subject]), "done"]
        case "call":
            return list(_NIGHTS[flow.nights].get(ask.subject, ()))
        case "talk":
            return [*(f"number_{seat}" for seat in _SUSPECTS), "done"]
        case "vote" if ask.seat is not None:
            return [*(f"number_{seat}" for seat in _HANDS[ask.seat]), "done"]
    return []


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


def run_demo(lang: str, progress: Progress = lambda _what, _done, _all: None) -> Demo:
    """Play the evening. progress(what, done, all) is told how far enrolment, lines and game are."""
    commands, lines = load_commands(lang), load_lines(rules.GAME, lang)
    names = dict(enumerate(NAMES[lang], start=1))
    setup = rules.Setup(6, rules.default_deck(6))
    renderer = Renderer(lines, commands, names)
    helper = HelperVoice(lang, commands)
    voice = open_voice(lang, rules.GAME)
    try:
        ear = _enrolled(lang, helper, progress)
        texts = all_texts(
            lines, renderer, spoken_lines(setup), seats=6, roles=tuple(dict.fromkeys(setup.deck))
        )
        voice.prepare(texts, lambda done, every: progress("lines", done, every))
        loop = Loop(virtual=True)
        room = _Room(loop, helper, commands)
        listener = Listener(Gate(ear), room.heard, loop.now)
        stage = StudioStage(loop, voice, listener.sounding)
        session: Session
        robot: Robot

        def make_flow() -> VendettaFlow:
            return VendettaFlow(setup, seed=SEED, pace=PACE, explain=False)

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
            lambda ask: answer(_vendetta(session), ask),
            room.whisper,
            lambda: session.conductor.idle and stage.quiet_for() > _POLITE,
            pace=PACE,
            seed=SEED,
            between=_BETWEEN,
        )
        room.act = session.whisper
        microphone = StudioMicrophone(stage.track, room.track, listener.sink, SEED)

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


def _vendetta(session: Session) -> VendettaFlow:
    assert isinstance(session.flow, VendettaFlow)
    return session.flow


def _enrolled(lang: str, helper: HelperVoice, progress: Progress) -> Recogniser:
    """An ear that knows the helper, enrolled and kept as a real one is."""
    takes: dict[str, list[Samples]] = {}
    for done, word in enumerate(ENROLLED, start=1):
        takes.update(helper.enrolment((word,)))
        progress("enrolment", done, len(ENROLLED))
    profile = enrol_takes(lang, takes)
    with tempfile.TemporaryDirectory(prefix="narrator-demo-") as folder:
        profile.save(Path(folder))
        return open_ear(lang, engine="enrolled", profile=Path(folder), model=None)
