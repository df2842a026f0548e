"""Numbers, truth values, and conversions."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.csharp import COMPARED, PARSED, names
from osy_grammar.language.types.rows import enum_members, instance, static

_PAGE = "library-numbers"

_INTEGERS = names("""Abs Clamp CopySign DivRem IsEvenInteger IsOddInteger IsPow2 LeadingZeroCount Log2 Max
MaxMagnitude MaxValue Min MinMagnitude MinValue PopCount RotateLeft RotateRight Sign TrailingZeroCount BigMul
CreateChecked CreateSaturating CreateTruncating""")
_FRACTIONS = names("""Abs Ceiling Clamp CopySign Floor IsEvenInteger IsFinite IsInfinity IsInteger IsNaN
IsOddInteger Max MaxMagnitude MaxValue Min MinMagnitude MinValue NaN Epsilon NegativeInfinity PositiveInfinity
Pi E Round Sign Sqrt Pow Truncate Zero One MinusOne Add Subtract Multiply Divide Negate Remainder
FromOACurrency ToOACurrency GetBits Scale ToInt32 ToInt64 ToDouble Compare CreateChecked CreateSaturating
CreateTruncating""")


def _number(name: str, text: str, also: tuple[str, ...]) -> BuiltinType:
    """A type of numbers: all are parsed and printed alike."""
    return BuiltinType(
        name=name,
        page=_PAGE,
        text=text,
        members=(
            *static(
                _PAGE,
                (f"{name} Parse(string text)", "The number that a text is; throws if it is none."),
                (f"bool TryParse(string text, out {name} number)", "Whether the text is a number, and which."),
            ),
            *instance(_PAGE, ("string ToString(string format = default)", "As text, in a format of .NET.")),
        ),
        complete=True,
        also=(*also, *PARSED, *COMPARED),
        bases=("object",),
    )


BOOL = BuiltinType(
    name="bool",
    page=_PAGE,
    text="True or false.",
    members=static(
        _PAGE,
        ("bool Parse(string text)", "The value that a text names; throws if it names none."),
        ("bool TryParse(string text, out bool value)", "Whether the text names a value, and which."),
    ),
    complete=True,
    also=("FalseString", "TrueString", *COMPARED),
    bases=("object",),
)

MATH = BuiltinType(
    name="Math",
    page=_PAGE,
    text="Arithmetic.",
    members=static(
        _PAGE,
        ("decimal Round(decimal number, int digits = default)", "Rounded; the middle goes away from zero."),
        ("decimal Round(decimal number, MidpointRounding middle)", "Rounded, with the middle as said."),
        ("decimal Round(decimal number, int digits, MidpointRounding middle)", "Rounded, with the middle as said."),
        ("decimal Abs(decimal number)", "Without its sign."),
        ("decimal Floor(decimal number)", "The next whole number below."),
        ("decimal Ceiling(decimal number)", "The next whole number above."),
        ("decimal Truncate(decimal number)", "Without its fraction."),
        ("int Sign(decimal number)", "-1, 0 or 1."),
        ("N Min<N>(N one, N other)", "The smaller of two."),
        ("N Max<N>(N one, N other)", "The greater of two."),
        ("N Clamp<N>(N number, N least, N most)", "The number, kept between two others."),
        ("double Pow(double number, double power)", "The number, multiplied by itself so often."),
        ("double Sqrt(double number)", "The square root."),
    ),
    complete=True,
    also=names("""Acos Acosh Asin Asinh Atan Atan2 Atanh BigMul BitDecrement BitIncrement Cbrt CopySign Cos
    Cosh DivRem E Exp FusedMultiplyAdd IEEERemainder ILogB Log Log10 Log2 MaxMagnitude MinMagnitude PI
    ReciprocalEstimate ScaleB Sin SinCos Sinh Tan Tanh Tau"""),
)

MIDPOINT_ROUNDING = BuiltinType(
    name="MidpointRounding",
    page=_PAGE,
    text="Where a number goes that lies in the middle of two.",
    members=enum_members(
        _PAGE,
        "MidpointRounding",
        ("ToEven", "To the even one."),
        ("AwayFromZero", "To the one farther from zero."),
        ("ToZero", "To the one nearer to zero."),
        ("ToNegativeInfinity", "Down."),
        ("ToPositiveInfinity", "Up."),
    ),
    is_enum=True,
    complete=True,
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

TYPES = (
    BOOL,
    _number("int", "A whole number of 32 bits.", _INTEGERS),
    _number("long", "A whole number of 64 bits.", _INTEGERS),
    _number("byte", "A whole number from 0 to 255.", _INTEGERS),
    _number("decimal", "An exact number with a fraction.", _FRACTIONS),
    _number("double", "An approximate number with a fraction.", _FRACTIONS),
    MATH,
    MIDPOINT_ROUNDING,
    CONVERT,
)
