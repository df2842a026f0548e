"""Which tests there are: the tree that `osy/tests` answers with, and the notice when it has changed.

Tests are found in the trees of the analysis, never by running anything. A file that does not parse keeps what it had
before.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from osy_server import convert

if TYPE_CHECKING:
    from osy_analysis.declared_tests import TestDeclaration
    from osy_grammar.tree import SourceFile
    from osy_server.server import OsyServer
    from osy_server.workspace import Snapshot


class TestLists:
    """The last good list of each file."""

    __test__ = False

    def __init__(self, server: "OsyServer") -> None:
        self._server = server
        self._lists: dict[str, tuple[TestDeclaration, ...]] = {}
        self._told: dict[str, object] = {}

    def of_file(self, path: str, source: "SourceFile") -> "tuple[TestDeclaration, ...]":
        """The tests and fixtures of a file."""
        from osy_analysis.declared_tests import declared_tests
        from osy_analysis.ide.tests import keep_known, moved

        found = declared_tests(source)
        if any(True for _ in source.problems):
            found = tuple(moved(test, source) for test in keep_known(found, self._lists.get(path, ())))
        self._lists[path] = found
        return found

    def file_checked(self, snapshot: "Snapshot") -> None:
        """A file was checked: tell the client if its tests are others now."""
        path = snapshot.path
        found = self.of_file(path, snapshot.source)
        lines = snapshot.source.lines
        seen = tuple((test.name, test.is_fixture, test.fixture, lines.line_of(test.name_span.start)) for test in found)
        if self._told.get(path, ()) != seen:
            self._told[path] = seen
            if self._server.client.features.osy:
                self._server.client.notify("osy/testsChanged", {"uri": self._server.files.uri(path)})

    def project_changed(self) -> None:
        """Projects were read anew: all lists may be others."""
        if not self._server.client.features.osy:
            return
        for root in self._server.files.roots:
            self._server.client.notify("osy/testsChanged", {"uri": self._server.files.uri(root)})

    async def tree(self, uri: str | None) -> dict[str, object]:
        """The answer to `osy/tests`: all projects, or the one that the URI lies in, or the file by itself."""
        from osy_server.uris import path_of

        await self._server.checks.loaded()
        files = self._server.files
        path = path_of(uri) if uri is not None else None
        roots = [root for root in files.roots if path is None or path == root or files.root_of(path) == root]
        snapshots = [files.project_snapshot(root) for root in roots]
        lone = [files.snapshot(p) for p in files.open_programs if files.root_of(p) is None and path in (None, p)]
        await self._server.worker.answer(lambda: [snapshot.project for snapshot in (*snapshots, *lone)])
        nodes = [node for snapshot in snapshots if (node := self._project_node(snapshot, path)) is not None]
        nodes += [node for snapshot in lone for node in self._file_nodes(snapshot, snapshot.path)]
        return {"tests": nodes}

    def _project_node(self, snapshot: "Snapshot", only: str | None) -> dict[str, object] | None:
        files, root = self._server.files, snapshot.path
        paths = [path for path in snapshot.project.own_paths if files.root_of(path) == root]
        if only is not None and only != root:
            paths = [path for path in paths if path == only]
        children = [node for path in paths for node in self._file_nodes(snapshot, path)]
        if not children:
            return None
        label = Path(root).name or root
        return {"id": root, "kind": "project", "label": label, "uri": files.uri(root), "children": children}

    def _file_nodes(self, snapshot: "Snapshot", path: str) -> list[dict[str, object]]:
        source = snapshot.project.files.get(path)
        tests = self.of_file(path, source) if source else ()
        if source is None or all(test.is_fixture for test in tests):
            return []
        uri = self._server.files.uri(path)
        plain = [self._test_node(test, path, uri, source) for test in tests if not test.is_fixture and not test.fixture]
        names = dict.fromkeys(test.fixture for test in tests if not test.is_fixture and test.fixture)
        fixtures = [self._fixture_node(name or "", tests, path, uri, source) for name in names]
        label = os.path.relpath(path, snapshot.project.root) if Path(path).is_absolute() else path
        return [{"id": path, "kind": "file", "label": label, "uri": uri, "children": [*fixtures, *plain]}]

    def _fixture_node(
        self, name: str, tests: "tuple[TestDeclaration, ...]", path: str, uri: str, source: "SourceFile"
    ) -> dict[str, object]:
        node: dict[str, object] = {"id": f"{path}::[{name}]", "kind": "fixture", "label": name, "uri": uri}
        declared = next((test for test in tests if test.is_fixture and test.name == name), None)
        if declared is not None:
            node["range"] = self._range(declared, source)
        users = [test for test in tests if not test.is_fixture and test.fixture == name]
        return {**node, "children": [self._test_node(test, path, uri, source) for test in users]}

    def _test_node(self, test: "TestDeclaration", path: str, uri: str, source: "SourceFile") -> dict[str, object]:
        node = {"id": f"{path}::{test.name}", "kind": "test", "label": test.name, "uri": uri}
        tags = [tag for tag, is_so in (("skip", test.skip_reason), ("refused", test.refusal)) if is_so is not None]
        return {**node, "range": self._range(test, source), "tags": tags}

    def _range(self, test: "TestDeclaration", source: "SourceFile") -> dict[str, dict[str, int]]:
        return convert.plain_range(convert.range_of(test.name_span, source.lines, self._server.client.unit))
