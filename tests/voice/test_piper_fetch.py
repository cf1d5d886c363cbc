"""`narrator voices --fetch`: both files or none of them, and nothing that is not what was meant."""

from __future__ import annotations

import hashlib
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narrator.cli import main

FILES = {"joe.onnx": b"a network" * 5000, "joe.onnx.json": b'{"espeak": {"voice": "vi"}}'}


@pytest.fixture
def served() -> Iterator[str]:
    """The address of a local server that has FILES."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = FILES.get(self.path[1:])
            self.send_response(200 if data is not None else 404)
            self.send_header("Content-Length", str(len(data or b"")))
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, format: str, *args: object) -> None:
            """Be quiet."""

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def profile(served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """profile(model=…, size=…) -> a profile that names FILES there, with this wrong in it."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")

    def write(url: str = served, sha256: str | None = None, size: int | None = None) -> Path:
        text = 'lang="vi"\nengine="piper"\nvoice="joe.onnx"\nrate=150\nlicence="CC0"\n'
        for table, name in (("model", "joe.onnx"), ("settings", "joe.onnx.json")):
            right = hashlib.sha256(FILES[name]).hexdigest()
            digest = sha256 if sha256 is not None and table == "settings" else right
            long = size if size is not None and table == "model" else len(FILES[name])
            text += f'[{table}]\nurl = "{url}/{name}"\nsize = {long}\nsha256 = "{digest}"\n'
        path = tmp_path / "joe.toml"
        path.write_text(text)
        return path

    return write


def there(tmp_path: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (tmp_path / "data" / "voices").glob("*")}


def test_both_files_come_to_where_they_are_looked_for_and_only_once(
    profile: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voices", "--fetch", str(profile())]) == 0
    assert there(tmp_path) == FILES
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / 'data' / 'voices' / 'joe.onnx'}\n"
    assert told.err.startswith("CC0\njoe.onnx, 0.1 MB, from http://127.0.0.1")
    assert main(["voices", "--fetch", str(profile("http://127.0.0.1:1"))]) == 0
    assert "joe.onnx.json is already there" in capsys.readouterr().err


def test_a_damaged_file_is_fetched_anew(profile: Callable[..., Path], tmp_path: Path) -> None:
    (tmp_path / "data" / "voices").mkdir(parents=True)
    (tmp_path / "data" / "voices" / "joe.onnx").write_bytes(FILES["joe.onnx"][:-1])
    assert main(["voices", "--fetch", str(profile())]) == 0
    assert there(tmp_path) == FILES


@pytest.mark.parametrize(
    ("wrong", "said", "left"),
    [
        ({"sha256": "0" * 64}, "is not the file that is known", {"joe.onnx"}),
        ({"size": 44_999}, "far larger", set()),
        ({"url": "http://127.0.0.1:1"}, "cannot be downloaded", set()),
    ],
)
def test_nothing_half_or_wrong_is_left(
    profile: Callable[..., Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    wrong: dict[str, str | int],
    said: str,
    left: set[str],
) -> None:
    assert main(["voices", "--fetch", str(profile(**wrong))]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err.splitlines()[-1]
    assert "--url" not in told.err
    assert set(there(tmp_path)) == left


def test_a_voice_of_another_engine_and_a_folder_that_cannot_be_made(
    profile: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voices", "--fetch", "vi"]) == 2
    assert "names no files" in capsys.readouterr().err
    (tmp_path / "data").write_text("in the way")
    assert main(["voices", "--fetch", str(profile())]) == 2
    assert "the voice cannot be stored" in capsys.readouterr().err
