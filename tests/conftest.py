"""What all tests share: where the specification lies, which run together, and that nothing is skipped without a word.

With `OSY_NO_SKIPS=1` a skipped test fails: what it needs should have been installed. Only the specification beside the
repository is exempt, since it is no program that could be.
"""

import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from pluggy import Result

SPECIFICATION = Path(__file__).resolve().parents[2] / "shared"
EXEMPT = "no specification beside the repository"
LONGEST_NAME_CHARACTERS = 500


def pytest_configure() -> None:
    """Let those that tests start be interrupted, also where a shell began the whole run in its background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> list[str]:
    """Say what will be skipped for want of the specification, and whether skips are allowed."""
    place = "is" if SPECIFICATION.is_dir() else "is not"
    return [
        f"the specification {place} at ../shared",
        f"skipped tests {'fail (OSY_NO_SKIPS)' if _refuses_skips() else 'are listed at the end with their reasons'}",
    ]


@pytest.fixture(scope="session")
def specification() -> Path:
    """The folder of the specification; the test is skipped where it is missing."""
    if not SPECIFICATION.is_dir():
        pytest.skip(EXEMPT)
    return SPECIFICATION


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a test by the beginning of a long text: what it starts gets the name in its environment, which is small."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_NAME_CHARACTERS:
        return f"{val[:40]!a} of {len(val)}"
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep those that share what a module makes once (a site, an editor, a server) in one process."""
    for item in items:
        if isinstance(item, pytest.Function) and _shares_of_its_module(item):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def _shares_of_its_module(item: pytest.Function) -> bool:
    made = item._fixtureinfo.name2fixturedefs.values()
    return any(fixture.scope == "module" and fixture.baseid for fixtures in made for fixture in fixtures)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Result[pytest.TestReport], None]:
    """Turn a skipped test into a failed one, where skips are refused."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and not hasattr(report, "wasxfail"):
        _refuse(report)


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Result[pytest.CollectReport], None]:
    """The same for a module that skips itself whole."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped:
        _refuse(report)


def _refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if _refuses_skips() and EXEMPT not in reason and "../shared" not in reason:
        report.outcome = "failed"
        report.longrepr = f"skipped, and OSY_NO_SKIPS is set: {reason}"


def _refuses_skips() -> bool:
    return os.environ.get("OSY_NO_SKIPS", "") not in {"", "0"}
