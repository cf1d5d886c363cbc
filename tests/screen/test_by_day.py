"""By day all eyes are open: no role is on the helper's screen unless he holds it to be seen."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.flow.base import Ask
from narrator.screen.app import HELD
from narrator.screen.covering import Covering
from narrator.script import load_lines
from tests.screen.showing import LARGE, ROLES, SMALL, Showing, call, rows

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])


def dawn(showing: Showing) -> None:
    """The day after a night in which the helper was told who is who."""
    call(showing)
    showing.screen.private("Cho xem lá Thủ Vụ.")
    heard = showing.heard()
    showing.stands(show="Cho xem lá Thủ Vụ.", heard=heard)
    showing.stands(night=False, ask=Ask("talk", serial=9), about="", heard=heard)


def words_of(showing: Showing) -> str:
    showing.app.look()
    return " ".join(" ".join(rows(showing.app.export_screenshot(title="narrator"))).split())


def roles_in(words: str) -> set[str]:
    return {role for role in ROLES["vi"] if role in words}


@SIZES
@pytest.mark.parametrize("visible", [False, True])
def test_no_role_is_seen_by_day_unless_it_is_held(size: tuple[int, int], visible: bool) -> None:
    showing = Showing("vi", visible=visible)
    dawn(showing)
    showing.screen.private("Giang là Thủ Vụ.")
    showing.screen.private("Ai đồng ý loại Giang?")
    showing.screen.public("Mọi người có năm phút để thảo luận.")

    async def act(pilot: Any) -> None:
        assert roles_in(words_of(showing)) == set()
        await pilot.press("/")
        assert "Thủ Vụ" in roles_in(words_of(showing))
        showing.clock.now += HELD + 0.1
        showing.app.look()
        await pilot.pause()
        assert roles_in(words_of(showing)) == set()

    shown = showing.drawn(size, act)
    assert roles_in(" ".join(rows(shown))) == set()


@SIZES
def test_what_he_needs_by_day_is_seen_and_the_night_is_not(size: tuple[int, int]) -> None:
    showing = Showing("vi")
    dawn(showing)
    showing.screen.private("Ai đồng ý loại Giang?")
    words = " ".join(" ".join(rows(showing.drawn(size))).split())
    assert "Ai đồng ý loại Giang?" in words
    assert showing.said["watch"] not in words
    assert showing.said["word"] not in words
    assert "ghế 1–8" in words
    if size == LARGE:
        assert all(name in words for name in ("An", "Giang", "Lan"))


def test_by_night_nothing_is_covered() -> None:
    showing = Showing("vi")
    dawn(showing)
    showing.screen.private("Ai đồng ý loại Giang?")
    call(showing)
    words = " ".join(rows(showing.drawn(LARGE)))
    assert roles_in(words) == set(ROLES["vi"])
    assert "Cho xem lá Thủ Vụ." in words


@pytest.mark.parametrize("lang", ["vi", "fa"])
@pytest.mark.parametrize("game", ["mafia_vendetta", "ma_soi_hanh_quyet", "shab_haye_mafia"])
def test_a_line_tells_a_role_if_one_is_filled_in(game: str, lang: str) -> None:
    """Not when the line itself lists roles, as a question does."""
    lines = load_lines(game, lang)
    tells = Covering(lines).tells
    roles = [lines.role(line.removeprefix("roles.")) for line in lines.variants if line.startswith("roles.")]
    private = [(line, texts) for line, texts in lines.variants.items() if line.startswith("private.")]
    filled = 0
    for line, texts in private:
        for turn, text in enumerate(texts):
            holes = {hole for hole in ("role", "card", "suspect", "what", "other") if f"{{{hole}}}" in text}
            others = {hole: "5" for hole in ("seat", "name", "names", "n", "m") if f"{{{hole}}}" in text}
            assert not tells(lines.text(line, turn, **others, **dict.fromkeys(holes, "5")))
            for role in roles[:3] if holes else ():
                assert tells(lines.text(line, turn, **others, **dict.fromkeys(holes, role))), line
                filled += 1
    assert filled > 3
