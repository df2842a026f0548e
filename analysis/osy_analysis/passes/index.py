"""Every top-level name of a project, for the questions that cross files.

Built once for a snapshot out of the chunks' facts. A chunk with a fault of syntax declares its names, and no body that
a finding could rest on. Functions are found from a file as the language finds them: those of the file's own namespace
first, then those of the namespaces that it uses, then all; what stands in tests is seen only from tests and from its
own file.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from osy_analysis.passes.declare import Callable, Declared, TypeFacts
from osy_analysis.passes.facts import facts_of
from osy_analysis.problems.base import Place
from osy_analysis.project import Project
from osy_grammar.nodes.base import Identifier, QualifiedName
from osy_grammar.nodes.declarations import Declaration, Namespace, Using
from osy_grammar.nodes.types import TypeName
from osy_grammar.tree import Item, SourceFile


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A chunk's declarations and where the chunk is."""

    path: str
    item: Item
    declared: Declared

    @property
    def is_sound(self) -> bool:
        """Whether the chunk has no fault of syntax."""
        return not self.item.chunk.problems


@dataclass(frozen=True, slots=True, eq=False)
class FileScope:
    """What a file says of where its names come from."""

    namespace: str
    usings: frozenset[str]
    is_test: bool

    @staticmethod
    def of(path: str, file: SourceFile) -> "FileScope":
        """Read the `namespace` and `using` lines."""
        namespace, usings = "", set()
        for item in file.items:
            match item.node:
                case Namespace(name=name):
                    namespace = name.text
                case Using(name=name):
                    usings.add(name.text)
                case _:
                    pass
        return FileScope(namespace, frozenset(usings), path.endswith(".test.osy"))


@dataclass(slots=True, eq=False, weakref_slot=True)
class Index:
    """The names of one snapshot. Names that several declarations have keep them all."""

    scopes: dict[str, FileScope] = field(default_factory=dict)
    types: dict[str, list[tuple[Entry, TypeFacts]]] = field(default_factory=dict)
    functions: dict[str, list[tuple[Entry, Callable]]] = field(default_factory=dict)
    bodies: list[tuple[Entry, Callable]] = field(default_factory=list)
    variables: dict[str, TypeName] = field(default_factory=dict)
    declarations: dict[str, list[Place]] = field(default_factory=dict)
    subtypes: dict[str, list[tuple[Entry, TypeFacts]]] = field(default_factory=dict)
    home: dict[Callable, Entry] = field(default_factory=dict)

    def add(self, path: str, item: Item) -> None:
        """Take in one chunk."""
        declared = facts_of(item.chunk).declared
        name = declared_name(item.node)
        if name is not None:
            self.declarations.setdefault(name.text, []).append(Place(path, item, name))
        entry = Entry(path, item, declared)
        for function in declared.functions:
            self.functions.setdefault(function.name, []).append((entry, function))
            self.home[function] = entry
        for body in declared.bodies if entry.is_sound else ():
            self.bodies.append((entry, body))
            self.home[body] = entry
        if declared.variable is not None:
            self.variables[declared.variable[0]] = declared.variable[1]
        if declared.type is not None:
            self._add_type(entry, declared.type)

    def _add_type(self, entry: Entry, facts: TypeFacts) -> None:
        self.types.setdefault(facts.name, []).append((entry, facts))
        for base in facts.bases:
            self.subtypes.setdefault(base, []).append((entry, facts))
        for methods in (*facts.methods.values(), facts.constructors):
            for method in methods:
                self.home[method] = entry

    def is_visible(self, entry: Entry, path: str) -> bool:
        """Whether code in `path` can mean what `entry` declares: tests are seen from tests and from themselves."""
        return entry.path == path or not self.scopes[entry.path].is_test or self.scopes[path].is_test

    def functions_from(self, path: str, name: str, argument_count: int) -> list[Callable]:
        """The functions that a call of `name` in the file `path` can mean."""
        found = [(e, f) for e, f in self.functions.get(name, ()) if self.is_visible(e, path)]
        found = [(e, f) for e, f in found if f.accepts(argument_count)] or found
        scope = self.scopes[path]
        for nearer in (
            [f for e, f in found if self.scopes[e.path].namespace == scope.namespace],
            [f for e, f in found if self.scopes[e.path].namespace in scope.usings],
        ):
            if nearer:
                return nearer
        return [f for _, f in found]

    def types_from(self, path: str, name: str) -> list[TypeFacts]:
        """The types that `name` in the file `path` can mean; the parts of a partial entity are several."""
        return [facts for entry, facts in self.types.get(name, ()) if self.is_visible(entry, path)]

    def methods(self, path: str, type_name: str, name: str) -> list[Callable]:
        """The methods that `value.name(…)` can run for a value of the type: its own, inherited, and its subtypes'."""
        found: list[Callable] = []
        for facts in self._with_bases(path, type_name):
            found.extend(facts.methods.get(name, ()))
            if found:
                break
        for facts in self._all_subtypes(path, type_name):
            found.extend(facts.methods.get(name, ()))
        return found

    def field_type(self, path: str, type_name: str, name: str) -> TypeName | None:
        """The type of a field or property, inherited ones included."""
        for facts in self._with_bases(path, type_name):
            if name in facts.fields:
                return facts.fields[name]
        return None

    def _with_bases(self, path: str, type_name: str) -> Iterable[TypeFacts]:
        seen: set[str] = set()
        waiting = [type_name]
        while waiting:
            name = waiting.pop(0)
            if name in seen:
                continue
            seen.add(name)
            for facts in self.types_from(path, name):
                yield facts
                waiting.extend(facts.bases)

    def _all_subtypes(self, path: str, type_name: str) -> Iterable[TypeFacts]:
        seen: set[str] = set()
        waiting = [type_name]
        while waiting:
            name = waiting.pop(0)
            if name in seen:
                continue
            seen.add(name)
            for entry, facts in self.subtypes.get(name, ()):
                if self.is_visible(entry, path):
                    yield facts
                    waiting.append(facts.name)


def declared_name(node: Declaration) -> Identifier | None:
    """The short name that a declaration declares; None for `using`, settings and the like."""
    if isinstance(node, Using | Namespace):
        return None
    name = getattr(node, "name", None)
    if isinstance(name, QualifiedName):
        return name.last
    return name if isinstance(name, Identifier) else None


_indexes: WeakKeyDictionary[Project, Index] = WeakKeyDictionary()


def index_of(project: Project) -> Index:
    """The project's index, built at the first asking."""
    index = _indexes.get(project)
    if index is None:
        index = Index()
        for path, file in project.files.items():
            index.scopes[path] = FileScope.of(path, file)
            for item in file.items:
                index.add(path, item)
        _indexes[project] = index
    return index
