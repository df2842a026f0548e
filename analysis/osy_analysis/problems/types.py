"""Values that do not fit where they stand."""

from typing import ClassVar

from osy_analysis.problems.base import Place, Problem, problem
from osy_analysis.semantics.definitions import Definition
from osy_grammar.language.model import MemberFact
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.types import TypeName


@problem
class Mismatch(Problem):
    """`value` is of a kind that can never be what its place wants.

    `place` says what the place is, in words behind "for" ("the condition of `if`", "parameter `name` of `Send`");
    `expected` and `actual` are types as written in the language. `other` is where the expectation was declared.
    """

    is_about_names: ClassVar[bool] = True

    value: Node
    place: str
    expected: str
    actual: str
    other: Definition | Node | None = None


@problem
class WrongArguments(Problem):
    """A call with an argument too many or too few, or with an `unknown` name of an argument.

    `at` is that name, the argument too many, or the brackets; `given` counts the arguments. None of `functions`, all of
    the name `name`, takes them; `known` are the names of their parameters.
    """

    is_about_names: ClassVar[bool] = True

    at: Node
    name: str
    given: int
    functions: tuple[Definition | MemberFact, ...]
    known: tuple[str, ...]
    unknown: Identifier | None = None


@problem
class BaseCycle(Problem):
    """The type called `name` is its own base by way of `base`; `ways` are the types between, with places."""

    name: Identifier
    base: TypeName
    ways: tuple[tuple[str, Place], ...]
