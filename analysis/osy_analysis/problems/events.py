"""What is wrong with a workflow's events."""

from typing import ClassVar

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.declarations import Parameters
from osy_grammar.nodes.workflow import Event, Route, Subscribe, Workflow


@problem
class EventArguments(Problem):
    """The list of a `subscribe` or an `on` differs from its event's.

    `position` is the first parameter that differs, None where there are too many or too few.
    """

    item: Subscribe | Route
    parameters: Parameters
    event: Event
    position: int | None


@problem
class EventNeverAwaited(Problem):
    """Nothing in the workflow waits for the event."""

    is_about_names: ClassVar[bool] = True

    event: Event
    workflow: Workflow
