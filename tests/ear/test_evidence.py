from __future__ import annotations

import numpy as np
import pytest

from narrator.ear.bank import CEPSTRA, WITNESSES, Witness, all_distances, banks_of
from narrator.ear.decoys import decoys
from narrator.ear.enrolment import enrol_takes
from narrator.ear.evidence import EVIDENCE, evidence
from narrator.ear.pictures import picture
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from tests.ear.hearing import OTHERS, WORDS, Say, in_room


def figures(profile: Profile, sound: Samples, witness: Witness = CEPSTRA) -> tuple[dict[str, float], str]:
    """The evidence of a witness by name, and the word it is for: the nearest one."""
    heard = picture(in_room(sound, 0.2, 0.2))
    place = WITNESSES.index(witness)
    own = all_distances(heard, banks_of(profile.templates, len(profile.words)))[place]
    against = all_distances(heard, decoys("vi"))[place]
    word = int(own.fused.argmin())
    found = evidence(own, against, heard, word, profile.usual[place])
    assert found.shape == (len(EVIDENCE),)
    assert np.isfinite(found).all()
    return dict(zip(EVIDENCE, found.tolist(), strict=True)), profile.words[word].id


@pytest.mark.parametrize("witness", WITNESSES)
def test_every_figure_speaks_for_a_word_that_was_said(profile: Profile, say: Say, witness: Witness) -> None:
    for id, phrase in WORDS.items():
        said, word = figures(profile, say(phrase, speed=155, pitch=55), witness)
        assert word == id
        assert said["near"] > 0.4
        assert said["lead"] > 0.0
        assert said["decoys"] > 0.0
        assert said["before_share"] < 1.0
        # The second witness's templates keep more quiet around the word.
        assert said["length"] < (0.7 if witness is CEPSTRA else 1.1)


@pytest.mark.parametrize("witness", WITNESSES)
def test_and_most_against_one_that_is_unknown(profile: Profile, say: Say, witness: Witness) -> None:
    known = [figures(profile, say(phrase, speed=155, pitch=55), witness)[0] for phrase in WORDS.values()]
    unknown = [figures(profile, say(text), witness)[0] for text in OTHERS]
    for name in ("near", "lead", "before_deviations", "decoys"):
        assert np.median([f[name] for f in unknown]) < np.median([f[name] for f in known]), name
    for name in ("fused", "fine", "embedding", "before_share", "decoys_share"):
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
