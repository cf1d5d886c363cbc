"""A voice pack as one file: what goes out comes in, and nothing else does."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.errors import UserError
from narrator.voice import pack_zip
from narrator.voice.pack_files import read_profile, read_said
from narrator.voice.pack_units import Unit
from narrator.voice.pack_zip import export_pack, import_pack
from tests.voice.packs import PROFILE, make_pack, noise

UNITS = [
    Unit("mafia_vendetta", "call.nurse.wake.1", "Y Tá thức dậy."),
    Unit("common", "name.1", 'An "Bé" \\ 1'),
]
TOML = 'lang = "vi"\ntitle = "t"\nspeaker = "s"\nlicence = "l"\n'


def sound(seconds: float = 0.2, format: str = "FLAC", rate: int = 16_000, channels: int = 1) -> bytes:
    data = io.BytesIO()
    samples = np.repeat(noise(seconds, rate=rate)[:, None], channels, axis=1)
    soundfile.write(data, samples, rate, format=format)
    return data.getvalue()


def packed(file: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.toml", TOML)
        for name, data in members:
            archive.writestr(name, data)
    return file


def test_out_and_in_again_is_the_same_pack(tmp_path: Path) -> None:
    make_pack(tmp_path / "pack", UNITS)
    (tmp_path / "pack" / "notes.txt").write_text("mine")
    assert export_pack(tmp_path / "pack", tmp_path / "a.narratorvoice") == 2
    export_pack(tmp_path / "pack", tmp_path / "b.narratorvoice")
    assert (tmp_path / "a.narratorvoice").read_bytes() == (tmp_path / "b.narratorvoice").read_bytes()
    assert import_pack(tmp_path / "a.narratorvoice", tmp_path / "new" / "lan") == 2
    assert read_profile(tmp_path / "new" / "lan") == PROFILE
    assert read_said(tmp_path / "new" / "lan") == {unit.key: unit.text for unit in UNITS}
    for path in (tmp_path / "new" / "lan").rglob("*.flac"):
        was = tmp_path / "pack" / path.relative_to(tmp_path / "new" / "lan")
        assert path.read_bytes() == was.read_bytes()
    assert not (tmp_path / "new" / "lan" / "notes.txt").exists()


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "name",
    [
        "../out.wav", "g/../../out.wav", "/etc/out.wav", "C:/out.wav", "g\\out.wav", "g/sub/out.wav",
        "out.wav", "g/run.sh", "g/.wav", "g/a.wav.exe", "g/a.WAV", "G/a.wav", "g/a b.wav", "g/ａ.wav",
        "g/a.wav\n", "g/con.wav", "nul/a.wav", "g/a..wav", "readme.txt", "pack.toml/a.wav",
        "g/" + "a" * 300 + ".wav",
        link("g/a.wav"),
    ],
)  # fmt: skip
def test_a_name_that_no_pack_has_keeps_all_of_it_out(name: str | zipfile.ZipInfo, tmp_path: Path) -> None:
    file = packed(tmp_path / "x.narratorvoice", ("g/good.flac", sound()), (name, sound(format="WAV")))
    with pytest.raises(UserError, match="does not belong in a voice pack"):
        import_pack(file, tmp_path / "in" / "pack")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (lambda: b"MZ" + bytes(400), "no sound that can be read"),
        (lambda: sound(format="WAV"), "under another name"),
        (lambda: sound()[:-40], "no sound|cut|can be read"),
        (lambda: sound(channels=6), "6 channels"),
        (lambda: sound(rate=4_000), "4000 Hz"),
        (lambda: sound(format="AIFF"), "AIFF is not used"),
        (lambda: _silence(130.0), "longer than 120 s"),
    ],
)  # fmt: skip
def test_what_is_no_clip_keeps_all_of_it_out(data: Callable[[], bytes], what: str, tmp_path: Path) -> None:
    file = packed(tmp_path / "x.narratorvoice", ("g/good.flac", sound()), ("g/a.flac", data()))
    with pytest.raises(UserError, match=what):
        import_pack(file, tmp_path / "pack")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]


def _silence(seconds: float) -> bytes:
    data = io.BytesIO()
    soundfile.write(data, np.zeros(round(seconds * 8_000), np.float32), 8_000, format="FLAC")
    return data.getvalue()


def test_too_many_files_and_too_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = packed(tmp_path / "x.narratorvoice", *((f"g/a{n}.flac", b"") for n in range(5_001)))
    with pytest.raises(UserError, match="5002 files"):
        import_pack(many, tmp_path / "pack")
    bomb = packed(tmp_path / "y.narratorvoice", ("said.toml", b" " * 3_000_000))
    assert bomb.stat().st_size < 10_000
    with pytest.raises(UserError, match=r"said\.toml is too large"):
        import_pack(bomb, tmp_path / "pack")
    monkeypatch.setattr(pack_zip, "BYTES_AT_MOST", len(TOML) + 10_000)
    whole = packed(tmp_path / "z.narratorvoice", ("g/a.flac", sound()), ("g/b.flac", sound()))
    with pytest.raises(UserError, match="is too large"):
        import_pack(whole, tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


def test_what_is_no_pack_at_all_and_a_folder_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "x.narratorvoice"
    file.write_bytes(b"no zip")
    with pytest.raises(UserError, match="no voice pack that can be read"):
        import_pack(file, tmp_path / "pack")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("g/a.flac", sound())
    with pytest.raises(UserError, match=r"no pack\.toml"):
        import_pack(file, tmp_path / "pack")
    with pytest.raises(UserError, match="No such file"):
        import_pack(tmp_path / "none.narratorvoice", tmp_path / "pack")
    with pytest.raises(UserError, match="there already"):
        import_pack(packed(file), tmp_path)
    damaged = bytearray(packed(file, ("g/a.flac", sound())).read_bytes())
    damaged[len(TOML) + 300] ^= 0xFF
    file.write_bytes(damaged)
    with pytest.raises(UserError, match=r"no voice pack that can be read|does not belong"):
        import_pack(file, tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("pack.toml", b"lang = [", "this is not TOML"),
        ("pack.toml", b'speaker = "An"', "pack.toml: "),
        ("pack.toml", b"\xff", "this is not TOML"),
        ("said.toml", b"a = ", "this is not TOML"),
        ("said.toml", b"a = 3", "said.toml: "),
    ],
)
def test_what_is_wrong_within_is_told_of_the_file_that_was_named(
    name: str, text: bytes, what: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.narratorvoice"
    texts = {"pack.toml": TOML, name: text}
    with zipfile.ZipFile(file, "w") as archive:
        for member, data in texts.items():
            archive.writestr(member, data)
    with pytest.raises(UserError) as error:
        import_pack(file, tmp_path / "pack")
    assert error.value.where.startswith(f"{file}: {name}")
    assert what in str(error.value)
    assert ".narrator-" not in str(error.value)
    assert list(tmp_path.iterdir()) == [file]


def test_a_disk_that_is_full_is_told_of_the_folder_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = packed(tmp_path / "x.narratorvoice")

    def full(path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UserError, match="No space left on device") as error:
        import_pack(file, tmp_path / "pack")
    assert error.value.where == str(tmp_path / "pack")


def test_the_file_to_write_must_have_a_place(tmp_path: Path) -> None:
    make_pack(tmp_path / "pack", UNITS)
    with pytest.raises(UserError, match="cannot be written"):
        export_pack(tmp_path / "pack", tmp_path / "none" / "a.narratorvoice")
