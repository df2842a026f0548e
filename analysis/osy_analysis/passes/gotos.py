"""Where each `goto` of a chunk stands, and whether it may.

In a workflow the bodies are scanned one by one, and the table says of each whether it may `goto`; in a lambda it may
not, whatever encloses the lambda. What then remains of the chunk (clauses, attributes, other declarations) may hold
none at all: a second walk over everything reports each `goto` not seen before. The text is asked first, since most
chunks have no such word. A legal `goto` to a state that the workflow does not have is an unknown name; an illegal one
is illegal and nothing else.
"""

from collections.abc import Iterator, Sequence

from osy_analysis.passes.bodies import BodySite
from osy_analysis.passes.scan import GotoUse, Scan, scan
from osy_analysis.problems.base import Problem
from osy_analysis.problems.names import UnknownState
from osy_analysis.problems.workflow import (
    GotoInExhausted,
    GotoInExit,
    GotoInMilestoneEnter,
    GotoInRemind,
    GotoInStart,
    GotoInTerminal,
    GotoOutside,
)
from osy_grammar.nodes.declarations import Class, Declaration, Entity, Function, Interface
from osy_grammar.nodes.ui import Component
from osy_grammar.nodes.workflow import Body, Breach, Remind, State, Terminal, Workflow
from osy_grammar.tree import Chunk

ScannedBody = tuple[BodySite, Scan]


def goto_problems(chunk: Chunk, bodies: Sequence[ScannedBody], states: tuple[str, ...]) -> Iterator[Problem]:
    """The faults of every `goto` in the chunk; `bodies` and `states` are its workflow's, if it is one."""
    if "goto" not in chunk.text:
        return
    seen = set()
    for body, found in bodies:
        for use in found.gotos:
            seen.add(use.goto)
            problem = _problem_in_body(body, use, states)
            if problem is not None:
                yield problem
    if len(seen) == chunk.text.count("goto"):
        return
    for use in scan((chunk.node,)).gotos:
        if use.goto not in seen:
            where = "a lambda" if use.in_lambda else _kind(chunk.node)
            yield GotoOutside(goto=use.goto, parent=use.parent, where=where)


def _problem_in_body(body: BodySite, use: GotoUse, states: tuple[str, ...]) -> Problem | None:
    goto, parent = use.goto, use.parent
    if use.in_lambda:
        return GotoOutside(goto=goto, parent=parent, where="a lambda")
    if body.fact is None:
        return None
    if body.fact.may_goto:
        if not goto.state.text or goto.state.text in states:
            return None
        return UnknownState(name=goto.state, use="goto", workflow=body.site.workflow, known=states)
    return _illegal(body, body.fact.goto_code, use)


def _illegal(body: BodySite, code: str, use: GotoUse) -> Problem | None:
    goto, parent, item, site = use.goto, use.parent, body.item, body.site
    match code, item:
        case "workflow-goto-in-exit", Body() if isinstance(site.state, State):
            return GotoInExit(goto=goto, parent=parent, state=site.state, block=item.block)
        case "workflow-goto-in-terminal", Body() if isinstance(site.state, Terminal):
            return GotoInTerminal(goto=goto, parent=parent, terminal=site.state, keyword=item.keyword)
        case "workflow-goto-in-milestone-enter", Body() if site.milestone is not None:
            return GotoInMilestoneEnter(goto=goto, parent=parent, keyword=site.milestone.keyword)
        case "workflow-goto-in-exhausted", Body() if site.milestone is not None:
            arm = next((other for other in site.milestone.items if isinstance(other, Breach)), None)
            breach = arm.keyword.text if arm else _ARMS[site.milestone.keyword.text]
            return GotoInExhausted(goto=goto, parent=parent, breach=breach)
        case "workflow-goto-in-remind", Remind():
            return GotoInRemind(goto=goto, parent=parent, name=item.name)
        case "workflow-goto-in-start", _:
            return GotoInStart(goto=goto, parent=parent)
        case _:
            return None


_ARMS = {"Assigned": "Unassigned", "Finished": "Unfinished"}


def _kind(declaration: Declaration) -> str:
    match declaration:
        case Function():
            names = {attribute.name.last.text for attribute in declaration.attributes}
            return "a test" if "Test" in names else "a fixture" if "TestFixture" in names else "a function"
        case Class() | Entity() | Interface():
            return "a method"
        case Component():
            return "a component"
        case Workflow():
            return "a clause"
        case _:
            return "a declaration"
