"""What a call can run, with its types: a function of the app or a member of the platform, seen alike."""

from collections.abc import Sequence

from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import Type
from osy_grammar.language.model import MemberFact
from osy_grammar.record import record


@record(eq=False)
class Formal:
    """A parameter; `definition` is None for the platform's."""

    name: str
    type: Type
    is_optional: bool = False
    is_params: bool = False
    is_out: bool = False
    definition: Definition | None = None


@record(eq=False)
class Callee:
    """A function as calls see it.

    `type_parameters` are its own, told by the arguments; those of the type around it stand in its types as well.
    `is_open` if any stand there. `is_exact` if the parameters are surely all there are.
    """

    name: str
    formals: tuple[Formal, ...]
    result: Type
    source: Definition | MemberFact
    type_parameters: tuple[str, ...] = ()
    is_open: bool = False
    is_exact: bool = True

    def takes(self, count: int, names: Sequence[str]) -> bool:
        """Whether a call can pass `count` arguments by position and then these by name."""
        formals = self.formals
        has_rest = bool(formals) and formals[-1].is_params
        if count > len(formals) and not has_rest:
            return False
        given = set(names)
        if given and not given <= {formal.name for formal in formals[count:]}:
            return False
        return all(
            formal.is_optional or formal.is_params or formal.name in given for formal in formals[count : len(formals)]
        )
