"""Where in a workflow an offset is: what encloses it, which body, which names are ambient."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from osy_analysis.passes.bodies import BodyItem, BodySite, Site, fact_of
from osy_grammar.language.model import BodyFact, Place
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Parameter
from osy_grammar.nodes.expressions import Member, Name
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.workflow import (
    Breach,
    Clause,
    Clock,
    Event,
    Milestone,
    Route,
    State,
    Subscribe,
    Terminal,
    Workflow,
)
from osy_grammar.tree import Item

AMBIENT_SLOT = "slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The surroundings of an offset in a workflow, outermost first; None where nothing of the kind encloses it.

    `body` is set inside the braces (or the condition) of a body, with what the table knows of it; `clock` inside
    `Expire` or `Deadline`. `slot_names` are the names of the ambient slot, the arm's own name for it first; empty
    outside milestone bodies. `parameters` are those of the route or event around the offset. `item_type` is the short
    name of the entity of `this.Item`.
    """

    item: Item
    workflow: Workflow
    state: State | Terminal | None = None
    slot: Subscribe | None = None
    milestone: Milestone | None = None
    clock: Clock | None = None
    body: BodySite | None = None
    slot_names: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    item_type: str | None = None

    @property
    def body_fact(self) -> BodyFact | None:
        """What the table of the language says of the body."""
        return self.body.fact if self.body is not None else None

    @property
    def place(self) -> Place:
        """The place of the table that the innermost construct is; of a body, what it stands in."""
        if self.clock is not None:
            return Place(self.clock.keyword.text)
        return Site(workflow=self.workflow, state=self.state, slot=self.slot, milestone=self.milestone).place


def scope_of(item: Item, path: Sequence[Node], offset: int) -> Scope | None:
    """The scope at an absolute offset; `path` are the nodes of `item` that cover it. None outside workflows."""
    if not path or not isinstance(path[0], Workflow) or not _is_inside(item, path[0], offset):
        return None
    scope = Scope(item=item, workflow=path[0], item_type=tracked_entity(path[0]))
    for node in path[1:]:
        match node:
            case State() | Terminal() if _is_inside(item, node, offset):
                scope = replace(scope, state=node)
            case Subscribe() if node.items is not None and _is_inside(item, node, offset):
                scope = replace(scope, slot=node, parameters=node.parameters.items)
            case Milestone() if _is_inside(item, node, offset):
                scope = replace(scope, milestone=node)
            case Clock() if _is_inside(item, node, offset):
                scope = replace(scope, clock=node)
            case Event():
                scope = replace(scope, parameters=node.parameters.items)
            case _ if isinstance(node, BodyItem):
                scope = _with_body(scope, item, node, offset)
            case _:
                pass
    return scope


def _with_body(scope: Scope, item: Item, node: BodyItem, offset: int) -> Scope:
    site = Site(workflow=scope.workflow, state=scope.state, slot=scope.slot, milestone=scope.milestone)
    body = BodySite(item=node, fact=fact_of(node, site), site=site)
    if isinstance(node, Route) and node.parameters is not None:
        scope = replace(scope, parameters=node.parameters.items)
    if not any(_covers(item, root, offset) for root in body.roots):
        return scope
    names: tuple[str, ...] = ()
    if body.fact is not None and AMBIENT_SLOT in body.fact.ambient:
        names = (AMBIENT_SLOT,)
        if isinstance(node, Breach) and node.parameters is not None:
            own = tuple(parameter.name.text for parameter in node.parameters.items if parameter.name.text)
            names = (*own, *names)
    return replace(scope, body=body, slot_names=names)


def _is_inside(item: Item, node: Node, offset: int) -> bool:
    """Whether the offset is between the node's braces (after the opening one, if the other is missing)."""
    text = item.chunk.text
    opening = text.find("{", _head_end(node), node.end)
    at = offset - item.start
    if opening < 0 or at <= opening:
        return False
    return at < node.end or (at == node.end and text[node.end - 1] != "}")


def _head_end(node: Node) -> int:
    """Where a node's opening brace is looked for: after its name, so that no attribute's brace is taken for it."""
    match node:
        case Workflow() | State() | Terminal():
            return node.name.end
        case Subscribe():
            return node.alias.end if node.alias is not None else node.parameters.end
        case Milestone() | Clock():
            return node.keyword.end
        case _:
            return node.start


def _covers(item: Item, root: Node, offset: int) -> bool:
    at, text = offset - item.start, item.chunk.text
    if not isinstance(root, Block):
        return root.start <= at <= root.end
    return root.start < at < root.end or (at == root.end and not text[: root.end].endswith("}"))


def tracked_entity(workflow: Workflow) -> str | None:
    """The short name of the entity in `Tracks = Entity.Field;`."""
    for item in workflow.items:
        match item:
            case Clause(name=name, value=Member(target=Name(text=text))) if name.text == "Tracks":
                return text
            case Clause(name=name, value=Member(target=Member(name=last))) if name.text == "Tracks":
                return last.text
            case _:
                pass
    return None
