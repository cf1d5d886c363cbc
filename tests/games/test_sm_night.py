"""The night: steps, what each may do, the tables of sections 3.1 and 4.3, uses."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from sm_table import CAST, JOKER, at, dawn, deaths, night

from narrator.games import shab_haye_mafia as sm

GF, LECTER, SIMPLE, SECOND, DOCTOR, DETECTIVE, PRO, MAYOR, HARD, PSYCH, CITIZEN, OTHER = range(1, 13)
JOKE = SECOND
"""The Joker sits where the second simple mafia member does."""


def refused(reason: str, position: sm.Position, step: str, target: Any, **more: Any) -> None:
    with pytest.raises(sm.Illegal) as caught:
        sm.check(sm.begin_night(position, **more), step, target)
    assert caught.value.reason == reason
    assert str(caught.value).startswith(reason)


# -- steps -------------------------------------------------------------------------------------------


def test_the_default_order_is_the_one_of_lines_14_to_19() -> None:
    assert sm.steps(at(JOKER).setup) == (
        ("mafia", "mafia_shot"),
        ("mafia", "lecter"),
        ("mafia", "joker"),
        ("doctor", "doctor"),
        ("professional", "professional"),
        ("detective", "detective"),
        ("psychiatrist", "psychiatrist"),
        ("die_hard", "die_hard"),
    )


def test_steps_follow_the_deck_and_the_agreed_order_and_nothing_else() -> None:
    small = sm.Setup(7, sm.default_deck(7))
    assert [step for _, step in sm.steps(small)] == [
        "mafia_shot",
        "lecter",
        "doctor",
        "professional",
        "detective",
        "psychiatrist",
    ]
    order = ("die_hard", "mafia", "detective", "psychiatrist", "professional", "doctor")
    setup = sm.Setup(12, sm.default_deck(12), sm.Options(night_order=order))
    assert tuple(dict.fromkeys(call for call, _ in sm.steps(setup))) == order


def test_on_the_introduction_night_the_mafia_only_look() -> None:
    assert sm.steps(at().setup, intro=True) == (("mafia", "mafia_shot"),)
    dark = sm.begin_night(at(), intro=True)
    assert sm.step_state(dark, "mafia_shot") == sm.LOOKS
    assert sm.targets(dark, "mafia_shot") == frozenset()
    assert sm.targets(dark, "doctor") == frozenset()
    refused("first_night", at(), "mafia_shot", CITIZEN, intro=True)
    refused("first_night", at(), "doctor", CITIZEN, intro=True)
    result = sm.resolve(dark)
    assert (result.position.nights, result.position.days) == (0, 0)
    assert result.public == sm.DawnFacts((), None, None)


def test_a_shot_on_the_introduction_night_is_an_option() -> None:
    position = at(options={"intro_shot": True})
    refused("first_night", position, "doctor", CITIZEN, intro=True)
    assert deaths(position, intro=True, mafia_shot=CITIZEN) == (CITIZEN,)
    assert not dawn(position, intro=True, mafia_shot=HARD).position.vest


def test_nights_and_days_are_counted_without_the_introduction() -> None:
    position = dawn(at(), intro=True).position
    for number in (1, 2):
        position = dawn(position).position
        assert (position.nights, position.days) == (number, number)
    assert sm.skip_night(position).nights == 2
    assert sm.skip_night(position).days == 3


@pytest.mark.parametrize(
    ("out", "who"),
    [
        ((), (GF,)),
        ((GF,), (LECTER,)),
        ((GF, LECTER), (JOKE,)),
        ((GF, LECTER, JOKE), (SIMPLE,)),
        ((LECTER, JOKE), (GF,)),
        ((GF, LECTER, JOKE, SIMPLE), ()),
    ],
)
def test_who_decides_the_shot(out: tuple[int, ...], who: tuple[int, ...]) -> None:
    assert sm.shooters(at(JOKER, out=out)) == who


def test_all_simple_mafia_members_decide_together() -> None:
    assert sm.shooters(at(out=(GF, LECTER))) == (SIMPLE, SECOND)
    assert sm.mafia(at(out=(GF,))) == (LECTER, SIMPLE, SECOND)


@pytest.mark.parametrize("step", ["lecter", "doctor", "professional", "detective", "psychiatrist"])
def test_a_dead_holder_is_called_and_does_nothing(step: str) -> None:
    seat = at().roles.index(step) + 1
    position = at(out=(seat,))
    assert step in [name for _, name in sm.steps(position.setup)]
    assert sm.step_state(sm.begin_night(position), step) == sm.ABSENT
    assert sm.targets(sm.begin_night(position), step) == frozenset()
    refused("out", position, step, CITIZEN if step != "lecter" else GF)


@pytest.mark.parametrize(
    ("step", "field", "target"),
    [
        ("joker", "joker_uses", CITIZEN),
        ("psychiatrist", "silences", CITIZEN),
        ("die_hard", "inquiries", True),
    ],
)
def test_a_step_without_a_use_left_is_called_and_does_nothing(step: str, field: str, target: Any) -> None:
    position = at(JOKER, **{field: 0})
    assert sm.step_state(sm.begin_night(position), step) == sm.SPENT
    assert sm.targets(sm.begin_night(position), step) == frozenset()
    refused("used_up", position, step, target)
    assert sm.act(sm.begin_night(position), step, None).actions == {step: None}


@pytest.mark.parametrize(
    ("step", "target", "reason"),
    [
        ("mafia_shot", SIMPLE, "city_only"),
        ("mafia_shot", GF, "city_only"),
        ("mafia_shot", OTHER, "out"),
        ("mafia_shot", 0, "seat"),
        ("mafia_shot", 13, "seat"),
        ("mafia_shot", True, "action"),
        ("mafia_shot", "1", "action"),
        ("lecter", DOCTOR, "mafia_only"),
        ("lecter", OTHER, "out"),
        ("professional", PRO, "self"),
        ("detective", DETECTIVE, "self"),
        ("psychiatrist", PSYCH, "self"),
        ("detective", OTHER, "out"),
        ("die_hard", CITIZEN, "action"),
        ("die_hard", False, "action"),
        ("joker", CITIZEN, "not_in_deck"),
        ("mayor", CITIZEN, "not_in_deck"),
        ("citizen", CITIZEN, "not_in_deck"),
    ],
)
def test_refusals(step: str, target: Any, reason: str) -> None:
    refused(reason, at(out=(OTHER,)), step, target)


@pytest.mark.parametrize(
    ("step", "seat", "field"),
    [("doctor", DOCTOR, "doctor_self"), ("lecter", LECTER, "lecter_self"), ("joker", JOKE, "joker_self")],
)
def test_oneself_once_in_the_game_needed_or_not(step: str, seat: int, field: str) -> None:
    position = at(JOKER)
    assert seat in sm.targets(sm.begin_night(position), step)
    after = dawn(position, **{step: seat}).position
    assert not getattr(after, field)
    assert seat not in sm.targets(sm.begin_night(after), step)
    refused("self_again", after, step, seat)
    other = LECTER if step != "lecter" else GF
    assert getattr(dawn(position, **{step: other}).position, field)
    # Heard and taken back the same night, it is not spent.
    dark = sm.act(night(position, **{step: seat}), step, other)
    assert getattr(sm.resolve(dark).position, field)


def test_uses_are_spent_by_naming_somebody() -> None:
    after = dawn(at(JOKER), joker=CITIZEN, psychiatrist=CITIZEN, die_hard=True, mafia_shot=CITIZEN).position
    assert (after.joker_uses, after.silences, after.inquiries) == (2, 1, 1)
    after = dawn(at(JOKER), joker=None, psychiatrist=None, die_hard=False).position
    assert (after.joker_uses, after.silences, after.inquiries) == (3, 2, 2)


def test_the_psychiatrist_may_silence_the_same_player_twice() -> None:
    once = dawn(at(), psychiatrist=CITIZEN).position
    assert dawn(once, psychiatrist=CITIZEN).public.silenced == CITIZEN


def test_no_repr_tells_a_role_or_an_action() -> None:
    position = at(out=(OTHER,))
    dark = night(position, mafia_shot=CITIZEN, doctor=DOCTOR, psychiatrist=MAYOR, die_hard=True, detective=3)
    result = sm.resolve(dark)
    before = repr(sm.begin_night(position))
    assert repr(dark) == before
    # What a use left would tell is not in it either: the same words whoever acted.
    quiet = sm.resolve(night(position, mafia_shot=CITIZEN, psychiatrist=MAYOR)).position
    assert repr(replace(result.position, deal=position.deal)) == repr(replace(quiet, deal=position.deal))
    assert repr(result.secrets) == "NightSecrets()"
    for role in ("godfather", "doctor", "lecter"):
        assert role not in repr(position.deal).replace(repr(position.setup), "")


# -- 3.1 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "plain", "picked"),
    [
        (SIMPLE, "positive", "negative"),
        (LECTER, "positive", "negative"),
        (JOKE, "positive", "negative"),
        (CITIZEN, "negative", "positive"),
        (MAYOR, "negative", "positive"),
        (HARD, "negative", "positive"),
        (GF, "negative", "negative"),
    ],
)
def test_the_detectives_table(target: int, plain: str, picked: str) -> None:
    position = at(JOKER)
    assert sm.thumb(night(position, detective=target)) == plain
    other = CITIZEN if target != CITIZEN else OTHER
    assert sm.thumb(night(position, detective=target, joker=other)) == plain
    dark = night(position, joker=target, detective=target)
    assert sm.thumb(dark) == picked
    assert sm.resolve(dark).secrets.detective == picked


def test_the_godfather_inverted_by_option() -> None:
    position = at(JOKER, options={"joker_inverts_godfather": True})
    assert sm.thumb(night(position, detective=GF)) == "negative"
    assert sm.thumb(night(position, detective=GF, joker=GF)) == "positive"


def test_no_question_no_thumb() -> None:
    assert sm.thumb(night(at())) is None
    assert sm.thumb(night(at(), detective=None)) is None


# -- 4.3 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shot", "doctor", "vest", "gone", "vest_after"),
    [
        (CITIZEN, CITIZEN, True, (), True),
        (CITIZEN, MAYOR, True, (CITIZEN,), True),
        (CITIZEN, None, True, (CITIZEN,), True),
        (HARD, MAYOR, True, (), False),
        (HARD, HARD, True, (), False),
        (HARD, MAYOR, False, (HARD,), False),
        (HARD, HARD, False, (), False),
        (None, MAYOR, True, (), True),
    ],
)
def test_the_mafias_shot(
    shot: int | None, doctor: int | None, vest: bool, gone: tuple[int, ...], vest_after: bool
) -> None:
    result = dawn(at(vest=vest), mafia_shot=shot, doctor=doctor)
    assert result.public.deaths == gone
    assert result.position.vest == vest_after
    assert result.secrets.vest_used == (vest and not vest_after)


@pytest.mark.parametrize(
    ("shot", "lecter", "doctor", "out", "gone"),
    [
        (CITIZEN, None, None, (), (PRO,)),
        (CITIZEN, GF, CITIZEN, (), (PRO,)),
        (CITIZEN, None, PRO, (), (PRO,)),
        (HARD, None, None, (), (PRO,)),
        (SIMPLE, SIMPLE, None, (), ()),
        (SIMPLE, SIMPLE, MAYOR, (), ()),
        (SIMPLE, GF, SIMPLE, (), ()),
        (SIMPLE, None, SIMPLE, (LECTER,), ()),
        (SIMPLE, GF, MAYOR, (), (SIMPLE,)),
        (SIMPLE, None, MAYOR, (LECTER,), (SIMPLE,)),
        (LECTER, LECTER, None, (), ()),
        (GF, None, None, (), (GF,)),
        (None, None, None, (), ()),
    ],
)
def test_the_professionals_shot(
    shot: int | None, lecter: int | None, doctor: int | None, out: tuple[int, ...], gone: tuple[int, ...]
) -> None:
    result = dawn(at(out=out), professional=shot, lecter=lecter, doctor=doctor)
    assert result.public.deaths == gone
    assert result.secrets.penalty == (gone == (PRO,))
    assert result.position.vest


def test_the_professional_shot_and_penalised_leaves_once() -> None:
    assert deaths(at(), mafia_shot=PRO, doctor=PRO, professional=CITIZEN) == (PRO,)
    assert deaths(at(), mafia_shot=PRO, professional=CITIZEN) == (PRO,)
    assert deaths(at(), mafia_shot=CITIZEN, professional=CITIZEN) == (PRO, CITIZEN)


def test_what_a_player_shot_tonight_did_counts() -> None:
    assert deaths(at(), mafia_shot=PRO, professional=SIMPLE) == (SIMPLE, PRO)
    assert deaths(at(), mafia_shot=CITIZEN, professional=DOCTOR, doctor=CITIZEN) == (PRO,)
    fixed = at(final_shot=DOCTOR)
    assert deaths(fixed, doctor=SIMPLE, professional=SIMPLE) == (DOCTOR,)
    shot = dawn(at(), mafia_shot=DETECTIVE, detective=LECTER)
    assert shot.secrets.detective == "positive"
    assert dawn(at(), mafia_shot=PSYCH, psychiatrist=CITIZEN).public.silenced == CITIZEN
    assert dawn(at(vest=False), mafia_shot=HARD, die_hard=True).public.inquiry == sm.Inquiry(0, 0)


def test_a_player_shot_tonight_may_be_asked_about() -> None:
    result = dawn(at(), mafia_shot=CITIZEN, detective=CITIZEN)
    assert (result.public.deaths, result.secrets.detective) == ((CITIZEN,), "negative")


def test_silence_is_dropped_with_its_target_and_spent_all_the_same() -> None:
    result = dawn(at(), mafia_shot=CITIZEN, psychiatrist=CITIZEN)
    assert result.public.silenced is None
    assert result.position.silenced is None
    assert result.position.silences == 1


@pytest.mark.parametrize(
    ("shot", "doctor", "lecter", "gone", "vest"),
    [
        (SIMPLE, OTHER, SIMPLE, (SIMPLE,), True),
        (SIMPLE, SIMPLE, None, (), True),
        (HARD, None, None, (), False),
        (CITIZEN, None, None, (CITIZEN,), True),
    ],
)
def test_the_final_shot_stands_in_for_the_mafias(
    shot: int, doctor: int | None, lecter: int | None, gone: tuple[int, ...], vest: bool
) -> None:
    position = at(final_shot=shot)
    dark = sm.begin_night(position)
    assert sm.step_state(dark, "mafia_shot") == sm.FIXED
    assert sm.targets(dark, "mafia_shot") == frozenset()
    refused("fixed", position, "mafia_shot", OTHER)
    result = dawn(position, doctor=doctor, lecter=lecter)
    assert (result.public.deaths, result.position.vest) == (gone, vest)
    assert result.position.final_shot is None


def test_both_bullets_at_one_mafia_member() -> None:
    position = at(final_shot=SIMPLE)
    assert deaths(position, professional=SIMPLE, lecter=SIMPLE) == (SIMPLE,)
    assert deaths(position, professional=SIMPLE, doctor=SIMPLE) == ()


def test_the_inquiry_tells_who_had_left_before_the_night() -> None:
    position = at(out=(SIMPLE, CITIZEN, MAYOR))
    result = dawn(position, mafia_shot=OTHER, die_hard=True)
    assert result.public.inquiry == sm.Inquiry(2, 1)
    assert result.public.deaths == (OTHER,)
    assert dawn(position).public.inquiry is None


def test_the_inquiry_only_to_him_or_with_the_roles() -> None:
    out = (CITIZEN, MAYOR, SIMPLE, OTHER)
    alone = dawn(at(out=out, options={"inquiry": "die_hard"}), die_hard=True)
    assert alone.public.inquiry is None
    assert alone.secrets.inquiry == sm.Inquiry(3, 1)
    exact = sm.inquiry_now(at(out=out, options={"inquiry_roles": True}))
    assert exact == sm.Inquiry(3, 1, ("simple_mafia", "mayor", "citizen", "citizen"))


def test_dawn_moves_the_days_marks() -> None:
    position = at(silenced=1, green_path=2, red_carpet=3, next_green=CITIZEN, next_red=OTHER)
    dusk = sm.begin_night(position).position
    assert (dusk.silenced, dusk.green_path, dusk.red_carpet) == (None, None, None)
    after = dawn(position, mafia_shot=CITIZEN).position
    assert (after.green_path, after.red_carpet) == (None, OTHER)
    assert (after.next_green, after.next_red) == (None, None)


def test_the_order_of_calls_and_actions_changes_no_result() -> None:
    actions: dict[str, Any] = {
        "mafia_shot": PRO,
        "lecter": GF,
        "doctor": SIMPLE,
        "professional": SIMPLE,
        "psychiatrist": MAYOR,
        "die_hard": True,
    }
    results = {repr(dawn(at(), **dict(order)).public) for order in permutations(actions.items())}
    assert len(results) == 1


def test_roles_corrected_before_anything_depended_on_them() -> None:
    position = dawn(at(), mafia_shot=CITIZEN).position
    swapped = tuple(reversed(position.roles))
    again = sm.recast(position, swapped)
    assert again.roles == swapped
    assert (again.active, again.nights) == (position.active, position.nights)
    assert again.role(1) == "citizen"
    with pytest.raises(sm.Illegal, match="seat"):
        again.role(0)


def test_the_opening_wants_the_deck() -> None:
    setup = sm.Setup(12, sm.default_deck(12))
    assert sm.opening(setup, tuple(reversed(setup.deck))).active == frozenset(range(1, 13))
    with pytest.raises(sm.BadSetup, match="roles"):
        sm.opening(setup, tuple(CAST.split())[:-1])
    with pytest.raises(sm.BadSetup, match="roles"):
        sm.opening(setup, (*CAST.split()[:-1], "joker"))
