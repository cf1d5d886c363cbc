"""What a day's vote comes to: who leaves, or that nobody does; the lot when the votes are even."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.flow.cues import Pause, Timer
from narrator.flow.facts import Number, Seat, Seats
from narrator.flow.shab_haye_mafia.state import ShabState
from narrator.games import shab_haye_mafia as rules


def enter_verdict(flow: ShabState, hands: Mapping[int, rules.Hands], decision: rules.Decision | None) -> None:
    """Say who leaves, or that nobody does. When the Mayor acted, no numbers are told."""
    told = flow.said
    flow.verdict = verdict = rules.verdict(flow.now, flow.accused, hands, decision)
    flow.position = verdict.position
    leaves = verdict.leaves
    if verdict.tied:
        chance = flow.setup.options.lot == "chance"
        flow.say("frame.result_tie_chance" if chance else "frame.result_tie", names=Seats(verdict.tied))
    elif leaves is None:
        flow.say(f"frame.result_{verdict.reason}")
    elif verdict.reason == "direct_exit":
        flow.say("frame.result_direct_exit", name=Seat(leaves))
    else:
        flow.say("frame.result_exit", name=Seat(leaves), n=Number(verdict.votes[leaves]))
    if leaves is not None:
        _leave(flow, leaves)
    _wait(flow, told)


def enter_lot(flow: ShabState) -> None:
    """Draw among those with the most votes, and say whom the lot sends out."""
    assert flow.verdict is not None
    drawn, flow.lots = (flow.lots[0], flow.lots[1:]) if flow.lots else (None, ())
    lot = rules.lot(flow.setup.options, flow.verdict.tied, flow.rng("lot", flow.now.days), drawn)
    flow.emit(Pause(flow.pace.show_card))
    told = flow.said
    for seat in lot.stay:
        flow.say("frame.result_lot_stays", name=Seat(seat))
    chance = flow.setup.options.lot == "chance"
    flow.say("frame.result_leaves" if chance else "frame.result_lot", name=Seat(lot.leaves))
    _leave(flow, lot.leaves)
    _wait(flow, told)


def _leave(flow: ShabState, seat: int) -> None:
    flow.leaver = seat
    flow.position = rules.leave(flow.now, seat)


def _wait(flow: ShabState, told: int) -> None:
    flow.ask("nothing", prompt=flow.said - told)
    flow.emit(Timer("verdict", flow.pace.breath))
