"""What stands between the braces of a workflow and should not, or does not and should."""

from typing import ClassVar

from osy_analysis.problems.base import Problem, problem
from osy_grammar.language.model import Place
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Parameters
from osy_grammar.nodes.workflow import Body, Breach, Milestone, State, Terminal, Workflow


@problem
class TracksMissing(Problem):
    """The workflow has no `Tracks`."""

    is_about_names: ClassVar[bool] = True

    workflow: Workflow


@problem
class InitialMissing(Problem):
    """The workflow has no `Initial`; `first` is the state that stands first."""

    is_about_names: ClassVar[bool] = True

    workflow: Workflow
    first: State | Terminal | None


@problem
class UnknownClause(Problem):
    """`clause` is a `name = value` in `place`, where no such word is known; `owner` is what it stands in, in words.

    `holders` are the nodes around it, outermost first.
    """

    is_about_names: ClassVar[bool] = True

    name: Identifier
    clause: Node
    place: Place
    owner: str
    holders: tuple[Node, ...]


@problem
class RepeatedClause(Problem):
    """`item` says by its word `name` what `first` says already in the same place."""

    name: Identifier
    item: Node
    first: Identifier
    owner: str


@problem
class MisplacedClause(Problem):
    """`item` begins with the word `name`, which may stand in `places` and not in `place`.

    `holders` are the nodes around the item, outermost first.
    """

    name: Identifier
    item: Node
    place: Place
    places: tuple[Place, ...]
    owner: str
    holders: tuple[Node, ...]


@problem
class BreachParameter(Problem):
    """A breach arm's list is not exactly one `Slot`."""

    breach: Breach
    parameters: Parameters
    milestone: Milestone | None


@problem
class ExitOnTerminal(Problem):
    """A terminal has an `exit`; `enter` is its `enter`, if it has one."""

    terminal: Terminal
    exit: Body
    enter: Body | None
