"""What constant spans amount to, and what is not known."""

import pytest

from osy_analysis.spans import Constant, Duration, constant, duration, whole_number
from osy_grammar.nodes.declarations import GlobalVariable
from osy_grammar.nodes.expressions import Expression, Member, Name
from osy_grammar.parse import parse

SECOND = 10_000_000
DAY = 86_400 * SECOND


def expression(text: str) -> Expression:
    (item,) = parse(f"TimeSpan X = {text};\n").items
    assert isinstance(item.node, GlobalVariable)
    return item.node.value


class Constants:
    """Constants by name, which may name each other."""

    def __init__(self, **texts: str) -> None:
        self.texts = texts

    def __call__(self, name: Name | Member, /) -> "tuple[Expression, Constants] | None":
        """The constant of a bare name."""
        text = self.texts.get(name.text) if isinstance(name, Name) else None
        return None if text is None else (expression(text), self)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("TimeSpan.Zero", 0),
        ("TimeSpan.FromSeconds(5)", 5),
        ("TimeSpan.FromMilliseconds(1500)", 1.5),
        ("TimeSpan.FromTicks(10)", 0.000001),
        ("TimeSpan.FromMinutes(1.5)", 90),
        ("TimeSpan.FromMinutes(0.1d)", 6),
        ("TimeSpan.FromHours(2m)", 7200),
        ("TimeSpan.FromDays(1) + TimeSpan.FromHours(1)", 90_000),
        ("TimeSpan.FromDays(1) - TimeSpan.FromHours(1)", 82_800),
        ("TimeSpan.FromDays(1) * 2", 172_800),
        ("0.5 * TimeSpan.FromDays(1)", 43_200),
        ("TimeSpan.FromDays(1) / 4", 21_600),
        ("TimeSpan.FromHours(TimeSpan.FromDays(1) / TimeSpan.FromHours(1))", 86_400),
        ("-(TimeSpan.FromSeconds(3))", -3),
        ("TimeSpan.FromDays(7 / 2)", 259_200),
        ("TimeSpan.FromDays(-7 / 2)", -259_200),
        ("TimeSpan.FromHours(+1_0)", 36_000),
        (" + ".join(["TimeSpan.FromSeconds(1)"] * 200), 200),
    ],
)
def test_known(text: str, seconds: float) -> None:
    assert duration(expression(text)) == Duration(round(seconds * SECOND))


@pytest.mark.parametrize(
    "text",
    [
        "this.Item.Gap",
        "Patience",
        "TimeSpan.FromDays(Days)",
        "TimeSpan.FromDays(TimeSpan.Zero)",
        "TimeSpan.FromDays(1, 2)",
        "TimeSpan.FromDays(days: 1)",
        "TimeSpan.FromFortnights(1)",
        "TimeSpan.FromDays(1) + 1",
        "1 - TimeSpan.FromDays(1)",
        "TimeSpan.FromDays(1) * TimeSpan.FromDays(1)",
        "1 / TimeSpan.FromDays(1)",
        "TimeSpan.FromDays(1) / 0",
        "TimeSpan.FromDays(1) / TimeSpan.Zero",
        "TimeSpan.FromDays(1) % 2",
        "TimeSpan.FromDays(100000000000)",
        "TimeSpan.FromDays(1e999999999)",
        "TimeSpan.FromDays(1e-999999999)",
        "TimeSpan.FromDays(" + "9" * 100_000 + ")",
        "wide ? TimeSpan.Zero : TimeSpan.Zero",
        '"1"',
        " + ".join(["TimeSpan.FromSeconds(1)"] * 20_000),
        "(" * 5_000 + "TimeSpan.Zero" + ")" * 5_000,
    ],
)
def test_not_known(text: str) -> None:
    assert duration(expression(text)) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Week", Duration(7 * DAY)),
        ("Week - Rest * 2", Duration(5 * DAY)),
        ("Days", 7),
        ("Circle", None),
        ("Both", None),
        ("Doubling", None),
        ("Limits.Week", None),
        ("Nothing", None),
    ],
)
def test_constants(text: str, value: Constant | None) -> None:
    names = Constants(
        Week="TimeSpan.FromDays(Days)",
        Days="7",
        Rest="Week / Days",
        Circle="Circle + TimeSpan.Zero",
        Both="There",
        There="Both",
        **{"Doubling": "D0 + D0", **{f"D{n}": f"D{n + 1} + D{n + 1}" for n in range(60)}, "D60": "1"},
    )
    assert constant(expression(text), names) == value


def test_a_span_is_no_number_and_a_fraction_no_whole_one() -> None:
    assert whole_number(expression("3")) == 3
    assert whole_number(expression("3.0")) is None
    assert whole_number(expression("TimeSpan.Zero")) is None
    assert duration(expression("3")) is None
