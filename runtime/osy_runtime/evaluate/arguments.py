"""The arguments of a call, compiled for the parameters that they go into where those are known beforehand."""

from collections.abc import Callable, Sequence

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.types import TypeName
from osy_runtime.evaluate.assignments import variable_setter
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.lambdas import Target, lambda_value
from osy_runtime.evaluate.member_types import Bindings, platform_signature, type_arguments
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import item_of, substituted
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.types import conversion_to, default_of
from osy_runtime.model import FunctionInfo, Shape
from osy_runtime.values import OutReference, Value

Targets = Callable[[int, str | None], Target]
"""The type of the parameter at a position, or of that name."""

_CONVERTING = frozenset({"List", "Array", "Dictionary", "HashSet"})
"""The types of the platform whose members take values of the program's own types, and keep them."""


def no_targets(position: int, name: str | None) -> Target:
    """Nothing is known of the parameters."""
    return None


class ArgumentCodes:
    """The arguments of a call, compiled, in the order written."""

    __slots__ = ("known", "named", "positional")

    def __init__(
        self,
        compiler: Compiler,
        scope: Scope,
        arguments: e.Arguments,
        targets: Targets = no_targets,
        *,
        converts: bool = False,
    ) -> None:
        """`converts` says that what is called does not convert the values itself."""
        self.positional: list[Code] = []
        self.named: dict[str, Code] = {}
        self.known: list[Callable[[], Shape | None]] = []
        for position, argument in enumerate(arguments.items):
            name = argument.name.text if argument.name is not None else None
            code = _argument(compiler, scope, argument, targets(position, name), converts=converts)
            if name is None:
                self.positional.append(code)
                self.known.append(_type_of(compiler, scope, argument))
            else:
                self.named[name] = code

    def values(self, f: Frame) -> list[Value]:
        """The values of those without a name."""
        return [code(f) for code in self.positional]

    def named_values(self, f: Frame) -> dict[str, Value]:
        """The values of those with one."""
        return {name: code(f) for name, code in self.named.items()} if self.named else {}

    def of_texts(self) -> "ArgumentCodes":
        """The same with the first one as a document's text."""
        from osy_runtime.builtins.json_writing import serialize

        first = self.positional[0]

        def text(f: Frame) -> Value:
            value = first(f)
            return value if value is None or isinstance(value, str) else serialize(value)

        self.positional[0] = text
        return self

    def types(self) -> list[Shape | None]:
        """The types of those without a name, as they are written."""
        return [ask() for ask in self.known]


def _type_of(compiler: Compiler, scope: Scope, argument: e.Argument) -> Callable[[], Shape | None]:
    node = argument.value
    return lambda: static_type(compiler, scope, node)


def _argument(compiler: Compiler, scope: Scope, argument: e.Argument, target: Target, *, converts: bool) -> Code:
    value = argument.value
    if isinstance(value, e.OutArgument):
        return _out(compiler, scope, value, target)
    if isinstance(value, e.Passed):
        return compiler.value(scope, value)
    if isinstance(value, e.Lambda):
        return lambda_value(compiler, scope, value, target)
    shape = target if isinstance(target, Shape) else None
    return into(compiler, scope, value, shape, converts=converts)


def _out(compiler: Compiler, scope: Scope, node: e.OutArgument, target: Target) -> Code:
    """`out var x`: the variable holds its type's default until the callee puts a value into it."""
    shape = target if isinstance(target, Shape) else None
    if node.type.name.text != "var":
        shape = compiler.shape(node.type, scope.site)
    convert = conversion_to(shape)
    put = variable_setter(scope.declare(node.name.text, convert, shape))
    empty = default_of(shape) if shape is not None else None

    def refer(f: Frame) -> Value:
        put(f, empty)
        if convert is None:
            return OutReference(lambda given: put(f, empty if given is None else given))
        return OutReference(lambda given: put(f, empty if given is None else convert(given)))

    return refer


# ── What the parameters are ──────────────────────────────────────────────────────────────────────────────────────────


def function_targets(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    functions: Sequence[FunctionInfo],
    given: Sequence[TypeName] = (),
    outer: Bindings | None = None,
) -> Targets:
    """The parameters of the one function that can be meant; of several nothing is known."""
    names = tuple(a.name.text for a in node.arguments.items if a.name is not None)
    fitting = [f for f in functions if f.takes(len(node.arguments.items) - len(names), names)]
    if len(fitting) != 1:
        return no_targets
    function = fitting[0]
    shapes = {p.name: compiler.shape(p.type, function.site) for p in function.parameters}
    order = [p.name for p in function.parameters]
    is_open = bool(order) and function.parameters[-1].is_params
    around = outer or {}

    def target(position: int, name: str | None) -> Target:
        if name is None and position >= len(order) - 1 and is_open:
            shape = item_of(shapes[order[-1]])
        elif name is None:
            shape = shapes[order[position]] if position < len(order) else None
        else:
            shape = shapes.get(name)
        if shape is None or not (function.type_parameters or around):
            return shape
        return lambda: substituted(shape, {**around, **type_arguments(compiler, scope, node, function, given)})

    return target


def platform_targets(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> tuple[Targets, bool]:
    """The parameters of a member of the platform, and whether it keeps values that must be converted before."""
    holder = static_type(compiler, scope, target.target)
    if holder is not None and (holder.name, target.name.text) == ("Dictionary", "TryGetValue"):
        found_value = holder.arguments[1] if len(holder.arguments) == 2 else None
        return (lambda position, name: found_value if position == 1 else None), False
    found = platform_signature(compiler, scope, node, target)
    if found is None:
        return no_targets, False
    form, bindings = found
    converts = holder is not None and not holder.is_type and holder.name in _CONVERTING

    def ask(position: int, name: str | None) -> Target:
        return substituted(form.parameter(position), bindings) if name is None else None

    return ask, converts
