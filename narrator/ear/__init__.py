"""The ear: sound in, intents out."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser
from narrator.errors import UserError

__all__ = ["SAMPLE_RATE", "Heard", "Recogniser", "open_ear"]


def open_ear(
    lang: str,
    *,
    engine: Literal["enrolled", "vosk"] = "enrolled",
    profile: Path | None = None,
    model: Path | None = None,
) -> Recogniser:
    """A recogniser for a language: `enrolled` needs a profile's folder, `vosk` a model's.

    Raises UserError in one line for whatever is missing or does not fit.
    """
    if engine == "enrolled":
        if profile is None:
            raise UserError(
                "no voice profile was given",
                where="--profile",
                mend=f"Make one with `narrator enrol --lang {lang} --profile DIR`, then pass it.",
            )
        from narrator.ear.enrolled import EnrolledEar
        from narrator.ear.profile import Profile

        return EnrolledEar(Profile.load(profile, lang))
    if engine == "vosk":
        if model is None:
            raise UserError(
                "no speech model was given",
                where="--model",
                mend=f"Get one with `narrator models fetch {lang}`, then pass its folder.",
            )
        from narrator.ear.vosk_ear import VoskEar, phrases_of

        return VoskEar(model, phrases_of(lang))
    raise UserError(f"there is no ear called {engine!r}", where="--engine", mend="Use enrolled or vosk.")
