"""From paths to projects: which files belong together, and what is said of those that cannot be read."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Level
from osy_analysis.disk import Loaded, load
from osy_analysis.project import Project

APP = 'app Shop {\n  use Osysharp.Ui;\n  model "model/**/*.osy";\n  tests "tests/*.test.osy";\n}\n'


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")


def names(root: Path, project: Project) -> list[str]:
    return [os.path.relpath(path, root) for path in project.own_paths]


def kit_names(root: Path, project: Project) -> list[str]:
    return sorted(os.path.relpath(path, root) for path in project.kit_paths)


def messages(loaded: Loaded) -> list[str]:
    return [f"{Path(d.path).name}: {d.message}" for d in loaded.diagnostics]


def test_a_lone_file_is_a_project_with_the_files_beside_it_r30(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": "", "b.osy": "", "sub/c.osy": "", "notes.txt": ""})
    (project,) = load([str(tmp_path / "a.osy")]).projects
    assert names(tmp_path, project) == ["a.osy", "b.osy"]
    assert project.root == str(tmp_path)
    assert project.is_whole


def test_a_project_is_its_manifest_and_what_its_globs_match(tmp_path: Path) -> None:
    files = {
        "app.osy": APP,
        "model/a.osy": "",
        "model/deep/b.osy": "",
        "tests/a.test.osy": "",
        "other/c.osy": "",
        "locales/sv.osy": "",
    }
    write(tmp_path, files)
    expected = ["app.osy", "locales/sv.osy", "model/a.osy", "model/deep/b.osy", "tests/a.test.osy"]
    for path in ("model/deep/b.osy", "app.osy", "tests", "."):
        (project,) = load([str(tmp_path / path)]).projects
        assert names(tmp_path, project) == expected


def test_a_file_outside_the_globs_joins_when_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": APP, "model/a.osy": "", "scratch/c.osy": ""})
    (project,) = load([str(tmp_path / "scratch" / "c.osy")]).projects
    assert "scratch/c.osy" in names(tmp_path, project)


def test_a_manifest_without_globs_takes_everything_under_it(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": "app Shop { }", "x/a.osy": "", "x/inner/app.osy": "app Inner { }", "x/inner/b.osy": ""})
    outer, inner = load([str(tmp_path)]).projects
    assert names(tmp_path, outer) == ["app.osy", "x/a.osy"]
    assert names(tmp_path, inner) == ["x/inner/app.osy", "x/inner/b.osy"]


def test_a_model_file_called_app_is_no_manifest(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": APP, "model/app.osy": "entity Application { string Name; }\n"})
    (project,) = load([str(tmp_path)]).projects
    assert names(tmp_path, project) == ["app.osy", "model/app.osy"]


def test_kits_of_the_repository_give_names_and_are_not_checked(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git/HEAD": "",
            "kit/package.osy": (
                'package Acme.Mail {\n  version "1.0.0";\n  use Acme.Base@1;\n'
                '  model "model/*.osy";\n  tests "tests";\n}\n'
            ),
            "kit/model/send.osy": (
                'namespace Acme.Mail;\nvoid Send() { Smtp.Send("h", 1, "l", "p", false, b); goto Nowhere; }\n'
            ),
            "kit/tests/app.osy": (
                'app KitTests {\n  use Acme.Mail@1;\n  tests "*.test.osy";\n  model "model/*.osy";\n}\n'
            ),
            "kit/tests/kit.test.osy": "",
            "base/package.osy": 'package Acme.Base {\n  model "*.osy";\n}\n',
            "base/base.osy": "namespace Acme.Base;\n",
            "app/app.osy": 'app Shop {\n  use Acme.Mail@1 { egress "x.example"; }\n  model "*.osy";\n}\n',
            "app/flow.osy": (
                "using Acme.Mail;\nworkflow W {\n  Tracks = Row.State;\n"
                "  Autostart = false;\n  Initial = A;\n  state A { enter { Send(); } }\n}\n"
            ),
        },
    )
    (project,) = load([str(tmp_path / "app")]).projects
    assert names(tmp_path, project) == ["app/app.osy", "app/flow.osy"]
    assert kit_names(tmp_path, project) == [
        "base/base.osy",
        "base/package.osy",
        "kit/model/send.osy",
        "kit/package.osy",
    ]
    assert project.is_whole
    (diagnostic,) = check(project)
    assert diagnostic.code == "reliability-reaches-the-network-unguarded"
    (tests,) = load([str(tmp_path / "kit" / "tests")]).projects
    assert names(tmp_path, tests) == ["kit/tests/app.osy", "kit/tests/kit.test.osy"]
    assert "kit/model/send.osy" in kit_names(tmp_path, tests)


def test_a_kit_that_is_checked_along_is_found(tmp_path: Path) -> None:
    kit, app = tmp_path / "kit", tmp_path / "app"
    for folder in (kit, app):
        folder.mkdir()
    (kit / "package.osy").write_text('package Acme.Kit { version "1.0.0"; }')
    (app / "app.osy").write_text("app Shop { use Acme.Kit@1; }")
    (alone,) = load([str(app)]).projects
    assert [d.code for d in check(alone)] == ["project-kit-unresolved"]
    both = load([str(app), str(kit)]).projects
    assert [check(project) for project in both] == [(), ()]


def test_a_kit_that_is_not_there_leaves_the_project_open_r31(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": 'app Shop {\n  use Acme.Gone@3;\n  model "*.osy";\n}\n'})
    (project,) = load([str(tmp_path)]).projects
    assert not project.is_whole
    assert [(d.code, d.level) for d in check(project)] == [("project-kit-unresolved", Level.HINT)]


def test_open_documents_stand_in_for_files_and_add_new_ones(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": "enum A { X }\n"})
    overlay = {str(tmp_path / "a.osy"): "enum A { Y, Y }\n", str(tmp_path / "new.osy"): "enum B { Z, Z }\n"}
    (project,) = load([str(tmp_path)], overlay).projects
    assert [d.message for d in check(project)] == [
        "enum `A` already has a member `Y`",
        "enum `B` already has a member `Z`",
    ]


def test_bad_files_are_one_diagnostic_each_and_the_rest_goes_on(tmp_path: Path) -> None:
    write(tmp_path, {"good.osy": "enum A { X, X }\n", "latin.osy": "// caf\xe9\n".encode("latin-1")})
    (tmp_path / "lost.osy").symlink_to(tmp_path / "gone")
    os.mkfifo(tmp_path / "pipe.osy")
    loaded = load([str(tmp_path)])
    assert messages(loaded) == [
        "latin.osy: the file is not UTF-8: byte 0xE9 in line 1 is no text",
        "lost.osy: there is no such file, or it has just gone",
        "pipe.osy: this is not a regular file, so it is not read",
    ]
    assert {(d.code, d.level) for d in loaded.diagnostics} == {("project-file", Level.ERROR)}
    (project,) = loaded.projects
    assert [d.code for d in check(project)] == ["name-duplicate"]


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "a.osy").symlink_to(tmp_path / "a.osy")
    (message,) = messages(load([str(tmp_path / "a.osy")]))
    assert message.startswith("a.osy: the file cannot be read: ")


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    loaded = load([str(tmp_path / "no.osy"), str(tmp_path / "no.md")])
    assert messages(loaded) == [
        "no.md: there is no such file, or it has just gone",
        "no.osy: there is no such file, or it has just gone",
    ]


@pytest.mark.parametrize("path", ["/\0.osy", "/a\udc80b.osy", ""])
def test_paths_that_no_system_has(path: str) -> None:
    load([path] if path else ["/nowhere/at/all"])


def test_a_link_back_to_a_folder_around_it(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": "app Shop { }", "model/a.osy": ""})
    (tmp_path / "model" / "again").symlink_to(tmp_path)
    loaded = load([str(tmp_path)])
    assert messages(loaded) == ["again: this link leads back to a folder that it lies in, so it is not followed"]
    assert names(tmp_path, loaded.projects[0]) == ["app.osy", "model/a.osy"]


def test_the_lock_of_an_editor_is_no_program(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": "app Shop { }", "x/a.osy": ""})
    (tmp_path / "x" / ".#a.osy").symlink_to("somebody@machine.123:456")
    (tmp_path / ".#lone.osy").symlink_to("somebody@machine.123:456")
    loaded = load([str(tmp_path)])
    assert names(tmp_path, loaded.projects[0]) == ["app.osy", "x/a.osy"]
    assert loaded.diagnostics == ()


def test_a_linked_folder_is_followed_once(tmp_path: Path) -> None:
    write(tmp_path, {"far/a.osy": "", "near/app.osy": "app Shop { }"})
    for name in ("one", "two"):
        (tmp_path / "near" / name).symlink_to(tmp_path / "far")
    (project,) = load([str(tmp_path / "near")]).projects
    assert len(names(tmp_path, project)) == 2


def test_offsets_count_the_byte_order_mark(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": b"\xef\xbb\xbfenum A { X, X }\r\n"})
    (project,) = load([str(tmp_path / "a.osy")]).projects
    (diagnostic,) = check(project)
    assert (diagnostic.span.start, diagnostic.span.end) == (13, 14)


def test_settings_change_levels_and_leave_files_out(tmp_path: Path) -> None:
    flow = (
        "enum Stage { A }\nentity Row { bool IsUp; Stage Stage; }\n"
        "workflow W {\n  Tracks = Row.Stage;\n  Autostart = false;\n  Initial = A;\n"
        '  state A { enter { this.Item.IsUp = Http.Get("x").IsSuccess; } }\n}\n'
    )
    write(
        tmp_path,
        {"a.osy": flow, "drafts.osy": "enum A { X, X }\n", "osy.toml": '[project]\nexclude = ["drafts.osy"]\n'},
    )
    (project,) = load([str(tmp_path / "a.osy")]).projects
    assert [d.level for d in check(project)] == [Level.WARNING]
    write(tmp_path, {"osy.toml": '[lint.levels]\nreliability-outbound-call-unguarded = "off"\n'})
    (project,) = load([str(tmp_path / "a.osy")]).projects
    assert [d.code for d in check(project)] == ["name-duplicate"]
    write(
        tmp_path,
        {"osy.toml": '[lint.levels]\nreliability-outbound-call-unguarded = "error"\n[project]\nexclude = ["*s.osy"]\n'},
    )
    (project,) = load([str(tmp_path / "a.osy")]).projects
    assert [d.level for d in check(project)] == [Level.ERROR]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[lint", (1, "this is not TOML: ")),
        ("[project]\n\nexclude = 'x'\n", (3, "`project.exclude`: ")),
        ("project = { exclude = ['a'], scop = 'x' }\n", (1, "unknown key `project.scop`")),
        ("[project]\nexclude = ['a', 4]\n", (2, "`project.exclude.1`: ")),
        ("lint = 3\n", (1, "`lint`: must be a table")),
        ("[lint]\nlevels = 3\n", (2, "`lint.levels`: must be a table")),
        ("\ufeff[project]\nscop = 'x'\n", (2, "unknown key `project.scop`")),
        ("# none\n[tets]\nparallel = 2\n", (2, "unknown key `tets`")),
    ],
)
def test_a_fault_in_the_settings_stands_on_its_line(tmp_path: Path, text: str, expected: tuple[int, str]) -> None:
    write(tmp_path, {"a.osy": "", "osy.toml": text})
    (diagnostic,) = load([str(tmp_path)]).diagnostics
    line = text[: diagnostic.span.start].count("\n") + 1
    assert (line, diagnostic.message[: len(expected[1])]) == expected
    assert not re.search(r"[.\n]$", diagnostic.message)


def test_every_wrong_item_of_a_list_stands_on_its_key(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": "", "osy.toml": "[project]\n\nexclude = [1, 'a', 2]\n"})
    found = load([str(tmp_path)]).diagnostics
    assert [(d.span.start, d.message.split(":")[0]) for d in found] == [
        (11, "`project.exclude.0`"),
        (11, "`project.exclude.2`"),
    ]
