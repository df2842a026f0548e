"""A `goto` in a state's `exit`."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Edit, Fix, Level
from osy_analysis.passes.bodies import bodies_of
from osy_analysis.passes.scan import scan
from osy_analysis.problems.workflow import GotoInExit
from osy_analysis.repairs import remove_goto, without_statement
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.statements import Block, Goto, If, Local, Statement
from osy_grammar.nodes.workflow import Breach, CompleteWhen, Route, State, Workflow
from osy_grammar.walk import walk


def check(ctx: Context, problem: GotoInExit) -> Iterator[Finding]:
    """Say it in the reference's words."""
    state = problem.state.name.text
    move = _move(ctx, problem)
    remove = remove_goto(ctx, problem.goto, problem.parent)
    yield Finding(
        span=ctx.span(problem.goto),
        message=(
            f"an `exit {{ }}` body may not `goto` — state '{state}' runs its exit body BECAUSE a transition was "
            "already decided, so a `goto` here would override a choice already made (and two states redirecting to "
            "each other would never settle). Put the decision where it is still open: an `on` arm, a `complete when`, "
            "or the destination state's own `enter { }`, which MAY redirect."
        ),
        fixes=(move, remove) if move is not None else (remove,),
    )


def _move(ctx: Context, problem: GotoInExit) -> Fix | None:
    """Take the decision to each arm that leaves the state: before its `goto`, or instead of it."""
    statement = _whole_decision(problem)
    if statement is None or not isinstance(ctx.item.node, Workflow):
        return None
    leaving = list(_leaving(ctx.item.node, problem.state))
    if not leaving or _reads_locals(statement, problem.block):
        return None
    edits = [without_statement(ctx, statement, problem.block)]
    edits.extend(_decide_before(ctx, statement, goto, parent) for goto, parent in leaving)
    return Fix("Move the decision to the arms that leave the state", tuple(edits))


def _whole_decision(problem: GotoInExit) -> Statement | None:
    """The statement of the exit's block that is nothing but this `goto`, with or without one condition."""
    for statement in problem.block.statements:
        inner: Statement = statement
        if isinstance(inner, If) and inner.otherwise is None:
            inner = inner.then
        if isinstance(inner, Block) and len(inner.statements) == 1:
            inner = inner.statements[0]
        if inner is problem.goto:
            return statement
    return None


def _leaving(workflow: Workflow, state: State) -> Iterator[tuple[Goto, Node]]:
    """Each `goto` that decides to leave the state, with the node that holds it."""
    for body in bodies_of(workflow):
        if body.site.state is state and isinstance(body.item, Route | Breach | CompleteWhen):
            for use in scan(body.roots).gotos:
                if not use.in_lambda:
                    yield use.goto, use.parent


def _reads_locals(statement: Statement, block: Block) -> bool:
    """Whether the decision needs a local of the exit's own, which the arms do not have."""
    names = {local.name.text for local in walk(block) if isinstance(local, Local)}
    return any(isinstance(node, Name) and node.text in names for node in walk(statement))


def _decide_before(ctx: Context, statement: Statement, goto: Goto, parent: Node) -> Edit:
    decision, leave = ctx.text(statement), ctx.text(goto)
    if isinstance(statement, Goto):
        return ctx.edit(ctx.span(goto), decision)
    both = f"{decision} {leave}"
    return ctx.edit(ctx.span(goto), both if isinstance(parent, Block) else f"{{ {both} }}")


RULE = Rule(code="workflow-goto-in-exit", level=Level.ERROR, page="workflow-enter-exit", on=GotoInExit, check=check)
