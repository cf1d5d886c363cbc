"""`narrator resume` for real: the program is killed in mid-line and in mid-night, and a new one goes on.

Its clips are tones of a quarter of a second, so that the test is not about the voice; the one that it is
killed in is longer.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from narrator.catalogue import GAMES, Wanted
from narrator.catalogue.live_games import Party, live_game
from narrator.cli import main
from narrator.flow.pace import Pace
from narrator.script import load_commands, load_lines
from narrator.table.journal import Ended
from narrator.table.kept import read_journal
from narrator.table.render import Renderer
from narrator.table.wording import all_texts
from narrator.voice import Clip, load_profile, open_voice
from narrator.voice.espeak import EspeakEngine
from tests.rig import Recording, Rig
from tests.test_evening import Screen

GAME, LANG = "mafia_vendetta", "vi"
NAMES = ("An", "Bình", "Chi", "Dũng", "Giang", "Hà")
LONG = "Mỗi người nhận"
LOUD = 0.01
SOUNDS, STOPS = True, False


class Tones:
    """An engine that says everything with a tone, under the name of the one whose place it takes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.long = ""

    def render(self, speech: str, rate: float = 1.0) -> Clip:  # noqa: ARG002
        seconds = 1.2 if speech == self.long else 0.25
        tone = 0.1 * np.sin(2 * np.pi * 440 * np.arange(int(16_000 * seconds)) / 16_000)
        return Clip(tone.astype(np.float32), 16_000, speech)

    def close(self) -> None:
        """Nothing runs."""


def fill(cache: Path) -> None:
    """Have a clip for everything that the game says aloud."""
    entry = GAMES[GAME]
    party = Party(
        entry, LANG, entry.setup(Wanted(len(NAMES), None, {})), 7, Pace(), names=dict(enumerate(NAMES, 1))
    )
    game, lines = live_game(party), load_lines(GAME, LANG)
    renderer = Renderer(lines, load_commands(LANG), party.names)
    texts = all_texts(lines, renderer, game.spoken, seats=game.seats, roles=game.roles)
    profile = load_profile(LANG)
    espeak = EspeakEngine(profile.voice, profile.rate, profile.pitch)
    try:
        tones = Tones(espeak.name)
    finally:
        espeak.close()
    with open_voice(LANG, GAME, profile=LANG, cache_dir=cache / "narrator" / "clips", engine=tones) as voice:
        tones.long = voice.speech(next(text for text in texts if text.startswith(LONG)))
        voice.prepare(texts)


class Program:
    """A narrator at the table; what is typed goes to its keys."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process, self.screen = process, Screen(process)
        self.seen = 0

    def wait_for(self, text: str) -> None:
        self.seen = self.screen.wait_for(text, self.seen, 60)

    def type(self, keys: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(keys)
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        assert self.process.wait(timeout=5) == -signal.SIGKILL


@contextmanager
def narrator(rig: Rig, cache: Path, *words: str) -> Iterator[Program]:
    process = subprocess.Popen(
        [sys.executable, "-m", "narrator", *words, "--no-microphone", "--device", "narrator_public"],
        env={**rig.env, "XDG_CACHE_HOME": str(cache)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    program = Program(process)
    try:
        yield program
    finally:
        process.kill()
        process.wait()
        program.screen.thread.join()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()


def sounds(recording: Recording, seconds: float = 0.1) -> bool:
    return bool(np.abs(recording.last(seconds)).max(initial=0.0) > LOUD)


def until_it(on: bool, recording: Recording) -> None:
    deadline = time.monotonic() + 20
    while sounds(recording) != on:
        assert time.monotonic() < deadline, "the loudspeaker is silent" if on else "it does not stop"
        time.sleep(0.01)


def test_a_killed_program_is_gone_on_with_twice(
    tmp_path: Path, rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    cache, state = tmp_path / "cache", str(tmp_path / "state")
    fill(cache)
    options = ("--names", ",".join(NAMES), "--pace", "0.1", "--seed", "7", "--no-explanations")
    with rig.record("speaker") as table:
        with narrator(rig, cache, "play", GAME, *options, "--state", state) as program:
            program.wait_for("Mọi thứ đã sẵn sàng")
            program.type("b")
            program.wait_for(LONG)
            until_it(SOUNDS, table)
            program.kill()
        until_it(STOPS, table)
        with narrator(rig, cache, "resume", "--state", state) as program:
            program.wait_for("🔊 Nghỉ đủ rồi. Ta chơi tiếp.")
            until_it(SOUNDS, table)
            program.wait_for(LONG)
            program.wait_for("🤫 Khi cả bàn sẵn sàng")
            program.type(" ")
            program.wait_for("🤫 Thám Tử ngồi ghế số mấy?")
            program.type("3\nd")
            program.wait_for("🤫 Thủ Vụ ngồi ghế số mấy?")
            program.type("5\nd")
            program.wait_for("🤫 Giang mở mắt nhìn nhau.")
            program.kill()
        until_it(STOPS, table)
        assert main(["history", "--state", state]) == 0
        assert capsys.readouterr().out.endswith("vi, 6 players, not over\n")
        with narrator(rig, cache, "resume", "--state", state) as program:
            program.wait_for("🔊 Chào mọi người trở lại. Trong ván chơi, bây giờ là ban đêm.")
            until_it(SOUNDS, table)
            program.wait_for("🤫 Giang mở mắt nhìn nhau.")
            program.wait_for("🔊 Mafia thức dậy.")
            program.type("Qy")
            program.wait_for("🔊 Ván này nghỉ tại đây.")
            assert program.process.wait(timeout=30) == 1
    assert main(["history", "--state", state]) == 0
    assert capsys.readouterr().out.endswith("vi, 6 players, broken off\n")
    (journal,) = Path(state).glob("*.jsonl")
    assert read_journal(journal).ended == Ended(None)
