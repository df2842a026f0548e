"""Names that mean nothing, or two things."""

from typing import ClassVar

from osy_analysis.problems.base import Place, Problem, problem
from osy_grammar.nodes.base import Identifier
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
