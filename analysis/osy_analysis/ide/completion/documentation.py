"""What there is to say about a proposal, asked for when the user looks at it.

A subject is `kind:name`, with the place behind `@` where it matters, or `Flow.kind.name` for what a workflow declares.
"""

from collections.abc import Iterator

from osy_analysis.ide import describe
from osy_analysis.model import Model
from osy_analysis.passes.workflows import names_of
from osy_analysis.problems.base import Place as NodePlace
from osy_analysis.project import Project
from osy_analysis.symbols import Symbol, kind_of
from osy_grammar.language import FUNCTIONS, Place, attribute, body, clause, element, overloads, type_named, word
from osy_grammar.language.elements import TRIGGERS
from osy_grammar.nodes.workflow import Event, State, Subscribe, Terminal, Workflow


def documentation(project: Project, path: str, subject: str) -> str:
    """The text in Markdown; empty if there is nothing to say, or the subject is unknown."""
    kind, colon, rest = subject.partition(":")
    if not colon:
        return _of_workflow(Model(project), subject)
    name, _, where = rest.partition("@")
    match kind:
        case "word":
            row = word(name)
            return describe.of_word(row) if row is not None else ""
        case "clause":
            clause_row = clause(name, place) if (place := _place(where)) is not None else None
            return describe.of_clause(clause_row) if clause_row is not None else ""
        case "body":
            fact = body(name, place) if (place := _place(where)) is not None else None
            return describe.of_body(fact) if fact is not None else ""
        case "member":
            owner, _, member_name = name.partition(".")
            return describe.of_member(owner, *overloads(owner, member_name))
        case "type":
            type_row = type_named(name)
            return describe.of_type(type_row) if type_row is not None else ""
        case "attribute":
            attribute_row = attribute(name)
            return describe.of_attribute(attribute_row) if attribute_row is not None else ""
        case "function":
            function = next((each for each in FUNCTIONS if each.name == name), None)
            return describe.of_member("", function) if function is not None else ""
        case "element":
            element_row = element(name)
            return describe.of_element(element_row) if element_row is not None else ""
        case "trigger":
            return describe.of_member("", *(row for row in TRIGGERS if row.name == name))
        case "declared":
            model = Model(project)
            return next((describe.of_symbol(model, symbol) for symbol in _declared(model, name)), "")
        case _:
            return ""


def _declared(model: Model, name: str) -> Iterator[Symbol]:
    """The declarations of a name, or of a member behind its owner's name."""
    owner, _, member = name.partition(".")
    if not member:
        yield from model.declared(name)
        return
    for definition in model.semantics.table.names.get(owner, ()):
        for one in definition.members:
            symbol = model.symbol_of(one) if one.name == member else None
            if symbol is not None:
                yield symbol


def _of_workflow(model: Model, subject: str) -> str:
    flow, _, rest = subject.partition(".")
    kind, _, name = rest.partition(".")
    for file_path, file in model.project.files.items():
        for item in file.items:
            node = item.node
            if not isinstance(node, Workflow) or node.name.text != flow:
                continue
            names = names_of(node)
            found: State | Terminal | Event | Subscribe | None = {
                "state": names.states.get(name),
                "event": names.events.get(name),
                "slot": names.slots.get(name),
            }.get(kind)
            if found is not None:
                identifier = found.slot if isinstance(found, Subscribe) else found.name
                symbol = Symbol(kind_of(found), name, NodePlace(file_path, item, identifier), found)
                return describe.of_symbol(model, symbol)
    return ""


def _place(text: str) -> Place | None:
    try:
        return Place(text)
    except ValueError:
        return None
