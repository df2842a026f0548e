"""What holds of the rows of a query, or of the one that it gives, because of its conditions.

`foreach (var seat in Seat.Where(s => s.Party != null))` gives seats whose `Party` is not null. Looked through are the
questions that give the same rows, and a local that holds the query.
"""

from osy_analysis.nulls.tested import Tested
from osy_analysis.semantics.bound import Bound
from osy_grammar.nodes.expressions import Call, Expression, Lambda, Member, Name, NonNull, Parenthesised
from osy_grammar.nodes.statements import Block, Local

_CONDITIONS = frozenset(("Where", "First", "FirstOrDefault", "Single", "SingleOrDefault", "Last", "LastOrDefault"))
_ORDERS = frozenset(("OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "Reverse"))
_OTHERS = _ORDERS | frozenset(("Take", "Skip", "Distinct", "Include", "ToList", "ToArray"))
_LONGEST = 50


def filtered(bound: Bound, source: Expression, tested: Tested) -> frozenset[tuple[object, ...]]:
    """The members, as paths of names, that are not null of each row that the source gives."""
    found: set[tuple[object, ...]] = set()
    node: Expression = source
    for _ in range(_LONGEST):
        match node:
            case Parenthesised(inner=inner) | NonNull(target=inner):
                node = inner
            case Name():
                meant = bound.targets.get(node)
                if not isinstance(meant, Local) or meant.value is None or tested.is_assigned(meant):
                    break
                node = meant.value
            case Call(target=Member(target=target, name=name), arguments=arguments):
                if name.text not in _CONDITIONS and name.text not in _OTHERS:
                    break
                values = [each.value for each in arguments.items]
                if name.text in _CONDITIONS and values and isinstance(values[0], Lambda):
                    found |= _of_condition(values[0], tested)
                node = target
            case _:
                break
    return frozenset(found)


def _of_condition(condition: Lambda, tested: Tested) -> set[tuple[object, ...]]:
    if len(condition.parameters) != 1 or isinstance(condition.body, Block):
        return set()
    row = condition.parameters[0]
    return {key[1:] for key in tested.places(condition.body, True) if key[0] is row and len(key) > 1}
