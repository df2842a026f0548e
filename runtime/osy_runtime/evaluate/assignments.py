"""What can be assigned to: variables, members, items; plain and compound assignment, `++` and `--`."""

from collections.abc import Callable
from decimal import Decimal

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_runtime.evaluate import names
from osy_runtime.evaluate.arithmetic import LEAST_INT, MOST_INT
from osy_runtime.evaluate.compiler import Compiler, PlaceHandler, for_place
from osy_runtime.evaluate.frame import Code, Frame, Setter
from osy_runtime.evaluate.functions import member_of
from osy_runtime.evaluate.items import is_item, set_of_item
from osy_runtime.evaluate.members import read_index, read_member, write_index, write_member
from osy_runtime.evaluate.operators import BINARY, WRAPPED, add, subtract
from osy_runtime.evaluate.scope import Scope, Variable
from osy_runtime.evaluate.shapes import NUMBERS
from osy_runtime.evaluate.static_types import static_type
from osy_runtime.evaluate.statics import side_around, side_around_code
from osy_runtime.evaluate.targets import into
from osy_runtime.evaluate.types import conversion_to
from osy_runtime.model import Shape
from osy_runtime.values import Char, Long, Row, Tuple, Value


def variable_setter(variable: Variable) -> Setter:
    """Puts a value into a variable for the first time: a shared one gets a fresh cell."""
    index = variable.index
    if variable.in_cell:

        def fresh_cell(f: Frame, value: Value) -> None:
            f.locals[index] = [value]

        return fresh_cell

    def put(f: Frame, value: Value) -> None:
        f.locals[index] = value

    return put


def _widened(value: Value, old: Value) -> Value:
    # `var x = F(); x = 5;` keeps x a decimal: where its type does not show, the old value speaks for it.
    if type(value) is int:
        if type(old) is Decimal:
            return Decimal(value)
        if type(old) is Long:
            return Long(value)
        if type(old) is float:
            return float(value)
        if type(old) is Char:
            return Char(chr(value & 0xFFFF))
    return value


def _variable_place(variable: Variable) -> Setter:
    index = variable.index
    convert = variable.convert
    if _takes_as_is(variable):
        return _raw_place(variable)
    if variable.in_cell:

        def set_cell(f: Frame, value: Value) -> None:
            cell = f.locals[index]
            assert isinstance(cell, list)
            cell[0] = convert(value) if convert else _widened(value, cell[0])

        return set_cell

    def put(f: Frame, value: Value) -> None:
        f.locals[index] = convert(value) if convert else _widened(value, f.locals[index])

    return put


def _takes_as_is(variable: Variable) -> bool:
    """Whether what is put into the variable has its type already: operators and `into` see to that."""
    shape = variable.shape
    return isinstance(shape, Shape) and (shape.name in NUMBERS or conversion_to(shape) is None)


def _raw_place(variable: Variable) -> Setter:
    index = variable.index
    if variable.in_cell:

        def set_cell(f: Frame, value: Value) -> None:
            cell = f.locals[index]
            assert isinstance(cell, list)
            cell[0] = value

        return set_cell

    def put(f: Frame, value: Value) -> None:
        f.locals[index] = value

    return put


def _name_place(compiler: Compiler, scope: Scope, node: e.Name) -> Setter:
    variable = scope.find(node.text)
    if variable is not None:
        compiler.variables[node] = variable
        return _variable_place(variable)
    text = node.text
    if scope.owner is not None and member_of(scope.owner, text):
        return lambda f, value: write_member(f.world, f.this, text, value)
    side = side_around(scope, text)
    if side is not None:
        holder = side_around_code(side)
        return lambda f, value: write_member(f.world, holder(f), text, value)
    code = names.bad_name(scope, node, f"nothing here is called `{text}` that could be set")

    def refuse(f: Frame, value: Value) -> None:
        code(f)

    return refuse


def _element_place(compiler: Compiler, scope: Scope, node: e.Member) -> Setter | None:
    """What sets an element of a tuple: its place gets another tuple, so that copies of it stay; None for the rest."""
    shape = static_type(compiler, scope, node.target)
    if shape is None or shape.name != "ValueTuple" or type(node.target) not in PLACES:
        return None
    read, place, name = compiler.value(scope, node.target), compiler.place(scope, node.target), node.name.text

    def put(f: Frame, value: Value) -> None:
        old = read(f)
        at = old.place(name) if isinstance(old, Tuple) else -1
        if not isinstance(old, Tuple) or at < 0:
            write_member(f.world, old, name, value)
            return
        place(f, Tuple((*old.items[:at], value, *old.items[at + 1 :]), old.names))

    return put


def _member_place(compiler: Compiler, scope: Scope, node: e.Member) -> Setter:
    element = _element_place(compiler, scope, node)
    if element is not None:
        return element
    target, name = compiler.value(scope, node.target), node.name.text
    return lambda f, value: write_member(f.world, target(f), name, value)


def _index_place(compiler: Compiler, scope: Scope, node: e.Index) -> Setter:
    target, key = compiler.value(scope, node.target), compiler.value(scope, node.index)
    return lambda f, value: write_index(f.world, target(f), key(f), value)


def _inner_place(compiler: Compiler, scope: Scope, node: e.NonNull | e.Parenthesised) -> Setter:
    return compiler.place(scope, node.target if isinstance(node, e.NonNull) else node.inner)


PLACES: dict[type[Node], PlaceHandler] = dict(
    (
        for_place(e.Name, _name_place),
        for_place(e.Member, _member_place),
        for_place(e.Index, _index_place),
        for_place(e.NonNull, _inner_place),
        for_place(e.Parenthesised, _inner_place),
    )
)


def assignment(compiler: Compiler, scope: Scope, node: e.Assignment) -> Code:
    """`target = value` and the compound forms; its own value is what was assigned."""
    if node.operator == "=":
        if isinstance(node.target, e.TupleLiteral):
            return _assign_parts(compiler, scope, node.target, node.value)
        if isinstance(node.target, e.Member):
            return _assign_member(compiler, scope, node.target, node.value)
        if isinstance(node.target, e.Index):
            return _assign_item(compiler, scope, node.target, node.value)
        place = compiler.place(scope, node.target)
        value = into(compiler, scope, node.value, static_type(compiler, scope, node.target))
        index = _plain_index(scope, node.target)
        if index is not None:
            return _assign_plain(index, value)

        return _assigned(place, value)
    operator = node.operator[:-1]
    if operator == "??":
        target = static_type(compiler, scope, node.target)
        value = into(compiler, scope, node.value, target)
        return _update(compiler, scope, node.target, lambda old, f: value(f) if old is None else old)
    value = compiler.value(scope, node.value)
    operate = BINARY.get(operator)
    if compiler.wraps and operator in WRAPPED:
        operate = WRAPPED[operator]
    if operate is None:
        return names.bad_name(scope, node, f"the operator `{node.operator}` is not supported by this runner yet")
    index = _plain_index(scope, node.target)
    if index is not None and not _is_character(compiler, scope, node.target):
        return _change_plain(compiler, scope, node.target, index, operate, value)
    return _update(compiler, scope, node.target, lambda old, f: operate(old, value(f)))


def _assigned(place: Setter, value: Code) -> Code:
    def assign(f: Frame) -> Value:
        given = value(f)
        place(f, given)
        return given

    return assign


def _assign_parts(compiler: Compiler, scope: Scope, node: e.TupleLiteral, given: e.Expression) -> Code:
    """`(a, b) = value`."""
    from osy_runtime.evaluate.tuples import ready_targets

    value = compiler.value(scope, given)
    ready = ready_targets(compiler, scope, node, static_type(compiler, scope, given))

    def assign(f: Frame) -> Value:
        put = ready(f)
        made = value(f)
        put(f, made)
        return made

    return assign


def _is_character(compiler: Compiler, scope: Scope, node: e.Expression) -> bool:
    shape = static_type(compiler, scope, node)
    return shape is None or shape.name == "char"


def _change_plain(
    compiler: Compiler,
    scope: Scope,
    node: e.Expression,
    index: int,
    operate: Callable[[Value, Value], Value],
    value: Code,
) -> Code:
    # The place is compiled as well: what asks which variable a name means finds it so.
    compiler.place(scope, node)

    def run(f: Frame) -> Value:
        values = f.locals
        after = values[index] = operate(values[index], value(f))
        return after

    return run


def _step_plain(index: int, operate: Callable[[Value, Value], Value], by: int, *, old: bool) -> Code:
    def run(f: Frame) -> Value:
        values = f.locals
        before = values[index]
        if type(before) is int and LEAST_INT <= (after := before + by) <= MOST_INT:
            values[index] = after
            return before if old else after
        changed = values[index] = operate(before, 1)
        return before if old else changed

    return run


def _plain_index(scope: Scope, node: e.Expression) -> int | None:
    """The number of a variable that nothing shares and that takes what it gets as it is; None for other places."""
    variable = scope.peek(node.text) if isinstance(node, e.Name) else None
    if variable is None or variable.in_cell or not _takes_as_is(variable):
        return None
    return variable.index


def _assign_plain(index: int, value: Code) -> Code:
    def assign(f: Frame) -> Value:
        given = f.locals[index] = value(f)
        return given

    return assign


def _assign_member(compiler: Compiler, scope: Scope, node: e.Member, given: e.Expression) -> Code:
    # C# evaluates what stands before the dot first.
    target, name = compiler.value(scope, node.target), node.name.text
    value = into(compiler, scope, given, static_type(compiler, scope, node))
    if node.conditional:
        return names.bad_name(scope, node, "what stands behind `?.` cannot be set")
    element = _element_place(compiler, scope, node)
    if element is not None:
        return _assigned(element, value)
    if is_item(node.target):
        return set_of_item(target, name, value)

    def assign(f: Frame) -> Value:
        holder = target(f)
        made = value(f)
        write_member(f.world, holder, name, made)
        return made

    return assign


def _assign_item(compiler: Compiler, scope: Scope, node: e.Index, given: e.Expression) -> Code:
    target, key = compiler.value(scope, node.target), compiler.value(scope, node.index)
    value = into(compiler, scope, given, static_type(compiler, scope, node))

    def assign(f: Frame) -> Value:
        holder, at = target(f), key(f)
        made = value(f)
        write_index(f.world, holder, at, made)
        return made

    return assign


def _update(
    compiler: Compiler, scope: Scope, node: e.Expression, change: Callable[[Value, Frame], Value], *, old: bool = False
) -> Code:
    """Read, change and write a place, its holder evaluated once; gives the new value, or the old one."""
    change = _kept(change)
    if isinstance(node, e.Member) and _element_place(compiler, scope, node) is None:
        return _update_member(compiler, scope, node, change, old=old)
    if isinstance(node, e.Index):
        return _update_item(compiler, scope, node, change, old=old)
    read, place = compiler.value(scope, node), compiler.place(scope, node)

    def run(f: Frame) -> Value:
        before = read(f)
        after = change(before, f)
        place(f, after)
        return before if old else after

    return run


def _kept(change: Callable[[Value, Frame], Value]) -> Callable[[Value, Frame], Value]:
    """The change with its result as the place has it: a character stays one (`c += 1`, `c++`)."""

    def run(old: Value, f: Frame) -> Value:
        new = change(old, f)
        return _widened(new, old) if type(old) is Char else new

    return run


def _update_member(
    compiler: Compiler, scope: Scope, node: e.Member, change: Callable[[Value, Frame], Value], *, old: bool
) -> Code:
    target, name = compiler.value(scope, node.target), node.name.text

    def run(f: Frame) -> Value:
        holder = target(f)
        if type(holder) is Row and not (f.world.is_checked and holder.entity.is_guarded) and name in holder.values:
            before = holder.values[name]
        else:
            before = read_member(f.world, holder, name)
        after = change(before, f)
        write_member(f.world, holder, name, after)
        return before if old else after

    return run


def _update_item(
    compiler: Compiler, scope: Scope, node: e.Index, change: Callable[[Value, Frame], Value], *, old: bool
) -> Code:
    target, key = compiler.value(scope, node.target), compiler.value(scope, node.index)

    def run(f: Frame) -> Value:
        holder, at = target(f), key(f)
        before = read_index(f.world, holder, at)
        after = change(before, f)
        write_index(f.world, holder, at, after)
        return before if old else after

    return run


def step(compiler: Compiler, scope: Scope, node: e.Step) -> Code:
    """`x++`, `x--`, `++x`, `--x`."""
    by = 1 if node.operator == "++" else -1
    operate: Callable[[Value, Value], Value] = add if by > 0 else subtract
    if compiler.wraps:
        operate = WRAPPED["+" if by > 0 else "-"]
    index = _plain_index(scope, node.target)
    if index is not None and not _is_character(compiler, scope, node.target):
        compiler.place(scope, node.target)
        return _step_plain(index, operate, by, old=not node.is_prefix)
    return _update(compiler, scope, node.target, lambda before, f: operate(before, 1), old=not node.is_prefix)
