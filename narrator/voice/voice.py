"""A voice as the table uses it: text in, clip out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import platformdirs

from narrator.errors import UserError
from narrator.messages import _
from narrator.script import delivery_of, load_lexicon, spoken
from narrator.voice.cache import ClipCache, clip_key
from narrator.voice.espeak import EspeakEngine
from narrator.voice.lexicon import Lexicon, plain
from narrator.voice.manner import Setting, Tempo, assembled, in_manner, planned
from narrator.voice.pack import SUFFIX, Pack, open_pack
from narrator.voice.pack_files import PROFILE, is_pack
from narrator.voice.piper import PiperEngine
from narrator.voice.port import Clip, Engine, VoiceError
from narrator.voice.profile import Profile, load_profile
from narrator.voice.system import SystemEngine

PATIENCE = 25.0
"""Longer than an engine has for two lines that it cannot say: who waits longer waits for one that hangs."""


class Voice:
    """Speaks one language. Every method may be called from any thread.

    A clip comes from the pack, where there is one; else from the cache, or it is rendered and kept. close()
    ends the engine's process.
    """

    def __init__(
        self,
        profile: Profile,
        lexicon: Lexicon,
        engine: Engine,
        cache: ClipCache,
        pack: Pack | None = None,
        tempo: Setting | None = None,
    ) -> None:
        self.profile = profile
        self._lexicon = lexicon
        self._engine = engine
        self._cache = cache
        self._pack = pack
        self._tempo = tempo or Setting()
        self._rendering = threading.Lock()
        self._name: str | None = None

    def speech(self, text: str) -> str:
        """What the engine gets: normalised, numbers worded, respelt, nothing in it that could steer it.

        Raises VoiceError when nothing of `text` can be said.
        """
        if speech := self._speech(text):
            return speech
        raise _nothing(text)

    def _speech(self, text: str) -> str:
        speech = plain(self._lexicon.respell(spoken(text, self.profile.lang)))
        return speech if any(c.isalpha() for c in speech) else ""

    def clip(self, text: str) -> Clip:
        """The sound of `text` as its line is said: rate, loudness, pauses. Raises VoiceError.

        What comes from no script is said as usual, at the common loudness, silence trimmed.
        A clip in the cache is given at once; one that is not waits for its turn at most PATIENCE seconds.
        """
        tempo = self._tempo.now
        if self._pack is not None and (recorded := self._pack.clip(text, self._rendered, tempo.pauses)):
            return in_manner(recorded, delivery_of(text).manner, tempo)
        return self._rendered(text)

    def _rendered(self, text: str) -> Clip:
        """The engine's."""
        plan = planned(text, self.profile.lang, self._speech, self._tempo.now)
        if not plan.parts:
            raise _nothing(text)
        key = clip_key(plan, self._engine_name())
        found = self._cache.get(key, text)
        if found is not None:
            return found
        if not self._rendering.acquire(timeout=PATIENCE):
            raise VoiceError(_("the voice does not answer"), mend=_("Run narrator doctor."))
        try:
            found = self._cache.get(key, text)  # another thread may have rendered it meanwhile
            if found is not None:
                return found
            made = [self._engine.render(part, plan.rate) for part in plan.parts]
            if not all(part.samples.any() for part in made):
                raise VoiceError(_("the voice gave silence"), mend=_("Run narrator doctor."))
            return self._cache.put(key, assembled(made, plan, text))
        finally:
            self._rendering.release()

    def set_tempo(self, rate: float = 1.0, pauses: float = 1.0) -> None:
        """Speak `rate` times as fast, with pauses `pauses` times as long, from the next line on.

        From any thread; the line that sounds stays as it is, and `secret` follows. Both times what the lines
        have of their own, so set_tempo(1.0, 1.0) is as usual. A clip rendered ahead at another tempo is not
        taken: the next ones are rendered when they are needed, while the line before them sounds. Recorded
        lines keep their rate. ValueError outside manner.TEMPO: rate 0.5 to 2, pauses 0 to 3.
        """
        self._tempo.now = Tempo(rate, pauses)

    def prepare(self, texts: Iterable[str], progress: Callable[[int, int], None] | None = None) -> None:
        """Render all of `texts` that are not in the cache; progress(done, all) after each. VoiceError.

        With a pack, only what it does not have.
        """
        every = list(texts)
        for count, text in enumerate(every, start=1):
            for part in [text] if self._pack is None else self._pack.unrecorded(text):
                self._rendered(part)
            if progress is not None:
                progress(count, len(every))

    @property
    def trouble(self) -> str | None:
        """Why clips are not kept for the next game; None when they are."""
        return self._cache.trouble

    def secret(self) -> Voice:
        """The same voice for lines that tell a secret: what it renders is never written to the disk.

        Names of files are hashes, but whoever plays the files would hear who is who. close() closes both.
        """
        return Voice(
            self.profile, self._lexicon, self._engine, self._cache.unwritten(), self._pack, self._tempo
        )

    def close(self) -> None:
        """End the engine's process; safe to call twice."""
        self._engine.close()

    def __enter__(self) -> Voice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _engine_name(self) -> str:
        if self._name is None:
            self._name = self._engine.name
        return self._name


def _nothing(text: str) -> VoiceError:
    return VoiceError(_("there is nothing to say in it"), where=repr(text[:40]), mend=_("Give words."))


def open_voice(
    lang: str,
    game: str | None = None,
    *,
    profile: str | Path | None = None,
    cache_dir: Path | None = None,
    engine: Engine | None = None,
) -> Voice:
    """The voice of `lang` with the respellings of `game`; nothing is started before the first clip.

    profile: a file, a name in voices/, or the folder of a voice pack; cache_dir: left out, the user's cache
    folder. engine: speaks in espeak-ng's place, without the respellings that were made for that, unless a
    profile is named.
    Raises UserError for an unknown language or game and for a faulty profile or lexicon.
    """
    pack: Pack | None = None
    if profile is not None and is_pack(Path(profile)):
        pack = open_pack(Path(profile), lang, game)
        profile = pack.profile.engine or None
    elif profile is not None and Path(profile).suffix == SUFFIX:
        raise UserError(
            _("this is a voice pack in one file"),
            where=str(profile),
            mend=_("Unpack it with `narrator voice import` and name its folder."),
        )
    elif profile is not None and Path(profile).is_dir():
        raise UserError(
            _("there is no {name} in this folder, so it is no voice pack").format(name=PROFILE),
            where=str(profile),
            mend=_("Name a pack's folder, a profile's file, or a voice in voices/."),
        )
    chosen = load_profile(lang, profile)
    games = load_lexicon(game, lang) if game is not None and chosen.game_lexicons else ()
    lexicon = Lexicon({**chosen.lexicon, **dict(games)}, chosen.endings)
    if engine is not None and profile is None:
        lexicon = Lexicon({}, {})
    speaks = engine or engine_of(chosen)
    folder = cache_dir or platformdirs.user_cache_path("narrator", appauthor=False) / "clips"
    return Voice(chosen, lexicon, speaks, ClipCache(folder), pack)


def engine_of(profile: Profile) -> EspeakEngine:
    """The engine that a profile names; nothing is started yet."""
    if profile.engine == "piper":
        return PiperEngine(Path(profile.voice), profile.rate, profile.lang)
    if profile.engine == "system":
        return SystemEngine(profile.voice, profile.rate)
    return EspeakEngine(profile.voice, profile.rate, profile.pitch)
