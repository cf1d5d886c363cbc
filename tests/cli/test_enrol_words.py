"""Which words an enrolment asks for, and in which order."""

from __future__ import annotations

import pytest

from narrator.catalogue import GAMES
from narrator.cli.enrol_words import chosen, lacking, live_words

GAME = "mafia_vendetta"


def asked(game: str, seats_as: str, seats: int = 8) -> dict[str, str]:
    return live_words(chosen("vi", None, seats, game), game, seats_as)


def test_the_words_of_the_game_and_one_name_a_seat() -> None:
    numbers = asked(GAME, "numbers")
    assert {f"number_{n}" for n in range(9)} | {"start", "done", "pause"} <= set(numbers)
    assert not {"seat_1", "howl", "witch", "seer", "tie"} & set(numbers)
    words = asked(GAME, "words")
    assert {f"seat_{n}" for n in range(1, 9)} <= set(words)
    assert "number_8" not in words
    assert set(asked(GAME, "both")) == set(numbers) | set(words)
    assert len(numbers) == len(words) == 28


@pytest.mark.parametrize("game", GAMES)
def test_numbers_that_are_no_seats_stay_whatever_seats_are_called(game: str) -> None:
    counted = {f"number_{n}" for n in GAMES[game].counted}
    assert {id for id in asked(game, "words", 5) if id.startswith("number_")} == counted
    assert counted <= set(asked(game, "numbers", 5)), "a count may be higher than there are seats"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_needs_most_comes_first(game: str) -> None:
    order = list(asked(game, "both"))
    assert order[:2] == ["start", "done"]
    assert [id for id in order if id.startswith("seat_")] == [f"seat_{n}" for n in range(1, 9)]
    assert max(map(order.index, ("seat_8", "skip", "next", "yes"))) < order.index("repeat")
    assert order[-1] == "end_game"


def test_all_else_that_a_game_uses_is_asked_for() -> None:
    for game in GAMES:
        assert set(asked(game, "both", 20)) == GAMES[game].words - {"softer", "louder", "slower", "faster"}


def test_what_a_profile_lacks_is_asked_for_and_all_of_it_when_nothing_is() -> None:
    phrases = {"done": "hoàn tất", "pause": "tạm dừng"}
    assert lacking(phrases, ["done", "next"]) == {"pause": "tạm dừng"}
    assert lacking(phrases, ["done", "pause"]) == phrases
