"""The projects behind the open documents."""

import os
from pathlib import Path

from osy_analysis.checker import check
from osy_analysis.disk import load
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of
from osy_server.workspace import Workspace

TEXT = "entity Order { string Title; }\n\nstring Title(Order order) => order.Title;\n"


def project(text: str) -> Project:
    return Project(root="/app", is_whole=True).with_file("/app/a.osy", text)


def test_what_the_client_excludes_may_declare_anything(tmp_path: Path) -> None:
    for name, text in {
        "app.osy": "app A { }",
        "a.osy": "int F() => Helper();",
        "made/b.osy": "int Helper() => 1;",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    workspace = Workspace((str(tmp_path),))
    workspace.exclude = ("made/**",)
    workspace.replace_projects(load([str(tmp_path)]).projects, [])
    adapted = workspace.project_snapshot(str(tmp_path)).project
    assert [*map(os.path.basename, adapted.files)] == ["a.osy", "app.osy"]
    assert check(adapted) == ()


def test_what_is_read_anew_takes_over_what_was_found_out() -> None:
    workspace = Workspace(("/app",))
    workspace.replace_projects([project(TEXT)], [])
    before = workspace.project_snapshot("/app").project
    check(before)
    workspace.replace_projects([project(TEXT.replace("=> order.Title", '=> "none"'))], [])
    after = workspace.project_snapshot("/app").project
    assert after.memo is before.memo
    old, new = (of.files["/app/a.osy"].items for of in (before, after))
    assert old[0].chunk is new[0].chunk
    assert old[1].chunk is not new[1].chunk
    tables = semantics_of(before).table, semantics_of(after).table
    assert len({table.names["Order"] for table in tables}) == 1
