from __future__ import annotations

import hashlib
import http.server
import io
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narrator.ear.fetch import fetch, unpack
from narrator.ear.registry import Entry, models_report, registry
from narrator.errors import UserError

Serve = Callable[..., str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """serve(bytes) -> the address of a file with them, on a local server."""
    files: dict[str, bytes] = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = files.get(self.path)
            if data is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(data) * (2 if "short" in self.path else 1)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Be quiet."""

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()

    def put(data: bytes, name: str = "model.zip") -> str:
        files[f"/{name}"] = data
        return f"http://127.0.0.1:{server.server_address[1]}/{name}"

    yield put
    server.shutdown()
    thread.join()
    server.server_close()


def zipped(entries: dict[str, bytes], *, link: str = "") -> bytes:
    store = io.BytesIO()
    with zipfile.ZipFile(store, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries.items():
            file.writestr(name, data)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = 0o120777 << 16
            file.writestr(info, "/etc/passwd")
    return store.getvalue()


GOOD = zipped({"small-vn/am/final.mdl": b"model", "small-vn/conf/model.conf": b"x", "small-vn/README": b"hi"})


def entry(data: bytes = GOOD, *, pinned: bool = True) -> Entry:
    digest = hashlib.sha256(data).hexdigest() if pinned else ""
    return Entry("vi", "small-vn", "http://127.0.0.1:1/none.zip", 10_000, digest, "Apache-2.0")


def test_fetch_unpacks_into_place_and_keeps_what_is_there(serve: Serve, tmp_path: Path) -> None:
    said: list[str] = []
    place = fetch(entry(), tmp_path / "models", url=serve(GOOD), say=said.append)
    assert place == tmp_path / "models" / "small-vn"
    assert (place / "am" / "final.mdl").read_bytes() == b"model"
    assert said == []
    assert [p.name for p in place.parent.iterdir()] == ["small-vn"]
    assert fetch(entry(), tmp_path / "models", say=said.append) == place
    assert "already there" in said[0]


def test_an_unpinned_model_is_warned_about(serve: Serve, tmp_path: Path) -> None:
    said: list[str] = []
    fetch(entry(pinned=False), tmp_path, url=serve(GOOD), say=said.append)
    assert "no checksum is pinned" in said[0]
    assert hashlib.sha256(GOOD).hexdigest() in said[0]


def refused(tmp_path: Path, what: Entry, url: str, match: str) -> None:
    with pytest.raises(UserError, match=match) as caught:
        fetch(what, tmp_path / "models", url=url, say=lambda _: None, timeout=5)
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "models").iterdir()) == []


def test_a_wrong_checksum_leaves_nothing(serve: Serve, tmp_path: Path) -> None:
    refused(tmp_path, entry(b"other"), serve(GOOD), "not the model we know")


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/x.zip", "http://no-such-host.invalid/x.zip", "nonsense"])
def test_no_network_is_one_line(tmp_path: Path, url: str) -> None:
    refused(tmp_path, entry(), url, "cannot be downloaded")


def test_a_missing_file_and_a_broken_off_download(serve: Serve, tmp_path: Path) -> None:
    refused(tmp_path, entry(), serve(GOOD) + ".not", "cannot be downloaded")
    refused(tmp_path, entry(), serve(GOOD, "short.zip"), "broke off|cannot be downloaded")


def test_a_download_without_end_is_stopped(serve: Serve, tmp_path: Path) -> None:
    refused(tmp_path, entry(), serve(bytes(300_000)), "far larger")


@pytest.mark.parametrize(
    "bad",
    [
        zipped({"../../evil": b"x"}),
        zipped({"/etc/evil": b"x"}),
        zipped({"a/../../evil": b"x"}),
        zipped({"C:/evil": b"x"}),
        zipped({"a\\..\\evil": b"x"}),
        zipped({"ok": b"x"}, link="ln"),
    ],
    ids=["up", "absolute", "inner-up", "drive", "backslash", "link"],
)
def test_unsafe_archives_are_refused(serve: Serve, tmp_path: Path, bad: bytes) -> None:
    refused(tmp_path, entry(bad), serve(bad), "unsafe entry")
    assert [p.name for p in tmp_path.iterdir()] == ["models"]


def test_a_bomb_is_refused(serve: Serve, tmp_path: Path) -> None:
    bomb = zipped({"small/zero": bytes(5_000_000)})
    refused(tmp_path, entry(bomb), serve(bomb), "far more than")


def test_no_zip_at_all(serve: Serve, tmp_path: Path) -> None:
    refused(tmp_path, entry(b"<html>"), serve(b"<html>"), "no zip archive")


def test_a_damaged_member(tmp_path: Path) -> None:
    data = bytearray(zipped({"small/am": bytes(range(256)) * 40}))
    data[60] ^= 0xFF
    (tmp_path / "m.zip").write_bytes(bytes(data))
    with pytest.raises(UserError):
        unpack(tmp_path / "m.zip", tmp_path / "out", limit=1_000_000)


def test_registry_and_report(tmp_path: Path) -> None:
    entries = registry()
    assert set(entries) == {"vi", "fa"}
    assert all(e.url.startswith("https://") and e.url.endswith(f"{e.name}.zip") for e in entries.values())
    (tmp_path / entries["fa"].name).mkdir()
    report = {name: present for name, present, _ in models_report(tmp_path)}
    assert report[entries["fa"].name] is True
    assert report[entries["vi"].name] is False
    assert report["speech-embedding.onnx"] is True
    assert report["sounds.onnx"] is True


def test_a_damaged_registry_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text("[vi]\nname = 1\n", encoding="utf-8")
    with pytest.raises(UserError, match="registry"):
        registry(tmp_path / "r.toml")
