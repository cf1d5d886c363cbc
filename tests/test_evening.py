"""A short game, for real: the program as people start it, sound through real devices, whispers heard.

The loudspeaker's sound also comes back into the microphone, as in a room.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import correlate

from narrator.audio import resample
from narrator.data import data_dir
from narrator.ear.degrade import pink_noise
from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import SAMPLE_RATE
from narrator.script import load_commands
from narrator.table.helper_voice import HelperVoice
from narrator.voice import Voice, open_voice
from tests.rig import RATE, Recording, Rig, Samples, match

NAMES = "An,Bình,Chi,Dũng,Giang,Hà"
WORDS = (
    *(f"number_{n}" for n in range(1, 7)),
    *("start", "next", "done", "skip", "pause", "resume", "repeat", "vote_count", "shoot", "investigate"),
)
PART = (
    ("Mọi thứ đã sẵn sàng", ("start",)),
    ("Mỗi người nhận", ("next",)),
    ("Thám Tử ngồi ghế số mấy?", ("number_3", "done")),
    ("Thủ Vụ ngồi ghế số mấy?", ("number_5", "done")),
    ("Thám Tử muốn điều tra ai?", ("number_2", "done")),
    ("ít nhất hai nghi phạm", ("number_5", "number_2", "done")),
    ("Ai đồng ý loại Giang", ("vote_count", "number_4", "done")),
    ("Ai đồng ý loại Bình", ("done",)),
)
"""What the helper waits for on the screen, and whispers then. The village votes the Mafia out."""

QUIET_DBFS = -50.0
PATIENCE = 3.0


@dataclass
class Screen:
    """The program's output as it comes: (time, line)."""

    process: subprocess.Popen[str]
    lines: list[tuple[float, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append((time.monotonic(), line.rstrip("\n")))

    def wait_for(self, text: str, since: int, seconds: float) -> int:
        """The number of lines up to and with the first that contains `text`, looking from `since` on."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for number, (_, line) in enumerate(self.lines[since:], since):
                if text in line:
                    return number + 1
            time.sleep(0.02)
        raise AssertionError(f"no {text!r} in\n" + "\n".join(line for _, line in self.lines))


class Helper:
    """Reads the screen, waits until all is silent, whispers; again when not understood."""

    def __init__(self, rig: Rig, screen: Screen, heard: list[Recording], voice: HelperVoice) -> None:
        self.rig, self.screen, self.heard, self.voice = rig, screen, heard, voice
        self.delays: list[float] = []
        self.repeats = 0

    def whisper(self, word: str) -> None:
        for _ in range(3):
            self._wait_for_silence()
            before = len(self.screen.lines)
            take = self.voice.take(word)
            self.rig.feed(take, SAMPLE_RATE)
            ended = time.monotonic() - 0.3 - 0.1  # the rig's silence after it, and the take's own
            while time.monotonic() < ended + PATIENCE:
                answers = [(at, line) for at, line in self.screen.lines[before:] if line.strip() in "✓✗ ?"]
                if answers and "✓" in answers[0][1]:
                    self.delays.append(answers[0][0] - ended)
                    return
                if answers:
                    break
                time.sleep(0.01)
            self.repeats += 1
        raise AssertionError(f"{word} was not understood three times")

    def _wait_for_silence(self) -> None:
        while True:
            ends = [recording.samples[-int(1.0 * RATE) :] for recording in self.heard]
            if all(10 * np.log10(float(np.mean(end**2)) + 1e-12) < QUIET_DBFS for end in ends):
                return
            time.sleep(0.05)


@pytest.fixture
def helper_voice() -> Iterator[HelperVoice]:
    with closing(HelperVoice("vi", load_commands("vi"))) as voice:
        yield voice


@contextmanager
def room(rig: Rig) -> Iterator[None]:
    """The quiet noise that every microphone hears; without it one counts as dead."""
    noise = pink_noise(240 * SAMPLE_RATE, np.random.default_rng(3)) * 10 ** (-66 / 20)
    player = rig.feed(noise.astype(np.float32), SAMPLE_RATE, wait=False)
    assert player is not None
    try:
        yield
    finally:
        player.kill()
        player.wait()


def echo(rig: Rig) -> None:
    """From now on the microphone also hears the loudspeaker, 18 dB weaker and a little late."""

    def pactl(*args: str) -> str:
        return subprocess.run(
            ["pactl", *args], env=rig.env, check=True, capture_output=True, text=True
        ).stdout

    loaded = pactl(
        "load-module", "module-loopback", "source=speaker.monitor", "sink=micfeed", "latency_msec=80"
    )
    for line in pactl("list", "short", "sink-inputs").splitlines():
        number, *_ = line.split("\t")
        pactl("set-sink-input-volume", number, "-18dB")
    assert loaded.strip().isdecimal()


def sound_at(recording: Samples, begun: float, at: float, seconds: float) -> Samples:
    """What was recorded from just before `at` on, with room for a line of `seconds`."""
    first = max(0, int((at - begun - 0.4) * RATE))
    return recording[first : first + int((seconds + 4.5) * RATE)]  # the dawn bell sounds before its line


def fit(voice: Voice, text: str, recording: Samples, begun: float, at: float) -> float:
    """How well the clip of `text` as a whole fits the recording around `at`; 1: it was played."""
    clip = voice.clip(text)
    heard = sound_at(recording, begun, at, len(clip.samples) / clip.rate)
    return match(clip.samples, clip.rate, heard)[0]


def pieces_heard(voice: Voice, text: str, recording: Samples, begun: float, at: float) -> float:
    """Share of the clip's loud pieces of 0.3 s that are in the recording around `at`, exactly.

    In pieces, because a busy machine may leave a gap of some milliseconds in the middle of a line.
    """
    clip = voice.clip(text)
    wanted = resample(clip.samples, clip.rate, RATE)
    heard = sound_at(recording, begun, at, len(wanted) / RATE)
    size = min(int(0.3 * RATE), len(wanted))
    pieces = [wanted[start : start + size] for start in range(0, len(wanted) - size + 1, size)]
    level = max(float(np.mean(piece**2)) for piece in pieces)
    loud = [piece for piece in pieces if float(np.mean(piece**2)) > level / 20]
    return sum(nearest(piece, heard) > 0.9 for piece in loud) / len(loud)


def nearest(piece: Samples, heard: Samples) -> float:
    """The best correlation of `piece` with any stretch of `heard`."""
    fits = correlate(heard, piece, "valid", "fft")
    place = int(np.argmax(fits))
    part = heard[place : place + len(piece)]
    return float(fits[place] / np.sqrt(np.sum(part**2) * np.sum(piece**2) + 1e-12))


@pytest.mark.timeout(240)
def test_a_short_game_to_its_winner(own_rig: Rig, helper_voice: HelperVoice, tmp_path: Path) -> None:
    takes = helper_voice.enrolment(WORDS)
    enrol_takes("vi", takes).save(tmp_path / "profile")
    fast = tmp_path / "fast.toml"
    own = (data_dir("voices") / "vi.toml").read_text(encoding="utf-8")
    fast.write_text(own.replace("rate = 150", "rate = 300"), encoding="utf-8")
    command = [
        *(sys.executable, "-m", "narrator", "play", "mafia_vendetta", "--names", NAMES, "--seed", "7"),
        *("--pace", "0.1", "--no-explanations", "--state", str(tmp_path / "state")),
        *("--profile", str(tmp_path / "profile"), "--voice", str(fast)),
        *("--device", "narrator_public", "--private-device", "narrator_private"),
    ]
    echo(own_rig)
    with room(own_rig), own_rig.record("speaker") as public, own_rig.record("private") as private:
        begun = time.monotonic() - len(public.samples) / RATE
        process = subprocess.Popen(
            command, env=own_rig.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        screen = Screen(process)
        try:
            helper = Helper(own_rig, screen, [public, private], helper_voice)
            seen = 0
            for text, words in PART:
                seen = screen.wait_for(text, seen, 60)
                for word in words:
                    helper.whisper(word)
            screen.wait_for("Dân làng chiến thắng!", seen, 30)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
            process.wait()
            screen.thread.join()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            process.stdout.close()

    # The ear acted on what was whispered and on nothing else, the narrator's own echo included.
    (journal,) = (tmp_path / "state").glob("*.jsonl")
    assert journal.stat().st_mode & 0o777 == 0o600
    records = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    assert [r["whisper"] for r in records if "whisper" in r] == [w for _, words in PART for w in words]

    # Everybody heard each public line, and the earpiece alone each private one.
    said = [(at, line[2:]) for at, line in screen.lines if line.startswith("🔊 ")]
    told = [(at, line[2:]) for at, line in screen.lines if line.startswith("🤫 ")]
    assert len(said) > 20
    assert len(told) > 10
    with open_voice("vi", "mafia_vendetta", profile=fast) as voice:
        for at, text in said:
            assert pieces_heard(voice, text, public.samples, begun, at) > 0.6, text
        for at, text in told:
            assert fit(voice, text, public.samples, begun, at) < 0.5, f"everybody heard {text!r}"
        for at, text in said:
            assert fit(voice, text, private.samples, begun, at) < 0.5, text
    delays = sorted(helper.delays)
    print(
        f"{len(delays)} whispers, {helper.repeats} said again, end of whisper to action "
        f"median {delays[len(delays) // 2]:.3f} s, longest {delays[-1]:.3f} s"
    )
