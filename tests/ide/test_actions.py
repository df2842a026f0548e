"""Refactorings and what is done to a whole file: the program means the same after it."""

import pytest

from osy_analysis.checker import check
from osy_analysis.ide.actions import Offered, actions, fix_all, organized
from osy_analysis.ide.rename import apply
from osy_analysis.project import Project
from osy_grammar.span import Span
from osy_testing.shop import MODEL, TEST, marked, shop

PATH = "/app/a.osy"


def project_of(text: str) -> Project:
    """One file that is all there is."""
    return Project(root="/app", is_whole=True).with_file(PATH, text)


def offered(text: str, selection: str) -> list[Offered]:
    """The actions on a piece of the text."""
    start = text.index(selection)
    return list(actions(project_of(text), PATH, Span(start, start + len(selection))))


def extracted(text: str, selection: str) -> str | None:
    """The text after extracting; what it means is found again without a fault that was not there."""
    found = [one for one in offered(text, selection) if one.kind.value == "refactor.extract"]
    if not found:
        return None
    after = apply(text, found[0].edits)
    assert {d.code for d in check(project_of(after))} <= {d.code for d in check(project_of(text))}, after
    return after


def test_statements_become_a_function() -> None:
    text = "int Sum(int a, int b) {\n  var c = a + 1;\n  var d = c * b;\n  var e = d + c;\n  return e;\n}\n"
    assert extracted(text, "var d = c * b;\n  var e = d + c;") == (
        "int Sum(int a, int b) {\n  var c = a + 1;\n  var e = Extracted(c, b);\n  return e;\n}\n\n"
        "int Extracted(int c, int b) {\n  var d = c * b;\n  var e = d + c;\n  return e;\n}\n"
    )


def test_a_local_that_is_changed_comes_back() -> None:
    text = "int Sum(int a) {\n  var c = a;\n  c = c + 1;\n  return c;\n}\n"
    assert extracted(text, "c = c + 1;") == (
        "int Sum(int a) {\n  var c = a;\n  c = Extracted(c);\n  return c;\n}\n\n"
        "int Extracted(int c) {\n  c = c + 1;\n  return c;\n}\n"
    )


def test_statements_that_hand_nothing_on() -> None:
    text = "void Say(string a) {\n  Log.Info(a);\n  Log.Info(a);\n}\n"
    assert extracted(text, "Log.Info(a);\n  Log.Info(a);") == (
        "void Say(string a) {\n  Extracted(a);\n}\n\nvoid Extracted(string a) {\n  Log.Info(a);\n  Log.Info(a);\n}\n"
    )


def test_an_expression_becomes_a_function() -> None:
    text = "int Sum(int a, string b) => a + b.Length * 2;\n"
    assert extracted(text, "b.Length * 2") == (
        "int Sum(int a, string b) => a + Extracted(b);\n\nint Extracted(string b) => b.Length * 2;\n"
    )


def test_a_method_stays_in_its_class() -> None:
    text = "class Box {\n  int Size;\n  int Twice(int by) {\n    var c = Size * by;\n    return c;\n  }\n}\n"
    assert extracted(text, "Size * by") == (
        "class Box {\n  int Size;\n  int Twice(int by) {\n    var c = Extracted(by);\n    return c;\n  }\n\n"
        "  int Extracted(int by) => Size * by;\n}\n"
    )


def test_what_ends_lines_elsewhere_stays_in_extracted_texts() -> None:
    text = 'void F(int a) {\n  Log.Info("x\u2028y\u0085z");\n  Log.Info("b");\n}\n'
    after = extracted(text, 'Log.Info("x\u2028y\u0085z");\n  Log.Info("b");')
    assert after is not None
    assert '"x\u2028y\u0085z"' in after


@pytest.mark.parametrize(
    ("text", "selection"),
    [
        ("int F(int a) {\n  var b = a;\n  return b;\n}\n", "return b;"),
        ("int F(int a) {\n  var b = a;\n  var c = a;\n  return b + c;\n}\n", "var b = a;\n  var c = a;"),
        ("int F(int a) {\n  foreach (var b in [1]) { if (b == a) { break; } }\n  return 1;\n}\n", "break;"),
        ("int F(int a) {\n  var b = a;\n  return b;\n}\n", "var b = a;\n  ret"),
        ("int F(int a) {\n  var b = a;\n  return b;\n}\n", "b = a"),
        ("int F(int a) => Nobody(a);\n", "Nobody(a)"),
        ("int F(int a) {\n  a = 2;\n  return a;\n}\n", "a = "),
        ("entity E { int A; }\nint F(List<E> l) => l.Sum(e => e.A * 2);\n", "e.A * 2"),
        ("int F(int a) { return a + ; }\n", "a"),
        ("[MaxLength(1 + 2)]\nentity E { int A; }\n", "1 + 2"),
    ],
)
def test_what_cannot_be_extracted(text: str, selection: str) -> None:
    assert extracted(text, selection) is None


def test_all_missing_states() -> None:
    text = "enum S { A, B, C }\nentity E { S S; }\nworkflow W {\n  Tracks = E.S;\n  Initial = A;\n  state A { }\n}\n"
    [one] = [each for each in offered(text, "workflow") if "states" in each.title]
    assert one.title == "Add the 2 missing states of `S`"
    after = apply(text, one.edits)
    assert after.endswith("  state A { }\n  state B { }\n  state C { }\n}\n")
    assert not [each for each in actions(project_of(after), PATH, Span(60, 60)) if "state" in each.title]


def test_an_interface_is_implemented() -> None:
    text = "interface Says { string Say(int times); void Stop(); }\nclass Bell : Says {\n  void Stop() { }\n}\n"
    [one] = [each for each in offered(text, "class Bell") if "Implement" in each.title]
    after = apply(text, one.edits)
    assert 'public string Say(int times) { throw new Exception("Say is not written yet"); }' in after
    assert check(project_of(after)) == ()


def test_a_test_for_a_workflow() -> None:
    project, path, offset = marked("workflow Sa$0le")
    [one] = [each for each in actions(project, path, Span(offset, offset)) if "test" in each.title]
    assert one.title == "Add a test for `Sale`"
    assert {edit.path for edit in one.edits} == {TEST}
    after = project.with_file(TEST, apply(project.files[TEST].text, one.edits))
    assert "void sale_begins_in_open() {" in after.files[TEST].text
    assert check(after) == ()


def test_a_test_in_a_new_file() -> None:
    project = Project(root="/app", is_whole=True).with_file(MODEL, shop().files[MODEL].text)
    offset = project.files[MODEL].text.index("workflow")
    [one] = [each for each in actions(project, MODEL, Span(offset, offset)) if "test" in each.title]
    assert one.creates == "/app/model/sale.test.osy"
    after = project.with_file(one.creates, apply("", one.edits))
    assert check(after) == ()
    assert after.files[one.creates].text.startswith("using Shop;\n")


# ── Whole files ──────────────────────────────────────────────────────────────────────────────────────────────────────


def spaced(text: str) -> Project:
    """A file beside two namespaces."""
    project = Project(root="/app", is_whole=True).with_file("/app/x.osy", "namespace X;\nclass One { }\n")
    return project.with_file("/app/y.osy", "namespace Y;\nclass Two { }\n").with_file(PATH, text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("using Y;\nusing X;\nclass A { One One; Two Two; }\n", "using X;\nusing Y;\nclass A { One One; Two Two; }\n"),
        ("using Y;\nusing X;\nclass A { One One; }\n", "using X;\nclass A { One One; }\n"),
        ("using X;\nusing X;\nclass A { One One; }\n", "using X;\nclass A { One One; }\n"),
        ("using X;\nusing Y;\nclass A { One One; Two Two; }\n", None),
        ("using Y;\n// why\nusing X;\nclass A { One One; Two Two; }\n", None),
        ("using Y;\nclass A { }\n", "class A { }\n"),
        ("using Zoo;\nusing X;\nclass A { One One; }\n", "using X;\nusing Zoo;\nclass A { One One; }\n"),
        (
            "// head\n\nusing Y;\r\nusing X;\r\nclass A { One One; Two Two; }\n",
            "// head\n\nusing X;\r\nusing Y;\r\nclass A { One One; Two Two; }\n",
        ),
    ],
)
def test_usings_in_order(text: str, wanted: str | None) -> None:
    edits = organized(spaced(text), PATH)
    assert (apply(text, edits) if edits else None) == wanted
    if wanted is not None:
        assert organized(spaced(wanted), PATH) == ()


def test_only_safe_repairs_are_made_at_once() -> None:
    text = "using Y;\nusing X;\nclass A { One One; }\nint F() { var unused = 1; return Fo(); }\nint Foo() => 1;\n"
    assert apply(text, fix_all(spaced(text), PATH)) == text.replace("using Y;\n", "")
    assert fix_all(spaced("using X;\nclass A { One One; }\n"), PATH) == ()
    assert fix_all(spaced(text), "/nowhere.osy") == ()
