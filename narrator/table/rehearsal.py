"""Plays a scenario through the real flow and session, with a robot helper and without sound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from narrator.flow.base import Ask, Flow
from narrator.flow.pace import NORMAL, Preset
from narrator.flow.tempo import setting_out
from narrator.script import Commands, Lines
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.paper import Entry, PaperStage
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session

SEED = 20260101
_LOOK_AGAIN = 0.2


@dataclass(frozen=True, slots=True)
class Take:
    """One run of a flow by a robot. until: an ask at which the run is over, besides the game's end.

    finish: what is to be said by then is said first.
    """

    make_flow: Callable[[], Flow]
    answer: Callable[[Flow, Ask], list[str]]
    until: Callable[[Flow, Ask], bool]
    finish: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """What a run led to: the flow at its end, and everything that was said."""

    flow: Flow
    transcript: tuple[Entry, ...]


def play(
    take: Take,
    lines: Lines,
    commands: Commands,
    names: dict[int, str],
    *,
    seed: int = SEED,
    journal: Journal | None = None,
    preset: Preset = NORMAL,
) -> Played:
    """Run a take to its end on a virtual clock.

    preset: how much quicker or slower it goes than the flow's own pace.
    """
    loop = Loop(virtual=True)
    stage = PaperStage(loop)
    session: Session
    robot: Robot

    ending = False

    def stop() -> None:
        if take.finish and not session.conductor.idle:
            loop.call_later(_LOOK_AGAIN, stop)
        else:
            loop.stop()

    def asked(ask: Ask) -> None:
        nonlocal ending
        if not ending and take.until(session.flow, ask):
            ending = True
            loop.post(stop)
        robot.asked(ask)

    def answer(ask: Ask) -> list[str]:
        return [] if ending else take.answer(session.flow, ask)

    session = Session(
        setting_out(take.make_flow, preset),
        loop=loop,
        stage=stage,
        renderer=Renderer(lines, commands, names),
        journal=journal or Journal(None, {}),
        asked=asked,
    )
    robot = Robot(
        loop, answer, session.whisper, lambda: session.conductor.idle, pace=session.flow.pace, seed=seed
    )
    loop.post(session.start)
    loop.run()
    return Played(session.flow, tuple(stage.transcript))


def to_json(id: str, game: str, outcome: Any, transcript: tuple[Entry, ...]) -> dict[str, Any]:
    """The object that `rehearse --json` prints for one scenario."""

    def listed(kind: str) -> list[dict[str, Any]]:
        return [{"line": e.line, "text": e.text, "at": e.at} for e in transcript if e.kind == kind]

    return {
        "id": id,
        "game": game,
        "outcome": outcome,
        "public": listed("public"),
        "private": listed("private"),
    }
