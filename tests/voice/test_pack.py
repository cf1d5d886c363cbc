"""A voice pack at the table: the right clips in their order, the engine in the gaps, no jump in loudness."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.catalogue import GAMES
from narrator.errors import UserError
from narrator.script import LANGUAGES, Lines, delivery_of, load_commands, load_lines, match_key
from narrator.table.render import Renderer
from narrator.table.wording import all_texts
from narrator.voice import Voice, open_voice
from narrator.voice.loudness import HEARD, integrated
from narrator.voice.pack import RATE
from narrator.voice.pack_files import PackProfile, write_said
from narrator.voice.pack_units import (
    Splitter,
    Unit,
    distinct,
    has_words,
    line_units,
    name_units,
    number_units,
)
from tests.voice.packs import SpeakingEngine, make_pack

NAMES = {"vi": {1: "An", 2: "Bảo Châu", 3: "Thám Tử"}, "fa": {1: "سارا", 2: "علی رضا", 3: "کاوه"}}
GAME = "mafia_vendetta"


def all_units(lines: Lines, players: int = 6) -> list[Unit]:
    names = name_units(NAMES[lines.lang].values(), {}, lines.lang)
    return [*line_units(lines), *number_units(lines.lang, players), *names]


def opened(folder: Path, tmp_path: Path, engine: SpeakingEngine, game: str = GAME) -> Voice:
    return open_voice("vi", game, profile=folder, cache_dir=tmp_path / "clips", engine=engine)


@pytest.fixture
def recorded() -> list[Unit]:
    wanted = ("roles.nurse.", "call.nurse.", "frame.reveal.", "frame.vote_barred.", "frame.eyes_shut.")
    lines = [unit for unit in line_units(load_lines(GAME, "vi")) if unit.id.startswith(wanted)]
    names = name_units(["An", "Bảo Châu"], {}, "vi")
    return [*lines, *number_units("vi", 3), *names]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_game_is_recorded_by_its_units(game: str, lang: str) -> None:
    lines, entry = load_lines(game, lang), GAMES[game]
    renderer = Renderer(lines, load_commands(lang), NAMES[lang])
    units = {unit.key: unit.text for unit in all_units(lines)}
    common = {key.partition("/")[2]: text for key, text in units.items() if key.startswith("common/")}
    splitter = Splitter(lines, common, units.keys(), lang)
    texts = all_texts(lines, renderer, entry.lines, seats=6, roles=entry.roles)
    rows = [renderer.names([1, 2, 3]), renderer.names([4, 5]), renderer.names([6])]
    for line, variants in lines.variants.items():
        if entry.lines.get(line) == frozenset({"names"}):
            texts += [lines.text(line, turn, names=row) for turn in range(len(variants)) for row in rows]
    assert len(texts) > 200
    for text in texts:
        pieces = splitter.pieces(text)
        assert "".join(piece.text for piece in pieces) == text
        for piece in pieces:
            if has_words(piece.text):
                assert piece.key is not None, (text, piece.text)
                assert match_key(units[piece.key], lang) == match_key(piece.text, lang), text


def test_a_line_is_one_clip_and_the_engine_is_not_asked(tmp_path: Path, recorded: list[Unit]) -> None:
    seconds = make_pack(tmp_path / "pack", recorded)
    engine = SpeakingEngine()
    text = load_lines(GAME, "vi").text("call.nurse.wake")
    with opened(tmp_path / "pack", tmp_path, engine) as voice:
        voice.prepare([text])
        clip = voice.clip(text)
    assert engine.asked == []
    assert clip.rate == RATE
    after = delivery_of(text).manner.after
    assert after > 0
    assert clip.seconds == pytest.approx(seconds[f"{GAME}/call.nurse.wake.1"] + after, abs=0.01)
    assert clip.text == text


def test_parts_stand_around_what_changes_with_pauses_for_the_signs(
    tmp_path: Path, recorded: list[Unit]
) -> None:
    seconds = make_pack(tmp_path / "pack", recorded)
    engine = SpeakingEngine()
    lines = load_lines(GAME, "vi")
    row = Renderer(lines, load_commands("vi"), {1: "An", 2: "Bảo Châu"}).names([1, 2, 3])
    with opened(tmp_path / "pack", tmp_path, engine) as voice:
        clip = voice.clip(lines.text("frame.vote_barred", names=row))
    assert engine.asked == []
    # An, Bảo Châu và số ba, hôm nay không được bỏ phiếu.
    said = ("common/name.1", "common/name.2", "common/and", "common/seat.3", f"{GAME}/frame.vote_barred.1.2")
    pauses = 0.18 + 2 * 0.03 + 0.18
    assert clip.seconds == pytest.approx(sum(seconds[key] for key in said) + pauses, abs=0.01)


def test_what_is_missing_comes_from_the_engine_and_is_as_loud(tmp_path: Path, recorded: list[Unit]) -> None:
    make_pack(tmp_path / "pack", recorded)
    engine = SpeakingEngine()
    text = str(load_lines(GAME, "vi").text("frame.reveal", name="Dũng", role="Y Tá"))
    other = str(load_lines(GAME, "vi").text("frame.eyes_open"))
    with opened(tmp_path / "pack", tmp_path, engine) as voice:
        voice.prepare([text, other])
        assert engine.asked == ["Dũng", voice.speech(other)]
        mixed, alone = voice.clip(text), voice.clip(other)
    assert len(engine.asked) == 2, "rendered once, and kept"
    borders = round(0.3 * RATE)
    loud = [integrated(part, RATE) for part in (mixed.samples[:borders], mixed.samples[borders:])]
    assert loud == pytest.approx([HEARD, HEARD], abs=1.0)
    assert np.abs(mixed.samples).max() < 0.9
    assert alone.rate == 22_050


def test_a_clip_for_other_words_or_of_no_sound_counts_as_missing(
    tmp_path: Path, recorded: list[Unit]
) -> None:
    folder = tmp_path / "pack"
    make_pack(folder, recorded)
    said = {unit.key: unit.text for unit in recorded}
    write_said(folder, said | {f"{GAME}/call.nurse.wake.1": "Bác sĩ ơi, dậy đi."})
    (folder / GAME / "call.nurse.sleep.1.flac").write_bytes(b"no sound at all")
    lines = load_lines(GAME, "vi")
    engine = SpeakingEngine()
    with opened(folder, tmp_path, engine) as voice:
        for line in ("call.nurse.wake", "call.nurse.sleep"):
            voice.clip(lines.text(line))
    assert len(engine.asked) == 2


def test_a_secret_line_leaves_no_clip_behind(tmp_path: Path, recorded: list[Unit]) -> None:
    make_pack(tmp_path / "pack", recorded)
    with opened(tmp_path / "pack", tmp_path, SpeakingEngine()) as voice:
        clip = voice.secret().clip(load_lines(GAME, "vi").text("frame.reveal", name="Dũng", role="Y Tá"))
    assert clip.seconds > 0.5
    assert not list(tmp_path.glob("clips/**/*.clip"))


def test_the_same_words_are_recorded_once() -> None:
    units = [
        Unit("g", "a.1", "Không."),
        Unit("g", "b.1", "Không."),
        Unit("g", "c.1.1", "Không.", "Không. {n}"),
    ]
    assert [unit.id for unit in distinct(units)] == ["a.1", "c.1.1"]
    lines = Lines("g", "vi", {"a": ("Không.",), "b": ("Không.",)})
    assert Splitter(lines, {}, {"g/b.1"}, "vi").pieces("Không.")[0].key == "g/b.1"


def test_names_keep_their_clips() -> None:
    known = {"name.2": "An", "number.1": "một"}
    assert [unit.id for unit in name_units(["Bình", "AN", "Chi"], known, "vi")] == [
        "name.1",
        "name.2",
        "name.3",
    ]


def test_a_pack_for_another_language_and_a_folder_that_is_none(tmp_path: Path) -> None:
    make_pack(tmp_path / "pack", [], PackProfile("fa", "صدای سارا", "سارا", "CC0"))
    with pytest.raises(UserError, match="speaks 'fa'"):
        opened(tmp_path / "pack", tmp_path, SpeakingEngine())
    with pytest.raises(UserError, match=r"no pack\.toml"):
        opened(tmp_path, tmp_path, SpeakingEngine())


@pytest.mark.parametrize(
    ("file", "text", "what"),
    [
        ("pack.toml", "lang = vi", "not TOML"),
        ("pack.toml", 'lang = "vi"', "title is missing"),
        ("pack.toml", 'lang = "vi"\nvoice = "a"', "voice is no setting"),
        ("pack.toml", "#" * 30_000, "too large"),
        ("said.toml", '[g]\n"../x" = "a"', "no line of a pack"),
        ("said.toml", '["../g"]\n"x" = "a"', "no game's table"),
    ],
)
def test_a_faulty_file_is_one_clear_line(file: str, text: str, what: str, tmp_path: Path) -> None:
    make_pack(tmp_path / "pack", [])
    (tmp_path / "pack" / file).write_text(text)
    with pytest.raises(UserError, match=what):
        opened(tmp_path / "pack", tmp_path, SpeakingEngine())


def test_a_packed_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "lan.narratorvoice"
    file.write_bytes(b"PK")
    with pytest.raises(UserError, match="narrator voice import"):
        opened(file, tmp_path, SpeakingEngine())
