"""Every port hangs, refuses, raises, gives nothing or is late: no game is lost, no key is without effect.

The whole grid is benchmarks/faults.py.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from narrator.table.troubles import TEXTS
from tests.table.faulty import Kind, Port, Walk, check

LANGUAGES = {"mafia_vendetta": "vi", "ma_soi_hanh_quyet": "vi", "shab_haye_mafia": "fa"}
GRID = [
    *(("mafia_vendetta", port, kind) for port in get_args(Port) for kind in get_args(Kind)),
    *(("shab_haye_mafia", port, "hangs") for port in ("speaker", "screen", "journal")),
    *(("ma_soi_hanh_quyet", port, "raises") for port in ("voice", "earpiece")),
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faults")


@cache
def without(game: str, folders: Path) -> Walk:
    """The same game on a machine where all is well."""
    with pytest.MonkeyPatch.context() as patch:
        return Walk(
            patch, folders / game, game, LANGUAGES[game], "voice", "hangs", faulty=False, listens=True
        ).run()


@pytest.mark.parametrize(("game", "port", "kind"), GRID)
def test_a_fault_at_every_question_changes_nothing_but_the_time(
    game: str, port: Port, kind: Kind, folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, lang = without(game, folders), LANGUAGES[game]
    walk = Walk(monkeypatch, tmp_path, game, lang, port, kind).run()
    check(walk, sound, lang)
    assert walk.faults.struck >= walk.asks / 3
    told = [text for text in (*walk.shown("alarm"), *walk.earpiece.played) if text in TEXTS[lang].values()]
    if kind in ("hangs", "refuses", "raises"):
        assert told or any(text.startswith(tuple(TEXTS[lang].values())) for text in walk.shown("alarm"))
    if port in ("speaker", "voice") and kind != "late":
        read = TEXTS[lang]["read_out"].partition("{")[0]
        assert sum(text.startswith(read) for text in walk.shown("alarm")) >= walk.asks


@pytest.mark.parametrize("port", get_args(Port))
@pytest.mark.parametrize(("kind", "question"), [("hangs", 3), ("raises", 9), ("late", 15)])
def test_the_game_can_be_ended_by_key_whatever_fails(
    port: Port, kind: Kind, question: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(monkeypatch, tmp_path, "mafia_vendetta", "vi", port, kind, stop_at=question).run()
    assert walk.finished
    assert walk.winner is None
    assert walk.asks == question + 1  # "nothing" is asked at the end
    assert walk.said[-1][0] == "frame.abandoned"
    assert walk.held[-1] < 25


@pytest.mark.parametrize(
    ("port", "kind", "name"),
    [
        ("microphone", "hangs", "microphone"),
        ("microphone", "nothing", "microphone"),
        ("ear", "hangs", "ear"),
        ("ear", "refuses", "ear"),
        ("voice", "refuses", "speaker"),
        ("speaker", "hangs", "speaker"),
    ],
)
def test_what_failed_is_told_of_once_and_when_it_is_back(
    port: Port, kind: Kind, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the screen and in the earpiece, in turns."""
    walk = Walk(monkeypatch, tmp_path, "mafia_vendetta", "vi", port, kind, listens=True).run()
    texts = TEXTS["vi"]
    back = texts[f"{name}_back"]
    bad = tuple(text for key, text in texts.items() if not key.endswith(("_back", "read_out")))
    told = [
        "back" if text == back else "bad"
        for what, text in walk.screen.shown
        if (what == "alarm" and text.startswith(bad)) or text == back
    ]
    assert "back" in told
    assert all(pair != ("back", "back") for pair in pairwise(told))
    whispered = walk.earpiece.played
    assert back in whispered
    if port != "voice":
        assert any(text in whispered for text in bad)


@pytest.mark.parametrize("kind", ["hangs", "raises"])
def test_a_dark_screen_without_an_earpiece_is_told_of_aloud_and_nothing_else_is(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(monkeypatch, tmp_path, "mafia_vendetta", "vi", "screen", kind)
    walk.earpiece.alive = False
    walk.run()
    notice = TEXTS["vi"]["screen_failed"]
    assert walk.finished
    assert notice in walk.speaker.played
    assert {text for _, text in walk.said} >= set(walk.speaker.played) - {notice}
    assert walk.earpiece.played == [] or notice not in walk.earpiece.played
