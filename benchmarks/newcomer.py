"""A newcomer's path from the clone to the first spoken line: commands, seconds, questions asked.

    python benchmarks/newcomer.py [--clone DIR]

Clones this repository into a new folder, sets it up as `make setup` does (which needs the network), and then
starts in two ways with a private PulseAudio, nothing is heard: `make play` with the start key, and `narrator`
with Enter at every question, a word whispered into the microphone, the keys instead of a voice that is taught
(two minutes more), and one call tried with them. Nothing is rendered or remembered before either. A line
counts as spoken when it sounds at the loudspeaker. --clone: a folder where it has been set up before.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from narrator.ear.port import SAMPLE_RATE
from narrator.script import load_commands
from narrator.table.helper_voice import HelperVoice
from tests.rig import RATE, Recording, Rig

ROOT = Path(__file__).resolve().parent.parent
LOUD = 0.02
PATIENCE = 300.0
_PROMPT = "] > "
_TEACH = "Teach it all the words"
_KEYS = "3\n"
_METER = "░ ·"
_READY = "[b]"
_HINTS = (("→ ghế 1–8", "3\n"), ("[d]", "d"))
"""What the screen says in the call that is tried, and the keys that answer it."""


@dataclass
class Terminal:
    """A program in a terminal of its own. seen: all it printed; typed: a key was pressed and is not seen."""

    command: list[str]
    folder: Path
    env: dict[str, str]
    seen: list[str] = field(default_factory=list)
    typed: bool = False

    def __post_init__(self) -> None:
        self.begun = time.monotonic()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.chdir(self.folder)
            os.execvpe(self.command[0], self.command, self.env)

    @property
    def text(self) -> str:
        """All that was printed."""
        return "".join(self.seen)

    def watch(self, react: Callable[[str], bool]) -> None:
        """Read until `react`, given what was printed since the last key, says that it is enough."""
        since = 0
        while time.monotonic() < self.begun + PATIENCE:
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready:
                self.seen.append(os.read(self.master, 65536).decode(errors="replace"))
            if react("".join(self.seen[since:])):
                return
            if self.typed:
                since, self.typed = len(self.seen), False
        raise SystemExit(f"nothing more happened:\n{self.text}")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())
        self.typed = True

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)
        os.close(self.master)


@dataclass(frozen=True)
class Way:
    """What one way came to. first, game: seconds from the command to the first line, and to the game's."""

    questions: int
    keys: int
    first: float
    game: float


def sounded(recording: Recording, since: float) -> float | None:
    """When something sounded at the loudspeaker for the first time after `since`; None: not yet."""
    samples = recording.samples
    first = max(0, len(samples) - int((time.monotonic() - since) * RATE))
    loud = np.flatnonzero(np.abs(samples[first:]) > LOUD)
    return recording.arrived(first + int(loud[0])) if len(loud) else None


def by_make(clone: Path, rig: Rig, env: dict[str, str]) -> Way:
    """`make play`, and the start key when it waits for it."""
    with rig.record() as recording:
        terminal = Terminal(["make", "play"], clone, env)
        try:
            terminal.watch(lambda new: _READY in new)
            pressed = time.monotonic()
            terminal.type("b")
            terminal.watch(lambda _new: "🔊" in terminal.text and sounded(recording, pressed) is not None)
            heard = sounded(recording, pressed)
        finally:
            terminal.close()
    assert heard is not None
    return Way(0, 1, heard - terminal.begun, heard - terminal.begun)


def by_questions(clone: Path, rig: Rig, env: dict[str, str]) -> Way:
    """`narrator`, and Enter."""
    helper = HelperVoice("vi", load_commands("vi"))
    word = np.pad(helper.take("done"), (SAMPLE_RATE // 2, 0))
    helper.close()
    questions = keys = 0
    hints = [*_HINTS]
    whispered = False

    def answered(new: str) -> bool:
        nonlocal questions, keys, whispered
        if not whispered and _METER in new:
            whispered = True
            rig.feed(word, SAMPLE_RATE, wait=False)
        answer = ""
        if new.endswith(_PROMPT):
            questions += 1
            answer = _KEYS if _TEACH in new else "\n"
        elif hints and hints[0][0] in new:
            answer = hints.pop(0)[1]
        if answer:
            keys += len(answer)
            terminal.type(answer)
        return _READY in new and "🤫" in new

    with rig.record() as recording:
        terminal = Terminal([str(clone / ".venv/bin/narrator"), "start"], clone, env)
        try:
            terminal.watch(answered)
            first = sounded(recording, terminal.begun)
            pressed = time.monotonic()
            terminal.type("b")
            keys += 1
            terminal.watch(lambda new: "🔊" in new and sounded(recording, pressed) is not None)
            game = sounded(recording, pressed)
        finally:
            terminal.close()
    assert first is not None
    assert game is not None
    return Way(questions, keys, first - terminal.begun, game - terminal.begun)


def timed(command: list[str], folder: Path) -> float:
    """How many seconds a command takes."""
    begun = time.monotonic()
    subprocess.run(command, cwd=folder, check=True)
    return time.monotonic() - begun


def main() -> None:
    """Clone, set up, start twice, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clone", type=Path, metavar="DIR", help="a folder where it has been set up before")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="newcomer-") as folder:
        clone: Path = args.clone or Path(folder) / "narrator"
        if args.clone is None:
            print(f"git clone: {timed(['git', 'clone', '--quiet', str(ROOT), str(clone)], ROOT):.0f} s")
            print(f"make setup: {timed(['make', '--silent', 'setup'], clone):.0f} s", flush=True)
        for name, way in (("make play", by_make), ("narrator", by_questions)):
            with Rig(here=False) as rig, tempfile.TemporaryDirectory() as home:
                kinds = ("CACHE", "STATE", "DATA", "CONFIG")
                own = {f"XDG_{kind}_HOME": f"{home}/{kind}" for kind in kinds}
                env = {**rig.env, **own, "TERM": "xterm", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
                noise = np.random.default_rng(3).standard_normal(240 * SAMPLE_RATE) * 3e-4
                room = rig.feed(noise.astype(np.float32), SAMPLE_RATE, wait=False)
                assert room is not None
                try:
                    found = way(clone, rig, env)
                finally:
                    room.kill()
                    room.wait()
            print(
                f"{name}: {found.questions} questions, {found.keys} keys; first line after "
                f"{found.first:.1f} s, first line of the game after {found.game:.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
