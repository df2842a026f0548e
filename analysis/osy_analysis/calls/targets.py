"""What the parts of one chunk may run, out of what binding found in it."""

from osy_analysis.calls.outbound import is_outbound
from osy_analysis.calls.pieces import getter_of
from osy_analysis.calls.shapes import Created, Exact, Held, Target, Virtual
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import FunctionType, Group, Named, Type, TypeValue
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.declarations import Class, Entity, Parameter, Property
from osy_grammar.nodes.expressions import (
    Base,
    Binary,
    Call,
    Cast,
    Conditional,
    Expression,
    Lambda,
    Member,
    Name,
    New,
    NonNull,
    Parenthesised,
)
from osy_grammar.nodes.statements import Local
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import record


@record(eq=False)
class Source:
    """A function value where it is written: a lambda, or named functions, or what a variable holds.

    `leaves` if one of the named functions goes out of the process itself.
    """

    node: Expression
    lambda_: Lambda | None = None
    held: Definition | Node | None = None
    functions: tuple[Target, ...] = ()
    leaves: bool = False

    @property
    def targets(self) -> tuple[Target, ...]:
        """What runs when the value is called."""
        return self.functions if self.held is None else (Held(self.held),)


_TYPES = (SymbolKind.CLASS, SymbolKind.ENTITY, SymbolKind.INTERFACE)
_FUNCTION_TYPES = ("Func", "Action")
_VARIABLES = (SymbolKind.FIELD, SymbolKind.VARIABLE)


class Meaning:
    """Answers about the nodes of a chunk."""

    def __init__(self, bound: Bound, definition: Definition | None) -> None:
        """Ask what was bound in the chunk that defines `definition`."""
        self._bound = bound
        self._around = definition

    def targets(self, call: Call) -> tuple[Target, ...]:
        """The functions that a call may run, as far as they have code in view."""
        return tuple(
            self._target(one, call.target)
            for one in self._bound.calls.get(call, ())
            if isinstance(one, Definition) and one.kind is not SymbolKind.OPERATION
        )

    def _target(self, function: Definition, written: Expression) -> Target:
        owner = function.owner
        if owner is None or owner.kind not in _TYPES or function.kind is SymbolKind.CONSTRUCTOR:
            return Exact(function)
        if not isinstance(written, Member):
            is_method = self._around is not None and self._around.kind in _TYPES
            return Virtual(function, self._around if is_method and self._around is not None else owner)
        if isinstance(written.target, Base | New):
            return Exact(function)
        return Virtual(function, _type_of(self._bound.types.get(written.target)) or owner)

    def created(self, node: New) -> tuple[Target, ...]:
        """What a creation runs."""
        found: list[Target] = [Exact(one) for one in self._bound.calls.get(node, ()) if isinstance(one, Definition)]
        made = _type_of(self._bound.types.get(node))
        return (*found, Created(made)) if made is not None else tuple(found)

    def getter(self, node: Member | Name) -> Target | None:
        """The getter that a name runs; None for what has no code, and for a property that is a plain value."""
        place = node.name if isinstance(node, Member) else node
        meant = self._bound.targets.get(place)
        if not isinstance(meant, Definition) or not isinstance(meant.node, Property) or meant.owner is None:
            return None
        if getter_of(meant.node) is None and meant.owner.kind is not SymbolKind.INTERFACE:
            return None
        return self._target(meant, node)

    def member(self, node: Node) -> Definition | None:
        """The member of the type around that the node declares."""
        members = () if self._around is None else self._around.members
        return next((one for one in members if one.node is node), None)

    def bases(self, node: Class | Entity) -> list[Definition]:
        """The classes or entities that a type derives from."""
        written = node.bases if isinstance(node, Class) else () if node.base is None else (node.base,)
        meant = [self._bound.targets.get(base.name.last) for base in written]
        kinds = (SymbolKind.CLASS, SymbolKind.ENTITY)
        return [one for one in meant if isinstance(one, Definition) and one.kind in kinds]

    # ── Function values ──────────────────────────────────────────────────────────────────────────────────────────────

    def held(self, node: Expression) -> Definition | Node | None:
        """The variable of functions that is named."""
        if not isinstance(node, Name | Member):
            return None
        meant = self._bound.targets.get(node.name if isinstance(node, Member) else node)
        match meant:
            case Local() | Parameter():
                variable: Definition | Node = meant
            case Definition(kind=SymbolKind.PARAMETER):
                variable = meant.node
            case Definition() if meant.kind in _VARIABLES:
                variable = meant
            case _:
                return None
        return variable if self._holds_functions(variable) else None

    def _holds_functions(self, variable: Definition | Node) -> bool:
        """Whether functions are what it is for, by its written type or by the first value of a `var`."""
        written = getattr(variable, "type", None)
        if not isinstance(written, TypeName):
            return False
        if written.name.text == "var":
            value = variable.value if isinstance(variable, Local) else None
            return value is not None and isinstance(self._bound.types.get(value), FunctionType | Group)
        return written.name.last.text in _FUNCTION_TYPES and not set(written.tails) - {"?"}

    def invoked(self, target: Expression) -> Definition | Node | None:
        """The variable of functions in `variable.Invoke(…)` and `variable?.Invoke(…)`."""
        is_invoked = isinstance(target, Member) and target.name.text == "Invoke"
        return self.held(target.target) if is_invoked and isinstance(target, Member) else None

    def sources(self, value: Expression) -> list[Source]:
        """The function values that an expression may give; of a choice each of them."""
        found: list[Source] = []
        waiting = [value]
        while waiting:
            node = waiting.pop()
            match node:
                case Lambda():
                    found.append(Source(node, lambda_=node))
                case Parenthesised(inner=inner) | NonNull(target=inner) | Cast(operand=inner):
                    waiting.append(inner)
                case Conditional(then=then, otherwise=otherwise):
                    waiting += (otherwise, then)
                case Binary(operator="??", left=left, right=right):
                    waiting += (right, left)
                case Name() | Member():
                    found += self._named(node)
                case _:
                    pass
        return found

    def _named(self, node: Name | Member) -> list[Source]:
        type_ = self._bound.types.get(node)
        if isinstance(type_, Group):
            own = [one for one in type_.functions if isinstance(one, Definition)]
            targets = tuple(self._target(one, node) for one in own if one.kind is not SymbolKind.OPERATION)
            leaves = any(is_outbound(one) for one in type_.functions)
            return [Source(node, functions=targets, leaves=leaves)] if targets or leaves else []
        held = self.held(node)
        return [Source(node, held=held)] if held is not None else []

    def index_of(self, function: Definition, number: int, name: Identifier | None) -> int:
        """Which parameter an argument is for."""
        if name is not None and function.parameters is not None:
            names = [item.name.text for item in function.parameters.items]
            if name.text in names:
                return names.index(name.text)
        return number


def _type_of(type_: Type | None) -> Definition | None:
    """The declared type of a value, or of a type's name."""
    match type_:
        case (
            Named(definition=Definition() as definition) | TypeValue(type=Named(definition=Definition() as definition))
        ):
            return definition
        case _:
            return None
