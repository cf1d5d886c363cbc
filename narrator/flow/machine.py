"""Makes the `transitions` machine of a flow from its table."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from transitions import Machine


def machine(flow: Any, model: object, initial: Enum) -> Any:
    """The machine of a flow's States and TRANSITIONS, with pausing from everywhere and back."""
    states: Iterable[Enum] = flow.States
    playing = [s for s in states if s.name not in ("PAUSED", "END")]
    table: list[dict[str, Any]] = [dict(t) for t in flow.TRANSITIONS]
    paused, end = flow.States["PAUSED"], flow.States["END"]
    table.append({"trigger": "pause", "source": playing, "dest": paused})
    for state in playing:
        table.append(
            {"trigger": "resume", "source": paused, "dest": state, "conditions": _paused_from(state)}
        )
    table.append({"trigger": "abandon", "source": [*playing, paused], "dest": end})
    return Machine(
        model,
        states=flow.States,
        initial=initial,
        transitions=table,
        queued=True,
        auto_transitions=False,
        send_event=True,
        after_state_change="_changed_state",
    )


def _paused_from(state: Enum) -> Any:
    def back_here(event: Any) -> bool:
        return bool(event.model._paused_from is state)

    return back_here
