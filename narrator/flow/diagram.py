"""A game's machine as a Mermaid state diagram, drawn from the machine itself."""

from __future__ import annotations

from enum import Enum
from typing import Any

from transitions.extensions import GraphMachine

from narrator.flow.base import Flow

_NOTE = """\
  note right of PAUSED
    from every state and back to it
  end note
  note right of END
    also from every state, when the game is broken off
  end note"""


def mermaid(flow: type[Flow]) -> str:
    """The states and transitions of a flow, without the arrows to PAUSED and back, which every state has."""
    states: list[Enum] = list(flow.States)
    machine = GraphMachine(
        states=flow.States,
        initial=states[0],
        transitions=[dict(transition) for transition in flow.TRANSITIONS],
        auto_transitions=False,
        graph_engine="mermaid",
        show_conditions=True,
        title="",
    )
    graph: Any = machine.get_combined_graph()
    arrows = [line for line in graph.draw(None).splitlines() if "-->" in line]
    return "\n".join(["stateDiagram-v2", *arrows, _NOTE])
