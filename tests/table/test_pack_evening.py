"""A whole evening in a recorded voice: the engine says nothing that is recorded, and all that is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.catalogue import GAMES
from narrator.flow.base import Ask
from narrator.script import load_commands, load_lines, match_key
from narrator.table.journal import Journal
from narrator.table.loop import Loop
from narrator.table.render import Renderer
from narrator.table.robot import Robot
from narrator.table.session import Session
from narrator.table.studio import StudioStage
from narrator.voice import open_voice
from narrator.voice.pack import open_pack
from narrator.voice.pack_files import clip_paths
from narrator.voice.pack_units import Unit, line_units, name_units, number_units
from tests.voice.packs import PROFILE, SpeakingEngine, make_pack

GAME = "mafia_vendetta"
PLAN = GAMES[GAME].demo


def units_of(lang: str) -> list[Unit]:
    """All that this evening can say aloud."""
    lines = [unit for unit in line_units(load_lines(GAME, lang)) if not unit.id.startswith("private.")]
    names = name_units(PLAN.names[lang], {}, lang)
    return [*lines, *number_units(lang, len(PLAN.names[lang])), *names]


@pytest.fixture(scope="module", params=["vi", "fa"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def pack(lang: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack in which everything is recorded."""
    folder = tmp_path_factory.mktemp("packs") / lang
    make_pack(folder, units_of(lang), replace(PROFILE, lang=lang))
    return folder


class Evening:
    """The game of the demonstration, played by keys. said: what everybody heard; asked: the engine."""

    def __init__(self, lang: str, pack: Path, cache: Path) -> None:
        engine = SpeakingEngine()
        self.asked = engine.asked
        commands, lines = load_commands(lang), load_lines(GAME, lang)
        loop = Loop(virtual=True)
        session: Session
        robot: Robot

        def words(ask: Ask) -> Sequence[str]:
            return PLAN.answer(session.flow, ask)

        with open_voice(lang, GAME, profile=pack, cache_dir=cache, engine=engine) as voice:
            stage = StudioStage(loop, voice, lambda _on, _speech: None)
            session = Session(
                PLAN.make_flow,
                loop=loop,
                stage=stage,
                renderer=Renderer(lines, commands, dict(enumerate(PLAN.names[lang], 1))),
                journal=Journal(None, {}),
                asked=lambda ask: robot.asked(ask),
            )
            robot = Robot(
                loop, words, session.whisper, lambda: session.conductor.idle, pace=PLAN.pace, seed=PLAN.seed
            )
            loop.post(session.start)
            loop.run()
            self.winner = session.winner
            self.said = [entry for entry in stage.transcript if entry.kind == "public"]

    @property
    def texts(self) -> list[str]:
        """Everything said aloud, each once."""
        return list(dict.fromkeys(entry.text for entry in self.said))


def test_a_complete_pack_says_it_all(lang: str, pack: Path, tmp_path: Path) -> None:
    evening = Evening(lang, pack, tmp_path / "clips")
    assert evening.winner == "civilian"
    assert len(evening.said) > 40
    assert evening.asked == [], "the engine"
    voice = open_pack(pack, lang, GAME)
    keys = {text: [piece.key for piece in voice._merged(text) if piece.key] for text in evening.texts}
    common = {key for found in keys.values() for key in found if key.startswith("common/")}
    assert sum(len(found) > 1 for found in keys.values()) > 3, "lines put together of parts"
    assert any(key.startswith("common/name.") for key in common), "names among them"
    assert any(key.startswith(("common/number.", "common/seat.")) for key in common), "and numbers"


def without(pack: Path, to: Path, *keys: str) -> Path:
    """The same pack without some clips."""
    to.mkdir()
    paths = {str(path): key for key, path in clip_paths(pack).items()}
    for path in pack.rglob("*"):
        if path.is_file() and paths.get(str(path)) not in keys:
            place = to / path.relative_to(pack)
            place.parent.mkdir(exist_ok=True)
            place.hardlink_to(path)
    return to


def test_where_one_part_is_missing_the_engine_says_it_alone(lang: str, pack: Path, tmp_path: Path) -> None:
    whole = Evening(lang, pack, tmp_path / "clips")
    voice = open_pack(pack, lang, GAME)
    by_key = {unit.key: unit.text for unit in units_of(lang)}
    used = [piece.key for text in whole.texts for piece in voice._merged(text) if piece.key]
    name = next(key for key in used if key.startswith("common/name."))
    line = next(key for key in used if key.startswith(f"{GAME}/") and by_key[key] in whole.texts)
    for number, key in enumerate((name, line)):
        partly = Evening(lang, without(pack, tmp_path / f"pack{number}", key), tmp_path / f"clips{number}")
        assert partly.texts == whole.texts
        assert partly.asked, key
        wanted = match_key(by_key[key], lang)
        assert {match_key(asked, lang) for asked in partly.asked} == {wanted}
