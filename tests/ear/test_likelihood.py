from __future__ import annotations

import numpy as np

from narrator.ear.bank import SOUNDS, WITNESSES, all_distances, banks_of
from narrator.ear.decoys import decoys
from narrator.ear.degrade import chatter
from narrator.ear.likelihood import LIKELIHOOD, likelihood
from narrator.ear.pictures import picture
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from tests.ear.hearing import OTHERS, WORDS, Say, in_room

SECOND = WITNESSES.index(SOUNDS)


def figures(profile: Profile, sound: Samples, word: str | None = None) -> dict[str, float]:
    """The figures for a word, or for the nearest."""
    heard = picture(in_room(sound, 0.2, 0.2))
    banks = banks_of(profile.templates, len(profile.words))
    own = all_distances(heard, banks)[SECOND]
    ids = [one.id for one in profile.words]
    number = int(own.fused.argmin()) if word is None else ids.index(word)
    found = likelihood(heard, own, banks[SECOND], decoys("vi")[SECOND], number)
    assert found.shape == (len(LIKELIHOOD),)
    assert np.isfinite(found).all()
    return dict(zip(LIKELIHOOD, found.tolist(), strict=True))


def test_a_word_that_was_said_is_likelier_than_anything_else(profile: Profile, say: Say) -> None:
    for phrase in WORDS.values():
        said = figures(profile, say(phrase, speed=155, pitch=55))
        assert said["likelihood"] > 0.0
        assert said["lead_likelihood"] > 0.0
        assert said["likelihood_third"] <= said["likelihood_frame"]
        assert 0.0 < said["likelihood_fits"] <= 1.0
        assert 0.0 < said["likelihood_covers"] < 1.001


def test_and_one_that_was_not_is_unlikely(profile: Profile, say: Say) -> None:
    sound = say("bóp cò", speed=155, pitch=55)
    right, wrong = figures(profile, sound, "shoot"), figures(profile, sound, "pause")
    for name in ("likelihood", "likelihood_frame", "likelihood_third", "lead_likelihood"):
        assert wrong[name] < right[name], name
    unknown = [figures(profile, say(text))["likelihood"] for text in OTHERS]
    known = [figures(profile, say(text, speed=155))["likelihood"] for text in WORDS.values()]
    assert max(unknown) < np.median(known)


def test_what_covers_a_part_of_a_word_costs_only_so_much(profile: Profile, say: Say) -> None:
    """Talk over the second half: the first half still speaks for the word."""
    sound = say("hoàn tất", speed=155).copy()
    clear = figures(profile, sound, "done")
    half = len(sound) // 2
    talk = chatter(len(sound) - half, [say("nhà tiên tri"), say("kính lúp")], np.random.default_rng(1))
    sound[half:] += (0.1 * talk).astype(np.float32)
    covered = figures(profile, sound, "done")
    assert 0.0 < covered["likelihood"] < clear["likelihood"]


def test_a_word_alone_leads_by_what_it_has(takes: dict[str, list[Samples]], say: Say) -> None:
    from narrator.ear.enrolment import enrol_takes

    said = figures(enrol_takes("vi", {"pause": takes["pause"]}), say("tạm dừng", speed=155))
    assert said["lead_likelihood"] == said["likelihood"] > 0.0
