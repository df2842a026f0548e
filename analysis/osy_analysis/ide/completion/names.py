"""Names: states, events and slots of the workflow; types; whatever an expression may mention."""

import re
from collections.abc import Sequence
from itertools import islice

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_analysis.ide.completion.usings import Usings
from osy_analysis.ide.signature import signature_text
from osy_analysis.passes.bodies import CLOCK_ROUTES
from osy_analysis.passes.workflows import names_of
from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.semantics.types import UNKNOWN, show
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import FUNCTIONS, TYPES, Place, body, words_at
from osy_grammar.language.model import WordKind
from osy_grammar.nodes.declarations import Function
from osy_grammar.nodes.expressions import Lambda
from osy_grammar.nodes.workflow import Route, State, Subscribe, Terminal, Workflow

MOST = 500
"""So many names of the project are proposed at once; there may be many thousands."""
AMBIENT = "ambient"
_WITH_MEMBERS = (SymbolKind.CLASS, SymbolKind.ENTITY, SymbolKind.COMPONENT)
UNTOLD = show(UNKNOWN)
_LAMBDA = re.compile(r"([^\W\d]\w*)\s*=>")
"""A lambda's parameter as the text has it: while its call is not closed, the tree has no lambda."""


def states(context: Context) -> list[CompletionItem]:
    """The states of the workflow around the cursor."""
    if context.scope is None:
        return []
    flow = context.scope.workflow
    return [
        CompletionItem(
            label=name,
            kind="state",
            span=context.span,
            detail="terminal" if isinstance(node, Terminal) else "state",
            subject=f"{flow.name.text}.state.{name}",
        )
        for name, node in names_of(flow).states.items()
        if name
    ]


def goto_targets(context: Context) -> list[CompletionItem]:
    """The states, where a `goto` may stand: nothing in a body or a lambda that may not hold one."""
    fact = context.scope.body_fact if context.scope is not None else None
    is_refused = (fact is not None and not fact.may_goto) or any(isinstance(node, Lambda) for node in context.nodes)
    return [] if is_refused else states(context)


def events(context: Context) -> list[CompletionItem]:
    """The events of the workflow around the cursor."""
    if context.scope is None:
        return []
    flow = context.scope.workflow
    found = []
    for name, event in names_of(flow).events.items():
        parameters = ", ".join(f"{each.type.name.text} {each.name.text}" for each in event.parameters.items)
        if name:
            subject = f"{flow.name.text}.event.{name}"
            detail = f"event {name}({parameters})"
            found.append(CompletionItem(label=name, kind="event", span=context.span, detail=detail, subject=subject))
    return found


def routes(context: Context) -> list[CompletionItem]:
    """What `on` can listen to here: slots, then events, then clocks; what has a route is left out."""
    scope = context.scope
    if scope is None:
        return []
    owner: State | Terminal | Workflow = scope.state or scope.workflow
    taken = {item.name.text for item in owner.items if isinstance(item, Route)} - {context.prefix}
    flow = scope.workflow.name.text
    slots = [
        CompletionItem(
            label=item.slot.text, kind="slot", span=context.span, detail="slot", subject=f"{flow}.slot.{item.slot.text}"
        )
        for item in (*owner.items, *(scope.workflow.items if scope.state is not None else ()))
        if isinstance(item, Subscribe) and item.slot.text
    ]
    place = Place.STATE if scope.state is not None else Place.WORKFLOW
    clocks = [
        CompletionItem(
            label=name, kind="keyword", span=context.span, detail=f"on {name}", subject=f"body:on {name}@{place.value}"
        )
        for name in CLOCK_ROUTES
        if body(f"on {name}", place) is not None
    ]
    return [item for item in (*slots, *events(context), *clocks) if item.label not in taken]


def in_view(context: Context) -> Sequence[str]:
    """The names of the project's declarations that code here sees; of very many those with the letters typed so far."""
    all_ = context.model.semantics.table.in_view(context.path)
    if len(all_) <= MOST:
        return all_
    letters = context.prefix.casefold()
    return [*islice((name for name in all_ if has_letters(name.casefold(), letters)), MOST)]


def is_cut(context: Context) -> bool:
    """Whether there are so many names that not all are proposed."""
    return len(context.model.semantics.table.in_view(context.path)) > MOST


def has_letters(text: str, letters: str) -> bool:
    """Whether the text has the letters in their order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


def types(context: Context) -> list[CompletionItem]:
    """The types: the project's, then the platform's."""
    table = context.model.semantics.table
    usings = Usings(context)
    found = []
    for name in in_view(context):
        checkpoint()
        definition = next(iter(table.resolve_type(context.path, name, set())), None)
        if definition is not None and definition.kind in TYPE_KINDS:
            kind = definition.kind.value
            found.append(
                CompletionItem(
                    label=name,
                    kind=kind,
                    span=context.span,
                    detail=_origin(kind, definition.namespace),
                    subject=f"declared:{name}",
                    more=usings.edits_for(definition),
                )
            )
    words = [
        CompletionItem(label=word.text, kind="keyword", span=context.span, detail=word.text_help)
        for word in words_at(Place.TYPE)
        if word.reserved
    ]
    return [*found, *words, *_platform_types(context)]


def statement_words(context: Context) -> list[CompletionItem]:
    """The words that open a statement; `goto` only where the body may."""
    fact = context.scope.body_fact if context.scope is not None else None
    may_goto = fact is not None and fact.may_goto and not any(isinstance(node, Lambda) for node in context.nodes)
    return [
        CompletionItem(
            label=word.text, kind="keyword", span=context.span, detail=word.text_help, subject=f"word:{word.text}"
        )
        for word in words_at(Place.STATEMENT)
        if word.kind is not WordKind.AMBIENT and (word.text != "goto" or may_goto)
    ]


def in_expression(context: Context) -> list[CompletionItem]:
    """Whatever an expression may begin with: what is nearest first."""
    return in_code(context, [])


def in_code(context: Context, between: Sequence[CompletionItem], wanted: str = "") -> list[CompletionItem]:
    """Whatever code may begin with; `between` stand behind what is nearest, and locals of the type wanted first."""
    words = [
        CompletionItem(
            label=word.text, kind="keyword", span=context.span, detail=word.text_help, subject=f"word:{word.text}"
        )
        for word in words_at(Place.EXPRESSION)
        if word.reserved and word.text != "this"
    ]
    functions = [
        CompletionItem(
            label=fact.name, kind="function", span=context.span, detail=fact.signature, subject=f"function:{fact.name}"
        )
        for fact in FUNCTIONS
        if fact.name != "Stub"
    ]
    near = [*_ambient(context), *_locals(context), *_slots(context), *_members(context)]
    if wanted:
        near.sort(key=lambda item: item.detail.rstrip("?") != wanted)
    return [
        *near,
        *between,
        *_declared(context),
        *functions,
        *_platform_types(context),
        *words,
    ]


def _ambient(context: Context) -> list[CompletionItem]:
    scope = context.scope
    if scope is None:
        return []
    fact = scope.body_fact
    names = list(fact.ambient) if fact is not None else ["this"]
    own = [name for name in scope.slot_names if name not in names]
    found = [(name, "Slot", "word:slot") for name in own]
    found += [(name, "", f"word:{name}") for name in names]
    return [
        CompletionItem(label=name, kind=AMBIENT, span=context.span, detail=detail or name, subject=subject)
        for name, detail, subject in found
    ]


def _locals(context: Context) -> list[CompletionItem]:
    """The locals and parameters in view at the cursor, with their types."""
    if context.item is None:
        return []
    offset = min(context.span.start, context.item.end)
    known = context.model.locals_at(context.path, context.item, offset)
    found = {name: show(type_) for name, (_, type_) in known.items()}
    before = context.source.text[max(0, context.span.start - 300) : context.span.start]
    for name in _LAMBDA.findall(before.rpartition(";")[2]):
        found.setdefault(name, "parameter")
    return [
        CompletionItem(label=name, kind="variable", span=context.span, detail="" if detail == UNTOLD else detail)
        for name, detail in found.items()
        if name and name != context.prefix
    ]


def _members(context: Context) -> list[CompletionItem]:
    """The members of the type or component around, by their bare names."""
    table = context.model.semantics.table
    own = table.own(context.path, context.item.chunk) if context.item is not None else None
    if own is None or own.kind not in _WITH_MEMBERS:
        return []
    found = []
    for member in table.all_members(own, set()):
        if not member.name or member.kind in (SymbolKind.CONSTRUCTOR, SymbolKind.PARAMETER):
            continue
        is_called = member.parameters is not None
        written = member.type.name.text if member.type is not None else member.kind.value
        found.append(
            CompletionItem(
                label=member.name,
                kind="method" if is_called else "field",
                span=context.span,
                detail=signature_text(member) if is_called else written,
                subject=f"declared:{own.name}.{member.name}",
            )
        )
    return found


def _slots(context: Context) -> list[CompletionItem]:
    scope = context.scope
    if scope is None or scope.body is None:
        return []
    flow = scope.workflow.name.text
    owner = scope.state or scope.workflow
    return [
        CompletionItem(
            label=item.slot.text, kind="slot", span=context.span, detail="slot", subject=f"{flow}.slot.{item.slot.text}"
        )
        for item in owner.items
        if isinstance(item, Subscribe) and item.slot.text
    ]


def _declared(context: Context) -> list[CompletionItem]:
    """What the project declares and the file sees; principals in tests alone."""
    table = context.model.semantics.table
    is_test = table.scope(context.path).is_test
    usings = Usings(context)
    found = []
    for name in in_view(context):
        checkpoint()
        definition = next(iter(table.lookup(context.path, name, set())), None)
        if definition is None or (definition.kind is SymbolKind.PRINCIPAL and not is_test):
            continue
        kind, node = definition.kind.value, definition.node
        detail = _signature(node) if isinstance(node, Function) else kind
        found.append(
            CompletionItem(
                label=name,
                kind=kind,
                span=context.span,
                detail=detail,
                subject=f"declared:{name}",
                more=usings.edits_for(definition),
            )
        )
    return found


def _origin(kind: str, namespace: str) -> str:
    return f"{kind} of {namespace}" if namespace else kind


def _signature(node: Function) -> str:
    parameters = ", ".join(f"{each.type.name.text} {each.name.text}" for each in node.parameters.items)
    return f"{node.type.name.text} {node.name.text}({parameters})"


def _platform_types(context: Context) -> list[CompletionItem]:
    return [
        CompletionItem(label=row.name, kind="type", span=context.span, detail=row.text, subject=f"type:{row.name}")
        for row in TYPES
        if row.is_written and row.name[0].isupper()
    ]
