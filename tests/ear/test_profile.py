from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from narrator.ear import open_ear
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.profile import Profile, remove
from narrator.errors import UserError
from tests.ear.hearing import Say, in_room


@pytest.fixture
def saved(profile: Profile, tmp_path: Path) -> Path:
    profile.save(tmp_path / "linh")
    return tmp_path / "linh"


def test_what_was_saved_hears_the_same(profile: Profile, saved: Path, say: Say) -> None:
    again = Profile.load(saved, "vi")
    assert again.words == profile.words
    assert again.usual == profile.usual
    assert len(again.templates) == len(profile.templates)
    sound = in_room(say("lặp lại", speed=155), 1.0, 1.0)
    first, second = (ear.feed(sound) + ear.flush() for ear in (EnrolledEar(profile), EnrolledEar(again)))
    assert [h.intent for h in first] == [h.intent for h in second] == ["repeat"]
    assert first[0].score == pytest.approx(second[0].score, abs=0.02)


def test_no_recording_is_kept(saved: Path) -> None:
    assert {p.name for p in saved.iterdir()} == {"profile.json", "features.npz"}
    with np.load(saved / "features.npz", allow_pickle=False) as file:
        names = {
            "word",
            "take",
            "shape",
            "cepstra",
            "embeddings",
            "sounds",
            "cepstra_lengths",
            "sound_lengths",
            "embedding_lengths",
            "tones",
        }
        assert set(file.files) == names


def test_saving_again_replaces_as_a_whole(profile: Profile, saved: Path) -> None:
    profile.save(saved)
    assert Profile.load(saved).words == profile.words
    assert [p.name for p in saved.parent.iterdir()] == ["linh"]


def test_a_link_and_the_folder_one_stands_in_are_saved_to(
    profile: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    profile.save(link)
    assert link.is_symlink()
    assert Profile.load(real).words == profile.words
    monkeypatch.chdir(real)
    profile.save(Path("."))
    assert Profile.load(real).words == profile.words


def test_a_folder_with_other_things_is_never_replaced(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(UserError, match="something else"):
        profile.save(tmp_path)
    with pytest.raises(UserError, match="something else"):
        remove(tmp_path)
    assert (tmp_path / "holiday.jpg").is_file()


def test_remove(saved: Path) -> None:
    remove(saved)
    assert not saved.exists()


def fails(folder: Path, *parts: str) -> None:
    with pytest.raises(UserError) as caught:
        Profile.load(folder, "vi")
    for part in (*parts, str(folder)):
        assert part in str(caught.value)
    assert caught.value.mend


def test_missing(tmp_path: Path) -> None:
    fails(tmp_path / "nobody", "no voice profile", "narrator enrol")


def test_other_language(saved: Path) -> None:
    with pytest.raises(UserError, match="'vi', not 'fa'"):
        open_ear("fa", profile=saved)


@pytest.mark.parametrize(
    "damage",
    ["meta", "deep", "endless", "cut", "empty", "packed", "header", "words", "features", "pickle", "usual"],
)
def test_damaged(saved: Path, damage: str) -> None:
    meta, features = saved / "profile.json", saved / "features.npz"
    table = json.loads(meta.read_text(encoding="utf-8"))
    if damage == "meta":
        meta.write_text("{", encoding="utf-8")
    elif damage == "deep":
        meta.write_text("[" * 100_000, encoding="utf-8")
    elif damage == "endless":
        table["words"][0]["takes"] = float("inf")
        meta.write_text(json.dumps(table), encoding="utf-8")
    elif damage == "packed":  # a way of packing that there is not
        whole = bytearray(features.read_bytes())
        place = whole.index(b"PK\x01\x02") + 10
        whole[place : place + 2] = b"\x63\x00"
        features.write_bytes(whole)
    elif damage == "header":
        np.savez(features, word=np.zeros(3, np.int32))
        features.write_bytes(features.read_bytes().replace(b"'shape': (", b"'shape': (("))
    elif damage == "cut":
        features.write_bytes(features.read_bytes()[:1000])
    elif damage == "empty":
        features.write_bytes(b"")
    elif damage == "words":
        meta.write_text(json.dumps(table | {"words": table["words"][:-1]}), encoding="utf-8")
    elif damage == "features":
        with np.load(features, allow_pickle=False) as file:
            arrays = dict(file)
        arrays["sounds"] = arrays["sounds"][:-3]
        np.savez_compressed(features, **arrays)
    elif damage == "pickle":
        np.savez(features, word=np.array([{"a": 1}], dtype=object))
    else:
        meta.write_text(json.dumps(table | {"usual": {"own": [1.0]}}), encoding="utf-8")
    fails(saved, "damaged", "Enrol again")


def test_other_version(saved: Path) -> None:
    meta = saved / "profile.json"
    meta.write_text(
        json.dumps(json.loads(meta.read_text(encoding="utf-8")) | {"format": 99}), encoding="utf-8"
    )
    fails(saved, "format 99", "Enrol again")


def test_no_profile_and_no_such_engine() -> None:
    with pytest.raises(UserError, match="--profile"):
        open_ear("vi")
    with pytest.raises(UserError, match="--model"):
        open_ear("vi", engine="vosk")
    with pytest.raises(UserError, match="--engine"):
        open_ear("vi", engine="telepathy")  # type: ignore[arg-type]
