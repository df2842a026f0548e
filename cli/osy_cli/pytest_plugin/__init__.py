"""Lets pytest collect `*.test.osy` files: each `[Test]` is an item, run as `osy test` runs it.

pytest loads this module in every one of its runs, so that it costs nothing: all that knows Osy# is imported when the
first such file is collected.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from osy_cli.pytest_plugin.items import OsyFile

ENDING = ".test.osy"


def pytest_addoption(parser: "pytest.Parser") -> None:
    """Declare `-p no:osysharp`'s gentler brother, and the bounds of one test."""
    group = parser.getgroup("osy", "Osy#")
    group.addoption("--no-osy", action="store_true", help="collect no *.test.osy files")
    group.addoption("--osy-timeout", type=float, metavar="SECONDS", help="how long a test may run (default: 30)")
    group.addoption("--osy-memory", type=int, metavar="MIB", help="how much memory a test may take (default: 1024)")


def pytest_collect_file(file_path: Path, parent: "pytest.Collector") -> "OsyFile | None":
    """The tests of a file of Osy#."""
    if not file_path.name.endswith(ENDING) or parent.config.getoption("no_osy"):
        return None
    from osy_cli.pytest_plugin.items import OsyFile

    collected: OsyFile = OsyFile.from_parent(parent, path=file_path)
    return collected


def pytest_sessionfinish(session: "pytest.Session") -> None:
    """End the processes that ran tests."""
    import sys

    items = sys.modules.get("osy_cli.pytest_plugin.items")
    if items is not None:
        items.finish(session.config)
