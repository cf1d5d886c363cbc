"""An evening on the rig's devices whose every line is a noise of its own, for tests of devices that fail."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import pytest

from narrator.audio import resample
from narrator.catalogue import GAMES
from narrator.ear.port import SAMPLE_RATE, Heard
from narrator.table import evening as evening_module
from narrator.table.evening import Devices, Evening, Game
from narrator.voice import Clip
from tests.audio.test_rig import voice_like
from tests.rig import RATE, Rig, Samples

RATE_OF_CLIPS = 22_050
LINE = 2.5
_FINE = 44_100
_PIECE = _FINE // 4


@cache
def noise(text: str, kind: str) -> Clip:
    """The sound of a line: like no other's. kind: "public" or "private"."""
    seconds = LINE if text.startswith("long") else 1.0
    seed = int.from_bytes(hashlib.sha256(f"{kind}|{text}".encode()).digest()[:4], "big")
    return Clip(voice_like(seconds, RATE_OF_CLIPS, seed), RATE_OF_CLIPS, text)


class Noises:
    """A voice; the lines of its `secret` one are kept in `told`."""

    def __init__(self, kind: str = "public") -> None:
        self._kind = kind
        self.told: list[Clip] = []

    def set_tempo(self, rate: float, pauses: float) -> None:
        """A noise has none."""

    def clip(self, text: str) -> Clip:
        clip = noise(text, self._kind)
        self.told.append(clip)
        return clip

    def secret(self) -> Noises:
        self.private = Noises("private")
        return self.private

    def close(self) -> None:
        """Nothing runs."""


class Nobody:
    """A recogniser that understands nothing."""

    def feed(self, _pcm: Any) -> list[Heard]:
        return []

    def flush(self) -> list[Heard]:
        return []

    def expect(self, intents: frozenset[str] | None) -> None:
        """It understands nothing."""

    def reset(self) -> None:
        """It keeps nothing."""


class Screen:
    """Keeps what is shown, with its time."""

    secrets = True

    def __init__(self) -> None:
        self.shown: list[tuple[float, str, str]] = []

    def __getattr__(self, kind: str) -> Callable[[str], None]:
        return lambda text: self.shown.append((time.monotonic(), kind, text))

    def since(self, at: float, *kinds: str) -> list[tuple[float, str]]:
        """(time, text) of what was shown after `at`."""
        return [(when, text) for when, kind, text in list(self.shown) if when >= at and kind in kinds]


class LiveTable:
    """A game in play on the rig, in this process: its loop runs in a thread. Leave it to end the game."""

    def __init__(self, rig: Rig, folder: Path) -> None:
        self.rig = rig
        self.voice, self.screen = Noises(), Screen()
        self.heard_at = 0.0
        plan = GAMES["mafia_vendetta"].demo
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evening_module, "open_voice", lambda *_, **__: self.voice)
            self.evening = Evening(
                Game(
                    plan.game, "vi", dict(enumerate(plan.names["vi"], 1)), plan.seats, plan.roles,
                    plan.spoken, plan.make_flow, {"game": plan.game},
                ),
                Devices("narrator_public", "narrator_private", "narrator_microphone", True, Nobody()),
                self.screen,
                state=folder,
            )  # fmt: skip
            self._stack = ExitStack()
            self._stack.enter_context(self.evening)
        assert self.evening.microphone is not None
        self._ear = self.evening.microphone._sink
        self.evening.microphone._sink = (
            self._heard
        )  # before the gate, which is shut while the narrator sounds
        self._thread = threading.Thread(target=self.evening.run, name="test-table")
        self._thread.start()
        self.until(lambda: self.evening.session.conductor.idle, 20)

    def __enter__(self) -> LiveTable:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.evening.loop.post(self.evening.loop.stop)
        self._thread.join(5)
        self._stack.close()
        assert not self._thread.is_alive()

    def _heard(self, block: Samples, started: float) -> None:
        if float(np.abs(block).max(initial=0.0)) > 1e-4:
            self.heard_at = time.monotonic()
        self._ear(block, started)

    # -- what is done ------------------------------------------------------------------------------

    def say(self, text: str) -> threading.Event:
        """Say a line for all; set when it is over."""
        over = threading.Event()
        self.evening.loop.post(lambda: self.evening.stage.say("test", text, over.set))
        return over

    def tell(self, text: str) -> None:
        """Whisper a line into the earpiece."""
        self.evening.loop.post(lambda: self.evening.stage.tell("test", text))

    def press(self, key: str, worked: Callable[[], bool]) -> float:
        """Seconds until a key had its effect."""
        begun = time.monotonic()
        self.evening.press(key)
        return self.until(worked, 5) and time.monotonic() - begun

    def keys_work(self, *, paused: bool = False) -> float:
        """Pause and go on, in a break the other way round; the longer of the seconds that took."""
        session: Any = self.evening.session
        keys = [("pause", True), ("resume", False)]
        return max(
            self.press(key, lambda stands=stands: session.flow.paused == stands)
            for key, stands in (reversed(keys) if paused else keys)
        )

    @staticmethod
    def until(condition: Callable[[], object], seconds: float) -> bool:
        """Wait for it; AssertionError when it does not come true in time."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"not in {seconds} s"
            time.sleep(0.01)
        return True

    # -- how it stands -----------------------------------------------------------------------------

    @property
    def speaks(self) -> bool:
        """Whether the loudspeaker's device takes sound."""
        return bool(self.evening.stage._public._output.alive)  # type: ignore[attr-defined]

    @property
    def whispers(self) -> bool:
        """Whether the earpiece does."""
        return self.evening._ear.reached()

    def hears_since(self, at: float) -> bool:
        """Whether the microphone gave sound after `at`."""
        return self.heard_at > at

    @property
    def quiet(self) -> bool:
        """Whether neither has anything left to say."""
        speakers = (self.evening.stage._public, self.evening._ear.earpiece)
        return not any(speaker is not None and speaker._open for speaker in speakers)


class Found:
    """What of clips is in a recording."""

    def __init__(self, recorded: Samples) -> None:
        sound = resample(recorded, RATE, _FINE).astype(np.float64)
        size = 1 << (len(sound) + _PIECE).bit_length()
        power = np.concatenate([[0.0], np.cumsum(sound**2)])
        self._energy = np.maximum(power[_PIECE:] - power[:-_PIECE], 1e-4) if len(sound) > _PIECE else None
        self._spectrum = np.fft.rfft(sound, size)
        self._size = size

    def _fits(self, clip: Clip) -> list[float]:
        """The best correlation of each piece of a quarter of a second of the clip."""
        if self._energy is None:
            return [0.0]
        wanted = resample(clip.samples, clip.rate, _FINE).astype(np.float64)
        fits = []
        for at in range(0, len(wanted) - _PIECE + 1, _PIECE):
            piece = wanted[at : at + _PIECE]
            product = self._spectrum * np.conj(np.fft.rfft(piece, self._size))
            found = np.abs(np.fft.irfft(product, self._size)[: len(self._energy)])
            fits.append(float(np.max(found / np.sqrt(self._energy * (piece @ piece)))))
        return fits

    def share(self, clip: Clip) -> float:
        """How much of a clip is there, exactly.

        In pieces, because a busy machine may leave a gap of some milliseconds in the middle of a line.
        """
        fits = self._fits(clip)
        return sum(fit > 0.9 for fit in fits) / len(fits)

    def likeness(self, clip: Clip) -> float:
        """How like the likest piece of a clip is to anything in the recording."""
        return max(self._fits(clip))


def room(rig: Rig, seconds: float = 60.0) -> Any:
    """The quiet noise that every microphone hears; kill and wait for it."""
    hiss = np.random.default_rng(3).standard_normal(int(seconds * SAMPLE_RATE)).astype(np.float32) * 0.003
    return rig.feed(hiss, SAMPLE_RATE, wait=False)
