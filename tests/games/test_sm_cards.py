"""The fate cards (section 6)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from sm_table import at, dawn

from narrator.games import shab_haye_mafia as sm

GF, SIMPLE, DOCTOR, HARD, LEAVER, OTHER = 1, 3, 5, 9, 11, 12


def left(**more: Any) -> sm.Position:
    """The leaver has just left by day."""
    return sm.leave(at(**more), LEAVER)


PLAYED: list[tuple[str, dict[str, Any], sm.Effect]] = [
    ("green_path", {"seat": SIMPLE}, sm.Effect("immune", SIMPLE)),
    ("red_carpet", {"seat": SIMPLE}, sm.Effect("defence", SIMPLE)),
    ("beautiful_mind", {"seat": GF, "role": "lecter"}, sm.Effect("leaves")),
    ("insomnia", {}, sm.Effect("skip_night")),
    ("vertigo", {"lie": True}, sm.Effect("lie_confirmed")),
    ("vertigo", {"lie": False}, sm.Effect("not_confirmed")),
    ("final_shot", {"seat": SIMPLE}, sm.Effect("mafia_shot", SIMPLE)),
]


@pytest.mark.parametrize(("card", "given", "effect"), PLAYED)
def test_effects(card: str, given: dict[str, Any], effect: sm.Effect) -> None:
    result = sm.play_card(left(), LEAVER, card, **given)
    assert (result.effect, result.returns, result.last_words) == (effect, False, True)
    assert result.position.active == left().active
    after = result.position
    assert after.next_green == (SIMPLE if card == "green_path" else None)
    assert after.next_red == (SIMPLE if card == "red_carpet" else None)
    assert after.final_shot == (SIMPLE if card == "final_shot" else None)
    assert after.insomnia == (card == "insomnia")
    assert after.cards == sm.CARDS


@pytest.mark.parametrize(("card", "given", "effect"), PLAYED)
def test_a_silenced_leaver_has_no_last_words_and_two_void_cards(
    card: str, given: dict[str, Any], effect: sm.Effect
) -> None:
    result = sm.play_card(left(silenced=LEAVER), LEAVER, card, **given)
    void = card in ("beautiful_mind", "vertigo")
    assert result.effect == (sm.Effect("void") if void else effect)
    assert (result.last_words, result.returns) == (False, False)
    assert sm.is_void(left(silenced=LEAVER), LEAVER, card) == void
    assert not sm.is_void(left(silenced=OTHER), LEAVER, card)


@pytest.mark.parametrize("card", ["beautiful_mind", "vertigo"])
def test_a_void_card_asks_for_nothing(card: str) -> None:
    result = sm.play_card(left(silenced=LEAVER), LEAVER, card)
    assert result.effect.kind == "void"
    right = sm.play_card(left(silenced=LEAVER), LEAVER, card, seat=GF, role="godfather")
    assert right.effect.kind == "void"


def test_a_right_guess_returns_him_as_he_was() -> None:
    position = left(green_path=OTHER, mayor=False, next_red=None)
    result = sm.play_card(position, LEAVER, "beautiful_mind", seat=GF, role="godfather")
    assert (result.effect.kind, result.returns, result.last_words) == ("returns", True, False)
    assert result.position == at(green_path=OTHER, mayor=False)


def test_the_last_mafia_member_may_guess_the_game_on() -> None:
    position = sm.leave(at(out=(2, 3, 4)), GF)
    right = sm.play_card(position, GF, "beautiful_mind", seat=DOCTOR, role="doctor")
    assert sm.outcome(right.position) is None
    wrong = sm.play_card(position, GF, "beautiful_mind", seat=DOCTOR, role="mayor")
    ending = sm.outcome(wrong.position)
    assert ending is not None
    assert ending.winner == "city"


def test_no_card() -> None:
    for silenced in (None, LEAVER):
        result = sm.play_card(left(silenced=silenced), LEAVER, None)
        assert result == sm.CardResult(
            left(silenced=silenced), sm.Effect("declined"), False, silenced is None
        )


@pytest.mark.parametrize(
    ("card", "given", "reason"),
    [
        ("duel", {}, "action"),
        ("green_path", {}, "action"),
        ("green_path", {"seat": LEAVER}, "self"),
        ("green_path", {"seat": 4}, "out"),
        ("red_carpet", {"seat": 0}, "seat"),
        ("final_shot", {"seat": 13}, "seat"),
        ("final_shot", {"seat": GF, "role": "godfather"}, "action"),
        ("beautiful_mind", {}, "action"),
        ("beautiful_mind", {"seat": GF}, "action"),
        ("beautiful_mind", {"role": "godfather"}, "action"),
        ("beautiful_mind", {"seat": GF, "role": "boss"}, "action"),
        ("beautiful_mind", {"seat": LEAVER, "role": "citizen"}, "self"),
        ("beautiful_mind", {"seat": 4, "role": "simple_mafia"}, "out"),
        ("insomnia", {"seat": GF}, "action"),
        ("vertigo", {"seat": GF, "lie": True}, "action"),
    ],
)
def test_cards_that_cannot_be_played_so(card: str, given: dict[str, Any], reason: str) -> None:
    position = left(out=(4,))
    with pytest.raises(sm.Illegal, match=reason):
        sm.play_card(position, LEAVER, card, **given)
    given.pop("lie", None)
    with pytest.raises(sm.Illegal, match=reason):
        sm.check_card(position, LEAVER, card, **given)


def test_who_is_in_the_game_plays_no_card_and_a_lie_wants_an_answer() -> None:
    with pytest.raises(sm.Illegal, match="action"):
        sm.check_card(at(), LEAVER, "insomnia")
    sm.check_card(left(), LEAVER, "vertigo")
    with pytest.raises(sm.Illegal, match="action"):
        sm.play_card(left(), LEAVER, "vertigo")


def test_cards_are_put_back_unless_agreed_otherwise() -> None:
    rng = Random(3)
    drawn = Counter(sm.draw(left(), rng) for _ in range(3000))
    assert set(drawn) == set(sm.CARDS)
    assert min(drawn.values()) > 400
    position = left(options={"cards_used_up": True})
    for card, given, _ in PLAYED:
        if card == "vertigo" and not given["lie"]:
            continue
        assert sm.offered(position)
        assert sm.draw(position, rng) in position.cards
        position = sm.play_card(position, LEAVER, card, **given).position
        with pytest.raises(sm.Illegal, match="used_up"):
            sm.check_card(position, LEAVER, card)
    assert not sm.offered(position)
    with pytest.raises(sm.Illegal, match="used_up"):
        sm.draw(position, rng)
    assert sm.play_card(position, LEAVER, None).effect.kind == "declined"


@pytest.mark.parametrize("silenced", [None, LEAVER])
def test_a_void_card_and_a_right_guess_are_used_up_too(silenced: int | None) -> None:
    position = left(silenced=silenced, options={"cards_used_up": True})
    result = sm.play_card(position, LEAVER, "beautiful_mind", seat=GF, role="godfather")
    assert "beautiful_mind" not in result.position.cards


def test_the_final_shot_as_an_immediate_exit() -> None:
    position = left(options={"final_shot": "immediate_exit"})
    result = sm.play_card(position, LEAVER, "final_shot", seat=HARD)
    assert result.effect == sm.Effect("immediate_exit", HARD)
    assert result.position.active == position.active - {HARD}
    assert result.position.final_shot is None
    assert result.position.vest


def test_cards_last_one_day() -> None:
    given = sm.play_card(left(), LEAVER, "green_path", seat=SIMPLE).position
    first = dawn(given).position
    assert first.green_path == SIMPLE
    assert dawn(first).position.green_path is None
    assert sm.skip_night(given).green_path == SIMPLE
