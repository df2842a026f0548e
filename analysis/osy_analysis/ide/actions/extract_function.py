"""Statements, or an expression, as a function of their own: locals go in as parameters, one value may come back.

A selection is taken if it is whole statements of one block, or one expression. Nothing is offered where the code would
mean something else outside: it leaves its place (`return`, `goto`, `break`), speaks of what is ambient (`this`, `slot`,
`actor`), hands more than one value on, or has a local whose type nobody can write.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from osy_analysis.diagnostic import Edit
from osy_analysis.edits import INDENT, indentation, newline
from osy_analysis.enclosing import fresh_name
from osy_analysis.ide.actions.offer import ActionKind, Offered
from osy_analysis.model import DECLARE_LOCALS, Model
from osy_analysis.project import Project
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, Named, Type, TypeParameter, TypeValue, Unknown, Void, show
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import word
from osy_grammar.language.model import WordKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Function
from osy_grammar.nodes.expressions import Assignment, Base, Expression, Lambda, Name, OutArgument, Step, This
from osy_grammar.nodes.statements import (
    Block,
    Break,
    Continue,
    Goto,
    Local,
    Return,
    Statement,
    YieldReturn,
)
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import path_at, walk

_LINE_END = re.compile(r"\r\n|\n|\r")
"""Where a line ends; what else Python takes for an end may stand in a text."""
_LEAVE = (Return, Goto, Break, Continue, YieldReturn)
_NAMES = ("Extracted", "Extracted2", "Extracted3")


@dataclass(frozen=True, slots=True)
class _Picked:
    """What is taken: nodes side by side, whose parent is the last of `around`."""

    nodes: tuple[Node, ...]
    around: tuple[Node, ...]

    @property
    def start(self) -> int:
        return self.nodes[0].start

    @property
    def end(self) -> int:
        return self.nodes[-1].end


@dataclass(frozen=True, slots=True)
class _Passed:
    """A local that goes in or comes back, with its type as it would be written."""

    name: str
    type: str


def offers(project: Project, path: str, span: Span) -> Iterator[Offered]:
    """Extracts what is selected; nothing for a mere cursor."""
    file = project.files[path]
    start, end = _trimmed(file.text, span)
    item = file.item_at(start)
    if start >= end or item is None or item.chunk.problems or end > item.end or path in project.kit_paths:
        return
    picked = _picked(item, start - item.start, end - item.start)
    if picked is None or _is_bound_to_its_place(picked):
        return
    made = _function(Model(project), path, item, picked)
    if made is not None:
        title = "Extract a method" if isinstance(item.node, Class) else "Extract a function"
        yield Offered(title=title, kind=ActionKind.EXTRACT, edits=made)


def _trimmed(text: str, span: Span) -> tuple[int, int]:
    picked = text[span.start : span.end]
    return span.start + len(picked) - len(picked.lstrip()), span.end - len(picked) + len(picked.rstrip())


def _picked(item: Item, start: int, end: int) -> _Picked | None:
    nodes = path_at(item, item.start + start)
    for depth in range(len(nodes) - 1, 0, -1):
        node = nodes[depth]
        if isinstance(node, Expression) and (node.start, node.end) == (start, end):
            return _Picked((node,), nodes[:depth])
    for depth in range(len(nodes) - 1, -1, -1):
        node = nodes[depth]
        if not isinstance(node, Block):
            continue
        inside = [each for each in node.statements if start <= each.start and each.end <= end]
        if inside and inside[0].start == start and inside[-1].end == end:
            return _Picked(tuple(inside), nodes[: depth + 1])
    return None


def _is_bound_to_its_place(picked: _Picked) -> bool:
    if not any(isinstance(node, Block) for node in picked.around) and not _in_body(picked):
        return True
    if any(isinstance(node, Lambda) for node in picked.around):
        return True
    target = picked.around[-1]
    if isinstance(target, Assignment | Step) and picked.nodes[0] is target.target:
        return True
    for root in picked.nodes:
        for node in walk(root):
            if isinstance(node, (*_LEAVE, This, Base)) or (isinstance(node, Name) and _is_ambient(node.text)):
                return True
    return False


def _in_body(picked: _Picked) -> bool:
    return any(isinstance(node, Function) and isinstance(node.body, Expression) for node in picked.around)


def _is_ambient(name: str) -> bool:
    row = word(name)
    return name == "slot" or (row is not None and row.kind is WordKind.AMBIENT)


# ── The function ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _function(model: Model, path: str, item: Item, picked: _Picked) -> tuple[Edit, ...] | None:
    taken = _locals(model, path, item, picked)
    if taken is None:
        return None
    given, back = taken
    text = model.project.files[path].text
    name = fresh_name(item.node, _NAMES)
    if model.declared(name):
        return None
    arguments = ", ".join(one.name for one in given)
    parameters = ", ".join(f"{one.type} {one.name}" for one in given)
    start, end = item.start + picked.start, item.start + picked.end
    body = text[start:end]
    line = newline(text)
    first = picked.nodes[0]
    if not isinstance(first, Statement):
        result = _written(model.type_of(path, item, first))
        if result is None:
            return None
        new = Edit(path, Span(start, end), f"{name}({arguments})")
        return new, _declared(item, text, path, f"{result} {name}({parameters}) => {body};", line)
    indent = indentation(text, start)
    outer = INDENT if isinstance(item.node, Class) else ""
    lines = _reindented(body, indent, f"{outer}{INDENT}", line)
    ending = f"{line}{outer}{INDENT}return {back.name};" if back is not None else ""
    result = back.type if back is not None else "void"
    declared = f"{result} {name}({parameters}) {{{line}{outer}{INDENT}{lines}{ending}{line}{outer}}}"
    call = f"{name}({arguments});"
    if back is not None:
        is_new = any(isinstance(node, Local) and node.name.text == back.name for node in picked.nodes)
        call = f"{'var ' if is_new else ''}{back.name} = {call}"
    return Edit(path, Span(start, end), call), _declared(item, text, path, declared, line)


def _reindented(body: str, before: str, after: str, line: str) -> str:
    lines = _LINE_END.split(body)
    return line.join([lines[0], *(f"{after}{each.removeprefix(before)}" if each.strip() else "" for each in lines[1:])])


def _declared(item: Item, text: str, path: str, declared: str, line: str) -> Edit:
    if isinstance(item.node, Class):
        at = item.span(item.node).end - 1
        begun = "" if text[:at].rstrip(" \t").endswith(("\n", "\r")) else line
        return Edit(path, Span(at, at), f"{begun}{line}{INDENT}{declared}{line}")
    at = item.span(item.node).end
    return Edit(path, Span(at, at), f"{line}{line}{declared}")


def _locals(model: Model, path: str, item: Item, picked: _Picked) -> tuple[list[_Passed], _Passed | None] | None:
    """What goes in and what comes back; None where that cannot be done."""
    bound = model.semantics.bound(path, item)
    inside = {node for root in picked.nodes for node in walk(root)}
    declared = {node for node in inside if isinstance(node, DECLARE_LOCALS)}
    given: dict[object, str] = {}
    changed: dict[object, str] = {}
    for name, target in sorted(bound.targets.items(), key=lambda pair: pair[0].start):
        if not _is_local(target) or not isinstance(name, Name):
            continue
        if name in inside and target not in declared:
            given.setdefault(target, name.text)
        if name not in inside and target in declared and name.start > picked.end:
            changed.setdefault(target, name.text)
    written = _written_names(inside)
    for one, text in given.items():
        if text in written and _is_read_after(bound.targets, one, picked.end):
            changed.setdefault(one, text)
    if len(changed) > 1:
        return None
    passed = [_passed(model, path, item, one, text) for one, text in given.items()]
    back = next((_passed(model, path, item, one, text) for one, text in changed.items()), None)
    if any(one is None for one in passed) or (changed and back is None):
        return None
    return [one for one in passed if one is not None], back


def _is_local(target: object) -> bool:
    if isinstance(target, Definition):
        return target.kind is SymbolKind.PARAMETER
    return isinstance(target, Node)


def _written_names(inside: set[Node]) -> set[str]:
    found: set[str] = set()
    for node in inside:
        if isinstance(node, Assignment | Step) and isinstance(node.target, Name):
            found.add(node.target.text)
        elif isinstance(node, OutArgument):
            found.add(node.name.text)
    return found


def _is_read_after(targets: Mapping[Node, object], target: object, end: int) -> bool:
    return any(node.start >= end and one is target for node, one in targets.items())


def _passed(model: Model, path: str, item: Item, target: object, name: str) -> _Passed | None:
    written = _written(_type_of(model, path, item, target, name))
    return _Passed(name, written) if written is not None else None


def _type_of(model: Model, path: str, item: Item, target: object, name: str) -> Type:
    if isinstance(target, Definition):
        return model.type_of_definition(target)
    if not isinstance(target, Node):
        return UNKNOWN
    told = model.semantics.bound(path, item).types.get(target)
    if told is not None:
        return told
    # One whose type is written is in view right behind it.
    found = model.locals_at(path, item, item.start + target.end).get(name)
    return found[1] if found is not None else UNKNOWN


def _written(type_: Type) -> str | None:
    """The type as it can be written; None where it cannot."""
    match type_:
        case Unknown() | TypeValue() | TypeParameter():
            return None
        case Void():
            return "void"
        case Named():
            text = show(type_)
            return None if "unknown" in text else text
        case _:
            return None
