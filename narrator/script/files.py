"""Reading the TOML files of scripts/: one clear error for a typo, and the line each key stands on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narrator.data import data_dir
from narrator.errors import UserError
from narrator.messages import _, reason
from narrator.syntax import complaint, said

_TABLE = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_PLACE = re.compile(r"\(at line (\d+)[^)]*\)")
_KEY = re.compile(r"""\s*(?:"([^"]+)"|([\w\-]+))\s*=""")


@dataclass(frozen=True, slots=True)
class ScriptFile:
    """One parsed file. `lines` maps a dotted key ("call.nurse.wake") to its line number, from 1."""

    path: Path
    data: Mapping[str, Any]
    lines: Mapping[str, int]

    def where(self, key: str) -> str:
        """`file:line` of a dotted key, for messages."""
        return f"{self.path.name}:{self.lines.get(key, 1)}"


def read_toml(path: Path) -> ScriptFile:
    """The file's data. Raises UserError with file and line when it is missing, not UTF-8 or not TOML."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UserError(
            _("no such script file"),
            where=str(path),
            mend=_("Check the game and the language."),
        ) from None
    except OSError as error:
        raise UserError(
            _("cannot be read ({fault})").format(fault=reason(error)),
            where=str(path),
            mend=_("Make it a readable file."),
        ) from None
    except UnicodeDecodeError:
        raise UserError(_("is not UTF-8"), where=str(path), mend=_("Save it as UTF-8.")) from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what = str(error)
        place = _PLACE.search(what)
        line = place.group(1) if place else max(1, len(text.splitlines()))
        fault = said(what[: place.start()].strip()) if place else complaint(error)
        raise UserError(
            _("is not valid TOML: {fault}").format(fault=fault),
            where=f"{path}:{line}",
            mend=_("Mend that line."),
        ) from None
    return ScriptFile(path, data, dict(_key_lines(text)))


def script_path(name: str, folder: Path | None = None) -> Path:
    """Where a file of scripts/ lies; `folder` replaces the package's own scripts/."""
    return (folder or data_dir("scripts")) / name


def flatten(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """(dotted key, value) of every value that is not a table."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _key_lines(text: str) -> Iterator[tuple[str, int]]:
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = header.group(1).strip() + "."
        elif key := _KEY.match(line):
            yield table + (key.group(1) or key.group(2)), number
