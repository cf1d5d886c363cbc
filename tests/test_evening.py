"""A short game of each kind, for real: the program as people start it, real devices, whispers heard.

The loudspeaker's sound also comes back into the microphone, as in a room. The evenings are played at the
same time, each at a table of its own: most of an evening is waiting.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.fft import irfft, next_fast_len, rfft

from narrator.audio import resample
from narrator.catalogue import GAMES as CATALOGUE
from narrator.data import data_dir
from narrator.ear.degrade import pink_noise
from narrator.ear.enrolment import enrol_takes
from narrator.ear.port import SAMPLE_RATE
from narrator.games import ma_soi_hanh_quyet as ms
from narrator.script import load_commands, load_lines
from narrator.table.helper_voice import HelperVoice
from narrator.table.render import Renderer
from narrator.table.wording import all_texts
from narrator.voice import Clip, Voice, earcon, open_voice
from narrator.voice.earcons import SECONDS
from tests.conftest import need_rig
from tests.rig import RATE, Recording, Rig, Samples, match
from tests.table.identification import gaps, planned, spoken

ANY_TIME = ("pause", "resume", "repeat")

Part = tuple[tuple[str, tuple[str, ...]], ...]
"""What the helper waits for on the screen (all pieces around " … " in one line), and whispers then."""


@dataclass(frozen=True)
class Game:
    """An evening: what is played in which language, the words enrolled, how it goes and ends.

    rate: words a minute that the narrator speaks. same: a line that was played fits better than this; one
    that shares words with it stays below. by_ear: without a screen, by a helper who hears and sees nothing.
    """

    id: str
    lang: str
    options: tuple[str, ...]
    words: tuple[str, ...]
    part: Part
    won: str
    rate: int = 300
    same: float = 0.5
    by_ear: bool = False


VENDETTA = Game(
    "mafia_vendetta",
    "vi",
    ("--names", "An,Bình,Chi,Dũng,Giang,Hà", "--pace", "0.1"),
    (
        *(f"number_{n}" for n in range(1, 7)),
        *("start", "next", "done", "skip", *ANY_TIME, "vote_count", "shoot", "investigate"),
    ),
    (
        ("Mọi thứ đã sẵn sàng", ("start",)),
        ("Mỗi người nhận", ("next",)),
        ("Thám Tử ngồi ghế số mấy?", ("number_3", "done")),
        ("Thủ Vụ ngồi ghế số mấy?", ("number_5", "done")),
        ("Thám Tử muốn điều tra ai?", ("number_2", "done")),
        ("ít nhất hai nghi phạm", ("number_5", "number_2", "done")),
        ("Ai đồng ý loại Giang", ("vote_count", "number_4", "done")),
        ("Ai đồng ý loại Bình", ("done",)),
    ),
    "Dân làng chiến thắng!",
)
"""The village votes the Mafia out."""

SHAB = Game(
    "shab_haye_mafia",
    "fa",
    (
        *("--lang", "fa", "--names", "آرش,بهار,پریا", "--roles", "godfather,citizen*2"),
        *("--rule", "intro_day=no", "--pace", "0.1", "--turn", "5", "--defence", "30"),
    ),
    (*("number_0", "number_2", "number_4", "start", "next", "done", "skip", "yes", "no", "pause"),),
    (
        ("همه چیز آماده‌ست", ("start",)),
        ("وقتی همه آماده بودن", ("next",)),
        ("شمارهٔ رئیس مافیا", ("number_2", "done")),
        ("شمارهٔ هدف مافیا", ("skip",)),
        ("رأی‌های آرش", ("number_0", "done")),
        ("رأی‌های بهار", ("number_2", "done")),
        ("رأی‌های پریا", ("number_0", "done")),
        ("🔊 بهار، … دفاع", ("next",)),
        ("رأی‌های بهار", ("number_2", "done")),
        ("شمارهٔ کارت", ("number_4", "done")),
    ),
    "شهر از مافیا پاک شد.",
    rate=450,
    by_ear=True,
    same=0.7,  # «رد کن، ثبت شد.» holds the public «ثبت شد.» and reaches 0.56
)
"""By ear, without a screen. After a night without a shot and a talk in turns the Godfather is accused and
voted out; he draws Insomnia and says his last words. Three players and no introductions: every player is a
turn and a vote more."""

SECOND = 0.5
"""How long a second of the identification's pauses takes at the third game's table."""

MA_SOI = Game(
    "ma_soi_hanh_quyet",
    "vi",
    ("--names", "An,Bình,Chi,Dũng", "--roles", "werewolf", "--pace", str(SECOND)),
    (
        *(f"number_{n}" for n in range(1, 7)),
        *("start", "next", "done", "skip", "no", *ANY_TIME, "minus", "vote_count", "howl", "witch", "seer"),
    ),
    (
        ("Mọi thứ đã sẵn sàng", ("start",)),
        ("Ai đánh trước?", ("number_1", "next")),
        ("Trò chơi bắt đầu", ("number_2", "next")),
        ("🔊 … Bình … Đánh một lá", ("howl",)),
        ("Phiếu của ai chưa khớp?", ("done",)),
        ("chính bạn thuộc nhóm nào", ("number_1", "done")),
        ("Ai bị loại vì lá bài biểu tượng trăng?", ("done",)),
        ("Khi cả bàn sẵn sàng", ("next",)),
        ("Ai vừa nói là mình chết?", ("number_4", "done")),
        ("Dũng thuộc nhóm nào", ("number_1", "done")),
    ),
    "Số Ma Sói đã bằng số Dân.",
    same=0.7,  # a private line about the votes, near it on a busy machine, fits «Bình: một phiếu.» by 0.57
    rate=450,
)
"""The Howl kills a villager and the Claw another, which leaves one to the werewolf. Four players: every one
is a turn, an announcement and a death more."""

GAMES = (VENDETTA, SHAB, MA_SOI)

COMPARED = 24_000
"""The rate at which recordings are compared with what was played."""

QUIET_DBFS = -50.0
SILENCE = 1.0
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
                if all(piece in line for piece in text.split(" … ")):
                    return number + 1
            time.sleep(0.02)
        raise AssertionError(f"no {text!r} in\n" + "\n".join(line for _, line in self.lines))

    def answer(self, since: float) -> tuple[float, str]:
        """When a word was taken or not, "heard" or "again"; "" while neither was shown."""
        marks = {"✓": "heard", "✗ ?": "again"}
        shown = (
            (at, marks[line.strip()]) for at, line in self.lines if at >= since and line.strip() in marks
        )
        return next(shown, (0.0, ""))


class Ears:
    """What comes out of the loudspeaker and the earpiece, as one hears it who sees nothing.

    texts: what may be said, each as it is said, and whether it is private. told: (when, text) of the private
    lines understood.
    """

    POLL = 0.5
    SPAN = 4.0

    def __init__(
        self, public: Recording, private: Recording, voice: Voice, texts: Sequence[tuple[str, bool]]
    ) -> None:
        self.recordings = {False: public, True: private}
        self.voice, self.texts = voice, texts
        self.told: list[tuple[float, str]] = []

    def wait_for(self, text: str, since: int, seconds: float) -> int:
        """The end, in samples, of the first line since `since` that contains `text`."""
        aloud = text.startswith("🔊 ")
        first, *rest = text.removeprefix("🔊 ").split(" … ")
        wanted = [
            (said, self.voice.clip(said))
            for said, private in self.texts
            if (said.startswith(first) if aloud else first in said) and private != aloud
            if all(piece in said for piece in rest)
        ]
        assert wanted, f"nothing that is said has {text!r}"
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for said, clip in wanted:
                window, begins = self._latest(not aloud, clip.seconds + self.SPAN, since)
                if len(window) > clip.seconds * RATE and share_heard(clip, window) > 0.6:
                    if not aloud:
                        self.told.append((time.monotonic() - len(window) / RATE, said))
                    return begins + len(window)
            time.sleep(self.POLL)
        raise AssertionError(f"{text!r} was not heard: {[said for said, _ in wanted]}")

    def answer(self, since: float) -> tuple[float, str]:
        """When an earcon answered, and which; "" while there was none."""
        for recording in self.recordings.values():
            now = time.monotonic()
            window = recording.last(now - since)
            sounds = [earcon("heard").samples, earcon("again").samples]
            if len(window) > len(sounds[0]):
                heard, again = nearest(sounds, window)
                if max(heard, again) > 0.8:
                    return now - SECONDS["heard"], "heard" if heard > again else "again"
        return 0.0, ""

    def _latest(self, private: bool, seconds: float, since: int) -> tuple[Samples, int]:
        recording = self.recordings[private]
        samples = recording.last(seconds)
        begins = max(since, recording.count - len(samples))
        return samples[max(0, len(samples) - (recording.count - begins)) :], begins


class Helper:
    """Waits until all is silent, whispers; again when not understood. seen: how he knows."""

    def __init__(self, rig: Rig, seen: Screen | Ears, heard: list[Recording], voice: HelperVoice) -> None:
        self.rig, self.seen, self.heard, self.voice = rig, seen, heard, voice
        self.delays: list[float] = []
        self.repeats = 0

    def whisper(self, word: str) -> None:
        for _ in range(3):
            self._wait_for_silence()
            before = time.monotonic()
            take = self.voice.take(word)
            self.rig.feed(take, SAMPLE_RATE)
            ended = time.monotonic() - 0.3 - 0.1  # the rig's silence after it, and the take's own
            while time.monotonic() < ended + PATIENCE:
                at, answer = self.seen.answer(before)
                if answer == "heard":
                    self.delays.append(at - ended)
                    return
                if answer:
                    break
                time.sleep(0.01 if isinstance(self.seen, Screen) else 0.1)
            self.repeats += 1
        raise AssertionError(f"{word} was not understood three times")

    def _wait_for_silence(self) -> None:
        while True:
            ends = [recording.last(SILENCE) for recording in self.heard]
            if all(10 * np.log10(float(np.mean(end**2)) + 1e-12) < QUIET_DBFS for end in ends):
                return
            time.sleep(0.05)


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
    return match(clip.samples, clip.rate, heard, fine=COMPARED)[0]


def pieces_heard(voice: Voice, text: str, recording: Samples, begun: float, at: float) -> float:
    """As `share_heard`, around `at`.

    In pieces, because a busy machine may leave a gap of some milliseconds in the middle of a line.
    """
    clip = voice.clip(text)
    return share_heard(clip, sound_at(recording, begun, at, clip.seconds))


def share_heard(clip: Clip, recording: Samples) -> float:
    """Share of the clip's loud pieces of 0.3 s that are in a recording."""
    wanted = resample(clip.samples, clip.rate, COMPARED)
    heard = resample(recording, RATE, COMPARED)
    size = min(int(0.3 * COMPARED), len(wanted))
    pieces = [wanted[start : start + size] for start in range(0, len(wanted) - size + 1, size)]
    level = max(float(np.mean(piece**2)) for piece in pieces)
    loud = [piece for piece in pieces if float(np.mean(piece**2)) > level / 20]
    return sum(fits > 0.9 for fits in nearest(loud, heard)) / len(loud)


def nearest(pieces: Sequence[Samples], heard: Samples) -> Iterator[float]:
    """The best correlation of each piece with any stretch of `heard`."""
    size = next_fast_len(len(heard) + max(map(len, pieces)), real=True)
    spectrum = rfft(heard, size)
    for piece in pieces:
        fits = irfft(spectrum * np.conj(rfft(piece, size)), size)[: len(heard) - len(piece) + 1]
        place = int(np.argmax(fits))
        part = heard[place : place + len(piece)]
        yield float(fits[place] / np.sqrt(np.sum(part**2) * np.sum(piece**2) + 1e-12))


def sayable(game: Game) -> list[tuple[str, bool]]:
    """Everything that the narrator may say at this table, as it is said, and whether it is private.

    But for lists of more than two names.
    """
    entry, lines = CATALOGUE[game.id], load_lines(game.id, game.lang)
    names = game.options[game.options.index("--names") + 1].split(",")
    renderer = Renderer(lines, load_commands(game.lang), dict(enumerate(names, 1)))
    found: list[tuple[str, bool]] = []
    for private in (True, False):
        said = {line: holes for line, holes in entry.lines.items() if line.startswith("private.") == private}
        texts = all_texts(lines, renderer, said, seats=len(names), roles=entry.roles)
        for line in (line for line, holes in said.items() if holes == {"names"}):
            for turn, _ in enumerate(lines.variants[line]):
                pairs = permutations(range(1, len(names) + 1), 2)
                texts += [lines.text(line, turn, names=renderer.names(pair)) for pair in pairs]
        found += [(text, private) for text in texts]
    return found


@dataclass(frozen=True)
class Played:
    """What is left of an evening. told: the private lines that the ears understood, and when; begun:
    time.monotonic() at the first sample of the recordings.
    """

    game: Game
    fast: Path
    lines: list[tuple[float, str]]
    told: list[tuple[float, str]]
    public: Samples
    private: Samples
    begun: float
    journal: Path
    delays: list[float]
    repeats: int
    seconds: float


def play(game: Game, folder: Path) -> Played:
    """One evening from start to end, at a table of its own."""
    with Rig(here=False) as rig, closing(HelperVoice(game.lang, load_commands(game.lang))) as voice:
        enrol_takes(game.lang, voice.enrolment(game.words)).save(folder / "profile")
        fast = folder / "fast.toml"
        own = (data_dir("voices") / f"{game.lang}.toml").read_text(encoding="utf-8")
        fast.write_text(re.sub(r"(?m)^rate = \d+", f"rate = {game.rate}", own), encoding="utf-8")
        command = [
            *(sys.executable, "-m", "narrator", "play", game.id, *game.options, "--seed", "7"),
            *("--no-explanations", "--state", str(folder / "state")),
            *("--profile", str(folder / "profile"), "--voice", str(fast)),
            *("--device", "narrator_public", "--private-device", "narrator_private"),
            *(["--no-screen"] if game.by_ear else []),
        ]
        echo(rig)
        with room(rig), rig.record("speaker") as public, rig.record("private") as private:
            begun = time.monotonic() - len(public.samples) / RATE
            process = subprocess.Popen(
                command, env=rig.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
            screen = Screen(process)
            speaks = open_voice(game.lang, game.id, profile=fast)
            ears = Ears(public, private, speaks, sayable(game))
            knows = ears if game.by_ear else screen
            try:
                helper = Helper(rig, knows, [public, private], voice)
                seen = 0
                for text, words in game.part:
                    seen = knows.wait_for(text, seen, 60)
                    for word in words:
                        helper.whisper(word)
                screen.wait_for(game.won, 0, 30)
                assert process.wait(timeout=30) == 0
            finally:
                process.kill()
                process.wait()
                speaks.close()
                screen.thread.join()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.close()
                process.stdout.close()
    (journal,) = (folder / "state").glob("*.jsonl")
    seconds = time.monotonic() - begun
    ends = (public.samples, private.samples, begun, journal, helper.delays, helper.repeats, seconds)
    return Played(game, fast, screen.lines, ears.told, *ends)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Future[Played]]:
    """All evenings, over; the result of one raises what went wrong in it."""
    need_rig()
    with ThreadPoolExecutor(len(GAMES)) as tables:
        return {game.id: tables.submit(play, game, tmp_path_factory.mktemp(game.id)) for game in GAMES}


def acted(records: list[dict[str, Any]]) -> list[str]:
    """The words of a journal that acted: a doubtful one does when it is said again."""
    words: list[str] = []
    half = ""
    for record in records:
        word = record.get("doubted") or record.get("whisper")
        if word is None:
            continue
        if "whisper" in record or word == half:
            words.append(word)
        half = word if "doubted" in record and word != half else ""
    return words


@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_short_game_to_its_winner(game: Game, evenings: dict[str, Future[Played]]) -> None:
    played = evenings[game.id].result()
    # The ear acted on what was whispered and on nothing else, the narrator's own echo included.
    assert played.journal.stat().st_mode & 0o777 == 0o600
    records = [json.loads(line) for line in played.journal.read_text(encoding="utf-8").splitlines()]
    assert acted(records) == [w for _, words in game.part for w in words]

    # A fault of ours does not end a game; it is told of with its place in the code.
    assert [line for _, line in played.lines if ".py:" in line] == []

    # Everybody heard each public line, and the earpiece alone each private one.
    said = [(at, line[2:]) for at, line in played.lines if line.startswith("🔊 ")]
    told = [(at, line[2:]) for at, line in played.lines if line.startswith("🤫 ")]
    if game.by_ear:
        assert told == [], "nothing private is on a screen that all can see"
        told = played.told
        assert len(told) == sum(not text.startswith("🔊") for text, _ in game.part)
    assert len(said) > 20
    assert len(told) > 8
    public, private, begun = played.public, played.private, played.begun
    ways: dict[str, list[str]] = {}
    for text, _ in sayable(game):
        ways.setdefault(text, []).append(text)
    with open_voice(game.lang, game.id, profile=played.fast) as voice:
        for at, text in said:
            shares = [pieces_heard(voice, way, public, begun, at) for way in ways.get(text, [text])]
            assert max(shares) > 0.6, text
        for at, text in told:
            for way in ways.get(text, [text]):
                assert fit(voice, way, public, begun, at) < game.same, f"everybody heard {text!r}"
        for at, text in said:
            for way in ways.get(text, [text]):
                assert fit(voice, way, private, begun, at) < game.same, text
    delays = sorted(played.delays)
    print(
        f"{len(delays)} whispers, {played.repeats} said again, "
        f"{sum('doubted' in record for record in records)} times doubted, end of whisper to action "
        f"median {delays[len(delays) // 2]:.3f} s, longest {delays[-1]:.3f} s; {played.seconds:.0f} s of game"
    )


def test_the_identification_is_heard_with_its_pauses(evenings: dict[str, Future[Played]]) -> None:
    played = evenings[MA_SOI.id].result()
    names = {
        variants[0]: line.partition(".")[2]
        for line, variants in load_lines(ms.GAME, "vi").variants.items()
        if line.startswith("identify.")
    }
    said = [(line[2:], at - played.begun) for at, line in played.lines if line.startswith("🔊 ")]
    due = [(names[text], at) for text, at in said if text in names]
    plan = planned(ms.Setup(4, ("villager", "villager", "villager", "werewolf")), SECOND)
    found = list(gaps(spoken(played.public, RATE, due), plan))
    assert len(found) == len(plan) - 1
    late = [round((gap.heard - gap.plan) * 1000) for gap in found]
    print(f"pauses of the identification, ms more than planned: {late}")
    assert [gap for gap in found if abs(gap.heard - gap.plan) > 0.1] == []
