"""Fixtures for all tests: nothing outlives a test, nothing goes to the user's folders, all is in English."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.messages import use
from tests.rig import Rig, missing_programs


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Caches, journals and settings of the tests lie in a folder of their own."""
    names = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    folder = tmp_path_factory.mktemp("home")
    base = tmp_path_factory.getbasetemp()
    # What one process has rendered the others need not: the clips are the same.
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    cache = os.environ.get("NARRATOR_TESTS_CACHE", str(shared / "cache"))
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.setenv(name, str(folder / name.lower()))
        patch.setenv("XDG_CACHE_HOME", cache)
        patch.setenv("LANGUAGE", "en")  # whatever language whoever runs the tests speaks
        yield


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A test that chose a language leaves none behind."""
    yield
    use(None)


def _children() -> set[int]:
    """Process ids of this process's children, dead ones not waited for included (Linux only)."""
    found: set[int] = set()
    for task in Path("/proc/self/task").glob("*/children"):
        try:
            found.update(int(pid) for pid in task.read_text().split())
        except FileNotFoundError:
            continue  # that thread ended meanwhile
    return found


def _threads() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}


@pytest.fixture(autouse=True)
def _nothing_outlives_a_test(_own_folders: None) -> Iterator[None]:
    """Fail the test that leaves a thread or a process alive."""
    threads, children = _threads(), _children()
    yield
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline and (_threads() - threads or _children() - children):
        time.sleep(0.02)
    assert not _threads() - threads, "the test left threads alive"
    assert not _children() - children, "the test left processes alive"


def need_rig() -> None:
    """Skip what needs a sound server where none is installed; not where the tests must all run."""
    missing = missing_programs()
    if missing:
        reason = f"not installed: {', '.join(missing)} (pulseaudio, pulseaudio-utils)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def _rig() -> Iterator[Rig]:
    need_rig()
    with Rig() as rig:
        yield rig


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    """A private sound server for the tests of one module; do not kill it."""
    yield from _rig()


@pytest.fixture
def own_rig() -> Iterator[Rig]:
    """A sound server for one test, which may kill it."""
    yield from _rig()


def pytest_configure() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would the programs started here."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of tests are no garbage: each of the many collections of a game would go through them all."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long in one file comes first, so that no process is left alone with it at the end."""
    order = {name: place for place, name in enumerate(_LONG)}
    items.sort(key=lambda item: order.get(item.path.name, len(order)))


_LONG = (
    "test_evening.py",
    "test_own_voice.py",
    "test_faults.py",
    "test_pairs.py",
    "test_package.py",
    "test_shab_games.py",
    "test_enrolled.py",
    "test_over_line.py",
    "test_whole_games.py",
    "test_choice.py",
    "test_vosk_ear.py",
    "test_pages.py",
    "test_mv_reference.py",
    "test_ma_soi_games.py",
    "test_lint.py",
    "test_times.py",
    "test_names.py",
    "test_resuming.py",
)
"""By the processor's time that they take."""
