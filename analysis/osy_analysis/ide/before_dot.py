"""The type of what stands before a dot, in code as it is while it is being typed.

Where the tree has the expression, binding knows its type. What recovery skipped is read from the text, as far as it is
made of names, calls and dots, and typed as it would be at the place.
"""

import re

from osy_analysis.model import Model
from osy_analysis.semantics.types import UNKNOWN, Named, Type, TypeValue, Unknown, non_null
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Arguments, Call, Expression, Literal, Member, Name, This
from osy_grammar.tree import Item

_ARGUMENTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_LINK = rf"[^\W\d]\w*(?:\s*{_ARGUMENTS})?"
_CHAIN_TEXT = rf"(?:{_TEXT}|{_LINK})(?:\s*[?!]?\.\s*{_LINK})*"
_CHAIN = re.compile(rf"({_CHAIN_TEXT})\s*[?!]?\.\s*\Z")
_ENDING = re.compile(rf"({_CHAIN_TEXT})\s*\Z")
_LOOK_BACK = 300


def target_of(item: Item, nodes: tuple[Node, ...], start: int) -> Expression | None:
    """The target of the member whose name is at `start`, an offset of the file."""
    at = start - item.start
    for node in reversed(nodes):
        if isinstance(node, Member) and node.target.end < at and node.name.start <= at:
            return node.target
    return None


def type_before(model: Model, path: str, item: Item, nodes: tuple[Node, ...], start: int) -> Type:
    """The type of the expression before the dot before `start`; unknown if there is none."""
    target = target_of(item, nodes, start)
    if target is not None:
        known = model.type_of(path, item, target)
        if not isinstance(known, Unknown):
            return known
    before = model.project.files[path].text[max(0, start - _LOOK_BACK) : start]
    found = _CHAIN.search(before)
    expression = _chain(found[1]) if found is not None else target
    if expression is None:
        return UNKNOWN
    offset = min(start, item.end)
    typed = model.type_in(path, item, offset, expression)
    if isinstance(typed, Unknown) and isinstance(expression, Name):
        return _row(model, path, item, offset, before, expression.text)
    return typed


def chain_before(text: str) -> Expression | None:
    """The expression of names, calls and dots that a text ends with."""
    found = _ENDING.search(text)
    return _chain(found[1]) if found is not None else None


def _row(model: Model, path: str, item: Item, offset: int, before: str, name: str) -> Type:
    """The row that a lambda's parameter is, in a call that is not closed yet: `Order.Where(o => o.`."""
    found = re.search(rf"({_CHAIN_TEXT})\s*\.\s*\w+\s*\(\s*{name}\s*=>[^;{{}}]*\Z", before)
    listed = _chain(found[1]) if found is not None else None
    if listed is None:
        return UNKNOWN
    match model.type_in(path, item, offset, listed):
        case TypeValue(type=row):
            return row
        case Named(arguments=(*_, row)):
            return non_null(row)
        case _:
            return UNKNOWN


def _chain(text: str) -> Expression | None:
    target: Expression | None = None
    for name, arguments in re.findall(rf"({_TEXT}|[^\W\d]\w*)\s*({_ARGUMENTS})?", text):
        link: Expression
        if target is None and name.startswith('"'):
            link = Literal(0, 0, "string", name)
        elif target is None:
            link = This(0, 0) if name == "this" else Name(0, 0, name, ())
        else:
            link = Member(0, 0, target, False, Identifier(0, 0, name), ())
        target = Call(0, 0, link, Arguments(0, 0, ())) if arguments else link
    return target
