"""Types as written: what the names in them mean, in the file that they stand in."""

from collections.abc import Mapping

from osy_analysis.semantics.bind.generics import bounded
from osy_analysis.semantics.bound import Target
from osy_analysis.semantics.builtins import PRINCIPAL, VOID, function_type, named, with_tails
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import UNKNOWN, Named, Type, TypeParameter
from osy_grammar.language import type_named, words_at
from osy_grammar.language.model import Place
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.types import TupleType, TypeName
from osy_grammar.record import record

DEEPEST = 20
"""Types are written inside each other no deeper than this; else they are unknown."""

PREDEFINED: Mapping[str, Type] = {
    "var": UNKNOWN,
    "void": VOID,
    **{word.text: named(word.text) for word in words_at(Place.TYPE) if word.reserved},
}
"""What stands for a type and can never be a name."""

ROLE = "role"
_WORK_ROW = "WorkItemRow"


@record(frozen=False)
class Writing:
    """Where a type is written. `targets` takes what its names mean, `unknown` the names that mean nothing."""

    table: Table
    path: str
    parameters: Mapping[str, TypeParameter]
    used: set[str]
    targets: dict[Node, Target] | None = None
    unknown: list[TypeName] | None = None


def written_type(writing: Writing, node: TypeName, depth: int = 0) -> Type:
    """The type that is written; unknown if a name in it is."""
    if depth > DEEPEST:
        return UNKNOWN
    if isinstance(node, TupleType):
        for each in node.arguments:
            written_type(writing, each, depth + 1)
        return UNKNOWN
    name = node.name.parts[0].text if len(node.name.parts) == 1 else node.name.text
    known = PREDEFINED.get(name)
    if known is not None and not node.arguments:
        if writing.targets is not None and isinstance(known, Named):
            writing.targets[node.name.last] = known.definition
        return with_tails(known, node.tails) if node.tails else known
    arguments = tuple([written_type(writing, each, depth + 1) for each in node.arguments])
    type_ = _plain(writing, node, name, arguments)
    return bounded(with_tails(type_, node.tails)) if node.tails or arguments else type_


def _plain(writing: Writing, node: TypeName, name: str, arguments: tuple[Type, ...]) -> Type:
    """The type without what stands behind it."""
    parameter = writing.parameters.get(name)
    if parameter is not None:
        return parameter
    definitions = writing.table.resolve_type(writing.path, name, writing.used)
    if definitions:
        if writing.targets is not None:
            writing.targets[node.name.last] = definitions[0]
        return _declared(writing.table, definitions, arguments)
    return _of_platform(writing, node, name, arguments)


def _declared(table: Table, definitions: tuple[Definition, ...], arguments: tuple[Type, ...]) -> Type:
    first = definitions[0]
    if not table.is_one(definitions) or first.kind not in TYPE_KINDS:
        return UNKNOWN
    return Named(first, arguments)


def _of_platform(writing: Writing, node: TypeName, name: str, arguments: tuple[Type, ...]) -> Type:
    last = node.name.last.text
    if name == last or _is_of_platform(name):
        special = function_type(last, arguments) or _standing_for(writing, last)
        if special is not None:
            return special
        if last.startswith(f"{_WORK_ROW}_"):
            item = writing.table.resolve_type(writing.path, last.removeprefix(f"{_WORK_ROW}_"), writing.used)
            return named(_WORK_ROW, _declared(writing.table, item, ()) if item else UNKNOWN)
        row = type_named(last)
        if row is not None and row.is_written:
            if writing.targets is not None:
                writing.targets[node.name.last] = row
            return Named(row, arguments)
    if writing.unknown is not None and last:
        writing.unknown.append(node)
    return UNKNOWN


def _is_of_platform(name: str) -> bool:
    """Whether a qualified name may be one of the platform's own."""
    return name.startswith(("Osyrin.", "Osysharp."))


def _standing_for(writing: Writing, name: str) -> Type | None:
    """What `role` and `Principal` are where nothing of that name is declared: the app's own."""
    attribute = {ROLE: "Role", PRINCIPAL: "Principal"}.get(name)
    if attribute is None:
        return None
    table = writing.table
    marked = [one for one in table.marked(attribute, writing.used) if table.sees(writing.path, one)]
    found = {table.parts(one)[0] for one in marked}
    if len(found) == 1:
        return Named(found.pop())
    return UNKNOWN if name == ROLE else None
