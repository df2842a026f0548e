"""What a milestone's windows and the waits between them come to. Source: workflow-milestone#retries."""

from dataclasses import dataclass

from osy_analysis.milestones import EffectiveMilestone
from osy_analysis.passes.budgets import max_attempts
from osy_analysis.spans import Names, duration, whole_number
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, Expression, Member
from osy_grammar.nodes.workflow import Clause

_SHAPES = ("Fixed", "Linear", "Exponential")
_LONGEST_CHAIN = 10_000


@dataclass(frozen=True, slots=True)
class Budget:
    """How long all windows of a milestone with the waits between them take, and how many windows they are."""

    ticks: int
    windows: int


def ticks_of(value: Expression, names: Names) -> int | None:
    """The span that an expression always is, in ticks; None if that is not known."""
    found = duration(value, names)
    return found.ticks if found is not None else None


def total_budget(milestone: EffectiveMilestone, names: Names) -> Budget | None:
    """What a retry chain comes to; None where there is but one window, or something is not constant."""
    clauses = milestone.clauses
    retries, backoff = clauses.get("Retries"), clauses.get("Backoff")
    within = ticks_of(clauses["Within"].value, names) if "Within" in clauses else None
    windows = _windows(retries, backoff, names)
    if within is None or windows is None or not 1 < windows <= _LONGEST_CHAIN:
        return None
    waits = _waits(backoff.value, windows - 1, names) if backoff is not None else 0
    if waits is None:
        return None
    return Budget(within * windows + waits, windows)


def _windows(retries: Clause | None, backoff: Clause | None, names: Names) -> int | None:
    if retries is not None:
        count = whole_number(retries.value, names)
        return None if count is None else count + 1
    call = max_attempts(backoff.value) if backoff is not None else None
    if call is None or len(call.arguments.items) != 1:
        return None
    value = call.arguments.items[0].value
    return whole_number(value, names) if isinstance(value, Expression) else None


def _waits(value: Expression, count: int, names: Names) -> int | None:
    """The sum of the waits of a policy, or of a span that is always the same."""
    plain = ticks_of(value, names)
    if plain is not None:
        return plain * count
    shape = ""
    first: int | None = None
    cap: int | None = None
    node: Node = value
    while isinstance(node, Call) and isinstance(node.target, Member):
        name = node.target.name.text
        argument = node.arguments.items[0].value if node.arguments.items else None
        span = ticks_of(argument, names) if isinstance(argument, Expression) else None
        if name == "Cap" and span is not None:
            cap = span
        elif name == "Cap":
            return None
        elif name in _SHAPES:
            shape, first = name, span
        node = node.target.target
    if not shape or first is None:
        return None
    total = 0
    for retry in range(1, count + 1):
        wait = {"Fixed": first, "Linear": first * retry, "Exponential": first * 2 ** min(retry - 1, 64)}[shape]
        total += min(wait, cap) if cap is not None else wait
    return total
