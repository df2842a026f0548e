"""Another name for a thing, everywhere it is mentioned; or a sentence that says why not.

The edits are tried out before they are given: the program with them is bound, and if any name in it means something
else than before, or a new fault comes up, the new name would clash or be captured, and is refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_analysis.diagnostic import Edit
from osy_analysis.ide.mentions import Mention, mentions
from osy_analysis.ide.subjects import Subject, family, subject_at
from osy_analysis.model import DECLARE_LOCALS, Model
from osy_analysis.passes.clashes import clash_problems
from osy_analysis.passes.facts import chunk_problems
from osy_analysis.project import Project
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import Semantics, semantics_of
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import word
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Name
from osy_grammar.span import Span
from osy_grammar.tree import Chunk, Item, SourceFile
from osy_grammar.walk import walk

_NAME = re.compile(r"[^\W\d]\w*\Z")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no new name."""

    reason: str


@dataclass(frozen=True, slots=True)
class Renamable:
    """What would get a new name: where it stands, and the name that it has."""

    span: Span
    name: str


def prepare_rename(project: Project, path: str, offset: int) -> Renamable | Refusal:
    """What the name at the offset is, if it can get another one."""
    subject = _renamable(Model(project), path, offset)
    if isinstance(subject, Refusal):
        return subject
    return Renamable(subject.span, project.files[path].text[subject.span.start : subject.span.end])


def rename(project: Project, path: str, offset: int, name: str) -> tuple[Edit, ...] | Refusal:
    """The edits that give what stands at the offset the name."""
    model = Model(project)
    subject = _renamable(model, path, offset)
    if isinstance(subject, Refusal):
        return subject
    old = project.files[path].text[subject.span.start : subject.span.end]
    if name == old:
        return ()
    # An ambient `slot` means one too, and is no name of it.
    found = [one for one in mentions(model, subject) if one.span.text(project.files[one.path].text) == old]
    refusal = _unfit(name) or _in_kit(project, found, old) or _broken(model, subject, old)
    refusal = refusal or _among_locals(model, subject, found, name)
    if refusal is not None:
        return refusal
    edits = tuple(Edit(one.path, one.span, name) for one in found)
    return _clash(project, edits, old, name) or edits


# ── What can be renamed ──────────────────────────────────────────────────────────────────────────────────────────────


def _renamable(model: Model, path: str, offset: int) -> Subject | Refusal:
    subject = subject_at(model, path, offset) if path in model.project.files else None
    if subject is None:
        return Refusal("there is no name here that the project declares")
    target, name = subject.target, subject.name.text
    if isinstance(target, BuiltinType | MemberFact):
        return Refusal(f"`{name}` is the platform's and keeps its name")
    if isinstance(target, Definition):
        table = model.semantics.table
        kits = [table.path_of(one) for one in family(table, target) if table.path_of(one) in model.project.kit_paths]
        if kits:
            return Refusal(f"`{name}` is declared in a kit (`{kits[0]}`); rename it where the kit is at home")
        if name != f"{subject.prefix}{target.name}":
            return Refusal(f"`{name}` is a word of the language and keeps its name")
    return subject


def _unfit(name: str) -> Refusal | None:
    if not name.strip():
        return Refusal("the new name is empty")
    if not _NAME.match(name):
        return Refusal(f"`{name}` is no name: letters, digits and `_` make one, and it begins with no digit")
    row = word(name)
    if row is not None and row.reserved:
        return Refusal(f"`{name}` is a word of the language and cannot be a name")
    return None


def _in_kit(project: Project, found: Iterable[Mention], old: str) -> Refusal | None:
    path = next((one.path for one in found if one.path in project.kit_paths), None)
    return None if path is None else Refusal(f"`{old}` is mentioned in a kit (`{path}`), which is left as it is")


def _broken(model: Model, subject: Subject, old: str) -> Refusal | None:
    """A declaration that does not parse and mentions the name: nobody knows what it means by it."""
    whole = re.compile(rf"\b(?:Raise|Correlate)?{re.escape(old)}\b")
    if isinstance(subject.target, Definition):
        among = [(path, item) for path in model.project.own_paths for item in model.project.files[path].items]
    else:
        among = [(subject.path, subject.item)]
    for path, item in among:
        if item.chunk.problems and whole.search(item.chunk.text):
            line = model.project.files[path].lines.line_of(item.start + item.chunk.problems[0].start) + 1
            return Refusal(
                f"`{path}` has a fault of syntax in line {line}, beside a mention of `{old}`; mend that first"
            )
    return None


def _among_locals(model: Model, subject: Subject, found: Iterable[Mention], new: str) -> Refusal | None:
    """Two locals of one name in view of each other: nothing need mention them after that."""
    target, path, item = subject.target, subject.path, subject.item
    is_parameter = isinstance(target, Definition) and target.kind is SymbolKind.PARAMETER
    if not is_parameter and not isinstance(target, Node):
        return None
    named = [node.name for node in walk(item.node) if isinstance(node, DECLARE_LOCALS) and node.name is not None]
    for name in named:
        if name.text != new:
            continue
        around = model.locals_at(path, item, item.start + name.start).values()
        sees_old = any(meaning[0] is target for meaning in around)
        seen = any(new in model.locals_at(path, item, one.span.start) for one in found if one.path == path)
        if sees_old or seen:
            line = model.project.files[path].lines.line_of(item.start + name.start) + 1
            return Refusal(f"`{new}` is the name of another local, in line {line}")
    value = getattr(target, "value", None)
    if isinstance(value, Node) and any(isinstance(node, Name) and node.text == new for node in walk(value)):
        return Refusal(f"`{new}` stands in the value of `{subject.name.text}`: it would be captured")
    return None


# ── Trying it out ────────────────────────────────────────────────────────────────────────────────────────────────────


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits of it that do not overlap."""
    for edit in sorted(edits, key=lambda one: one.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _clash(project: Project, edits: tuple[Edit, ...], old: str, new: str) -> Refusal | None:
    after = project
    for path in dict.fromkeys(edit.path for edit in edits):
        text = apply(project.files[path].text, (edit for edit in edits if edit.path == path))
        after = after.with_file(path, text)
    touched = {edit.path for edit in edits}
    was, now = _Keys(project), _Keys(after)
    for path in (*sorted(touched), *(other for other in project.own_paths if other not in touched)):
        before_file, after_file = project.files[path], after.files[path]
        if len(before_file.items) != len(after_file.items):
            return Refusal(f"with `{new}` in the place of `{old}`, `{path}` would be read otherwise")
        for one, other in zip(before_file.items, after_file.items, strict=True):
            if old not in one.chunk.text and new not in one.chunk.text:
                continue
            checkpoint()
            said = _differs(was, now, path, one, other)
            if said is not None:
                return Refusal(_sentence(said, after_file, other, path, old, new))
    return None


def _sentence(said: Node | None, file: SourceFile, item: Item, path: str, old: str, new: str) -> str:
    if said is None:
        return f"`{new}` is taken already where `{old}` is declared (`{path}`)"
    line = file.lines.line_of(item.start + said.start) + 1
    return f"`{new}` means something else in `{path}`, line {line}: a name there would be captured"


class _Keys:
    """Tells what names mean in a form that is the same in a program before and after."""

    def __init__(self, project: Project) -> None:
        self.semantics = semantics_of(project)
        self._project = project
        self._places: dict[str, dict[Chunk, int]] = {}
        self._known: dict[Definition, object] = {}

    def key(self, target: object, own: dict[Node, tuple[str, int]]) -> object:
        """The key of what a name means; `own` numbers the nodes of its chunk."""
        if isinstance(target, Definition):
            if target not in self._known:
                self._known[target] = self._of_definition(target)
            return self._known[target]
        return own.get(target) if isinstance(target, Node) else target

    def _of_definition(self, target: Definition) -> object:
        table = self.semantics.table
        now = table.current(target)
        if now is None:
            return None
        path = table.path_of(now)
        if path not in self._places:
            items = self._project.files[path].items
            self._places[path] = {item.chunk: place for place, item in reversed(tuple(enumerate(items)))}
        return path, self._places[path][table.item_of(now).chunk], now.kind, _place_of(now)


def _differs(before: _Keys, after: _Keys, path: str, one: Item, other: Item) -> Node | None:
    """The first name that means something else than before; the declaration itself where a new fault comes up."""
    old_nodes, new_nodes = list(walk(one.node)), list(walk(other.node))
    if len(old_nodes) != len(new_nodes):
        return other.node
    old_targets = before.semantics.bound(path, one).targets
    new_targets = after.semantics.bound(path, other).targets
    own = {node: ("own", number) for number, node in enumerate(old_nodes)}
    own_after = {node: ("own", number) for number, node in enumerate(new_nodes)}
    for old_node, new_node in zip(old_nodes, new_nodes, strict=True):
        first = before.key(old_targets.get(old_node), own)
        second = after.key(new_targets.get(new_node), own_after)
        if first != second:
            return new_node
    if _faults(before.semantics, path, one) != _faults(after.semantics, path, other):
        return other.node
    return None


def _place_of(definition: Definition) -> tuple[int, ...]:
    """The way from the outermost definition down: names are left out of it."""
    way: list[int] = []
    while definition.owner is not None:
        way.append(next(i for i, one in enumerate(definition.owner.members) if one is definition))
        definition = definition.owner
    return tuple(way)


def _faults(semantics: Semantics, path: str, item: Item) -> Counter[str]:
    found: Iterator[object] = iter((*chunk_problems(item.chunk), *semantics.problems(path, item)))
    counted = Counter(type(one).__name__ for one in found)
    counted.update(
        type(one).__name__ for one_item, one in clash_problems(semantics.table, path) if one_item.chunk is item.chunk
    )
    return counted
