"""From the set-up to the first night."""

from __future__ import annotations

import pytest

from narrator.flow.cues import Chime, Tell, Timer
from narrator.flow.facts import Number, Role, Seats, Secret
from narrator.flow.mafia_vendetta import S
from narrator.games import mafia_vendetta as mv
from tests.flow.desk import Desk, said, told
from tests.flow.vendetta_desk import TEN, from_start, roll_called, setup_of


def test_nothing_is_said_before_the_start() -> None:
    desk = from_start()
    assert said(desk.cues) == []
    assert desk.flow.asking.kind == "start"
    assert desk.refused("next") == "private.not_now"
    assert desk.refused("number_3") == "private.not_now"
    assert said(desk.ok("start"))[0] == "frame.deal"


@pytest.mark.parametrize(
    ("mode", "roles", "goal"),
    [
        ("classic", TEN, "frame.goal"),
        ("loner", f"{TEN} psycho bystander", "frame.goal_loner"),
        ("yakuza", "detective nurse thug thug yakuza yakuza" + " bystander" * 8, "frame.goal_yakuza"),
    ],
)
@pytest.mark.parametrize("secret", [False, True])
def test_the_explanations_speak_of_this_game_alone(mode: str, roles: str, goal: str, secret: bool) -> None:
    desk = from_start(roles, mode=mode, secret=secret)
    lines = said(desk.ok("start"))
    deck = set(roles.split())
    assert {line.removeprefix("explain.") for line in lines if line.startswith("explain.")} == deck
    assert [line for line in lines if line.startswith("frame.goal")] == [goal]
    assert ("frame.mode_secret" in lines) == secret
    assert [line for line in lines if line in ("frame.mode_yakuza", "frame.mode_loner")] == (
        [] if mode == "classic" else [f"frame.mode_{mode}"]
    )


def test_explanations_can_be_left_out() -> None:
    assert said(from_start(explain=False).ok("start")) == ["frame.deal"]


def test_the_roles_are_read_once_each_as_the_deck_has_them() -> None:
    desk = roll_called(from_start())
    called = [c.facts["role"] for c in desk.cues if getattr(c, "line", "") == "frame.roll_call_role"]
    assert called == [Role(r) for r in dict.fromkeys(TEN.split()) if r != "bystander"]
    assert desk.flow.position is not None
    assert desk.flow.position.roles == tuple(TEN.split())
    assert desk.flow.state is S.NIGHT


def at_roll_call() -> Desk:
    desk = from_start()
    desk.ok("start", "next")
    assert desk.flow.asking.subject == "detective"
    return desk


def test_each_role_gets_its_least_time_however_fast_the_helper() -> None:
    desk = at_roll_call()
    desk.ok("number_1", "done")
    assert desk.flow.asking.subject == "detective"
    assert desk.flow.expected().isdisjoint({"done", "number_1"})
    assert desk.refused("number_2") == "private.not_now"
    desk.elapse("role")
    assert desk.flow.asking.subject == "nurse"
    desk.elapse("role")
    assert desk.flow.asking.subject == "nurse"
    desk.ok("number_2", "done")
    assert desk.flow.asking.subject == "bodyguard"


def test_roll_call_mistakes_are_named_privately() -> None:
    desk = at_roll_call()
    assert desk.refused("done") == "private.roll_few"
    assert desk.refused("number_0") == "private.not_possible_seat"
    assert desk.refused("number_11") == "private.not_possible_seat"
    assert desk.refused("skip") == "private.not_now"
    desk.ok("number_4", "number_1", "done")  # one card: the later seat corrects
    desk.elapse("role")
    assert desk.refused("number_1") == "private.roll_taken"
    desk.ok("number_2", "done")
    desk.elapse("role")
    desk.ok("number_3", "done")
    desk.elapse("role")
    assert desk.flow.asking.subject == "thug"
    asked = [c for c in desk.cues if isinstance(c, Tell)][-1]
    assert asked.line == "private.ask_seats"
    assert asked.facts["n"] == Secret(Number(2))
    desk.ok("seat_8")  # code words for seats do as well as numbers
    assert desk.refused("number_8") == "private.roll_taken"
    assert desk.refused("done") == "private.roll_few"
    desk.ok("number_7")
    assert desk.refused("number_9") == "private.roll_many"
    assert desk.refused("done") == "private.roll_few"  # they are asked for anew
    desk.ok("number_8", "number_4", "minus")
    noted = [c for c in desk.ok("number_8", "number_9") if isinstance(c, Tell)][-1]
    assert noted.facts["what"] == Secret(Seats((8, 9)))
    desk.ok("done")
    desk.elapse("role")
    desk.ok("number_10", "done")
    desk.elapse("role")
    assert desk.flow.position is not None
    assert desk.flow.position.roles == tuple(TEN.split())


def test_the_helper_is_reminded_while_something_is_missing() -> None:
    desk = at_roll_call()
    assert told(desk.elapse("remind")) == ["private.waiting"]
    desk = at_roll_call()
    desk.ok("number_1", "done")
    assert told(desk.elapse("remind")) == []


def test_at_the_roll_call_earcons_are_for_the_helper_alone() -> None:
    desk = at_roll_call()
    chimes = [c for c in desk.whisper("number_1") + desk.whisper("number_0") if isinstance(c, Chime)]
    assert [(c.name, c.public) for c in chimes] == [("heard", False), ("again", False)]


def test_the_roll_call_sounds_the_same_whoever_holds_what() -> None:
    """What the table hears are the deck and even times, whatever seats are whispered."""
    heard = []
    for shift in (0, 3):
        desk = from_start()
        desk.ok("start", "next")
        cues = []
        while desk.flow.asking.kind == "roles":
            role = desk.flow.asking.subject
            for seat, held in enumerate(TEN.split()):
                if held == role:
                    desk.ok(f"number_{(seat + shift) % 10 + 1}")
            cues += desk.ok("done")
            cues += desk.elapse("role")
        heard.append([c for c in cues if getattr(c, "public", False) or type(c).__name__ in ("Say", "Pause")])
        assert {c.seconds for c in cues if isinstance(c, Timer) and c.name == "role"} == {
            desk.flow.pace.roll_call
        }
    assert heard[0] == heard[1]


def test_a_whole_deck_of_each_size_is_learned() -> None:
    for players in mv.CLASSIC_TABLE:
        deck = " ".join(mv.default_deck(players))
        desk = roll_called(from_start(deck))
        assert desk.flow.position == mv.opening(setup_of(deck), tuple(deck.split()))
