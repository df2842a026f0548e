"""The project model: units and what they may use, kits, bridges, workspaces, tests, lone files, what is not walked."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from osy_analysis import lone
from osy_analysis.checker import check
from osy_analysis.disk import Loaded, load
from osy_analysis.project import Project, Unit


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def one(loaded: Loaded) -> Project:
    (project,) = loaded.projects
    return project


def own_unit(project: Project) -> Unit:
    assert project.unit is not None
    return project.unit


def names(root: Path, project: Project) -> list[str]:
    return [os.path.relpath(path, root) for path in project.own_paths]


def codes(loaded: Loaded) -> list[str]:
    found = [*loaded.diagnostics, *(one for project in loaded.projects for one in check(project))]
    return sorted(f"{Path(one.path).name}: {one.code}" for one in found)


# ── Units ────────────────────────────────────────────────────────────────────────────────────────────────────────────

REPOSITORY = {
    ".git/HEAD": "",
    "mail/package.osy": (
        'package Acme.Mail { use Acme.Base@1; use Osysharp.Http; tests "tests"; tests use Acme.Gone@1; }'
    ),
    "mail/model/send.osy": "namespace Acme.Mail;\n",
    "mail/tests/app.osy": 'app MailTests { use Acme.Mail@1; use Osysharp.Workflow; tests "**/*.test.osy"; }',
    "mail/tests/a.test.osy": "",
    "mail/tests/help.osy": "",
    "base/package.osy": "package Acme.Base { use Acme.Lost@2; }",
    "base/base.osy": "namespace Acme.Base;\n",
}


def test_each_unit_knows_what_its_own_manifest_uses(tmp_path: Path) -> None:
    write(tmp_path, REPOSITORY)
    project = one(load([str(tmp_path / "mail" / "tests")]))
    tests, mail, base = project.units
    assert [(unit.name, [*unit.kits], [*unit.missing]) for unit in (tests, mail, base)] == [
        ("MailTests", ["Acme.Mail"], []),
        ("Acme.Mail", ["Acme.Base"], []),
        ("Acme.Base", [], ["Acme.Lost"]),
    ]
    assert [[*unit.capabilities] for unit in (tests, mail)] == [["Osysharp.Workflow"], ["Osysharp.Http"]]
    assert not project.is_whole


def test_a_file_belongs_to_its_unit(tmp_path: Path) -> None:
    write(tmp_path, REPOSITORY)
    project = one(load([str(tmp_path / "mail" / "tests")]))
    tests, mail, base = project.units
    assert project.unit_of(str(tmp_path / "mail" / "model" / "send.osy")) is mail
    assert project.unit_of(str(tmp_path / "base" / "base.osy")) is base
    assert project.unit_of(str(tmp_path / "mail" / "tests" / "new.osy")) is tests


def test_a_test_file_is_one_that_the_globs_match(tmp_path: Path) -> None:
    write(tmp_path, REPOSITORY)
    project = one(load([str(tmp_path / "mail" / "tests")]))
    folder = tmp_path / "mail" / "tests"
    assert project.is_test(str(folder / "a.test.osy"))
    assert not project.is_test(str(folder / "help.osy"))
    assert project.is_test(str(folder / "new.test.osy"))


def test_what_only_tests_use_counts_at_home(tmp_path: Path) -> None:
    write(tmp_path, REPOSITORY)
    unit = own_unit(load([str(tmp_path / "mail" / "package.osy")]).projects[0])
    assert unit.missing == unit.for_tests == {"Acme.Gone"}


def test_a_package_and_its_tests_are_two_projects(tmp_path: Path) -> None:
    write(tmp_path, REPOSITORY)
    base, mail, tests = load([str(tmp_path)]).projects
    assert [own_unit(project).name for project in (base, mail, tests)] == ["Acme.Base", "Acme.Mail", "MailTests"]
    assert names(tmp_path, mail) == ["mail/model/send.osy", "mail/package.osy"]
    assert names(tmp_path, tests) == ["mail/tests/a.test.osy", "mail/tests/app.osy", "mail/tests/help.osy"]


def test_a_lone_file_has_no_unit_and_may_use_everything(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": ""})
    project = one(load([str(tmp_path / "a.osy")]))
    assert project.unit is None
    assert project.is_whole


def test_a_program_with_a_kit_in_its_own_block_is_not_whole(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": "app A { use Acme.Gone@1; }\nvoid F() { Nowhere(); }\n"})
    assert codes(load([str(tmp_path / "a.osy")])) == ["a.osy: project-kit-unresolved"]


# ── Bridges ──────────────────────────────────────────────────────────────────────────────────────────────────────────

BRIDGE = {
    ".git/HEAD": "",
    "a/package.osy": "package A { }",
    "b/package.osy": "package B { }",
    "ab/package.osy": "package AB { completes A@1, B@1; use A@1; use B@1; }",
    "ab/ab.osy": "namespace AB;\n\npolicy Asks;\n",
}


@pytest.mark.parametrize(
    ("uses", "kits"),
    [("use A@1; use B@1;", {"A", "B", "AB"}), ("use A@1;", {"A"}), ("use A@1; use Lost@1;", {"A"})],
)
def test_a_bridge_joins_an_app_that_uses_all_that_it_completes_r110(tmp_path: Path, uses: str, kits: set[str]) -> None:
    write(tmp_path, {**BRIDGE, "shop/app.osy": f"app Shop {{ {uses} }}"})
    assert own_unit(one(load([str(tmp_path / "shop")]))).kits == kits


def test_a_bridge_completes_kits_that_are_missing_too(tmp_path: Path) -> None:
    write(tmp_path, {**BRIDGE, "shop/app.osy": "app Shop { use A@1; use B@1; }"})
    (tmp_path / "b" / "package.osy").unlink()
    assert own_unit(one(load([str(tmp_path / "shop")]))).kits == {"A", "AB"}


def test_a_package_is_joined_by_no_bridge(tmp_path: Path) -> None:
    write(tmp_path, {**BRIDGE, "c/package.osy": "package C { use A@1; use B@1; }"})
    assert own_unit(one(load([str(tmp_path / "c")]))).kits == {"A", "B"}


def test_a_policy_of_a_bridge_is_not_asked_of_the_app(tmp_path: Path) -> None:
    write(tmp_path, {**BRIDGE, "shop/app.osy": "app Shop { use A@1; use B@1; }"})
    assert codes(load([str(tmp_path / "shop")])) == []


# ── Where kits are looked for ────────────────────────────────────────────────────────────────────────────────────────


def test_a_workspace_lists_folders_and_globs_of_folders(tmp_path: Path) -> None:
    files = {
        "osy.workspace": "# Ours.\n\nkits/*\n../elsewhere  # theirs\n",
        "kits/one/package.osy": "package One { }",
        "shop/app.osy": "app Shop { use One@1; use Two@1; }",
    }
    write(tmp_path / "mono", files)
    write(tmp_path / "elsewhere", {"deep/down/package.osy": "package Two { }"})
    loaded = load([str(tmp_path / "mono" / "shop")])
    assert own_unit(one(loaded)).kits == {"One", "Two"}
    assert loaded.diagnostics == ()


def test_the_workspace_is_looked_for_above_the_repository(tmp_path: Path) -> None:
    files = {
        "osy.workspace": "kits/*\n",
        "kits/one/package.osy": "package One { }",
        "shop/.git/HEAD": "",
        "shop/app.osy": "app Shop { use One@1; }",
    }
    write(tmp_path, files)
    assert own_unit(one(load([str(tmp_path / "shop")]))).kits == {"One"}


def test_what_a_workspace_does_not_list_is_looked_for_in_the_repository(tmp_path: Path) -> None:
    files = {
        ".git/HEAD": "",
        "osy.workspace": "kits\n",
        "kits/readme.txt": "",
        "other/package.osy": "package One { }",
        "shop/app.osy": "app Shop { use One@1; }",
    }
    write(tmp_path, files)
    assert own_unit(one(load([str(tmp_path / "shop")]))).kits == {"One"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gone", "`gone` names no folder"),
        ("gone/*/x", "`gone/*/x` names no folder"),
        ("/", "`/` names no folder"),
        ("shop/app.osy", "`shop/app.osy` is a file"),
        ("a\0b", "this line is no path"),
    ],
)
def test_a_line_of_a_workspace_that_names_no_folder(tmp_path: Path, line: str, said: str) -> None:
    files = {
        "osy.workspace": f"kits\n  {line}  # no\n",
        "kits/one/package.osy": "package One { }",
        "shop/app.osy": "app Shop { use One@1; }",
    }
    write(tmp_path, files)
    loaded = load([str(tmp_path / "shop")])
    (told,) = loaded.diagnostics
    assert told.message.startswith(said)
    assert (told.span.start, told.span.end) == (7, 7 + len(line))
    assert own_unit(one(loaded)).kits == {"One"}


def test_of_two_packages_of_one_name_the_nearer_is_used(tmp_path: Path) -> None:
    files = {
        ".git/HEAD": "",
        "kits/one/package.osy": "package One { }",
        "old/kits/one/package.osy": "package One { }",
        "old/shop/app.osy": "app Shop { use One@1; }",
        "shop/app.osy": "app Shop { use One@1; }",
    }
    write(tmp_path, files)
    for folder, kit in (("old/shop", "old/kits/one"), ("shop", "kits/one")):
        loaded = load([str(tmp_path / folder)])
        assert one(loaded).kit_paths == {str(tmp_path / kit / "package.osy")}
        assert codes(loaded) == ["app.osy: project-kit-unresolved"]


# ── Cycles ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ({"a": "use A@1;"}, ["the package `A` uses itself"]),
        ({"a": "use B@1;", "b": "use A@1;"}, ["`A` uses `B`, which uses `A`", "`B` uses `A`, which uses `B`"]),
        (
            {"a": "use B@1;", "b": "use C@1;", "c": "use B@1;"},
            ["`B` uses `C`, which uses `B`", "`C` uses `B`, which uses `C`"],
        ),
    ],
    ids=["itself", "each other", "a cycle behind"],
)
def test_a_cycle_of_kits_is_told_on_each_use_that_closes_it(
    tmp_path: Path, packages: Mapping[str, str], said: list[str]
) -> None:
    write(tmp_path, {f"{name}/package.osy": f"package {name.upper()} {{ {uses} }}" for name, uses in packages.items()})
    found = [one for project in load([str(tmp_path)]).projects for one in check(project)]
    assert [one.message.partition(":")[0] for one in found] == said
    assert {one.code for one in found} == {"project-file"}


def test_a_long_cycle_walks_its_hops(tmp_path: Path) -> None:
    count = 60
    write(tmp_path, {f"k{n}/package.osy": f"package K{n} {{ use K{(n + 1) % count}@1; }}" for n in range(count)})
    (found,) = check(load([str(tmp_path)]).projects[0])
    assert len(found.related) == count - 1


# ── What is not walked ───────────────────────────────────────────────────────────────────────────────────────────────


def test_output_and_environments_are_not_walked_r109(tmp_path: Path) -> None:
    left_out = {
        "build/a.osy": "",
        "env/pyvenv.cfg": "",
        "env/lib/b.osy": "",
        "cache/CACHEDIR.TAG": "",
        "cache/c.osy": "",
        "node_modules/d.osy": "",
        ".hidden/e.osy": "",
        "notes/f.osy": "",
    }
    write(
        tmp_path, {".git/HEAD": "", ".gitignore": "build/\n", ".ignore": "notes\n", "app.osy": "app A { }", **left_out}
    )
    assert names(tmp_path, one(load([str(tmp_path)]))) == ["app.osy"]


def test_what_a_glob_names_is_read_although_git_ignores_it_r109(tmp_path: Path) -> None:
    files = {
        ".git/HEAD": "",
        ".gitignore": "generated\nbuild\n*.local.osy\n",
        "app.osy": 'app A { model "model/**/*.osy"; model "build/model/*.osy"; tests "**/*.test.osy"; }',
        "model/generated/api.osy": "",
        "model/a.local.osy": "",
        "build/model/b.osy": "",
        "build/c.test.osy": "",
    }
    write(tmp_path, files)
    assert names(tmp_path, one(load([str(tmp_path)]))) == [
        "app.osy",
        "build/model/b.osy",
        "model/a.local.osy",
        "model/generated/api.osy",
    ]


def test_what_is_named_is_read_although_git_ignores_it(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", ".gitignore": "build/\n*.tmp.osy\n", "build/a.osy": "", "b.tmp.osy": ""})
    assert names(tmp_path, one(load([str(tmp_path / "build")]))) == ["build/a.osy"]
    assert names(tmp_path, one(load([str(tmp_path / "b.tmp.osy")]))) == ["b.tmp.osy"]


def test_a_deeper_ignore_file_goes_before_one_above(tmp_path: Path) -> None:
    files = {".git/HEAD": "", ".gitignore": "*.gen.osy\n", "sub/.gitignore": "!keep.gen.osy\n"}
    write(tmp_path, {**files, "app.osy": "app A { }", "sub/keep.gen.osy": "", "sub/other.gen.osy": ""})
    assert names(tmp_path, one(load([str(tmp_path)]))) == ["app.osy", "sub/keep.gen.osy"]


def test_a_glob_may_lead_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"shop/app.osy": 'app A { model "../shared/*.osy"; }', "shared/a.osy": "enum E { A }"})
    loaded = load([str(tmp_path / "shop")])
    assert names(tmp_path, one(loaded)) == ["shared/a.osy", "shop/app.osy"]
    assert codes(loaded) == []


# ── Bad input ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_manifest_that_cannot_be_read_is_still_one(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": b"// caf\xe9\napp A { }", "model/a.osy": "enum E { A, A }\nvoid F() { Nowhere(); }\n"})
    loaded = load([str(tmp_path)])
    assert codes(loaded) == ["a.osy: name-duplicate", "app.osy: project-file"]
    assert one(loaded).root == str(tmp_path)


def test_a_manifest_that_does_not_parse_leaves_the_rest_checked(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": 'app A { model "model/*.osy; use }', "model/a.osy": "enum E { A, A }\n"})
    loaded = load([str(tmp_path)])
    assert "a.osy: name-duplicate" in codes(loaded)
    assert not one(loaded).is_whole


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"app.osy": "app A { }", "model/a.osy": "", "b.osy": "void F() { Nowhere(); }\n"})
    scandir = os.scandir

    def refused(path: str) -> "os._ScandirIterator[str]":
        # The superuser, who runs the tests in some places, may read every folder.
        if path.endswith("model"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    assert codes(load([str(tmp_path)])) == ["model: project-file"]


def test_a_kit_with_a_file_that_cannot_be_read_is_told_at_home_only(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        ".git/HEAD": "",
        "kit/package.osy": "package Kit { }",
        "kit/a.osy": b"\xff",
        "shop/app.osy": "app Shop { use Kit@1; }",
        "shop/b.osy": "using Kit;\nvoid F() { Nowhere(); }\n",
    }
    write(tmp_path, files)
    assert codes(load([str(tmp_path / "shop")])) == []
    assert codes(load([str(tmp_path / "kit")])) == ["a.osy: project-file"]


def test_a_file_that_goes_while_it_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"app.osy": "app A { }", "a.osy": "", "b.osy": "enum E { A, A }"})
    import osy_analysis.files as files

    read = files._read

    def gone(path: str) -> object:
        if path.endswith("a.osy") and not path.endswith("app.osy"):
            Path(path).unlink()
        return read(path)

    monkeypatch.setattr(files, "_read", gone)
    assert codes(load([str(tmp_path)])) == ["a.osy: project-file", "b.osy: name-duplicate"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('modle "x/*.osy";', "did you mean `model`?"),
        ('sumary "x";', "did you mean `summary`?"),
        ('icons "icons/*.svg";', None),
        ("role vertical;", None),
        ("personal Contact;", None),
        ('egress "x.example" { secretIn query "key"; }', None),
    ],
)
def test_a_word_is_wrong_only_where_it_is_near_another(tmp_path: Path, line: str, said: str | None) -> None:
    write(tmp_path, {"package.osy": f"package A {{ {line} }}", "x/a.osy": ""})
    found = check(one(load([str(tmp_path)])))
    assert [one.hint for one in found] == ([said] if said else [])


@pytest.mark.parametrize(
    ("uses", "count"),
    [
        ("use Osysharp.Ui; use Osysharp.Ui;", 1),
        ("use Kit@1; use Kit@2;", 1),
        ("use Kit@1; tests use Kit@1;", 0),
        ("tests use Kit@1; tests use Kit@1; tests use Kit@1;", 2),
    ],
)
def test_what_is_used_twice(tmp_path: Path, uses: str, count: int) -> None:
    write(tmp_path, {"app.osy": f"app A {{ {uses} }}", "kit/package.osy": "package Kit { }", ".git/HEAD": ""})
    found = check(load([str(tmp_path / "app.osy")]).projects[0])
    assert [one.code for one in found] == ["project-file"] * count


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('app A {\n  modle "*.osy";\n}\n', 'app A {\n  model "*.osy";\n}\n'),
        ("app A {\n  use Osysharp.Ui;\n  use Osysharp.Ui;  // again\n}\n", "app A {\n  use Osysharp.Ui;\n}\n"),
        ("app A { use Osysharp.Ui; use Osysharp.Ui; }\n", "app A { use Osysharp.Ui; }\n"),
    ],
)
def test_the_fix_of_a_manifest(tmp_path: Path, before: str, after: str) -> None:
    write(tmp_path, {"app.osy": before})
    (found,) = check(one(load([str(tmp_path)])))
    (fix,) = found.fixes
    text = before
    for edit in fix.edits:
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert text == after
    write(tmp_path, {"app.osy": text})
    assert codes(load([str(tmp_path)])) == []


def test_a_missing_kit_is_told_once_in_a_manifest(tmp_path: Path) -> None:
    write(tmp_path, {"app.osy": "app A { use Gone@1; tests use Gone@1; use Lost@1; }"})
    assert codes(load([str(tmp_path)])) == ["app.osy: project-kit-unresolved"] * 2


def test_globs_that_match_nothing(tmp_path: Path) -> None:
    manifest = 'app A { model "model/*.osy"; model "*.osy"; tests "tests"; data "data/*.json"; data "list.csv"; }'
    write(tmp_path, {"app.osy": manifest, "list.csv": ""})
    found = check(one(load([str(tmp_path)])))
    told = [manifest[one.span.start : one.span.end] for one in found]
    assert told == ['"model/*.osy"', '"tests"', '"data/*.json"']
    write(tmp_path, {"model/a.osy": "", "b.osy": "", "tests/app.osy": "app T { }", "data/x.json": ""})
    assert check(load([str(tmp_path / "app.osy")]).projects[0]) == ()


def test_a_policy_is_asked_only_where_all_kits_are_in_view(tmp_path: Path) -> None:
    files = {
        ".git/HEAD": "",
        "kit/package.osy": "package Kit { }",
        "kit/p.osy": "policy Asks;\npolicy Answers(Guid row);\n",
        "shop/app.osy": "app Shop { use Kit@1; use Gone@1; }",
    }
    write(tmp_path, files)
    assert codes(load([str(tmp_path / "shop")])) == ["app.osy: project-kit-unresolved"]
    write(tmp_path, {"shop/app.osy": "app Shop { use Kit@1; }"})
    found = check(one(load([str(tmp_path / "shop")])))
    assert [(one.code, one.hint) for one in found] == [
        ("project-policy-undefined", "write `policy Answers(Guid row) => …;` in a file of the app"),
        ("project-policy-undefined", "write `policy Asks => …;` in a file of the app"),
    ]
    write(tmp_path, {"shop/p.osy": "policy Asks => true;\npolicy Answers(Guid row) => true;\n"})
    assert codes(load([str(tmp_path / "shop")])) == []


# ── Lone files ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_lone_file_hears_nothing_of_broken_files_beside_it_r111(tmp_path: Path) -> None:
    write(tmp_path, {"a.osy": "void F() { Helper(); }\n", "b.osy": b"void Helper() { } // \xe9\n", "c.osy": "enum {"})
    loaded = load([str(tmp_path / "a.osy")])
    assert loaded.diagnostics == ()
    assert check(one(loaded), [str(tmp_path / "a.osy")]) == ()


def test_a_huge_file_beside_a_lone_one_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lone, "LONGEST_NEIGHBOUR", 1_000)
    write(tmp_path, {"a.osy": "void F() { Helper(); }\n", "b.osy": "void Helper() { }\n" + "// long\n" * 200})
    project = one(load([str(tmp_path / "a.osy")]))
    assert names(tmp_path, project) == ["a.osy"]
    assert check(project) == ()


def test_of_many_files_beside_a_lone_one_those_are_read_that_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lone, "FREE_CHARACTERS", 10)
    files = {
        "a.osy": "void F() { Helper(); }\n",
        "b.osy": "void Helper() { var x = new Thing(); Used.Take(x); }\n",
        "c.osy": "class Thing { public string F; }\n",
        "d.osy": "class Other { public string Thing; }\n",
        "e.osy": "partial entity Acme.Kit.Used { }\n",
        "f.osy": "class F2 { }\nvoid G() { Helper(); }\n",
    }
    write(tmp_path, files)
    assert names(tmp_path, one(load([str(tmp_path / "a.osy")]))) == ["a.osy", "b.osy", "c.osy", "e.osy"]
