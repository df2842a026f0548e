"""The repair that declares a missing member of a class or an entity: of the type that its use asks for."""

from osy_analysis.diagnostic import Edit, Fix
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.rule import Context
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.semantics.types import Null, Type, TypeValue, Unknown, Void, show
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Class, Entity, Field, Property
from osy_grammar.nodes.expressions import Assignment, Binary, Call, Expression, InitialiserMember, Member, Name, Unary
from osy_grammar.nodes.statements import ExpressionStatement, If, Local, While
from osy_grammar.span import Span
from osy_grammar.walk import path_at

_TRUTHS = frozenset(("&&", "||"))
_COMPARES = frozenset(("==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "??"))
_USUAL = "string"
"""The type of a field of which nothing says what it is."""


def new_member(ctx: Context, owner: Definition, name: Identifier) -> Fix | None:
    """The repair; None where the owner is asked as a type, or is of another kind."""
    node = owner.node
    nodes = path_at(ctx.item, ctx.item.start + name.start)
    if not isinstance(node, Class | Entity) or not nodes or _is_static(ctx, nodes):
        return None
    is_field = len(nodes) < 3 or not (isinstance(nodes[-3], Call) and nodes[-3].target is nodes[-2])
    use = nodes[:-1] if is_field else nodes[:-2]
    wanted = _wanted(ctx, use)
    public = "public " if isinstance(node, Class) else ""
    if is_field:
        return _declare(ctx, owner, node, name.text, f"{public}{wanted or _USUAL} {name.text};")
    call = nodes[-3]
    assert isinstance(call, Call)
    is_lone = len(use) > 1 and isinstance(use[-2], ExpressionStatement)
    result = "void" if is_lone else wanted or _USUAL
    body = "{ }" if is_lone else '{ throw new Exception("not written yet"); }'
    return _declare(ctx, owner, node, name.text, f"{public}{result} {name.text}({_parameters(ctx, call)}) {body}")


def _is_static(ctx: Context, nodes: tuple[Node, ...]) -> bool:
    member = nodes[-2] if len(nodes) > 1 else None
    if not isinstance(member, Member):
        return False
    type_ = semantics_of(ctx.project).bound(ctx.path, ctx.item).types.get(member.target)
    return isinstance(type_, TypeValue) or type_ is None


def _wanted(ctx: Context, use: tuple[Node, ...]) -> str:
    """The type that what the path ends at should have, by what stands around it; empty if nothing says."""
    node, around = use[-1], use[-2] if len(use) > 1 else None
    match node, around:
        case InitialiserMember(value=value), _:
            return _shown(ctx, value)
        case _, Assignment(target=target, value=value) if target is node:
            return _shown(ctx, value)
        case _, Assignment(target=target):
            return _shown(ctx, target)
        case _, Binary(operator=operator) if operator in _TRUTHS:
            return "bool"
        case _, Binary(operator=operator, left=left, right=right) if operator in _COMPARES:
            return _shown(ctx, right if left is node else left)
        case _, Unary(operator="!"):
            return "bool"
        case _, If(condition=condition) | While(condition=condition) if condition is node:
            return "bool"
        case _, Local(type=written) if written is not None and written.name.text != "var":
            return ctx.item.chunk.text[written.start : written.end]
        case _:
            return ""


def _shown(ctx: Context, value: Expression) -> str:
    type_: Type | None = semantics_of(ctx.project).bound(ctx.path, ctx.item).types.get(value)
    return "" if type_ is None or isinstance(type_, Unknown | Null | Void | TypeValue) else show(type_)


def _parameters(ctx: Context, call: Call) -> str:
    names: list[str] = []
    for number, argument in enumerate(call.arguments.items, 1):
        value = getattr(argument, "value", None)
        own = value.text if isinstance(value, Name) else f"value{number}"
        name = own if own not in (each.split()[-1] for each in names) else f"{own}{number}"
        type_ = _shown(ctx, value) if isinstance(value, Expression) else ""
        names.append(f"{type_ or _USUAL} {name}")
    return ", ".join(names)


def _declare(ctx: Context, owner: Definition, node: Class | Entity, name: str, line: str) -> Fix | None:
    """The declaration behind the last field, or else as the first member."""
    table = semantics_of(ctx.project).table
    path, item = table.path_of(owner), table.item_of(owner)
    text = ctx.project.files[path].text
    whole = item.span(node)
    title = f"Add `{name}` to `{owner.name}`"
    fields = [one for one in node.members if isinstance(one, Field | Property)]
    if fields:
        last = item.span(fields[-1])
        is_alone = not text[line_start(text, last.start) : last.start].strip()
        between = f"{newline(text)}{indentation(text, last.start)}" if is_alone else " "
        return Fix(title, (Edit(path, Span(last.end, last.end), f"{between}{line}"),))
    opening = text.find("{", whole.start, whole.end)
    if opening < 0:
        return None
    base = indentation(text, whole.start)
    rest = text[opening + 1 : whole.end]
    end = f"{newline(text)}{base}" if rest.strip() == "}" else ""
    closing = len(rest) - len(rest.lstrip()) if end else 0
    edit = Edit(path, Span(opening + 1, opening + 1 + closing), f"{newline(text)}{base}{INDENT}{line}{end}")
    return Fix(title, (edit,))
