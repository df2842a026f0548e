"""What editors ask about tests: the list of a file that is broken, and the lenses that run tests."""

from osy_analysis.declared_tests import TestDeclaration
from osy_analysis.ide.answers import CodeLens, LensKind
from osy_grammar.record import replace
from osy_grammar.span import Span
from osy_grammar.tree import SourceFile


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
    """The lenses of a file: on its first line if it has tests, on each test, and on each fixture with tests here.

    What is refused as a test has one too: running it says why it is none.
    """
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
