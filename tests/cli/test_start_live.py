"""`narrator start` with a real terminal, real sound and the real ear: what is played, the meter, one call."""

from __future__ import annotations

import os
import pty
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from narrator import messages
from narrator.cli import main, start_call, start_steps
from narrator.cli.remembered import Choices, Memory, keep, recall
from narrator.cli.start_call import Call
from narrator.cli.start_evening import profile_folder
from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import SAMPLE_RATE, Samples
from narrator.script import load_commands
from narrator.table.helper_voice import HelperVoice
from narrator.voice import open_voice
from tests.rig import Rig, match

WORDS = ("number_2", "done")
CALL = Call(("Thám Tử thức dậy.",), "done")
CHOSEN = Choices(tongue="vi", game="mafia_vendetta", lang="vi", players=6)


@pytest.fixture(scope="module")
def takes() -> Iterator[dict[str, Samples]]:
    """What the helper whispers into the microphone; the voice of these words is enrolled."""
    commands = load_commands("vi")
    helper = HelperVoice("vi", commands)
    try:
        phrases = {word: commands.word(word).phrases[0] for word in WORDS}
        profile = enrol_takes("vi", helper.enrolment(WORDS), phrases=phrases)
        profile.save(profile_folder(CHOSEN))
        yield {word: helper.take(word) for word in WORDS}
    finally:
        helper.close()


@contextmanager
def room(rig: Rig) -> Iterator[None]:
    """A quiet noise, without which a microphone counts as dead."""
    noise = np.random.default_rng(3).standard_normal(60 * SAMPLE_RATE) * 3e-4
    player = rig.feed(noise.astype(np.float32), SAMPLE_RATE, wait=False)
    assert player is not None
    try:
        yield
    finally:
        player.kill()
        player.wait()


@dataclass
class Person:
    """Sits at the terminal: types an answer at each prompt, and whispers what he is asked for.

    whispers: what he sees then, the word, and for how many seconds he waits.
    """

    master: int
    rig: Rig
    answers: list[str]
    whispers: list[tuple[str, Samples, float]]
    seen: str = ""
    meters: list[str] = field(default_factory=list)

    def watch(self) -> None:
        new = ""
        while self.answers:
            new += os.read(self.master, 65536).decode(errors="ignore")
            if self.whispers and self.whispers[0][0] in new:
                before, mark, new = new.partition(self.whispers[0][0])
                self.seen += before + mark
                _, word, pause = self.whispers.pop(0)
                self.rig.feed(np.pad(word, (round(pause * SAMPLE_RATE), 0)), SAMPLE_RATE)
            if new.rstrip("\r").endswith("] > "):
                self.seen += new
                new = ""
                os.write(self.master, self.answers.pop(0).encode())
        self.seen += new


def test_a_person_hears_the_narrator_and_is_heard(
    rig: Rig, takes: dict[str, Samples], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(start_call, "call_of", lambda *_: CALL)
    monkeypatch.setattr(start_steps, "_GAMES", 2)
    keep(Memory(None, CHOSEN))
    master, side = pty.openpty()
    commands = load_commands("vi")
    number, done = (commands.word(word).phrases[0] for word in WORDS)
    person = Person(
        master,
        rig,
        # Language, game, players, names, cards, heard, this microphone, nobody's name, the voice as it is,
        # one call; at the question after it no more can be typed.
        ["\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "2\n", "\n", "\x04"],
        # The first when the microphone has heard the room, the second when the line has faded.
        [
            ("░ ·", takes["done"], 0.2),
            ("→ ghế 1–6", takes["number_2"], 1.0),
            (f"→ {done}", takes["done"], 0.2),
        ],
    )
    with os.fdopen(os.dup(side)) as source, os.fdopen(side, "w") as out:
        monkeypatch.setattr("sys.stdin", source)
        monkeypatch.setattr("sys.stdout", out)
        watcher = threading.Thread(target=person.watch)
        watcher.start()
        with room(rig), rig.record() as recording:
            status = main(["start"])
        watcher.join(5)
    os.close(master)
    messages.use(None)
    assert status == 2, person.seen
    with open_voice("vi", CHOSEN.game) as voice:
        clip = voice.clip(CALL.lines[0])
    assert match(clip.samples, clip.rate, recording.samples)[0] > 0.9, "the table hears the line"
    rows = person.seen.replace("\r", "\n").splitlines()
    bars = [row.count("█") for row in rows if "░" in row]
    assert max(bars) > 10 > min(bars), "the meter lives"
    assert any("█" in row and row.endswith("✓") for row in rows), "and says that it is fine"
    heard = [row for row in rows if row.startswith(("✓ «", "✗"))]
    assert [word in row for word, row in zip((number, done), heard, strict=True)] == [True, True], heard
    assert recall().chosen == CHOSEN
