"""Piper voices that the user has, each a model and its settings, in a child process; an extra."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import platformdirs

from narrator.messages import _
from narrator.syntax import complaint
from narrator.voice.espeak import EspeakEngine
from narrator.voice.port import VoiceError

USUAL: Final = 150
"""Words a minute in a profile at which a voice speaks as its makers had it."""
LIMIT: Final = 20.0
"""Seconds a line may take: the longest speaks for 22 s, and a small computer needs most of that."""

_COMMAND = (sys.executable, "-P", str(Path(__file__).with_name("piper_worker.py")))
_SETTINGS_AT_MOST = 1_000_000
_READS = ("espeak", "text")
"""What a voice may be made from. Others need a package more, or fetch one by themselves."""


class PiperEngine(EspeakEngine):
    """A Piper voice, guarded as espeak-ng is.

    model: its file NAME.onnx, with NAME.onnx.json beside it; rate: words a minute, USUAL as its makers had
    it; lang: what it must speak. Two renderings of one text differ a little, as a person's do.
    """

    def __init__(
        self,
        model: Path,
        rate: int,
        lang: str,
        *,
        limit: float = LIMIT,
        command: Sequence[str] = _COMMAND,
    ) -> None:
        super().__init__(str(model), rate, 0, limit=limit, command=list(command))
        self._model = model
        self._lang = lang

    @property
    def name(self) -> str:
        """Piper's version, the voice and a digest of both its files, and the rate."""
        started = self.start()
        return f"piper {started.version} {self._model.name} {started.data} {self._rate}"

    def _arguments(self) -> dict[str, Any]:
        check(self._model, self._lang)
        return {**super()._arguments(), "usual": USUAL}

    def _refusal(self, kind: str, what: str) -> VoiceError | None:
        if kind == "no_library":
            return VoiceError(
                _("Piper is not installed ({what})").format(what=what),
                mend=_('Install it with pip install "narrator[piper]", or choose another voice.'),
            )
        if kind == "unknown_voice":
            return VoiceError(
                _("this is no voice that Piper can load ({what})").format(what=what),
                where=str(self._model),
                mend=_("Get both of its files anew."),
            )
        return None


def voices_folder() -> Path:
    """Where a voice's files are looked for that do not lie beside its profile."""
    return platformdirs.user_data_path("narrator", appauthor=False) / "voices"


def model_path(written: str, beside: Path) -> Path:
    """The file that a profile in the folder `beside` means by `written`; it may not be there."""
    path = Path(written).expanduser()
    if path.is_absolute():
        return path
    near = (beside / path).absolute()
    return near if near.is_file() else voices_folder() / path


def check(model: Path, lang: str) -> None:
    """Raise VoiceError, with the mend, unless both files are there and the settings are of a voice of `lang`.

    The model itself is read by Piper alone.
    """
    settings = Path(f"{model}.json")
    for path in (model, settings):
        if not path.is_file():
            raise VoiceError(
                _("this file of the voice is not there"),
                where=str(path),
                mend=_(
                    "Put it there, or choose a voice that `narrator voices --fetch` gets (docs/piper.md)."
                ),
            )
    try:
        if settings.stat().st_size > _SETTINGS_AT_MOST:
            raise ValueError(_("it is far too large"))
        told = json.loads(settings.read_text(encoding="utf-8"))
        try:
            speaks, reads = str(told["espeak"]["voice"]), told.get("phoneme_type", _READS[0])
        except (LookupError, TypeError) as error:
            raise ValueError(_("{key} is missing").format(key="espeak.voice")) from error
        if not told.get("phoneme_id_map"):
            raise ValueError(_("{key} is missing").format(key="phoneme_id_map"))
    except (OSError, ValueError, RecursionError) as error:
        raise VoiceError(
            _("these are no settings of a Piper voice ({error})").format(error=complaint(error)),
            where=str(settings),
            mend=_("Get this file anew."),
        ) from error
    if speaks.partition("-")[0] != lang:
        raise VoiceError(
            _("this voice speaks {speaks!r}, but {lang!r} is wanted").format(speaks=speaks, lang=lang),
            where=str(settings),
            mend=_("Name a voice that speaks it in the profile."),
        )
    if reads not in _READS:
        raise VoiceError(
            _("a voice that reads {reads!r} is none that can be used here").format(reads=reads),
            where=str(settings),
            mend=_("Choose another voice."),
        )
