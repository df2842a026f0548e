"""The repair of a member that is missing: it is declared, of the type that its use asks for, and nothing is found."""

import pytest

from osy_testing.fixes import findings, offered, repaired

CODE = "name-unknown-member"
BOX = "class Box {\n  public int Size;\n}\n"
DOOR = "entity Door {\n  string Name;\n}\n"


@pytest.mark.parametrize(
    ("declared", "use", "line"),
    [
        (BOX, "void F(Box b) { b.Label = $\"{1}\"; }", "public string Label;"),
        (BOX, "void F(Box b) { b.Weight = 2.5m; }", "public decimal Weight;"),
        (BOX, "void F(Box b) { int n = b.Count; }", "public int Count;"),
        (BOX, "void F(Box b) { if (b.IsFull) { return; } }", "public bool IsFull;"),
        (BOX, "bool F(Box b) => !b.IsFull && b.Size > 1;", "public bool IsFull;"),
        (BOX, "bool F(Box b) => b.Depth > b.Size;", "public int Depth;"),
        (BOX, "Box F() { return new Box { Inner = new Box() }; }", "public Box Inner;"),
        (BOX, "void F(Box b) { var x = b.Anything; }", "public string Anything;"),
        (BOX, "void F(Box b) { b.Fill(3, b.Size); }", "public void Fill(int value1, int value2) { }"),
        (
            BOX,
            "bool F(Box b, string words) { return b.Size > 1 && b.Says(words); }",
            'public bool Says(string words) { throw new Exception("not written yet"); }',
        ),
        (DOOR, "void F(Door d) { d.Height = 2m; }", "decimal Height;"),
        (DOOR, "bool F() => Door.Where(d => d.IsOpen && true).Any();", "bool IsOpen;"),
        ("class Empty { }\n", "void F(Empty e) { e.First = 1; }", "public int First;"),
        ("class Row { public int A; public int B; }\n", "void F(Row r) { r.C = 1; }", "public int C;"),
    ],
)  # fmt: skip
def test_it_is_declared(declared: str, use: str, line: str) -> None:
    files = {"model.osy": declared, "use.osy": use}
    [fix] = [fix for title, fix in offered(files, CODE).items() if title.startswith("Add ")]
    after = repaired(files, fix)
    assert line in after["model.osy"]
    assert after["use.osy"] == use
    assert [found for found in findings(after) if found.code in (CODE, "syntax-error")] == []


def test_what_is_asked_of_the_type_gets_no_member() -> None:
    files = {"model.osy": BOX, "use.osy": "int F() => Box.Size2;"}
    assert [title for title in offered(files, CODE) if title.startswith("Add ")] == []


def test_it_stands_as_the_others_do() -> None:
    files = {"a.osy": f"{BOX}void F(Box b) {{ b.Label = 1; }}\n"}
    [fix] = [fix for title, fix in offered(files, CODE).items() if title.startswith("Add ")]
    assert repaired(files, fix)["a.osy"].startswith("class Box {\n  public int Size;\n  public int Label;\n}\n")
