"""Where a service may be, and that nothing is opened that was not asked for."""

from __future__ import annotations

import ast
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.errors import UserError
from narrator.wyoming.address import parse_address

OPTION = "--satellite"
PACKAGE = Path(__file__).parents[2] / "narrator" / "wyoming"


@pytest.mark.parametrize(
    ("text", "hosts", "port", "name"),
    [
        ("127.0.0.1:10200", ("127.0.0.1",), 10200, "127.0.0.1:10200"),
        (" tcp://127.0.0.1:10200/ ", ("127.0.0.1",), 10200, "127.0.0.1:10200"),
        ("[::1]:65535", ("::1",), 65535, "[::1]:65535"),
        ("127.8.9.1:۱۰۷۰۰", ("127.8.9.1",), 10700, "127.8.9.1:۱۰۷۰۰"),
    ],
)
def test_an_address_on_this_computer(text: str, hosts: tuple[str, ...], port: int, name: str) -> None:
    found = parse_address(text, OPTION)
    assert (found.hosts, found.port, found.name) == (hosts, port, name)


def test_a_name_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        asked.append(host)
        return [(0, 0, 0, "", (ip, port)) for ip in ("127.0.0.1", "127.0.0.1", "::1")]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert parse_address("localhost:80", OPTION).hosts == ("127.0.0.1", "::1")
    assert asked == ["localhost"]


@pytest.mark.parametrize(
    "text",
    [
        "", "10200", ":10200", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:1e3", "::1:10200", "[::1]", "http://127.0.0.1:10200", "127.0.0.1:10200/info", "a b:1",
        "[127.0.0.1:1", "127.0.0.1:10200\n127.0.0.1:1",
    ],
)  # fmt: skip
def test_what_is_no_address_is_one_line(text: str) -> None:
    with pytest.raises(
        UserError, match=r"--satellite: .* is no address of a service\. Write HOST:PORT"
    ) as caught:
        parse_address(text, OPTION)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["192.0.2.1:10700", "0.0.0.0:10700", "[2001:db8::1]:10700", "[::ffff:192.0.2.1]:1", "[fe80::1]:1"]
)
def test_another_computer_needs_trust(text: str) -> None:
    with pytest.raises(
        UserError, match=r"--satellite: .* is not on this computer.*--trust-network"
    ) as caught:
        parse_address(text, OPTION)
    assert "\n" not in str(caught.value)
    assert parse_address(text, OPTION, trust_network=True).port > 0


def test_a_name_that_leads_elsewhere_too_needs_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(0, 0, 0, "", ("127.0.0.1", 1)), (0, 0, 0, "", ("192.0.2.1", 1))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with pytest.raises(UserError, match="not on this computer"):
        parse_address("kitchen.local:1", OPTION)


@pytest.mark.parametrize("text", [f"{'x' * 70}.example:1", "a..b:1"])
def test_a_computer_that_is_not_found_is_one_line(text: str) -> None:
    with pytest.raises(UserError, match=r"--satellite: the computer .* is not found") as caught:
        parse_address(text, OPTION)
    assert "\n" not in str(caught.value)


def test_a_name_that_nobody_has_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    with pytest.raises(UserError, match=r"'kitchen' is not found \(Name or service not known\)"):
        parse_address("kitchen:1", OPTION)


def calls() -> Iterator[str]:
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute | ast.Name):
                yield node.attr if isinstance(node, ast.Attribute) else node.id


def test_nothing_here_listens() -> None:
    used = set(calls())
    assert "open_connection" in used
    assert used.isdisjoint({"start_server", "start_unix_server", "create_server", "bind", "listen", "accept"})
