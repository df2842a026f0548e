"""Literals and texts with holes: their values, decoded once."""

from collections.abc import Callable
from decimal import Decimal

from osy_grammar.literals import decode, decode_parts
from osy_grammar.nodes import expressions as e
from osy_runtime import decimals
from osy_runtime.evaluate.arithmetic import long_of
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.members import text_in
from osy_runtime.evaluate.operators import negate
from osy_runtime.evaluate.scope import Scope
from osy_runtime.evaluate.static_types import number_shape
from osy_runtime.signals import BadProgram
from osy_runtime.translations import filled, template, translated
from osy_runtime.utf16 import units
from osy_runtime.values import Char, Long, Value

MOST_PADDING = 100_000
"""How wide a hole of a text can be made."""


def literal(compiler: Compiler, scope: Scope, node: e.Literal) -> Code:
    """A literal: its value, decoded once."""
    value = literal_value(node)
    if isinstance(value, str) and _is_spoken(compiler, scope, node):
        return _spoken(value)
    return lambda f: value


def _spoken(text: str) -> Code:
    return lambda f: translated(f.world, text) if f.world is not None else text


def _is_spoken(compiler: Compiler, scope: Scope, node: e.Literal) -> bool:
    """Whether the text is for people: what `Translate` is given, what a function returns, all of a `Sentence`."""
    if not compiler.program.lexicon:
        return False
    return node in compiler.spoken or scope.function.rpartition(".")[2] == "Sentence"


def mark_spoken(compiler: Compiler, node: e.Expression) -> None:
    """Remember that the texts which the expression may be are for people."""
    if not compiler.program.lexicon:
        return
    waiting = [node]
    while waiting:
        match waiting.pop():
            case e.Literal() as literal_node:
                compiler.spoken.add(literal_node)
            case e.Conditional(then=then, otherwise=otherwise):
                waiting += [then, otherwise]
            case e.Parenthesised(inner=inner):
                waiting.append(inner)
            case e.Call(arguments=arguments):
                waiting += [a.value for a in arguments.items[:1] if isinstance(a.value, e.Expression)]
            case _:
                pass


def literal_value(node: e.Literal) -> Value:
    """What a literal stands for; a number has the kind that C# gives it."""
    value: Value = decode(node)
    if node.kind == "number" and not isinstance(value, bool):
        return _number(node, value)
    if isinstance(value, str):
        value = units(value)
        return Char(value) if node.kind == "char" else value
    return value


def _number(node: e.Literal, value: Value) -> Value:
    match number_shape(node).name, value:
        case "long", int():
            return long_of(value)
        case "decimal", Decimal():
            return decimals.fitted(value)
        case "double", Decimal():
            return float(value)
        case _:
            return value


def interpolation(compiler: Compiler, scope: Scope, node: e.Interpolation) -> Code:
    """`$"…"`: the parts' texts put together."""
    parts: list[Code] = []
    holes: list[int] = []
    for part in decode_parts(node):
        if isinstance(part, str):
            parts.append(_constant(units(part)))
        else:
            holes.append(len(parts))
            parts.append(_hole(compiler, scope, part))
    known = template(node) if compiler.program.lexicon else None
    if known is not None and any(known[0] in entries for entries in compiler.program.lexicon.values()):
        return _translated_parts(parts, holes, *known)
    return lambda f: "".join([text_in(f.world, part(f)) for part in parts])


def _translated_parts(parts: list[Code], holes: list[int], key: str, names: tuple[str, ...]) -> Code:
    """The text as somebody reads it whose language has an entry for it."""

    def run(f: Frame) -> Value:
        texts = [text_in(f.world, part(f)) for part in parts]
        said = filled(f.world, key, names, [texts[at] for at in holes])
        return "".join(texts) if said is None else said

    return run


def _constant(value: Value) -> Code:
    return lambda f: value


def _hole(compiler: Compiler, scope: Scope, hole: e.Hole) -> Code:
    code, pattern = compiler.value(scope, hole.expression), hole.format
    if pattern:
        from osy_runtime.builtins.formatting import formatted

        code = _written(code, lambda value: formatted(value, pattern))
    if hole.alignment is not None:
        return _aligned(code, compiler.value(scope, hole.alignment))
    return code


def _written(code: Code, write: Callable[[Value], str]) -> Code:
    return lambda f: write(code(f))


def _aligned(code: Code, width: Code) -> Code:
    """At least that wide: to the right, or to the left if the width is negative."""

    def run(f: Frame) -> Value:
        text, size = text_in(f.world, code(f)), width(f)
        if not isinstance(size, int) or abs(size) > MOST_PADDING:
            raise BadProgram("the width of a hole in a text must be a small whole number")
        return text.rjust(size) if size >= 0 else text.ljust(-size)

    return run


def negative(node: e.Literal) -> Value:
    """The literal with a minus before it."""
    least = _least(node)
    return negate(literal_value(node)) if least is None else least


def _least(node: e.Literal) -> Value:
    """The least `int` and the least `long`: without the sign before it their number is too large for its type."""
    value = decode(node)
    if value == 1 << 31 and node.text[-1] not in "lLmM":
        return -(1 << 31)
    return Long(-(1 << 63)) if value == 1 << 63 and isinstance(value, int) else None
