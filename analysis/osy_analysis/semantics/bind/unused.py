"""What a chunk declares for itself and never mentions, and the namespaces of what it does mention.

A local that takes what a call or a creation gives is left alone: that is done for its effect, and the name says what it
is. The reference's own examples do so.
"""

from osy_analysis.problems.names import UnknownName, Unused
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind
from osy_analysis.wording import nearest
from osy_grammar.nodes.expressions import Call, New

PRIVATE = "private"
PARTIAL = "partial"


def tell_unused(binder: Binder) -> None:
    """Tell of locals, and of private functions of the type declared here, that nothing mentions."""
    own = binder.own
    private = [] if own is None or PARTIAL in own.modifiers else [one for one in own.members if _is_private(one)]
    if not binder.locals and not private:
        return
    mentioned = {id(target) for target in binder.targets.values()}
    # A slip of the pen in the only use of a local is one fault, and not two.
    unknown = [problem for problem in binder.problems if isinstance(problem, UnknownName)]
    meant = {nearest(problem.name.text, problem.known) for problem in unknown}
    for local in binder.locals:
        name = local.name.text
        if isinstance(local.value, Call | New):
            continue
        if name and not name.startswith("_") and id(local) not in mentioned and name not in meant:
            binder.tell(Unused(name=local.name, kind="local", node=local))
    for helper in private:
        if id(helper) not in mentioned:
            binder.tell(Unused(name=helper.identifier, kind="private function", node=helper.node))


def _is_private(one: Definition) -> bool:
    return one.kind is SymbolKind.FUNCTION and PRIVATE in one.modifiers


def mentioned_namespaces(bound: Bound) -> frozenset[str]:
    """The namespaces of the declarations that the chunk mentions."""
    found: set[str] = set()
    for target in bound.targets.values():
        if isinstance(target, Definition):
            outer = target
            while outer.owner is not None:
                outer = outer.owner
            found.add(outer.namespace)
    return frozenset(found)
