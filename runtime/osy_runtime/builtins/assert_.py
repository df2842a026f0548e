"""`Assert`: what a test expects. A failed one cannot be caught by the program."""

from collections.abc import Callable
from typing import NoReturn

from osy_runtime.builtins.sequences import Query, items_of
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.evaluate.operators import as_number, equals, order
from osy_runtime.exceptions import EXCEPTION, is_exception
from osy_runtime.model import ClassInfo
from osy_runtime.show import kind, show, to_text
from osy_runtime.signals import AssertionFailed, BadProgram, LimitPassed, OsyThrow, Unsupported
from osy_runtime.values import Anonymous, Char, EnumValue, Instance, TypeValue, Value
from osy_runtime.world import World


def _fail(name: str, sentence: str, expected: str | None = None, actual: str | None = None) -> NoReturn:
    raise AssertionFailed(f"Assert.{name} failed: {sentence}", expected, actual)


def _expected(name: str, expected: str, actual: Value) -> NoReturn:
    shown = show(_seen(actual))
    _fail(name, f"expected {expected}, but got {shown}", expected, shown)


def _seen(value: Value) -> Value:
    return list(value) if isinstance(value, Query) else value


# ── Equality ─────────────────────────────────────────────────────────────────────────────────────────────────────────


MOST_PARTS = 1_000_000
"""How many values one comparison looks at: lists that hold each other's lists twice over have no end of them."""


def same(expected: Value, actual: Value) -> bool:
    """Whether an assertion takes the two for equal: numbers of all kinds by value, lists and the like by content."""
    return _Comparison().same(expected, actual)


class _Comparison:
    def __init__(self) -> None:
        self._parts = 0

    def same(self, expected: Value, actual: Value, depth: int = 0) -> bool:
        """Whether the two are equal, so deep inside."""
        expected, actual = _seen(expected), _seen(actual)
        self._parts += 1
        if depth > 100:
            raise BadProgram("the values of an assertion are nested more than 100 deep")
        if self._parts > MOST_PARTS:
            raise LimitPassed(f"the values of an assertion have more than {MOST_PARTS} parts")
        match expected, actual:
            case list(), list():
                return len(expected) == len(actual) and all(
                    self.same(a, b, depth + 1) for a, b in zip(expected, actual, strict=True)
                )
            case dict(), dict():
                return expected.keys() == actual.keys() and all(
                    self.same(value, actual[key], depth + 1) for key, value in expected.items()
                )
            case Anonymous(), Anonymous():
                return self.same(expected.fields, actual.fields, depth + 1)
            case (Char(), str()) | (str(), Char()):
                return to_text(expected) == to_text(actual)
            case _:
                return equals(expected, actual)


def equal(world: World, expected: Value, actual: Value) -> Value:
    """`Assert.Equal(expected, actual)`."""
    if not same(expected, actual):
        wanted, got = show(_seen(expected)), show(_seen(actual))
        if wanted == got:
            wanted, got = f"{wanted} ({kind(expected)})", f"{got} ({kind(actual)})"
        _fail("Equal", f"expected {wanted}, but got {got}{_not_started(world, expected, actual)}", wanted, got)
    return None


def _not_started(world: World, expected: Value, actual: Value) -> str:
    """Why a tracked field may be null: workflows begin with a commit, and there was none since a row was made."""
    if actual is not None or not isinstance(expected, EnumValue):
        return ""
    for flow in world.compiler.flows or ():
        if not flow.autostart or expected not in flow.values.values():
            continue
        for row in world.store.staged:
            if flow.tracks(row.entity_full_name) and row.values.get(flow.field) is None:
                return f"; the row of {row.entity.name} is not committed, so no run of `{flow.name}` has started"
    return ""


def not_equal(world: World, unexpected: Value, actual: Value) -> Value:
    """`Assert.NotEqual(unexpected, actual)`."""
    if same(unexpected, actual):
        _fail("NotEqual", f"both are {show(_seen(actual))}", f"not {show(_seen(unexpected))}", show(_seen(actual)))
    return None


def true(world: World, condition: Value, message: Value = None) -> Value:
    """`Assert.True(condition)` and `Assert.True(condition, message)`."""
    if condition is not True:
        _truth("True", "true", condition, message)
    return None


def false(world: World, condition: Value, message: Value = None) -> Value:
    """`Assert.False(condition)`."""
    if condition is not False:
        _truth("False", "false", condition, message)
    return None


def _truth(name: str, expected: str, condition: Value, message: Value) -> NoReturn:
    said = f"{to_text(message)} (" if message is not None else ""
    close = ")" if message is not None else ""
    shown = show(condition)
    _fail(name, f"{said}expected {expected}, but got {shown}{close}", expected, shown)


def null(world: World, value: Value) -> Value:
    """`Assert.Null(value)`."""
    if value is not None:
        _expected("Null", "null", value)
    return None


def not_null(world: World, value: Value) -> Value:
    """`Assert.NotNull(value)`; the words are the reference's."""
    if value is None:
        _fail("NotNull", "expected a non-null value, but got null", "a non-null value", "null")
    return None


# ── Lists and texts ──────────────────────────────────────────────────────────────────────────────────────────────────


def empty(world: World, collection: Value) -> Value:
    """`Assert.Empty(collection)`."""
    if collection == "" if isinstance(collection, str) else not list(items_of(world, collection)):
        return None
    _expected("Empty", "no items" if not isinstance(collection, str) else "an empty text", collection)


def not_empty(world: World, collection: Value) -> Value:
    """`Assert.NotEmpty(collection)`."""
    if not list(items_of(world, collection)):
        _expected("NotEmpty", "at least one item", collection)
    return None


def _holds(world: World, needle: Value, haystack: Value) -> bool:
    if isinstance(haystack, str):
        return to_text(needle) in haystack
    return any(same(needle, item) for item in items_of(world, haystack))


def contains(world: World, needle: Value, haystack: Value) -> Value:
    """`Assert.Contains(needle, haystack)`: a text in a text, an item in a list."""
    if not _holds(world, needle, haystack):
        shown = show(_seen(haystack))
        _fail("Contains", f"expected {show(needle)} in {shown}", show(needle), shown)
    return None


def does_not_contain(world: World, needle: Value, haystack: Value) -> Value:
    """`Assert.DoesNotContain(needle, haystack)`."""
    if _holds(world, needle, haystack):
        shown = show(_seen(haystack))
        _fail("DoesNotContain", f"found {show(needle)} in {shown}", f"no {show(needle)}", shown)
    return None


def starts_with(world: World, prefix: Value, value: Value) -> Value:
    """`Assert.StartsWith(prefix, text)`."""
    if not (isinstance(value, str) and value.startswith(to_text(prefix))):
        _expected("StartsWith", f"a text that starts with {show(prefix)}", value)
    return None


def ends_with(world: World, suffix: Value, value: Value) -> Value:
    """`Assert.EndsWith(suffix, text)`."""
    if not (isinstance(value, str) and value.endswith(to_text(suffix))):
        _expected("EndsWith", f"a text that ends with {show(suffix)}", value)
    return None


def at_most(world: World, bound: Value, actual: Value) -> Value:
    """`Assert.AtMost(bound, actual)`."""
    if as_number(actual) is None or order(actual, bound) > 0:
        _expected("AtMost", f"at most {show(bound)}", actual)
    return None


# ── Exceptions ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _caught(world: World, name: str, act: Value) -> OsyThrow | None:
    """What the lambda throws; it is a unit of its own, flushed at its end and undone when it throws (R8)."""
    if not callable(act):
        raise BadProgram(f"`Assert.{name}` takes a lambda, not {kind(act)}")
    mark = world.store.mark()
    try:
        with world.catching():
            act()
            world.store.flush()
    except OsyThrow as thrown:
        world.store.rollback_unit(mark)
        return thrown
    return None


def throws(world: World, act: Value) -> Value:
    """`Assert.Throws(lambda)`: any exception will do; gives it back."""
    return _thrown(world, EXCEPTION, act)


def throws_of(world: World, types: tuple[TypeValue, ...], act: Value) -> Value:
    """`Assert.Throws<T>(lambda)`: a `T` or what derives from it; gives it back."""
    wanted = types[0].info
    if not isinstance(wanted, ClassInfo) or not is_exception(wanted):
        raise BadProgram(f"`{types[0].name}` is no exception")
    return _thrown(world, wanted, act)


def _thrown(world: World, wanted: ClassInfo, act: Value) -> Instance:
    thrown = _caught(world, "Throws", act)
    what = "an exception" if wanted is EXCEPTION else f"a {wanted.name}"
    if thrown is None:
        _fail("Throws", f"expected {what}, but nothing was thrown", what, "nothing")
    if not thrown.value.cls.is_a(wanted):
        shown = show(thrown.value)
        _fail("Throws", f"expected {what}, but got {shown}", what, shown)
    return thrown.value


def denied(world: World, act: Value) -> Value:
    """`Assert.Denied(lambda)`: it throws `NotAuthorized`, by a rule, an `[Authorize]`, or a workflow."""
    thrown = _caught(world, "Denied", act)
    if thrown is None:
        _fail("Denied", "expected a denial, but nothing was refused", "a denial", "nothing")
    if thrown.value.cls.name != "NotAuthorized":
        shown = show(thrown.value)
        _fail("Denied", f"expected a denial, but got {shown}", "a denial", shown)
    return None


def refuses(world: World, act: Value, words: Value = "") -> Value:
    """`Assert.Refuses(lambda, words)`: it throws, and the message has these words."""
    thrown = _caught(world, "Refuses", act)
    wanted = f"a refusal with {show(words)}" if words else "a refusal"
    if thrown is None:
        _fail("Refuses", f"expected {wanted}, but nothing was refused", wanted, "nothing")
    if to_text(words) not in thrown.message:
        shown = show(thrown.value)
        _fail("Refuses", f"expected {wanted}, but got {shown}", wanted, shown)
    return None


def no_trace_of(world: World, needle: Value) -> Value:
    """`Assert.NoTraceOf(text)`: no stored row holds the text."""
    for row in world.store.all_rows():
        for name, value in row.values.items():
            if isinstance(value, str) and to_text(needle) in value:
                _fail(
                    "NoTraceOf",
                    f"`{name}` of {show(row)} holds {show(needle)}: {show(value)}",
                    f"no {show(needle)}",
                    show(value),
                )
    return None


def _of_pages(name: str) -> NativeFunction:
    def refuse(world: World, *arguments: Value) -> Value:
        raise Unsupported(f"`Assert.{name}` is about pages; tests of pages are not supported by this runner yet")

    return refuse


PAGE_ASSERTIONS = (
    "Above",
    "Checked",
    "Clickable",
    "Contrast",
    "Dialog",
    "Disabled",
    "Enabled",
    "Focused",
    "Hidden",
    "NoOverflow",
    "OnPage",
    "Readable",
    "TextIs",
    "Value",
    "Visible",
)
"""What is asserted of pages, and refused by name."""

FUNCTIONS: dict[str, Callable[..., Value]] = {
    "AtMost": at_most,
    "Contains": contains,
    "Denied": denied,
    "DoesNotContain": does_not_contain,
    "Empty": empty,
    "EndsWith": ends_with,
    "Equal": equal,
    "False": false,
    "NoTraceOf": no_trace_of,
    "NotEmpty": not_empty,
    "NotEqual": not_equal,
    "NotNull": not_null,
    "Null": null,
    "StartsWith": starts_with,
    "Refuses": refuses,
    "Throws": throws,
    "True": true,
}
STATICS = {
    "Assert": Static(
        "Assert",
        functions={**FUNCTIONS, **{name: _of_pages(name) for name in PAGE_ASSERTIONS}},
        generic={"Throws": throws_of},
    )
}
