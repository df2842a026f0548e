"""In markup: elements, and the parameters of the one whose brackets the cursor is in."""

import re

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context, call_before
from osy_analysis.ide.completion.names import in_view
from osy_analysis.semantics.groups import COMPONENT_KINDS
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import element
from osy_grammar.language.elements import ELEMENTS, STYLE, TRIGGERS
from osy_grammar.language.model import ElementFact, MemberFact
from osy_grammar.language.signatures import signature_of

_GIVEN = re.compile(r"(\w+)\s*:")


def elements(context: Context) -> list[CompletionItem]:
    """The components of the project, then the elements that are known; others are not wrong."""
    table = context.model.semantics.table
    declared = [
        CompletionItem(
            label=name, kind="class", span=context.span, detail="component", insert=name, subject=f"declared:{name}"
        )
        for name in in_view(context)
        if any(one.kind in COMPONENT_KINDS for one in table.lookup(context.path, name, set()))
    ]
    return [*declared, *(_element(context, row) for row in ELEMENTS)]


def parameters(context: Context) -> list[CompletionItem]:
    """The parameters of the element around that are not given yet; none outside of brackets."""
    call = call_before(context.before)
    if call is None:
        return []
    name, arguments = call
    given = set(_GIVEN.findall(arguments))
    declared = [
        (each.name.text, each.type.name.text)
        for component in context.model.semantics.table.lookup(context.path, name, set())
        if component.kind is SymbolKind.COMPONENT and component.parameters is not None
        for each in component.parameters.items
    ]
    row = element(name)
    known = _of_row(row) if row is not None and not declared else declared
    return [
        CompletionItem(
            label=f"{parameter}:",
            kind="property",
            span=context.span,
            detail=f"{type_name} {parameter}",
            insert=f"{parameter}: ",
            subject=f"element:{name}",
        )
        for parameter, type_name in known
        if parameter not in given
    ]


def triggers(context: Context) -> list[CompletionItem]:
    """What a component's `on` can listen to."""
    return [_trigger(context, row) for row in TRIGGERS]


def _element(context: Context, row: ElementFact) -> CompletionItem:
    has_text = any(not each.has_default for each in signature_of(row).parameters or ())
    return CompletionItem(
        label=row.name,
        kind="class",
        span=context.span,
        detail=row.text,
        snippet=f"{row.name}($0);" if has_text else None,
        subject=f"element:{row.name}",
    )


def _of_row(row: ElementFact) -> list[tuple[str, str]]:
    rows = (row, STYLE) if row.is_styled else (row,)
    return [(each.name, each.type.name.text) for fact in rows for each in signature_of(fact).parameters or ()]


def _trigger(context: Context, row: MemberFact) -> CompletionItem:
    head = f"{row.name}(${{1:TimeSpan.FromMinutes(1)}})" if signature_of(row).parameters else row.name
    return CompletionItem(
        label=row.name,
        kind="body",
        span=context.span,
        detail=row.text,
        snippet=f"{head} {{\n\t$0\n}}",
        subject=f"trigger:{row.name}",
    )
