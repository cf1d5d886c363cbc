"""A whole live evening without hardware, for what it leaves behind: a program with a folder of its own.

The set-up, the seed and all that is said and seen in public are the same whatever `cast` is. The voice is
noise, another for each text, so that a recording tells for sure which texts are in it. The terminal is one
that the whole table sees. Written to OUT: evening.json, and the two outputs as public.npy and private.npy.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.cli.terminal import TerminalScreen
from narrator.flow.base import Ask
from narrator.flow.mafia_vendetta import VendettaFlow
from narrator.flow.mafia_vendetta.lines import spoken_lines
from narrator.flow.pace import Pace
from narrator.games import mafia_vendetta as mv
from narrator.table import evening as evenings
from narrator.table.evening import Devices, Evening, Game
from narrator.table.robot import Robot
from narrator.voice import Clip, Voice
from narrator.voice.cache import clip_key
from narrator.voice.manner import Tempo, planned

RATE = 8_000
CASTS = (
    ("detective", "nurse", "thug", "bystander", "bystander", "bystander"),
    ("nurse", "bystander", "thug", "detective", "bystander", "bystander"),
)
QUICK = Pace(
    min_call=0.12,
    call_extra=0.01,
    answer=0.02,
    word=0.02,
    gap=(0.02, 0.03),
    breath=0.01,
    show_card=0.01,
    roll_call=0.1,
    remind=5.0,
)


class NoiseEngine:
    """A voice that says every text in noise of its own."""

    name = "noise 1"

    def render(self, text: str, rate: float = 1.0) -> Clip:  # noqa: ARG002
        return Clip(noise_of(text), RATE, text)

    def close(self) -> None:
        """It holds nothing."""


def noise_of(speech: str) -> NDArray[np.float32]:
    """A fifth of a second of noise that no other text has."""
    seed = int.from_bytes(hashlib.sha256(speech.encode()).digest()[:8])
    return (0.2 * np.random.default_rng(seed).standard_normal(RATE // 5)).clip(-1, 1).astype(np.float32)


class Output:
    """A loudspeaker or earpiece whose sound is kept, and over at once. alive: whether it is plugged in."""

    name = "an output"

    def __init__(self, *_: Any, alive: bool = True, **_more: Any) -> None:
        self.alive = alive
        self.played: list[NDArray[np.float32]] = []

    def play(
        self, samples: NDArray[np.float32], rate: int, done: Callable[[bool], None] | None = None
    ) -> None:
        if self.alive:
            assert rate in (RATE, 48_000)
            self.played.append(samples[:: rate // RATE].copy())
        if done is not None:
            done(self.alive)

    def stop(self) -> None:
        """It is silent already."""

    def close(self) -> None:
        """It holds nothing."""

    @property
    def recording(self) -> NDArray[np.float32]:
        return np.concatenate([np.zeros(1, np.float32), *self.played])


def answer(cast: tuple[str, ...], flow: Any, ask: Ask) -> list[str]:
    """The helper's words. The Thug in seat 3 is voted out on the second day, whoever the others are."""
    match ask.kind:
        case "start" | "next":
            return [ask.kind]
        case "roles":
            return [*(f"number_{s}" for s, role in enumerate(cast, 1) if role == ask.subject), "done"]
        case "call" if "done" not in flow.expected():
            return []
        case "call" if ask.subject == "mafia":
            return ["skip"]
        case "call":
            seat = 1 + (cast.index(ask.subject) + 2 + flow.nights) % len(cast)
            do = ["investigate"] if ask.subject == "detective" and flow.nights else []
            return [*do, f"number_{seat}", "done"]
        case "talk":
            return ["done"] if flow.nights < 2 else ["number_3", "number_5", "done"]
        case "suspects":
            return ["skip", "yes"]
        case "vote":
            return ["number_2", "number_4", "number_6", "done"] if ask.seat == 3 else ["done"]
    return []


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--who", type=int, default=0)
    parser.add_argument("--earpiece", choices=("there", "missing"), default="there")
    args = parser.parse_args()
    cast = CASTS[args.who]
    setup = mv.Setup(len(cast), tuple(sorted(cast)), "classic", False, mv.Options())
    loudspeaker, earpiece = Output(), Output(alive=args.earpiece == "there")
    evenings.Earpiece = lambda *_: earpiece  # type: ignore[assignment,misc]
    game = Game(
        id=mv.GAME,
        lang="vi",
        names={},
        seats=setup.seats,
        roles=tuple(dict.fromkeys(setup.deck)),
        spoken=spoken_lines(setup),
        make_flow=lambda: VendettaFlow(setup, seed=5, pace=QUICK, explain=False, discussion=1.0),
        header={"game": mv.GAME, "lang": "vi"},
    )
    devices = Devices(private="ear", engine=NoiseEngine(), loudspeaker=lambda *_a, **_k: loudspeaker)
    told: list[str] = []
    seen: set[str] = set()
    with Evening(game, devices, TerminalScreen(sys.stdout, secrets=False)) as evening:
        evening.prepare()
        tell = evening.stage.tell

        def noted(line: str, text: str) -> None:
            told.append(text)
            seen.update(processes())
            tell(line, text)

        evening.stage.tell = noted  # type: ignore[method-assign]
        session: Any = evening.session
        robot = Robot(
            evening.loop,
            lambda ask: answer(cast, session.flow, ask),
            session.whisper,
            lambda: session.conductor.idle,
            pace=QUICK,
            seed=3,
            between=0.02,
        )
        session._asked = robot.asked
        winner = evening.run()
        spoken = sorted({evening.voice.speech(text) for text in told})
        public = sorted({evening.voice.speech(text) for text in evening._texts})
        prepared_keys, told_keys = keys(evening.voice, evening._texts), keys(evening.voice, told)
    args.out.mkdir(parents=True, exist_ok=True)
    np.save(args.out / "public.npy", loudspeaker.recording)
    np.save(args.out / "private.npy", earpiece.recording)
    facts = {"winner": winner, "told": told, "spoken": spoken, "prepared": public, "seen": sorted(seen)}
    facts |= {"prepared_keys": prepared_keys, "told_keys": told_keys}
    (args.out / "evening.json").write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")


def keys(voice: Voice, texts: Iterable[str]) -> list[str]:
    """Under which names clips of these texts would be kept."""
    plans = {planned(text, "vi", voice._speech, Tempo()) for text in texts}
    return sorted(clip_key(plan, NoiseEngine.name) for plan in plans)


def processes() -> set[str]:
    """What the system shows of this process and its threads to everybody."""
    me = Path("/proc/self")
    names = {thread.name for thread in threading.enumerate()}
    if me.is_dir():
        names.add(me.joinpath("cmdline").read_text().replace("\0", " "))
        names |= {task.joinpath("comm").read_text().strip() for task in me.joinpath("task").iterdir()}
    return names


if __name__ == "__main__":
    main()
