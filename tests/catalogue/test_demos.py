"""What the demonstrations of all games share."""

from __future__ import annotations

import pytest

from narrator.catalogue.demos import helper_words, names
from narrator.script import LANGUAGES, load_commands


def test_there_is_a_name_for_every_seat_in_every_language() -> None:
    assert {lang: len(set(those)) for lang, those in names(5).items()} == dict.fromkeys(LANGUAGES, 5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_helpers_words_are_on_the_sheet_once(lang: str) -> None:
    words = helper_words(range(1, 4), "tie")
    assert words[:4] == ("number_1", "number_2", "number_3", "start")
    assert "tie" in words
    assert len(set(words)) == len(words)
    assert set(words) <= {word.id for word in load_commands(lang).words}
