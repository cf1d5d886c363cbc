"""No hand on a key: a table is called, set up and played through its first night by what the real ear hears.

On a virtual clock, with a real voice whose echo comes back into the microphone, and a synthetic helper.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from narrator.catalogue import GAMES
from narrator.catalogue.live_games import Party, live_game
from narrator.catalogue.offer import SCRIPT, wanted
from narrator.data import data_dir
from narrator.ear import open_ear
from narrator.ear.enrolment import enrol_takes
from narrator.ear.gate import Gate
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.flow.asks import Ask
from narrator.flow.pace import Pace
from narrator.flow.setting_up import SetUpFlow
from narrator.script import load_commands, load_lines
from narrator.table.helper_voice import HelperVoice
from narrator.table.journal import Journal
from narrator.table.listener import Listener
from narrator.table.loop import Loop
from narrator.table.reception import Talk
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.studio import BLOCK, StudioMicrophone, StudioStage, Track
from narrator.voice import open_voice
from tests.flow.set_up_desk import games, intents, renderer

WORDS = ("start", "yes", "no", "next", "done", *(f"number_{n}" for n in (1, 2, 3, 5, 6)))
SET_UP = "start 1 yes 6 yes no no yes start"
SEATS = {"detective": "3", "thug": "5"}
QUIET = 1.2
"""Seconds of silence before the helper speaks: the ear is deaf to what is said sooner."""


class Room:
    """One table: the loudspeaker, the helper's microphone and the ear; `act` gets what is understood."""

    def __init__(self, game: str, helper: HelperVoice, profile: Path) -> None:
        self.loop = Loop(virtual=True)
        self.voice = open_voice("vi", game, profile=profile / "fast.toml")
        self.whispers = Track()
        self.heard: list[str] = []
        self.act: Callable[[Heard], None] = lambda _heard: None
        self._helper = helper
        ear = open_ear("vi", engine="enrolled", profile=profile)
        self.listener = Listener(Gate(ear), self._take, self.loop.now)
        self.stage = StudioStage(self.loop, self.voice, self.listener.sounding, self.listener.plays)
        self._microphone = StudioMicrophone(self.stage.track, self.whispers, self.listener.sink, 5)
        self._tick()

    def _take(self, heard: Heard) -> None:
        self.heard.append(heard.intent)
        self.act(heard)

    def _tick(self) -> None:
        self._microphone.deliver(self.loop.now())
        self.loop.call_later(BLOCK, self._tick)

    def whisper(self, intent: str) -> float:
        """Whisper a word now; how long it takes."""
        take = self._helper.take(intent)
        self.whispers.add(self.loop.now(), take)
        return len(take) / SAMPLE_RATE

    def run(self, owner: Talk | Session, limit: float) -> None:
        self.loop.post(owner.start)
        self.loop.run(limit)
        self.voice.close()

    def says(self) -> list[str]:
        return [entry.line for entry in self.stage.transcript if entry.kind == "public"]


def set_up(helper: HelperVoice, profile: Path) -> SetUpFlow:
    """Call the table and answer it."""
    room = Room(SCRIPT, helper, profile)
    words = intents(SET_UP)
    talk = Talk(
        lambda: SetUpFlow(games("vi")),
        loop=room.loop,
        stage=room.stage,
        renderer=renderer("vi"),
        over=room.loop.stop,
        expect=room.listener.expect,
    )
    room.act = talk.hear
    rest = list(words)

    def speak() -> None:
        wait = 0.2
        if talk.conductor.idle and room.stage.quiet_for() > QUIET and rest:
            wait = room.whisper(rest.pop(0)) + 1.0
        room.loop.call_later(wait, speak)

    room.loop.call_later(2.0, speak)
    room.run(talk, 200.0)
    assert room.heard == words
    assert talk.flow.over, room.says()
    assert room.says()[-1] == "say.begin"
    return talk.flow


def first_night(flow: SetUpFlow, helper: HelperVoice, profile: Path) -> tuple[Room, Session]:
    """Play what was agreed on until the talk of the first day; the start was said already."""
    chosen, entry = flow.chosen, GAMES["mafia_vendetta"]
    want = wanted(chosen)
    pace = Pace().scaled(0.2)
    party = Party(entry, "vi", entry.setup(want), 1, pace, options=want.options, explain=False)
    game = live_game(party)
    room = Room(game.id, helper, profile)
    robot: Robot

    def asked(ask: Ask) -> None:
        if ask.kind == "talk":
            room.loop.stop()
        robot.asked(ask)

    def answer(ask: Ask) -> list[str]:
        match ask.kind:
            case "next":
                return ["next"]
            case "roles":
                return intents(f"{SEATS[ask.subject]} done")
            case "call" if "done" in session.expected:
                return intents("2 done")
        return []

    session = Session(
        game.make_flow,
        loop=room.loop,
        stage=room.stage,
        renderer=Renderer(load_lines(game.id, "vi"), load_commands("vi"), {}),
        journal=Journal(None, {}),
        expect=room.listener.expect,
        asked=asked,
    )
    robot = Robot(
        room.loop,
        answer,
        lambda intent: room.whisper(intent) and None,
        lambda: session.conductor.idle and room.stage.quiet_for() > QUIET,
        pace=Pace(answer=2.0),
        seed=2,
        between=2.2,
    )
    room.act = session.hear
    room.loop.call_later(0.0, lambda: session.whisper("start"))
    room.run(session, 200.0)
    return room, session


def test_a_set_up_and_a_first_night_by_ear_alone(tmp_path: Path) -> None:
    with closing(HelperVoice("vi", load_commands("vi"))) as helper:
        enrol_takes("vi", helper.enrolment(WORDS)).save(tmp_path)
        own = (data_dir("voices") / "vi.toml").read_text(encoding="utf-8")
        (tmp_path / "fast.toml").write_text(re.sub(r"(?m)^rate = \d+", "rate = 330", own), encoding="utf-8")
        flow = set_up(helper, tmp_path)
        assert flow.chosen.players == 6
        assert sorted(flow.chosen.deck or ()) == sorted(["detective", "thug", *["bystander"] * 4])
        room, session = first_night(flow, helper, tmp_path)
    assert room.heard == ["next", "number_3", "done", "number_5", "done", "number_2", "done"], room.says()
    assert session.flow.asking.kind == "talk"
    assert room.says()[-1] == "frame.discussion"
