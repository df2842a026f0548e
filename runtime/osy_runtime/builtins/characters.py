"""`char`: its static and its members."""

from collections.abc import Callable

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.builtins.texts import BLANKS, lower, text, upper, whole
from osy_runtime.exceptions import throw
from osy_runtime.values import Char, OutReference, Value
from osy_runtime.world import World


def _mark(value: Value, at: Value) -> str:
    """The character, or the one at a place of a text."""
    if at is None:
        return text(value)
    place, whole_text = whole(at), text(value)
    if not 0 <= place < len(whole_text):
        raise throw("ArgumentException", f"{place} is outside of a text of {len(whole_text)} characters")
    return whole_text[place]


def _test(test: Callable[[str], bool]) -> NativeFunction:
    return lambda world, value, at=None: test(_mark(value, at))


def _of_categories(*categories: str) -> NativeFunction:
    def check(world: World, value: Value, at: Value = None) -> Value:
        from unicodedata import category

        return category(_mark(value, at)).startswith(categories)

    return check


def _ascii(marks: str) -> NativeFunction:
    return _test(lambda mark: mark in marks)


_SMALL, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"


def numeric_value(world: World, value: Value) -> Value:
    """`char.GetNumericValue(mark)`: -1 if it stands for no number."""
    from unicodedata import numeric

    return float(numeric(text(value), -1.0))


def parse(world: World, value: Value) -> Value:
    """`char.Parse(text)`."""
    if not isinstance(value, str) or len(value) != 1:
        raise throw("FormatException", "a text of one character is needed here")
    return Char(value)


def try_parse(world: World, value: Value, out: OutReference) -> Value:
    """`char.TryParse(text, out mark)`."""
    is_one = isinstance(value, str) and len(value) == 1
    out.set(Char(text(value)) if is_one else Char("\0"))
    return is_one


STATICS = {
    "char": Static(
        "char",
        functions={
            "GetNumericValue": numeric_value,
            "IsAscii": _test(str.isascii),
            "IsAsciiDigit": _ascii(_DIGITS),
            "IsAsciiHexDigit": _ascii(_DIGITS + "abcdefABCDEF"),
            "IsAsciiLetter": _ascii(_SMALL + _SMALL.upper()),
            "IsAsciiLetterLower": _ascii(_SMALL),
            "IsAsciiLetterOrDigit": _ascii(_SMALL + _SMALL.upper() + _DIGITS),
            "IsAsciiLetterUpper": _ascii(_SMALL.upper()),
            "IsBetween": lambda world, value, low, high: text(low) <= text(value) <= text(high),
            "IsControl": _of_categories("Cc"),
            "IsDigit": _test(str.isdecimal),
            "IsHighSurrogate": _test(lambda mark: "\ud800" <= mark <= "\udbff"),
            "IsLetter": _test(str.isalpha),
            "IsLetterOrDigit": _test(lambda mark: mark.isalpha() or mark.isdecimal()),
            "IsLowSurrogate": _test(lambda mark: "\udc00" <= mark <= "\udfff"),
            "IsLower": _of_categories("Ll"),
            "IsNumber": _of_categories("N"),
            "IsPunctuation": _of_categories("P"),
            "IsSeparator": _of_categories("Z"),
            "IsSurrogate": _test(lambda mark: "\ud800" <= mark <= "\udfff"),
            "IsSymbol": _of_categories("S"),
            "IsUpper": _of_categories("Lu"),
            "IsWhiteSpace": _test(lambda mark: mark in BLANKS),
            "Parse": parse,
            "ToLower": lambda world, value: Char(lower(text(value))),
            "ToLowerInvariant": lambda world, value: Char(lower(text(value))),
            "ToString": lambda world, value: text(value),
            "ToUpper": lambda world, value: Char(upper(text(value))),
            "ToUpperInvariant": lambda world, value: Char(upper(text(value))),
            "TryParse": try_parse,
        },
        values={"MaxValue": lambda world: Char("\uffff"), "MinValue": lambda world: Char("\0")},
    ),
}
METHODS: dict[type, dict[str, NativeFunction]] = {Char: {}}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {}
