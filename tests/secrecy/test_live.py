"""A live evening as the room and a curious guest find it: its recordings, its files, its processes, the net.

The same evening is played with two deals and with an earpiece that is missing; sockets are forbidden to it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.signal import correlate

from narrator.games import mafia_vendetta as mv
from narrator.games import shab_haye_mafia as sm
from narrator.games.core import Illegal
from narrator.script import load_lines
from narrator.voice import earcon
from tests.secrecy.quiet_evening import RATE, noise_of

LINES = load_lines(mv.GAME, "vi")
ROLES = {*mv.ROLES, *mv.GANGS, *(LINES.role(role) for role in mv.ROLES)}

NO_SOCKETS = """\
import os, socket

class Forbidden(socket.socket):
    def __init__(self, family=-1, *args, **kwargs):
        if family in (-1, socket.AF_INET, socket.AF_INET6):
            with open(os.environ["SOCKETS_OPENED"], "a") as file:
                file.write(f"{family}\\n")
            raise OSError("no network in this test")
        super().__init__(family, *args, **kwargs)

socket.socket = Forbidden
"""


@dataclass(frozen=True)
class Played:
    """What is left of an evening, and where."""

    home: Path
    facts: dict[str, Any]
    public: Any
    private: Any
    screen: str
    errors: str
    sockets: str

    def files(self) -> set[str]:
        return {str(path.relative_to(self.home)) for path in self.home.rglob("*") if path.is_file()}

    def clips(self) -> set[str]:
        return {name for name in self.files() if "/clips/" in name}


def start(folder: Path, *command: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run a program with a home of its own and no network; and the sockets that it tried to open."""
    (folder / "site").mkdir(parents=True)
    (folder / "site" / "sitecustomize.py").write_text(NO_SOCKETS)
    (folder / "home" / "tmp").mkdir(parents=True)
    opened = folder / "sockets"
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "home" / "tmp"),
        "PYTHONPATH": f"{folder / 'site'}{os.pathsep}{Path(__file__).parents[2]}",
        "PYTHONUTF8": "1",
        "SOCKETS_OPENED": str(opened),
    }
    alone = ["unshare", "--map-root-user", "--net"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*alone, "true"], stderr=subprocess.DEVNULL).returncode
    ):
        alone = []  # the sockets of Python are forbidden in any case
    done = subprocess.run(
        [*alone, sys.executable, *command], env=env, capture_output=True, text=True, timeout=90
    )
    return done, opened.read_text() if opened.exists() else ""


def play(folder: Path, who: int, earpiece: str = "there") -> Played:
    out = folder / "out"
    command = (
        "-m",
        "tests.secrecy.quiet_evening",
        "--out",
        str(out),
        "--who",
        str(who),
        "--earpiece",
        earpiece,
    )
    done, sockets = start(folder, *command)
    assert done.returncode == 0, done.stderr
    facts = json.loads((out / "evening.json").read_text(encoding="utf-8"))
    assert facts["winner"] == "civilian"
    sounds = [np.load(out / f"{name}.npy") for name in ("public", "private")]
    return Played(folder / "home", facts, *sounds, done.stdout, done.stderr, sockets)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played]:
    return {
        "one": play(tmp_path_factory.mktemp("one"), 0),
        "other": play(tmp_path_factory.mktemp("other"), 1),
        "missing": play(tmp_path_factory.mktemp("missing"), 0, "missing"),
    }


# -- loudness and noise -------------------------------------------------------------------------------


def likeness(clip: Any, recording: Any) -> float:
    """The best correlation of a clip with any stretch of a recording; 1: it is in there, at any loudness."""
    if len(recording) < len(clip):
        return 0.0
    fits = correlate(recording, clip, "valid", "fft")
    power = np.cumsum(np.concatenate([[0.0], recording.astype(np.float64) ** 2]))
    part = power[len(clip) :] - power[: -len(clip)]
    return float(np.max(np.abs(fits) / np.sqrt(part * float(np.sum(clip**2)) + 1e-9)))


def test_nothing_private_is_in_the_recording_of_the_room(evenings: dict[str, Played]) -> None:
    for name, played in evenings.items():
        prepared = set(played.facts["prepared"])
        secret = [speech for speech in played.facts["spoken"] if speech not in prepared]
        assert len(secret) > 20
        clips = [noise_of(speech) for speech in secret]
        loudest = max(likeness(clip, played.public) for clip in clips)
        in_ear = sum(likeness(clip, played.private) > 0.99 for clip in clips)
        print(f"{name}: {len(clips)} private lines; room at most {loudest:.3f}, {in_ear} in the earpiece")
        assert loudest < 0.2
        # An earpiece that is behind, as on a busy machine, leaves out what is over.
        assert in_ear >= 10 if name != "missing" else in_ear == 0
    # The same measure finds a whisper of 40 dB less in the recording of the room.
    one = evenings["one"]
    faint = one.public.copy()
    clip = noise_of(one.facts["spoken"][0])
    faint[1000 : 1000 + len(clip)] = 0.01 * clip
    assert likeness(clip, faint) > 0.9


def test_the_room_hears_the_same_sound_whatever_the_secrets_and_the_earpiece(
    evenings: dict[str, Played],
) -> None:
    """To the sample, earcons and their loudness included."""
    one = evenings["one"].public
    assert len(one) > 30 * RATE / 5
    assert np.array_equal(one, evenings["other"].public)
    assert np.array_equal(one, evenings["missing"].public)


def test_an_earcon_is_always_the_same(evenings: dict[str, Played]) -> None:
    """By night the helper alone hears it, by day everybody; never does it say what was heard."""
    heard = earcon("heard").samples[:: 48_000 // RATE]
    for sound in (evenings["one"].public, evenings["one"].private):
        fits = correlate(sound, heard, "valid", "fft") / float(np.sum(heard**2))
        places = np.flatnonzero(fits > 0.97)
        assert len(places) > 5
        assert all(np.array_equal(sound[place : place + len(heard)], heard) for place in places)


# -- at rest ------------------------------------------------------------------------------------------


def test_only_the_journal_and_public_clips_are_left(evenings: dict[str, Played]) -> None:
    for played in evenings.values():
        others = {name for name in played.files() if "/clips/" not in name}
        (journal,) = {name for name in others if name.endswith(".jsonl")}
        assert {Path(name).name for name in others - {journal}} <= {"sound.log"}, "a file nobody asked for"
        path = played.home / journal
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert not any(role in journal for role in ROLES - {"mafia"})


def test_the_clip_cache_tells_no_secret_of_the_game(evenings: dict[str, Played]) -> None:
    """No private line in it; all lines of the deck, whoever turned up: so two games leave the same."""
    for played in evenings.values():
        kept = {Path(name).stem for name in played.clips()}
        assert all(re.fullmatch(r"[0-9a-f]{64}", name) for name in kept)
        prepared, told = set(played.facts["prepared_keys"]), set(played.facts["told_keys"])
        assert prepared <= kept
        assert len(told) > 20
        assert not (told - prepared) & kept
    assert evenings["one"].clips() == evenings["other"].clips() == evenings["missing"].clips()
    assert evenings["one"].facts["spoken"] != evenings["other"].facts["spoken"]


def test_neither_logs_nor_processes_nor_the_terminal_name_who_is_who(evenings: dict[str, Played]) -> None:
    one, other = evenings["one"], evenings["other"]
    assert one.screen == other.screen == evenings["missing"].screen
    for played in evenings.values():
        logs = "".join(path.read_text() for path in played.home.rglob("*.log")) + played.errors
        shown = [*played.facts["seen"], logs]
        assert not [text for text in shown for role in ROLES - {"mafia"} if role in text]
        assert not any(text in played.screen for text in played.facts["told"] if len(text) > 20)
        assert "\033]" not in played.screen, "a window title"


def test_refusals_of_the_rules_name_no_role() -> None:
    """Their text may end in a traceback, or a log."""
    setup = mv.Setup(10, mv.default_deck(10))
    night = mv.begin_night(mv.position_at(setup, setup.deck, dead=frozenset({10})))
    actions = [
        None,
        *(mv.Action(targets, do) for targets in ((1,), (10,), (99,), (1, 2)) for do in (None, "shoot")),
    ]
    texts = [refused(mv.act, night, call, action) for call in mv.NIGHT_ORDER for action in actions]
    deck = sm.default_deck(12)
    dark = sm.begin_night(sm.position_at(sm.Setup(12, deck), deck, out=frozenset({12})))
    texts += [
        refused(sm.act, dark, step, target)
        for _, step in sm.steps(dark.position.setup)
        for target in (1, 12, 99, True)
    ]
    told = [text for text in texts if text]
    assert len(told) > 40
    assert not [text for text in told for role in (*mv.ROLES, *sm.ROLES) if role in text]


def refused(act: Any, night: Any, call: str, action: Any) -> str:
    try:
        act(night, call, action)
    except Illegal as illegal:
        return f"{illegal} {illegal!r}"
    return ""


# -- no network ---------------------------------------------------------------------------------------


def test_a_game_opens_no_socket(evenings: dict[str, Played]) -> None:
    for played in evenings.values():
        assert played.sockets == ""


def test_the_voices_process_opens_no_socket_and_the_trap_works(tmp_path: Path) -> None:
    code = (
        "from narrator.voice import open_voice\n"
        "with open_voice('vi') as voice:\n"
        "    assert voice.clip('Trời sáng.').seconds > 0.2\n"
    )
    done, sockets = start(tmp_path / "voice", "-c", code)
    assert (done.returncode, sockets) == (0, ""), done.stderr
    done, sockets = start(
        tmp_path / "trap", "-c", "import socket; socket.create_connection(('127.0.0.1', 9))"
    )
    assert done.returncode == 1
    assert sockets
