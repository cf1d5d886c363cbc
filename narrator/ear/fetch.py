"""Fetch a speech model: download, check, unpack, and only then put it in its place."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path, PurePosixPath

from narrator.ear.registry import Entry
from narrator.errors import UserError

_BLOCK = 1 << 16
_SLACK = 4
"""A download may be this many times the stated size, the unpacked model four times that again."""

Say = Callable[[str], None]


def fetch(
    entry: Entry, folder: Path, *, url: str | None = None, say: Say = print, timeout: float = 20.0
) -> Path:
    """Download entry's model (from `url` if given) into folder/NAME and give that path.

    An existing model is kept. Raises UserError without network, for a wrong checksum or an unsafe archive;
    then nothing is left behind.
    """
    target = folder / entry.name
    if target.is_dir():
        say(f"{entry.name} is already there: {target}")
        return target
    source = url or entry.url
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".fetch-") as work:
            archive = Path(work) / "model.zip"
            digest = download(source, archive, entry.size * _SLACK, timeout)
            _check(entry, digest, source, say)
            unpacked = Path(work) / "unpacked"
            unpack(archive, unpacked, limit=entry.size * _SLACK * _SLACK)
            inside = [p for p in unpacked.iterdir() if p.is_dir()]
            root = inside[0] if len(inside) == 1 and len(list(unpacked.iterdir())) == 1 else unpacked
            os.replace(root, target)
    except OSError as error:
        raise UserError(
            f"the model cannot be stored ({error.strerror or error})",
            where=str(folder),
            mend="Choose another folder with --dir.",
        ) from error
    return target


def download(
    url: str,
    path: Path,
    limit: int,
    timeout: float,
    *,
    mend: str = "Check the network, or give another address with --url.",
) -> str:
    """Write what lies at `url` to `path`, `limit` bytes at most, and give its SHA-256. Raises UserError."""
    digest = hashlib.sha256()
    try:
        with urllib.request.urlopen(url, timeout=timeout) as answer, path.open("wb") as file:
            received = 0
            while block := answer.read(_BLOCK):
                received += len(block)
                if received > limit:
                    raise UserError(
                        "the download is far larger than the model", where=url, mend="Check the address."
                    )
                digest.update(block)
                file.write(block)
            stated = answer.headers.get("Content-Length")
            if stated is not None and stated.isdecimal() and int(stated) != received:
                raise UserError("the download broke off", where=url, mend="Try again.")
    except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        reason = getattr(error, "reason", None) or error
        raise UserError(
            f"the model cannot be downloaded ({reason})",
            where=url,
            mend=mend,
        ) from error
    return digest.hexdigest()


def _check(entry: Entry, digest: str, source: str, say: Say) -> None:
    if not entry.sha256:
        say(f"warning: no checksum is pinned for {entry.name}; what came has SHA-256 {digest}")
    elif digest != entry.sha256.lower():
        raise UserError(
            f"the download is not the model we know (SHA-256 {digest})", where=source, mend="Do not use it."
        )


def unpack(archive: Path, folder: Path, *, limit: int) -> None:
    """Unpack a zip into a new folder. Refuses paths that lead out, links, and more than `limit` bytes."""
    try:
        with zipfile.ZipFile(archive) as file:
            members = file.infolist()
            for member in members:
                _refuse_unsafe(member, archive)
            folder.mkdir()
            left = limit
            for member in members:
                place = folder.joinpath(*PurePosixPath(member.filename).parts)
                if member.is_dir():
                    place.mkdir(parents=True, exist_ok=True)
                    continue
                place.parent.mkdir(parents=True, exist_ok=True)
                with file.open(member) as source, place.open("wb") as sink:
                    left = _copy(source.read, sink.write, left)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise UserError(
            f"what was downloaded is no zip archive we can read ({error})",
            where=archive.name,
            mend="Try again, or give another address with --url.",
        ) from error


def _refuse_unsafe(member: zipfile.ZipInfo, archive: Path) -> None:
    name = member.filename
    kind = (member.external_attr >> 16) & 0o170000
    parts = PurePosixPath(name).parts
    if (
        "\\" in name
        or ":" in name
        or name.startswith("/")
        or ".." in parts
        or kind not in (0, 0o100000, 0o040000)
    ):
        raise UserError(
            f"the archive holds an unsafe entry ({name!r})",
            where=archive.name,
            mend="Do not use this source.",
        )


def _copy(read: Callable[[int], bytes], write: Callable[[bytes], int], left: int) -> int:
    """Copy, never trusting the sizes the archive states; gives how many bytes are still allowed."""
    while block := read(_BLOCK):
        left -= len(block)
        if left < 0:
            raise UserError(
                "the archive unpacks to far more than the model",
                where="model.zip",
                mend="Do not use this source.",
            )
        write(block)
    return left
