"""Workflows: states, slots, milestones, routes. Source: the grammar's section 15 and the pages that the nodes name."""

from osy_grammar.nodes.base import Identifier, Node, Token, node
from osy_grammar.nodes.declarations import Attribute, Declaration, Parameters, Settings
from osy_grammar.nodes.expressions import Expression
from osy_grammar.nodes.statements import Block


@node
class WorkflowItem(Node):
    """Anything between the braces of a workflow, a state, a slot or a milestone."""


@node
class ErrorItem(WorkflowItem):
    """What recovery skipped between such items."""

    tokens: tuple[Token, ...]


@node
class Clause(WorkflowItem):
    """`Name = value;`: `Tracks`, `Initial`, `Within`, `Retries`, `Candidates`, `Message` …."""

    name: Identifier
    value: Expression


@node
class Event(WorkflowItem):
    """`event Name(parameters);`."""

    attributes: tuple[Attribute, ...]
    name: Identifier
    parameters: Parameters


@node
class Body(WorkflowItem):
    """A word and a block: `enter`, `exit`, `Start`, `Exhausted`.

    `keyword` is the word; `language.bodies` says when it runs and what it may do, by the word and what it stands in.
    """

    keyword: Identifier
    block: Block


@node
class Breach(WorkflowItem):
    """`Unassigned { … }` or `Unfinished(Slot name) { … }`; `parameters` is None where no list is written."""

    keyword: Identifier
    parameters: Parameters | None
    block: Block


@node
class RemindArgument(Node):
    """`After = …`, `ThenEvery = …`, `Accrues = …`."""

    name: Identifier
    value: Expression


@node
class Remind(WorkflowItem):
    """`Remind Name(After = …, ThenEvery = …) { … }`."""

    keyword: Identifier
    name: Identifier
    arguments: tuple[RemindArgument, ...]
    block: Block


@node
class Milestone(WorkflowItem):
    """`Assigned { … }` or `Finished { … }`; items are clauses, `enter`, `Exhausted`, reminders, breach arms."""

    keyword: Identifier
    items: tuple[WorkflowItem, ...]


@node
class Clock(WorkflowItem):
    """`Expire { … }` of a state, `Deadline { … }` of a workflow."""

    keyword: Identifier
    settings: Settings


@node
class Requirement(Node):
    """`Name { Must = …; Message = …; }`."""

    name: Identifier
    settings: Settings


@node
class Requires(WorkflowItem):
    """`Requires { … }` of a slot."""

    keyword: Identifier
    requirements: tuple[Requirement | ErrorItem, ...]


@node
class Subscribe(WorkflowItem):
    """`subscribe Event(parameters) as Slot { … }`; declares a slot.

    `alias` is None without `as`. `items` is None where it ends in `;`.
    """

    keyword: Identifier
    event: Identifier
    parameters: Parameters
    alias: Identifier | None
    items: tuple[WorkflowItem, ...] | None

    @property
    def slot(self) -> Identifier:
        """The name of the slot: the alias, else the event's."""
        return self.alias or self.event


@node
class When(Node):
    """`when (condition) { … }` in a route of guarded arms."""

    condition: Expression
    block: Block


@node
class Arms(Node):
    """Guarded arms in place of a route's block; `default` is None where none is written."""

    arms: tuple[When, ...]
    default: Block | None


@node
class Route(WorkflowItem):
    """`on Name(parameters) { … }`: the name is a slot's or an event's, or `Expire`, `Deadline`, `Complete`."""

    keyword: Identifier
    name: Identifier
    parameters: Parameters | None
    body: Block | Arms


@node
class CompleteWhen(WorkflowItem):
    """`complete when (condition) { … }` or `complete when condition;`."""

    keyword: Identifier
    condition: Expression
    block: Block | None


@node
class State(WorkflowItem):
    """`state Name { … }`."""

    attributes: tuple[Attribute, ...]
    keyword: Identifier
    name: Identifier
    items: tuple[WorkflowItem, ...]


@node
class Terminal(WorkflowItem):
    """`terminal success|cancel|error Name { … }`."""

    attributes: tuple[Attribute, ...]
    keyword: Identifier
    outcome: Identifier
    name: Identifier
    items: tuple[WorkflowItem, ...]


@node
class Workflow(Declaration):
    """`workflow Name { … }`; items in source order."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    items: tuple[WorkflowItem, ...]
