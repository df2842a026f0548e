"""After `Name =` outside of code: what the clause can be."""

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion import names
from osy_analysis.ide.completion.context import Context
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import Clause, Place, clauses_of
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import replace

_BOOLS = ("true", "false")


def of_clause(context: Context) -> list[CompletionItem]:
    """The values that fit the clause's type first, then whatever an expression may mention."""
    row = next((row for row in _all_clauses(context) if row.name == context.clause), None)
    match row.type if row is not None else "":
        case "state":
            return names.states(context)
        case "Entity.Field":
            return tracked_fields(context)
        case "bool":
            return [*_words(context), *names.in_expression(context)]
        case "TimeSpan":
            return _first(context, "TimeSpan")
        case "TimeSpan | Backoff":
            return _first(context, "TimeSpan", "Backoff")
        case "Func<Principal, bool>":
            snippet = "u => $0"
            return [CompletionItem(label="u => …", kind="value", span=context.span, insert="u => ", snippet=snippet)]
        case _:
            return names.in_expression(context)


def tracked_fields(context: Context) -> list[CompletionItem]:
    """Every `Entity.Field` whose type is an enum of the project."""
    return [
        replace(field, label=f"{name}.{field.label}")
        for name in names.in_view(context)
        for field in enum_fields(context, name)
    ]


def enum_fields(context: Context, entity: str) -> list[CompletionItem]:
    """The entity's own fields whose type is an enum of the project: what a workflow can track."""
    table = context.model.semantics.table
    return [
        CompletionItem(label=field.name, kind="field", span=context.span, detail=field.type.name.text)
        for part in table.resolve_type(context.path, entity, set())
        if part.kind is SymbolKind.ENTITY
        for field in part.members
        if field.type is not None and _is_enum(table, table.path_of(part), field.type)
    ]


def _is_enum(table: Table, path: str, written: TypeName) -> bool:
    return any(one.kind is SymbolKind.ENUM for one in table.resolve_type(path, written.name.text, set()))


def _words(context: Context) -> list[CompletionItem]:
    return [CompletionItem(label=word, kind="keyword", span=context.span) for word in _BOOLS]


def _first(context: Context, *wanted: str) -> list[CompletionItem]:
    found = names.in_expression(context)
    return sorted(found, key=lambda item: item.label not in wanted)


def _all_clauses(context: Context) -> list[Clause]:
    return [*clauses_of(context.place), *(row for place in Place for row in clauses_of(place))]
