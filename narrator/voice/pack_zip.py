"""A voice pack as one file, out and in. What comes in is checked as if it came from an enemy."""

from __future__ import annotations

import io
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import soundfile

from narrator.errors import UserError
from narrator.messages import N_, _, reason
from narrator.voice.pack_files import (
    CLIP_BYTES,
    FOLDER,
    FORMATS,
    ID,
    PROFILE,
    SAID,
    SUFFIXES,
    TEXT_BYTES,
    clip_paths,
    read_clip,
    read_profile,
    read_said,
)

FILES_AT_MOST = 5_000
BYTES_AT_MOST = 1_000_000_000
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""What is no file on Windows, whatever its suffix."""
_BESIDE = ".narrator-"
_CHUNK = 1 << 16
_THEN = (1980, 1, 1, 0, 0, 0)
_MEND = N_("Ask for it again from whoever made it.")


def export_pack(folder: Path, out: Path) -> int:
    """Write the pack in `folder` to `out`; how many clips. The same pack gives the same file. UserError."""
    read_profile(folder)
    read_said(folder)
    paths = clip_paths(folder)
    names = {PROFILE: folder / PROFILE}
    if (folder / SAID).exists():
        names[SAID] = folder / SAID
    names |= {f"{key}{path.suffix}": path for key, path in sorted(paths.items())}
    try:
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=_BESIDE) as beside:
            made = Path(beside) / "pack"
            with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, path in names.items():
                    info = zipfile.ZipInfo(name, _THEN)
                    # FLAC and Ogg are small already.
                    packed = path.suffix not in (".flac", ".ogg")
                    info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
                    archive.writestr(info, path.read_bytes())
            made.replace(out)
    except OSError as error:
        raise UserError(
            _("cannot be written ({fault})").format(fault=reason(error) or error),
            where=str(out),
            mend=_("Choose another place."),
        ) from error
    return len(paths)


def import_pack(file: Path, folder: Path) -> int:
    """Unpack `file` to `folder`, which must not exist; how many clips. UserError, and nothing is left then.

    Taken are pack.toml, said.toml and clips that are sound, under the names that a pack has; anything else in
    the file, or more of it than FILES_AT_MOST and BYTES_AT_MOST, and nothing is taken.
    """
    if folder.exists():
        raise UserError(
            _("it is there already"), where=str(folder), mend=_("Name a folder that does not exist.")
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_BESIDE) as beside:
            made = Path(beside) / "pack"
            made.mkdir()
            clips = _unpack(file, made)
            _read(file, made)
            shutil.move(made, folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise UserError(
            _("this is no voice pack that can be read"), where=str(file), mend=_(_MEND)
        ) from error
    except OSError as error:
        # Of what lies beside the folder nobody has heard: what goes wrong there goes wrong with the folder.
        named = str(error.filename or file)
        where = str(folder) if f"{os.sep}{_BESIDE}" in named else named
        what = _("cannot be unpacked ({fault})").format(fault=reason(error) or error)
        raise UserError(what, where=where, mend=_(_MEND)) from error
    return clips


def _read(file: Path, made: Path) -> None:
    """Read the texts of an unpacked pack; what is wrong in them is wrong in `file`."""
    try:
        read_profile(made)
        read_said(made)
    except UserError as error:
        within = error.where.removeprefix(f"{made}{os.sep}")
        raise UserError(error.what, where=f"{file}: {within}", mend=error.mend) from error


def _unpack(file: Path, made: Path) -> int:
    clips, left = 0, BYTES_AT_MOST
    with zipfile.ZipFile(file) as archive:
        for info in _members(archive, file):
            data = _data(archive, info, min(left, _limit(info.filename)), file)
            left -= len(data)
            path = made / info.filename
            path.parent.mkdir(exist_ok=True)
            if path.suffix in SUFFIXES:
                _check_sound(data, path.suffix, f"{file}: {info.filename}")
                clips += 1
            path.write_bytes(data)
    return clips


def _members(archive: zipfile.ZipFile, file: Path) -> Iterator[zipfile.ZipInfo]:
    """What is in it, all names checked before anything is read."""
    members = [info for info in archive.infolist() if not _is_plain_folder(info)]
    if len(members) > FILES_AT_MOST:
        raise UserError(
            _("{count} files are more than the {most} of a pack").format(
                count=len(members), most=FILES_AT_MOST
            ),
            where=str(file),
            mend=_(_MEND),
        )
    seen: set[str] = set()
    for info in members:
        name = info.filename
        kind = stat.S_IFMT(info.external_attr >> 16)
        if not _is_named_well(name) or name in seen or kind not in (0, stat.S_IFREG) or info.flag_bits & 1:
            what = _("{name!a} does not belong in a voice pack").format(name=name[:60])
            raise UserError(what, where=str(file), mend=_(_MEND))
        seen.add(name)
    if PROFILE not in seen:
        raise UserError(_("there is no {name} in it").format(name=PROFILE), where=str(file), mend=_(_MEND))
    yield from members


def _is_plain_folder(info: zipfile.ZipInfo) -> bool:
    return bool(FOLDER.fullmatch(info.filename.removesuffix("/"))) and info.filename.endswith("/")


def _is_named_well(name: str) -> bool:
    if name in (PROFILE, SAID):
        return True
    folder, slash, last = name.partition("/")
    if {folder, last.partition(".")[0]} & _DEVICES:
        return False
    path = PurePosixPath(last)
    return bool(
        slash
        and FOLDER.fullmatch(folder)
        and "/" not in last
        and path.suffix in SUFFIXES
        and ID.fullmatch(last.removesuffix(path.suffix))
    )


def _limit(name: str) -> int:
    return TEXT_BYTES.get(name, CLIP_BYTES)


def _data(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, file: Path) -> bytes:
    """The member unpacked, its bytes counted as they come: a header may lie."""
    data = bytearray()
    with archive.open(info) as member:
        while chunk := member.read(_CHUNK):
            data += chunk
            if len(data) > most:
                what = _("{name} is too large").format(name=info.filename)
                raise UserError(what, where=str(file), mend=_(_MEND))
    return bytes(data)


def _check_sound(data: bytes, suffix: str, where: str) -> None:
    read_clip(io.BytesIO(data), where)
    found = soundfile.info(io.BytesIO(data)).format
    if FORMATS[found] != suffix:
        raise UserError(
            _("this is {found} under another name").format(found=found), where=where, mend=_(_MEND)
        )
