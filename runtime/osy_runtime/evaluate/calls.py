"""Calls: of variables, of the program's functions and methods, of the library, of stubs.

In call position a bare name is a function; before a `.` it is a type or a static (so `Text(x)` may be a function of the
program beside the library's `Text.ToBytes`).
"""

from collections.abc import Callable, Sequence

from osy_grammar.language import type_named
from osy_grammar.nodes import expressions as e
from osy_runtime.builtins import find_static
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.evaluate import names
from osy_runtime.evaluate.assignments import variable_setter
from osy_runtime.evaluate.chains import linked
from osy_runtime.evaluate.compiler import Compiler, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function, callable_value, complete, member_of
from osy_runtime.evaluate.members import call_member, call_native
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.types import type_test
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FunctionInfo
from osy_runtime.signals import BadProgram
from osy_runtime.slips import static_guess
from osy_runtime.values import OutReference, TypeValue, Value


class ArgumentCodes:
    """The arguments of a call, compiled, in the order written."""

    __slots__ = ("named", "positional")

    def __init__(self, compiler: Compiler, scope: Scope, arguments: e.Arguments) -> None:
        self.positional: list[Code] = []
        self.named: dict[str, Code] = {}
        for argument in arguments.items:
            code = _argument(compiler, scope, argument)
            if argument.name is None:
                self.positional.append(code)
            else:
                self.named[argument.name.text] = code

    def values(self, f: Frame) -> list[Value]:
        """The values of those without a name."""
        return [code(f) for code in self.positional]

    def named_values(self, f: Frame) -> dict[str, Value]:
        """The values of those with one."""
        return {name: code(f) for name, code in self.named.items()} if self.named else {}


def _argument(compiler: Compiler, scope: Scope, argument: e.Argument) -> Code:
    value = argument.value
    if isinstance(value, e.Expression):
        return compiler.value(scope, value)
    put = variable_setter(scope.declare(value.name.text))

    def refer(f: Frame) -> Value:
        put(f, None)
        return OutReference(lambda given: put(f, given))

    return refer


def call(compiler: Compiler, scope: Scope, node: e.Call) -> Code:
    """`target(arguments)`."""
    target = node.target
    while isinstance(target, e.NonNull | e.Parenthesised) and isinstance(
        inner := target.target if isinstance(target, e.NonNull) else target.inner, e.Name
    ):
        target = inner
    if isinstance(target, e.Name):
        return _named_call(compiler, scope, node, target)
    if isinstance(target, e.Member):
        return _member_call(compiler, scope, node, target)
    return _value_call(compiler.value(scope, target), ArgumentCodes(compiler, scope, node.arguments))


def _value_call(code: Code, arguments: ArgumentCodes) -> Code:
    return linked(code, lambda f, function: callable_value(function)(*arguments.values(f)))


# ── Bare names ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _named_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Name) -> Code:
    text = target.text
    arguments = ArgumentCodes(compiler, scope, node.arguments)
    variable = scope.find(text)
    if variable is not None:
        return _value_call(names.variable_code(variable), arguments)
    if scope.owner is not None and member_of(scope.owner, text):
        return _own_call(text, arguments)
    if text in compiler.program.functions:
        return _function_call(compiler, scope, node, text, arguments)
    if text in compiler.program.policies:
        return _direct_call(compiler, compiler.policy(text), arguments, text)
    if text == "Raise":
        return refuse(scope, node, "`Raise` of an app event")
    if compiler.program.find_type(text, scope.site) is not None or type_named(text) is not None:
        written = f"{text}<…>" if target.type_arguments else text
        return names.bad_name(scope, target, f"`{text}` is a type and no function: `new {written}(…)` makes one")
    return names.bad_name(scope, target, compiler.program.no_name(f"no function here is called `{text}`", text))


def _own_call(text: str, arguments: ArgumentCodes) -> Code:
    return lambda f: call_member(f.world, f.this, text, arguments.values(f), arguments.named_values(f))


def _function_call(compiler: Compiler, scope: Scope, node: e.Call, text: str, arguments: ArgumentCodes) -> Code:
    functions = compiler.program.find_functions(text, scope.site)
    count, given = len(arguments.positional), tuple(arguments.named)
    fitting = [function for function in functions if function.takes(count, given)]
    if not fitting:
        shown = f"{count + len(given)} argument{'' if count + len(given) == 1 else 's'}"
        return names.bad_name(scope, node, f"`{text}` does not take {shown}")
    if len(fitting) == 1:
        return _direct_call(compiler, fitting[0], arguments, text)
    return _overloaded_call(compiler, fitting, arguments, text)


def _direct_call(compiler: Compiler, function: FunctionInfo, arguments: ArgumentCodes, text: str) -> Code:
    codes = arguments.positional
    is_plain = not arguments.named and not (function.parameters and function.parameters[-1].is_params)

    def run(f: Frame) -> Value:
        world = f.world
        values: Sequence[Value] = [code(f) for code in codes]
        if world.stubs and text in world.stubs:
            return _stubbed(world.stubs[text], [*values, *arguments.named_values(f).values()])
        if not is_plain:
            values = complete(function, values, arguments.named_values(f))
        invoke = function.run
        return invoke(world, None, values) if invoke else call_function(compiler, function, world, None, values)

    return run


def _overloaded_call(
    compiler: Compiler, functions: Sequence[FunctionInfo], arguments: ArgumentCodes, text: str
) -> Code:
    tests = [_parameter_tests(compiler, function) for function in functions]

    def run(f: Frame) -> Value:
        values = arguments.values(f)
        if text in f.world.stubs:
            return _stubbed(f.world.stubs[text], values)
        for function, accepts in zip(functions, tests, strict=True):
            if all(test(value) for test, value in zip(accepts, values, strict=False)):
                return call_function(
                    compiler, function, f.world, None, complete(function, values, arguments.named_values(f))
                )
        raise BadProgram(f"no `{text}` takes these arguments")

    return run


def _parameter_tests(compiler: Compiler, function: FunctionInfo) -> list[Callable[[Value], bool]]:
    tests: list[Callable[[Value], bool]] = []
    for parameter in function.parameters:
        try:
            test = type_test(compiler.program, parameter.type, function.site)
        except BadProgram:
            tests.append(lambda _: True)
            continue
        takes_null = parameter.type.is_nullable or parameter.type.name.text == "string"
        tests.append(_accepting(test, takes_null=takes_null))
    return tests


def _accepting(test: Callable[[Value], bool], *, takes_null: bool) -> Callable[[Value], bool]:
    return lambda value: takes_null if value is None else test(value)


def _stubbed(stub: Callable[..., Value], values: Sequence[Value]) -> Value:
    arity = getattr(stub, "arity", len(values))
    return stub(*values[:arity])


# ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _member_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code:
    text = target.name.text
    if not text:
        return names.bad_name(scope, target, "a member's name is missing here")
    if text == "Stub":
        from osy_runtime.evaluate.stubs import stub_call

        stub = stub_call(compiler, scope, node, target)
        if stub is not None:
            return stub
    arguments = ArgumentCodes(compiler, scope, node.arguments)
    types = tuple(
        TypeValue(t.name.text, compiler.program.find_type(t.name.text, scope.site), t, scope.site)
        for t in target.type_arguments
    )
    if isinstance(target.target, e.Base):
        return _base_call(compiler, scope, target, arguments)
    static = _static_call(compiler, scope, node, target, arguments, types)
    if static is not None:
        return static
    return _value_member_call(compiler, scope, target, arguments)


def _value_member_call(compiler: Compiler, scope: Scope, target: e.Member, arguments: ArgumentCodes) -> Code:
    holder, text = compiler.value(scope, target.target), target.name.text

    def invoke(f: Frame, value: Value) -> Value:
        return call_member(f.world, value, text, arguments.values(f), arguments.named_values(f))

    return linked(holder, invoke, conditional=target.conditional)


def _base_call(compiler: Compiler, scope: Scope, target: e.Member, arguments: ArgumentCodes) -> Code:
    text, owner = target.name.text, scope.owner
    bases = owner.lineage[1:] if owner is not None else ()
    found = [m for base in bases for m in base.methods.get(text, ()) if not m.is_abstract]
    if not found:
        return names.bad_name(scope, target, f"no base has a method `{text}`")
    function = next((m for m in found if m.takes(len(arguments.positional), tuple(arguments.named))), found[0])

    def run(f: Frame) -> Value:
        values = complete(function, arguments.values(f), arguments.named_values(f))
        return call_function(compiler, function, f.world, f.this, values)

    return run


def _static_call(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    target: e.Member,
    arguments: ArgumentCodes,
    types: tuple[TypeValue, ...],
) -> Code | None:
    text = names.dotted(target.target)
    if text is None or target.conditional:
        return None
    first = text.partition(".")[0]
    if scope.find(first) is not None or (scope.owner is not None and member_of(scope.owner, first)):
        return None
    program = compiler.program
    if text in names.ENGINE_STATICS or text in program.workflow_names:
        return _engine_call(text, target.name.text, arguments, types)
    if text in program.clients:
        return _client_call(compiler, scope, node, text, target.name.text, arguments)
    info = program.find_type(text, scope.site)
    static = find_static(text) if "." not in text else _nested_static(text)
    if isinstance(info, EntityInfo) or (info is not None and static is None):
        return _type_call(compiler, scope, node, text, info, target.name.text, arguments)
    if static is None:
        return None
    return _library_call(scope, node, static, target.name.text, arguments, types)


def _nested_static(text: str) -> Static | None:
    return find_static("Encoding") if text == "Encoding.UTF8" else None


def _engine_call(text: str, member: str, arguments: ArgumentCodes, types: tuple[TypeValue, ...]) -> Code:
    static = names.engine_static(text)

    def run(f: Frame) -> Value:
        values = [*types, *arguments.values(f)]
        return call_member(f.world, static(f), member, values, arguments.named_values(f))

    return run


def _client_call(
    compiler: Compiler, scope: Scope, node: e.Call, client: str, operation: str, arguments: ArgumentCodes
) -> Code:
    from osy_runtime.builtins.clients import find_operation

    found = find_operation(compiler, client, operation)
    if found is None:
        return names.bad_name(scope, node, f"the client `{client}` has no operation `{operation}`")
    return lambda f: found(f.world, [*arguments.values(f), *arguments.named_values(f).values()])


def _type_call(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    text: str,
    info: EntityInfo | ClassInfo | EnumInfo,
    member: str,
    arguments: ArgumentCodes,
) -> Code:
    if not isinstance(info, EntityInfo):
        return refuse(scope, node, f"`{text}.{member}(…)`")
    value = TypeValue(text, info)
    return lambda f: call_member(f.world, value, member, arguments.values(f), arguments.named_values(f))


def _library_call(
    scope: Scope, node: e.Call, static: Static, member: str, arguments: ArgumentCodes, types: tuple[TypeValue, ...]
) -> Code:
    what = f"`{static.name}.{member}`"
    if types:
        generic = static.generic.get(member)
        if generic is None:
            return refuse(scope, node, f"{what} with type arguments")
        return _native_call(generic, what, arguments, types)
    function = static.functions.get(member)
    if function is None and static.dynamic is not None:
        dynamic = static.dynamic
        return lambda f: callable_value(dynamic(f.world, member))(*arguments.values(f))
    if function is None:
        if member in static.generic:
            return names.bad_name(scope, node, f"{what} needs a type argument")
        known = [*static.functions, *static.values, *static.generic]
        near = static_guess(static.name, member, known)
        if near:
            return names.bad_name(scope, node, f"{what} is nothing that this runner knows{near}")
        return refuse(scope, node, what)
    return _native_call(function, what, arguments, None)


def _native_call(
    function: NativeFunction, what: str, arguments: ArgumentCodes, types: tuple[TypeValue, ...] | None
) -> Code:
    def run(f: Frame) -> Value:
        values = arguments.values(f)
        if types is not None:
            values = [types, *values]
        return call_native(f.world, function, what, values, arguments.named_values(f))

    return run
