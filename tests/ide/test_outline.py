"""The outline: what it lists, nested, with exact places."""

from osy_analysis.ide.answers import Symbol
from osy_analysis.ide.outline import outline
from osy_grammar.parse import parse
from osy_testing.order_app import program


def shape(symbols: tuple[Symbol, ...], depth: int = 0) -> list[str]:
    """The outline as indented lines."""
    lines = []
    for symbol in symbols:
        lines.append(f"{'  ' * depth}{symbol.kind} {symbol.name}")
        lines.extend(shape(symbol.children, depth + 1))
    return lines


def test_the_outline_of_an_app() -> None:
    assert shape(outline(parse(program()))) == [
        "enum Decision",
        "  enum member Approve",
        "  enum member Reject",
        "enum OrderState",
        "  enum member Review",
        "  enum member Parked",
        "  enum member Done",
        "entity Person",
        "  field Email",
        "  field IsLead",
        "entity Order",
        "  field Reference",
        "  field Requester",
        "  field Status",
        "function Letters",
        "workflow ReviewFlow",
        "  event Approve",
        "  event Paid",
        "  state Review",
        "    slot Legal",
        "      milestone Assigned",
        "        body Unassigned",
        "    route on Approve",
        "  state Parked",
        "    route on Paid",
        "  terminal Done",
        "fixture World",
        "test an_order_is_reviewed",
    ]


def test_places() -> None:
    text = program()
    flow = next(symbol for symbol in outline(parse(text)) if symbol.name == "ReviewFlow")
    assert text[flow.span.start :].startswith("workflow ReviewFlow")
    assert text[flow.name_span.start : flow.name_span.end] == "ReviewFlow"
    for child in flow.children:
        assert flow.span.start <= child.span.start <= child.name_span.start <= child.name_span.end <= child.span.end


def test_details() -> None:
    flow = next(symbol for symbol in outline(parse(program())) if symbol.name == "ReviewFlow")
    assert [child.detail for child in flow.children] == [
        "(Decision decision)",
        "(string reference)",
        "state",
        "state",
        "terminal success",
    ]


def test_half_typed_names() -> None:
    for text in ("entity ", "workflow W { state ", "enum E { A, ", "void f(", "[Test] ", ""):
        outline(parse(text))
