"""What literals mean."""

from decimal import Decimal
from typing import TypeVar

import pytest

from osy_grammar import parse
from osy_grammar.literals import decode, decode_parts, decode_text
from osy_grammar.nodes.expressions import Hole, Interpolation, Literal, TextPart
from osy_grammar.walk import walk

T = TypeVar("T")

VALUES = [
    ("12", 12),
    ("3L", 3),
    ("1_000", 1000),
    ("0xFF", 255),
    ("0b101", 5),
    ("1.5", Decimal("1.5")),
    ("12.50m", Decimal("12.50")),
    ("0m", Decimal(0)),
    ("1e3", Decimal("1e3")),
    ("2d", 2.0),
    ("'x'", "x"),
    (r"'\''", "'"),
    (r"'\u00e5'", "å"),
    (r'"\"\n\t\\\r"', '"\n\t\\\r'),
    (r'"\x41\U0001F600"', "A😀"),
    ('""', ""),
    ('@"c:\\x ""y"""', 'c:\\x "y"'),
    ('"""raw "text" here"""', 'raw "text" here'),
    ('"""\n    Dear,\n      you\n\n    """', "Dear,\n  you\n"),
    ('""""a """ b""""', 'a """ b'),
    ("true", True),
    ("false", False),
    ("null", None),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_the_value_of_a_literal(text: str, value: object) -> None:
    literal = find(text, Literal)
    found = decode(literal)
    assert found == value
    assert type(found) is type(value)


def test_the_texts_of_an_interpolated_string() -> None:
    parts = find(r'$"a\t{{b}} {x:N0}"', Interpolation).parts
    assert isinstance(parts[0], TextPart)
    assert decode_text(parts[0]) == "a\t{b} "
    assert isinstance(parts[1], Hole)
    assert parts[1].format == "N0"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (r'$"a\t{x}b"', ["a\t", "b"]),
        ('$@"a\\t""{x}{{b"', ['a\\t"', "{b"]),
        ('$"""\n    a "\n      {x}\n    b\n    """', ['a "\n  ', "\nb"]),
        ('$$"""{"a": {{x}}}"""', ['{"a": ', "}"]),
    ],
)
def test_the_parts_of_every_form(text: str, parts: list[str]) -> None:
    found = decode_parts(find(text, Interpolation))
    assert [part for part in found if isinstance(part, str)] == parts
    assert sum(isinstance(part, Hole) for part in found) == 1


def find(text: str, kind: type[T]) -> T:
    """The first node of a kind in an expression."""
    file = parse(f"void F() {{ a = {text}; }}")
    assert not list(file.problems)
    return next(node for node in walk(file.items[0].node) if isinstance(node, kind))
