"""The Seer card and the moons (section 10)."""

from __future__ import annotations

from typing import Any

import pytest
from ms_table import at, died

from narrator.games import ma_soi_hanh_quyet as ms


def moons(position: ms.Position) -> str:
    return "".join(moon[:1] or "-" for moon in position.moons)


def marked(signs: str, **more: Any) -> ms.Position:
    """A position with these moons: h, f or -."""
    names = {"-": "", "h": "half", "f": "full"}
    return at(moons=tuple(names[sign] for sign in signs), **more)


def test_a_look() -> None:
    result = ms.look(at(), 3, 5)
    assert (result.performed, result.card_to, result.why) == (True, "box", "")
    assert moons(result.position) == "--f-h---"
    assert result.position.seers == 1


def test_a_half_moon_looks_and_turns_full() -> None:
    result = ms.look(marked("--f-h---"), 5, 1)
    assert (result.performed, result.card_to) == (True, "box")
    assert moons(result.position) == "h-f-f---"


@pytest.mark.parametrize("target", [1, 2, 3, None])
def test_a_full_moon_cancels_the_card(target: int | None) -> None:
    position = marked("--f-h---")
    result = ms.look(position, 3, target)
    assert (result.performed, result.card_to, result.why) == (False, "box", "full")
    assert moons(result.position) == "--f-h---"
    assert result.position.seers == 1


@pytest.mark.parametrize("target", [1, 2, 7, None])
def test_nobody_to_look_at_cancels_the_card(target: int | None) -> None:
    position = marked("-hhf-h-h", dead=(5,), seers=2)
    position = died(position, 7)
    if target == 7:
        with pytest.raises(ms.Illegal, match="out"):
            ms.look(position, 1, target)
        return
    result = ms.look(position, 1, target)
    assert (result.performed, result.card_to, result.why) == (False, "box", "nobody")
    assert result.position.moons == position.moons
    assert result.position.seers == 3


@pytest.mark.parametrize(
    ("user", "target", "why"), [(1, 1, "self"), (5, 5, "self"), (1, 3, "moon"), (1, 5, "moon")]
)
def test_an_illegal_choice_is_asked_again(user: int, target: int, why: str) -> None:
    position = marked("--f-h---")
    result = ms.look(position, user, target)
    assert (result.performed, result.card_to, result.why) == (False, None, why)
    assert result.position == position


def test_a_look_that_can_be_made_must_be_made() -> None:
    with pytest.raises(ms.Illegal) as caught:
        ms.look(at(), 1, None)
    assert (caught.value.reason, caught.value.seat) == ("action", 1)


def test_only_the_living_look_and_are_looked_at() -> None:
    position = at(dead=(4,))
    for user, target, reason, seat in (
        (4, 1, "out", 4),
        (1, 4, "out", 4),
        (0, 1, "seat", 0),
        (1, 9, "seat", 9),
    ):
        with pytest.raises(ms.Illegal) as caught:
            ms.look(position, user, target)
        assert (caught.value.reason, caught.value.seat) == (reason, seat)


def test_three_cards_and_no_more() -> None:
    position = at()
    for user, target in ((1, 2), (2, 3), (1, 4)):
        position = ms.look(position, user, target).position
    assert (position.seers, moons(position)) == (3, "ffh-----")
    for user, target in ((4, 5), (4, None), (1, 5)):
        with pytest.raises(ms.Illegal, match="used_up"):
            ms.look(position, user, target)
    assert ms.look(position, 4, 3).card_to is None


def test_may_look_and_lookable() -> None:
    position = marked("--f-h---", dead=(8,))
    assert [ms.may_look(position, seat) for seat in (1, 3, 5, 8)] == [True, False, True, False]
    assert ms.lookable(position, 1) == frozenset({2, 4, 6, 7})
    assert ms.lookable(position, 5) == frozenset({1, 2, 4, 6, 7})
    assert ms.lookable(position, 3) == ms.lookable(position, 8) == frozenset()


def test_tokens() -> None:
    assert ms.tokens_used(at().setup)
    assert ms.tokens_used(at("villager villager werewolf traitor").setup)
    assert ms.tokens_used(at("villager angel werewolf").setup)
    assert not ms.tokens_used(at("villager villager werewolf").setup)
    assert {role: ms.shown(role) for role in ms.ROLES} == {
        "villager": "village",
        "angel": "wolf",
        "werewolf": "wolf",
        "traitor": "village",
    }
