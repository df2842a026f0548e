"""Calls of bare names: variables, members of the class around, functions of the program, policies; of stubs.

In call position a bare name is a function; before a `.` it is a type or a static (so `Text(x)` may be a function of the
program beside the library's `Text.ToBytes`).
"""

from collections.abc import Callable, Sequence

from osy_grammar.language import FUNCTIONS, platform_type
from osy_grammar.nodes import expressions as e
from osy_runtime.builtins.functions import native_function
from osy_runtime.evaluate import literals, names
from osy_runtime.evaluate.arguments import ArgumentCodes, function_targets
from osy_runtime.evaluate.chains import linked
from osy_runtime.evaluate.compiler import Compiler, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function, callable_value, complete, member_of
from osy_runtime.evaluate.lambdas import Target
from osy_runtime.evaluate.member_calls import method_call, own_methods
from osy_runtime.evaluate.native import call_native
from osy_runtime.evaluate.overloads import choose
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.statics import side_around, side_around_code
from osy_runtime.evaluate.type_arguments import call_types, filled
from osy_runtime.evaluate.types import default_of
from osy_runtime.link import attribute
from osy_runtime.model import FunctionInfo, Shape
from osy_runtime.values import Value


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
        from osy_runtime.evaluate.member_calls import member_call

        return member_call(compiler, scope, node, target)
    return _value_call(compiler, scope, node, target, compiler.value(scope, target))


def _value_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Expression, code: Code) -> Code:
    shape = static_type(compiler, scope, target)
    taken = shape.arguments if shape is not None and shape.name in ("Func", "Action") else ()

    def target_of(position: int, name: str | None) -> Target:
        return taken[position] if position < len(taken) else None

    arguments = ArgumentCodes(compiler, scope, node.arguments, target_of)
    return linked(code, lambda f, function: callable_value(function)(*arguments.values(f)))


def _named_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Name) -> Code:
    text, program = target.text, compiler.program
    variable = scope.find(text)
    if variable is not None:
        compiler.variables[target] = variable
        return _value_call(compiler, scope, node, target, names.variable_code(variable))
    if scope.owner is not None and own_methods(scope.owner, text):
        return method_call(compiler, scope, node, lambda f: f.this, own_methods(scope.owner, text), text)
    side = side_around(scope, text)
    if side is not None and text in side.methods:
        return method_call(compiler, scope, node, side_around_code(side), side.find_methods(text), text)
    if text in program.functions:
        return _function_call(compiler, scope, node, target)
    if scope.owner is not None and member_of(scope.owner, text):
        return _value_call(compiler, scope, node, target, names.own_member(scope, text))
    if text in program.policies:
        policy = compiler.policy(text)
        arguments = ArgumentCodes(compiler, scope, node.arguments, function_targets(compiler, scope, node, [policy]))
        return _direct_call(compiler, scope, node, target, policy, arguments)
    if text in _WORDS:
        return _WORDS[text](compiler, scope, node)
    if program.globals.find(text, scope.site) is not None:
        return _value_call(compiler, scope, node, target, names.name(compiler, scope, target))
    component = program.components.get(text)
    if component is not None and attribute(component[1].attributes, "Email") is not None:
        from osy_runtime.evaluate.mails import mail_call

        return mail_call(compiler, scope, node, text)
    native = native_function(text)
    if native is not None:
        return _native_call(compiler, scope, node, text, native)
    if any(fact.name == text for fact in FUNCTIONS):
        return refuse(scope, node, f"`{text}`")
    if program.find_type(text, scope.site) is not None or platform_type(text) is not None:
        written = f"{text}<…>" if target.type_arguments else text
        return names.bad_name(scope, target, f"`{text}` is a type and no function: `new {written}(…)` makes one")
    return names.bad_name(scope, target, program.no_name(f"no function here is called `{text}`", text))


def _native_call(compiler: Compiler, scope: Scope, node: e.Call, text: str, function: Callable[..., Value]) -> Code:
    literals.mark_spoken(compiler, node)
    arguments = ArgumentCodes(compiler, scope, node.arguments)
    return lambda f: call_native(f.world, function, f"`{text}`", arguments.values(f), arguments.named_values(f))


def _function_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Name) -> Code:
    text = target.text
    functions = compiler.program.find_functions(text, scope.site)
    given = tuple(a.name.text for a in node.arguments.items if a.name is not None)
    count = len(node.arguments.items) - len(given)
    fitting = [function for function in functions if function.takes(count, given)]
    targets = function_targets(compiler, scope, node, fitting, target.type_arguments)
    arguments = ArgumentCodes(compiler, scope, node.arguments, targets)
    if not fitting:
        shown = f"{count + len(given)} argument{'' if count + len(given) == 1 else 's'}"
        return names.bad_name(scope, node, f"`{text}` does not take {shown}")
    if len(fitting) == 1:
        return _direct_call(compiler, scope, node, target, fitting[0], arguments)
    return _overloaded_call(compiler, scope, node, target, fitting, arguments)


def _direct_call(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    target: e.Name,
    function: FunctionInfo,
    arguments: ArgumentCodes,
) -> Code:
    codes, text = arguments.positional, target.text
    is_plain = not arguments.named and not (function.parameters and function.parameters[-1].is_params)
    types = call_types(compiler, scope, node, function, target.type_arguments)

    def run(f: Frame) -> Value:
        world = f.world
        values: Sequence[Value] = [code(f) for code in codes]
        if world.stubs and text in world.stubs:
            return _stubbed(world.stubs[text], [*values, *arguments.named_values(f).values()])
        if not is_plain:
            values = complete(function, values, arguments.named_values(f))
        invoke = function.run
        if types is not None or invoke is None:
            given = types(f, values) if types is not None else None
            return call_function(compiler, function, world, None, values, given)
        return invoke(world, None, values)

    return run


def _overloaded_call(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    target: e.Name,
    functions: Sequence[FunctionInfo],
    arguments: ArgumentCodes,
) -> Code:
    text, known = target.text, arguments.types()
    types = {f: call_types(compiler, scope, node, f, target.type_arguments) for f in functions}

    def run(f: Frame) -> Value:
        values, named = arguments.values(f), arguments.named_values(f)
        if text in f.world.stubs:
            return _stubbed(f.world.stubs[text], [*values, *named.values()])
        function = choose(compiler, functions, values, named, known)
        completed, ask = complete(function, values, named), types[function]
        given = ask(f, completed) if ask is not None else None
        return call_function(compiler, function, f.world, None, completed, given)

    return run


def _stubbed(stub: Callable[..., Value], values: Sequence[Value]) -> Value:
    arity = getattr(stub, "arity", len(values))
    return stub(*values[:arity])


# ── Words that look like calls ───────────────────────────────────────────────────────────────────────────────────────


def _name_of(compiler: Compiler, scope: Scope, node: e.Call) -> Code:
    """`nameof(x)`: the last name in it."""
    argument = node.arguments.items[0].value if len(node.arguments.items) == 1 else node
    while isinstance(argument, e.Parenthesised):
        argument = argument.inner
    text = names.last_name(argument) if isinstance(argument, e.Expression) else ""
    if not text:
        return names.bad_name(scope, node, "`nameof` takes a name")
    return lambda f: text


def _default_of(compiler: Compiler, scope: Scope, node: e.Call) -> Code:
    """`default(T)`."""
    argument = node.arguments.items[0].value if len(node.arguments.items) == 1 else node
    text = names.dotted(argument) if isinstance(argument, e.Expression) else None
    if text is None:
        return names.bad_name(scope, node, "`default` takes a type")
    shape = Shape(text, compiler.program.find_type(text, scope.site))
    if text in scope.type_parameters:
        given = filled(compiler, scope, shape)
        return lambda f: default_of(given(f))
    value = default_of(shape)
    return lambda f: value


def _checked(compiler: Compiler, scope: Scope, node: e.Call) -> Code:
    """`checked(x)` and `unchecked(x)`."""
    argument = node.arguments.items[0].value if len(node.arguments.items) == 1 else node
    if not isinstance(argument, e.Expression) or argument is node:
        return names.bad_name(scope, node, "`checked` takes one value")
    outer = compiler.wraps
    compiler.wraps = isinstance(node.target, e.Name) and node.target.text == "unchecked"
    try:
        return compiler.value(scope, argument)
    finally:
        compiler.wraps = outer


_WORDS: dict[str, Callable[[Compiler, Scope, e.Call], Code]] = {
    "nameof": _name_of,
    "default": _default_of,
    "checked": _checked,
    "unchecked": _checked,
}
