"""Blocks, jail and the Leader rule: who gets the raised hand, what is lost, what stands (5.1)."""

from __future__ import annotations

import pytest
from mv_table import at, dawn, deaths, night

from narrator.games import mafia_vendetta as mv

FULL = (
    "detective nurse bodyguard vixen hypnotist journalist "
    "bystander bystander thug thief godfather lawyer snitch"
)
SEAT = {role: seat for seat, role in enumerate(FULL.split(), 1)}


@pytest.mark.parametrize("blocker", ["thief", "vixen"])
@pytest.mark.parametrize(
    "role",
    ["detective", "nurse", "bodyguard", "hypnotist", "journalist", "godfather", "lawyer", "snitch"],
)
def test_a_blocked_role_is_called_signalled_and_loses_its_ability(blocker: str, role: str) -> None:
    dark = night(at(FULL), **{blocker: SEAT[role]})
    assert role in mv.calls(dark.position)
    assert mv.holders(dark, role) == (SEAT[role],)
    assert mv.call_state(dark, role) == "blocked"
    assert mv.signalled(dark, role) == (SEAT[role],)
    assert mv.options(dark, role) == mv.CallOptions((), frozenset(), 0, False)
    given = {"journalist": (7, 8), "detective": ("investigate", 9)}.get(role, 7)
    result = dawn(at(FULL), **{blocker: SEAT[role], role: given})
    assert result.private.blocked == (SEAT[role],)
    assert result.private.shown == {}
    assert result.public.silenced is None
    assert result.position.hypnotised is None


@pytest.mark.parametrize("seat", [7, 9])
def test_who_has_no_ability_gets_no_signal(seat: int) -> None:
    assert dawn(at(FULL), thief=seat, vixen=seat).private.blocked == ()


def test_the_thief_stops_the_vixen_and_she_not_him() -> None:
    result = dawn(at(FULL), thief=SEAT["vixen"], vixen=SEAT["nurse"], nurse=7, mafia=7)
    assert (result.private.blocked, result.public.deaths) == ((SEAT["vixen"],), ())
    result = dawn(at(FULL), thief=SEAT["nurse"], vixen=SEAT["thief"], nurse=7, mafia=7)
    assert (result.private.blocked, result.public.deaths) == ((SEAT["nurse"],), ((7, "mafia"),))


def test_called_in_another_order_the_vixen_stops_the_thief() -> None:
    order = ("vixen", "thief", *mv.NIGHT_ORDER[2:])
    result = dawn(at(FULL, night_order=order), vixen=SEAT["thief"], thief=SEAT["nurse"], nurse=7, mafia=7)
    assert (result.private.blocked, result.public.deaths) == ((SEAT["thief"],), ())


def test_blocked_in_calling_order_each_once() -> None:
    result = dawn(at(FULL), thief=SEAT["journalist"], vixen=SEAT["snitch"])
    assert result.private.blocked == (SEAT["snitch"], SEAT["journalist"])
    result = dawn(at(FULL), thief=SEAT["nurse"], vixen=SEAT["nurse"])
    assert result.private.blocked == (SEAT["nurse"],)


def test_a_thief_may_block_his_partner() -> None:
    assert dawn(at(FULL), thief=SEAT["lawyer"], lawyer=1).private.shown == {}


def test_a_corrected_block_corrects_what_it_stopped() -> None:
    dark = night(at(FULL), thief=SEAT["nurse"], nurse=7, mafia=7)
    assert mv.resolve(dark).public.deaths == ((7, "mafia"),)
    dark = mv.act(dark, "thief", mv.Action((8,)))
    assert mv.resolve(dark).public.deaths == ()


class TestSoleMember:
    SOLE = "judge nurse vixen bystander bystander {}"

    @pytest.mark.parametrize("role", ["thug", "thief", "lawyer", "godfather", "snitch"])
    def test_the_only_mafia_member_seduced_kills_nobody(self, role: str) -> None:
        position = at(self.SOLE.format(role))
        dark = night(position, vixen=6)
        assert mv.call_state(dark, "mafia") == "blocked"
        assert mv.signalled(dark, "mafia") == (6,)
        assert mv.options(dark, "mafia").seats == {1, 2, 3, 4, 5}
        result = dawn(position, vixen=6, mafia=4)
        assert result.public.deaths == ()
        assert result.private.blocked == (6,)
        assert result.private.mafia_kill_cancelled
        assert not dawn(position, vixen=6).private.mafia_kill_cancelled

    def test_the_thief_alone_keeps_the_block_he_made(self) -> None:
        result = dawn(at(self.SOLE.format("thief")), thief=2, vixen=6, nurse=4, mafia=5)
        assert result.private.blocked == (2, 6)

    def test_a_blocked_vixen_stops_nobody(self) -> None:
        assert deaths(at(self.SOLE.format("thief")), thief=3, vixen=6, mafia=4) == ((4, "mafia"),)

    def test_the_thief_blocked_is_not_seduced(self) -> None:
        assert deaths(at("judge nurse vixen bystander thug thief"), thief=5, mafia=4) == ((4, "mafia"),)

    def test_partners_in_jail_still_count(self) -> None:
        position = at("jailer nurse vixen bystander thug thug", jailed=(6,))
        result = dawn(position, vixen=5, mafia=4)
        assert result.public.deaths == ((4, "mafia"),)
        assert not result.private.mafia_kill_cancelled

    def test_partners_out_do_not(self) -> None:
        position = at("jailer nurse vixen bystander thug thug", dead=(6,))
        assert dawn(position, vixen=5, mafia=4).private.mafia_kill_cancelled

    def test_the_impostor_beside_him_is_no_member_and_gets_no_hand(self) -> None:
        position = at("judge nurse vixen bystander bystander thug impostor", mode="loner")
        result = dawn(position, vixen=6, mafia={6: 4, 7: 4})
        assert (result.public.deaths, result.private.blocked) == ((), (6,))
        assert result.private.mafia_kill_cancelled
        assert not dawn(position, vixen=6, mafia={6: 4, 7: 5}).private.mafia_kill_cancelled

    def test_in_jail_and_seduced_he_agreed_to_nothing(self) -> None:
        result = dawn(at("jailer nurse vixen bystander bystander thug", jailed=(6,)), vixen=6)
        assert (result.private.blocked, result.private.mafia_kill_cancelled) == ((), False)

    @pytest.mark.parametrize("stops", [True, False])
    def test_the_only_yakuza(self, stops: bool) -> None:
        cast = "judge vixen bystander bystander thug yakuza"
        position = at(cast, mode="yakuza", vixen_stops_sole_yakuza=stops)
        result = dawn(position, vixen=6, yakuza=3)
        assert result.public.deaths == (() if stops else ((3, "other"),))
        assert result.private.blocked == ((6,) if stops else ())
        assert not result.private.mafia_kill_cancelled
        assert deaths(at(cast + " yakuza", mode="yakuza"), vixen=6, yakuza=3) == ((3, "other"),)

    def test_on_the_first_night_there_is_nothing_to_call_off(self) -> None:
        dark = night(at(self.SOLE.format("thug")), first=True, vixen=6)
        assert mv.call_state(dark, "mafia") == "looks"
        assert mv.resolve(dark).private.blocked == ()


class TestLeaderRule:
    CAST = "{} nurse bodyguard vixen bystander bystander bystander thug thief yakuza psycho"

    @pytest.mark.parametrize("leader", ["jailer", "priest", "detective", "judge", "sheriff"])
    def test_killed_by_the_mafia_he_is_blocked(self, leader: str) -> None:
        dark = night(at(self.CAST.format(leader)), mafia=1)
        assert mv.call_state(dark, leader) == "blocked"
        assert mv.signalled(dark, leader) == (1,)
        shot = ("shoot", 8) if leader in ("priest", "detective") else 8
        result = dawn(at(self.CAST.format(leader)), mafia=1, **{leader: shot})
        assert result.public.deaths == ((1, "mafia"),)
        assert result.public.prisoners == ()
        assert (result.private.blocked, result.private.shown) == ((1,), {})

    @pytest.mark.parametrize(
        ("saved", "fallen"),
        [
            ({"nurse": 1}, ()),
            ({"bodyguard": 1}, ((3, "other"),)),
            ({"bodyguard": 1, "nurse": 3}, ()),
        ],
    )
    def test_attacked_but_saved_he_acts(
        self, saved: dict[str, int], fallen: tuple[tuple[int, str], ...]
    ) -> None:
        result = dawn(at(self.CAST.format("judge")), mafia=1, judge=8, **saved)
        assert (result.public.deaths, result.private.shown) == (fallen, {"leader": "thug"})
        assert result.private.blocked == ()

    def test_seduced_he_is_blocked_and_lives(self) -> None:
        result = dawn(at(self.CAST.format("judge")), mafia=1, judge=8, vixen=1)
        assert (result.public.deaths, result.private.blocked) == ((), (1,))

    @pytest.mark.parametrize("killer", ["yakuza", "psycho"])
    def test_killed_by_others_he_acts(self, killer: str) -> None:
        cast = at(self.CAST.format("sheriff"))
        given = {killer: 1, "sheriff": ("shoot", 8)}
        assert deaths(cast, **given) == ((1, "other"), (8, "other"))
        side = "loner" if killer == "psycho" else killer
        strict = at(self.CAST.format("sheriff"), leader_blocked_by=frozenset({"mafia", side}))
        result = dawn(strict, **given)
        assert (result.public.deaths, result.private.blocked) == (((1, "other"),), (1,))
        never = at(self.CAST.format("sheriff"), leader_blocked_by=frozenset())
        assert deaths(never, mafia=1, sheriff=("shoot", 8)) == ((1, "mafia"), (8, "other"))

    def test_chosen_without_a_majority_he_acts(self) -> None:
        result = dawn(at(self.CAST.format("judge")), mafia={8: 1, 9: 2}, judge=8)
        assert result.private.shown == {"leader": "thug"}

    def test_others_killed_tonight_keep_their_ability(self) -> None:
        cast = at("judge nurse journalist bystander bystander thug thief")
        result = dawn(cast, mafia=3, journalist=(4, 5))
        assert result.private.shown == {"journalist": "nod"}
        result = dawn(cast, mafia=2, nurse=4)
        assert result.public.deaths == ((2, "mafia"),)


class TestJail:
    CAST = "jailer nurse bodyguard bystander bystander bystander thug lawyer godfather thief"

    def test_the_jailed_lose_ability_and_vote_not_their_place(self) -> None:
        position = at(self.CAST, jailed=(8,))
        dark = night(position)
        assert mv.call_state(dark, "lawyer") == "blocked"
        assert mv.holders(dark, "lawyer") == (8,)
        assert mv.holders(dark, "mafia") == (7, 9, 10)
        result = dawn(position, lawyer=1, mafia=4)
        assert (result.private.blocked, result.private.shown) == ((8,), {})
        assert result.public.prisoners == (8,)
        assert mv.barred(result.position) == (8,)
        assert deaths(position, jailer=7, mafia=8 - 4) == ((4, "mafia"),)

    def test_jailed_tonight_he_has_already_acted(self) -> None:
        result = dawn(at(self.CAST), lawyer=1, jailer=8, mafia=4)
        assert result.private.shown == {"lawyer": "jailer", "leader": "lawyer"}
        assert result.private.blocked == ()
        assert (result.public.prisoners, result.private.jailed) == ((8,), (8,))

    def test_a_jailer_called_early_jails_at_once(self) -> None:
        order = ("jailer", *(call for call in mv.NIGHT_ORDER if call != "jailer"))
        result = dawn(at(self.CAST, night_order=order), jailer=8, lawyer=1, mafia={8: 4, 7: 4, 9: 5, 10: 4})
        assert (result.private.blocked, result.private.shown) == ((8,), {"leader": "lawyer"})
        assert result.public.deaths == ((4, "mafia"),)

    def test_prisoners_add_up_in_seat_order(self) -> None:
        result = dawn(at(self.CAST, jailed=(9,)), jailer=7)
        assert result.public.prisoners == (7, 9)
        assert result.position.named_prisoners == {7, 9}
        again = dawn(at(self.CAST, jailed=(9,)), jailer=9)
        assert (again.public.prisoners, again.private.jailed) == ((9,), ())

    def test_a_jailed_player_may_be_killed_and_is_not_named(self) -> None:
        cast = at("jailer nurse bystander bystander bystander bystander thug yakuza yakuza", jailed=(7, 8))
        result = dawn(cast, yakuza=7)
        assert result.public.prisoners == (8,)
        assert result.position.jailed == {8}

    def test_jailed_and_killed_the_same_night(self) -> None:
        cast = at("jailer nurse bystander bystander bystander bystander thug thug psycho", mode="loner")
        result = dawn(cast, psycho=7, jailer=7)
        assert (result.public.prisoners, result.private.jailed) == ((), (7,))

    def test_the_jailer_killed_by_the_mafia_frees_all_named(self) -> None:
        result = dawn(at(self.CAST, jailed=(7, 8)), mafia=1, jailer=9)
        assert (result.public.freed, result.public.prisoners) == (True, ())
        assert result.position.jailed == frozenset()
        assert mv.barred(result.position) == ()
        after = night(result.position)
        assert mv.call_state(after, "lawyer") == "acts"
        assert mv.holders(after, "mafia") == (7, 8, 9, 10)

    def test_jailed_by_a_jailer_who_dies_the_same_night(self) -> None:
        cast = "jailer nurse bystander bystander bystander bystander thug thug psycho"
        result = dawn(at(cast, mode="loner"), psycho=1, jailer=7)
        assert (result.public.freed, result.public.prisoners) == (False, ())
        assert (result.private.jailed, result.private.shown) == ((7,), {"leader": "thug"})
        result = dawn(at(cast, mode="loner", jailed=(8,)), psycho=1, jailer=7)
        assert (result.public.freed, result.public.prisoners) == (True, ())

    def test_nobody_is_released_when_the_last_prisoner_dies_too(self) -> None:
        cast = "jailer nurse bystander bystander bystander bystander thug thug psycho"
        result = dawn(at(cast, mode="loner", jailed=(8,)), mafia=1, psycho=8)
        assert (result.public.freed, result.public.prisoners) == (False, ())

    def test_every_member_in_jail(self) -> None:
        position = at("jailer bystander bystander bystander thug thug", jailed=(5, 6))
        dark = night(position)
        assert "mafia" in mv.calls(position)
        assert mv.call_state(dark, "mafia") == "absent"
        assert mv.holders(dark, "mafia") == ()
        assert mv.signalled(dark, "mafia") == ()
        with pytest.raises(mv.Illegal, match="out"):
            mv.act(dark, "mafia", mv.Action((2,)))

    def test_every_member_in_jail_and_the_impostor_awake(self) -> None:
        position = at("jailer bystander bystander bystander thug impostor", mode="loner", jailed=(5,))
        dark = night(position)
        assert (mv.call_state(dark, "mafia"), mv.holders(dark, "mafia")) == ("absent", (6,))

    @pytest.mark.parametrize(
        ("target", "jails"),
        [("thug", True), ("thief", True), ("yakuza", True), ("psycho", False), ("bystander", False)],
    )
    def test_whom_the_jailer_jails(self, target: str, jails: bool) -> None:
        position = at(f"jailer bystander bystander bystander thug {target}")
        result = dawn(position, jailer=6)
        assert result.private.shown == {"leader": target}
        assert result.public.prisoners == ((6,) if jails else ())

    @pytest.mark.parametrize(("target", "jails"), [("bystander", False), ("thug", True), ("psycho", False)])
    def test_slander_changes_the_card_not_the_jail(self, target: str, jails: bool) -> None:
        position = at(f"jailer bystander bystander bystander snitch {target}")
        result = dawn(position, snitch=6, jailer=6)
        assert result.private.shown == {"leader": "thug"}
        assert result.public.prisoners == ((6,) if jails else ())


class TestSilence:
    CAST = "judge nurse bystander bystander bystander thug godfather psycho"

    def test_named_and_barred_until_dusk(self) -> None:
        result = dawn(at(self.CAST, mode="loner"), godfather=3)
        assert result.public.silenced == 3
        assert mv.barred(result.position) == (3,)
        assert mv.begin_night(result.position).position.silenced is None

    def test_not_named_when_dead(self) -> None:
        result = dawn(at(self.CAST, mode="loner"), godfather=3, mafia=3)
        assert (result.public.silenced, result.position.silenced) == (None, None)

    def test_stands_when_the_godfather_is_out(self) -> None:
        assert dawn(at(self.CAST, mode="loner"), godfather=3, psycho=7).public.silenced == 3
