"""`narrator history` and `narrator resume`: what was played, and what can be gone on with."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from narrator.catalogue import GAMES, Wanted
from narrator.catalogue.live_games import Party, live_game, party_of
from narrator.cli import main
from narrator.errors import UserError
from narrator.flow.pace import Pace
from narrator.script import LANGUAGES, load_commands, load_lines
from narrator.table.journal import Journal
from narrator.table.kept import read_journal
from narrator.table.loop import Loop
from narrator.table.paper import PaperStage
from narrator.table.render import Renderer
from narrator.table.session import Session

PLAYERS = {"mafia_vendetta": 8, "ma_soi_hanh_quyet": 8, "shab_haye_mafia": 12}
OPTIONS: dict[str, dict[str, Any]] = {
    "mafia_vendetta": {"secret": True, "mode": "yakuza", "discussion": 90.0},
    "ma_soi_hanh_quyet": {"turn": 60.0},
    "shab_haye_mafia": {},
}


def party(game: str, lang: str = "vi", **how: Any) -> Party:
    entry, players = GAMES[game], PLAYERS[game]
    options = OPTIONS[game] if how.pop("own", False) else {}
    setup = entry.setup(Wanted(players if not options.get("mode") else 12, None, options))
    return Party(entry, lang, setup, 7, Pace().scaled(0.6), options=options, names={1: "Bình"}, **how)


def journal_of(folder: Path, made: Party, *words: str, end: bool = True) -> Path:
    """A game in which the helper said these words, and was broken off."""
    game = live_game(made)
    journal = Journal.new(game.header, folder)
    loop = Loop(virtual=True)
    session = Session(
        game.make_flow,
        loop=loop,
        stage=PaperStage(loop),
        renderer=Renderer(load_lines(game.id, made.lang), load_commands(made.lang), made.names),
        journal=journal,
    )
    loop.post(session.start)
    for at, word in enumerate([*words, *(["end_game", "yes"] if end else [])], start=1):
        loop.call_later(at * 30.0, lambda word=word: session.whisper(word))  # type: ignore[misc]
    loop.run(limit=600.0)
    journal.close()
    assert journal.path is not None
    return journal.path


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("game", [*GAMES])
def test_a_journal_tells_which_party_it_is_of(tmp_path: Path, game: str, own: bool, lang: str) -> None:
    made = party(game, lang, own=own, explain=not own)
    kept = read_journal(journal_of(tmp_path, made, "start", end=False))
    again = party_of(kept)
    assert live_game(again).header == live_game(made).header
    assert again.setup == made.setup
    assert (again.pace, again.names, again.seed) == (made.pace, made.names, made.seed)


@pytest.mark.parametrize(
    "change", [{"game": "chess"}, {"options": None}, {"deck": ["x"]}, {"lang": "xx"}, {"pace": {}}]
)
def test_a_journal_of_another_program_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    path = journal_of(tmp_path, party("mafia_vendetta"), "start")
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[0] = json.dumps({**json.loads(lines[0]), **change})
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(UserError, match="a game that this narrator cannot play"):
        party_of(read_journal(path))


def test_games_are_listed_newest_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = journal_of(tmp_path, party("mafia_vendetta"), "start")
    second = journal_of(tmp_path, party("shab_haye_mafia", "fa"), "start", end=False)
    second.rename(tmp_path / "29990101-200000-000000001-shab_haye_mafia.jsonl")
    assert main(["history", "--state", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  1  2999-01-01 20:00  shab_haye_mafia, fa, 12 players, not over"
    assert lines[1].endswith("mafia_vendetta, vi, 8 players, broken off")
    first.write_bytes(b"{}\n")
    assert main(["history", "--state", str(tmp_path), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["end"] == "not over"
    assert rows[1]["trouble"] == "the journal is damaged"


def test_a_game_that_is_over_is_told_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = journal_of(tmp_path, party("mafia_vendetta"), "start", "next")
    assert main(["history", "1", "--state", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "LOUD  Mỗi người nhận một lá bài vai trò." in text
    assert "said  mở màn" in text
    assert "quiet " in text
    out = tmp_path / "game.json"
    assert main(["history", str(path), "--json", "--out", str(out)]) == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["winner"] is None
    assert {one["kind"] for one in told["told"]} == {"public", "private", "helper"}
    assert told["names"] == {"1": "Bình"}
    assert main(["history", str(path), "--out", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_game_that_is_not_over_keeps_its_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal_of(tmp_path, party("mafia_vendetta"), "start", end=False)
    assert main(["history", "1", "--state", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "is not over" in captured.err


def test_what_a_damaged_journal_holds_is_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = journal_of(tmp_path, party("mafia_vendetta"), "start", "next")
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:2], b"?", *lines[2:]]))
    assert main(["history", str(path)]) == 2
    assert ":3: the journal is damaged" in capsys.readouterr().err
    assert main(["history", str(path), "--records"]) == 1
    captured = capsys.readouterr()
    assert [json.loads(line) for line in captured.out.splitlines()][1]["whisper"] == "start"
    assert "line 3" in captured.err


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["history", "7"], "no game was played yet"),
        (["history", "--records"], "no game is named"),
        (["history", "none.jsonl"], "cannot be read"),
        (["resume"], "no game was broken off"),
        (["resume", "none.jsonl"], "cannot be read"),
    ],
)
def test_what_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], args: list[str], what: str
) -> None:
    assert main([*args, "--state", str(tmp_path)]) == 2
    assert what in capsys.readouterr().err


def test_what_history_writes_is_for_the_user_alone_and_a_refusal_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_game = journal_of(tmp_path, party("mafia_vendetta"), "start", end=False)
    out = tmp_path / "out.txt"
    assert main(["history", str(open_game), "--out", str(out)]) == 2
    assert not out.exists()
    assert main(["history", str(open_game), "--records", "--out", str(out)]) == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert main(["history", "1" * 5000, "--state", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [{"pace": 7}, {"names": {"77": "An"}}, {"names": {"1": "\x1b[2J"}}, {"discussion": "x"}, {"seed": "x"}],
)
def test_a_journal_with_an_odd_beginning_is_none_of_ours(tmp_path: Path, change: dict[str, Any]) -> None:
    path = journal_of(tmp_path, party("mafia_vendetta"), "start")
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    del header["sum"]
    if "pace" in change:
        change = {"pace": dict.fromkeys(header["pace"], float("inf")) | {"gap": [1.0, 2.0]}}
    elif "discussion" in change:
        change = {"options": {"discussion": "x"}}
    records = [{k: v for k, v in json.loads(line).items() if k != "sum"} for line in lines[1:]]
    path.write_text("\n".join(map(json.dumps, [header | change, *records])) + "\n", encoding="utf-8")
    with pytest.raises(UserError, match="a game that this narrator cannot play"):
        party_of(read_journal(path))


def test_a_game_that_is_over_is_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = journal_of(tmp_path, party("mafia_vendetta"), "start")
    assert main(["resume", str(path)]) == 2
    assert "this game is over" in capsys.readouterr().err
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
