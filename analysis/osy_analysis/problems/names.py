"""Names that mean nothing, or two things."""

from typing import ClassVar

from osy_analysis.problems.base import Place, Problem, problem
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.workflow import Workflow


@problem
class UnknownState(Problem):
    """`name` is used as a state of `workflow`, which has none of that name; `use` is the word before it."""

    is_about_names: ClassVar[bool] = True

    name: Identifier
    use: str
    workflow: Workflow
    known: tuple[str, ...]


@problem
class UnknownEvent(Problem):
    """`subscribe` or `on` names what is neither an event of `workflow` nor, for `on`, a slot or a clock."""

    is_about_names: ClassVar[bool] = True

    name: Identifier
    keyword: str
    workflow: Workflow
    known: tuple[str, ...]


@problem
class DuplicateName(Problem):
    """`name` is declared again; `kind` says as what, `owner` where, `first` is the earlier one."""

    name: Identifier
    first: Identifier | Place
    kind: str
    owner: str


@problem
class Clash(Problem):
    """`name` is declared in another file already: `first`. `kind` says as what, `namespace` where, empty for none."""

    name: Identifier
    first: Place
    kind: str
    namespace: str


@problem
class UnknownName(Problem):
    """A bare name that nothing in view has. `known` could stand there; `is_called` if it is called."""

    is_about_names: ClassVar[bool] = True

    name: Name
    known: tuple[str, ...]
    is_called: bool


@problem
class UnknownType(Problem):
    """A type's name that nothing in view has."""

    is_about_names: ClassVar[bool] = True

    name: Identifier
    known: tuple[str, ...]


@problem
class UnknownMember(Problem):
    """A member that a type does not have; `owner` is the type in words (``enum `Stage` ``, ``a slot``).

    `declared` is the definition to which the member could be added, None for what the platform has.
    """

    is_about_names: ClassVar[bool] = True

    name: Identifier
    owner: str
    known: tuple[str, ...]
    declared: Definition | None = None
    is_called: bool = False


@problem
class Unused(Problem):
    """`name` is declared by `node` and nothing mentions it; `kind` says as what."""

    name: Node
    kind: str
    node: Node
