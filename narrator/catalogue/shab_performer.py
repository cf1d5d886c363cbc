"""The robot's part in a scenario of Shab-haye Mafia: what to whisper, and when an event is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from narrator.catalogue.shab_checks import check_event, legal, place
from narrator.flow.base import Ask, Flow
from narrator.flow.shab_haye_mafia import S, ShabFlow, Style
from narrator.flow.shab_haye_mafia.state import SPEECHES
from narrator.games import shab_haye_mafia as rules
from narrator.games.core import BadPosition, Illegal
from narrator.table.rehearsal import SEED

_NIGHT_COMES = frozenset({S.NIGHT, S.CALL})


class Performer:
    """Plays the events in order. outcomes: of those that are over."""

    def __init__(self, scenario: rules.Scenario) -> None:
        self.outcomes: list[dict[str, Any]] = []
        self._scenario = scenario
        self._events = scenario.events
        self._position = scenario.position
        self._before = scenario.position
        self._dawn: rules.NightResult | None = None
        self._state: S | None = None

    @property
    def more(self) -> bool:
        """Whether an event is still to be played."""
        return len(self.outcomes) < len(self._events)

    @property
    def _event(self) -> rules.Event:
        return self._events[len(self.outcomes)]

    @property
    def _card_follows(self) -> bool:
        after = self._events[len(self.outcomes) + 1 : len(self.outcomes) + 2]
        return bool(after) and isinstance(after[0], rules.CardEvent)

    # -- where an event begins ----------------------------------------------------------------------

    def make_flow(self) -> ShabFlow:
        """A flow that stands where the next event begins."""
        event, position = self._event, self._position
        accused: tuple[int, ...] = ()
        leaver = None
        if isinstance(event, rules.NightEvent):
            start = "night"
            if position.insomnia:
                position = rules.skip_night(position)
            if event.final_shot is not None:
                self._contradiction(event, "final_shot", position.final_shot, event.final_shot)
                position = replace(position, final_shot=event.final_shot)
        elif isinstance(event, rules.Vote1Event):
            start, position = "vote1", self._next_day(position)
            if event.red_carpet is not None:
                position = replace(position, red_carpet=event.red_carpet)
            if event.green_path is not None:
                position = replace(position, green_path=event.green_path)
        elif isinstance(event, rules.Vote2Event):
            start, position, accused = "defence", self._next_day(position), event.accused
        else:
            start, leaver = "card", event.player
            with legal(event, "player"):
                position = rules.leave(position, leaver)
            if event.silenced:
                position = replace(position, silenced=leaver)
        self._begin(position)
        lots = tuple(
            event.lot_result
            for event in self._events[len(self.outcomes) :]
            if isinstance(event, rules.Vote2Event) and event.lot_result is not None
        )
        return ShabFlow(
            position.setup,
            seed=SEED,
            style=Style(reveal=False),
            position=position,
            start=start,
            accused=accused,
            leaver=leaver,
            lots=lots,
        )

    def _next_day(self, position: rules.Position) -> rules.Position:
        """The day of a vote: the next one where the last event ended a day."""
        return rules.skip_night(position) if self._state in (S.DEFENCE, *_NIGHT_COMES) else position

    def _begin(self, position: rules.Position) -> None:
        """An event begins at this position; what cannot happen in it is refused."""
        self._before = position
        check_event(self._event, position, self._scenario.names)

    def _contradiction(self, event: rules.Event, field: str, stands: int | None, said: int) -> None:
        if stands is not None and stands != said:
            raise BadPosition(f"{place(event)}.{field}", "contradicts")

    # -- when it is over ----------------------------------------------------------------------------

    def finished(self, flow: Flow, ask: Ask) -> bool:
        """Whether the flow is at the end of what it can play of the scenario by itself."""
        assert isinstance(flow, ShabFlow)
        if flow.over or not self._complete(flow):
            return False
        self._close(flow)
        if self.more and self._leads_on(flow, ask):
            self._begin(flow.now)
            return False
        return True

    def stopped(self, flow: Flow) -> None:
        """The run has ended, with the game or because the file goes on elsewhere.

        Raises BadPosition when the game is over before the file is.
        """
        assert isinstance(flow, ShabFlow)
        if flow.over and self.more:
            self._close(flow)
            if self.more:
                raise BadPosition(place(self._event), "over")

    def _complete(self, flow: ShabFlow) -> bool:
        event, state = self._event, flow.state
        if isinstance(event, rules.NightEvent):
            return flow.dawn is not self._dawn and state is S.TALK
        if isinstance(event, rules.Vote1Event):
            return state in (S.DEFENCE, S.NIGHT)
        if isinstance(event, rules.Vote2Event):
            return state is S.NIGHT or (state is S.CARD if self._card_follows else self._next_morning(flow))
        return state is S.NIGHT or self._next_morning(flow)

    def _next_morning(self, flow: ShabFlow) -> bool:
        return flow.state is S.TALK and flow.card is not None

    def _close(self, flow: ShabFlow) -> None:
        """Note what the event came to, in the shape of `expect`."""
        event, names = self._event, self._scenario.names
        if isinstance(event, rules.NightEvent):
            assert flow.dawn is not None
            self._dawn = flow.dawn
            shape = rules.night_shape(flow.dawn, flow.outcome(), names)
        elif isinstance(event, rules.Vote1Event):
            shape = rules.vote1_shape(self._before, flow.accused, names)
        elif isinstance(event, rules.Vote2Event):
            assert flow.verdict is not None
            tied = bool(flow.verdict.tied)
            self._check_lot(event, flow.verdict)
            ending = None if self._card_follows else flow.outcome()
            shape = rules.vote2_shape(self._before, lot=tied, exits=flow.leaver, ending=ending, names=names)
        else:
            assert flow.card is not None
            shape = rules.card_shape(event.card, flow.card, flow.outcome(), names)
        self.outcomes.append(shape)
        self._position, self._state = flow.now, flow.state

    def _check_lot(self, event: rules.Vote2Event, verdict: rules.Verdict) -> None:
        if event.lot_result is not None and not verdict.tied:
            raise BadPosition(f"{place(event)}.lot_result", "no_tie")

    def _leads_on(self, flow: ShabFlow, ask: Ask) -> bool:
        """Whether the game itself goes on with the next event."""
        event, position = self._event, flow.now
        if isinstance(event, rules.NightEvent):
            return flow.state is S.NIGHT and event.final_shot in (None, position.final_shot)
        if isinstance(event, rules.Vote1Event):
            marks = (
                event.red_carpet in (None, position.red_carpet),
                event.green_path in (None, position.green_path),
            )
            return flow.state is S.TALK and all(marks)
        if isinstance(event, rules.Vote2Event):
            if flow.state is S.DEFENCE and set(event.accused) != set(flow.accused):
                raise BadPosition(f"{place(event)}.defence", "contradicts")
            return flow.state is S.DEFENCE
        if flow.state is not S.CARD or flow.leaver != event.player:
            raise BadPosition(f"{place(event)}.player", "not_the_leaver")
        silenced = position.silenced == event.player
        if event.silenced is not None and event.silenced != silenced:
            raise BadPosition(f"{place(event)}.silenced", "contradicts")
        return ask.kind == "card"

    # -- what to whisper ----------------------------------------------------------------------------

    @property
    def bad_lot(self) -> BadPosition:
        """That the lot of the event now played cannot fall as the file has it."""
        return BadPosition(f"{place(self._event)}.lot_result", "not_tied")

    def answer(self, flow: Flow, ask: Ask) -> list[str]:
        """The words for one ask."""
        assert isinstance(flow, ShabFlow)
        event = self._event
        if ask.kind in SPEECHES:
            return ["next"]
        if ask.kind == "call":
            return self._call(flow, ask.subject)
        if ask.kind == "votes1" and ask.seat is not None:
            return self._hands(event.votes.get(ask.seat, 0) if isinstance(event, rules.Vote1Event) else 0)
        if ask.kind == "votes2" and ask.seat is not None:
            return self._hands(event.votes.get(ask.seat, 0) if isinstance(event, rules.Vote2Event) else 0)
        if ask.kind == "mayor":
            return self._mayor(flow)
        if ask.kind == "card":
            card = event.card if isinstance(event, rules.CardEvent) else None
            return ["skip"] if card is None else [f"number_{rules.CARDS.index(card) + 1}", "done"]
        return self._fate(ask) if isinstance(event, rules.CardEvent) else []

    def _hands(self, hands: rules.Hands) -> list[str]:
        if isinstance(hands, int) or not hands:
            return [f"number_{hands or 0}", "done"]
        # Zero first: it stands where no hand of a name counts.
        return ["number_0", *(f"seat_{seat}" for seat in sorted(hands)), "done"]

    def _call(self, flow: ShabFlow, step: str) -> list[str]:
        night, event = flow.night.night, self._event
        assert night is not None
        state = rules.step_state(night, step)
        target = event.actions.get(step) if isinstance(event, rules.NightEvent) else None
        if state == rules.SPENT and target is not None:
            return ["yes" if target is True else f"number_{target}"]
        if state != rules.ACTS:
            return []
        if target is None:
            return ["skip"]
        if target is True:
            return ["yes", "done"]
        try:
            rules.check(night, step, target)
        except Illegal:
            return [f"number_{target}", "skip"]
        return [f"number_{target}", "done"]

    def _mayor(self, flow: ShabFlow) -> list[str]:
        event = self._event
        decision = event.mayor if isinstance(event, rules.Vote2Event) else None
        number = [] if decision is None or decision.do == "nothing" else [f"number_{decision.target or 0}"]
        if rules.mayor_state(flow.now, flow.accused) != rules.ACTS:
            return number
        return [*number, "done"] if number else ["skip"]

    def _fate(self, ask: Ask) -> list[str]:
        event = self._event
        assert isinstance(event, rules.CardEvent)
        if ask.kind == "receiver":
            return [f"number_{self._given(event, event.give_to, 'give_to')}", "done"]
        if ask.kind == "guess":
            seat, role = self._given(event, event.guess, "guess")
            return [f"number_{seat}", f"number_{list(rules.ROLES).index(role) + 1}", "done"]
        return ["yes" if event.lie else "no"] if ask.kind == "lie" else []

    def _given(self, event: rules.CardEvent, value: Any, field: str) -> Any:
        if value is None:
            raise BadPosition(f"{place(event)}.{field}", "missing")
        seat, role = value if isinstance(value, tuple) else (value, None)
        with legal(event, field):
            rules.check_card(self._leaving(event), event.player, event.card or "", seat=seat, role=role)
        return value

    def _leaving(self, event: rules.CardEvent) -> rules.Position:
        position = self._before
        return replace(position, active=position.active - {event.player})
