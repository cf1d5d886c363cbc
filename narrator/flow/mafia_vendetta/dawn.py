"""What the table is told of a night: who is out, in jail, free or silenced. The order is section 10.4's."""

from __future__ import annotations

from narrator.flow.cues import Pause, Sound, Timer
from narrator.flow.facts import Role, Seat, Seats
from narrator.flow.mafia_vendetta.state import VendettaState


def enter_dawn(flow: VendettaState) -> None:
    """Wake everybody and say who is out."""
    assert flow.dawn is not None
    facts = flow.dawn.public
    flow.emit(Sound("dawn"))
    flow.say("frame.dawn")
    told = flow.said
    for number, (seat, cause) in enumerate(facts.deaths):
        line = "death_mafia" if cause == "mafia" else "death_other_also" if number else "death_other_only"
        tell_out(flow, line, seat)
        if cause == "mafia" and facts.same_victim is not None:
            flow.say("frame.same_victim", name=Seat(facts.same_victim))
    if not facts.deaths:
        flow.say("frame.nobody_died")
    flow.ask("nothing", prompt=flow.said - told)
    flow.emit(Timer("dawn", flow.pace.breath))


def enter_dawn_status(flow: VendettaState) -> None:
    """Say who is in jail, free, or silenced; then the day begins."""
    assert flow.dawn is not None
    facts = flow.dawn.public
    if facts.freed:
        flow.say("frame.freed")
    elif facts.prisoners:
        flow.say("frame.prisoners", names=Seats(facts.prisoners))
    if facts.silenced is not None:
        flow.say("frame.silenced", name=Seat(facts.silenced))
    flow.go("told")


def tell_out(flow: VendettaState, line: str, seat: int) -> None:
    """Say that a player is out; his card is shown, but in Secret mode."""
    if flow.setup.secret:
        flow.say(f"frame.{line}_secret", name=Seat(seat))
        return
    flow.say(f"frame.{line}", name=Seat(seat))
    flow.emit(Pause(flow.pace.show_card))
    if flow.read_cards:
        assert flow.position is not None
        flow.say("frame.reveal", name=Seat(seat), role=Role(flow.position.roles[seat - 1]))
