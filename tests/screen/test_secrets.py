"""What others may see: nothing when it is blank, and nothing secret before the helper asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from narrator.screen.app import HELD
from narrator.table.standing_screen import SeatStands
from tests.screen.showing import LARGE, NAMES, ROLES, SMALL, STATES, Showing, marks, rows

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])


@pytest.mark.parametrize(("state", "size"), [("card", LARGE), ("trouble", SMALL)], ids=["large", "small"])
def test_one_key_blanks_it_and_the_same_brings_it_back(state: str, size: tuple[int, int]) -> None:
    showing = Showing("vi")
    STATES[state](showing)
    seen: list[list[str]] = []

    async def act(pilot: Any) -> None:
        for key in (".", "."):
            await pilot.press(key)
            seen.append(rows(showing.app.export_screenshot(title="narrator")))
            assert showing.screen.secrets == (key == "." and len(seen) == 2)

    back = rows(showing.drawn(size, act))
    assert seen[0] == []
    assert back


def test_keys_reach_the_game_while_it_is_blank() -> None:
    showing = Showing("vi")

    async def act(pilot: Any) -> None:
        await pilot.press(".", "5", "d")

    assert rows(showing.drawn(SMALL, act)) == []
    assert showing.pressed == ["number_5", "done"]


def other_secrets(showing: Showing) -> None:
    """The same call in another game: somebody else holds the card, and it ends later."""
    showing.screen.public(showing.said["public"])
    showing.screen.private("Thám Tử không còn trong trò chơi. Chỉ cần đợi.")
    names, roles = NAMES["vi"], ROLES["vi"]
    seats = tuple(SeatStands(n, names[n - 1], roles[-n], out=n == 3) for n in range(1, len(names) + 1))
    showing.stands(seats=seats, ends=90.0, can="hoàn tất [d]", about="Y Tá")


@SIZES
def test_a_visible_screen_looks_the_same_whatever_the_secrets(size: tuple[int, int]) -> None:
    def seen(state: Callable[[Showing], None]) -> list[Any]:
        showing = Showing("vi", visible=True)
        state(showing)
        assert not showing.screen.secrets
        return marks(showing.drawn(size))

    looks = [seen(state) for state in (STATES["call"], STATES["card"], other_secrets)]
    # Of the line it is shown whether it is being said: everybody hears that.
    words = [[(y, x, text) for y, x, text, _ in look] for look in looks]
    assert words[0] == words[1] == words[2]
    assert looks[1] == looks[2]


@SIZES
def test_a_visible_screen_shows_secrets_for_two_seconds_after_each_press(size: tuple[int, int]) -> None:
    showing = Showing("vi", visible=True)
    STATES["card"](showing)
    card, spaced = showing.said["card"], "L á   T h ủ   V ụ ."

    def secret() -> bool:
        showing.app.look()
        words = "\n".join(rows(showing.app.export_screenshot(title="narrator")))
        return card in words or spaced in words

    async def act(pilot: Any) -> None:
        assert not secret()
        for _ in range(2):
            await pilot.press("/")
            assert secret()
            showing.clock.now += HELD - 0.1
        showing.app.look()
        await pilot.pause()
        assert secret()
        showing.clock.now += 0.2
        showing.app.look()
        await pilot.pause()
        assert not secret()

    assert card not in "\n".join(rows(showing.drawn(size, act)))


def test_what_is_typed_is_hidden_as_well() -> None:
    showing = Showing("vi", visible=True)

    async def act(pilot: Any) -> None:
        await pilot.press("1", "2")

    assert "12_" not in " ".join(rows(showing.drawn(SMALL, act)))
    shown = Showing("vi")
    assert "12_" in " ".join(rows(shown.drawn(SMALL, act)))


def test_a_fault_of_ours_closes_it_and_prints_nothing_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    showing = Showing("vi")
    STATES["card"](showing)

    def fault(_number: int) -> None:
        raise ZeroDivisionError

    showing.screen.drawn = fault  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        showing.drawn(SMALL)
    out, err = capsys.readouterr()
    assert showing.said["card"] not in out + err
    assert "Traceback" not in out + err
