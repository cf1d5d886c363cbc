"""`narrator serve` as it is started: real devices, keys through a terminal, signals, the units' files."""

from __future__ import annotations

import os
import plistlib
import pty
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from narrator.cli import main, parser
from narrator.cli.serve import LogScreen
from narrator.table.kept import newest_unfinished, read_journal
from tests.rig import Rig

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "narrator.service"
PLIST = ROOT / "deploy" / "org.narrator.serve.plist"
WITHIN = 4.0
"""Seconds in which a stop must be over, at any moment: twice what is promised, for a busy machine."""


class Served:
    """A service in a terminal of its own, with a manager's socket. `told`: the notices it has sent."""

    def __init__(self, rig: Rig, folder: Path, *options: str) -> None:
        self.told: list[str] = []
        self.shown = ""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(0.1)
        self._ends, side = pty.openpty()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "narrator", "serve", "--no-microphone", "--pace", "0.05"),
                *("--state", str(folder / "state"), "--seed", "1", "--device", "narrator_public"),
                *("--no-explanations", "--bidi", "plain", *options),
            ],
            env={
                **rig.env,
                "NOTIFY_SOCKET": str(folder / "notify"),
                "WATCHDOG_USEC": "60000000",
                "NO_COLOR": "1",
                "TERM": "dumb",
            },
            stdin=side,
            stdout=side,
            stderr=side,
        )
        os.close(side)
        self._closing = False
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._listen)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        with suppress(OSError):  # the other side was closed
            while data := os.read(self._ends, 4096):
                self.shown += data.decode(errors="replace")

    def _listen(self) -> None:
        while not self._closing:
            with suppress(TimeoutError):
                self.told.append(self._socket.recv(4096).decode())

    def wait_for(self, text: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while text not in self.shown and text not in self.told:
            assert time.monotonic() < deadline, f"no {text!r} in {self.told}\n{self.shown}"
            assert self._process.poll() is None, self.shown
            time.sleep(0.01)

    def keys(self, *pairs: str) -> None:
        """Press keys, each after something was shown: text, keys, text, keys …"""
        for text, keys in zip(pairs[::2], pairs[1::2], strict=True):
            self.wait_for(text)
            os.write(self._ends, keys.encode())

    def terminate(self, number: int = signal.SIGTERM) -> float:
        """Stop it; seconds that took. Its exit status must be 0."""
        begun = time.monotonic()
        self._process.send_signal(number)
        assert self._process.wait(timeout=30) == 0, self.shown
        return time.monotonic() - begun

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._closing = True
        for thread in self._threads:
            thread.join()
        self._socket.close()
        os.close(self._ends)


@pytest.fixture
def served() -> Iterator[list[Served]]:
    """Services that are closed in the end."""
    opened: list[Served] = []
    yield opened
    for one in opened:
        one.close()


def to_the_summary() -> tuple[str, ...]:
    """Text and keys: three players, and a deck of their own (few lines are to be rendered for it)."""
    return (
        *("[b]", "b", "Hôm nay chơi trò nào?", "1\n", "Mafia Vendetta, phải không?", "y"),
        *("Có bao nhiêu người chơi?", "3\n", "ba người chơi, phải không?", "y"),
        *("Chế Độ Bí Mật không?", "n", "Có chọn thêm gì", "n", "Cai Ngục, mấy lá?", "nnynnnnnnny"),
        *("Kẻ Trộm, mấy lá?", "d", "Bộ bài gồm Người Thường, Thám Tử và Thủ Vụ, phải không?", "y"),
    )


def test_it_is_set_up_by_keys_stopped_in_the_game_and_goes_on_with_it(
    rig: Rig, tmp_path: Path, served: list[Served]
) -> None:
    one = Served(rig, tmp_path)
    served.append(one)
    one.keys(*to_the_summary(), "Tóm lại", "b", "STATUS=playing", "")
    (journal,) = _journals(tmp_path, 1)
    assert one.terminate() < WITHIN
    assert [told for told in one.told if told != "WATCHDOG=1"] == [
        *(
            "READY=1",
            "STATUS=waiting to be called",
            "STATUS=setting a game up",
            "STATUS=playing",
            "STOPPING=1",
        )
    ]
    kept = read_journal(journal)
    assert (kept.ended, kept.torn, kept.header["game"], kept.header["players"]) == (
        *(None, False, "mafia_vendetta", 3),
    )
    found = newest_unfinished(tmp_path / "state")
    assert found is not None
    assert found.path == journal

    (tmp_path / "notify").unlink()
    other = Served(rig, tmp_path)
    served.append(other)
    other.keys("[b]", "b", "Có một ván chưa chơi xong, Mafia Vendetta, ba người chơi.", "y")
    other.wait_for("STATUS=playing")
    _wait(lambda: len(read_journal(journal).entries) > len(kept.entries))
    assert other.terminate(signal.SIGINT) < WITHIN
    assert _journals(tmp_path, 1) == [journal], "it was the same game"


def _journals(folder: Path, count: int) -> list[Path]:
    found: list[Path] = []

    def there() -> bool:
        found[:] = (folder / "state").glob("*.jsonl")
        return len(found) == count and all(len(read_journal(path).entries) > 0 for path in found)

    _wait(there)
    return found


def _wait(true: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_signal_ends_it_before_a_game(rig: Rig, tmp_path: Path, served: list[Served]) -> None:
    """While it opens, while it waits and in the middle of a question, at three tables."""
    tables = []
    for name in ("opening", "waiting", "asking"):
        (tmp_path / name).mkdir()
        tables.append(Served(rig, tmp_path / name))
    served += tables
    opening, waiting, asking = tables
    opening.wait_for("Phím ?")
    assert opening.terminate() < WITHIN
    waiting.wait_for("STATUS=waiting to be called")
    assert waiting.terminate() < WITHIN
    assert "🔊" not in waiting.shown, "it waits silent"
    asking.keys("[b]", "b", "Hôm nay chơi trò nào?", "1\n")
    asking.wait_for("Mafia Vendetta, phải không?")
    assert asking.terminate() < WITHIN
    assert opening.told[-1] == waiting.told[-1] == asking.told[-1] == "STOPPING=1"
    assert not list(tmp_path.rglob("*.jsonl")), "a set-up keeps no journal"


HUNG = """
import time
from narrator.cli.serve import _signals

class Service:
    def stop(self):
        pass

with _signals(Service()) as restore:
    restore.append(lambda: print("restored", flush=True))
    print("up", flush=True)
    time.sleep(60)
"""


def test_a_thread_that_hangs_ends_with_the_process() -> None:
    process = subprocess.Popen([sys.executable, "-c", HUNG], stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        begun = time.monotonic()
        process.terminate()
        assert process.wait(timeout=30) == 0
        assert time.monotonic() - begun < WITHIN
        assert process.stdout.read() == "restored\n"


# -- what it refuses -----------------------------------------------------------------------------------------


def test_without_a_private_channel_it_does_not_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve"]) == 2
    assert "--private-device" in capsys.readouterr().err
    assert main(["serve", "--pace", "never"]) == 2
    assert "--pace" in capsys.readouterr().err


def test_without_an_ear_and_a_keyboard_it_does_not_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--private-device", "nothing", "--no-microphone"]) == 2
    assert (
        capsys.readouterr().err.splitlines()[-1].startswith("narrator serve: --profile: nobody could call it")
    )


def test_a_log_holds_nothing_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    log = LogScreen()
    log.public("Đêm xuống.")
    log.private("Thám Tử là Chi.")
    log.hint("hoàn tất [d]")
    log.chime("heard")
    assert not log.secrets
    assert capsys.readouterr() == ("", "")
    log.alarm("Loa bị lỗi.")
    assert capsys.readouterr() == ("", "Loa bị lỗi.\n")


# -- the units -----------------------------------------------------------------------------------------------


def unit() -> dict[str, dict[str, list[str]]]:
    sections: dict[str, dict[str, list[str]]] = {}
    here = ""
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            here = line.strip("[]")
            sections[here] = {}
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            sections[here].setdefault(key, []).append(value)
    return sections


def test_the_unit_is_hardened_and_starts_what_there_is() -> None:
    service = unit()["Service"]
    (command,) = service["ExecStart"]
    program, *words = command.split()
    assert program.endswith("/narrator")
    assert words == ["serve", "$NARRATOR_OPTIONS"]
    (options,) = [line for line in service["Environment"] if "NARRATOR_OPTIONS" in line]
    given = options.strip('"').partition("=")[2].split()
    assert parser(["serve"]).parse_args(["serve", *given]).lang == "vi"
    wanted = {
        "Type": "notify",
        "Restart": "always",
        "PrivateNetwork": "yes",
        "RestrictAddressFamilies": "AF_UNIX",
        "PrivateTmp": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "NoNewPrivileges": "yes",
        "StateDirectory": "narrator",
        "SupplementaryGroups": "audio",
        "CapabilityBoundingSet": "",
        "User": "narrator",
    }
    assert {key: service[key] for key in wanted} == {key: [value] for key, value in wanted.items()}
    assert int(service["WatchdogSec"][0]) >= 20
    assert "MemoryDenyWriteExecute" not in service, "PortAudio's callbacks need what it forbids"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_knows_every_key_of_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "narrator"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    text = UNIT.read_text(encoding="utf-8").replace("/opt/narrator/bin/narrator", str(program))
    (tmp_path / "narrator.service").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "narrator.service")],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_plist_starts_what_there_is() -> None:
    plist = plistlib.loads(PLIST.read_bytes())
    assert f"{plist['Label']}.plist" == PLIST.name
    program, *words = plist["ProgramArguments"]
    assert program.endswith("/narrator")
    args = parser(["serve"]).parse_args(words)
    assert args.private_device
    assert plist["RunAtLoad"]
    assert plist["KeepAlive"]
