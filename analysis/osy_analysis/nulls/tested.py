"""What a condition says about null: the places that are not null when it holds, and when it does not.

Beside comparisons with `null` these count: `is`, `?.` and `??` on the tested side, `HasValue`, comparisons with what is
surely not null, a truth value that was made by such a test, and a call that a place is handed to: whoever asks a
function about a value has thought of its being null.
"""

import operator
from collections.abc import Callable

from osy_analysis.nulls.declared import may_be_null
from osy_analysis.nulls.places import Key, Places, bare
from osy_analysis.semantics.bound import Bound
from osy_grammar.literals import decode
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import (
    Binary,
    Call,
    Conditional,
    Expression,
    Is,
    Literal,
    Member,
    Name,
    Parenthesised,
    Unary,
)
from osy_grammar.nodes.statements import Local

Keys = frozenset[Key]
NONE: Keys = frozenset()
_COMPARE: dict[str, Callable[..., bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DEEPEST = 20
"""So many truth values that are made of each other are looked through, and so many links of a chain."""

_EMPTY_TESTS = ("IsNullOrEmpty", "IsNullOrWhiteSpace")


class Tested:
    """Reads the conditions of one chunk; `assigned` are the locals that get another value than their first."""

    def __init__(self, bound: Bound, places: Places, assigned: frozenset[Node]) -> None:
        """Read in this chunk."""
        self._bound = bound
        self._places = places
        self._assigned = assigned
        self._of_locals: dict[tuple[Node, bool], Keys] = {}
        self._depth = 0

    def places(self, condition: Expression, outcome: bool) -> Keys:
        """The places that are not null when the condition turns out so; the parts of `&&` and `||` are put together.

        Worked out from the inside by hand: conditions have any length.
        """
        found: dict[tuple[Node, bool], Keys] = {}
        waiting = [(condition, outcome, False)]
        while waiting:
            node, wanted, is_ready = waiting.pop()
            parts = parts_of(node, wanted)
            if not parts:
                found[node, wanted] = self._atom(node, wanted)
            elif not is_ready:
                waiting.append((node, wanted, True))
                waiting += [(part, part_wanted, False) for part, part_wanted in parts]
            else:
                known = [found[part] for part in parts]
                found[node, wanted] = known[0] if len(known) == 1 else _joined(node, wanted, known[0], known[1])
        return found[condition, outcome]

    def is_assigned(self, local: Node) -> bool:
        """Whether a local gets another value than its first."""
        return local in self._assigned

    def not_null(self, expression: Expression) -> Keys:
        """The places that are not null if the expression is not: itself, and what stands before each `?.` in it."""
        found = set()
        node = bare(expression)
        key = self._places.key(node)
        if key is not None:
            found.add(key)
        for _ in range(_DEEPEST):
            if not isinstance(node, Member | Call):
                break
            before = self._places.key(node.target) if isinstance(node, Member) and node.conditional else None
            if before is not None:
                found.add(before)
            node = bare(node.target)
        return frozenset(found)

    # ── Conditions without parts ─────────────────────────────────────────────────────────────────────────────────────

    def _atom(self, node: Expression, outcome: bool) -> Keys:
        match node:
            case Binary(operator=sign) if sign in _COMPARE:
                return self._comparison(node, outcome)
            case Binary(operator="??", left=left, right=Literal(kind=kind)):
                return self.not_null(left) if kind == ("false" if outcome else "true") else NONE
            case Is(operand=operand, negated=negated, literal=literal):
                is_null = literal is not None and literal.kind == "null"
                return self.not_null(operand) if outcome == (negated == is_null) else NONE
            case Member(name=name, target=target) if name.text == "HasValue":
                return self.not_null(target) if outcome else NONE
            case Call():
                return self._asked(node, outcome)
            case Name():
                return self._of_local(node, outcome)
            case _:
                return NONE

    def _comparison(self, node: Binary, outcome: bool) -> Keys:
        left, right = node.left, node.right
        if _is_null(left) or _is_null(right):
            asked = right if _is_null(left) else left
            return self.not_null(asked) if outcome == (node.operator == "!=") else NONE
        found = self._same(node, outcome)
        for side, other, is_left in ((left, right, True), (right, left, False)):
            inner = bare(side)
            if isinstance(inner, Binary) and inner.operator == "??":
                if outcome != _default_outcome(node.operator, inner.right, other, is_left=is_left):
                    found |= self.not_null(inner.left)
            elif outcome == (node.operator != "!=") and not may_be_null(self._bound, other):
                found |= self.not_null(side)
        return found

    def _same(self, node: Binary, outcome: bool) -> Keys:
        """What a test says that is compared with `true` or `false`."""
        right = node.right
        if not isinstance(right, Literal) or right.kind not in ("true", "false") or not _is_test(node.left):
            return NONE
        if node.operator not in ("==", "!=") or self._depth >= _DEEPEST:
            return NONE
        self._depth += 1
        found = self.places(node.left, outcome == ((node.operator == "==") == (right.kind == "true")))
        self._depth -= 1
        return found

    def _asked(self, call: Call, outcome: bool) -> Keys:
        if isinstance(call.target, Member) and call.target.name.text in _EMPTY_TESTS and outcome:
            return NONE
        found = self.not_null(call.target.target) if isinstance(call.target, Member) and outcome else NONE
        for argument in call.arguments.items:
            if isinstance(argument.value, Expression):
                found |= self.not_null(argument.value)
        return found

    def _of_local(self, name: Name, outcome: bool) -> Keys:
        """What was tested when a truth value was made; it has to keep that value."""
        local = self._bound.targets.get(name)
        if not isinstance(local, Local) or local.value is None or local in self._assigned:
            return NONE
        key = (local, outcome)
        if key not in self._of_locals and self._depth < _DEEPEST:
            # A truth value that is made of itself says nothing.
            self._of_locals[key] = NONE
            self._depth += 1
            self._of_locals[key] = self.places(local.value, outcome)
            self._depth -= 1
        return self._of_locals.get(key, NONE)


def parts_of(node: Expression, outcome: bool) -> list[tuple[Expression, bool]]:
    """What a condition is made of, and how each part turns out where the whole does so; nothing for one by itself."""
    match node:
        case Parenthesised(inner=inner):
            return [(inner, outcome)]
        case Unary(operator="!", operand=operand):
            return [(operand, not outcome)]
        case Binary(operator="&&" | "||", left=left, right=right):
            return [(left, outcome), (right, outcome)]
        case Conditional(then=then, otherwise=otherwise):
            return [(then, outcome), (otherwise, outcome)]
        case _:
            return []


def _is_test(node: Expression) -> bool:
    """Whether the expression is a truth value by its form, so that comparing it with one is asking it again."""
    inner = bare(node)
    return isinstance(inner, Is | Unary) or (isinstance(inner, Binary) and inner.operator in (*_COMPARE, "&&", "||"))


def _joined(node: Expression, outcome: bool, left: Keys, right: Keys) -> Keys:
    is_both = isinstance(node, Binary) and outcome == (node.operator == "&&")
    return left | right if is_both else left & right


def _is_null(node: Expression) -> bool:
    inner = bare(node)
    return isinstance(inner, Literal) and inner.kind == "null"


def _default_outcome(sign: str, default: Expression, other: Expression, *, is_left: bool) -> bool | None:
    """How the comparison turns out for what stands behind `??`; None where that is not plain."""
    if not isinstance(default, Literal) or not isinstance(other, Literal):
        return None
    values = (decode(default), decode(other))
    left, right = values if is_left else reversed(values)
    try:
        return _COMPARE[sign](left, right)
    except TypeError:
        return None
