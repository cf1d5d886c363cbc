"""A sound card that nobody hears: a private PulseAudio with two speakers and a microphone.

Everything that plays goes through the real device layer (PortAudio, ALSA's pulse plugin, PulseAudio):
    speaker   what the table hears; the default output, and the device "narrator_public"
    private   the helper's earpiece, the device "narrator_private"
    mic       the default input, and "narrator_microphone"; what `feed` plays into the sink "micfeed" comes
              out of it
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import numpy as np
import numpy.typing as npt

from narrator.audio.backend import default_backend
from narrator.audio.wav import resample, write_wav

Samples = npt.NDArray[np.float32]
RATE = 48_000
_PROGRAMS = ("pulseaudio", "pactl", "parec", "paplay")

_PULSE = """\
load-module module-native-protocol-unix auth-anonymous=1 socket={folder}/native
load-module module-null-sink sink_name=speaker rate=48000
load-module module-null-sink sink_name=private rate=48000
load-module module-null-sink sink_name=micfeed rate=48000 channels=1
load-module module-remap-source master=micfeed.monitor source_name=mic
set-default-sink speaker
set-default-source mic
"""

_ALSA = """\
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
pcm.narrator_public { type pulse device speaker }
pcm.narrator_private { type pulse device private }
pcm.narrator_microphone { type pulse device mic }
"""


def missing_programs() -> list[str]:
    """The programs of the rig that are not installed."""
    return [name for name in _PROGRAMS if shutil.which(name) is None]


class Recording:
    """What a sink played: mono float32 at 48 kHz, growing until `stop`."""

    def __init__(self, sink: str, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [
                *("parec", f"--device={sink}.monitor", "--latency-msec=20", "--raw"),
                *("--format=float32le", f"--rate={RATE}", "--channels=1"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
        )
        self._data = bytearray()
        self._arrivals: list[tuple[int, float]] = []
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._read, name="rig-recording")
        self._thread.start()
        if not self._begun.wait(10):
            self.stop()
            raise RuntimeError(f"the sink {sink} gives nothing to record")

    def _read(self) -> None:
        assert self._process.stdout is not None
        while data := os.read(self._process.stdout.fileno(), 65536):
            self._data += data
            self._arrivals.append((len(self._data) // 4, time.monotonic()))
            self._begun.set()

    @property
    def samples(self) -> Samples:
        """All so far."""
        whole = bytes(self._data)
        return np.frombuffer(whole[: len(whole) // 4 * 4], "<f4").astype(np.float32)

    @property
    def count(self) -> int:
        """How many samples there are so far."""
        return len(self._data) // 4

    def last(self, seconds: float) -> Samples:
        """The latest `seconds`, or all there is."""
        count = len(self._data) // 4 * 4
        part = bytes(self._data[max(0, count - int(seconds * RATE) * 4) : count])
        return np.frombuffer(part, "<f4").astype(np.float32)

    def arrived(self, index: int) -> float:
        """time.monotonic() when the sample `index` came out of the sink."""
        return next(when for count, when in self._arrivals if count > index)

    def stop(self) -> Samples:
        """End it and give everything; safe to call twice."""
        self._process.terminate()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
        return self.samples


class Rig:
    """Start with `with Rig() as rig:`; inside, this process's PortAudio sees the rig and nothing else.

    env: the same for a subprocess. here: without it this process is left as it is, so that several rigs can
    stand side by side.
    """

    def __init__(self, *, here: bool = True) -> None:
        self._here = here
        self._folder = Path(tempfile.mkdtemp(prefix="rig-"))
        here = str(self._folder)
        self._own = {
            "XDG_RUNTIME_DIR": here,
            "PULSE_RUNTIME_PATH": here,
            "PULSE_STATE_PATH": here,
            "PULSE_SERVER": f"unix:{here}/native",
            "PULSE_COOKIE": f"{here}/cookie",
            "ALSA_CONFIG_PATH": f"{here}/alsa.conf",
        }
        self._server: subprocess.Popen[bytes] | None = None
        self._listeners: list[subprocess.Popen[bytes]] = []
        self._before: dict[str, str | None] = {}

    @property
    def env(self) -> dict[str, str]:
        """The environment in which a program finds the rig's devices."""
        env = {k: v for k, v in os.environ.items() if k != "PULSE_LATENCY_MSEC"}
        return {**env, **self._own}

    def __enter__(self) -> Rig:
        (self._folder / "rig.pa").write_text(_PULSE.format(folder=self._folder))
        (self._folder / "alsa.conf").write_text(_ALSA)
        (self._folder / "cookie").write_bytes(os.urandom(256))
        if self._here:
            for name in (*self._own, "PULSE_LATENCY_MSEC"):
                self._before[name] = os.environ.pop(name, None)
            os.environ.update(self._own)
        try:
            self.start_server()
            if self._here and not default_backend().refresh():
                raise RuntimeError("a sound device is still open; the rig cannot replace it")
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._restore()
        if self._here and not default_backend().refresh() and error is None:
            raise RuntimeError("a test left a sound device open")

    def _restore(self) -> None:
        self.kill_server()
        for name, value in self._before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        shutil.rmtree(self._folder, ignore_errors=True)

    def start_server(self) -> None:
        """Start PulseAudio and wait until its devices are there."""
        self._server = subprocess.Popen(
            [
                *("pulseaudio", "-n", "-F", str(self._folder / "rig.pa"), "--daemonize=no"),
                *("--exit-idle-time=-1", "--system=false", "--use-pid-file=no"),
            ],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            listed = subprocess.run(
                ["pactl", "list", "short", "sources"], env=self.env, capture_output=True, text=True
            )
            if "\tmic\t" in listed.stdout:
                self._listen()
                return
            if self._server.poll() is not None:
                raise RuntimeError("pulseaudio ended at once")
            time.sleep(0.05)
        raise RuntimeError("pulseaudio did not come up")

    def _listen(self) -> None:
        # A null sink nobody listens to sleeps up to two seconds, and whoever comes then waits for it.
        for sink in ("speaker", "private", "micfeed"):
            self._listeners.append(
                subprocess.Popen(
                    ["parec", f"--device={sink}.monitor", "--latency-msec=20", "--raw"],
                    env=self.env,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )

    def kill_server(self) -> None:
        """The sound server dies, as when a cable is pulled or PipeWire restarts."""
        for listener in self._listeners:
            listener.kill()
            listener.wait()
        self._listeners.clear()
        server, self._server = self._server, None
        if server is not None:
            server.kill()
            server.wait()
            (self._folder / "native").unlink(missing_ok=True)

    def pactl(self, *words: str) -> str:
        """What pactl says."""
        done = subprocess.run(["pactl", *words], env=self.env, capture_output=True, text=True, check=True)
        return done.stdout

    def unplug(self, name: str) -> None:
        """A sink or source is pulled out."""
        for line in self.pactl("list", "short", "modules").splitlines():
            if f"sink_name={name}" in line.split() or f"source_name={name}" in line.split():
                self.pactl("unload-module", line.split()[0])

    def plug(self, name: str, rate: int = RATE) -> None:
        """It is plugged in again, running at `rate`."""
        if name == "mic":
            what = ("module-remap-source", "master=micfeed.monitor", "source_name=mic", f"rate={rate}")
        else:
            what = ("module-null-sink", f"sink_name={name}", f"rate={rate}")
        self.pactl("load-module", *what)

    def stall(self, stalled: bool) -> None:
        """The sound server stops in its tracks, or goes on."""
        assert self._server is not None
        self._server.send_signal(signal.SIGSTOP if stalled else signal.SIGCONT)

    @contextmanager
    def record(self, sink: str = "speaker") -> Iterator[Recording]:
        """Record what `sink` plays, from before the first line inside until its end and 0.3 s more."""
        recording = Recording(sink, self.env)
        try:
            time.sleep(0.3)
            yield recording
            time.sleep(0.3)
        finally:
            recording.stop()

    def feed(self, samples: Samples, rate: int, *, wait: bool = True) -> subprocess.Popen[bytes] | None:
        """Play `samples` into the microphone with 0.3 s of silence around them.

        wait: until they are through; else the running player is given back, to be waited for.
        """
        pad = np.zeros(int(0.3 * rate), np.float32)
        path = self._folder / f"feed-{time.monotonic_ns()}.wav"
        write_wav(path, np.concatenate([pad, samples, pad]), rate)
        player = subprocess.Popen(
            ["paplay", "--device=micfeed", str(path)], env=self.env, stderr=subprocess.DEVNULL
        )
        if not wait:
            return player
        if player.wait(timeout=60):
            raise RuntimeError("paplay failed")
        return None


def match(
    clip: Samples, rate: int, recording: Samples, recorded_rate: int = RATE, *, fine: int = 96_000
) -> tuple[float, int]:
    """(correlation, offset in samples of the recording) of `clip` where it fits best; 1 is the same sound.

    fine: the rate at which both are compared. At 96 kHz half a sample between the two clocks costs nothing;
    at 24 kHz speech that is there keeps 0.99, for a quarter of the work.
    """
    wanted = resample(clip, rate, fine).astype(np.float64)
    heard = resample(recording, recorded_rate, fine).astype(np.float64)
    if len(heard) < len(wanted):
        raise ValueError(f"the recording ({len(heard)}) is shorter than the clip ({len(wanted)})")
    size = 1 << (len(heard) + len(wanted)).bit_length()
    product = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(wanted, size))
    fits = np.fft.irfft(product, size)[: len(heard) - len(wanted) + 1]
    offset = int(np.argmax(fits))
    part = heard[offset : offset + len(wanted)]
    scale = np.sqrt((part @ part) * (wanted @ wanted))
    return (float(part @ wanted / scale) if scale else 0.0), round(offset * recorded_rate / fine)
