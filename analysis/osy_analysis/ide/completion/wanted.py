"""What type is wanted at the cursor, by its name; what fits it is proposed first."""

import re
from collections.abc import Iterator

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.before_dot import chain_before
from osy_analysis.ide.completion.context import Context
from osy_analysis.ide.open_call import OpenCall, OpenInitialiser, open_call, open_initialiser
from osy_analysis.ide.signature import forms_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import Named, Type, Unknown, show
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import type_named
from osy_grammar.nodes.declarations import Function
from osy_grammar.nodes.expressions import Lambda

_OPERATOR = re.compile(r"(?:==|!=|(?<![=!<>])=(?!=|>))\s*\Z")
_LOCAL = re.compile(r"(?:^|[;{}(\]])\s*(?:const\s+)?(?P<type>[^\W\d][\w.]*)\??\s+[^\W\d]\w*\s*=\s*\Z")
_CONDITION = re.compile(r"\b(?:if|while|when)\s*\(\s*(?:.*(?:&&|\|\|)\s*)?!?\s*\Z")
_RETURN = re.compile(r"\breturn\s*\Z")
_BOOL = "bool"


def wanted_type(context: Context) -> str:
    """The short name of the type that is wanted; empty if none is, or nobody knows."""
    before = context.before
    declared = _LOCAL.search(before)
    if declared is not None and declared["type"] not in ("var", "return"):
        return _short(declared["type"])
    if _CONDITION.search(before):
        return _BOOL
    initialiser = open_initialiser(context.source, context.span.start)
    if initialiser is not None and initialiser.member and before.rstrip().endswith("="):
        return _of_member(context, initialiser)
    operator = _OPERATOR.search(before)
    if operator is not None:
        return _of_left(context, before[: operator.start()])
    if _RETURN.search(before):
        return _of_result(context)
    call = open_call(context.source, context.span.start)
    return _of_parameter(context, call) if call is not None and before.rstrip()[-1:] in ("(", ",", ":") else ""


def fitting(context: Context, wanted: str) -> list[CompletionItem]:
    """What is of the type wanted: an enum's members, the truth values, the row, and what is in view."""
    if wanted == _BOOL:
        return [CompletionItem(label=word, kind="keyword", span=context.span) for word in ("true", "false")]
    return [_member(context, wanted, name) for name in _enum_members(context, wanted)]


def _enum_members(context: Context, wanted: str) -> Iterator[str]:
    for one in context.model.semantics.table.resolve_type(context.path, wanted, set()):
        if one.kind is SymbolKind.ENUM:
            yield from (member.name for member in one.members if member.name)
            return
    row = type_named(wanted)
    if row is not None and row.is_enum:
        yield from (fact.name for fact in row.members if fact.is_static and not fact.is_method)


def _member(context: Context, enum: str, name: str) -> CompletionItem:
    return CompletionItem(
        label=f"{enum}.{name}",
        kind="enum member",
        span=context.span,
        detail=enum,
        subject=f"declared:{enum}.{name}",
    )


# ── Where it is wanted ───────────────────────────────────────────────────────────────────────────────────────────────


def _of_left(context: Context, before: str) -> str:
    expression = chain_before(before)
    if expression is None or context.item is None:
        return ""
    offset = min(context.span.start, context.item.end)
    return _name(context.model.type_in(context.path, context.item, offset, expression))


def _of_member(context: Context, initialiser: OpenInitialiser) -> str:
    for one in members_of(context, initialiser.type):
        if one.name == initialiser.member and one.type is not None:
            return _short(one.type.name.text)
    return ""


def members_of(context: Context, type_name: str) -> Iterator[Definition]:
    """The fields of a type that the project declares."""
    table = context.model.semantics.table
    for one in table.resolve_type(context.path, type_name, set())[:1]:
        yield from (member for member in table.all_members(one, set()) if member.kind is SymbolKind.FIELD)


def _of_result(context: Context) -> str:
    for node in reversed(context.nodes):
        if isinstance(node, Lambda):
            return ""
        if isinstance(node, Function):
            return _short(node.type.name.text)
    # Behind what is not closed yet no node is around the cursor.
    own = context.item.node if context.item is not None else None
    return _short(own.type.name.text) if isinstance(own, Function) else ""


def _of_parameter(context: Context, call: OpenCall) -> str:
    for form in forms_of(context.model, context.path, call):
        place = form.names.index(call.active_name) if call.active_name in form.names else call.active
        if place < len(form.parameters):
            written = form.parameters[place].text(form.label).partition("=")[0].split()
            return _short(written[-2]) if len(written) > 1 else ""
    return ""


def _name(type_: Type) -> str:
    if isinstance(type_, Unknown):
        return ""
    return type_.name if isinstance(type_, Named) else show(type_)


def _short(written: str) -> str:
    return written.rstrip("?").rpartition(".")[2]
