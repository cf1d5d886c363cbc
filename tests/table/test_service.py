"""The service: waits, sets up, plays and waits again; ends at any moment; tells its manager how it is."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.errors import UserError
from narrator.flow.inputs import Whisper
from narrator.flow.setting_up import Chosen, SetUpFlow, Unfinished
from narrator.table.kept import Kept
from narrator.table.loop import Loop
from narrator.table.notices import Notices
from narrator.table.service import KeptGame, Service
from tests.flow.set_up_desk import games, intents

SET_UP = "start 2 yes 6 yes no yes start"


# -- notices -------------------------------------------------------------------------------------------------


class Manager:
    """A service manager's socket. `got` empties it."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def got(self) -> list[str]:
        found = []
        while True:
            try:
                found.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return found

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    found = Manager(str(tmp_path / "notify"))
    yield found
    found.close()


def environ(tmp_path: Path, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), **more}


def test_notices_reach_the_manager_that_the_environment_names(manager: Manager, tmp_path: Path) -> None:
    notices = Notices.here(environ(tmp_path, WATCHDOG_USEC="30000000"))
    assert notices.interval == 15.0
    notices.ready()
    notices.status("waiting to be called")
    notices.alive()
    notices.alive()  # soon after, and not needed
    notices.stopping()
    assert manager.got() == ["READY=1", "STATUS=waiting to be called", "WATCHDOG=1", "STOPPING=1"]
    notices.close()
    notices.ready()
    assert manager.got() == []


@pytest.mark.skipif(not os.path.exists("/proc"), reason="abstract sockets are Linux's")
def test_an_abstract_socket_is_reached_too() -> None:
    name = f"narrator-test-{os.getpid()}"
    manager = Manager("\0" + name)
    notices = Notices(f"@{name}")
    notices.ready()
    assert manager.got() == ["READY=1"]
    notices.close()
    manager.close()


@pytest.mark.parametrize(
    ("more", "interval"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": str(os.getpid())}, 1.0),
    ],
)
def test_the_watchdog_is_this_process_own(more: dict[str, str], interval: float | None) -> None:
    assert Notices.here(more).interval == interval


def test_a_manager_that_is_gone_or_full_holds_nobody_up(manager: Manager, tmp_path: Path) -> None:
    notices = Notices.here(environ(tmp_path, WATCHDOG_USEC="1"))
    begun = time.monotonic()
    for _ in range(3000):
        notices.status("x" * 200)
    assert time.monotonic() - begun < 1.0
    manager.close()
    os.unlink(tmp_path / "notify")
    notices.ready()
    Notices(None).ready()
    notices.close()


# -- the service ---------------------------------------------------------------------------------------------


Preparing = Callable[[Callable[[int, int], None]], None]


class Table:
    """Stands in for a table with devices: its loop is real, and `during` runs on it."""

    def __init__(self, log: list[str], name: str, during: Callable[[Any], None]) -> None:
        self.log, self.name, self._during = log, name, during
        self.loop = Loop()
        self.preparing: Preparing = lambda _progress: None
        self.session = self

    def __enter__(self) -> Table:
        self.log.append(f"{self.name} opens")
        return self

    def __exit__(self, *_: object) -> None:
        self.log.append(f"{self.name} closes")

    def prepare(self, progress: Callable[[int, int], None]) -> None:
        progress(1, 1)
        self.preparing(progress)

    def whisper(self, intent: str) -> None:
        self.log.append(f"{self.name} hears {intent}")

    def press(self, intent: str) -> None:
        self.loop.post(lambda: self.whisper(intent))

    def run(self) -> str | None:
        self.loop.post(lambda: self._during(self))
        self.loop.run()
        return None


class Evenings:
    """All that a Service needs, with everything that happens written down. words: of each set-up in turn."""

    def __init__(self, notices: Notices | None = None, kept: KeptGame | None = None) -> None:
        self.log: list[str] = []
        self.setups: list[str] = []
        self.kept = kept
        self.preparing: Preparing = lambda _progress: None
        self.waiting: Callable[[Any], None] = lambda _table: self.service.stop()
        self.playing: Callable[[Any], None] = lambda table: table.loop.call_later(0.01, table.loop.stop)
        self.service = Service(
            receive=self._receive,
            make_flow=lambda kept: SetUpFlow(games("vi"), kept),
            play=self._play,
            go_on=self._go_on,
            unfinished=lambda: self.kept,
            notices=notices or Notices(None),
        )

    def _receive(self, make_flow: Callable[[], SetUpFlow], turned: Callable[[SetUpFlow], None]) -> Any:
        words = self.setups.pop(0) if self.setups else None

        def during(table: Table) -> None:
            turned(make_flow())
            if words is None:
                self.waiting(table)
                return
            flow = make_flow()
            for word in intents(words):
                flow.feed(Whisper(word))
                turned(flow)
            assert flow.over
            table.settled = flow  # type: ignore[attr-defined]
            table.loop.stop()

        table = Table(self.log, "reception", during)
        table.settled = None  # type: ignore[attr-defined]
        table.preparing = self.preparing
        return table

    def _play(self, chosen: Chosen) -> Any:
        assert chosen.game is not None
        return Table(self.log, chosen.game.id, lambda table: self.playing(table))

    def _go_on(self, kept: Kept) -> Any:
        return Table(self.log, kept.path.name, lambda table: self.playing(table))


def kept_game(path: Path) -> KeptGame:
    return KeptGame(Kept(path, {}, (), (), None, 0, False), Unfinished("mafia_vendetta.title", 8))


def test_it_waits_plays_and_waits_again_and_says_the_start_for_the_table() -> None:
    evenings = Evenings()
    evenings.setups = [SET_UP, "start 1 yes 6 yes no no yes yes"]
    evenings.service.run()
    assert evenings.log == [
        *("reception opens", "reception closes"),
        *("ma_soi_hanh_quyet opens", "ma_soi_hanh_quyet hears start", "ma_soi_hanh_quyet closes"),
        *("reception opens", "reception closes"),
        *("mafia_vendetta opens", "mafia_vendetta hears start", "mafia_vendetta closes"),
        *("reception opens", "reception closes"),
    ]


def test_an_unfinished_game_is_gone_on_with_without_another_start(tmp_path: Path) -> None:
    evenings = Evenings(kept=kept_game(tmp_path / "game.jsonl"))
    evenings.setups = ["start yes"]
    evenings.service.run()
    assert evenings.log[2:4] == ["game.jsonl opens", "game.jsonl closes"]


def test_the_table_is_asked_about_an_unfinished_game_once(tmp_path: Path) -> None:
    evenings = Evenings(kept=kept_game(tmp_path / "game.jsonl"))
    evenings.setups = ["start no 2 yes 6 yes no yes start", SET_UP]
    evenings.service.run()
    assert evenings.log.count("ma_soi_hanh_quyet opens") == 2
    evenings.kept = kept_game(tmp_path / "another.jsonl")
    again = Evenings(kept=evenings.kept)
    again.setups = ["start yes"]
    again.service.run()
    assert "another.jsonl opens" in again.log


def test_keys_go_to_whatever_is_open() -> None:
    evenings = Evenings()
    evenings.setups = [SET_UP]

    def playing(table: Table) -> None:
        evenings.service.press("next")
        table.loop.call_later(0.05, table.loop.stop)

    evenings.playing = playing
    evenings.service.press("start")  # nothing is open yet
    evenings.service.run()
    assert "ma_soi_hanh_quyet hears next" in evenings.log
    evenings.service.press("start")


def test_what_cannot_be_opened_ends_it() -> None:
    evenings = Evenings()

    def preparing(_progress: object) -> None:
        raise UserError("no speaker")

    evenings.preparing = preparing
    with pytest.raises(UserError, match="no speaker"):
        evenings.service.run()
    assert evenings.log == ["reception opens", "reception closes"]


@pytest.fixture
def terminated() -> Iterator[Callable[[Service], None]]:
    """Have SIGTERM stop a service, as `narrator serve` has it."""
    before = signal.getsignal(signal.SIGTERM)
    yield lambda service: signal.signal(signal.SIGTERM, lambda *_: service.stop())  # type: ignore[func-returns-value]
    signal.signal(signal.SIGTERM, before)


def soon(seconds: float = 0.05) -> threading.Thread:
    """A SIGTERM to ourselves in a moment."""

    def send() -> None:
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


@pytest.mark.parametrize("phase", ["preparing", "waiting", "playing"])
def test_a_signal_ends_it_in_every_phase(phase: str, terminated: Callable[[Service], None]) -> None:
    evenings = Evenings()
    terminated(evenings.service)
    threads: list[threading.Thread] = []

    def rendering(progress: Callable[[int, int], None]) -> None:
        threads.append(soon())
        for line in range(3000):
            time.sleep(0.01)
            progress(line, 3000)

    if phase == "preparing":
        evenings.preparing = rendering
    elif phase == "waiting":
        evenings.waiting = lambda _table: threads.append(soon())
    else:
        evenings.setups = [SET_UP]
        evenings.playing = lambda _table: threads.append(soon())
    begun = time.monotonic()
    evenings.service.run()
    assert time.monotonic() - begun < 1.0
    opened = [entry for entry in evenings.log if "opens" in entry]
    closed = [entry for entry in evenings.log if "closes" in entry]
    assert len(opened) == len(closed) == (2 if phase == "playing" else 1)
    for thread in threads:
        thread.join()


def test_a_stop_between_two_tables_opens_none() -> None:
    evenings = Evenings()
    evenings.setups = [SET_UP]
    closing = Table.__exit__

    def closes(table: Table, *error: object) -> None:
        closing(table, *error)
        evenings.service.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "__exit__", closes)
        evenings.service.run()
    assert evenings.log == ["reception opens", "reception closes"]


def test_a_stop_before_it_begins_opens_nothing() -> None:
    evenings = Evenings()
    evenings.service.stop()
    evenings.service.run()
    assert evenings.log == []


def test_it_tells_its_manager_what_it_does(manager: Manager, tmp_path: Path) -> None:
    notices = Notices.here(environ(tmp_path))
    evenings = Evenings(notices)
    evenings.setups = [SET_UP]
    evenings.service.run()
    notices.close()
    assert manager.got() == [
        *("READY=1", "STATUS=waiting to be called", "STATUS=setting a game up", "STATUS=playing"),
        *("READY=1", "STATUS=waiting to be called", "STOPPING=1"),
    ]


def test_the_watchdog_is_fed_by_the_thread_that_plays_and_not_when_it_hangs(
    manager: Manager, tmp_path: Path
) -> None:
    notices = Notices.here(environ(tmp_path, WATCHDOG_USEC="100000"))  # every 50 ms
    evenings = Evenings(notices)
    seen: dict[str, int] = {}

    def waiting(table: Table) -> None:
        def hang() -> None:
            seen["alive"] = manager.got().count("WATCHDOG=1")
            time.sleep(0.4)
            seen["hung"] = manager.got().count("WATCHDOG=1")
            evenings.service.stop()

        table.loop.call_later(0.4, hang)

    evenings.waiting = waiting
    evenings.service.run()
    notices.close()
    assert seen["alive"] >= 2
    assert seen["hung"] == 0
