"""Type parameters while a program runs: what `T` is in this call, or in this instance of a generic class."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.types import TypeName
from osy_grammar.walk import walk
from osy_runtime.evaluate.frame import Frame
from osy_runtime.evaluate.member_types import bound_lineage, type_arguments
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import bind, substituted, written
from osy_runtime.evaluate.types import shape_of
from osy_runtime.model import ClassInfo, FunctionInfo, Shape
from osy_runtime.signals import BadProgram
from osy_runtime.values import Instance, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

Bindings = Mapping[str, Shape | None]
TypeCode = Callable[[Frame], Shape]


def mentions(scope: Scope, type_name: TypeName) -> bool:
    """Whether the written type depends on a type parameter."""
    names = scope.type_parameters
    return bool(names) and any(t.name.text in names for t in walk(type_name) if isinstance(t, TypeName))


def type_code(compiler: "Compiler", scope: Scope, type_name: TypeName) -> TypeCode:
    """What gives the shape of a written type when it is asked for."""
    shape = written(compiler.program, type_name, scope.site)
    if not mentions(scope, type_name):
        return lambda f: shape
    return filled(compiler, scope, shape)


def filled(compiler: "Compiler", scope: Scope, shape: Shape) -> TypeCode:
    """What gives the shape with its type parameters filled in."""

    def run(f: Frame) -> Shape:
        found = substituted(shape, bindings(compiler, scope, f))
        if found is None:
            raise BadProgram(f"what the type parameter `{shape.name}` is does not show in this call")
        return found

    return run


def bindings(compiler: "Compiler", scope: Scope, f: Frame) -> Bindings:
    """What the type parameters are in a frame: those of its function, those of the class around."""
    own = f.types or {}
    if isinstance(scope.owner, ClassInfo) and scope.owner.type_parameters and isinstance(f.this, Instance):
        return {**class_bindings(compiler, f.this, scope.owner), **own}
    return own


def class_bindings(compiler: "Compiler", instance: Instance, owner: ClassInfo) -> Bindings:
    """What the type parameters of a class are for an instance of it, or of a class that derives from it."""
    lineage = bound_lineage(compiler, instance.cls, instance.types)
    return next((found for info, found in lineage if info is owner), {})


def needs_types(function: FunctionInfo) -> bool:
    """Whether the body of a generic function says one of its type parameters."""
    names = frozenset(function.type_parameters)
    body = function.node.body if isinstance(function.node, d.Function) else None
    if not names or body is None:
        return False
    return any(_says(node, names) for node in walk(body))


def _says(node: object, names: frozenset[str]) -> bool:
    match node:
        case TypeName():
            return node.name.text in names
        case e.Name():
            return node.text in names
        case _:
            return False


TypesCode = Callable[[Frame, Sequence[Value]], Bindings | None]


def call_types(
    compiler: "Compiler", scope: Scope, node: e.Call, function: FunctionInfo, given: Sequence[TypeName]
) -> TypesCode | None:
    """What gives the type arguments of a call; None where the function does not ask for them."""
    if not needs_types(function):
        return None
    known = type_arguments(compiler, scope, node, function, given)
    patterns = [written(compiler.program, p.type, function.site) for p in function.parameters]

    def run(f: Frame, arguments: Sequence[Value]) -> Bindings:
        outer = bindings(compiler, scope, f)
        found: dict[str, Shape | None] = {name: substituted(shape, outer) for name, shape in known.items()}
        if None in found.values():
            for pattern, value in zip(patterns, arguments, strict=False):
                bind(pattern, shape_of(value), function.type_parameters, found)
        return found

    return run
