"""What was chosen for the last evening, kept for the next. It holds no secret: no role is dealt yet."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from narrator import messages
from narrator.catalogue import GAMES
from narrator.errors import UserError
from narrator.messages import _, reason
from narrator.script import LANGUAGES, player_name
from narrator.script.commands import HIGHEST

VERSION = 1
_LARGEST = 1 << 16
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Choices:
    """An evening as it was chosen; what is empty was not, or is what `play` takes by itself.

    tongue: the language of the conversation; lang: the one the narrator speaks. roles: the whole deck, empty
    for that of the rules. speaker, earpiece, microphone: names of devices, empty for the system's own, none,
    and the system's own. keys_only: no microphone. helper: who whispers, empty for a nameless one.
    """

    tongue: str = ""
    game: str = ""
    lang: str = ""
    players: int = 0
    names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    speaker: str = ""
    earpiece: str = ""
    microphone: str = ""
    keys_only: bool = False
    helper: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """evening: the last one that was played; chosen: the newest answers, whether they were played or not."""

    evening: Choices | None = None
    chosen: Choices = field(default_factory=Choices)


def place() -> Path:
    """Where it lies: beside the journals, in the user's state folder."""
    return user_state_path("narrator") / "evening.json"


def recall(path: Path | None = None) -> Memory:
    """What is remembered; nothing where nothing is. Raises UserError for what cannot be read."""
    path = path or place()
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return Memory()
    except OSError as error:
        raise _unread(path, reason(error)) from None
    try:
        found = json.loads(data[:_LARGEST])
        version = found["v"]
        if isinstance(version, int) and version > VERSION:
            raise _unread(path, _("it is of a newer narrator"))
        if version != VERSION:
            raise ValueError("another version")
        evening = None if found["evening"] is None else _choices(found["evening"])
        if evening is not None and not all((evening.tongue, evening.game, evening.lang, evening.players)):
            raise ValueError("no evening")
        return Memory(evening, _choices(found["chosen"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _unread(path, _("it is damaged")) from None


def keep(memory: Memory, path: Path | None = None) -> None:
    """Remember it, as a whole or not at all; for the user's eyes alone. Raises UserError when that fails."""
    path = path or place()
    text = json.dumps({"v": VERSION, **asdict(memory)}, ensure_ascii=False, indent=1) + "\n"
    fresh = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, fresh = tempfile.mkstemp(dir=path.parent, prefix=".evening-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(fresh, path)
    except OSError as error:
        if fresh:
            with suppress(OSError):
                os.unlink(fresh)
        raise UserError(
            _("the choices cannot be remembered ({why})").format(why=reason(error)),
            where=str(path),
            mend=_("Make the folder writable."),
        ) from None


def _unread(path: Path, why: str) -> UserError:
    return UserError(
        _("the last evening cannot be read: {why}").format(why=why),
        where=str(path),
        mend=_("It is chosen anew."),
    )


def _choices(data: Mapping[str, Any]) -> Choices:
    """The choices of a JSON object. ValueError, KeyError or TypeError when it holds anything else."""
    if set(data) != {one.name for one in fields(Choices)}:
        raise ValueError("other fields")
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    found = Choices(**given)
    if type(found.names) is not tuple or type(found.roles) is not tuple:
        raise ValueError("no list")
    texts = (found.tongue, found.game, found.lang, found.speaker, found.earpiece, found.microphone)
    for text in (*texts, found.helper, *found.names, *found.roles):
        if not isinstance(text, str) or len(text) > _LONGEST or not text.isprintable():
            raise ValueError("no text")
    if found.tongue not in ("", *messages.LANGUAGES) or found.lang not in ("", *LANGUAGES):
        raise ValueError("no language")
    if found.game not in ("", *GAMES) or type(found.keys_only) is not bool:
        raise ValueError("no game")
    if found.roles and (not found.game or not set(found.roles) <= set(GAMES[found.game].roles)):
        raise ValueError("no role")
    if type(found.players) is not int or not 0 <= found.players <= HIGHEST:
        raise ValueError("no number of players")
    try:
        for name in (*found.names, *filter(None, [found.helper])):
            player_name(name, found.lang)
    except UserError:
        raise ValueError("no name") from None
    return found
