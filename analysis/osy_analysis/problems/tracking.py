"""What is wrong between a workflow and the field that it drives."""

from osy_analysis.problems.base import Place, Problem, problem
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Enum, EnumMember, Field
from osy_grammar.nodes.workflow import State, Terminal, Workflow


@problem
class TracksUnknown(Problem):
    """`Tracks` names no field of an entity. `node` is the part that says nothing, `name` its text.

    `owner` is the entity, where that is known and the field is what is missing; `found` is another thing of that name,
    where there is one. `known` could stand there.
    """

    node: Node
    name: str
    owner: Definition | None
    found: Definition | None
    known: tuple[str, ...]


@problem
class TracksNotEnum(Problem):
    """The tracked field, `name` in `Tracks`, has a type that is no enum."""

    name: Identifier
    type: str
    field: Place


@problem
class StateNotInEnum(Problem):
    """A state of the workflow is no member of the tracked enum."""

    state: State | Terminal
    workflow: Workflow
    enum: Enum
    place: Place
    known: tuple[str, ...]


@problem
class MemberWithoutState(Problem):
    """A member of the tracked enum is no state of the workflow, which is in another chunk; `place` is its name."""

    member: EnumMember
    enum: Enum
    workflow: Workflow
    place: Place


@problem
class TrackedFieldDefault(Problem):
    """The field has a default although a workflow, in another chunk, starts with the row; `place` is its name."""

    field: Field
    value: Node
    workflow: Workflow
    place: Place
    initial: str


@problem
class TrackedFieldAssigned(Problem):
    """Code outside the workflow gives the tracked field a value; `node` is the field's name there.

    `is_initialiser` in `new Entity { … }`. `place` is the name of the workflow.
    """

    node: Node
    assignment: Node
    workflow: Workflow
    place: Place
    is_initialiser: bool
