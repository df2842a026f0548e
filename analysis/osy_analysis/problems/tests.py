"""Tests and fixtures that cannot be what they say."""

from typing import ClassVar

from osy_analysis.problems.base import Place, Problem, problem
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.declarations import Function
from osy_grammar.nodes.expressions import Expression


@problem
class UnknownFixture(Problem):
    """`argument` names no fixture; `function` is what has the name and is none, `known` are the fixtures in view."""

    is_about_names: ClassVar[bool] = True

    argument: Expression
    name: str
    known: tuple[str, ...]
    function: Definition | None


@problem
class FixtureCycle(Problem):
    """The fixture called `name` is built on itself by way of `ways`; `argument` is what it names."""

    argument: Expression
    name: str
    ways: tuple[tuple[str, Place], ...]


@problem
class TestSignature(Problem):
    """A test with parameters, or one that gives something back (`returns`)."""

    __test__ = False

    test: Function
    returns: bool


@problem
class TestWithoutAssertion(Problem):
    """A test that asks nothing."""

    __test__ = False

    test: Function
