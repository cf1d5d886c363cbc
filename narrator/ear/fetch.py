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
from narrator.messages import _, reason

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
        say(_("{name} is already there: {folder}").format(name=entry.name, folder=target))
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
            _("the model cannot be stored ({fault})").format(fault=reason(error) or error),
            where=str(folder),
            mend=_("Choose another folder with --dir."),
        ) from error
    return target


def download(
    url: str,
    path: Path,
    limit: int,
    timeout: float,
    *,
    mend: str | None = None,
) -> str:
    """Write what lies at `url` to `path`, `limit` bytes at most, and give its SHA-256. Raises UserError.

    mend: what to do without network; None: as for a model.
    """
    digest = hashlib.sha256()
    try:
        with urllib.request.urlopen(url, timeout=timeout) as answer, path.open("wb") as file:
            received = 0
            while block := answer.read(_BLOCK):
                received += len(block)
                if received > limit:
                    raise UserError(
                        _("the download is far larger than the model"),
                        where=url,
                        mend=_("Check the address."),
                    )
                digest.update(block)
                file.write(block)
            stated = answer.headers.get("Content-Length")
            if stated is not None and stated.isdecimal() and int(stated) != received:
                raise UserError(_("the download broke off"), where=url, mend=_("Try again."))
    except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        cause = getattr(error, "reason", None) or error
        fault = (reason(cause) if isinstance(cause, OSError) else "") or str(cause)
        raise UserError(
            _("the model cannot be downloaded ({fault})").format(fault=_(fault)),
            where=url,
            mend=mend or _("Check the network, or give another address with --url."),
        ) from error
    return digest.hexdigest()


def _check(entry: Entry, digest: str, source: str, say: Say) -> None:
    if not entry.sha256:
        warning = _("warning: no checksum is pinned for {name}; what came has SHA-256 {digest}")
        say(warning.format(name=entry.name, digest=digest))
    elif digest != entry.sha256.lower():
        raise UserError(
            _("the download is not the model we know (SHA-256 {digest})").format(digest=digest),
            where=source,
            mend=_("Do not use it."),
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
            _("what was downloaded is no zip archive we can read ({fault})").format(fault=error),
            where=archive.name,
            mend=_("Try again, or give another address with --url."),
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
            _("the archive holds an unsafe entry ({name!r})").format(name=name),
            where=archive.name,
            mend=_("Do not use this source."),
        )


def _copy(read: Callable[[int], bytes], write: Callable[[bytes], int], left: int) -> int:
    """Copy, never trusting the sizes the archive states; gives how many bytes are still allowed."""
    while block := read(_BLOCK):
        left -= len(block)
        if left < 0:
            raise UserError(
                _("the archive unpacks to far more than the model"),
                where="model.zip",
                mend=_("Do not use this source."),
            )
        write(block)
    return left
