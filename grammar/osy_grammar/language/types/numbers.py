"""Numbers and conversions."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import static

_PAGE = "library-numbers"

INT = BuiltinType(
    name="int",
    page=_PAGE,
    text="A whole number of 32 bits.",
    members=static(
        _PAGE,
        ("int Parse(string text)", "The number that a text is; throws if it is none."),
        ("bool TryParse(string text, out int number)", "Whether the text is a number, and which."),
    ),
)

LONG = BuiltinType(
    name="long",
    page=_PAGE,
    text="A whole number of 64 bits.",
    members=static(_PAGE, ("long Parse(string text)", "The number that a text is; throws if it is none.")),
)

MATH = BuiltinType(
    name="Math",
    page=_PAGE,
    text="Arithmetic.",
    members=static(
        _PAGE,
        ("decimal Round(decimal number, int digits = default)", "Rounded; the middle goes away from zero."),
        ("decimal Abs(decimal number)", "Without its sign."),
    ),
)

CONVERT = BuiltinType(
    name="Convert",
    page=_PAGE,
    text="From one kind of value to another.",
    members=static(
        _PAGE,
        ("string ToString(object? value)", "As text."),
        ("int ToInt32(object? value)", "As a whole number; 0 for a text that is none."),
        ("int ToInt(object? value)", "As a whole number, cut off towards zero."),
        ("long ToInt64(object? value)", "As a long whole number."),
        ("decimal ToDecimal(object? value)", "As an exact number."),
        ("double ToDouble(object? value)", "As an approximate number."),
        ("bool ToBool(object? value)", "As true or false."),
        ("string ToBase64String(byte[] bytes)", "The bytes as text in base 64."),
        ("byte[] FromBase64String(string text)", "The bytes of a text in base 64."),
    ),
)

TYPES = (INT, LONG, MATH, CONVERT)
