"""What members and calls are known to give, of the program's own declarations and of the platform's types.

Those of the platform are told by their rows in the table of language facts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.record import replace
from osy_runtime.evaluate.shapes import Signature, bind, member_rows, signature, substituted, type_parameters, written
from osy_runtime.evaluate.static_types import row_or_instance, static_type
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FieldInfo, FunctionInfo, Shape
from osy_runtime.values import Tuple

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.evaluate.scope import Scope

Bindings = Mapping[str, Shape | None]
_ENUM_MEMBERS = {"Name": Shape("string"), "Label": Shape("string")}
_ROW_MEMBERS = {
    "Id": Shape("Guid"),
    "CreatedAt": Shape("DateTime"),
    "CreatedBy": Shape("Guid", is_nullable=True),
    "ModifiedAt": Shape("DateTime"),
}


# ── Fields ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def own_member(compiler: "Compiler", owner: ClassInfo | EntityInfo, name: str) -> Shape | None:
    """The type of a field or property of the class or entity around."""
    return declared_member(compiler, owner, (), name)


def declared_member(
    compiler: "Compiler", owner: ClassInfo | EntityInfo, arguments: Sequence[Shape | None], name: str
) -> Shape | None:
    """The type of a field or property of a class, with its type arguments, or of an entity."""
    if isinstance(owner, EntityInfo):
        field = owner.fields.get(name)
        return field_shape(compiler, field) if field is not None else _ROW_MEMBERS.get(name)
    for info, bindings in bound_lineage(compiler, owner, arguments):
        field = info.fields.get(name) or info.constants.get(name)
        if field is not None:
            return substituted(field_shape(compiler, field), bindings)
        computed = info.properties.get(name)
        if computed is not None:
            return substituted(written(compiler.program, computed.node.type, computed.site), bindings)
    return None


def field_shape(compiler: "Compiler", field: FieldInfo) -> Shape:
    """The shape of a field's type."""
    return written(compiler.program, field.type, field.site)


def bound_lineage(
    compiler: "Compiler", owner: ClassInfo, arguments: Sequence[Shape | None]
) -> Iterable[tuple[ClassInfo, Bindings]]:
    """The class and what it inherits from, each with what its type parameters are there."""
    waiting: list[tuple[ClassInfo, Bindings]] = [(owner, _bound(owner, arguments))]
    seen: set[ClassInfo] = set()
    while waiting:
        info, bindings = waiting.pop(0)
        if info in seen:
            continue
        seen.add(info)
        yield info, bindings
        if info.node is None or info.site is None:
            continue
        for base in info.node.bases:
            shape = written(compiler.program, base, info.site)
            if isinstance(shape.info, ClassInfo):
                given = tuple(substituted(argument, bindings) for argument in shape.arguments)
                waiting.append((shape.info, _bound(shape.info, given)))


def _bound(info: ClassInfo, arguments: Sequence[Shape | None]) -> Bindings:
    return dict(zip(info.type_parameters, arguments, strict=False))


def member_type(compiler: "Compiler", scope: "Scope", node: e.Member) -> Shape | None:
    """The type of `target.name`."""
    target, name = static_type(compiler, scope, node.target), node.name.text
    found = _static_member(compiler, scope, node, target, name) or _value_member(compiler, target, name)
    return replace(found, is_nullable=True) if found is not None and node.conditional else found


def _static_member(
    compiler: "Compiler", scope: "Scope", node: e.Member, target: Shape | None, name: str
) -> Shape | None:
    if target is not None and isinstance(target.info, EnumInfo) and name in target.info.by_name:
        # A member that is called like its enum means the enum here.
        return Shape(target.name, target.info)
    if target is not None and not target.is_type:
        return None
    if target is not None and isinstance(target.info, ClassInfo):
        constant = target.info.find_constant(name)
        return field_shape(compiler, constant) if constant is not None else None
    rows = member_rows(_text(node.target), name, is_static=True)
    return _known(compiler, scope, signature(rows[0].signature).result) if rows else None


def _value_member(compiler: "Compiler", target: Shape | None, name: str) -> Shape | None:
    if target is None or target.is_type:
        return None
    if target.is_nullable and name in ("Value", "HasValue"):
        return replace(target, is_nullable=False) if name == "Value" else Shape("bool")
    if isinstance(target.info, EnumInfo):
        return _ENUM_MEMBERS.get(name)
    if target.name == "ValueTuple":
        place = Tuple(target.arguments, target.names).place(name)
        return target.arguments[place] if place >= 0 else None
    owner = row_or_instance(target)
    if owner is not None:
        return declared_member(compiler, owner, target.arguments, name)
    rows = member_rows(target.name, name, is_static=False)
    if not rows:
        return None
    result = signature(rows[0].signature).result
    return _known(compiler, None, substituted(result, _type_bindings(target)))


def _type_bindings(target: Shape) -> dict[str, Shape | None]:
    return dict(zip(type_parameters(target.name), target.arguments, strict=False))


def _known(compiler: "Compiler", scope: "Scope | None", shape: Shape | None) -> Shape | None:
    """A shape of the table as the program has it: its enums and classes by their declarations."""
    if shape is None or shape.info is not None:
        return shape
    info = compiler.program.find_platform_type(shape.name)
    return replace(shape, info=info) if info is not None else shape


def _text(node: e.Expression) -> str:
    from osy_runtime.evaluate.names import dotted

    text = dotted(node) or ""
    return "UTF8Encoding" if text == "Encoding.UTF8" else text


# ── Calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def call_type(compiler: "Compiler", scope: "Scope", node: e.Call) -> Shape | None:
    """The type of `target(arguments)`."""
    target = node.target
    while isinstance(target, e.NonNull | e.Parenthesised):
        target = target.target if isinstance(target, e.NonNull) else target.inner
    if isinstance(target, e.Name):
        return _named_call(compiler, scope, node, target)
    if not isinstance(target, e.Member):
        return _result_of_value(static_type(compiler, scope, target))
    found = _declared_call(compiler, scope, node, target) or _platform_call(compiler, scope, node, target)
    return replace(found, is_nullable=True) if found is not None and target.conditional else found


def _named_call(compiler: "Compiler", scope: "Scope", node: e.Call, target: e.Name) -> Shape | None:
    if compiler.variables.get(target) is not None or scope.peek(target.text) is not None:
        return _result_of_value(static_type(compiler, scope, target))
    if scope.owner is not None:
        own = scope.owner.find_methods(target.text)
        if own:
            return _result(compiler, scope, node, own, target.type_arguments, {})
    functions = compiler.program.find_functions(target.text, scope.site)
    return _result(compiler, scope, node, functions, target.type_arguments, {})


def _result_of_value(shape: Shape | None) -> Shape | None:
    return shape.arguments[-1] if shape is not None and shape.name == "Func" and shape.arguments else None


def _declared_call(compiler: "Compiler", scope: "Scope", node: e.Call, target: e.Member) -> Shape | None:
    holder = static_type(compiler, scope, target.target)
    owner = row_or_instance(holder)
    if owner is None or holder is None:
        return None
    name = target.name.text
    methods = owner.find_methods(name)
    if not methods and isinstance(owner, ClassInfo):
        methods = [m for info in owner.lineage for m in info.methods.get(name, ())]
    if not methods:
        return _result_of_value(declared_member(compiler, owner, holder.arguments, name))
    bindings: Bindings = {}
    if isinstance(owner, ClassInfo):
        lineage = bound_lineage(compiler, owner, holder.arguments)
        bindings = next((b for info, b in lineage if info is methods[0].owner), {})
    return _result(compiler, scope, node, methods, target.type_arguments, bindings)


def _result(
    compiler: "Compiler",
    scope: "Scope",
    node: e.Call,
    functions: Sequence[FunctionInfo],
    given: Sequence[object],
    outer: Bindings,
) -> Shape | None:
    """The type that the functions give, if all that fit give one and the same."""
    names = tuple(a.name.text for a in node.arguments.items if a.name is not None)
    count = len(node.arguments.items) - len(names)
    fitting = [f for f in functions if f.takes(count, names)] or functions
    results = {_returned(compiler, scope, node, function, given, outer) for function in fitting}
    return results.pop() if len(results) == 1 else None


def _returned(
    compiler: "Compiler",
    scope: "Scope",
    node: e.Call,
    function: FunctionInfo,
    given: Sequence[object],
    outer: Bindings,
) -> Shape | None:
    if not isinstance(function.node, d.Function):
        return None
    result = written(compiler.program, function.node.type, function.site)
    return substituted(result, {**outer, **type_arguments(compiler, scope, node, function, given)})


def type_arguments(
    compiler: "Compiler", scope: "Scope", node: e.Call, function: FunctionInfo, given: Sequence[object]
) -> dict[str, Shape | None]:
    """What the function's type parameters are in a call: as written, else as the arguments show."""
    names = function.type_parameters
    if given:
        shapes = [written(compiler.program, t, scope.site) for t in given]  # type: ignore[arg-type]  # type names
        return dict(zip(names, shapes, strict=False))
    bindings: dict[str, Shape | None] = dict.fromkeys(names)
    if not names:
        return bindings
    for position, argument in enumerate(node.arguments.items):
        if isinstance(argument.value, e.Expression) and argument.name is None and position < len(function.parameters):
            pattern = written(compiler.program, function.parameters[position].type, function.site)
            bind(pattern, _argument_type(compiler, scope, argument.value), names, bindings)
    return bindings


def _argument_type(compiler: "Compiler", scope: "Scope", node: e.Expression) -> Shape | None:
    if isinstance(node, e.Lambda):
        return lambda_type(compiler, scope, node)
    return static_type(compiler, scope, node)


def lambda_type(compiler: "Compiler", scope: "Scope", node: e.Lambda) -> Shape | None:
    """A lambda as a `Func`, by what its body gives."""
    if not isinstance(node.body, e.Expression):
        return None
    return Shape("Func", None, (*(None for _ in node.parameters), static_type(compiler, scope, node.body)))


# ── Calls of the platform ────────────────────────────────────────────────────────────────────────────────────────────


def platform_signature(
    compiler: "Compiler", scope: "Scope", node: e.Call, target: e.Member
) -> tuple[Signature, dict[str, Shape | None]] | None:
    """The form of a member of the platform that a call means, with what its type's parameters are."""
    holder = static_type(compiler, scope, target.target)
    if holder is not None and not holder.is_type:
        rows = member_rows(holder.name, target.name.text, is_static=False)
        bindings = _type_bindings(holder)
    elif holder is not None and isinstance(holder.info, EntityInfo):
        rows = member_rows("EntityQuery", target.name.text, is_static=False)
        bindings = {"T": Shape(holder.name, holder.info)}
    else:
        rows = member_rows(_text(target.target), target.name.text, is_static=True)
        if not rows and _text(target.target) == "UTF8Encoding":
            rows = member_rows("UTF8Encoding", target.name.text, is_static=False)
        bindings = {}
    count = len(node.arguments.items)
    fitting = [found for row in rows if (found := signature(row.signature)).takes(count)]
    return (fitting[0], bindings) if fitting else None


def _platform_call(compiler: "Compiler", scope: "Scope", node: e.Call, target: e.Member) -> Shape | None:
    found = platform_signature(compiler, scope, node, target)
    if found is None:
        return None
    form, bindings = found
    if target.type_arguments:
        shapes = [written(compiler.program, t, scope.site) for t in target.type_arguments]
        bindings = {**bindings, **dict(zip(form.type_parameters, shapes, strict=False))}
    else:
        bindings = {**bindings, **dict.fromkeys(form.type_parameters)}
        for position, argument in enumerate(node.arguments.items):
            if isinstance(argument.value, e.Expression):
                actual = _argument_type(compiler, scope, argument.value)
                bind(form.parameter(position), actual, form.type_parameters, bindings)
    result = substituted(form.result, bindings)
    if result is not None and result.name == "decimal" and _text(target.target) == "Math":
        # The rows name decimals; what goes in as another kind of number comes out as it.
        return _argument_type(compiler, scope, _first(node)) or result
    return _known(compiler, scope, result)


def _first(node: e.Call) -> e.Expression:
    argument = node.arguments.items[0].value if node.arguments.items else node
    return argument if isinstance(argument, e.Expression) else node
