"""After `[`: the attributes that fit what may stand in the place."""

import re

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_grammar.language import ATTRIBUTES, Place
from osy_grammar.nodes.declarations import Enum

_IN_PARAMETERS = re.compile(r"[(,]\s*\[[^\[\]]*\Z")
TARGETS: dict[Place, frozenset[str]] = {
    Place.FILE: frozenset(("function", "entity", "class", "enum", "workflow", "component")),
    Place.ENTITY: frozenset(("field",)),
    Place.CLASS: frozenset(("field",)),
    Place.INTERFACE: frozenset(("function",)),
    Place.CLIENT: frozenset(("operation",)),
    Place.WORKFLOW: frozenset(("event", "state")),
    Place.COMPONENT: frozenset(("field", "function")),
}


def fitting(context: Context) -> list[CompletionItem]:
    """The attributes of the place."""
    targets = _targets(context)
    return [
        CompletionItem(
            label=row.name,
            kind="attribute",
            span=context.span,
            detail=row.signature,
            snippet=f"{row.name}($0)" if "(" in row.signature and "default" not in row.signature else None,
            subject=f"attribute:{row.name}",
        )
        for row in ATTRIBUTES
        if targets & set(row.targets)
    ]


def _targets(context: Context) -> frozenset[str]:
    if context.place is Place.FILE and _IN_PARAMETERS.search(context.before):
        return frozenset(("parameter",))
    if context.nodes and isinstance(context.nodes[0], Enum) and "{" in context.before:
        return frozenset(("enum member",))
    return TARGETS.get(context.place, frozenset())
