"""Types declared twice in one file.

Entities, classes, interfaces and enums share one set of names; a `partial` part adds to a type, and a generic class may
share its name with a plain one. Workflows are compared with workflows: whether one may be called like a type is not
known. Functions are left out: they overload, and may share a name with a type.
"""

from collections.abc import Iterator

from osy_analysis.passes.index import declared_name
from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.names import DuplicateName
from osy_grammar.nodes.declarations import Class, Entity, Enum, Interface
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.tree import Item, SourceFile

KINDS: dict[type, str] = {
    Entity: "an entity",
    Class: "a class",
    Interface: "an interface",
    Enum: "an enum",
    Workflow: "a workflow",
}


def file_problems(path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """The later declaration of each pair."""
    first: dict[tuple[str, int, bool], Place] = {}
    for item in file.items:
        node = item.node
        kind = KINDS.get(type(node))
        name = declared_name(node)
        if kind is None or name is None or not name.text or item.chunk.problems:
            continue
        if "partial" in getattr(node, "modifiers", ()):
            continue
        key = (name.text, len(getattr(node, "type_parameters", ())), isinstance(node, Workflow))
        place = first.setdefault(key, Place(path, item, name))
        if place.item is not item:
            yield item, DuplicateName(name=name, first=place, kind=kind, owner="this file")
