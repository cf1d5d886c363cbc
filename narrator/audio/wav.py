"""Sound files in and out, and changing the sample rate."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
import soundfile
import soxr

from narrator.errors import UserError
from narrator.files import put
from narrator.messages import N_, _, reason

Samples = npt.NDArray[np.float32]

# Writers that stream to a pipe cannot know the length and leave one of these in the header.
_UNKNOWN_SIZE = 0x7FFF0000
_LOWEST_RATE = 1_000
"""A header that says less is damaged, and a few seconds would be resampled to hours."""


def read_wav(path: str | os.PathLike[str]) -> tuple[Samples, int]:
    """(samples, rate in Hz) of a sound file: WAV of 8 to 32 bits, FLAC, Ogg; channels are averaged.

    Raises UserError, one line that names the file, when it is missing, empty, cut short or no audio.
    """
    where = str(path)
    try:
        size = os.stat(path).st_size
        if size == 0:
            raise UserError(_("the file is empty"), where=where, mend=_("Record it again."))
        with open(path, "rb") as file:
            _check_riff(file, size, where)
        with soundfile.SoundFile(path) as sound:
            rate = int(sound.samplerate)
            expected = sound.frames
            data = sound.read(dtype="float32", always_2d=True)
    except OSError as error:
        raise UserError(
            _("the file cannot be read ({fault})").format(fault=reason(error) or error),
            where=where,
            mend=_("Check the name."),
        ) from error
    except (soundfile.LibsndfileError, RuntimeError) as error:
        raise UserError(
            _("this is not a sound file that can be read"),
            where=where,
            mend=_("Use a WAV, FLAC or Ogg file."),
        ) from error
    if len(data) == 0:
        raise UserError(_("the file holds no sound"), where=where, mend=_("Record it again."))
    if len(data) < expected:
        raise _cut_short(where)
    if rate < _LOWEST_RATE:
        raise UserError(
            _("{rate} samples a second are too few for speech").format(rate=rate),
            where=where,
            mend=_("Use 8000 or more."),
        )
    samples = np.ascontiguousarray(data.mean(axis=1, dtype=np.float32))
    if not np.isfinite(samples).all():
        raise UserError(_("the file holds values that are no sound"), where=where, mend=_("Record it again."))
    return np.clip(samples, -1.0, 1.0), rate


def _cut_short(where: str) -> UserError:
    return UserError(_("the sound file is cut short"), where=where, mend=_("Copy or record it again."))


def _check_riff(file: BinaryIO, size: int, where: str) -> None:
    """Raise UserError when a RIFF file promises more sound than it holds: decoders accept that silently."""
    head = file.read(12)
    if len(head) < 12 or head[:4] != b"RIFF" or head[8:] != b"WAVE":
        return
    while True:
        chunk = file.read(8)
        if len(chunk) < 8:
            raise _cut_short(where)  # ended before any data chunk
        name, length = struct.unpack("<4sI", chunk)
        if name == b"data":
            if length < _UNKNOWN_SIZE and file.tell() + length > size:
                raise _cut_short(where)
            return
        file.seek(length + length % 2, os.SEEK_CUR)


def write_wav(path: str | os.PathLike[str], samples: Samples, rate: int) -> None:
    """Write `samples` as a 16 bit PCM mono WAV; a reader sees the old file or the whole new one.

    Raises UserError when the place cannot be written. A device or pipe is written to as it is.
    """
    whole = np.asarray(samples, dtype=np.float32)
    if whole.ndim != 1:
        raise ValueError(f"mono samples have one dimension, not {whole.ndim}")
    pcm = np.rint(np.clip(whole, -1.0, 1.0) * 32767).astype("<i2").tobytes()
    head = b"RIFF" + struct.pack("<I", 36 + len(pcm)) + b"WAVEfmt "
    head += struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16) + b"data" + struct.pack("<I", len(pcm))
    try:
        write_atomically(Path(path), head + pcm)
    except OSError as error:
        raise UserError(
            _("the file cannot be written ({fault})").format(fault=reason(error) or error),
            where=str(path),
            mend=_("Choose a folder that exists and that you may write to."),
        ) from error


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path` in one step. Raises OSError and leaves nothing behind when that fails."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        if path.is_dir():
            raise IsADirectoryError(21, N_("it is a folder"), str(path))
        path.write_bytes(data)  # a pipe or a device must not be replaced by a file
        return
    put(path, data)


def resample(samples: Samples, rate_in: int, rate_out: int) -> Samples:
    """The same sound at `rate_out`; the length changes by the ratio of the rates, the pitch does not."""
    if rate_in == rate_out or len(samples) == 0:
        return np.asarray(samples, dtype=np.float32)
    return np.asarray(soxr.resample(samples, rate_in, rate_out, quality="HQ"), dtype=np.float32)
