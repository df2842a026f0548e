"""What an expression can be. `Unknown` is one of the answers, and whatever is asked of it is unknown again.

Types are values and compare by what they are. The types of the platform are the rows of the table of language facts;
a list, an array and a nullable are types like the others.
"""

from osy_analysis.semantics.definitions import Definition
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.record import record, replace


@record()
class Unknown:
    """Nothing is known; `kits` are the missing kits that it may come from, empty if the platform is."""

    kits: frozenset[str] = frozenset()


UNKNOWN = Unknown()


@record()
class Named:
    """A value of a declared type or of one of the platform's.

    The parts of a partial entity are one type: `definition` is its first part. An array is the platform's `Array` with
    its element as argument.
    """

    definition: Definition | BuiltinType
    arguments: "tuple[Type, ...]" = ()
    is_nullable: bool = False

    @property
    def name(self) -> str:
        """The short name."""
        return self.definition.name


@record()
class Null:
    """The literal `null`."""


@record()
class Void:
    """What a function without a result gives."""


@record()
class FunctionType:
    """A lambda, or a value of a `Func` or an `Action`."""

    parameters: "tuple[Type, ...]"
    result: "Type"


@record()
class TypeParameter:
    """`T` inside what declares it, or in a signature of the platform; nullable where `T?` is written."""

    name: str
    bound: "Type | None" = None
    is_nullable: bool = False


@record()
class AnonymousObject:
    """`new { name = value }`, its members in source order."""

    members: "tuple[tuple[str, Type], ...]"


@record()
class TypeValue:
    """A type named as a value: `Order.Where(…)`, `Stage.Closed`, `TestClock.Set(…)`."""

    type: Named


@record()
class Group:
    """Functions of one name, named and not called; `receiver` is what they were asked of."""

    name: str
    functions: tuple[Definition | MemberFact, ...]
    receiver: "Type | None" = None


@record()
class NamespaceValue:
    """The first words of a qualified name."""

    name: str


@record()
class Flow:
    """A workflow named as a value: `Flow.RaiseX(row)`, `Flow.For(row)`."""

    workflow: Definition


@record()
class Run:
    """What `Flow.For(row)` gives."""

    workflow: Definition


@record()
class SlotOf:
    """A slot of a workflow: the ambient `slot` (then `slot` may be None, in a cascaded milestone) or one by its name.

    `is_handle` for the one that is asked from outside, `Flow.For(row).Slot`.
    """

    workflow: Definition
    slot: Definition | None = None
    is_handle: bool = False


Type = (
    Unknown
    | Named
    | Null
    | Void
    | FunctionType
    | TypeParameter
    | AnonymousObject
    | TypeValue
    | Group
    | NamespaceValue
    | Flow
    | Run
    | SlotOf
)


def nullable(type_: Type) -> Type:
    """The type with null added."""
    if isinstance(type_, Named | TypeParameter) and not type_.is_nullable:
        return replace(type_, is_nullable=True)
    return type_


def non_null(type_: Type) -> Type:
    """The type without null."""
    if isinstance(type_, Named | TypeParameter) and type_.is_nullable:
        return replace(type_, is_nullable=False)
    return type_


def show(type_: Type) -> str:
    """The type as its programmer would write it."""
    match type_:
        case Named(definition=definition, arguments=arguments):
            tail = "?" if type_.is_nullable else ""
            if definition.name == "Array" and arguments:
                return f"{show(arguments[0])}[]{tail}"
            listed = f"<{', '.join(map(show, arguments))}>" if arguments else ""
            return f"{definition.name}{listed}{tail}"
        case TypeParameter(name=name) | Group(name=name) | NamespaceValue(name=name):
            return name
        case TypeValue(type=inner):
            return show(inner)
        case Null():
            return "null"
        case Void():
            return "void"
        case FunctionType(parameters=parameters, result=Void()):
            return f"Action<{', '.join(map(show, parameters))}>" if parameters else "Action"
        case FunctionType(parameters=parameters, result=result):
            return f"Func<{', '.join(map(show, (*parameters, result)))}>"
        case AnonymousObject(members=members):
            return "{ " + ", ".join(f"{name}: {show(of)}" for name, of in members) + " }"
        case Flow(workflow=workflow):
            return workflow.name
        case Run(workflow=workflow):
            return f"run of {workflow.name}"
        case SlotOf():
            return "Slot"
        case _:
            return "unknown"
