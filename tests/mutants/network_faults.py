"""Faults that can be planted into code that calls out, and into code that may meet null."""

from collections.abc import Iterator
from dataclasses import replace

from mutants.mutant import Mutant, Site
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Function
from osy_grammar.nodes.expressions import Call, Member, Name, Unary
from osy_grammar.nodes.statements import Block, If, Local, Throw, Try
from osy_grammar.nodes.workflow import Body, Clause, State, Workflow
from osy_grammar.walk import walk

THROUGH = "reliability-reaches-the-network-unguarded"
UNASKED = "reliability-http-result-unchecked"
SLOW = "workflow-first-step-waits-on-a-slow-call"
NULL = "type-nullable-read"


def network_faults(site: Site) -> Iterator[Mutant]:
    """The faults of one declaration."""
    match site.item.node:
        case Workflow() as workflow:
            yield from _unguarded(site, workflow)
            yield from _slow(site, workflow)
        case Function(body=Block() as body) as function if "Http." in site.text(body):
            yield from _unasked(site, function)
        case Function(body=Block()) as function:
            yield from _null(site, function)
        case _:
            pass


def _callers(site: Site) -> set[str]:
    """The functions of the project that call out themselves."""
    return {
        item.node.name.text
        for file in site.project.files.values()
        for item in file.items
        if isinstance(item.node, Function) and "Http.Get(" in item.chunk.text
    }


def _unguarded(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    """A `try` is taken away."""
    out = _callers(site)
    for node in walk(workflow):
        if isinstance(node, Try):
            calls = [one for one in walk(node.body) if isinstance(one, Call) and isinstance(one.target, Name)]
            for call in calls:
                if isinstance(call.target, Name) and call.target.text in out:
                    inside = call.start - node.body.start
                    yield replace(site.write(THROUGH, node, site.text(node.body)), inside=inside)


def _slow(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    """A call is put into the first step."""
    clauses = {item.name.text: site.text(item.value) for item in workflow.items if isinstance(item, Clause)}
    for state in workflow.items:
        is_first = isinstance(state, State) and state.name.text == clauses.get("Initial")
        if not is_first or not isinstance(state, State) or clauses.get("Autostart", "true") != "true":
            continue
        if not any(isinstance(item, Body) for item in state.items):
            for name in sorted(_callers(site)):
                text = f' enter {{ try {{ {name}("x"); }} catch (Exception e) {{ Log.Error(e, "x"); }} }}'
                yield site.insert(SLOW, site.end(state.name) + 2, text, inside=text.index(name))


def _unasked(site: Site, function: Function) -> Iterator[Mutant]:
    """The question whether a call worked is taken away."""
    made: dict[str, Node] = {}
    for node in site.nodes():
        match node:
            case Local(name=name, value=Call()):
                made[name.text] = node
            case If(condition=Unary(operator="!", operand=Member(target=Name(text=text), name=asked)), then=then):
                throws = any(isinstance(one, Throw) for one in walk(then))
                if asked.text == "IsSuccess" and throws and text in made:
                    yield site.write(UNASKED, node, "", due=site.start(made[text]))
            case _:
                pass


def _null(site: Site, function: Function) -> Iterator[Mutant]:
    """A member is read of what may be null."""
    if isinstance(function.body, Block) and not site.path.endswith(".test.osy"):
        text = " string? nothing = null; if (nothing.Length > 3) { return; }"
        if function.type.name.text == "void":
            yield site.insert(NULL, site.start(function.body) + 1, text, inside=text.index("nothing."))
