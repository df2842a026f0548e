"""Calls behind a dot: methods of the program's values, members of the platform's types and statics, of the engine."""

from collections.abc import Callable, Sequence

from osy_grammar.language import tells_of
from osy_grammar.nodes import expressions as e
from osy_grammar.record import replace
from osy_runtime.builtins import find_static
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.evaluate import names
from osy_runtime.evaluate.arguments import ArgumentCodes, Targets, function_targets, platform_targets
from osy_runtime.evaluate.chains import Chain, linked
from osy_runtime.evaluate.compiler import Compiler, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import call_function, callable_value, complete, holds_value
from osy_runtime.evaluate.member_types import Bindings, bound_lineage
from osy_runtime.evaluate.members import call_member
from osy_runtime.evaluate.native import call_native
from osy_runtime.evaluate.overloads import choose
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.shapes import is_value_type, item_of
from osy_runtime.evaluate.static_types import row_or_instance, static_type
from osy_runtime.evaluate.statics import side_code
from osy_runtime.evaluate.type_arguments import TypesCode, call_types, filled, mentions, type_code
from osy_runtime.evaluate.types import conversion_to, default_of
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FunctionInfo, Shape
from osy_runtime.slips import static_guess
from osy_runtime.values import Instance, Row, TypeValue, Value

TypeValues = Callable[[Frame], tuple[TypeValue, ...]]


def member_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code:
    """`target.name(arguments)`."""
    text = target.name.text
    if not text:
        return names.bad_name(scope, target, "a member's name is missing here")
    if text == "Stub":
        from osy_runtime.evaluate.stubs import stub_call

        stub = stub_call(compiler, scope, node, target)
        if stub is not None:
            return stub
    if isinstance(target.target, e.Base):
        return _base_call(compiler, scope, node, target)
    static = _static_call(compiler, scope, node, target)
    if static is not None:
        return static
    return _value_member_call(compiler, scope, node, target)


# ── Methods of values ────────────────────────────────────────────────────────────────────────────────────────────────


def own_methods(owner: ClassInfo | EntityInfo, text: str) -> list[FunctionInfo]:
    """The methods of that name which the class or entity around has, those without a body included."""
    found = owner.find_methods(text)
    if found or isinstance(owner, EntityInfo):
        return found
    return [method for info in owner.lineage for method in info.methods.get(text, ())]


def _value_member_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code:
    holder, text = compiler.value(scope, target.target), target.name.text
    lets_null = target.conditional or scope.lets_null
    if isinstance(target.target, e.Name) and target.target.text in scope.type_parameters:
        return _parameter_call(compiler, scope, node, target)
    shape = static_type(compiler, scope, target.target)
    owner = row_or_instance(shape)
    methods = own_methods(owner, text) if owner is not None else []
    if methods and shape is not None:
        bindings: Bindings = {}
        if isinstance(owner, ClassInfo) and shape.arguments:
            lineage = bound_lineage(compiler, owner, shape.arguments)
            bindings = next((found for info, found in lineage if info is methods[0].owner), {})
        return method_call(compiler, scope, node, holder, methods, text, bindings, is_conditional=lets_null)
    targets, converts = platform_targets(compiler, scope, node, target)
    is_question = shape is not None and shape.name in ("EntityQuery", "Query") and not shape.is_type
    arguments = _question_codes(compiler, scope, node, targets, converts=converts, asks_rows=is_question)
    if not (isinstance(holder, Chain) or lets_null or node.arguments.items):
        holder = _answering_null(holder, shape, text)
    types = type_values(compiler, scope, target)
    if types is not None:
        return _typed_call(holder, text, arguments, types, is_conditional=lets_null)
    code = _by_value(holder, text, arguments, None, is_conditional=lets_null)
    empty = _empty_answer(shape, text)
    if empty is not None:
        return linked(code, lambda f, value: empty if value is None else value)
    # The sum of no decimals is a decimal: what is added up shows only in the type.
    convert = conversion_to(static_type(compiler, scope, node)) if text == "Sum" else None
    return code if convert is None else linked(code, lambda f, value: convert(value))


def _question_codes(
    compiler: Compiler, scope: Scope, node: e.Call, targets: Targets, *, converts: bool = False, asks_rows: bool
) -> ArgumentCodes:
    """The arguments of what may be a question to the database, which evaluates the lambdas in them."""
    before, compiler.asks_rows = compiler.asks_rows, asks_rows
    try:
        return ArgumentCodes(compiler, scope, node.arguments, targets, converts=converts)
    finally:
        compiler.asks_rows = before


def _typed_call(holder: Code, text: str, arguments: ArgumentCodes, types: TypeValues, *, is_conditional: bool) -> Code:
    """`items.OfType<T>()`: a member of the platform gets its type arguments before the others."""

    def invoke(f: Frame, value: Value) -> Value:
        given = () if isinstance(value, Instance | Row) else types(f)
        return call_member(f.world, value, text, [*given, *arguments.values(f)], arguments.named_values(f))

    return linked(holder, invoke, conditional=is_conditional)


_MAY_FIND_NOTHING = ("FirstOrDefault", "LastOrDefault", "SingleOrDefault", "ElementAtOrDefault")


def _empty_answer(shape: Shape | None, text: str) -> Value:
    """What a question gives that finds nothing, where its items have no null; None where they have."""
    if shape is None or shape.is_type:
        return None
    item: Shape | None = None
    if text in _MAY_FIND_NOTHING:
        item = item_of(shape)
    elif text == "GetValueOrDefault" and shape.name == "Dictionary" and len(shape.arguments) == 2:
        item = shape.arguments[1]
    return default_of(item) if item is not None and is_value_type(item) else None


def _answering_null(holder: Code, shape: Shape | None, text: str) -> Code:
    """`GetValueOrDefault()` and `ToString()` of a nullable value: a null answers them as its type's default does."""
    if shape is None or not shape.is_nullable or not is_value_type(replace(shape, is_nullable=False)):
        return holder
    if text == "ToString":
        return lambda f: "" if (value := holder(f)) is None else value
    if text != "GetValueOrDefault":
        return holder
    empty = default_of(replace(shape, is_nullable=False))
    return lambda f: empty if (value := holder(f)) is None else value


def method_call(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    holder: Code,
    methods: Sequence[FunctionInfo],
    text: str,
    bindings: Bindings | None = None,
    *,
    is_conditional: bool = False,
) -> Code:
    """A call of a method that is known by the holder's type; which body runs, its value decides."""
    given = node.target.type_arguments if isinstance(node.target, e.Name | e.Member) else ()
    targets = function_targets(compiler, scope, node, methods, given, bindings)
    arguments = ArgumentCodes(compiler, scope, node.arguments, targets)
    types = call_types(compiler, scope, node, methods[0], given) if methods[0].type_parameters else None
    return _by_value(holder, text, arguments, types, is_conditional=is_conditional)


def _by_value(
    holder: Code, text: str, arguments: ArgumentCodes, types: TypesCode | None, *, is_conditional: bool
) -> Code:
    codes, is_plain = arguments.positional, not arguments.named
    found: dict[ClassInfo, FunctionInfo] = {}
    count = len(codes)

    def invoke(f: Frame, value: Value) -> Value:
        world = f.world
        if is_plain and type(value) is Instance:
            function = found.get(value.cls)
            if function is None:
                function = _only_method(value.cls, text, count)
                if function is not None:
                    found[value.cls] = function
            if function is not None:
                values = [code(f) for code in codes]
                given = types(f, values) if types is not None else None
                return call_function(world.compiler, function, world, value, values, given)
        values = [code(f) for code in codes]
        given = types(f, values) if types is not None else None
        return call_member(world, value, text, values, arguments.named_values(f), given, arguments.known)

    return linked(holder, invoke, conditional=is_conditional)


def _only_method(info: ClassInfo, text: str, count: int) -> FunctionInfo | None:
    """The method that a call with so many arguments means, where there is no choice and nothing to complete."""
    methods = info.find_methods(text)
    if len(methods) != 1 or len(methods[0].parameters) != count:
        return None
    return None if methods[0].parameters and methods[0].parameters[-1].is_params else methods[0]


def _base_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code:
    text, owner = target.name.text, scope.owner
    bases = owner.lineage[1:] if owner is not None else ()
    found = [m for base in bases for m in base.methods.get(text, ()) if not m.is_abstract]
    arguments = ArgumentCodes(compiler, scope, node.arguments, function_targets(compiler, scope, node, found))
    if not found:
        return names.bad_name(scope, target, f"no base has a method `{text}`")

    def run(f: Frame) -> Value:
        values, named = arguments.values(f), arguments.named_values(f)
        function = choose(compiler, found, values, named, arguments.types())
        return call_function(compiler, function, f.world, f.this, complete(function, values, named))

    return run


# ── Statics ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _parameter_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code:
    """`T.Where(…)` inside of what declares `T`."""
    assert isinstance(target.target, e.Name)
    shape = filled(compiler, scope, Shape(target.target.text))
    arguments = ArgumentCodes(compiler, scope, node.arguments)
    text = target.name.text
    return lambda f: call_member(f.world, TypeValue(shape(f)), text, arguments.values(f), arguments.named_values(f))


def _static_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code | None:
    text = names.dotted(target.target)
    if text is None or target.conditional:
        return None
    first = text.partition(".")[0]
    if scope.peek(first) is not None or (scope.owner is not None and holds_value(scope.owner, first)):
        return None
    program = compiler.program
    if text in names.ENGINE_STATICS or text in program.workflow_names:
        return _engine_call(compiler, scope, node, target, text)
    if text in program.clients:
        return _client_call(compiler, scope, node, text, target.name.text)
    if program.globals.find(first, scope.site) is not None or first in program.principals:
        return None
    info = program.find_type(text, scope.site)
    side = info.find_static_side(target.name.text) if isinstance(info, ClassInfo) else None
    if side is not None:
        methods = side.find_methods(target.name.text)
        return method_call(compiler, scope, node, side_code(side), methods, target.name.text) if methods else None
    static = find_static(text)
    if isinstance(info, EntityInfo) or (info is not None and static is None):
        return _type_call(compiler, scope, node, target, text, info)
    if static is None:
        return None
    return _library_call(compiler, scope, node, target, static)


def type_values(compiler: Compiler, scope: Scope, target: e.Member) -> TypeValues | None:
    """What gives the type arguments of a call; None where it has none."""
    written = target.type_arguments
    if not written:
        return None
    if not any(mentions(scope, t) for t in written):
        values = tuple(TypeValue(compiler.shape(t, scope.site)) for t in written)
        return lambda f: values
    codes = [type_code(compiler, scope, t) for t in written]
    return lambda f: tuple(TypeValue(code(f)) for code in codes)


def _engine_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member, text: str) -> Code:
    static, types = names.engine_static(text), type_values(compiler, scope, target)
    arguments = ArgumentCodes(compiler, scope, node.arguments)

    def run(f: Frame) -> Value:
        values = [*(types(f) if types is not None else ()), *arguments.values(f)]
        return call_member(f.world, static(f), target.name.text, values, arguments.named_values(f))

    return run


def _client_call(compiler: Compiler, scope: Scope, node: e.Call, client: str, operation: str) -> Code:
    from osy_runtime.builtins.clients import find_operation

    arguments = ArgumentCodes(compiler, scope, node.arguments)
    found = find_operation(compiler, client, operation)
    if found is None:
        return names.bad_name(scope, node, f"the client `{client}` has no operation `{operation}`")
    return lambda f: found(f.world, [*arguments.values(f), *arguments.named_values(f).values()])


def _type_call(
    compiler: Compiler,
    scope: Scope,
    node: e.Call,
    target: e.Member,
    text: str,
    info: EntityInfo | ClassInfo | EnumInfo,
) -> Code:
    member = target.name.text
    if not isinstance(info, EntityInfo):
        return refuse(scope, node, f"`{text}.{member}(…)`")
    targets, _ = platform_targets(compiler, scope, node, target)
    arguments = _question_codes(compiler, scope, node, targets, asks_rows=True)
    value = TypeValue(Shape(info.name, info))
    return lambda f: call_member(f.world, value, member, arguments.values(f), arguments.named_values(f))


def _library_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member, static: Static) -> Code:
    member, types = target.name.text, type_values(compiler, scope, target)
    what = f"`{static.name}.{member}`"
    targets, _ = platform_targets(compiler, scope, node, target)
    arguments = ArgumentCodes(compiler, scope, node.arguments, targets)
    if types is not None:
        generic = static.generic.get(member)
        if generic is None:
            return refuse(scope, node, f"{what} with type arguments")
        return _native_call(generic, what, arguments, types)
    if (static.name, member) == ("JsonSerializer", "Serialize") and _is_document(compiler, scope, node):
        # A document is text already: to serialize it again makes a quoted text of it.
        return _native_call(static.functions["Serialize"], what, arguments.of_texts(), None)
    function = static.functions.get(member)
    if function is None and static.dynamic is not None:
        dynamic = static.dynamic
        return lambda f: callable_value(dynamic(f.world, member))(*arguments.values(f))
    if function is None:
        if member in static.generic:
            return names.bad_name(scope, node, f"{what} needs a type argument")
        known = [*static.functions, *static.values, *static.generic]
        near = "" if tells_of(static.name, member) else static_guess(static.name, member, known)
        if near:
            return names.bad_name(scope, node, f"{what} is nothing that this runner knows{near}")
        return refuse(scope, node, what)
    return _native_call(function, what, arguments, None)


def _is_document(compiler: Compiler, scope: Scope, node: e.Call) -> bool:
    argument = node.arguments.items[0].value if node.arguments.items else None
    shape = static_type(compiler, scope, argument) if argument is not None else None
    return shape is not None and shape.name == "Json" and not shape.is_type


def _native_call(function: NativeFunction, what: str, arguments: ArgumentCodes, types: TypeValues | None) -> Code:
    codes = arguments.positional
    if types is not None:
        return lambda f: call_native(
            f.world, function, what, [types(f), *arguments.values(f)], arguments.named_values(f)
        )
    if not arguments.named:
        return lambda f: call_native(f.world, function, what, [code(f) for code in codes], _NO_NAMES)
    return lambda f: call_native(f.world, function, what, arguments.values(f), arguments.named_values(f))


_NO_NAMES: dict[str, Value] = {}
