"""Workflows."""

from collections.abc import Sequence

from osy_grammar.builders.lists import Lead, Skipped, identifier, optional_identifier
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import declarations, expressions, statements
from osy_grammar.nodes import workflow as nodes

Items = tuple[nodes.WorkflowItem, ...]


def workflow(start: int, end: int, lead: Lead, name: Lexeme, items: Items) -> nodes.Workflow:
    """`workflow Name { … }`."""
    return nodes.Workflow(start, end, *lead, identifier(name), items)


def workflow_body(_start: int, _end: int, items: Sequence[nodes.WorkflowItem] = ()) -> Items:
    """`{ … }` of a workflow, a state, a slot or a milestone."""
    return tuple(items)


def error_item(start: int, end: int, skipped: Skipped) -> nodes.ErrorItem:
    """What recovery skipped in such a body."""
    return nodes.ErrorItem(start, end, skipped.tokens)


def clause(start: int, end: int, name: Lexeme, value: expressions.Expression) -> nodes.Clause:
    """`Name = value;`."""
    return nodes.Clause(start, end, identifier(name), value)


def event(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    name: Lexeme,
    parameters: declarations.Parameters,
) -> nodes.Event:
    """`event Name(parameters);`."""
    return nodes.Event(start, end, attributes or (), identifier(name), parameters)


def state(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    word: Lexeme,
    name: Lexeme,
    items: Items,
) -> nodes.State:
    """`state Name { … }`."""
    return nodes.State(start, end, attributes or (), identifier(word), identifier(name), items)


def terminal(
    start: int,
    end: int,
    attributes: tuple[declarations.Attribute, ...] | None,
    word: Lexeme,
    outcome: Lexeme,
    name: Lexeme,
    items: Items = (),
) -> nodes.Terminal:
    """`terminal success Name { … }`."""
    return nodes.Terminal(start, end, attributes or (), identifier(word), identifier(outcome), identifier(name), items)


def word_body(start: int, end: int, word: Lexeme, block: statements.Block) -> nodes.Body:
    """`enter { … }` and its like."""
    return nodes.Body(start, end, identifier(word), block)


def clock(start: int, end: int, word: Lexeme, settings: declarations.Settings) -> nodes.Clock:
    """`Expire { … }`, `Deadline { … }`."""
    return nodes.Clock(start, end, identifier(word), settings)


def subscribe(
    start: int,
    end: int,
    word: Lexeme,
    event: Lexeme,
    parameters: declarations.Parameters,
    alias: Lexeme | None,
    items: Items | None = None,
) -> nodes.Subscribe:
    """`subscribe Event(parameters) as Slot { … }`."""
    return nodes.Subscribe(
        start, end, identifier(word), identifier(event), parameters, optional_identifier(alias), items
    )


def milestone(start: int, end: int, word: Lexeme, items: Items) -> nodes.Milestone:
    """`Assigned { … }`, `Finished { … }`."""
    return nodes.Milestone(start, end, identifier(word), items)


def breach(
    start: int, end: int, word: Lexeme, parameters: declarations.Parameters | None, block: statements.Block
) -> nodes.Breach:
    """`Unassigned { … }`, `Unfinished { … }`."""
    return nodes.Breach(start, end, identifier(word), parameters, block)


def remind(
    start: int,
    end: int,
    word: Lexeme,
    name: Lexeme,
    arguments: tuple[nodes.RemindArgument, ...],
    block: statements.Block,
) -> nodes.Remind:
    """`Remind Name(After = …) { … }`."""
    return nodes.Remind(start, end, identifier(word), identifier(name), arguments, block)


def remind_arguments(_start: int, _end: int, items: list[nodes.RemindArgument]) -> tuple[nodes.RemindArgument, ...]:
    """What stands between a reminder's parentheses."""
    return tuple(items)


def remind_argument(start: int, end: int, name: Lexeme, value: expressions.Expression) -> nodes.RemindArgument:
    """`After = …`."""
    return nodes.RemindArgument(start, end, identifier(name), value)


def requires(
    start: int, end: int, word: Lexeme, requirements: Sequence[nodes.Requirement | nodes.ErrorItem] = ()
) -> nodes.Requires:
    """`Requires { … }`."""
    return nodes.Requires(start, end, identifier(word), tuple(requirements))


def requirement(start: int, end: int, name: Lexeme, settings: declarations.Settings) -> nodes.Requirement:
    """`Name { Must = …; Message = …; }`."""
    return nodes.Requirement(start, end, identifier(name), settings)


def route(
    start: int,
    end: int,
    word: Lexeme,
    name: Lexeme,
    parameters: declarations.Parameters | None,
    body: statements.Block | nodes.Arms,
) -> nodes.Route:
    """`on Name(parameters) { … }`."""
    return nodes.Route(start, end, identifier(word), identifier(name), parameters, body)


def arms(start: int, end: int, items: list[nodes.When], default: statements.Block | None) -> nodes.Arms:
    """`{ when (…) { … } default { … } }`."""
    return nodes.Arms(start, end, tuple(items), default)


def arm(start: int, end: int, condition: expressions.Expression, block: statements.Block) -> nodes.When:
    """`when (condition) { … }`."""
    return nodes.When(start, end, condition, block)


def default_arm(_start: int, _end: int, block: statements.Block) -> statements.Block:
    """`default { … }`."""
    return block


def complete_when(start: int, end: int, word: Lexeme, condition: expressions.Expression) -> nodes.CompleteWhen:
    """`complete when condition;`."""
    return nodes.CompleteWhen(start, end, identifier(word), condition, None)


def complete_if(
    start: int, end: int, word: Lexeme, condition: expressions.Expression, block: statements.Block
) -> nodes.CompleteWhen:
    """`complete when (condition) { … }`."""
    return nodes.CompleteWhen(start, end, identifier(word), condition, block)
