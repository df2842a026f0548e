"""What one file says of names: what it defines, and where the names that it uses come from."""

import re

from osy_analysis.semantics.declare import definition_of
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.declarations import Namespace, Using
from osy_grammar.record import record
from osy_grammar.tree import Chunk, Item, SourceFile

_WORD = re.compile(r"[^\W\d]\w*")


@record()
class FileScope:
    """The `namespace` and `using` lines; `is_test` for a file that only tests see."""

    namespace: str = ""
    usings: tuple[str, ...] = ()
    is_test: bool = False


@record(eq=False)
class FileNames:
    """A file's definitions in source order, and its items by chunk.

    Of several items with one text (then they are one chunk) it knows the first. `doubtful` are the words of the chunks
    with a fault of syntax: each may be a name that would be declared there.
    """

    source: SourceFile
    scope: FileScope
    definitions: tuple[Definition, ...]
    by_chunk: dict[Chunk, Definition]
    items: dict[Chunk, Item]
    doubtful: frozenset[str]


def names_of(source: SourceFile, *, is_test: bool) -> FileNames:
    """Read the file's items; bodies are not looked at."""
    namespace = ""
    usings: dict[str, None] = {}
    doubtful: set[str] = set()
    items: dict[Chunk, Item] = {}
    for item in source.items:
        items.setdefault(item.chunk, item)
        if item.chunk.problems:
            doubtful.update(_WORD.findall(item.chunk.text))
        match item.node:
            case Namespace(name=name):
                namespace = name.text
            case Using(name=name):
                usings[name.text] = None
            case _:
                pass
    found = ((chunk, definition_of(chunk, namespace)) for chunk in items)
    by_chunk = {chunk: definition for chunk, definition in found if definition is not None}
    return FileNames(
        source=source,
        scope=FileScope(namespace, tuple(usings), is_test),
        definitions=tuple(by_chunk.values()),
        by_chunk=by_chunk,
        items=items,
        doubtful=frozenset(doubtful),
    )
