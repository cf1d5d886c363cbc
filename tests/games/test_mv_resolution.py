"""Who dies: the truth tables of section 5.1 row by row, the gangs' choice, the order of deaths."""

from __future__ import annotations

from itertools import product

import pytest
from mv_table import at, dawn, deaths, night

from narrator.games import mafia_vendetta as mv

# 1 detective, 2 nurse, 3 bodyguard, 4 vixen, 5-8 bystanders, 9 thug, 10 thug, 11 psycho, 12 judge's place
CAST = "sheriff nurse bodyguard vixen hypnotist bystander bystander bystander thug thug psycho"
SHERIFF, NURSE, GUARD, VIXEN, X, Y = 1, 2, 3, 4, 5, 6
PSYCHO = 11


def attack(killer: str, victim: int) -> dict[str, object]:
    if killer == "sheriff":
        return {"sheriff": ("shoot", victim)}
    return {killer: victim}


@pytest.mark.parametrize("killer", ["mafia", "psycho", "sheriff"])
@pytest.mark.parametrize(
    ("seduced", "nurse_on_x", "guarded", "nurse_on_guard", "dies"),
    [
        (False, False, False, False, X),
        (False, False, False, True, X),
        (False, True, False, False, None),
        (False, False, True, False, GUARD),
        (False, False, True, True, None),
        (False, True, True, False, None),
        (True, False, False, False, None),
        (True, True, False, False, None),
        (True, False, True, False, None),
        (True, True, True, False, None),
        (True, False, True, True, None),
    ],
)
def test_one_killer(
    killer: str, seduced: bool, nurse_on_x: bool, guarded: bool, nurse_on_guard: bool, dies: int | None
) -> None:
    given: dict[str, object] = attack(killer, X)
    if seduced:
        given["vixen"] = X
    if nurse_on_x or nurse_on_guard:
        given["nurse"] = X if nurse_on_x else GUARD
    if guarded:
        given["bodyguard"] = X
    cause = "mafia" if killer == "mafia" and dies == X else "other"
    assert deaths(at(CAST, mode="loner"), **given) == (() if dies is None else ((dies, cause),))


@pytest.mark.parametrize(
    "killers", [("mafia", "psycho"), ("mafia", "psycho", "sheriff"), ("psycho", "sheriff")]
)
def test_several_killers_on_a_guarded_player(killers: tuple[str, ...]) -> None:
    given: dict[str, object] = {"bodyguard": X}
    for killer in killers:
        given |= attack(killer, X)
    assert deaths(at(CAST, mode="loner"), **given) == ((GUARD, "other"),)
    given["nurse"] = GUARD
    assert deaths(at(CAST, mode="loner"), **given) == ()


def test_bodyguard_attacked_and_standing_in_dies_once() -> None:
    given = {"bodyguard": X, "mafia": GUARD, "psycho": X}
    assert deaths(at(CAST, mode="loner"), **given) == ((GUARD, "mafia"),)
    given = {"bodyguard": X, "mafia": X, "psycho": GUARD}
    assert deaths(at(CAST, mode="loner"), **given) == ((GUARD, "other"),)


def test_nurse_may_let_the_bodyguard_die_who_stands_in() -> None:
    given = {"bodyguard": X, "nurse": GUARD, "mafia": X}
    assert deaths(at(CAST, mode="loner", nurse_saves_bodyguard=False), **given) == ((GUARD, "other"),)
    direct = {"nurse": GUARD, "mafia": GUARD}
    assert deaths(at(CAST, mode="loner", nurse_saves_bodyguard=False), **direct) == ()


def test_a_bodyguard_seduced_after_he_chose_cannot_die_for_his_target() -> None:
    late = tuple(call for call in mv.NIGHT_ORDER if call != "vixen")
    place = late.index("mafia")
    order = (*late[:place], "vixen", *late[place:])
    position = at(CAST, mode="loner", night_order=order)
    assert deaths(position, bodyguard=X, vixen=GUARD, mafia=X) == ()


@pytest.mark.parametrize("blocker", ["thief", "vixen"])
@pytest.mark.parametrize("protector", ["nurse", "bodyguard"])
def test_a_blocked_protector_protects_nobody(blocker: str, protector: str) -> None:
    position = at("nurse bodyguard vixen judge bystander bystander bystander bystander thug thief")
    given: dict[str, object] = {blocker: 1 if protector == "nurse" else 2, protector: 5, "mafia": 5}
    assert deaths(position, **given) == ((5, "mafia"),)


def test_deaths_are_announced_mafia_first_then_by_seat() -> None:
    given = {"mafia": Y, "psycho": 2, "sheriff": ("shoot", 1 + 3)}
    assert deaths(at(CAST, mode="loner"), **given) == ((Y, "mafia"), (2, "other"), (4, "other"))


def test_kills_are_simultaneous() -> None:
    given = {"mafia": PSYCHO, "psycho": NURSE, "nurse": Y}
    assert deaths(at(CAST, mode="loner"), **given) == ((PSYCHO, "mafia"), (NURSE, "other"))


@pytest.mark.parametrize("target", range(1, 10))
def test_femme_fatale_spares_bystanders_only(target: int) -> None:
    position = at("sheriff nurse bodyguard bystander bystander thug thief godfather vixen femme_fatale")
    expected = () if target in (4, 5) else ((target, "other"),)
    assert deaths(position, femme_fatale=target) == expected


def test_femme_fatale_at_a_guarded_player() -> None:
    position = at("sheriff nurse bodyguard bystander bystander thug thief femme_fatale")
    assert deaths(position, femme_fatale=4, bodyguard=4) == ()
    assert deaths(position, femme_fatale=2, bodyguard=2) == ((3, "other"),)


def test_a_card_shown_as_thug_does_not_make_a_bystander_killable() -> None:
    position = at("sheriff nurse snitch bystander bystander thug femme_fatale")
    assert deaths(position, snitch=4, femme_fatale=4) == ()


YAKUZA = "detective nurse bodyguard vixen bystander bystander bystander bystander thug thug yakuza yakuza"


@pytest.mark.parametrize(
    ("given", "fallen", "same"),
    [
        ({"mafia": 5, "yakuza": 5}, ((5, "mafia"),), 5),
        ({"mafia": 5, "yakuza": 6}, ((5, "mafia"), (6, "other")), None),
        ({"mafia": 5, "yakuza": 5, "nurse": 5}, (), None),
        ({"mafia": 5, "yakuza": 5, "vixen": 5}, (), None),
        ({"mafia": 5, "yakuza": 5, "bodyguard": 5}, ((3, "other"),), None),
        ({"mafia": 3, "yakuza": 3, "bodyguard": 5}, ((3, "mafia"),), 3),
        ({"mafia": 5, "yakuza": 3, "bodyguard": 5}, ((3, "other"),), None),
        ({"mafia": 3, "yakuza": 5, "bodyguard": 5}, ((3, "mafia"),), None),
        ({"mafia": 11, "yakuza": 9}, ((11, "mafia"), (9, "other")), None),
    ],
)
def test_two_gangs(given: dict[str, int], fallen: tuple[tuple[int, str], ...], same: int | None) -> None:
    facts = dawn(at(YAKUZA, mode="yakuza"), **given).public
    assert (facts.deaths, facts.same_victim) == (fallen, same)


class TestTheGangsChoice:
    FOUR = "detective nurse bodyguard bystander bystander bystander impostor thug thug thief"

    @pytest.mark.parametrize(
        ("pointing", "strict", "plurality"),
        [
            ({7: 1, 8: 1, 9: 1, 10: 1}, 1, 1),
            ({7: 1, 8: 1, 9: 1, 10: 2}, 1, 1),
            ({7: 1, 8: 1, 9: 2, 10: 2}, None, None),
            ({7: 1, 8: 1, 9: 2, 10: 3}, None, 1),
            ({7: 1, 8: 2, 9: 3, 10: 4}, None, None),
            ({8: 1, 9: 1, 10: 1}, 1, 1),
            ({8: 1, 9: 1}, None, 1),
            ({10: 5}, None, 5),
            ({}, None, None),
        ],
    )
    def test_majority(self, pointing: dict[int, int], strict: int | None, plurality: int | None) -> None:
        for majority, victim in (("strict", strict), ("plurality", plurality)):
            position = at(self.FOUR, mode="loner", majority=majority)
            dark = night(position, mafia=pointing)
            assert mv.decided(dark, "mafia") == victim
            assert mv.resolve(dark).public.deaths == (() if victim is None else ((victim, "mafia"),))

    def test_all_pointings_of_three(self) -> None:
        position = at("detective bystander bystander bystander bystander thug thug thug")
        for choice in product((1, 2, 3, None), repeat=3):
            pointing = {seat: to for seat, to in zip((6, 7, 8), choice, strict=True) if to is not None}
            victims = [to for to in (1, 2, 3) if choice.count(to) >= 2]
            assert mv.decided(night(position, mafia=pointing), "mafia") == (victims[0] if victims else None)

    def test_agreed_victim(self) -> None:
        assert mv.decided(night(at(self.FOUR, mode="loner"), mafia=3), "mafia") == 3
        assert mv.decided(night(at(self.FOUR, mode="loner"), mafia=None), "mafia") is None
        assert mv.decided(night(at(self.FOUR, mode="loner")), "mafia") is None

    def test_a_jailed_member_does_not_count(self) -> None:
        position = at(self.FOUR, mode="loner", jailed=(10,))
        assert mv.holders(night(position), "mafia") == (7, 8, 9)
        assert mv.decided(night(position, mafia={7: 1, 8: 1, 9: 2, 10: 2}), "mafia") == 1
        assert mv.decided(night(position, mafia={7: 1, 8: 2, 9: 3, 10: 1}), "mafia") is None

    @pytest.mark.parametrize("blocker", ["thief", "vixen"])
    @pytest.mark.parametrize("blocked", [7, 8])
    def test_blocked_members_and_impostor_take_part(self, blocker: str, blocked: int) -> None:
        position = at("vixen nurse bystander bystander bystander bystander impostor thug thief", mode="loner")
        given = {blocker: blocked, "mafia": {7: 1, 8: 1, 9: 2}}
        assert mv.decided(night(position, **given), "mafia") == 1

    def test_own_members_are_victims_only_with_the_impostor_in_the_game(self) -> None:
        def legal(**given: object) -> frozenset[int]:
            return mv.options(night(at(self.FOUR, mode="loner", **given)), "mafia").seats  # type: ignore[arg-type]

        others = frozenset(range(1, 7))
        assert legal() == others | {7, 8, 9, 10}
        assert legal(dead=(7,)) == others
        assert legal(dead=(7,), secret=True) == others | {8, 9, 10}
        plain = at("detective bystander bystander bystander thug thug")
        assert mv.options(night(plain), "mafia").seats == {1, 2, 3, 4}
        with pytest.raises(mv.Illegal) as caught:
            night(plain, mafia=5)
        assert (caught.value.reason, caught.value.seat) == ("own", 5)

    def test_whom_the_gangs_may_choose(self) -> None:
        position = at(YAKUZA, mode="yakuza", jailed=(10,), dead=(1,))
        assert mv.options(night(position), "mafia").seats == {2, 3, 4, 5, 6, 7, 8, 11, 12}
        assert mv.options(night(position), "yakuza").seats == {2, 3, 4, 5, 6, 7, 8, 9, 10}
        assert mv.options(night(position), "yakuza").must

    @pytest.mark.parametrize(
        ("given", "reason"),
        [
            ({8: 8}, "self"),
            ({7: 7}, "self"),
            ({1: 2}, "action"),
            ({8: 20}, "seat"),
            ({20: 1}, "seat"),
            ({8: 6}, "dead"),
            ({6: 1}, "dead"),
        ],
    )
    def test_illegal_pointing(self, given: dict[int, int], reason: str) -> None:
        with pytest.raises(mv.Illegal) as caught:
            night(at(self.FOUR, mode="loner", dead=(6,)), mafia=given)
        assert caught.value.reason == reason

    def test_agreed_and_pointing_at_once_is_no_action(self) -> None:
        for action in (
            mv.Action((1,), pointing={8: 1}),
            mv.Action(),
            mv.Action((1, 2)),
            mv.Action((1,), "shoot"),
        ):
            with pytest.raises(mv.Illegal, match="action"):
                mv.act(night(at(self.FOUR, mode="loner")), "mafia", action)
