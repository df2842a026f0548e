"""The tests of projects as a run has them: found by the analysis, with the reason why one is not run."""

from collections.abc import Iterable, Iterator, Mapping

from osy_analysis.declared_tests import ProjectTest, project_tests
from osy_analysis.project import Project
from osy_analysis.ui_tests import ui_functions
from osy_grammar.nodes import declarations as d
from osy_grammar.record import record
from osy_grammar.tree import Item
from osy_runtime.events import DiscoveredTest
from osy_runtime.signals import NeedsBrowser


@record(eq=False)
class FoundTest:
    """A test with its place and, if it is to be skipped or cannot run as it stands, the reason."""

    told: DiscoveredTest
    path: str
    item: Item
    node: d.Function
    skip: str | None
    refusal: str | None


def discover(projects: Iterable[Project]) -> tuple[DiscoveredTest, ...]:
    """The tests of the projects, in the order in which they run."""
    return tuple(test.told for _, test in all_tests(projects))


def all_tests(projects: Iterable[Project]) -> Iterator[tuple[Project, FoundTest]]:
    """Every test with its project; no two have one id, even where programs of one document are alike."""
    browsers: dict[Project, Mapping[str, str]] = {}
    for test in project_tests(projects):
        if test.project not in browsers:
            browsers[test.project] = ui_functions(test.project)
        yield test.project, _found(test, browsers[test.project])


def find_tests(project: Project) -> Iterator[FoundTest]:
    """The tests of one project; an excerpt has none."""
    for _, test in all_tests([project]):
        yield test


def no_browser(used: str) -> str:
    """Why a test that needs a browser is skipped; `used` is what it needs it for, as `Ui.Click`."""
    return NeedsBrowser(used).message


def _found(test: ProjectTest, browsers: Mapping[str, str]) -> FoundTest:
    declared = test.declaration
    skip = declared.skip_reason
    if skip is None and declared.refusal is None and declared.name in browsers:
        skip = no_browser(browsers[declared.name])
    told = DiscoveredTest(id=test.id, name=declared.name, file=test.file, line=test.line)
    return FoundTest(told, test.path, declared.item, declared.node, skip, declared.refusal)
