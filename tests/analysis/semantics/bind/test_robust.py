"""Whatever was typed, and however deep or long it is, binding ends and finds what it can."""

from itertools import pairwise
from pathlib import Path

import pytest

from osy_analysis.project import Project
from osy_analysis.semantics.bind import bind, in_scope
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.build import table_of
from osy_analysis.semantics.types import show
from osy_grammar.nodes.expressions import Call, Name
from osy_grammar.walk import walk
from osy_testing.thorough import some

PATH = "/app/main.osy"
DEEP = 10_000
PROGRAM = (Path(__file__).parent / "programs" / "workshop.osy").read_text(encoding="utf-8")

SHAPES = {
    "members": "var v = a" + ".Next" * DEEP + ";",
    "conditional members": "var v = a" + "?.Next" * DEEP + ";",
    "calls": "var v = a" + ".Go()" * DEEP + ";",
    "indices": "var v = list" + "[0]" * DEEP + ";",
    "marks": "var v = a" + "!" * DEEP + ";",
    "sums": "var v = 1" + " + 1" * DEEP + ";",
    "tests": "var v = true" + " && true" * DEEP + ";",
    "coalescing": "var v = t" + " ?? t" * DEEP + ";",
    "choices": "var v = " + "b ? 1 : " * DEEP + "2;",
    "choices before the colon": "var v = " + "b ? " * 500 + "1" + " : 2" * 500 + ";",
    "parentheses": "var v = " + "(" * 2000 + "1" + ")" * 2000 + ";",
    "not": "var v = " + "!" * 2000 + "b;",
    "collections": "var v = " + "[" * 2000 + "]" * 2000 + ";",
    "lambdas": "Func<int, int> v = " + "x => " * 2000 + "1;",
    "arguments": "var v = " + "F(" * 2000 + "1" + ")" * 2000 + ";",
    "creations": "var v = " + "new { a = " * 2000 + "1" + " }" * 2000 + ";",
    "blocks": "{ " * 2000 + "var v = 1;" + " }" * 2000,
    "ifs": "if (b) " * 2000 + "{ }",
    "else ifs": "if (b) { }" + " else if (b) { }" * DEEP,
    "loops": "foreach (var x in list) " * 2000 + "{ }",
    "type arguments": "List<" * 2000 + "int" + ">" * 2000 + " v = [];",
    "tails": "int" + "[]" * 2000 + " v = [];",
    "growing types": "var v0 = [1]; " + "".join(f"var v{i} = [v{i - 1}]; " for i in range(1, 500)),
    "growing objects": "var v0 = new { a = 1 }; "
    + "".join(f"var v{i} = new {{ a = v{i - 1}, b = v{i - 1} }}; " for i in range(1, 200)),
    "or patterns": "var v = 1 is " + "2 or " * DEEP + "1;",
    "negated patterns": "var v = 1 is " + "not " * 2000 + "1;",
    "tuples": "var v = " + "(1, " * 2000 + "2" + ")" * 2000 + ";",
    "targets": "var " + "(a, " * 2000 + "b" + ")" * 2000 + " = v;",
    "copies": "var v = a" + " with { }" * DEEP + ";",
    "switches": "var v = " + "1 switch { _ => " * 500 + "1" + " }" * 500 + ";",
    "locals": "".join(f"var v{i} = {i}; " for i in range(DEEP)),
    "lambdas beside each other": "".join("list.Where(x => x.Next == a); " for _ in range(1000)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_depth_and_length_have_no_limit(shape: str) -> None:
    head = "class A { public A Next; public A Go() => this; } int F(int x) => x;\n"
    text = f"{head}void Use(A a, bool b, string? t, List<A> list) {{ {SHAPES[shape]} }}"
    bounds = bound(text)
    assert bounds[-1].depends_on >= {"A"}


def test_a_long_chain_is_known_to_its_end() -> None:
    text = "class A { public A Next; public int N; } int Use(A a) => a" + ".Next" * DEEP + ".N;"
    found = bound(text)[-1]
    assert [show(type_) for type_ in found.types.values()].count("int") == 1


def test_principals_that_ask_for_each_other_are_of_no_type() -> None:
    text = "entity P { string N; }\nprincipal A => B;\nprincipal B => A;\nvoid F() { A.N.Trim(); B.N.Trim(); }"
    assert not [problem for found in bound(text) for problem in found.problems]


def test_a_long_row_of_principals_ends() -> None:
    names = [f"P{i}" for i in range(2000)]
    text = "\n".join(f"principal {one} => {other};" for one, other in pairwise(names))
    assert len(bound(text)) == len(names) - 1


def test_an_entity_that_is_its_own_base_has_its_members() -> None:
    found = bound("entity A : B { int N; }\nentity B : A { int M; }\nvoid F(A a) { var n = a.M; var x = a.Nope; }")
    assert "int" in [show(type_) for type_ in found[-1].types.values()]


BROKEN = {
    "no member": "void F(A a) { a. }",
    "no member in a call": "void F(A a) { a.(3); }",
    "no name": "void F(A a) { var = a; }",
    "no type": "void F( a) { a.Go(); }",
    "no value": "void F(A a) { var v = ; v.Go(); }",
    "no operand": "void F(A a) { var v = a.N + ; }",
    "no argument": "void F(A a) { a.Take(, 3); }",
    "no name of an argument": "void F(A a) { a.Take(: 3); }",
    "no brace": "void F(A a) { foreach (var x in a.All { x.Go(); }",
    "no state": "workflow W { Tracks = A.; Initial = ; state S { enter { goto ; } on { } subscribe () as ; } }",
    "no field": "entity E { string ; [Unique(] int N; security { allow when ; } invariant ; }",
    "no body": "component C(A a { render { Text( } }",
    "no lambda": "void F(A a) { a.All.Where(x => ); a.All.Where(=> 3); }",
    "no initialiser": "void F(A a) { new A { = 3, N = , }; new { a }; new (3); }",
    "half a test": "bool F(A a) { return a is ; }",
    "half a cast": "int F(A a) => (A)",
    "half a policy": "policy P => user.",
    "half a setting": "app.X = new",
    "half a principal": "principal P =>",
    "half a query": "void F() { A.Where(a => a.N == 3).",
    "half a text": 'void F(A a) { var t = $"{a.N} {a.} {"; }',
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_broken_has_no_problems(case: str) -> None:
    head = "class A { public int N; public List<A> All = []; public A Go() => this; public void Take(int n) { } }"
    assert not [problem for found in bound(f"{head}\n{BROKEN[case]}")[1:] for problem in found.problems]


def test_every_beginning_of_a_program_is_bound() -> None:
    text = PROGRAM.strip()
    for end in some(range(len(text)), 10):
        for found in bound(text[:end]):
            assert found.depends_on is not None


def test_every_gap_in_a_program_is_bound() -> None:
    text = PROGRAM.strip()
    for start in some(range(len(text)), 15):
        for found in bound(text[:start] + text[start + 9 :]):
            assert found.depends_on is not None


def test_what_is_in_view_at_an_offset() -> None:
    text = """void F(List<string> names, int count) {
  var before = 1;
  foreach (var name in names) { var inner = name; names.Where(n => n == /*1*/ name); /*2*/ }
  if (count > 1) { var other = 2; }
  /*3*/ var after = before;
}"""
    assert views(text) == {
        1: "before: int, count: int, inner: string, n: string, name: string, names: List<string>",
        2: "before: int, count: int, inner: string, name: string, names: List<string>",
        3: "before: int, count: int, names: List<string>",
    }


def test_what_is_in_view_in_a_workflow() -> None:
    text = """entity Job { S State; } enum S { Open }
workflow Flow { Tracks = Job.State; Initial = Open; event Go(string why); state Open {
  subscribe Go() as Desk { Assigned { Within = TimeSpan.Zero; Unassigned(Slot lonely) { /*1*/ } } }
  on Desk(string why) { var item = this.Item; /*2*/ }
} }"""
    found = views(text)
    assert found[1] == "actor: Principal?, lonely: Slot, slot: Slot"
    assert found[2] == "actor: Principal?, item: Job, why: string"


def test_what_is_in_view_in_markup() -> None:
    text = """component C(List<int> rows) { string title = ""; action Go(int n) { /*1*/ }
  render { foreach (var r in rows) { var t = r + 1; /*2*/ Text(t); } /*3*/ Text(title); } }"""
    found = views(text)
    assert found[1] == "Go: Go, n: int, rows: List<int>, title: string"
    assert found[2] == "Go: Go, r: int, rows: List<int>, t: int, title: string"
    assert found[3] == "Go: Go, rows: List<int>, title: string"


def test_names_that_were_looked_up_are_told_whether_found_or_not() -> None:
    found = bound("Thing F(Other o) => Helper(o).Part.Nope;\nThing Helper(Other o) => Third();")
    assert {"Thing", "Other", "Helper"} <= found[0].depends_on


def test_a_call_is_known_by_each_function_that_it_may_run() -> None:
    text = "void F(A a) { }\nvoid F(B b) { }\nclass A { }\nclass B { }\nvoid Use() { F(unknown); }"
    found = bound(text)[-1]
    assert [len(functions) for functions in found.calls.values()] == [2]


def test_binding_twice_finds_the_same() -> None:
    first, second = bound(PROGRAM), bound(PROGRAM)
    assert [[show(t) for t in b.types.values()] for b in first] == [[show(t) for t in b.types.values()] for b in second]


def bound(text: str) -> list[Bound]:
    project = Project(root="/app", is_whole=True).with_file(PATH, text)
    table, _ = table_of(project)
    return [bind(item.chunk, PATH, table) for item in project.files[PATH].items]


def views(text: str) -> dict[int, str]:
    """What is in view at each `/*n*/`, by name."""
    project = Project(root="/app", is_whole=True).with_file(PATH, text)
    table, _ = table_of(project)
    found: dict[int, str] = {}
    for number in range(1, 10):
        offset = text.find(f"/*{number}*/")
        item = project.files[PATH].item_at(offset)
        if offset < 0 or item is None:
            continue
        names = in_scope(item.chunk, PATH, table, offset - item.start)
        found[number] = ", ".join(f"{name}: {show(type_)}" for name, (_, type_) in sorted(names.items()))
    return found


def test_each_call_of_the_program_has_a_target_or_is_unknown() -> None:
    project = Project(root="/app", is_whole=True).with_file(PATH, PROGRAM)
    table, _ = table_of(project)
    for item in project.files[PATH].items:
        found = bind(item.chunk, PATH, table)
        for node in walk(item.node):
            if isinstance(node, Call) and isinstance(node.target, Name) and node in found.calls:
                assert node.target in found.targets
