from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from narrator.data import data_dir
from narrator.ear import decoys as module
from narrator.ear.enrolled import EnrolledEar
from narrator.ear.judge import FILES
from narrator.ear.profile import Profile
from narrator.errors import UserError


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the models' small files, which the ear reads instead."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in (module.FILE_NAME, *FILES.values()):
        shutil.copy(data_dir("models") / name, folder / name)
    for place in ("narrator.ear.decoys.data_dir", "narrator.ear.judge.data_dir"):
        monkeypatch.setattr(place, lambda _: folder)
    forget()
    return folder


@pytest.fixture(autouse=True)
def afterwards() -> object:
    yield
    forget()


def forget() -> None:
    from narrator.ear import judge

    module.decoys.cache_clear()
    judge._forest.cache_clear()


def scratched(path: Path) -> None:
    whole = path.read_bytes()
    third = len(whole) // 3
    path.write_bytes(whole[:third] + b"\x55" * 300 + whole[third + 300 :])


@pytest.mark.parametrize("name", [module.FILE_NAME, *FILES.values()])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "scratched"])
def test_what_the_ear_ships_with_is_named_before_the_first_word(
    models: Path, profile: Profile, name: str, damage: str
) -> None:
    path = models / name
    if damage == "missing":
        path.unlink()
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        scratched(path)
    with pytest.raises(UserError, match="missing or damaged") as caught:
        EnrolledEar(profile)
    assert caught.value.where == str(path)
    assert caught.value.mend


def test_table_talk_for_a_grammar_is_read_as_carefully(models: Path) -> None:
    assert module.decoy_phrases()
    (models / module.FILE_NAME).write_bytes(b"no archive")
    with pytest.raises(UserError, match="missing or damaged"):
        module.decoy_phrases()
