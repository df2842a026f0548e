"""Members read of what may be null: what is declared so, and which tests count."""

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project
from osy_testing.fixes import applied

CODE = "type-nullable-read"
BASE = """
class Berth { public string Name; public int Length; public bool IsFree; public Berth? Next; public DateTime? Since;
  void Free() { } bool Fits(int n) { return true; } }
class Boat { public string Name; public Berth? Berth; public Berth Home; public Boat? Tender; }
entity Trip { string Title; Trip? Before; Trip Sure; int N; }
Berth? Find(string name) { return null; }
Berth Sure() { return new Berth(); }
bool IsGood(Berth? berth) { return berth != null; }
void Use(Berth? berth) { }
void Each(Action step) { }
"""


def project(body: str, head: str = "void Code(Berth? b, Boat boat, Boat? none, int n, bool ok)") -> Project:
    text = f"{head} {{\n{body}\n}}\n"
    return Project(root="/app", is_whole=True).with_file("/app/base.osy", BASE).with_file("/app/code.osy", text)


def told(body: str) -> list[Diagnostic]:
    found = check(project(body))
    assert [one for one in found if one.level.value == "error"] == []
    return [one for one in found if one.code == CODE]


def read(body: str) -> list[str]:
    """What is read that may be null, as written."""
    text = project(body).files["/app/code.osy"].text
    return [one.span.text(text) for one in told(body)]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("var x = b.Name;", ["b"]),
        ("if ((b == null) == true) { b.Free(); }", ["b"]),
        ("b.Free();", ["b"]),
        ("var x = b.ToString();", ["b"]),
        ("var x = boat.Berth.Name;", ["boat.Berth"]),
        ('var x = Find("a").Name;', ['Find("a")']),
        ('var f = Find("a"); var x = f.Name;', ["f"]),
        ('Berth? f = Find("a"); var x = f.Name;', ["f"]),
        ("var f = boat.Berth; var x = f.Length;", ["f"]),
        ("var x = none.Berth;", ["none"]),
        ("var x = none!.Berth.Name;", ["none!.Berth"]),
        ("var x = boat.Berth!.Next.Name;", ["boat.Berth!.Next"]),
        ("var x = b.Name; var y = b.Length;", ["b"]),
        ("var x = (b).Name;", ["(b)"]),
        ('b.Name = "x";', ["b"]),
        ("var x = boat.Berth?.Next.Name;", ["boat.Berth?.Next"]),
        ("Berth? x = null; x.Free();", ["x"]),
        ("Berth? x; x.Free();", ["x"]),
        ("var x = b!.Since.Value;", ["b!.Since"]),
        ("Each(() => { b.Free(); });", ["b"]),
        ("foreach (var x in new List<int> { 1 }) { b.Free(); }", ["b"]),
        ("if (b.IsFree) { }", ["b"]),
        ("if (ok || b == null) { b.Free(); }", ["b"]),
        ("if (ok && b != null) { } b.Free();", ["b"]),
        ("if (b == null) { Use(b); } b.Free();", ["b"]),
        ("if (b == null || ok) { b.Free(); }", ["b"]),
        ("var x = b == null ? b.Name : b.Name;", ["b"]),
        ("if (b == null) { b = boat.Berth; } b.Free();", ["b"]),
        ("if (b != null) { b = null; b.Free(); }", ["b"]),
        ("if (boat.Berth != null) { boat = new Boat(); boat.Berth.Free(); }", ["boat.Berth"]),
        ("while (b != null) { b = b.Next; } b.Free();", ["b"]),
        ("while (ok) { b!.Free(); b = b.Next; b.Free(); }", ["b"]),
        ("try { if (b == null) { return; } } catch (Exception e) { b.Free(); }", ["b"]),
        ("var t = new Trip(); var x = t.Before.Title;", ["t.Before"]),
        ("if (none?.Berth == null) { none.Berth!.Free(); }", ["none"]),
        ("var seen = b == null; if (seen) { b.Free(); }", ["b"]),
        ("if (b == boat.Berth) { b.Free(); }", ["b"]),
        ("for (var i = b; i.Length > 0; i = i.Next) { }", ["i"]),
        ("b ??= boat.Berth; b.Free();", ["b"]),
        ('if (Find("a") != null) { Find("b").Free(); }', ['Find("b")']),
    ],
)
def test_read_without_a_test(body: str, found: list[str]) -> None:
    assert read(body) == found


@pytest.mark.parametrize(
    "body",
    [
        "if (b != null) { b.Free(); }",
        "if (null != b) { b.Free(); }",
        "if (b == null) { return; } b.Free();",
        'if (b == null) { throw new ValidationException("x"); } b.Free();',
        "if (b == null) { b = new Berth(); } b.Free();",
        "if (b == null) { b = Sure(); } b.Free();",
        "if (b == null) b = boat.Home; b.Free();",
        "if (b == null || b.IsFree) { return; } b.Free();",
        "if (b != null && b.IsFree) { b.Free(); }",
        "if (!(b == null)) { b.Free(); }",
        "if ((b == null) == false) { b.Free(); }",
        "if (b != null == true && n > 1) { b.Free(); }",
        "if (b == null != false) { return; } b.Free();",
        "if (!(b != null)) { return; } b.Free();",
        "if (b == null || n > 1) { return; } b.Free();",
        "if (ok) { if (b == null) { return; } } else { if (b == null) { return; } } b.Free();",
        "foreach (var x in new List<Berth?> { b }) { if (b == null) { continue; } b.Free(); }",
        "while (true) { if (b == null) { break; } b.Free(); }",
        "while (b != null) { b.Free(); b = b.Next; }",
        "for (var i = b; i != null; i = i.Next) { i.Free(); }",
        "do { if (b == null) { return; } b.Free(); b = b.Next; } while (ok);",
        "if (b is Berth) { b.Free(); }",
        "if (b is Berth c) { b.Free(); c.Free(); }",
        "if (b is null) { return; } b.Free();",
        "if (b is not null) { b.Free(); }",
        "if (b is not Berth) { return; } b.Free();",
        "var x = b?.Name;",
        "var x = b?.Next?.Name;",
        'var x = b?.Name ?? "";',
        "var x = (b ?? Sure()).Name;",
        "b!.Free(); b.Free();",
        "var x = b == null ? 0 : b.Length;",
        "var x = b != null ? b.Length : 0;",
        "var x = b != null && b.IsFree;",
        "var x = b == null || b.IsFree;",
        "if (b?.IsFree == true) { b.Free(); }",
        "if (b?.IsFree ?? false) { b.Free(); }",
        "if (!(b?.IsFree ?? true)) { b.Free(); }",
        "if ((b?.Length ?? 0) > 0) { b.Free(); }",
        "if ((b?.Length ?? 0) == 0) { return; } b.Free();",
        "if (b?.Length > 3) { b.Free(); }",
        'if (b?.Name != "x") { return; } b.Free();',
        "if (b?.Next != null) { b.Free(); b.Next.Free(); }",
        "if (b?.Fits(b.Length) == true) { b.Free(); }",
        "b?.Fits(b.Length);",
        "b ??= Sure(); b.Free();",
        "b = b ?? Sure(); b.Free();",
        "b = new Berth(); b.Free();",
        "if (b == boat.Home) { b.Free(); }",
        "if (b != boat.Home) { return; } b.Free();",
        "var seen = b != null; if (seen) { b.Free(); }",
        "var gone = b == null || ok; if (gone) { return; } b.Free();",
        "if (IsGood(b)) { b.Free(); }",
        "if (!IsGood(b)) { return; } b.Free();",
        "if (boat.Berth != null) { boat.Berth.Free(); }",
        "if (boat.Berth == null) { boat.Berth = new Berth(); } boat.Berth.Free();",
        "if (boat.Tender != null && boat.Tender.Berth != null) { boat.Tender.Berth.Free(); }",
        "if (none == null || none.Berth == null) { return; } none.Berth.Free();",
        'if (Find("a") != null) { Find("a").Free(); }',
        'var f = Find("a"); if (f == null) { return; } var g = f; g.Free();',
        "if (b == null) { return; } Each(() => { b.Free(); });",
        "if (b == null) { return; } try { b.Free(); } catch (Exception e) { b.Free(); } finally { b.Free(); }",
        "Berth? x = ok ? Sure() : boat.Home; x.Free();",
        "if (n > 0) { b = Sure(); } else { return; } b.Free();",
        "if (b!.Since != null) { var x = b.Since.Value; }",
        "if (b!.Since.HasValue) { var x = b.Since.Value; }",
        "var x = b!.Since.GetValueOrDefault();",
        "var x = b!.Since.ToString();",
        "Berth? x = null; try { x = Sure(); } catch (Exception e) { return; } x.Free();",
        "var all = Trip.Where(t => t.Before.N > 1).ToList();",
        "var all = Trip.Where(t => t.Before.Title == none.Name).Count();",
        "var all = new List<Boat>().Select(x => x.Berth.Name).ToList();",
        "foreach (var t in Trip.Where(t => t.Before != null).OrderBy(t => t.N)) { var x = t.Before.Title; }",
        "var all = Trip.Where(t => t.Before != null).ToList(); foreach (var t in all) { var x = t.Before.N; }",
        "var first = Trip.First(t => t.Before != null); var x = first.Before.Title;",
        "var first = Trip.FirstOrDefault(t => t.N > 1); var x = first.Title;",
        "var x = Session.CurrentUser.Id;",
        "var x = boat.Home.Name;",
        "var x = Sure().Name;",
    ],
)
def test_tested(body: str) -> None:
    assert read(body) == []


def test_workflow_bodies_and_pages_are_code_too() -> None:
    text = (
        "enum S { Open, Done }\nentity Row { Trip? Trip; S State; }\n"
        "workflow Flow {\n  Tracks = Row.State;\n  Initial = Open;\n  event Go(Trip? t);\n  state Open {\n"
        "    subscribe Go(Trip? t);\n"
        "    on Go(Trip? t) { when (t.N > 1) { this.Item.Trip.N = 1; goto Done; } default { goto Done; } }\n  }\n"
        "  terminal success Done { }\n}\n"
        "component Page() {\n  Trip? shown = null;\n  action Save() { shown.N = 1; }\n"
        "  render { Text(shown.Title); }\n}\n"
    )
    files = Project(root="/app", is_whole=True).with_file("/app/base.osy", BASE).with_file("/app/flow.osy", text)
    found = [one.span.text(text) for one in check(files) if one.code == CODE]
    assert found == ["t", "this.Item.Trip", "shown"]


@pytest.mark.parametrize(
    "text",
    [
        "entity Leg { Trip? Trip; string Title => Trip.Title; }\n",
        "policy Mine(Trip? t) => t.N > 1;\n",
        "entity Leg { Trip? Trip; security { allow read where Trip.N > 1; } }\n",
    ],
)
def test_what_the_database_evaluates_is_left_alone(text: str) -> None:
    files = Project(root="/app", is_whole=True).with_file("/app/base.osy", BASE).with_file("/app/leg.osy", text)
    assert [one.code for one in check(files) if one.code == CODE] == []


def test_tests_are_left_alone_r114() -> None:
    text = "[Test] void T() { Trip? t = Trip.FirstOrDefault(); Assert.Equal(1, t.N); }\n"
    files = Project(root="/app", is_whole=True).with_file("/app/base.osy", BASE)
    assert [one.code for one in check(files.with_file("/app/a.osy", text)) if one.code == CODE] == [CODE]
    assert [one.code for one in check(files.with_file("/app/a.test.osy", text)) if one.code == CODE] == []


def test_the_declaration_is_related() -> None:
    (diagnostic,) = told("var x = boat.Berth.Name;")
    (place,) = diagnostic.related
    assert (place.path, place.message) == ("/app/base.osy", "declared as `Berth?`")
    assert place.span.text(BASE) == "Berth"


@pytest.mark.parametrize(
    ("body", "title", "after"),
    [
        ("boat.Berth.Free();", "Use `?.`", "boat.Berth?.Free();"),
        ('Log.Information($"{b.Name}");', "Use `?.`", 'Log.Information($"{b?.Name}");'),
        ("var x = b.Name;", "Say that `b` is never null here: `!`", "var x = b!.Name;"),
        ("var x = b!.Since.Value;", "Say that `b!.Since` is never null here: `!`", "var x = b!.Since!.Value;"),
    ],
)
def test_fix(body: str, title: str, after: str) -> None:
    (diagnostic,) = told(body)
    fix = next(one for one in diagnostic.fixes if one.title == title)
    text = project(body).files["/app/code.osy"].text
    assert applied(text, fix) == project(after).files["/app/code.osy"].text
    assert told(after) == []


def test_a_value_that_is_needed_is_not_made_conditional() -> None:
    (diagnostic,) = told("var x = b.Name;")
    assert "Use `?.`" not in [fix.title for fix in diagnostic.fixes]


@pytest.mark.parametrize(
    "body",
    [
        "if (" + " && ".join(["b != null"] * 5_000) + ") { b.Free(); }",
        "if (" + "(" * 30 + "b != null" + ")" * 30 + ") { b.Free(); }",
        "var x = " + "b?" + ".Next?" * 3_000 + ".Name;",
        "".join(f"var v{n} = {'b != null' if n == 0 else f'v{n - 1} && ok'};\n" for n in range(3_000))
        + "if (v5) { b.Free(); }",
        "if (ok) { } " + "else if (b == null) { } " * 3_000 + "else { b.Free(); }",
        "if (b == null) { return; } " + "{ " * 3_000 + "b.Free();" + " }" * 3_000,
    ],
    ids=["and", "parentheses", "chain", "truth values", "else", "blocks"],
)
def test_deep_code_gets_an_answer(body: str) -> None:
    assert read(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "if (" + "(" * 10_000 + "b != null" + ")" * 10_000 + ") { }",
        "var x = " + "b.Name + " * 10_000 + "b.Name;",
        "var x = " + "b.Next" + ".Next" * 10_000 + ";",
        "var x = " + "ok ? " * 5_000 + "b.Name" + " : b.Name" * 5_000 + ";",
        "Each(() => { " * 2_000 + "b.Free();" + " });" * 2_000,
    ],
    ids=["parentheses", "sum", "chain", "choices", "lambdas"],
)
def test_deeper_code_does_not_crash(body: str) -> None:
    check(project(body))
