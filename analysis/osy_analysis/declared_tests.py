"""The tests and fixtures that files declare, from their trees alone: nothing is run to find them.

A test is a top-level function with `[Test]`, a fixture one with `[TestFixture]`. What only looks like a test (a method
with `[Test]`, a function with `[test]`) is listed too, with the reason why it is refused: nobody should take it for one
that passes. Runs, editors and the rules about tests all read this list. A declaration that is half typed stays listed
as long as its attribute and its name can be read.
"""

from collections.abc import Iterable, Iterator

from osy_analysis.paths import shown_path
from osy_analysis.project import Extent, Project
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import Attribute, AttributeArgument, Class, Entity, Function
from osy_grammar.nodes.expressions import Expression, Literal, Member, Name
from osy_grammar.record import record
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile

TEST = "Test"
FIXTURE = "TestFixture"
SKIP = "Skip"
NO_REASON = "skipped"


@record(kw_only=True, eq=False)
class TestDeclaration:
    """A `[Test]` or `[TestFixture]` function; a method's name has its type before it.

    `fixture` is the one it is built on, `skip_reason` that of `[Skip]`, `refusal` says why it is no test after all.
    """

    __test__ = False

    name: str
    is_fixture: bool
    fixture: str | None
    span: Span
    name_span: Span
    item: Item
    node: Function
    skip_reason: str | None = None
    refusal: str | None = None

    @property
    def text(self) -> str:
        """The text of the top-level declaration that it stands in."""
        return self.item.chunk.text


@record(kw_only=True, eq=False)
class ProjectTest:
    """A test of a project: where it is, and the id that no other test of the run has. Lines count from 1."""

    id: str
    file: str
    path: str
    line: int
    declaration: TestDeclaration
    project: Project


def declared_tests(source: SourceFile) -> tuple[TestDeclaration, ...]:
    """The tests and fixtures of a file, in source order; those without a name (half typed) are left out."""
    return tuple(found for item in source.items for found in _of_item(item))


def project_tests(projects: Iterable[Project]) -> Iterator[ProjectTest]:
    """The tests of the projects, file by file, each file's in order; an excerpt has none.

    An id is the file, as it is shown, and the name; if another test has that id already, the line follows after an `@`.
    """
    seen: set[str] = set()
    for project in projects:
        if project.extent is not Extent.PROGRAM:
            continue
        for path in project.own_paths:
            source, file = project.files[path], shown_path(path)
            for declaration in declared_tests(source):
                if declaration.is_fixture:
                    continue
                line = source.lines.position(declaration.name_span.start).line + 1
                test_id = unique_id(file, declaration.name, line, seen)
                yield ProjectTest(id=test_id, file=file, path=path, line=line, declaration=declaration, project=project)


def unique_id(file: str, name: str, line: int, seen: set[str]) -> str:
    """The id of a test; it is put among those that were seen."""
    test_id = f"{file}::{name}"
    if test_id in seen:
        test_id = f"{test_id}@{line}"
    seen.add(test_id)
    return test_id


# ── What attributes say ──────────────────────────────────────────────────────────────────────────────────────────────


def attribute_of(function: Function, name: str) -> Attribute | None:
    """The function's first attribute of that name."""
    return next((attribute for attribute in function.attributes if attribute.name.last.text == name), None)


def fixture_argument(attribute: Attribute) -> AttributeArgument | None:
    """The argument of `[Test(X)]` or `[TestFixture(X)]` that names a fixture."""
    return next((one for one in attribute.arguments if one.name is None), None)


def named_fixture(value: Expression) -> str:
    """The name of the fixture that an argument stands for; it may be qualified. Empty if it is no name."""
    match value:
        case Name(text=text):
            return text
        case Member(name=Identifier(text=text)):
            return text
        case _:
            return ""


def is_fixture(node: object) -> bool:
    """Whether a declaration builds a world for tests."""
    return isinstance(node, Function) and attribute_of(node, FIXTURE) is not None


# ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_item(item: Item) -> Iterator[TestDeclaration]:
    match item.node:
        case Function(name=Identifier(text=name)) as function if name:
            yield from _of_function(item, function)
        case Class(name=owner, members=members):
            yield from _of_members(item, owner.text, members)
        case Entity(name=owner, members=members):
            yield from _of_members(item, owner.text, members)
        case _:
            pass


def _of_function(item: Item, function: Function) -> Iterator[TestDeclaration]:
    name = function.name.text
    marker = attribute_of(function, TEST) or attribute_of(function, FIXTURE)
    if marker is not None:
        yield _declaration(item, function, name, marker, None)
    elif (written := _miswritten(function)) is not None:
        refusal = f"`[{written.name.last.text}]` makes no test: the attribute is written `[Test]`"
        yield _declaration(item, function, name, written, refusal)


def _of_members(item: Item, owner: str, members: Iterable[object]) -> Iterator[TestDeclaration]:
    for member in members:
        if not isinstance(member, Function) or not member.name.text:
            continue
        marker = attribute_of(member, TEST) or _miswritten(member)
        if marker is not None:
            name = f"{owner}.{member.name.text}"
            yield _declaration(
                item, member, name, marker, f"`{name}` is a method, and a test is a function at the top of a file"
            )


def _declaration(item: Item, node: Function, name: str, marker: Attribute, refusal: str | None) -> TestDeclaration:
    argument = fixture_argument(marker)
    return TestDeclaration(
        name=name,
        is_fixture=marker.name.last.text == FIXTURE,
        fixture=(named_fixture(argument.value) or None) if argument is not None else None,
        span=item.span(node),
        name_span=item.span(node.name),
        item=item,
        node=node,
        skip_reason=_skip_reason(node),
        refusal=refusal,
    )


def _miswritten(function: Function) -> Attribute | None:
    """An attribute that is `[Test]` but for its letters' case."""
    return next((mark for mark in function.attributes if mark.name.last.text.lower() == TEST.lower()), None)


def _skip_reason(function: Function) -> str | None:
    mark = attribute_of(function, SKIP)
    if mark is None:
        return None
    # Imported here: most files skip nothing.
    from osy_grammar.literals import decode

    for argument in mark.arguments:
        if isinstance(argument.value, Literal):
            return str(decode(argument.value)) or NO_REASON
    return NO_REASON
