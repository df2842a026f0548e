"""Where a thing is mentioned: its declarations, and every name that means it, in the files of a project."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.ide.subjects import Subject, definitions_of, family, generated_prefix
from osy_analysis.model import Model
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.steps import checkpoint
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Assignment, InitialiserMember, Member, Name, OutArgument, Passed, Step
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import walk


class Use(StrEnum):
    """What a mention does."""

    DECLARE = "declare"
    WRITE = "write"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Mention:
    """A name at a place; `span` leaves out what is generated before it."""

    path: str
    span: Span
    use: Use


def mentions(model: Model, subject: Subject) -> Iterator[Mention]:
    """Every mention, declarations among them, by path and place."""
    target = subject.target
    match target:
        case Definition():
            yield from _of_definitions(model, family(model.semantics.table, target))
        case BuiltinType() | MemberFact():
            for path in sorted(model.project.files):
                yield from _of_fact(model, path, target)
        case _:
            yield from _of_local(model, subject.path, subject.item, target)


def mentions_in(model: Model, subject: Subject, path: str) -> Iterator[Mention]:
    """The mentions in one file."""
    target = subject.target
    match target:
        case Definition():
            yield from _in_file(model, path, family(model.semantics.table, target))
        case BuiltinType() | MemberFact():
            yield from _of_fact(model, path, target)
        case _:
            yield from _of_local(model, path, subject.item, target) if path == subject.path else ()


def _of_definitions(model: Model, wanted: frozenset[Definition]) -> Iterator[Mention]:
    for path in sorted(model.project.files):
        yield from _in_file(model, path, wanted)


def _in_file(model: Model, path: str, wanted: frozenset[Definition]) -> Iterator[Mention]:
    names = {one.name for one in wanted}
    outermost = [_outermost(one) for one in wanted]
    owners, homes = {one.name for one in outermost}, {one.chunk for one in outermost}
    for item in model.project.files[path].items:
        checkpoint()
        text = item.chunk.text
        if not any(name in text for name in names):
            continue
        # Whoever mentions a member has asked for the type around it, which is known without the maps of the chunk.
        if item.chunk in homes or not owners.isdisjoint(model.semantics.depends_on(path, item)):
            yield from _in_item(model, path, item, wanted, names)


def _outermost(one: Definition) -> Definition:
    while one.owner is not None:
        one = one.owner
    return one


def _in_item(model: Model, path: str, item: Item, wanted: frozenset[Definition], names: set[str]) -> Iterator[Mention]:
    table = model.semantics.table
    found: dict[int, tuple[Span, Node | None]] = {}
    declared = {one.identifier for one in definitions_of(table, path, item) if one in wanted}
    for name in declared:
        # A slot without a name of its own has its event's: there it mentions, and does not declare.
        found[name.start] = item.span(name), None
    for node, target in model.semantics.bound(path, item).targets.items():
        if not isinstance(target, Definition) or target.name not in names or table.current(target) not in wanted:
            continue
        if node not in declared and isinstance(node, Identifier | Name):
            whole = item.span(node)
            start = whole.start + len(generated_prefix(target, node.text))
            found.setdefault(node.start, (Span(start, whole.end), node))
    yield from _with_uses(path, item, found)


def _of_fact(model: Model, path: str, fact: BuiltinType | MemberFact) -> Iterator[Mention]:
    for item in model.project.files[path].items:
        checkpoint()
        if fact.name in item.chunk.text:
            targets = model.semantics.bound(path, item).targets
            yield from _with_uses(path, item, _found(item, targets, fact))


def _of_local(model: Model, path: str, item: Item, local: Node) -> Iterator[Mention]:
    found = _found(item, model.semantics.bound(path, item).targets, local)
    name = local if isinstance(local, Identifier) else getattr(local, "name", None)
    if isinstance(name, Identifier):
        found[name.start] = item.span(name), None
    yield from _with_uses(path, item, found)


def _found(item: Item, targets: Mapping[Node, object], wanted: object) -> dict[int, tuple[Span, Node | None]]:
    return {node.start: (item.span(node), node) for node, target in targets.items() if target is wanted}


def _with_uses(path: str, item: Item, found: dict[int, tuple[Span, Node | None]]) -> Iterator[Mention]:
    if not found:
        return
    writes = _written(item.node)
    for _, (span, node) in sorted(found.items()):
        use = Use.DECLARE if node is None else Use.WRITE if node in writes else Use.READ
        yield Mention(path, span, use)


def _written(root: Node) -> set[Node]:
    """The names of the tree that are given a value."""
    found: set[Node] = set()
    for node in walk(root):
        match node:
            case Assignment(target=target) | Step(target=target):
                found.add(target.name if isinstance(target, Member) else target)
            case InitialiserMember(name=name) | OutArgument(name=name):
                found.add(name)
            case Passed(target=target) if node.mode != "in":
                found.add(target.name if isinstance(target, Member) else target)
            case _:
                pass
    return found


def count(model: Model, table: Table, definition: Definition) -> int:
    """How many names mean the definition or one of its family, declarations not counted."""
    now = table.current(definition)
    if now is None:
        return 0
    return sum(1 for one in _of_definitions(model, family(table, now)) if one.use is not Use.DECLARE)
