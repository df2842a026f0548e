"""The workflow graph: states, what they wait for and the moves between them, as a value and as pictures of it."""

from osy_analysis.graph.build import graph_of, graphs_of
from osy_analysis.graph.values import (
    Cause,
    CauseKind,
    Clock,
    Event,
    Guard,
    GuardKind,
    Milestone,
    Reminder,
    Slot,
    State,
    StateKind,
    Transition,
    Wait,
    WorkflowGraph,
    Written,
)

__all__ = [
    "Cause",
    "CauseKind",
    "Clock",
    "Event",
    "Guard",
    "GuardKind",
    "Milestone",
    "Reminder",
    "Slot",
    "State",
    "StateKind",
    "Transition",
    "Wait",
    "WorkflowGraph",
    "Written",
    "graph_of",
    "graphs_of",
]
