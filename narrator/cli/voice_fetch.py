"""`narrator voices --fetch`: the files of a Piper voice, from where its profile says, checked."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from narrator.ear.fetch import download
from narrator.errors import UserError
from narrator.messages import _
from narrator.voice.profile import Source, load_profile

TIMEOUT = 20.0


def fetch_voice(name: str, say: Callable[[str], None]) -> Path:
    """Get the model and the settings of the voice `name` to where they are looked for; the model's path.

    A file that is there and right is kept. Nothing takes its place before its SHA-256 was found right.
    Raises UserError; then nothing half is left behind.
    """
    profile = load_profile(None, name)
    if not profile.sources:
        raise UserError(
            _("this voice names no files to be fetched"),
            where=name,
            mend=_("Name a Piper voice that `narrator voices` lists."),
        )
    model = Path(profile.voice)
    say(profile.licence)
    for path, source in zip((model, Path(f"{model}.json")), profile.sources, strict=True):
        if path.is_file() and _sha256(path) == source.sha256:
            say(_("{name} is already there").format(name=path.name))
            continue
        size = f"{max(source.size / 1e6, 0.1):.1f}"
        say(_("{name}, {size} MB, from {url}").format(name=path.name, size=size, url=source.url))
        try:
            _fetch(path, source)
        except OSError as error:
            raise UserError(
                _("the voice cannot be stored ({error})").format(error=error.strerror or error),
                where=str(path.parent),
                mend=_("Free or make that folder."),
            ) from error
    return model


def _fetch(path: Path, source: Source) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".fetch-") as work:
        part = Path(work) / path.name
        mend = _("Check the network, or get the file by hand.")
        found = download(source.url, part, source.size, TIMEOUT, mend=mend)
        if found != source.sha256:
            raise UserError(
                _("the download is not the file that is known (SHA-256 {found})").format(found=found),
                where=source.url,
                mend=_("Do not use it."),
            )
        os.replace(part, path)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
