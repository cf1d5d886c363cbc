"""The network that pictures sounds, and the two witnesses who have to agree."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from narrator.data import data_dir
from narrator.ear import embedding, judge, network, sounds
from narrator.ear.bank import CEPSTRA, SOUNDS, WITNESSES, Bank, Template, all_distances, banks_of
from narrator.ear.decoys import decoys
from narrator.ear.degrade import pink_noise, with_noise
from narrator.ear.pictures import Picture, picture, trimmed
from narrator.ear.port import Samples
from narrator.ear.profile import Profile
from narrator.errors import UserError
from tests.ear.hearing import WORDS, Say, in_room


def noisy(sound: Samples, below_db: float) -> Samples:
    heard = in_room(sound, 0.2, 0.2)
    return with_noise(heard, pink_noise(len(heard), np.random.default_rng(3)), below_db)


def test_every_20_ms_has_a_sound_of_length_one(say: Say) -> None:
    heard = picture(in_room(say("tạm dừng"), 0.2, 0.2))
    assert heard.sounds.shape == (len(heard.sound_weight), sounds.SOUND_SIZE)
    np.testing.assert_allclose(np.linalg.norm(heard.sounds, axis=1), 1.0, atol=1e-4)


def test_a_template_keeps_more_quiet_of_its_sounds(say: Say) -> None:
    kept = trimmed(picture(in_room(say("tạm dừng"), 0.4, 0.4)))
    assert len(kept.cepstra) < len(kept.sounds) == len(kept.sound_weight) <= len(kept.cepstra) + 6


def test_loudness_does_not_matter(say: Say) -> None:
    sound = in_room(say("tạm dừng"), 0.2, 0.2)
    one, other = picture(sound), picture(sound * np.float32(0.1))
    assert (one.sounds * other.sounds).sum(1).mean() > 0.99


def test_noise_confuses_it_less_than_cepstra(say: Say) -> None:
    """Another voice says the words in loud noise."""
    templates = [
        Template(n, 0, trimmed(picture(in_room(say(phrase), 0.2, 0.2))))
        for n, phrase in enumerate(WORDS.values())
    ]
    right = dict.fromkeys(WITNESSES, 0)
    for n, phrase in enumerate(WORDS.values()):
        for below_db in (0.0, 3.0, 6.0):
            heard = picture(noisy(say(phrase, "vi+m3", speed=150), below_db))
            near = all_distances(heard, banks_of(templates, len(WORDS)))
            for witness, found in zip(WITNESSES, near, strict=True):
                right[witness] += int(found.fine.argmin()) == n
    assert right[SOUNDS] > right[CEPSTRA]
    assert right[SOUNDS] >= 16  # of 24


def test_the_costs_of_embeddings_may_be_handed_over(profile: Profile, say: Say) -> None:
    heard = picture(in_room(say("tạm dừng"), 0.2, 0.2))
    bank = Bank(profile.templates, len(profile.words), SOUNDS)
    alone = bank.distances(heard)
    handed = all_distances(heard, banks_of(profile.templates, len(profile.words)))[WITNESSES.index(SOUNDS)]
    np.testing.assert_array_equal(alone.fused, handed.fused)
    np.testing.assert_allclose(alone.fused, SOUNDS.weight * alone.fine + 2.0 * alone.embedding, rtol=1e-5)


def judged(profile: Profile, heard: Picture) -> judge.Verdict:
    return judge.consider(heard, banks_of(profile.templates, len(profile.words)), decoys("vi"), profile.usual)


def test_a_word_is_believed_when_both_witnesses_name_it(profile: Profile, say: Say) -> None:
    one, other = (picture(in_room(say(text, speed=155), 0.2, 0.2)) for text in ("tạm dừng", "lặp lại"))
    agreed = judged(profile, one)
    assert profile.words[agreed.word].id == "pause"
    assert agreed.score > judge.ASKED
    # The same stretch, to which the second witness says another word.
    length = min(len(one.sounds), len(other.sounds))
    assert length > 20
    split = replace(
        one,
        sounds=other.sounds[:length],
        sound_weight=other.sound_weight[:length],
    )
    assert judged(profile, split).score == 0.0


@pytest.mark.parametrize(("cepstra", "sounds", "score"), [(0.2, 9.0, 0.0), (0.4, 9.0, 1.0), (0.4, -9.0, 0.0)])
def test_cepstra_have_to_speak_for_the_word_and_the_mean_decides(
    profile: Profile, say: Say, monkeypatch: pytest.MonkeyPatch, cepstra: float, sounds: float, score: float
) -> None:
    odds = {CEPSTRA: cepstra, SOUNDS: sounds}
    monkeypatch.setattr(judge, "_forest", lambda witness: lambda _figures: odds[witness])
    heard = picture(in_room(say("tạm dừng", speed=155), 0.2, 0.2))
    assert judged(profile, heard).score == pytest.approx(score, abs=0.01)


@pytest.mark.parametrize("damage", ["missing", "other"])
def test_a_network_that_is_not_ours_is_named(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (sounds.FILE_NAME, embedding.FILE_NAME):
        shutil.copy(data_dir("models") / name, tmp_path / name)
    path = tmp_path / sounds.FILE_NAME
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(network, "data_dir", lambda _: tmp_path)
    network.session.cache_clear()
    try:
        with pytest.raises(
            UserError, match="missing" if damage == "missing" else "checksum differs"
        ) as caught:
            picture(np.zeros(8_000, np.float32) + np.float32(0.01))
    finally:
        network.session.cache_clear()
    assert caught.value.where == str(path)
    assert caught.value.mend
