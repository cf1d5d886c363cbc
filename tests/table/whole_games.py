"""What must hold of whole random games, whichever game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from narrator.flow.cues import Again, Cue, Over, Say, Tell
from narrator.flow.facts import Secret
from narrator.table.game import Game
from narrator.table.journal import Ended, Entry, Journal, Redo, Undo, from_record
from narrator.table.kept import read_journal
from tests.flow.undo_desk import memory
from tests.table.evenings import Evening

Placeholders = Mapping[str, frozenset[str]]
"""The lines of a game, and what fills each."""

READ_BACK = {"private.heard", "private.heard_or", "private.heard_not"}
"""What the table asks of a doubtful word; tests/table/test_doubt.py has them said."""

COME_BACK = {f"frame.back{part}" for part in ("", "_day", "_night", "_identify", "_check")}
"""What is said after a stop; tests/table/test_resuming.py has them said."""

PACE = {f"{kind}.pace_{name}" for kind in ("frame", "private") for name in ("quick", "normal", "relaxed")}
PACE |= {"private.pace_now", "private.pace_later"}
"""What is said when the pace is changed; tests/flow/test_tempo.py has them said."""


def journalled(evening: Evening) -> tuple[list[Entry], list[float]]:
    """The inputs of a game and their times."""
    records = [record for record in evening.journal.records[1:] if "ended" not in record]
    entries = [entry for record in records if not isinstance(entry := from_record(record), Ended)]
    return entries, [record["at"] for record in records]


def heard(evening: Evening) -> list[str]:
    """The lines that the table heard, in order."""
    return [entry.line for entry in evening.stage.transcript if entry.kind == "public"]


def check_lines(cues: Iterable[Cue], lines: Placeholders) -> None:
    """A line has its placeholders, public ones filled with public facts and private ones with secrets."""
    for cue in cues:
        if isinstance(cue, Again):
            check_lines(cue.says, lines)
        if isinstance(cue, Say | Tell):
            assert frozenset(cue.facts) == lines[cue.line], cue.line
            assert all(isinstance(fact, Secret) == isinstance(cue, Tell) for fact in cue.facts.values())
            assert cue.line.startswith("private.") == isinstance(cue, Tell)


def check_no_public_line_holds_a_secret(evenings: Sequence[Evening], lines: Placeholders) -> None:
    for evening in evenings:
        check_lines(evening.cues, lines)
        assert sum(isinstance(cue, Over) for cue in evening.cues) >= 1


def check_all_is_said(
    evenings: Sequence[Evening],
    lines: Placeholders,
    prepared: Callable[[Any], Iterable[str]],
    *,
    within: Sequence[str],
    rare: set[str],
) -> None:
    """Every line is heard or told in some game, and nothing is heard that is not rendered beforehand.

    prepared: what a set-up has rendered. within: lines that stand only within others, by their beginnings.
    rare: those that no game here says.
    """
    said: set[str] = set()
    for evening in evenings:
        public = set(heard(evening))
        assert public <= set(prepared(evening.setup)), "a line that is not rendered beforehand"
        said |= public | {cue.line for cue in evening.cues if isinstance(cue, Tell)}
    unsaid = {line for line in lines if not line.startswith(tuple(within))} - said
    unsaid -= READ_BACK | COME_BACK | PACE
    assert unsaid <= rare, sorted(unsaid - rare)


def check_transitions(
    evenings: Sequence[Evening], table: Sequence[Mapping[str, Any]], untaken: set[tuple[str, str, str]]
) -> None:
    """Every transition of a flow's table is taken by some game, but for these."""
    all_ = {
        (row["trigger"], source.name, row["dest"].name)
        for row in table
        for source in (row["source"] if isinstance(row["source"], list) else [row["source"]])
    }
    taken = {transition for evening in evenings for transition in evening.taken}
    assert all_ - taken == untaken, all_ - taken


def check_fold(evening: Evening) -> None:
    """At several points of a game: fold the journal so far, then feed both the rest."""
    entries, times = journalled(evening)
    live = Game(evening.make_flow)
    live.begin()
    folded: list[Game] = []
    for index, entry in enumerate(entries):
        if index in (len(entries) // 3, len(entries) - 20, len(entries) - 3):
            game = Game(evening.make_flow)
            game.fold(entries[:index], times)
            assert memory(game.flow) == memory(live.flow)
            folded.append(game)
        cues = live.apply(entry, times[index])
        for game in folded:
            assert game.apply(entry, times[index]) == cues
    for game in (*folded, live):
        assert memory(game.flow) == memory(evening.flow)


def check_undo_and_redo(evening: Evening, *, every: int = 5, without: tuple[str, ...] = ()) -> None:
    """After each of many inputs of a game: undo is the fold without it, redo the fold with it.

    Back at a secret question that was over, it is asked from anew: nobody may hear how much was answered.
    without: what an undo does not leave as it was, by its name in the flow.
    """
    entries = [entry for entry in journalled(evening)[0] if not isinstance(entry, Undo | Redo)]
    game = Game(evening.make_flow)
    game.begin()
    tried = 0
    serial, asked = -1, dict[str, Any]()
    for index, entry in enumerate(entries):
        if game.flow.asking.serial != serial:
            serial, asked = game.flow.asking.serial, memory(game.flow, without)
        was = memory(game.flow, without) if index % every == 0 else {}
        game.apply(entry)
        if index % every or not game.can_undo or not game._past[-1].mattered:
            continue
        changed = memory(game.flow, without)
        after = game.flow.asking.serial
        tried += 1
        back = game.apply(Undo())
        assert not any(isinstance(cue, Over) for cue in back)
        anew = game.flow.asking.serial == serial != after and not game.flow.aloud
        pace = {name: was[name] for name in ("pace", "_wanted") if name in was}  # undo passes over it
        assert memory(game.flow, without) == (asked | pace if anew else was)
        assert game.can_redo
        game.apply(Redo())
        assert memory(game.flow, without) == changed
    assert tried >= 3


def check_read_back(path: Path, make: Callable[[Journal], Evening]) -> None:
    """A game is the same when its journal is read from disk."""
    journal = Journal(path, {})
    evening = make(journal).run()
    journal.close()
    read = read_journal(path)
    assert not read.torn
    game = Game(evening.make_flow)
    game.fold(read.entries, read.times)
    assert memory(game.flow) == memory(evening.flow)
    assert game.flow.over
