"""Which calls there are, what is legal at them, the first night, and what is shown (sections 2-5)."""

from __future__ import annotations

import pytest
from mv_table import TEN, action, at, dawn, night

from narrator.games import mafia_vendetta as mv

EVERYBODY = (
    "detective nurse bodyguard vixen hypnotist journalist bystander bystander "
    "thug thief godfather lawyer snitch yakuza psycho"
)


class TestCalls:
    def test_standard_mode_calls_active_holders(self) -> None:
        assert mv.calls(at(TEN)) == ("thief", "nurse", "bodyguard", "mafia", "detective")
        assert mv.calls(at(TEN, dead=(2, 10))) == ("bodyguard", "mafia", "detective")

    def test_secret_mode_calls_the_deck(self) -> None:
        position = at(TEN, dead=(1, 2, 3, 8, 9, 10), secret=True)
        assert mv.calls(position) == ("thief", "nurse", "bodyguard", "mafia", "detective")
        dark = night(position)
        assert [mv.call_state(dark, call) for call in mv.calls(position)] == ["absent"] * 5
        assert all(mv.holders(dark, call) == () == mv.signalled(dark, call) for call in mv.calls(position))

    def test_the_whole_order(self) -> None:
        order = mv.calls(at(EVERYBODY))
        assert order == tuple(call for call in mv.NIGHT_ORDER if call in order)
        assert order[-4:] == ("yakuza", "psycho", "detective", "journalist")
        assert set(mv.NIGHT_ORDER) - set(mv.GANGS) == {
            role.id for role in mv.ROLES.values() if role.action and role.action != "join"
        }

    def test_a_gang_is_called_while_a_member_is_active(self) -> None:
        assert "mafia" in mv.calls(at("nurse thug impostor", dead=()))
        assert "mafia" not in mv.calls(at("nurse thug yakuza yakuza", dead=(2,)))
        assert "mafia" in mv.calls(at("nurse thug yakuza yakuza", dead=(2,), secret=True))

    def test_the_configured_order_is_used(self) -> None:
        order = tuple(reversed(mv.NIGHT_ORDER))
        assert mv.calls(at(TEN, night_order=order)) == ("detective", "mafia", "bodyguard", "nurse", "thief")

    def test_who_wakes(self) -> None:
        dark = night(at("detective bystander bystander bystander thug impostor thief"))
        assert mv.holders(dark, "mafia") == (5, 6, 7)
        assert mv.holders(dark, "thief") == (7,)
        assert mv.holders(dark, "nurse") == ()


class TestFirstNight:
    def test_no_kill_of_any_kind(self) -> None:
        for leader in ("sheriff", "priest", "detective"):
            cast = f"{leader} nurse bystander bystander bystander thug thug yakuza psycho"
            dark = night(at(cast, mode="loner"), first=True)
            for call in ("mafia", "yakuza", "psycho", leader):
                with pytest.raises(mv.Illegal, match="first_night"):
                    mv.act(dark, call, mv.Action((3,), "shoot" if call == leader else None))
            assert mv.resolve(dark).public.deaths == ()

    @pytest.mark.parametrize("call", ["mafia", "yakuza"])
    def test_gangs_look(self, call: str) -> None:
        dark = night(at(EVERYBODY), first=True)
        assert mv.call_state(dark, call) == "looks"
        assert mv.options(dark, call).targets == 0
        assert mv.decided(mv.act(dark, call, None), call) is None

    def test_the_impostor_wakes_with_them(self) -> None:
        assert mv.holders(night(at("nurse thug impostor"), first=True), "mafia") == (2, 3)

    @pytest.mark.parametrize("role", ["sheriff", "psycho", "femme_fatale"])
    def test_roles_that_only_kill_are_called_and_cannot(self, role: str) -> None:
        position = at(f"{role} nurse vixen bystander bystander thug", mode="loner")
        dark = night(position, first=True)
        assert role in mv.calls(position)
        assert mv.call_state(dark, role) == "no_kill"
        assert mv.options(dark, role).targets == 0
        assert mv.signalled(dark, role) == ()
        assert mv.signalled(night(position, first=True, vixen=1), role) == (1,)

    @pytest.mark.parametrize("role", ["priest", "detective"])
    def test_the_others_may_only_investigate(self, role: str) -> None:
        position = at(f"{role} nurse bystander thug")
        assert mv.options(night(position, first=True), role).verbs == ("investigate",)
        assert mv.options(night(position), role).verbs == ("investigate", "shoot")
        assert dawn(position, first=True, **{role: 4}).private.shown == {"leader": "thug"}

    def test_everything_else_works(self) -> None:
        position = at(EVERYBODY.replace("detective", "jailer"))
        result = dawn(
            position,
            first=True,
            thief=2,
            vixen=3,
            snitch=7,
            hypnotist=8,
            godfather=6,
            lawyer=7,
            jailer=9,
            journalist=(7, 8),
        )
        assert result.private.blocked == (2, 3)
        assert result.private.shown == {"lawyer": "thug", "leader": "thug", "journalist": "nod"}
        assert (result.public.prisoners, result.public.silenced) == ((9,), 6)
        assert result.position.hypnotised == 8

    def test_which_night_is_the_first(self) -> None:
        setup = mv.Setup(10, mv.default_deck(10))
        start = mv.opening(setup, setup.deck)
        assert start.nights == 0
        dark = mv.begin_night(start)
        assert (dark.first, dark.position.nights) == (True, 1)
        second = mv.begin_night(mv.resolve(dark).position)
        assert (second.first, second.position.nights) == (False, 2)
        assert mv.begin_night(start, first=False).first is False


class TestLegality:
    @pytest.mark.parametrize(
        ("call", "given", "reason"),
        [
            ("nurse", 2, "self"),
            ("nurse", 7, "dead"),
            ("nurse", 0, "seat"),
            ("nurse", 99, "seat"),
            ("nurse", (1, 3), "action"),
            ("nurse", ("investigate", 1), "action"),
            ("nurse", ("shoot", 1), "action"),
            ("nurse", {2: 1}, "action"),
            ("sheriff", 1, "not_in_deck"),
            ("thug", 1, "not_in_deck"),
            ("nobody", 1, "not_in_deck"),
            ("detective", 2, "action"),
            ("detective", ("point", 2), "action"),
            ("detective", ("shoot", 1), "self"),
            ("journalist", 1, "two"),
            ("journalist", (1, 1), "two"),
            ("journalist", (1, 2, 3), "two"),
            ("journalist", (1, 6), "self"),
            ("psycho", ("investigate", 1), "action"),
            ("bodyguard", 1, "out"),
        ],
    )
    def test_refusals(self, call: str, given: object, reason: str) -> None:
        dark = night(at(EVERYBODY, dead=(3, 7), secret=True, mode="loner"))
        with pytest.raises(mv.Illegal) as caught:
            mv.act(dark, call, action(given))
        assert caught.value.reason == reason
        with pytest.raises(mv.Illegal):
            mv.check_action(dark, call, action(given))  # type: ignore[arg-type]

    def test_a_refused_call_that_is_not_in_the_deck(self) -> None:
        with pytest.raises(mv.Illegal, match="not_in_deck"):
            mv.act(night(at(TEN)), "vixen", None)

    def test_an_error_tells_no_role(self) -> None:
        with pytest.raises(mv.Illegal) as caught:
            mv.act(night(at(TEN)), "nurse", mv.Action((2,)))
        assert str(caught.value) == "self: 2"

    def test_values_show_no_secret_when_printed(self) -> None:
        dark = night(at(TEN), nurse=7, mafia=7)
        text = f"{dark!r} {dark.position!r} {mv.resolve(dark).private!r}"
        assert "nurse=" not in text
        assert "targets" not in text
        assert repr(dark.position.deal).count("detective") == repr(dark.position.setup).count("detective")

    @pytest.mark.parametrize(
        "call",
        ["thief", "vixen", "snitch", "nurse", "hypnotist", "godfather", "lawyer", "psycho", "detective"],
    )
    def test_any_other_active_player_is_a_legal_target(self, call: str) -> None:
        dark = night(at(EVERYBODY, dead=(7,), jailed=(11,), mode="loner"))
        (holder,) = mv.holders(dark, call)
        legal = mv.options(dark, call)
        if call == "godfather":
            assert legal.targets == 0
            return
        assert legal.seats == frozenset(range(1, 16)) - {7, holder}
        assert (legal.targets, legal.must) == (1, False)

    def test_a_lone_verb_need_not_be_said(self) -> None:
        position = at("judge nurse bystander thug")
        assert dawn(position, judge=4).private.shown == {"leader": "thug"}
        assert dawn(position, judge=("investigate", 4)).private.shown == {"leader": "thug"}

    def test_the_last_action_of_a_call_counts_and_declining_takes_it_back(self) -> None:
        dark = night(at(TEN), mafia=4)
        assert mv.resolve(mv.act(dark, "mafia", mv.Action((5,)))).public.deaths == ((5, "mafia"),)
        assert mv.resolve(mv.act(dark, "mafia", None)).public.deaths == ()
        assert mv.resolve(dark).public.deaths == ((4, "mafia"),)

    def test_the_same_target_again_is_legal(self) -> None:
        position = at(TEN)
        for _ in range(3):
            result = dawn(position, nurse=4, mafia=4)
            assert result.public.deaths == ()
            position = result.position


class TestInformation:
    CAST = "{} nurse journalist bystander bystander thug thief lawyer snitch yakuza psycho"

    @pytest.mark.parametrize("leader", ["detective", "priest", "judge", "jailer"])
    @pytest.mark.parametrize("slandered", [False, True])
    def test_every_card(self, leader: str, slandered: bool) -> None:
        cast = self.CAST.format(leader)
        position = at(cast)
        do = ("investigate",) if leader in ("detective", "priest") else (None,)
        for seat, role in enumerate(cast.split(), 1):
            if seat == 1:
                continue
            dark = night(position, **({"snitch": seat} if slandered and role != "snitch" else {}))
            dark = mv.act(dark, leader, mv.Action((seat,), do[0]))
            card = "thug" if slandered and role != "snitch" else role
            assert mv.shown(dark, leader) == card
            assert mv.touched(dark) == (seat if leader == "priest" else None)
            assert mv.resolve(dark).private.priest_wakes == mv.touched(dark)

    def test_the_lawyer_sees_cards_and_slander(self) -> None:
        position = at(self.CAST.format("judge"))
        assert dawn(position, lawyer=3).private.shown == {"lawyer": "journalist"}
        assert dawn(position, lawyer=3, snitch=3).private.shown == {"lawyer": "thug"}
        assert dawn(position, lawyer=3, snitch=4).private.shown == {"lawyer": "journalist"}

    def test_slander_lasts_one_night(self) -> None:
        result = dawn(at(self.CAST.format("judge")), snitch=4, judge=5)
        assert dawn(result.position, judge=4).private.shown == {"leader": "bystander"}

    def test_slander_that_comes_after_the_look(self) -> None:
        order = (*(call for call in mv.NIGHT_ORDER if call != "snitch"), "snitch")
        result = dawn(at(self.CAST.format("judge"), night_order=order), snitch=4, judge=4)
        assert result.private.shown == {"leader": "bystander"}

    def test_a_shot_shows_nothing_and_wakes_nobody(self) -> None:
        result = dawn(at(self.CAST.format("priest")), priest=("shoot", 5))
        assert (result.private.shown, result.private.priest_wakes) == ({}, None)

    def test_a_blocked_priest_wakes_nobody(self) -> None:
        result = dawn(at(self.CAST.format("priest")), thief=1, priest=("investigate", 5))
        assert (result.private.shown, result.private.priest_wakes) == ({}, None)

    @pytest.mark.parametrize(
        ("one", "other", "answer"),
        [
            ("thug", "thief", "nod"),
            ("nurse", "bystander", "nod"),
            ("yakuza", "yakuza", "nod"),
            ("bystander", "thug", "shake"),
            ("thug", "yakuza", "shake"),
            ("bystander", "yakuza", "shake"),
            ("psycho", "bystander", "shake"),
            ("impostor", "thug", "shake"),
            ("psycho", "yakuza", "shake"),
            ("psycho", "impostor", "shake"),
        ],
    )
    def test_the_journalist_compares_true_factions(self, one: str, other: str, answer: str) -> None:
        position = at(f"journalist {one} {other} snitch")
        for pair in ((2, 3), (3, 2)):
            assert dawn(position, journalist=pair).private.shown == {"journalist": answer}
            assert dawn(position, snitch=2, journalist=pair).private.shown == {"journalist": answer}

    def test_nothing_is_shown_before_the_action_or_at_other_calls(self) -> None:
        dark = night(at(self.CAST.format("judge")))
        assert [mv.shown(dark, call) for call in mv.calls(dark.position)] == [None] * 9
        dark = night(dark.position, nurse=4, thief=5, mafia=3)
        assert mv.shown(dark, "nurse") is None
        assert mv.shown(dark, "mafia") is None
        assert mv.shown(dark, "vixen") is None


def test_the_facilitator_can_correct_an_identity() -> None:
    position = at(TEN, jailed=(8,))
    swapped = ("nurse", "detective", *position.roles[2:])
    corrected = mv.recast(position, swapped)
    assert mv.holders(night(corrected), "nurse") == (1,)
    assert (corrected.active, corrected.jailed, corrected.nights) == (
        position.active,
        position.jailed,
        position.nights,
    )
