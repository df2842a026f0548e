"""Between a call's brackets and an initialiser's braces: what can be given and is not given yet."""

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_analysis.ide.completion.wanted import members_of
from osy_analysis.ide.open_call import OpenCall, OpenInitialiser, open_call, open_initialiser
from osy_analysis.ide.signature import forms_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import marks
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import attribute, type_named
from osy_grammar.nodes.declarations import Field

FIXTURE, TEST = "TestFixture", "Test"


def call_at(context: Context) -> OpenCall | None:
    """The call at the beginning of whose argument the cursor is."""
    if context.before.rstrip()[-1:] not in ("(", ","):
        return None
    return open_call(context.source, context.span.start)


def initialiser_at(context: Context) -> OpenInitialiser | None:
    """The initialiser at the beginning of whose member the cursor is."""
    if context.before.rstrip()[-1:] not in ("{", ","):
        return None
    return open_initialiser(context.source, context.span.start)


def attribute_at(context: Context) -> OpenCall | None:
    """The attribute whose brackets are open at the cursor."""
    call = open_call(context.source, context.span.start)
    return call if call is not None and call.before == "[" and attribute(call.name) is not None else None


def named(context: Context, call: OpenCall) -> list[CompletionItem]:
    """The parameters that can be given by name."""
    found: dict[str, str] = {}
    for form in forms_of(context.model, context.path, call):
        for place, name in enumerate(form.names):
            if name and place >= call.active - len(call.given) and name not in call.given:
                found.setdefault(name, form.parameters[place].text(form.label))
    return [
        CompletionItem(label=f"{name}:", kind="property", span=context.span, detail=detail, insert=f"{name}: ")
        for name, detail in found.items()
    ]


def missing_members(context: Context, initialiser: OpenInitialiser) -> list[CompletionItem]:
    """The members of the type that have no value yet."""
    declared = {one.name: one for one in members_of(context, initialiser.type) if one.name not in initialiser.given}
    found = [
        _member(context, name, _written(one), f"declared:{initialiser.type}.{name}")
        for name, one in declared.items()
        if not (isinstance(one.node, Field) and one.node.is_constant)
    ]
    row = type_named(initialiser.type)
    if row is not None and not found:
        facts = [fact for fact in row.members if not fact.is_method and not fact.is_static]
        found = [
            _member(context, fact.name, fact.signature, f"member:{row.name}.{fact.name}")
            for fact in facts
            if fact.name not in initialiser.given
        ]
    return found


def of_attribute(context: Context, call: OpenCall) -> list[CompletionItem]:
    """What an attribute's brackets take: fixtures for a test, its named arguments."""
    row = attribute(call.name)
    if row is None or context.before.rstrip()[-1:] not in ("(", ","):
        return []
    found = _fixtures(context) if call.name == TEST and call.active == 0 else []
    form = next(iter(forms_of(context.model, context.path, call)), None)
    for place, name in enumerate(form.names if form is not None else ()):
        written = form.parameters[place].text(form.label) if form is not None else ""
        if "=" in written and name not in call.given:
            item = CompletionItem(label=f"{name} =", kind="property", span=context.span, detail=written)
            found.append(_with_value(item, name))
    return found


def _with_value(item: CompletionItem, name: str) -> CompletionItem:
    return CompletionItem(
        label=item.label, kind=item.kind, span=item.span, detail=item.detail, insert=f"{name} = ", subject=item.subject
    )


def _fixtures(context: Context) -> list[CompletionItem]:
    table = context.model.semantics.table
    return [
        CompletionItem(
            label=one.name, kind="function", span=context.span, detail="fixture", subject=f"declared:{one.name}"
        )
        for one in table.marked(FIXTURE, set())
        if one.kind is SymbolKind.FUNCTION and FIXTURE in set(marks(one)) and table.sees(context.path, one)
    ]


def _member(context: Context, name: str, detail: str, subject: str) -> CompletionItem:
    return CompletionItem(
        label=name, kind="field", span=context.span, detail=detail, insert=f"{name} = ", subject=subject
    )


def _written(one: Definition) -> str:
    text = one.chunk.text
    head = "[Required] " if "Required" in {*marks(one)} else ""
    return (
        head + (" ".join(text[one.type.start : one.type.end].split()) if one.type is not None else "") + f" {one.name}"
    )
