"""Texts in Markdown about facts of the language and about declarations, for hovers and for completion."""

from functools import cache

from osy_analysis.model import Model
from osy_analysis.semantics.types import UNKNOWN, Unknown, show
from osy_analysis.symbols import Symbol, SymbolKind
from osy_grammar.language import (
    TYPES,
    AttributeFact,
    BodyFact,
    BuiltinType,
    Clause,
    ElementFact,
    MemberFact,
    Place,
    Word,
    page,
)
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import EnumMember, Field, Function, Parameter, Property
from osy_grammar.nodes.workflow import Event, Subscribe
from osy_grammar.tree import Item

SHARED_PAGE = 4
"""From so many members on, a page is about a whole family and its summary says little about one of them."""

SYMBOL_PAGES = {
    SymbolKind.STATE: "workflow-state",
    SymbolKind.TERMINAL: "workflow-terminal",
    SymbolKind.EVENT: "workflow-event",
    SymbolKind.SLOT: "workflow-subscribe",
    SymbolKind.WORKFLOW: "workflow",
    SymbolKind.ENTITY: "language-entity",
    SymbolKind.CLASS: "language-class",
    SymbolKind.CLIENT: "http-client",
    SymbolKind.PRINCIPAL: "test-runas",
    SymbolKind.REMINDER: "workflow-remind",
    SymbolKind.REQUIREMENT: "workflow-requires",
}


def of_word(word: Word) -> str:
    """About a keyword."""
    return _text(word.text, word.text_help, word.page)


def of_clause(clause: Clause) -> str:
    """About a `Name = value;`."""
    return _text(f"{clause.name} = <{clause.type}>;", clause.text, clause.page)


def of_body(body: BodyFact) -> str:
    """About a body: when it runs, whether it may `goto`, what is ambient in it."""
    parameter = f"({body.parameter} name)" if body.parameter == "Slot" else ""
    may = "It may `goto`." if body.may_goto else "It may not `goto`."
    ambient = ", ".join(f"`{name}`" for name in body.ambient)
    return _text(f"{body.name}{parameter} {{ … }}", f"Runs {body.runs}. {may} In it: {ambient}.", body.page)


def of_attribute(attribute: AttributeFact) -> str:
    """About an attribute."""
    targets = ", ".join(attribute.targets)
    return _text(f"[{attribute.signature}]", f"{attribute.text} It stands on: {targets}.", attribute.page)


def of_type(row: BuiltinType) -> str:
    """About a type of the platform."""
    parameters = f"<{', '.join(row.type_parameters)}>" if row.type_parameters else ""
    return _text(f"{'enum' if row.is_enum else 'class'} {row.name}{parameters}", row.text, row.page)


def of_member(owner: str, *forms: MemberFact) -> str:
    """About a member of such a type in all its forms, or about a free function (then the owner is empty)."""
    if not forms:
        return ""
    lines = [f"{fact.signature}  // of {owner}" if owner else fact.signature for fact in forms]
    first = forms[0]
    return _text("\n".join(lines), first.text, first.page, with_summary=_uses(first.page) < SHARED_PAGE)


def of_element(row: ElementFact) -> str:
    """About an element of markup."""
    style = " It also takes where it stands and how it looks." if row.is_styled else ""
    return _text(row.signature.replace(" = default", ""), f"{row.text}{style}", row.page)


def of_symbol(model: Model, symbol: Symbol) -> str:
    """About a declaration: its head, its doc comment, and for a slot what its event says."""
    item = symbol.place.item
    parts = [_code(_of_local(model, symbol) or head(item, symbol))]
    comment = item.chunk.doc_comment(symbol.node)
    if comment:
        parts.append(comment)
    parts.append(_where(model, symbol))
    page_id = SYMBOL_PAGES.get(symbol.kind)
    if page_id is not None:
        found = page(page_id)
        parts.append(f"[{found.title}]({found.url})")
    return "\n\n".join(part for part in parts if part)


def _of_local(model: Model, symbol: Symbol) -> str:
    """A local whose type is told by its value, with that type; empty for all else."""
    is_told = symbol.kind is SymbolKind.LOCAL and (symbol.type is None or symbol.type.name.text == "var")
    type_ = model.type_of(symbol.place.path, symbol.place.item, symbol.node) if is_told else UNKNOWN
    return "" if isinstance(type_, Unknown) else f"{show(type_)} {symbol.name}"


def head(item: Item, symbol: Symbol) -> str:
    """The declaration as written, up to its body."""
    node, text = symbol.node, item.chunk.text
    match node:
        case Function():
            return _one_line(text[node.type.start : node.parameters.end])
        case Event():
            return f"event {_one_line(text[node.name.start : node.parameters.end])}"
        case Subscribe():
            end = node.alias.end if node.alias is not None else node.parameters.end
            return _one_line(text[node.keyword.start : end])
        case Field() | Property() | Parameter():
            return _one_line(text[node.type.start : node.name.end])
        case EnumMember():
            return f"{symbol.name}"
        case _ if symbol.type is not None:
            return f"{_one_line(text[symbol.type.start : symbol.type.end])} {symbol.name}"
        case _:
            return f"{symbol.kind.value} {symbol.name}"


def _where(model: Model, symbol: Symbol) -> str:
    """What a member is a member of."""
    owner: Node = symbol.place.item.node
    name = getattr(owner, "name", None)
    if owner is symbol.node or name is None or symbol.kind in (SymbolKind.LOCAL, SymbolKind.PARAMETER):
        return ""
    return f"{symbol.kind.value.capitalize()} of `{name.text}`."


def _text(signature: str, text: str, page_id: str, *, with_summary: bool = True) -> str:
    parts = [_code(signature)]
    if text:
        parts.append(text)
    if page_id:
        found = page(page_id)
        if with_summary and found.summary:
            parts.append(found.summary)
        parts.append(f"[{found.title}]({found.url})")
    return "\n\n".join(parts)


def _code(text: str) -> str:
    return f"```osy\n{text}\n```"


def _one_line(text: str) -> str:
    return " ".join(text.split())


@cache
def _uses(page_id: str) -> int:
    return sum(fact.page == page_id for row in TYPES for fact in row.members)


def place_words(place: Place) -> str:
    """A place in words."""
    return place.value
