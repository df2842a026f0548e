"""What one file says of names: what it defines, and where the names that it uses come from."""

from dataclasses import dataclass

from osy_analysis.semantics.declare import definition_of
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.declarations import App, Namespace, Package, PackageReference, Use, Using
from osy_grammar.tree import Chunk, Item, SourceFile


@dataclass(frozen=True, slots=True)
class FileScope:
    """The `namespace` and `using` lines; `is_test` for a file that only tests see."""

    namespace: str = ""
    usings: tuple[str, ...] = ()
    is_test: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FileNames:
    """A file's definitions in source order, its items by chunk, and the packages that its manifest uses.

    Of several items with one text (then they are one chunk) it knows the first.
    """

    source: SourceFile
    scope: FileScope
    definitions: tuple[Definition, ...]
    items: dict[Chunk, Item]
    uses: tuple[tuple[PackageReference, bool], ...]
    has_broken_manifest: bool


def names_of(source: SourceFile, *, is_test: bool) -> FileNames:
    """Read the file's items; bodies are not looked at."""
    namespace = ""
    usings: dict[str, None] = {}
    uses: list[tuple[PackageReference, bool]] = []
    is_broken = False
    items: dict[Chunk, Item] = {}
    for item in source.items:
        items.setdefault(item.chunk, item)
        match item.node:
            case Namespace(name=name):
                namespace = name.text
            case Using(name=name):
                usings[name.text] = None
            case App(clauses=clauses) | Package(clauses=clauses):
                uses.extend((clause.package, clause.for_tests) for clause in clauses if isinstance(clause, Use))
                is_broken = is_broken or bool(item.chunk.problems)
            case _:
                pass
    found = (definition_of(chunk, namespace) for chunk in items)
    return FileNames(
        source=source,
        scope=FileScope(namespace, tuple(usings), is_test),
        definitions=tuple(definition for definition in found if definition is not None),
        items=items,
        uses=tuple(uses),
        has_broken_manifest=is_broken,
    )
