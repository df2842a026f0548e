"""Spans that are written as constants: they are read once, when the workflow is compiled."""

from osy_grammar.nodes.expressions import Call, Expression, Literal, Member, Name
from osy_runtime.values import TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE, TICKS_PER_SECOND
from osy_runtime.workflow.shape import ConstantSpan

_UNITS = {
    "FromDays": TICKS_PER_DAY,
    "FromHours": TICKS_PER_HOUR,
    "FromMinutes": TICKS_PER_MINUTE,
    "FromSeconds": TICKS_PER_SECOND,
}
_MOST_DIGITS = 6
"""Longer numbers are left to the library, which knows how long a span can be."""


def constant_span(node: Expression | None) -> ConstantSpan | None:
    """`TimeSpan.Zero`, or `TimeSpan.FromHours(4)` with a whole number; None for anything else."""
    match node:
        case Member(target=Name(text="TimeSpan"), name=name) if name.text == "Zero":
            return ConstantSpan(0)
        case Call(target=Member(target=Name(text="TimeSpan"), name=name)) if (
            name.text in _UNITS and len(node.arguments.items) == 1
        ):
            value = node.arguments.items[0].value
            if node.arguments.items[0].name is None and isinstance(value, Literal) and value.kind == "number":
                digits = value.text
                if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
                    return ConstantSpan(int(digits) * _UNITS[name.text])
    return None
