"""One name declared twice, in one file and in several: what is told of, what is not, and the repairs."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Fix
from osy_analysis.disk import load
from osy_analysis.project import Project

APP = 'app Shop { model "model/**/*.osy"; tests "tests/**/*.test.osy"; }'
CODES = ("name-duplicate", "project-clash", "type-base-cycle")


def project(root: Path, files: Mapping[str, str]) -> Project:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return next(one for one in load([str(root)]).projects if one.root == str(root))


def told(of: Project) -> list[str]:
    """Code, file and the words at the place of each finding of these rules."""
    return [
        f"{found.code} {Path(found.path).stem} {of.files[found.path].text[found.span.start : found.span.end]}"
        for found in check(of)
        if found.code in CODES
    ]


CLASHES = {
    "an entity": ({"model/a.osy": "entity A { }", "model/b.osy": "entity A { }"}, ["project-clash b A"]),
    "a class and an enum": ({"model/a.osy": "class A { }", "model/b.osy": "enum A { X }"}, ["project-clash b A"]),
    "each later one": (
        {"model/a.osy": "class A { }", "model/b.osy": "class A { }", "model/c.osy": "class A { }\nclass A { }"},
        ["project-clash b A", "project-clash c A", "name-duplicate c A"],
    ),
    "functions": (
        {"model/a.osy": "int F(int a, string? b) => 1;", "model/b.osy": "int F(int c, string? d) => 2;"},
        ["project-clash b F"],
    ),
    "tests": (
        {"tests/a.test.osy": "[Test] void t() { }", "tests/b.test.osy": "[Test] void t() { }"},
        ["project-clash b.test t"],
    ),
    "principals for whom something else is asked": (
        {
            "tests/a.test.osy": "principal P => User.Single();",
            "tests/b.test.osy": "principal P => User.Single(u => true);",
        },
        ["project-clash b.test P"],
    ),
    "workflows": ({"model/a.osy": "workflow W { }", "model/b.osy": "workflow W { }"}, ["project-clash b W"]),
    "one type by two names": (
        {
            "model/a.osy": "namespace N;\nclass C { }\nvoid F(C c) { }",
            "model/b.osy": "namespace N;\nvoid F(N.C c) { }",
        },
        ["project-clash b F"],
    ),
}


@pytest.mark.parametrize("name", CLASHES)
def test_clashes_r91(name: str, tmp_path: Path) -> None:
    files, expected = CLASHES[name]
    assert told(project(tmp_path, {"app.osy": APP, **files})) == expected


NO_CLASHES: dict[str, dict[str, str]] = {
    "two namespaces": {"model/a.osy": "namespace A;\nclass C { }", "model/b.osy": "namespace B;\nclass C { }"},
    "overloads": {"model/a.osy": "int F(int a) => 1;", "model/b.osy": "int F(string a) => 1;\nint F() => 1;"},
    "generic overloads": {"model/a.osy": "void F<T>(T a) { }", "model/b.osy": "void F<T, U>(T a) { }"},
    "a function and a type": {"model/a.osy": "class Text { }", "model/b.osy": "string Text(int a) => null;"},
    "a generic and a plain class": {"model/a.osy": "class Page { }", "model/b.osy": "class Page<T> { }"},
    "parts": {"model/a.osy": "entity E { }", "model/b.osy": "partial entity E { int X; }\npartial entity E { }"},
    "equal principals": {
        "tests/a.test.osy": 'principal P => User.Single(u => u.Name == "p");',
        "tests/b.test.osy": 'principal P =>\n  User.Single(u => u.Name == "p");',
    },
    "a fake in a test": {"model/a.osy": "void Send() { }", "tests/b.test.osy": "void Send() { }"},
    "a policy and its definition": {"model/a.osy": "policy P;", "model/b.osy": "policy P => true;"},
    "parameters of two types with one name": {
        "model/a.osy": "namespace N;\nusing A;\nvoid F(T t) { }",
        "model/b.osy": "namespace N;\nusing B;\nvoid F(T t) { }",
        "model/c.osy": "namespace A;\nclass T { }",
        "model/d.osy": "namespace B;\nclass T { }",
    },
    "types that are out of view": {
        "model/a.osy": "namespace N;\nusing A;\nvoid F(T t) { }",
        "model/b.osy": "namespace N;\nusing B;\nvoid F(T t) { }",
    },
    "what does not parse": {"model/a.osy": "entity E { int = ; }", "model/b.osy": "entity E { }"},
    "a kit": {
        "app.osy": 'app Shop { use Acme.Kit@1; model "model/**/*.osy"; }',
        "model/a.osy": "entity Party { }",
        "kit/package.osy": "package Acme.Kit { }",
        "kit/party.osy": "entity Party { }",
    },
}


@pytest.mark.parametrize("name", NO_CLASHES)
def test_no_clashes_r91(name: str, tmp_path: Path) -> None:
    assert told(project(tmp_path, {"app.osy": APP, **NO_CLASHES[name]})) == []


def test_files_without_a_manifest_lie_side_by_side_r91(tmp_path: Path) -> None:
    assert told(project(tmp_path, {"a.osy": "entity E { }", "b.osy": "entity E { }"})) == []


DUPLICATES = {
    "one class twice, word for word": ("class A { }\nclass A { }", "A"),
    "a function": ("void F(int a) { }\nvoid F(int b) { }", "F"),
    "a field of another part": ("entity E { int X; }\npartial entity E { int X; }", "X"),
    "a method": ("class C { public int M(int a) => 1; public int M(int b) => 2; }", "M"),
    "a constructor": ("class C { C(int a) { } C(int b) { } }", "C"),
    "an operation": ('client P { [Get("/a")] string A(int b); [Get("/b")] string A(int c); }', "A"),
    "an action": ("component C() { action A() { } action A() { } render { } }", "A"),
    "local state": ("component C() { int a; live var a = 1; render { } }", "a"),
    "a type parameter": ("class C<T, T> { }", "T"),
    "a policy's parameter": ("policy P(int a, int a) => true;", "a"),
    "a principal": ("principal P => User.Single();\nprincipal P => User.First();", "P"),
    "a global": ("const int A = 1;\nconst int A = 2;", "A"),
}


@pytest.mark.parametrize("name", DUPLICATES)
def test_duplicates_in_one_file(name: str, tmp_path: Path) -> None:
    text, word = DUPLICATES[name]
    assert told(project(tmp_path, {"a.osy": text})) == [f"name-duplicate a {word}"]


@pytest.mark.parametrize(
    "text",
    [
        "void F(int a) { }\nvoid F(int? a) { }",
        "class C { public int M(int a) => 1; public int M(string a) => 1; public int M() => 1; }",
        "entity E { string X; }\npartial entity E { int Y; }",
        "principal P => User.Single();\nprincipal P => User.Single();",
        "string Text(int a) => null;\nclass Text { }",
        "workflow Order { }\nentity Order { }",
        "policy P;\npolicy P => true;",
    ],
)
def test_what_may_be_repeated_in_one_file(text: str, tmp_path: Path) -> None:
    assert told(project(tmp_path, {"a.osy": text})) == []


CYCLES = {
    "two": ("entity A : B { }\nentity B : A { }", ["type-base-cycle a B"]),
    "itself": ("class A : A { }", ["type-base-cycle a A"]),
    "by an interface": (
        "interface IA : IB { }\ninterface IB : IC, IA { }\ninterface IC { }\nclass C : IA { }",
        ["type-base-cycle a IB"],
    ),
    "two circles": (
        "class A : B { }\nclass B : A { }\nclass C : D { }\nclass D : C { }",
        ["type-base-cycle a B", "type-base-cycle a D"],
    ),
    "beside one": ("class C : A { }\nclass A : A { }", ["type-base-cycle a A"]),
    "none": ("class A : B { }\nclass B : C { }\nclass C { }\ninterface I { }\nclass D : C, I { }", []),
    "a generic": ("class Node<T> : Node { }\nclass Node { }", []),
}


@pytest.mark.parametrize("name", CYCLES)
def test_circles_of_bases_r93(name: str, tmp_path: Path) -> None:
    text, expected = CYCLES[name]
    assert told(project(tmp_path, {"a.osy": text})) == expected


def test_a_circle_over_files_is_told_of_once_r93(tmp_path: Path) -> None:
    made = project(tmp_path, {"app.osy": APP, "model/a.osy": "entity A : B { }", "model/b.osy": "entity B : A { }"})
    assert told(made) == ["type-base-cycle a B"]
    (found,) = [one for one in check(made) if one.code == "type-base-cycle"]
    assert [Path(related.path).stem for related in found.related] == ["b"]


def test_a_base_of_the_same_name_may_come_from_a_kit_out_of_view_r93(tmp_path: Path) -> None:
    made = project(tmp_path, {"app.osy": "app A { use Acme.Gone@1; }", "a.osy": "entity Party : Party { }"})
    assert told(made) == []


# ── What does not parse ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("broken", "is_told"),
    [("", True), ("int Helper(int a { }", False), ("class Help er { }", True), ("public Helper;", False)],
)
def test_a_word_of_what_does_not_parse_is_missing_nowhere_r94(broken: str, is_told: bool, tmp_path: Path) -> None:
    made = project(tmp_path, {"a.osy": "int F() { return Helper(1); }", "b.osy": broken})
    assert ("name-unknown" in {found.code for found in check(made)}) is is_told


# ── Repairs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def repaired(of: Project, fix: Fix) -> Project:
    for edit in sorted(fix.edits, key=lambda edit: edit.span, reverse=True):
        text = of.files[edit.path].text
        of = of.with_file(edit.path, text[: edit.span.start] + edit.text + text[edit.span.end :])
    return of


def only(of: Project) -> Diagnostic:
    (found,) = [one for one in check(of) if one.code in CODES]
    return found


REPAIRS = {
    "the same again": (
        {"app.osy": APP, "model/a.osy": "class A { public int X; }\n", "model/b.osy": "class A { public int X; }\n"},
        "Remove the second `A`",
        {"model/b.osy": ""},
    ),
    "in one file": (
        {"a.osy": "class A { }\n\nclass A { }\n"},
        "Remove the second `A`",
        {"a.osy": "class A { }\n\n"},
    ),
    "an enum member": ({"a.osy": "enum A { X, Y, X }\n"}, "Remove the second `X`", {"a.osy": "enum A { X, Y }\n"}),
    "a field": (
        {"a.osy": "class A {\n  public int X;\n  public int X;\n}\n"},
        "Remove the second `X`",
        {"a.osy": "class A {\n  public int X;\n}\n"},
    ),
    "an entity becomes a part": (
        {"app.osy": APP, "model/a.osy": "entity A { int X; }\n", "model/b.osy": "/// More.\nentity A { int Y; }\n"},
        "Make it a part of the first `A`",
        {"model/b.osy": "/// More.\npartial entity A { int Y; }\n"},
    ),
    "a circle": (
        {"a.osy": "entity A : B { }\nentity B : A { }\n"},
        "Leave the base `B` out",
        {"a.osy": "entity A { }\nentity B : A { }\n"},
    ),
    "a circle, one of several bases": (
        {"a.osy": "interface IX { }\nclass A : A, IX { }\n"},
        "Leave the base `A` out",
        {"a.osy": "interface IX { }\nclass A : IX { }\n"},
    ),
    "a circle, the last of several bases": (
        {"a.osy": "interface IX { }\nclass A : IX, A { }\n"},
        "Leave the base `A` out",
        {"a.osy": "interface IX { }\nclass A : IX { }\n"},
    ),
}


@pytest.mark.parametrize("name", REPAIRS)
def test_a_repair_takes_the_finding_away_and_nothing_else(name: str, tmp_path: Path) -> None:
    files, title, expected = REPAIRS[name]
    made = project(tmp_path, files)
    found = only(made)
    fix = next(fix for fix in found.fixes if fix.title == title)
    after = repaired(made, fix)
    assert {file: after.files[str(tmp_path / file)].text for file in expected} == expected
    before = [one for one in check(made) if one is not found and one != found]
    assert [(one.code, one.message) for one in check(after)] == [(one.code, one.message) for one in before]


@pytest.mark.parametrize(
    "files",
    [
        {"a.osy": "class A { }\nclass A { public int X; }\n"},
        {"a.osy": "void F(int a, int a) { }\n"},
        {"app.osy": APP, "model/a.osy": "entity A { int X; }\n", "model/b.osy": "entity A { string X; }\n"},
    ],
)
def test_nothing_is_offered_where_both_may_be_meant(files: dict[str, str], tmp_path: Path) -> None:
    assert only(project(tmp_path, files)).fixes == ()
