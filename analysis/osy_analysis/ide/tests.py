"""The tests and fixtures that a file declares, from its tree alone: nothing is run to find them."""

from dataclasses import dataclass, replace

from osy_analysis.ide.answers import CodeLens, LensKind
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.declarations import Attribute, Function
from osy_grammar.nodes.expressions import Member, Name
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class TestDeclaration:
    """A `[Test]` or `[TestFixture]` function.

    `fixture` is the one it is built on; `skip_reason` is that of `[Skip]`.
    """

    __test__ = False

    name: str
    is_fixture: bool
    fixture: str | None
    span: Span
    name_span: Span
    text: str
    skip_reason: str | None = None


def declared_tests(source: SourceFile) -> tuple[TestDeclaration, ...]:
    """The tests and fixtures of a file, in source order; those without a name (half-typed) are left out."""
    found = (declaration for item in source.items if (declaration := _declaration(item)) is not None)
    return tuple(found)


def keep_known(now: tuple[TestDeclaration, ...], before: tuple[TestDeclaration, ...]) -> tuple[TestDeclaration, ...]:
    """The list of a broken file: what is found now, and in their old order those that the breakage hides."""
    present = {test.name for test in now}
    hidden = tuple(test for test in before if test.name not in present)
    return (*now, *hidden)


def moved(test: TestDeclaration, source: SourceFile) -> TestDeclaration:
    """A hidden test with its places clamped into the text."""
    end = len(source.text)
    span = Span(min(test.span.start, end), min(test.span.end, end))
    return replace(test, span=span, name_span=Span(min(test.name_span.start, end), min(test.name_span.end, end)))


def lenses(tests: tuple[TestDeclaration, ...]) -> tuple[CodeLens, ...]:
    """The lenses of a file: on its first line if it has tests, on each test, and on each fixture with tests here."""
    names = tuple(test.name for test in tests if not test.is_fixture)
    found = []
    if names:
        found.append(CodeLens(kind=LensKind.FILE, span=Span(0, 0), name="", tests=names))
    for test in tests:
        if not test.is_fixture:
            found.append(CodeLens(kind=LensKind.TEST, span=test.name_span, name=test.name, tests=(test.name,)))
            continue
        users = tuple(user.name for user in tests if not user.is_fixture and user.fixture == test.name)
        if users:
            found.append(CodeLens(kind=LensKind.FIXTURE, span=test.name_span, name=test.name, tests=users))
    return tuple(found)


def _declaration(item: Item) -> TestDeclaration | None:
    function = item.node
    if not isinstance(function, Function) or not function.name.text:
        return None
    test = _attribute(function, "Test")
    marker = test or _attribute(function, "TestFixture")
    if marker is None:
        return None
    skip = _attribute(function, "Skip")
    return TestDeclaration(
        name=function.name.text,
        is_fixture=test is None,
        fixture=_fixture(marker),
        span=item.span(function),
        name_span=item.span(function.name),
        text=item.chunk.text,
        skip_reason=None if skip is None else _text(skip),
    )


def _attribute(function: Function, name: str) -> Attribute | None:
    return next((attribute for attribute in function.attributes if attribute.name.last.text == name), None)


def _fixture(attribute: Attribute) -> str | None:
    for argument in attribute.arguments:
        match argument.value:
            case Name(text=text) if text:
                return text
            case Member(name=Identifier(text=text)) if text:
                return text
            case _:
                pass
    return None


def _text(attribute: Attribute) -> str:
    from osy_grammar.literals import decode
    from osy_grammar.nodes.expressions import Literal

    for argument in attribute.arguments:
        if isinstance(argument.value, Literal):
            return str(decode(argument.value))
    return ""
