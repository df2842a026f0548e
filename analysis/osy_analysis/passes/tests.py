"""What tests and fixtures say of themselves: their attributes, their signatures, and whether they ask anything.

A fixture is named by the attribute of a test or of another fixture. A kit for tests that is out of view may declare
fixtures; then only a name that is close to one in view is wrong. A test asks something if its body, or a function that
it calls however deep, asserts, throws, raises an event or settles; what calls a function out of view may ask there.
"""

from collections.abc import Iterator

from osy_analysis.declared_tests import FIXTURE, TEST, fixture_argument, is_fixture, named_fixture
from osy_analysis.problems.base import Problem
from osy_analysis.problems.tests import FixtureCycle, TestSignature, TestWithoutAssertion, UnknownFixture
from osy_analysis.project import Project
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import Semantics, semantics_of
from osy_analysis.semantics.table import Table
from osy_analysis.symbols import SymbolKind
from osy_analysis.wording import nearest
from osy_grammar.nodes.declarations import App, Attribute, AttributeArgument, Function, Package, Use
from osy_grammar.nodes.expressions import Call, Expression, Member, Name
from osy_grammar.nodes.statements import Throw
from osy_grammar.record import record
from osy_grammar.tree import Item, SourceFile
from osy_grammar.walk import walk

_CLOSE = 2
_ASKING_OWNERS = frozenset(("Assert", "Background"))
_ASKING_MEMBERS = frozenset(("Settle", "Shot"))
_RAISE = "Raise"


@record(eq=False)
class _Asking:
    """Whether a function's own body asks something, or may; and the functions in view that it calls."""

    asks: bool
    calls: tuple[Definition, ...]


def test_problems(project: Project, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """The problems of the tests and fixtures of a file."""
    semantics = semantics_of(project)
    for item in file.items:
        node = item.node
        if not isinstance(node, Function) or item.chunk.problems or not node.attributes:
            continue
        for attribute in node.attributes:
            name = attribute.name.last.text
            if name not in (TEST, FIXTURE):
                continue
            for problem in _of_fixture(project, semantics.table, path, node, attribute):
                yield item, problem
            if name == TEST:
                for problem in _of_test(semantics, path, item, node):
                    yield item, problem


def _of_test(semantics: Semantics, path: str, item: Item, test: Function) -> Iterator[Problem]:
    returns = test.type.name.text != "void"
    if returns or test.parameters.items:
        yield TestSignature(test=test, returns=returns)
    elif test.body is not None and not _asks(semantics, path, item):
        yield TestWithoutAssertion(test=test)


# ── Fixtures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_fixture(
    project: Project, table: Table, path: str, function: Function, attribute: Attribute
) -> Iterator[Problem]:
    argument = fixture_argument(attribute)
    if argument is None:
        return
    name = named_fixture(argument.value)
    if not name:
        return
    found = _functions(table, path, name)
    if any(is_fixture(one.node) for one in found):
        if attribute.name.last.text == FIXTURE:
            yield from _cycle(table, path, function, argument)
        return
    if not found and name in table.doubtful:
        return
    known = tuple(one for one in table.in_view(path) if any(is_fixture(d.node) for d in table.names.get(one, ())))
    if found or not _misses_test_kits(project) or nearest(name, known, _CLOSE) is not None:
        yield UnknownFixture(argument=argument.value, name=name, known=known, function=found[0] if found else None)


def _functions(table: Table, path: str, name: str) -> tuple[Definition, ...]:
    return tuple(one for one in table.lookup(path, name, set()) if one.kind is SymbolKind.FUNCTION)


def _cycle(table: Table, path: str, function: Function, argument: AttributeArgument) -> Iterator[Problem]:
    """The fixture's way back to itself; told at the one of the circle that comes first by path and place."""
    own = next((one for one in table.names.get(function.name.text, ()) if one.node is function), None)
    if own is None:
        return
    ways: list[Definition] = []
    current: Definition | None = own
    while current is not None and current not in ways:
        ways.append(current)
        current = _built_on(table, current)
    if current is own and min(ways, key=lambda one: _order(table, one)) is own:
        places = tuple((one.name, table.place(one)) for one in ways[1:])
        yield FixtureCycle(argument=argument.value, name=function.name.text, ways=places)


def _order(table: Table, one: Definition) -> tuple[str, int]:
    return table.path_of(one), table.place(one).span.start


def _built_on(table: Table, fixture: Definition) -> Definition | None:
    node = fixture.node
    for attribute in node.attributes if isinstance(node, Function) else ():
        argument = fixture_argument(attribute) if attribute.name.last.text == FIXTURE else None
        if argument is not None:
            found = _functions(table, table.path_of(fixture), named_fixture(argument.value))
            return next((one for one in found if is_fixture(one.node)), None)
    return None


def _misses_test_kits(project: Project) -> bool:
    """Whether a kit that is used for the tests is out of view."""
    for path in project.own_paths:
        for item in project.files[path].items:
            node = item.node
            for clause in node.clauses if isinstance(node, App | Package) else ():
                if isinstance(clause, Use) and clause.for_tests and clause.package.name.text not in project.kits:
                    return True
    return False


# ── Assertions ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _asks(semantics: Semantics, path: str, item: Item) -> bool:
    seen: set[Definition] = set()
    waiting = [_asking_of(semantics, path, item)]
    while waiting:
        asking = waiting.pop()
        if asking.asks:
            return True
        for called in asking.calls:
            current = semantics.table.current(called)
            if current is not None and current not in seen:
                seen.add(current)
                table = semantics.table
                waiting.append(_asking_of(semantics, table.path_of(current), table.item_of(current)))
    return False


def _asking_of(semantics: Semantics, path: str, item: Item) -> _Asking:
    return semantics.derived(path, item, _Asking, lambda bound: _asking(bound, item))


def _asking(bound: Bound, item: Item) -> _Asking:
    calls: list[Definition] = []
    for node in walk(item.node):
        match node:
            case Throw():
                return _Asking(True, ())
            case Call():
                known = bound.calls.get(node)
                if _is_question(node.target) or known is None:
                    return _Asking(True, ())
                calls.extend(one for one in known if isinstance(one, Definition))
            case _:
                pass
    return _Asking(False, tuple(calls))


def _is_question(target: Expression) -> bool:
    match target:
        case Name(text=text):
            return text == _RAISE
        case Member(target=Name(text=owner), name=name):
            is_asked = owner in _ASKING_OWNERS or name.text in _ASKING_MEMBERS
            return is_asked or name.text.startswith(_RAISE)
        case Member(name=name):
            return name.text in _ASKING_MEMBERS or name.text.startswith(_RAISE)
        case _:
            return False
