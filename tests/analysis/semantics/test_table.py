"""What a name means from where it stands: one table of a small project, asked by name."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from osy_analysis.disk import load
from osy_analysis.project import Project
from osy_analysis.semantics.build import table_of
from osy_analysis.semantics.declare import parameters_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import OUT_OF_VIEW, Table
from osy_analysis.symbols import SymbolKind

MakeTable = Callable[..., Table]


@pytest.fixture
def table(tmp_path: Path) -> MakeTable:
    """Makes the table of files: `a_b` is `a/b.osy`, and `a_b__test` is `a/b.test.osy`."""

    def make(**files: str) -> Table:
        for name, text in files.items():
            path = tmp_path / path_of(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        projects = load([str(tmp_path)]).projects
        return table_of(next(one for one in projects if one.root == str(tmp_path)))[0]

    return make


def path_of(name: str) -> str:
    plain = name.removesuffix("__test")
    return f"{plain.replace('_', '/')}{'.osy' if plain == name else '.test.osy'}"


def shown(table: Table, definitions: tuple[Definition, ...]) -> list[str]:
    """Kind, full name and file of each."""
    root = os.path.commonpath([str(Path(path).parent) for path in table.files])
    return [
        f"{one.kind.value} {one.qualified} {os.path.relpath(table.path_of(one), root).removesuffix('.osy')}"
        for one in definitions
    ]


def at(table: Table, path: str) -> str:
    """The file's whole path."""
    return next(each for each in table.files if each.endswith(f"/{path}.osy"))


def look(table: Table, path: str, name: str) -> list[str]:
    return shown(table, table.lookup(at(table, path), name, set()))


# ── Groups ───────────────────────────────────────────────────────────────────────────────────────────────────────────

LONE = {
    "own": "namespace N;\nusing M;\nclass Local { }",
    "same": "namespace N;\nclass Box { }\nvoid Send() { }",
    "used": "namespace M;\nclass Box { }\nclass Bag { }\nvoid Send(int n) { }",
    "far": "namespace Z;\nclass Box { }\nclass Bag { }\nclass Case { }",
    "none": "class Tray { }\nclass Box { }",
}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Local", ["class N.Local own"]),
        ("Box", ["class N.Box same"]),
        ("Bag", ["class M.Bag used"]),
        ("Case", ["class Z.Case far"]),
        ("Tray", ["class Tray none"]),
        ("Send", ["function N.Send same"]),
        ("Crate", []),
    ],
)
def test_nearest_group_r88(table: MakeTable, name: str, found: list[str]) -> None:
    assert look(table(**LONE), "own", name) == found


def test_namespaces_around_are_as_near_as_usings_r92(table: MakeTable) -> None:
    made = table(
        inner="namespace A.B;\nusing U;\nvoid F() { }",
        outer="namespace A;\nclass Outer { }\nclass Both { }",
        used="namespace U;\nclass Both { }",
        far="namespace F;\nclass Outer { }",
    )
    assert look(made, "inner", "Outer") == ["class A.Outer outer"]
    assert look(made, "inner", "Both") == ["class A.Both outer", "class U.Both used"]


def test_functions_and_types_of_one_name_are_both_given(table: MakeTable) -> None:
    made = table(own="void Text() { }", other="namespace M;\nclass Text { }", using="using M;\nvoid G() { }")
    assert look(made, "own", "Text") == ["function Text own", "class M.Text other"]
    assert look(made, "using", "Text") == ["class M.Text other", "function Text own"]


def test_overloads_of_several_files_are_all_given(table: MakeTable) -> None:
    made = table(one="void F(int a) { }", two="void F(string a) { }\nvoid G() { }")
    assert look(made, "two", "F") == ["function F two", "function F one"]


def test_own_file_comes_before_an_equal_declaration_beside_it_r76(table: MakeTable) -> None:
    made = table(one="void Yard() { }\nvoid F(int a) { }", two="void Yard() { }\nvoid F(string a) { }")
    assert look(made, "two", "Yard") == ["function Yard two"]
    assert look(made, "two", "F") == ["function F two", "function F one"]


def test_generic_types_of_one_name_live_side_by_side(table: MakeTable) -> None:
    made = table(one="class Page { }\nclass Page<T> { }")
    assert look(made, "one", "Page") == ["class Page one", "class Page one"]


# ── Tests and kits ───────────────────────────────────────────────────────────────────────────────────────────────────

APP = 'app Shop { model "model/**/*.osy"; tests "tests/**/*.test.osy"; }'


def test_what_tests_declare_is_seen_from_tests_only_r88(table: MakeTable) -> None:
    made = table(
        app=APP,
        model_send="void Send() { }\nvoid Call() { Helper(); }",
        tests_fake__test="void Send() { }\nvoid Helper() { }",
        tests_use__test="[Test] void t() { Send(); }",
    )
    assert look(made, "model/send", "Helper") == []
    assert look(made, "model/send", "Send") == ["function Send model/send"]
    assert look(made, "tests/use.test", "Helper") == ["function Helper tests/fake.test"]
    assert look(made, "tests/use.test", "Send") == ["function Send tests/fake.test"]


def test_equal_principals_are_one(table: MakeTable) -> None:
    made = table(
        app=APP,
        tests_a__test="principal Ada => User.Single();",
        tests_b__test="principal Ada => User.Single();",
        tests_c__test="[Test] void t() { }",
    )
    assert look(made, "tests/c.test", "Ada") == ["principal Ada tests/a.test"]


KIT = {
    "app": "app Shop { use Acme.Kit@1; }",
    "model": "using Acme.Kit;\nentity Party : Acme.Kit.Party { string Own; }\nclass Other { }",
    "kit_package": 'package Acme.Kit { model "model/**/*.osy"; }',
    "kit_model_party": "namespace Acme.Kit;\nentity Party { string Name; Party? Host; }\n"
    "entity Place { }\nclass Other { }",
}


def test_the_own_name_comes_before_a_kits_and_is_not_its_own_base(table: MakeTable) -> None:
    made = table(**KIT)
    (party,) = made.lookup(at(made, "model"), "Party", set())
    assert shown(made, made.bases(party, set())) == ["entity Acme.Kit.Party kit/model/party"]
    assert shown(made, made.members(party, "Name", set())) == ["field Acme.Kit.Party.Name kit/model/party"]
    assert not made.unknown_bases(party, set())
    assert look(made, "kit/model/party", "Party") == ["entity Acme.Kit.Party kit/model/party"]


def test_a_base_of_the_types_own_short_name_is_the_other_one(table: MakeTable) -> None:
    made = table(**{**KIT, "model": "using Acme.Kit;\nentity Party : Party { }"})
    (party,) = made.lookup(at(made, "model"), "Party", set())
    assert shown(made, made.bases(party, set())) == ["entity Acme.Kit.Party kit/model/party"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Acme.Kit.Place", ["entity Acme.Kit.Place kit/model/party"]),
        ("Place", ["entity Acme.Kit.Place kit/model/party"]),
        ("Acme.Place", []),
        ("Acme.Kit.Nobody", []),
    ],
)
def test_types_by_short_and_by_qualified_name(table: MakeTable, name: str, found: list[str]) -> None:
    made = table(**KIT)
    assert shown(made, made.resolve_type(at(made, "model"), name, set())) == found


@pytest.mark.parametrize(("name", "is_one"), [("Acme", True), ("Acme.Kit", True), ("Kit", False), ("Acme.K", False)])
def test_namespaces(table: MakeTable, name: str, is_one: bool) -> None:
    made = table(**KIT)
    assert made.is_namespace(at(made, "model"), name, set()) is is_one


# ── Partial entities ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_parts_of_an_entity_are_one_the_main_one_first(table: MakeTable) -> None:
    made = table(
        a="partial entity Order { int Grams; }",
        b="entity Order { string Name; }\npartial entity Order { int Count; }",
    )
    assert look(made, "a", "Order") == ["entity Order b", "entity Order a", "entity Order b"]
    order = made.lookup(at(made, "a"), "Order", set())[1]
    assert [member.name for member in made.all_members(order, set())] == ["Name", "Grams", "Count"]


def test_a_qualified_part_adds_to_what_it_names(table: MakeTable) -> None:
    made = table(**{**KIT, "more": "partial entity Acme.Kit.Party { int Age; }"})
    own, kits = (made.lookup(at(made, path), "Party", set()) for path in ("model", "kit/model/party"))
    assert [len(own), len(kits)] == [1, 2]
    assert [member.name for member in made.all_members(own[0], set())] == ["Own", "Name", "Host", "Age"]


def test_a_part_whose_main_declaration_is_out_of_view_is_not_all_known(table: MakeTable) -> None:
    made = table(a="partial entity Order { int Grams; }\nentity Own { }")
    (order,) = made.lookup(at(made, "a"), "Order", set())
    assert made.unknown_bases(order, set())
    assert not made.unknown_bases(made.lookup(at(made, "a"), "Own", set())[0], set())


# ── Bases ────────────────────────────────────────────────────────────────────────────────────────────────────────────

ANIMALS = {
    "a": "interface IFed { bool Eats(); }\nclass Animal : IFed { public int Age; public bool Eats() => true; }",
    "b": "class Dog : Animal { public bool Barks; public bool Eats() => false; }\nclass Error : Exception { }\n"
    "class Lost : Nowhere { }\nclass Late : Lost { }\nclass Puppy : Dog { }",
}


def test_members_are_the_nearest_first(table: MakeTable) -> None:
    made = table(**ANIMALS)
    (puppy,) = made.lookup(at(made, "b"), "Puppy", set())
    found = [one.qualified for one in made.members(puppy, "Eats", set())]
    assert found == ["Dog.Eats", "Animal.Eats", "IFed.Eats"]


@pytest.mark.parametrize(("name", "unknown"), [("Puppy", False), ("Error", False), ("Lost", True), ("Late", True)])
def test_bases_out_of_view(table: MakeTable, name: str, unknown: bool) -> None:
    made = table(**ANIMALS)
    (one,) = made.lookup(at(made, "b"), name, set())
    assert made.unknown_bases(one, set()) is unknown


def test_the_platforms_bases_are_told_apart(table: MakeTable) -> None:
    made = table(**ANIMALS)
    (error,) = made.lookup(at(made, "b"), "Error", set())
    assert made.bases(error, set()) == ()
    assert [row.name for row in made.builtin_bases(error, set())] == ["Exception"]


def test_subtypes_at_any_depth(table: MakeTable) -> None:
    made = table(**ANIMALS)
    (fed,) = made.lookup(at(made, "a"), "IFed", set())
    assert [one.name for one in made.subtypes(fed)] == ["Animal", "Dog", "Puppy"]


def test_a_circle_of_bases_ends(table: MakeTable) -> None:
    made = table(a="class A : B { int X; }\nclass B : A { int Y; }")
    (a,) = made.lookup(at(made, "a"), "A", set())
    assert [one.name for one in made.all_members(a, set())] == ["X", "Y"]
    assert [one.name for one in made.subtypes(a)] == ["B", "A"]


def test_a_declaration_with_a_fault_is_not_all_known(table: MakeTable) -> None:
    made = table(a="class A { int X; int = ; }\nclass B : A { }")
    assert made.unknown_bases(made.lookup(at(made, "a"), "B", set())[0], set())


# ── What is missing ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("manifest", "text", "missing"),
    [
        ("app A { }", "class C { }", set()),
        ("app A { use Osysharp.Http; }", "using Osysharp.Http;\nclass C { }", set()),
        ("app A { use Osysharp.Http; }", "using Acme.Gone;\nclass C { }", {"Acme.Gone"}),
        ("app A { use Acme.Gone@1; }", "class C { }", {"Acme.Gone"}),
        ("app A { use Osysharp.Ui; }", "class C { }", {"Osysharp.Ui"}),
        ("app A { }", "namespace Own;\nusing Own;\nclass C { }", set()),
    ],
)
def test_kits_and_namespaces_out_of_view(table: MakeTable, manifest: str, text: str, missing: set[str]) -> None:
    made = table(app=manifest, one=text)
    assert made.missing(at(made, "one")) == missing


def test_what_only_tests_use_is_missing_to_tests_only(table: MakeTable) -> None:
    made = table(
        app='app A { tests use Acme.Gone@1; tests "**/*.test.osy"; }', one="class C { }", two__test="class D { }"
    )
    assert made.missing(at(made, "one")) == frozenset()


def test_a_project_that_is_not_whole_misses_something() -> None:
    made = table_of(Project(root="/app").with_file("/app/a.osy", "class C { }"))[0]
    assert made.missing(at(made, "a")) == {OUT_OF_VIEW}


def test_names_in_view(table: MakeTable) -> None:
    made = table(
        app=APP, model_a="class B { }\nenum A { X }\nvoid C() { }", tests_t__test="class D { }\n[Test] void t() { }"
    )
    assert made.in_view(at(made, "model/a")) == ("A", "B", "C")
    assert made.in_view(at(made, "tests/t.test")) == ("A", "B", "C", "D", "t")


# ── What is declared ─────────────────────────────────────────────────────────────────────────────────────────────────

DECLARED = """\
workflow Flow {
  Tracks = Order.Stage;
  Initial = Open;
  event Pass(int grade);
  state Open {
    subscribe Pass(int grade) as Check {
      Finished { Within = TimeSpan.FromDays(1); Remind Chase(After = TimeSpan.FromHours(1)) { } }
      Requires { Filled { Must = true; Message = "no"; } }
    }
    subscribe Pass(int grade);
  }
  terminal success Done { }
}
"""


def test_a_workflow_defines_what_is_in_it_at_any_depth(table: MakeTable) -> None:
    made = table(a=DECLARED)
    (flow,) = made.lookup(at(made, "a"), "Flow", set())
    assert [f"{one.kind.value} {one.name}" for one in flow.members] == [
        "event Pass",
        "state Open",
        "slot Check",
        "reminder Chase",
        "requirement Filled",
        "slot Pass",
        "terminal Done",
    ]
    assert all(one.owner is flow for one in flow.members)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "class C { public int A; public int B { get; } C(int x) { } void D() { } }",
            "field field constructor function",
        ),
        ("enum E { A, B }", "enum member enum member"),
        ('client P { BaseUrl = ""; [Get("/a")] string A(int id); }', "operation"),
        (
            "component C(int p) { int a; live var b = 1; action D() { } void E() { } render { } }",
            "parameter field field action function",
        ),
        ("void F(int a, string b) { int c = 1; }", ""),
    ],
)
def test_members_of_declarations(table: MakeTable, text: str, kinds: str) -> None:
    made = table(a=text)
    (one,) = made.files[at(made, "a")].definitions
    assert " ".join(member.kind.value for member in one.members) == kinds


def test_parameters_of_functions_are_made_once(table: MakeTable) -> None:
    made = table(a="void F(int a, string b) { }")
    (function,) = made.lookup(at(made, "a"), "F", set())
    parameters = parameters_of(function)
    assert [one.name for one in parameters] == ["a", "b"]
    assert all(one.kind is SymbolKind.PARAMETER and one.owner is function for one in parameters)
    assert parameters_of(function) == parameters


def test_every_question_notes_the_names_it_rests_on(table: MakeTable) -> None:
    made = table(**ANIMALS)
    used: set[str] = set()
    (puppy,) = made.lookup(at(made, "b"), "Puppy", used)
    made.members(puppy, "Age", used)
    assert used == {"Puppy", "Dog", "Animal", "IFed"}
    made.lookup(at(made, "b"), "Nobody", used)
    assert "Nobody" in used
