"""Who may open a socket: `models fetch`, the optional door to Wyoming, a service's word to its manager."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import narrator

ROOT = Path(narrator.__file__).parent
NET = {
    *("socket", "socketserver", "ssl", "asyncio", "http", "urllib", "ftplib", "smtplib", "poplib", "imaplib"),
    *("telnetlib", "xmlrpc", "requests", "httpx", "aiohttp", "websockets", "wyoming", "zeroconf"),
}
"""Modules that can speak to a network."""

ALLOWED = {"ear/fetch.py"}
LOCAL = {"table/notices.py"}
"""Uses the datagram socket of the machine's own service manager."""

RECORDERS = {"wave", "soundfile", "scipy"}
"""Modules that write sound files."""


@cache
def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_nothing_else_can_open_a_socket() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if imports(path) & NET and path.relative_to(ROOT).parts[0] != "wyoming"
    }
    assert "ear/fetch.py" in users, "the scan finds what is there"
    assert users <= ALLOWED | LOCAL, users - ALLOWED - LOCAL


def test_a_service_speaks_to_its_own_machine_only() -> None:
    for name in LOCAL:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "AF_UNIX" in text
        assert "AF_INET" not in text


def test_only_fetching_models_and_voices_imports_the_fetcher() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if re.search(r"ear\.fetch|import fetch\b", path.read_text(encoding="utf-8"))
    }
    assert users == {"cli/models.py", "cli/voice_fetch.py"}, users


def test_no_process_gives_itself_a_name_and_no_window_a_title() -> None:
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "setproctitle" not in text
        assert "PR_SET_NAME" not in text
        assert "\\033]" not in text, path
        assert "\\x1b]" not in text, path


def test_what_the_microphone_hears_is_written_by_enrolment_alone() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        if "write_wav" in path.read_text(encoding="utf-8") or imports(path) & RECORDERS
    }
    live = {"table/evening.py", "table/listener.py", "table/session.py", "table/steady_ear.py", "ear/gate.py"}
    assert not users & live
