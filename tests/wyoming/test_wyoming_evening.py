"""An evening whose voice, ear, loudspeaker and microphone are elsewhere; and the options that ask for it."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wyoming.event import Event
from wyoming.server import AsyncEventHandler

from narrator.catalogue.live_games import live_game
from narrator.cli import main, parser, play, setups
from narrator.cli.terminal import TerminalScreen
from narrator.errors import UserError
from narrator.table.evening import Evening
from narrator.voice.sound import polish
from tests.wyoming.peers import (
    RATE,
    Peer,
    Satellite,
    Synthesize,
    Transcript,
    floats,
    pcm,
    service,
    speak,
    tone,
    until,
)

GAME = ("play", "mafia_vendetta", "--lang", "vi", "--names", "An,Bình,Chi,Dũng,Giang,Hà", "--pace", "quick")


def args_of(*options: str) -> Any:
    return parser(("play",)).parse_args([*GAME, "--no-explanations", *options])


def test_a_game_is_spoken_and_heard_through_three_peers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said = ["Nghỉ một lát.", "Ai đang nhắm mắt, xin cứ nhắm mắt."]
    texts: list[str] = []
    heard: list[str] = []
    word = ""

    def sound_of(text: str) -> bytes:
        return pcm(tone(0.02 + 0.013 * len(text)))

    async def handle(peer: AsyncEventHandler, event: Event) -> bool:
        if Synthesize.is_type(event.type):
            texts.append(Synthesize.from_event(event).text)
            await speak(peer, sound_of(texts[-1]))
        elif event.type == "audio-stop":
            heard.append(word)
            await peer.write_event(Transcript(word).event())
        return True

    def whisper(evening: Evening) -> None:
        """Stand out of the quiet until the game is paused, and wait until that is said."""
        nonlocal word
        try:
            time.sleep(0.2)
            word = "Tạm dừng!"
            for _ in range(8):
                fake.level = 0.05 if fake.level < 0.01 else 0.001
                time.sleep(0.5)
                if "resume" in evening.session.expected:
                    break
            least = 0.95 * sum(len(floats(sound_of(text))) for text in said)
            until(lambda: len(fake.sounds) == 1 and int(np.count_nonzero(floats(fake.sounds[0]))) > least)
        finally:
            evening.loop.post(evening.loop.stop)

    fake, out = Satellite(level=0.001), io.StringIO()
    with service(handle) as services, fake.peer() as there:
        at = f"127.0.0.1:{services.port}"
        args = args_of(
            "--voice-service", at, "--ear-service", at, "--satellite", f"127.0.0.1:{there.port}",
            "--pace", "normal",
        )  # fmt: skip
        party = play.made(args, setups.evening(args))
        screen = TerminalScreen(out, secrets=True)
        with Evening(live_game(party), play.devices(args, "vi", screen), screen, state=tmp_path) as evening:
            helper = threading.Thread(target=whisper, args=(evening,))
            helper.start()
            evening.run()
            helper.join()
    assert heard[-1] == "Tạm dừng!"
    assert texts == said, "the narrator breathes between the two"
    assert "chạy tiếp" in out.getvalue(), "the helper is shown how to go on"
    sent = floats(fake.sounds[0])
    for text in said:
        part = polish(floats(sound_of(text)), RATE)
        start = int(np.flatnonzero(sent)[0]) - int(np.flatnonzero(part)[0])
        here, sent = sent[start : start + len(part)], sent[start + len(part) :]
        part = part[: len(here)]
        assert here == pytest.approx(float(here @ part / (part @ part)) * part, abs=1e-4), (
            "but for its loudness"
        )


@contextmanager
def no_sockets() -> Iterator[list[str]]:
    """Whoever opens one is named."""
    opened: list[str] = []

    class Refused(socket.socket):
        def connect(self, address: Any) -> None:
            opened.append(str(address))
            raise OSError("no sockets")

        connect_ex = connect  # type: ignore[assignment]
        bind = connect

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "socket", Refused)
        yield opened


def test_left_out_nothing_opens_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = TerminalScreen(io.StringIO(), secrets=True)
    with monkeypatch.context() as patch, no_sockets() as opened:
        patch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("a name is looked up"))
        devices = play.devices(args_of("--no-microphone", "--trust-network"), "vi", screen)
    assert opened == []
    assert (devices.engine, devices.loudspeaker, devices.hearing, devices.recogniser) == (None,) * 4
    with no_sockets() as opened, pytest.raises(UserError, match="no sockets"):
        play.devices(args_of("--no-microphone", "--voice-service", "127.0.0.1:7"), "vi", screen)
    assert opened == ["('127.0.0.1', 7)"], "it would be seen"


def test_a_satellite_is_not_called_before_the_evening() -> None:
    screen = TerminalScreen(io.StringIO(), secrets=True)
    with no_sockets() as opened:
        devices = play.devices(args_of("--satellite", "127.0.0.1:1"), "vi", screen)
    assert opened == []
    assert devices.loudspeaker is not None
    assert devices.hearing is not None


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--satellite", "nowhere"), "--satellite: 'nowhere' is no address of a service"),
        (("--voice-service", "192.0.2.1:10200"), "--voice-service: 192.0.2.1:10200 is not on this computer"),
        (("--ear-service", "192.0.2.1:10300"), "--ear-service: 192.0.2.1:10300 is not on this computer"),
        (("--satellite", "127.0.0.1:1", "--device", "usb"), "--device: --satellite is given as well"),
        (("--satellite", "127.0.0.1:1", "--microphone", "usb"), "--microphone: --satellite is given as well"),
        (("--ear-service", "127.0.0.1:1", "--engine", "vosk"), "--engine: --ear-service is given as well"),
        (("--ear-service", "127.0.0.1:1", "--model", "m"), "--model: --ear-service is given as well"),
        (("--ear-service", "127.0.0.1:1", "--no-microphone"), "--no-microphone: --ear-service is given as"),
    ],
)
def test_a_wrong_option_is_one_line(
    options: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GAME, *options]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"narrator play: {complaint}")
    assert shown.count("\n") == 1


@pytest.mark.parametrize("option", ["--voice-service", "--ear-service", "--satellite"])
def test_nobody_there_is_one_line(option: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with Peer() as peer:
        port = peer.port
    assert main([*GAME, option, f"127.0.0.1:{port}", "--state", str(tmp_path)]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"narrator play: {option} 127.0.0.1:{port}: there is no ")
    assert "Connection refused" in shown
    assert shown.count("\n") == 1
