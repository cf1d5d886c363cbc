"""Sound files of every kind that people bring, and every way they are broken."""

from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.audio import read_wav, resample, write_wav
from narrator.errors import UserError

SINE = (0.5 * np.sin(2 * np.pi * 440 * np.arange(8000) / 16_000)).astype(np.float32)


@pytest.mark.parametrize(
    ("subtype", "tolerance"),
    [("PCM_U8", 0.01), ("PCM_16", 1e-4), ("PCM_24", 1e-6), ("PCM_32", 1e-6), ("FLOAT", 0)],
)
@pytest.mark.parametrize("rate", [8_000, 16_000, 96_000])
def test_every_width_and_rate_is_read(tmp_path: Path, subtype: str, tolerance: float, rate: int) -> None:
    path = tmp_path / "Người dùng مدل.wav"
    soundfile.write(path, SINE, rate, subtype=subtype)
    samples, read_rate = read_wav(path)
    assert read_rate == rate
    assert samples.dtype == np.float32
    assert samples.shape == SINE.shape
    assert np.abs(samples - SINE).max() <= tolerance


def test_stereo_is_averaged(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "s.wav", np.stack([SINE, np.zeros_like(SINE)], axis=1), 16_000)
    samples, _ = read_wav(tmp_path / "s.wav")
    assert np.abs(samples - SINE / 2).max() < 1e-4


def test_flac_is_read(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "s.flac", SINE, 16_000)
    assert np.abs(read_wav(tmp_path / "s.flac")[0] - SINE).max() < 1e-4


def test_a_streamed_wav_without_a_length_is_read(tmp_path: Path) -> None:
    path = tmp_path / "s.wav"
    with open(path, "wb") as out:
        subprocess.run(["espeak-ng", "--stdout", "one two three"], stdout=out, check=True)
    assert len(read_wav(path)[0]) > 10_000


def test_a_header_with_further_chunks_is_read(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", SINE, 16_000)
    data = (tmp_path / "a.wav").read_bytes()
    listed = b"LIST" + struct.pack("<I", 5) + b"INFOx\0"  # an odd length has a pad byte
    (tmp_path / "b.wav").write_bytes(data[:36] + listed + data[36:])
    assert len(read_wav(tmp_path / "b.wav")[0]) == len(SINE)


def broken(tmp_path: Path, kind: str) -> Path:
    path = tmp_path / "x.wav"
    if kind == "missing":
        return path
    if kind == "folder":
        path.mkdir()
        return path
    write_wav(path, SINE, 16_000)
    data = path.read_bytes()
    nan = struct.pack("<f", float("nan"))
    path.write_bytes(
        {
            "empty": b"",
            "header only": data[:12],
            "cut in the header": data[:30],
            "no frames": data[:40] + struct.pack("<I", 0),
            "cut short": data[:9000],
            "text": b"this is no sound file at all, only text",
            "noise": np.random.default_rng(1).bytes(5000),
            "not a number": b"",
        }[kind]
    )
    if kind == "not a number":
        soundfile.write(path, np.frombuffer(nan * 100, "<f4"), 16_000, subtype="FLOAT")
    return path


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", "cannot be read"),
        ("folder", "cannot be read"),
        ("empty", "is empty"),
        ("header only", "cut short"),
        ("cut in the header", "cut short"),
        ("no frames", "no sound"),
        ("cut short", "cut short"),
        ("text", "not a sound file"),
        ("noise", "not a sound file"),
        ("not a number", "no sound"),
    ],
)
def test_a_broken_file_is_one_clear_line(tmp_path: Path, kind: str, said: str) -> None:
    path = broken(tmp_path, kind)
    with pytest.raises(UserError, match=said) as error:
        read_wav(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert error.value.mend


def test_a_flac_cut_short_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.flac"
    soundfile.write(path, np.random.default_rng(1).standard_normal(50_000) * 0.1, 16_000)
    path.write_bytes(path.read_bytes()[:30_000])
    with pytest.raises(UserError, match=r"x\.flac"):
        read_wav(path)


def test_a_rate_that_is_none_is_named(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", SINE, 1)
    with pytest.raises(UserError, match=r"a\.wav: 1 samples a second"):
        read_wav(tmp_path / "a.wav")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", np.array([0.0, 0.5, -1.0, 1.0, 7.0], np.float32), 22_050)
    samples, rate = read_wav(tmp_path / "a.wav")
    assert rate == 22_050
    assert samples == pytest.approx([0.0, 0.5, -1.0, 1.0, 1.0], abs=1e-4)
    assert soundfile.info(tmp_path / "a.wav").subtype == "PCM_16"
    assert os.listdir(tmp_path) == ["a.wav"]


def test_a_write_that_fails_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_wav(tmp_path / "a.wav", SINE, 16_000)
    old = (tmp_path / "a.wav").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UserError, match="No space left"):
        write_wav(tmp_path / "a.wav", SINE[:10], 16_000)
    assert (tmp_path / "a.wav").read_bytes() == old
    assert os.listdir(tmp_path) == ["a.wav"]


@pytest.mark.parametrize("place", ["none/a.wav", ".", "x" * 300 + ".wav"])
def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path, place: str) -> None:
    with pytest.raises(UserError, match="cannot be written") as error:
        write_wav(tmp_path / place, SINE, 16_000)
    assert "\n" not in str(error.value)


def test_a_device_or_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_wav(pipe, SINE[:1000], 16_000)
        assert os.read(reader, 4) == b"RIFF"
        assert pipe.is_fifo()
    finally:
        os.close(reader)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link.wav").symlink_to(tmp_path / "real" / "a.wav")
    write_wav(tmp_path / "link.wav", SINE, 16_000)
    assert (tmp_path / "link.wav").is_symlink()
    assert len(read_wav(tmp_path / "real" / "a.wav")[0]) == len(SINE)


def test_resampling_keeps_pitch_and_length() -> None:
    out = resample(SINE, 16_000, 48_000)
    assert len(out) == 3 * len(SINE)
    strongest = np.argmax(np.abs(np.fft.rfft(out * np.hanning(len(out))))) * 48_000 / len(out)
    assert strongest == pytest.approx(440, abs=3)
    assert resample(SINE, 16_000, 16_000) is SINE
