"""Dawn, talk, suspects, vote and verdict."""

from __future__ import annotations

import pytest

from narrator.flow.cues import Chime, Clear, Extend, Pause, Say, Tell
from narrator.flow.facts import Number, Role, Seat, Seats, Secret
from narrator.flow.mafia_vendetta import S, VendettaFlow
from narrator.games import mafia_vendetta as mv
from tests.flow.desk import Desk, overs, said, told
from tests.flow.vendetta_desk import TEN, at_night, by_day, setup_of

COUNTED = TEN.replace("detective", "judge")


def voting(roles: str = TEN, suspects: tuple[int, ...] = (3, 4), **how: object) -> Desk:
    desk = by_day(roles, **how)  # type: ignore[arg-type]
    desk.ok(*(f"number_{seat}" for seat in suspects), "done")
    assert desk.flow.state is S.VOTE
    return desk


def number_line(cues: list[object], line: str) -> list[tuple[int, int]]:
    out = []
    for cue in cues:
        if isinstance(cue, Say) and cue.line == line:
            seat, n = cue.facts["name"], cue.facts["n"]
            assert isinstance(seat, Seat)
            assert isinstance(n, Number)
            out.append((seat.seat, n.n))
    return out


# -- dawn ---------------------------------------------------------------------------------------------


def test_victims_are_named_in_order_and_show_their_cards() -> None:
    desk = at_night("sheriff nurse bystander bystander bystander bystander bystander bystander thug thug")
    desk.call("mafia")
    desk.ok("number_4", "done")
    desk.call("sheriff")
    desk.ok("number_3", "done")
    cues = desk.dawn()
    lines = said(cues)
    assert lines[lines.index("frame.dawn") :] == [
        "frame.dawn",
        "frame.death_mafia",
        "frame.death_other_also",
        "frame.discussion",
    ]
    assert cues.count(Pause(desk.flow.pace.show_card)) == 2, "everybody sees each card"


def test_in_secret_mode_no_card_is_shown() -> None:
    desk = at_night("sheriff nurse bystander bystander bystander thug", secret=True)
    desk.call("sheriff")
    desk.ok("number_3", "done")
    cues = desk.dawn()
    assert "frame.death_other_only_secret" in said(cues)
    assert Pause(desk.flow.pace.show_card) not in cues


def dawn_with_cards() -> Desk:
    setup = setup_of("sheriff nurse bystander bystander bystander bystander bystander bystander thug thug")
    position = mv.position_at(setup, setup.deck)
    desk = Desk(VendettaFlow(setup, seed=1, position=position, start="night", read_cards=True))
    desk.call("mafia")
    desk.ok("number_2", "done")
    desk.call("sheriff")
    desk.ok("number_3", "done")
    while desk.flow.state is not S.DAWN:
        desk.elapse()
    return desk


def test_shown_cards_may_be_read_and_all_of_dawn_is_repeated() -> None:
    desk = dawn_with_cards()
    cards = [c.facts for c in desk.cues if isinstance(c, Say) and c.line == "frame.reveal"]
    assert cards == [
        {"name": Seat(2), "role": Role("nurse")},
        {"name": Seat(3), "role": Role("bystander")},
    ]
    assert said(desk.ok("repeat")) == [
        "frame.repeating",
        "frame.death_mafia",
        "frame.reveal",
        "frame.death_other_also",
        "frame.reveal",
    ]


def test_a_quiet_night_jail_and_silence() -> None:
    desk = at_night(
        "jailer nurse bystander bystander bystander bystander bystander godfather thug thug", jailed=(9,)
    )
    desk.call("godfather")
    desk.ok("number_3", "done")
    desk.call("jailer")
    desk.ok("number_10", "done")
    cues = desk.dawn()
    lines = said(cues)
    assert lines[lines.index("frame.dawn") :] == [
        "frame.dawn",
        "frame.nobody_died",
        "frame.prisoners",
        "frame.silenced",
        "frame.discussion",
    ]
    facts = {c.line: c.facts for c in cues if isinstance(c, Say)}
    assert facts["frame.prisoners"] == {"names": Seats((9, 10))}
    assert facts["frame.silenced"] == {"name": Seat(3)}
    desk.ok("number_3", "number_4", "done")
    barred = [c for c in desk.cues if isinstance(c, Say) and c.line == "frame.vote_barred"]
    assert [c.facts for c in barred] == [{"names": Seats((3, 9, 10))}]
    for seat in (3, 9, 10):
        assert desk.refused(f"number_{seat}") == "private.not_possible_vote"


def test_prisoners_go_free_when_the_jailer_dies() -> None:
    desk = at_night("jailer nurse bystander bystander bystander bystander bystander thug thug", jailed=(9,))
    desk.call("mafia")
    desk.ok("number_1", "done")
    lines = said(desk.dawn())
    assert "frame.freed" in lines
    assert "frame.prisoners" not in lines


def test_nothing_is_decided_by_words_at_dawn() -> None:
    desk = dawn_with_cards()
    for word in ("done", "next", "number_3", "skip", "suspect", "minus", "no", "yes"):
        assert desk.refused(word) == "private.not_now"
    assert desk.flow.intents() == frozenset()


# -- the talk -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("talk", "marks"),
    [
        (300.0, {"time_half": 150.0, "time_minute": 240.0, "time_ten_seconds": 290.0, "time_up": 300.0}),
        (60.0, {"time_half": 30.0, "time_ten_seconds": 50.0, "time_up": 60.0}),
        (20.0, {"time_half": 10.0, "time_up": 20.0}),
        (15.0, {"time_up": 15.0}),
    ],
)
def test_the_talk_has_marks(talk: float, marks: dict[str, float]) -> None:
    setup = setup_of(TEN)
    position = mv.position_at(setup, setup.deck)
    desk = Desk(VendettaFlow(setup, position=position, start="day", discussion=talk))
    assert desk.timers == marks
    for mark in list(marks)[:-1]:
        assert said(desk.elapse(mark)) == [f"frame.{mark}"]
    assert said(desk.elapse("time_up")) == ["frame.time_up", "frame.ask_suspects"]


def test_time_up_leads_to_the_vote_when_there_are_two_suspects() -> None:
    desk = by_day()
    desk.ok("number_3", "number_4")
    cues = desk.elapse("time_up")
    assert said(cues)[:2] == ["frame.time_up", "frame.suspects_list"]
    assert not any(isinstance(cue, Clear) for cue in cues), "it must be heard"


def test_suspects_come_and_go() -> None:
    desk = by_day(dead=(9,))
    assert said(desk.ok("suspect", "number_3")) == ["frame.suspect_noted"]
    assert desk.refused("number_3") == "private.not_possible_suspect"
    assert desk.refused("number_9") == "private.not_possible_out"
    assert desk.refused("number_11") == "private.not_possible_seat"
    assert desk.refused("skip") == "private.not_now"
    desk.ok("minus")
    assert desk.refused("number_4") == "private.not_possible"
    desk.ok("number_4")  # "minus" counted for one word only
    desk.ok("minus", "suspect", "number_5")  # "suspect" takes it back
    assert said(desk.ok("minus", "number_4")) == ["frame.suspect_removed"]
    assert desk.flow.day.suspects == (3, 5)
    assert said(desk.ok("done"))[0] == "frame.suspects_list"


def test_jailed_and_silenced_may_be_suspects() -> None:
    desk = by_day(jailed=(9,))
    desk.ok("number_9", "number_1", "done")
    assert desk.flow.state is S.VOTE


def test_one_suspect_is_too_few_until_the_day_is_closed_without_a_vote() -> None:
    desk = by_day()
    assert said(desk.ok("done")) == ["frame.ask_suspects"]
    assert said(desk.ok("done")) == ["frame.suspects_none"]
    desk.ok("number_3")
    assert said(desk.ok("next")) == ["frame.suspects_one"]
    cues = desk.ok("skip")
    assert said(cues) == []
    assert told(cues) == ["private.confirm_skip"]
    assert desk.flow.expected() == {"yes", "no", "repeat"}
    desk.ok("no")
    assert desk.flow.state is S.SUSPECTS
    desk.ok("skip")
    assert told(desk.whisper("number_4")) == ["private.say_again"], "neither yes nor no"
    assert desk.refused("yes") == "private.not_now"
    assert said(desk.ok("skip", "yes")) == ["frame.day_without_vote"]
    assert said(desk.elapse("verdict")) == ["frame.night_falls"]


def test_more_time_is_longer_in_the_talk() -> None:
    desk = by_day()
    assert [c for c in desk.ok("more_time") if isinstance(c, Extend)] == [Extend(60.0)]


def test_status_by_day() -> None:
    desk = by_day(dead=(1, 2))
    assert told(desk.ok("status")) == ["private.status_day"] + ["private.status_seat"] * 8


# -- the vote -----------------------------------------------------------------------------------------


def test_hands_are_taken_back_and_nobody_votes_twice() -> None:
    desk = voting(dead=(9,))
    assert [c.facts for c in desk.cues if isinstance(c, Say) and c.line == "frame.vote_for"] == [
        {"name": Seat(3)}
    ]
    desk.ok("number_1", "number_2")
    assert desk.refused("number_2") == "private.not_possible_voted"
    assert desk.refused("number_9") == "private.not_possible_dead"
    assert desk.refused("number_11") == "private.not_possible_seat"
    assert desk.refused("skip") == "private.not_now"
    assert desk.refused("suspect") == "private.not_now"
    noted = [c for c in desk.ok("minus", "number_2") if isinstance(c, Tell)][-1]
    assert noted.facts == {"what": Secret(Seats((1,)))}
    desk.ok("minus")
    assert desk.refused("number_5") == "private.not_possible"
    noted = [c for c in desk.ok("minus", "number_1") if isinstance(c, Tell)][-1]
    assert noted.facts == {"what": Secret(Number(0))}
    desk.ok("number_1")
    assert said(desk.ok("done")) == ["frame.hands_down", "frame.vote_for"]
    assert desk.refused("number_1") == "private.not_possible_voted"
    desk.ok("number_2", "seat_3", "number_4")
    cues = desk.ok("done")
    assert number_line(list(cues), "frame.totals_item") == [(3, 1), (4, 3)]
    assert said(cues)[-1] == "frame.eliminated"


def test_a_bare_count_will_do_where_no_role_makes_identities_matter() -> None:
    desk = voting()
    assert "vote_count" in desk.flow.expected()
    desk.ok("vote_count", "number_9", "number_4")
    assert desk.refused("minus") == "private.not_now"
    desk.ok("done", "vote_count")
    assert desk.refused("number_7") == "private.not_possible", "ten players, four have voted"
    cues = desk.ok("number_6", "done")
    assert number_line(list(cues), "frame.totals_item") == [(3, 4), (4, 6)]


def test_a_count_of_none() -> None:
    desk = voting()
    cues = desk.ok("vote_count", "number_0", "done", "vote_count", "number_0", "done")
    assert said(cues)[-4:] == ["frame.totals_intro", *["frame.totals_item_zero"] * 2, "frame.no_votes"]


def test_a_count_is_no_use_where_identities_matter() -> None:
    for roles in (COUNTED, TEN.replace("nurse", "hypnotist")):
        desk = voting(roles)
        assert "vote_count" not in desk.flow.expected()
        assert desk.refused("vote_count") == "private.count_hands"
        # also after its holder is out: the table must not notice
        desk = voting(roles, dead=(1, 2))
        assert desk.refused("vote_count") == "private.count_hands"


def test_the_judge_weighs_two_in_the_totals_alone() -> None:
    desk = voting(COUNTED)
    before = len(desk.cues)
    desk.ok("number_1", "done", "number_2", "number_5")
    assert not any(isinstance(c, Say) and "n" in c.facts for c in desk.cues[before:])
    cues = desk.ok("done")
    assert number_line(list(cues), "frame.totals_item") == [(3, 2), (4, 2)]
    assert said(cues)[-1] == "frame.tie"
    assert said(desk.ok("repeat"))[1:] == [
        "frame.totals_intro",
        "frame.totals_item",
        "frame.totals_item",
        "frame.tie",
    ]


def test_hypnosis_is_told_before_the_totals() -> None:
    for vote, line in ((True, "frame.hypnosis"), (False, "frame.hypnosis_nobody")):
        desk = at_night(TEN.replace("nurse", "hypnotist"))
        desk.call("hypnotist")
        desk.ok("number_5", "done")
        desk.dawn()
        desk.ok("number_3", "number_4", "done", "number_5", "done")
        cues = desk.ok("number_2", "done") if vote else desk.ok("done")
        lines = said(cues)
        assert lines[1] == line
        assert number_line(list(cues), "frame.totals_item") == ([(4, 2)] if vote else [])


def test_prisoners_go_free_when_the_jailer_is_voted_out() -> None:
    desk = voting(
        "jailer nurse bystander bystander bystander bystander bystander thug thug", (1, 3), jailed=(9,)
    )
    desk.ok("number_2", "done", "done")
    assert said(desk.elapse("verdict"))[:2] == ["frame.freed", "frame.night_falls"]


@pytest.mark.parametrize(
    ("roles", "mode", "out", "winner", "line"),
    [
        ("detective bystander bystander bystander thug", "classic", 5, "civilian", "frame.win_civilian"),
        ("detective bystander bystander thug thug", "classic", 1, "mafia", "frame.win_mafia"),
        ("detective thug yakuza", "yakuza", 1, "all_lose", "frame.all_lose"),
        ("detective bystander thug yakuza", "yakuza", 3, None, ""),
        ("detective thug yakuza", "yakuza", 2, "yakuza", "frame.win_yakuza"),
        ("detective thug psycho", "loner", 1, "loner", "frame.win_loner"),
        ("detective bystander bystander yakuza", "yakuza", 4, "civilian", "frame.win_civilian_yakuza"),
    ],
)
@pytest.mark.parametrize("secret", [False, True])
def test_the_winner_is_announced_once(
    roles: str, mode: str, out: int, winner: str | None, line: str, secret: bool
) -> None:
    other = 2 if out != 2 else 1
    desk = voting(roles, (out, other), mode=mode, secret=secret)
    desk.ok("vote_count" if "vote_count" in desk.flow.expected() else "number_1", "number_1", "done")
    desk.ok("done")
    cues = desk.elapse("verdict")
    if winner is None:
        assert overs(desk.cues) == []
        assert said(cues) == ["frame.night_falls"]
        return
    assert said(cues) == [line, "frame.end"]
    assert overs(desk.cues) == [winner]
    assert desk.flow.over
    assert desk.flow.expected() == {"undo"}
    assert desk.whisper("number_1") == []
    assert not desk.flow.accepted


def test_nobody_left() -> None:
    desk = at_night("sheriff thug psycho", mode="loner")
    desk.call("mafia")
    desk.ok("number_3", "done")
    desk.call("psycho")
    desk.ok("number_1", "done")
    desk.call("sheriff")
    desk.ok("number_2", "done")
    assert said(desk.dawn())[-2:] == ["frame.nobody_left", "frame.end"]
    assert overs(desk.cues) == ["none"]


def test_by_day_earcons_are_for_everybody() -> None:
    desk = by_day()
    desk.whisper("number_3")
    desk.whisper("number_3")
    assert [(c.name, c.public) for c in desk.cues if isinstance(c, Chime)] == [
        ("heard", True),
        ("again", True),
    ]


def test_the_vote_reminds_privately() -> None:
    desk = voting()
    assert told(desk.elapse("remind")) == ["private.waiting"]
