"""Who calls what, and what is a kind of what.

A call's ends are functions, methods, tests, policies and the bodies of workflows. The engine calls too: a route is
called by whoever raises its event, an arm of a milestone and a route of a clock by that clock, an end of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.ide.mentions import Mention, Use, mentions
from osy_analysis.ide.subjects import METHODS, Subject, subject_at
from osy_analysis.model import Model
from osy_analysis.passes.bodies import CLOCK_ROUTES, BodyItem, Site, items_of
from osy_analysis.project import Project
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
from osy_grammar.nodes.declarations import ClientOperation, Constructor, Function, Policy
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.ui import Action
from osy_grammar.nodes.workflow import Breach, Clock, CompleteWhen, Event, Milestone, Remind, Route, Workflow
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import path_at, walk

_CODE = (Function, Constructor, Policy, Action, ClientOperation)
_CALLED = METHODS | {SymbolKind.POLICY, SymbolKind.EVENT, SymbolKind.CONSTRUCTOR, SymbolKind.COMPONENT}


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """One end of calls, or a type. `name_span` tells it from all others of its file."""

    name: str
    kind: str
    detail: str
    path: str
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLink:
    """The other end of calls, and where they stand: in the caller's file."""

    end: End
    places: tuple[Span, ...]


def call_end(project: Project, path: str, offset: int) -> End | None:
    """The function, the event or the body at an offset."""
    if path not in project.files:
        return None
    model = Model(project)
    subject = subject_at(model, path, offset)
    if subject is not None and isinstance(subject.target, Definition) and subject.target.kind in _CALLED:
        return _of_definition(model.semantics.table, subject.target)
    found = model.path_at(path, offset)
    return _around(path, *found) if found is not None and found[1] else None


def incoming(project: Project, end: End) -> tuple[CallLink, ...]:
    """Who calls it: code that mentions it, raises of its event, the clocks that run a body."""
    model = Model(project)
    item, node = _found(model, end)
    if item is None or node is None:
        return ()
    grouped: dict[tuple[str, Span], CallLink] = {}
    if isinstance(node, Route):
        for clock in _clocks_of(end.path, item, node):
            grouped[clock.path, clock.name_span] = CallLink(end=clock, places=(clock.name_span,))
    elif isinstance(node, Breach | Remind):
        for clock in _clocks_of(end.path, item, node):
            grouped[clock.path, clock.name_span] = CallLink(end=clock, places=(clock.name_span,))
        return tuple(grouped.values())
    subject = _subject_of(model, end, item, node)
    if subject is None:
        return tuple(grouped.values())
    for mention in mentions(model, subject):
        if mention.use is not Use.DECLARE:
            _group(model, mention, grouped, is_event=isinstance(node, Event | Route))
    return tuple(grouped.values())


def outgoing(project: Project, end: End) -> tuple[CallLink, ...]:
    """What it calls; an event is carried out by its routes."""
    model = Model(project)
    item, node = _found(model, end)
    if item is None or node is None:
        return ()
    table = model.semantics.table
    grouped: dict[tuple[str, Span], CallLink] = {}
    if isinstance(node, Event):
        for route in _routes_of(item, node):
            body = _around(end.path, item, (route,))
            if body is not None:
                grouped[body.path, body.name_span] = CallLink(end=body, places=(end.name_span,))
        return tuple(grouped.values())
    inside = {each for each in walk(node) if isinstance(each, Identifier | Name)}
    for name, target in sorted(model.semantics.bound(end.path, item).targets.items(), key=lambda pair: pair[0].start):
        now = table.current(target) if isinstance(target, Definition) else None
        if name not in inside or now is None or now.kind not in _CALLED or item.span(name) == end.name_span:
            continue
        called = _of_definition(table, now)
        known = grouped.get((called.path, called.name_span))
        places = (*(known.places if known is not None else ()), item.span(name))
        grouped[called.path, called.name_span] = CallLink(end=called, places=places)
    return tuple(grouped.values())


# ── Ends ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_definition(table: Table, one: Definition) -> End:
    place = table.place(one)
    around = one.owner.name if one.owner is not None else one.namespace
    return End(
        name=one.name,
        kind=one.kind.value,
        detail=around,
        path=place.path,
        span=place.item.span(one.node),
        name_span=place.span,
    )


def _around(path: str, item: Item, nodes: tuple[Node, ...]) -> End | None:
    """The innermost function or body around."""
    for node in reversed(nodes):
        if isinstance(node, _CODE):
            return _code(path, item, node)
        if isinstance(node, BodyItem):
            return _body(path, item, node)
    return None


def _code(path: str, item: Item, node: Function | Constructor | Policy | Action | ClientOperation) -> End:
    owner = getattr(item.node, "name", None)
    is_top = item.node is node or not isinstance(owner, Identifier | QualifiedName)
    return End(
        name=node.name.text,
        kind="function" if is_top else "method",
        detail="" if is_top else str(getattr(owner, "text", "")),
        path=path,
        span=item.span(node),
        name_span=item.span(node.name),
    )


def _body(path: str, item: Item, node: BodyItem) -> End:
    word = node.keyword
    name = word.text
    at: Identifier = word
    match node:
        case Route():
            name, at = f"on {node.name.text}", node.name
        case Remind():
            name, at = f"Remind {node.name.text}", node.name
        case CompleteWhen():
            name = "complete when"
        case _:
            pass
    where = [each for each in _site_names(item, node) if each]
    return End(
        name=name, kind="body", detail=" · ".join(where), path=path, span=item.span(node), name_span=item.span(at)
    )


def _site_names(item: Item, node: Node) -> Iterator[str]:
    if not isinstance(item.node, Workflow):
        return
    yield item.node.name.text
    site = _site_of(item.node, node)
    if site is not None:
        yield site.state.name.text if site.state is not None else ""
        yield site.slot.slot.text if site.slot is not None else ""


def _site_of(workflow: Workflow, wanted: Node) -> Site | None:
    return next((site for node, site in items_of(workflow) if node is wanted), None)


def _found(model: Model, end: End) -> tuple[Item | None, Node | None]:
    """The node that an end is, in this snapshot."""
    found = model.path_at(end.path, end.name_span.start) if end.path in model.project.files else None
    if found is None:
        return None, None
    item, nodes = found
    for node in reversed(nodes):
        if isinstance(node, (*_CODE, Event, BodyItem, Clock, Milestone)):
            return item, node
    return item, item.node if nodes else None


def _subject_of(model: Model, end: End, item: Item, node: Node) -> Subject | None:
    if isinstance(node, BodyItem) and not isinstance(node, Route):
        return None
    return subject_at(model, end.path, end.name_span.start)


def _group(model: Model, mention: Mention, grouped: dict[tuple[str, Span], CallLink], *, is_event: bool) -> None:
    found = model.path_at(mention.path, mention.span.start)
    caller = _around(mention.path, *found) if found is not None else None
    if caller is None or caller.name_span == mention.span:
        return
    if is_event and isinstance(found[1][-2] if found is not None and len(found[1]) > 1 else None, Route):
        return
    known = grouped.get((caller.path, caller.name_span))
    places = (*(known.places if known is not None else ()), mention.span)
    grouped[caller.path, caller.name_span] = CallLink(end=caller, places=places)


# ── The engine's calls ───────────────────────────────────────────────────────────────────────────────────────────────


def _clocks_of(path: str, item: Item, node: Route | Breach | Remind) -> Iterator[End]:
    """The clocks that run an arm, a reminder, or a route of a clock."""
    if isinstance(node, Route) and node.name.text not in CLOCK_ROUTES:
        return
    for each in reversed(path_at(item, item.start + node.start)):
        if isinstance(each, Milestone) and not isinstance(node, Route):
            yield _clock(path, item, each)
            return
    if not isinstance(node, Route) or not isinstance(item.node, Workflow):
        return
    site = _site_of(item.node, node)
    around = site.state if site is not None and site.state is not None else item.node
    for each in around.items:
        if isinstance(each, Clock) and each.keyword.text == node.name.text:
            yield _clock(path, item, each)


def _clock(path: str, item: Item, node: Milestone | Clock) -> End:
    parts = node.items if isinstance(node, Milestone) else node.settings.items
    within = next((each for each in parts if getattr(getattr(each, "name", None), "text", "") == "Within"), None)
    value = getattr(within, "value", None)
    text = " ".join(item.chunk.text[value.start : value.end].split()) if isinstance(value, Node) else ""
    return End(
        name=f"clock of {node.keyword.text}",
        kind="clock",
        detail=" · ".join(each for each in (*_site_names(item, node), text) if each),
        path=path,
        span=item.span(node),
        name_span=item.span(node.keyword),
    )


def _routes_of(item: Item, event: Event) -> Iterator[Route]:
    slots = {event.name.text}
    for node in walk(item.node):
        subscribed = getattr(node, "event", None)
        if isinstance(subscribed, Identifier) and subscribed.text == event.name.text:
            slots.add(node.slot.text)  # type: ignore[attr-defined]  # only a `subscribe` has an event
    yield from (node for node in walk(item.node) if isinstance(node, Route) and node.name.text in slots)


# ── Types ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def type_end(project: Project, path: str, offset: int) -> End | None:
    """The type that the name at an offset means."""
    subject = subject_at(Model(project), path, offset) if path in project.files else None
    if subject is None or not isinstance(subject.target, Definition):
        return None
    target = subject.target
    owner = target.owner if target.kind is SymbolKind.CONSTRUCTOR else None
    one = owner or target
    return _of_definition(Model(project).semantics.table, one) if one.kind in TYPE_KINDS or _is_part(one) else None


def _is_part(one: Definition) -> bool:
    return one.kind in (SymbolKind.COMPONENT, SymbolKind.THEME)


def supertypes(project: Project, end: End) -> tuple[End, ...]:
    """What the type is directly derived from."""
    table, one = _type(project, end)
    return tuple(_of_definition(table, base) for base in table.bases(one, set())) if one is not None else ()


def subtypes(project: Project, end: End) -> tuple[End, ...]:
    """What is directly derived from the type."""
    table, one = _type(project, end)
    if one is None:
        return ()
    parts = table.parts(one)
    direct = (other for other in table.subtypes(one) if any(base in parts for base in table.bases(other, set())))
    return tuple(_of_definition(table, other) for other in direct)


def _type(project: Project, end: End) -> tuple[Table, Definition | None]:
    model = Model(project)
    subject = subject_at(model, end.path, end.name_span.start) if end.path in project.files else None
    target = subject.target if subject is not None else None
    return model.semantics.table, target if isinstance(target, Definition) else None
