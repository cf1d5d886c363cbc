"""The ear: sound in, intents out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from narrator.ear.port import SAMPLE_RATE, Heard, Recogniser
from narrator.errors import UserError
from narrator.messages import _

if TYPE_CHECKING:
    from narrator.ear.profile import Profile

__all__ = ["SAMPLE_RATE", "Engine", "Heard", "Recogniser", "open_ear", "open_ear_over"]


Engine = Literal["enrolled", "vosk", "fused"]


def open_ear(
    lang: str,
    *,
    engine: Engine | None = None,
    profile: Path | None = None,
    model: Path | None = None,
) -> Recogniser:
    """A recogniser for a language: `enrolled` needs a profile's folder, `vosk` a model's, `fused` both.

    engine None: `fused` with a profile and a model, else the one there is something for. model None: the
    model that was fetched for the language, if one was.

    Raises UserError in one line for whatever is missing or does not fit.
    """
    if engine is None and profile is None:
        engine = "enrolled" if model is None else "vosk"
    if engine != "enrolled" and model is None:
        from narrator.ear.registry import installed

        model = installed(lang)
    if engine is None:
        engine = "enrolled" if model is None else "fused"
    if engine == "enrolled":
        from narrator.ear.enrolled import EnrolledEar

        return EnrolledEar(_profile(lang, profile))
    if engine == "vosk":
        from narrator.ear.vosk_ear import VoskEar, phrases_of

        return VoskEar(_model(lang, model), phrases_of(lang))
    if engine == "fused":
        return _fused(lang, _profile(lang, profile), _model(lang, model))
    raise UserError(
        _("there is no ear called {engine!r}").format(engine=engine),
        where="--engine",
        mend=_("Use {one} or {other}.").format(one="enrolled", other="vosk"),
    )


def open_ear_over(
    lang: str, *, engine: Engine | None = None, profile: Path | None = None
) -> Recogniser | None:
    """A recogniser for what may be said over a line: a second one with the helper's own words.

    None without a profile, for Vosk alone, and when the profile holds none of those words: a model takes any
    voice for the helper's, and the narrator's is one.
    """
    from narrator.ear.enrolled import EnrolledEar
    from narrator.ear.over_line import WORDS

    if profile is None or engine == "vosk":
        return None
    own = _profile(lang, profile)
    return EnrolledEar(own) if any(word.id in WORDS for word in own.words) else None


def _profile(lang: str, folder: Path | None) -> Profile:
    from narrator.ear.profile import Profile

    if folder is None:
        raise UserError(
            _("no voice profile was given"),
            where="--profile",
            mend=_("Make one with `narrator enrol --lang {lang} --profile DIR`, then pass it.").format(
                lang=lang
            ),
        )
    return Profile.load(folder, lang)


def _model(lang: str, folder: Path | None) -> Path:
    if folder is None:
        raise UserError(
            _("no speech model was given"),
            where="--model",
            mend=_("Get one with `narrator models fetch {lang}`, then pass its folder.").format(lang=lang),
        )
    return folder


def _fused(lang: str, profile: Profile, model: Path) -> Recogniser:
    from narrator.ear.enrolled import EnrolledEar
    from narrator.ear.fused import FusedEar
    from narrator.ear.vosk_ear import VoskEar, phrases_of

    try:
        second = VoskEar(model, phrases_of(lang), partly=True)
    except UserError as error:
        raise UserError(
            error.what,
            where=error.where,
            mend=_("{mend} Or listen with {option}.").format(mend=error.mend, option="--engine enrolled"),
        ) from error
    return FusedEar(EnrolledEar(profile), second, [word.id for word in profile.words])
