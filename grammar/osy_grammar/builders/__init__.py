"""Reductions to nodes: the only place that knows the names of the grammar's rules.

Each rule (or alias) of `osy.lark` has a function of its name in the module of its family; a name that Python keeps
for itself has `_` after it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Final

from osy_grammar.builders import (
    declarations,
    expressions,
    foreign,
    lists,
    manifests,
    members,
    patterns,
    statements,
    types,
    ui,
    workflow,
)

FAMILIES: Final = (declarations, expressions, foreign, manifests, members, patterns, statements, types, ui, workflow)


def _builders(family: ModuleType) -> dict[str, Callable[..., object]]:
    return {
        name.removesuffix("_"): value
        for name, value in vars(family).items()
        if not name.startswith("_") and callable(value) and getattr(value, "__module__", "") == family.__name__
    }


BUILDERS: Final[dict[str, Callable[..., object]]] = {
    "first": lists.first,
    "next": lists.append,
    "=": lists.unchanged,
}
for _family in FAMILIES:
    BUILDERS.update(_builders(_family))
