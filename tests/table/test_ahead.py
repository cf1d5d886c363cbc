"""Lines are rendered at the tempo at which they will be said."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

from narrator.catalogue import GAMES
from narrator.catalogue.entry import Wanted
from narrator.catalogue.live_games import Party, live_game
from narrator.flow.pace import QUICKEST, Pace
from narrator.table.ahead import Ahead
from narrator.table.evening import Devices, Evening
from narrator.voice import VoiceError


def test_at_another_tempo_all_lines_are_rendered_anew_beside_the_game() -> None:
    rendered: list[tuple[str, str]] = []
    ahead = Ahead(lambda text: rendered.append((threading.current_thread().name, text)), ["a", "b"])
    ahead.retuned(1.0, 1.0)
    ahead.close(1.0)
    assert rendered == [], "as they are already"
    ahead.retuned(1.1, 1.0)
    assert ahead._hand is not None
    assert ahead._hand.settle(5.0)
    ahead.retuned(1.1, 1.0)
    ahead.close(5.0)
    assert rendered == [("narrator-ahead", "a"), ("narrator-ahead", "b")]


def test_what_is_left_of_an_earlier_tempo_is_left() -> None:
    begun, may = threading.Event(), threading.Event()
    rendered: list[str] = []

    def clip(text: str) -> None:
        begun.set()
        assert may.wait(5.0)
        rendered.append(text)
        if text == "bad":
            raise VoiceError("the voice could not say a line")

    ahead = Ahead(clip, ["one", "bad", "two"])
    ahead.retuned(1.1, 1.0)
    assert begun.wait(5.0)
    ahead.retuned(0.9, 1.0)
    may.set()
    assert ahead._hand is not None
    assert ahead._hand.settle(5.0)
    ahead.close(5.0)
    assert rendered == ["one", "one", "bad", "two"]


def test_an_evening_is_prepared_at_the_tempo_of_its_preset() -> None:
    entry = GAMES["mafia_vendetta"]
    game = live_game(Party(entry, "vi", entry.setup(Wanted(8)), 1, Pace().at(QUICKEST)))
    evening = Evening(game, Devices(), SimpleNamespace())  # type: ignore[arg-type]
    did: list[Any] = []
    evening.voice = SimpleNamespace(  # type: ignore[assignment]
        set_tempo=lambda *tempo: did.append(tempo), prepare=lambda texts, _progress: did.append(texts)
    )
    evening._texts = ["a"]
    evening._ahead = Ahead(did.append, evening._texts)
    evening.prepare()
    evening._ahead.retuned(QUICKEST.rate, QUICKEST.pauses)
    evening._ahead.close(1.0)
    assert did == [(QUICKEST.rate, QUICKEST.pauses), ["a"]]
