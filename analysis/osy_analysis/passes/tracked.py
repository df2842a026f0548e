"""The field that a workflow tracks and the enum of its states, as far as the project shows them."""

from dataclasses import dataclass

from osy_analysis.passes.declare import tracked_entity
from osy_analysis.passes.index import index_of
from osy_analysis.problems.base import Place
from osy_analysis.project import Project
from osy_grammar.nodes.declarations import Enum, Field
from osy_grammar.nodes.expressions import Expression, Member, Name
from osy_grammar.nodes.workflow import Clause, Workflow


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tracked:
    """The tracked field, its enum, and where the enum is declared."""

    field: Field
    enum: Enum
    enum_place: Place


def tracked(project: Project, path: str, workflow: Workflow) -> Tracked | None:
    """What `Tracks` means in the file; None where that is not in view, or could be one of several."""
    index = index_of(project)
    name = _field_name(workflow)
    types = index.types_from(path, tracked_entity(workflow) or "")
    fields = [m for facts in types for m in facts.declaration.members if isinstance(m, Field) and m.name.text == name]
    if len(fields) != 1:
        return None
    enums = [
        place
        for place in index.declarations.get(fields[0].type.name.last.text, ())
        if isinstance(place.item.node, Enum) and not place.item.chunk.problems
    ]
    if len(enums) != 1 or not isinstance(enums[0].item.node, Enum):
        return None
    return Tracked(field=fields[0], enum=enums[0].item.node, enum_place=enums[0])


def resting_state(found: Tracked) -> str | None:
    """The state in which a row without a run is: the field's default, else the enum's first member."""
    value: Expression | None = found.field.value
    match value:
        case None:
            return found.enum.members[0].name.text if found.enum.members else None
        case Member(name=name):
            return name.text
        case Name(text=text):
            return text
        case _:
            return None


def _field_name(workflow: Workflow) -> str | None:
    for item in workflow.items:
        match item:
            case Clause(name=name, value=Member(name=field)) if name.text == "Tracks":
                return field.text
            case _:
                pass
    return None
