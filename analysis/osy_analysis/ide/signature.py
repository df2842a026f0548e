"""The forms of what is being called at an offset, and which parameter is meant there.

A form is a signature as its programmer would write it, with the places of its parameters in it. Forms are found without
the call's tree, by what stands before the bracket; those that take what has been written come first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.ide.before_dot import type_before
from osy_analysis.ide.open_call import OpenCall, open_call
from osy_analysis.ide.subjects import METHODS
from osy_analysis.model import Model
from osy_analysis.project import Project
from osy_analysis.scopes import tracked_entity
from osy_analysis.semantics.bind.flows import CORRELATE, FOR, RAISE
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import COMPONENT_KINDS
from osy_analysis.semantics.offered import Offer, offered
from osy_analysis.semantics.types import Flow, FunctionType, Named, Type, TypeValue, show
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import FUNCTIONS, attribute, clauses_of, element, type_named, word
from osy_grammar.language.elements import STYLE
from osy_grammar.language.model import BuiltinType, Place, WordKind
from osy_grammar.nodes.declarations import Parameters
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.span import Span
from osy_grammar.walk import path_at

_LAST_WORD = re.compile(r"([^\W\d]\w*)\s*(?:=.*)?\Z", re.DOTALL)
_DECLARES = re.compile(r"[^\W\d]\w*\Z")
_HEADS = (WordKind.TYPE, WordKind.MODIFIER, WordKind.DECLARATION)
"""Words of these kinds stand before the name of what is being declared."""
_RAISED = "DateTime at = default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A signature; `parameters` are the places in `label`, with `names` beside them; `has_rest` if the last repeats."""

    label: str
    parameters: tuple[Span, ...]
    names: tuple[str, ...]
    text: str = ""
    required: int = 0
    has_rest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureHelp:
    """The forms, which is shown first, and beside each form its parameter that is meant; None if it has no such one."""

    forms: tuple[Form, ...]
    active: int
    meant: tuple[int | None, ...]


def signature_help(project: Project, path: str, offset: int) -> SignatureHelp | None:
    """What can be called at the offset; None outside of a call's brackets."""
    source = project.files.get(path)
    call = open_call(source, offset) if source is not None else None
    if call is None:
        return None
    forms = tuple(dict.fromkeys(forms_of(Model(project), path, call)))
    if not forms:
        return None
    best = next((i for i, form in enumerate(forms) if _takes(form, call)), 0)
    return SignatureHelp(forms=forms, active=best, meant=tuple(_parameter(form, call) for form in forms))


def _takes(form: Form, call: OpenCall) -> bool:
    named = (*call.given, call.active_name) if call.active_name else call.given
    return (call.active < max(len(form.names), 1) or form.has_rest) and set(named) <= set(form.names)


def _parameter(form: Form, call: OpenCall) -> int | None:
    if call.active_name in form.names:
        return form.names.index(call.active_name)
    if call.active < len(form.names):
        return call.active
    return len(form.names) - 1 if form.has_rest and form.names else None


# ── Forms ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def forms_of(model: Model, path: str, call: OpenCall) -> Iterator[Form]:
    """What is called, in all its forms."""
    nodes = path_at(call.item, call.open)
    if call.before == "[":
        row = attribute(call.name)
        if row is not None:
            yield form(row.signature, row.text)
        return
    if call.before in ("subscribe", "on"):
        yield from _of_event(model, path, call)
    elif call.before == "Remind":
        yield _of_reminder(call.name)
    elif call.is_member:
        type_ = type_before(model, path, call.item, nodes, call.name_start)
        yield from _of_members(model, type_, call.name)
    elif call.before == "new":
        yield from _of_creation(model, path, call.name)
    elif not _is_declared(call, nodes):
        yield from _of_name(model, path, call)


def _is_declared(call: OpenCall, nodes: tuple[object, ...]) -> bool:
    """Whether the brackets are those of a head that is being written."""
    is_head = any(isinstance(node, Parameters) and call.item.start + node.start == call.open for node in nodes)
    row = word(call.before)
    return is_head or (bool(_DECLARES.match(call.before)) and (row is None or row.kind in _HEADS))


def _of_name(model: Model, path: str, call: OpenCall) -> Iterator[Form]:
    table, name = model.semantics.table, call.name
    local = model.locals_at(path, call.item, min(call.open, call.item.end)).get(name)
    if local is not None and isinstance(local[1], FunctionType):
        yield _of_function_type(name, local[1])
        return
    own = table.own(path, call.item.chunk)
    found = [one for one in table.all_members(own, set()) if one.name == name] if own is not None else []
    found = [one for one in found if one.kind in METHODS]
    found = found or [one for one in table.lookup(path, name, set()) if one.parameters is not None]
    yield from (_of_definition(one) for one in found)
    if found:
        return
    if any(one.kind in COMPONENT_KINDS for one in table.lookup(path, name, set())):
        return
    row = element(name)
    if row is not None:
        yield form(row.signature, row.text, more=STYLE.signature if row.is_styled else "")
    yield from (form(fact.signature, fact.text) for fact in FUNCTIONS if fact.name == name and fact.is_method)


def _of_members(model: Model, type_: Type, name: str) -> Iterator[Form]:
    if isinstance(type_, Flow) and name == FOR:
        tracked = _tracked(type_.workflow)
        yield form(f"run of {type_.workflow.name} {FOR}({tracked} row)", "The run that drives a row.")
        return
    known = known_types(type_)
    for offer in offered(model.semantics.table, type_):
        if offer.name == name:
            yield from _of_offer(offer, known)


def _of_offer(offer: Offer, known: dict[str, str]) -> Iterator[Form]:
    if offer.fact is not None:
        if offer.fact.is_method:
            yield form(substituted(offer.fact.signature, known), offer.fact.text)
    elif offer.definition is not None and offer.definition.kind is SymbolKind.EVENT:
        yield generated_form(offer.definition, offer.name)
    elif offer.definition is not None and offer.definition.parameters is not None:
        yield _of_definition(offer.definition)


def _of_creation(model: Model, path: str, name: str) -> Iterator[Form]:
    for one in model.semantics.table.resolve_type(path, name, set()):
        made = [member for member in one.members if member.kind is SymbolKind.CONSTRUCTOR]
        yield from (_of_definition(member) for member in made)
        if not made and one.kind is SymbolKind.CLASS:
            yield form(f"{name}()", one.chunk.doc_comment(one.node))
    row = type_named(name)
    if row is not None:
        yield from (form(fact.signature, fact.text) for fact in row.constructors)


def _of_event(model: Model, path: str, call: OpenCall) -> Iterator[Form]:
    flow = model.semantics.table.own(path, call.item.chunk)
    for member in flow.members if flow is not None else ():
        if member.kind is SymbolKind.EVENT and member.name == call.name:
            yield _of_definition(member)


def _of_reminder(name: str) -> Form:
    listed = ", ".join(f"{row.name} = {row.type}" for row in clauses_of(Place.REMIND))
    label = f"Remind {name}({listed})"
    made = form(label, "")
    names = tuple(row.name for row in clauses_of(Place.REMIND))
    return Form(label=label, parameters=made.parameters, names=names, text=made.text)


def _of_function_type(name: str, type_: FunctionType) -> Form:
    listed = ", ".join(f"{show(each)} arg{place + 1}" for place, each in enumerate(type_.parameters))
    return form(f"{show(type_.result)} {name}({listed})", "")


def _of_definition(one: Definition) -> Form:
    return form(signature_text(one), one.chunk.doc_comment(one.node))


def generated_form(event: Definition, name: str) -> Form:
    """`RaiseX`, which takes the row first, or `CorrelateX`."""
    listed = [*parameter_texts(event)]
    if name == f"{RAISE}{event.name}" and event.owner is not None:
        listed = [f"{_tracked(event.owner)} row", *listed, _RAISED]
    result = "CorrelationOutcome" if name == f"{CORRELATE}{event.name}" else "void"
    return form(f"{result} {name}({', '.join(listed)})", event.chunk.doc_comment(event.node))


def _tracked(workflow: Definition) -> str:
    return (tracked_entity(workflow.node) if isinstance(workflow.node, Workflow) else None) or "object"


def parameter_texts(one: Definition) -> Iterator[str]:
    """The parameters as written."""
    text = one.chunk.text
    for each in one.parameters.items if one.parameters is not None else ():
        yield " ".join(text[each.type.start if not each.is_params else each.start : each.end].split())


def signature_text(one: Definition) -> str:
    """The head of a function as its programmer would write it in one line."""
    text = one.chunk.text
    written = " ".join(text[one.type.start : one.type.end].split()) + " " if one.type is not None else ""
    own = f"<{', '.join(one.type_parameters)}>" if one.type_parameters else ""
    word = f"{one.kind.value} " if one.type is None and one.kind is not SymbolKind.CONSTRUCTOR else ""
    return f"{word}{written}{one.name}{own}({', '.join(parameter_texts(one))})"


# ── Signatures as text ───────────────────────────────────────────────────────────────────────────────────────────────


def known_types(type_: Type) -> dict[str, str]:
    """What the type parameters of a signature stand for, asked of a value of the type."""
    match type_:
        case Named(definition=BuiltinType() as row, arguments=arguments) if arguments:
            return {name: show(one) for name, one in zip(row.type_parameters, arguments, strict=False)}
        case TypeValue(type=Named() as named) if not named.arguments:
            return {"T": show(named)}
        case TypeValue(type=Named() as named):
            return known_types(named)
        case _:
            return {}


def substituted(signature: str, known: dict[str, str]) -> str:
    """The signature with type parameters replaced by what they stand for."""
    for name, told in known.items():
        if told != name:
            signature = re.sub(rf"(?<![\w.]){re.escape(name)}\b", told, signature)
    return signature


def form(signature: str, text: str, more: str = "") -> Form:
    """The form that a signature's text is; `more` is a second one whose parameters are joined to it."""
    if more:
        inner = more[more.index("(") + 1 : more.rindex(")")]
        head, tail = signature[: signature.rindex(")")], signature[signature.rindex(")") :]
        signature = f"{head}{', ' if not head.endswith('(') else ''}{inner}{tail}"
    spans = tuple(_parameters_in(signature))
    words = [_LAST_WORD.search(span.text(signature)) for span in spans]
    optional = sum(1 for span in spans if "=" in span.text(signature))
    has_rest = bool(spans) and spans[-1].text(signature).startswith("params ")
    return Form(
        label=signature,
        parameters=spans,
        names=tuple(word[1] if word is not None else "" for word in words),
        text=text,
        required=len(spans) - optional - has_rest,
        has_rest=has_rest,
    )


def _parameters_in(signature: str) -> Iterator[Span]:
    opening = signature.find("(")
    if opening < 0:
        return
    depth, start = 0, opening + 1
    for at in range(opening + 1, len(signature)):
        mark = signature[at]
        if (mark in ",)" and depth == 0) or at == len(signature) - 1:
            end = at if mark in ",)" else at + 1
            if signature[start:end].strip():
                blanks = len(signature[start:end]) - len(signature[start:end].lstrip())
                yield Span(start + blanks, end)
            start = at + 1
            if mark == ")":
                return
        depth += (mark in "<([{") - (mark in ">)]}" and signature[at - 1] != "=")
