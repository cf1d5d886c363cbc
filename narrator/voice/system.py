"""The voices that macOS and Windows bring, through pyttsx3 in a child process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from narrator.messages import _
from narrator.voice.espeak import EspeakEngine, told
from narrator.voice.port import VoiceError

PLATFORMS = ("darwin", "win32")
_COMMAND = (sys.executable, "-P", str(Path(__file__).with_name("system_worker.py")))
_LIST_LIMIT = 20.0
_CALLED = {"vi": ("vietnam", "tiếng việt"), "fa": ("persian", "farsi", "فارسی")}


@dataclass(frozen=True, slots=True)
class SystemVoice:
    """id: what a profile names; name: as the system shows it; lang: "vi" or "fa"."""

    id: str
    name: str
    lang: str


class SystemEngine(EspeakEngine):
    """A system's voice, guarded as espeak-ng is. voice: its id; rate: words a minute."""

    def __init__(self, voice: str, rate: int, *, command: Sequence[str] = _COMMAND) -> None:
        super().__init__(voice, rate, 0, command=list(command))
        self._called = f"{voice} {rate}"

    @property
    def name(self) -> str:
        """System, version of what drives it, voice and rate."""
        started = self.start()
        return f"{started.library} {started.version} {self._called}"


def system_voices(command: Sequence[str] = _COMMAND) -> list[SystemVoice]:
    """The system's Vietnamese and Persian voices. Raises VoiceError when it does not tell in 20 s."""
    try:
        listing = subprocess.run(
            [*command, json.dumps({"list": True})],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LIST_LIMIT,
            check=False,
        )
        answer = json.loads(listing.stdout.decode())
    except subprocess.TimeoutExpired as error:
        raise VoiceError(_("the system does not list its voices"), mend=_("Try again.")) from error
    except (OSError, ValueError) as error:
        raise VoiceError(
            _("the system's voices cannot be listed ({error})").format(error=error),
            mend=_("Use another voice."),
        ) from error
    if "error" in answer:
        raise VoiceError(told(answer), mend=_("Use another voice."))
    found = []
    for voice in answer["voices"]:
        lang = _language(voice["id"], voice["name"], voice["languages"])
        if lang is not None:
            found.append(SystemVoice(voice["id"], voice["name"], lang))
    return found


def _language(id: str, name: str, languages: Sequence[str]) -> str | None:
    """By the codes that the driver gives, some with a number before them; by the name where it gives none."""
    codes = [code.strip("\x00\x02\x05 ").casefold().replace("_", "-").partition("-")[0] for code in languages]
    for lang, words in _CALLED.items():
        if lang in codes or any(word in f"{name} {id}".casefold() for word in words):
            return lang
    return None
