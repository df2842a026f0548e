"""Quick fixes of names, arguments, tests and what is never used: applied, nothing is found any more."""

import pytest

from osy_analysis import doubles
from osy_analysis.diagnostic import Fix
from osy_grammar.nodes.base import Node
from osy_grammar.walk import children
from osy_testing.fixes import findings, offered, repaired

FLOW = (
    "enum Stage { Open, Done }\nentity Row { Stage Stage; }\nworkflow Flow {\n  Tracks = Row.Stage;\n"
    "  Initial = Open;\n  event Go();\n  state Open { on Go { goto Done; } }\n  terminal success Done { }\n}\n"
)

CASES = {
    "a local": (
        "name-unknown",
        "Change to `total`",
        "int F(int total) { return totl; }\n",
        "int F(int total) { return total; }\n",
    ),
    "a function": (
        "name-unknown",
        "Change to `Half`",
        "int Half(int a) { return a; }\nint F() { return Hlaf(2); }\n",
        "int Half(int a) { return a; }\nint F() { return Half(2); }\n",
    ),
    "a type": (
        "name-unknown-type",
        "Change to `Size`",
        "enum Size { Small }\nclass Box { public Siez? Size; }\n",
        "enum Size { Small }\nclass Box { public Size? Size; }\n",
    ),
    "a near member": (
        "name-unknown-member",
        "Change to `Grams`",
        "class Box { public int Grams; }\nint F(Box box) { return box.Gramms; }\n",
        "class Box { public int Grams; }\nint F(Box box) { return box.Grams; }\n",
    ),
    "a new member of an enum": (
        "name-unknown-member",
        "Add `Huge` to `Size`",
        "enum Size { Small, Large }\nbool F(Size size) { return size == Size.Huge; }\n",
        "enum Size { Small, Large, Huge }\nbool F(Size size) { return size == Size.Huge; }\n",
    ),
    "a new member on a line of its own": (
        "name-unknown-member",
        "Add `Huge` to `Size`",
        "enum Size {\n  Small,\n  Large,\n}\nbool F(Size size) { return size == Size.Huge; }\n",
        "enum Size {\n  Small,\n  Large,\n  Huge,\n}\nbool F(Size size) { return size == Size.Huge; }\n",
    ),
    "a new event": (
        "name-unknown-member",
        "Add event `Halt` to `Flow`",
        FLOW + "void F(Row row) { Flow.RaiseHalt(row); }\n",
        FLOW.replace("event Go();\n", "event Go();\n  event Halt();\n") + "void F(Row row) { Flow.RaiseHalt(row); }\n",
    ),
    "a named argument": (
        "type-argument-count",
        "Change to `mark`",
        'string F(string mark = "") { return mark; }\nstring G() { return F(marc: "a"); }\n',
        'string F(string mark = "") { return mark; }\nstring G() { return F(mark: "a"); }\n',
    ),
    "a fixture": (
        "test-unknown-fixture",
        "Change to `Yard`",
        '[TestFixture]\nvoid Yard() { Log.Information("a"); }\n[Test(Yadr)]\nvoid t() { Assert.True(true); }\n',
        '[TestFixture]\nvoid Yard() { Log.Information("a"); }\n[Test(Yard)]\nvoid t() { Assert.True(true); }\n',
    ),
    "a function made a fixture": (
        "test-unknown-fixture",
        "Mark `Yard` as a fixture",
        'void Yard() { Log.Information("a"); }\n[Test(Yard)]\nvoid t() { Assert.True(true); }\n',
        '[TestFixture]\nvoid Yard() { Log.Information("a"); }\n[Test(Yard)]\nvoid t() { Assert.True(true); }\n',
    ),
    "a test's parameters": (
        "test-signature",
        "Remove the parameters",
        "[Test]\nvoid t(int count) { Assert.True(true); }\n",
        "[Test]\nvoid t() { Assert.True(true); }\n",
    ),
    "a test's result": (
        "test-signature",
        "Change to `void`",
        "[Test]\nint t() { Assert.True(true); }\n",
        "[Test]\nvoid t() { Assert.True(true); }\n",
    ),
    "an unused local": (
        "name-unused",
        "Remove `rest`",
        "int F(int a) {\n  var rest = a + 1;\n  return a;\n}\n",
        "int F(int a) {\n  return a;\n}\n",
    ),
    "an unused private function": (
        "name-unused",
        "Remove `Tare`",
        "class Scale {\n  int Read() { return 3; }\n  private int Tare() { return 1; }\n}\n",
        "class Scale {\n  int Read() { return 3; }\n}\n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_fix(case: str) -> None:
    code, title, before, after = CASES[case]
    files = {"/app/a.osy": before}
    mended = repaired(files, offered(files, code)[title])
    assert mended == {"/app/a.osy": after}
    left = {found.code for found in findings(mended)}
    assert code not in left
    assert left <= {found.code for found in findings(files)} | {"workflow-event-never-awaited"}


def test_an_unused_using_is_removed() -> None:
    files = {
        "/app/a.osy": "namespace Ships;\nclass Ship { public int Masts; }\n",
        "/app/b.osy": "using Ships;\nint F() { return 1; }\n",
    }
    mended = repaired(files, offered(files, "name-unused")["Remove `Ships`"])
    assert mended["/app/b.osy"] == "int F() { return 1; }\n"
    assert list(findings(mended)) == []


def test_many_doubles_are_looked_up_in_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Node] = []
    monkeypatch.setattr(doubles, "children", lambda node: asked_of(node, asked))
    files = {"colours.osy": f"enum Colour {{ {', '.join(['Red'] * 200)} }}\n"}
    assert len(offered_all(files, "name-duplicate")) == 199
    assert len(asked) < 2 * 200 + 10


def asked_of(node: Node, asked: list[Node]) -> list[Node]:
    asked.append(node)
    return children(node)


def offered_all(files: dict[str, str], code: str) -> list[Fix]:
    return [fix for found in findings(files) if found.code == code for fix in found.fixes]
