from __future__ import annotations

import numpy as np

from narrator.ear.bank import Bank
from narrator.ear.decoys import decoys
from narrator.ear.enrolment import enrol_takes
from narrator.ear.evidence import EVIDENCE, evidence
from narrator.ear.pictures import picture
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from tests.ear.hearing import OTHERS, WORDS, Say, in_room


def figures(profile: Profile, sound: Samples) -> tuple[dict[str, float], str]:
    """The evidence by name, and the word it is for: the nearest one."""
    heard = picture(in_room(sound, 0.2, 0.2))
    bank = Bank(profile.templates, len(profile.words))
    own = bank.distances(heard)
    word = int(own.fused.argmin())
    found = evidence(own, decoys("vi").distances(heard), heard, word, profile.usual)
    assert found.shape == (len(EVIDENCE),)
    assert np.isfinite(found).all()
    return dict(zip(EVIDENCE, found.tolist(), strict=True)), profile.words[word].id


def test_every_figure_speaks_for_a_word_that_was_said(profile: Profile, say: Say) -> None:
    for id, phrase in WORDS.items():
        said, word = figures(profile, say(phrase, speed=155, pitch=55))
        assert word == id
        assert said["near"] > 0.4
        assert said["lead"] > 0.0
        assert said["decoys"] > 0.0
        assert said["before_share"] < 1.0
        assert said["length"] < 0.7


def test_and_most_against_one_that_is_unknown(profile: Profile, say: Say) -> None:
    known = [figures(profile, say(phrase, speed=155, pitch=55))[0] for phrase in WORDS.values()]
    unknown = [figures(profile, say(text))[0] for text in OTHERS]
    for name in ("near", "lead", "before_deviations", "decoys"):
        assert np.median([f[name] for f in unknown]) < np.median([f[name] for f in known]), name
    for name in ("fused", "cepstral", "embedding", "before_share", "decoys_share"):
        assert np.median([f[name] for f in unknown]) > np.median([f[name] for f in known]), name


def test_the_tone_tells_another_voice(profile: Profile, say: Say) -> None:
    own = [figures(profile, say(phrase, speed=155, pitch=55))[0]["tone_share"] for phrase in WORDS.values()]
    other = [figures(profile, say(phrase, "vi+f2"))[0]["tone_share"] for phrase in WORDS.values()]
    assert np.median(other) > 1.5 * np.median(own)


def test_a_profile_of_one_word_leans_on_the_decoys(takes: dict[str, list[Samples]], say: Say) -> None:
    alone = enrol_takes("vi", {"pause": takes["pause"]})
    said, _ = figures(alone, say("tạm dừng", speed=155, pitch=55))
    other, _ = figures(alone, say("con mèo"))
    assert said["lead"] > 0.0 > other["lead"]
