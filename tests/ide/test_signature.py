"""The forms of what is being called, and the parameter that is meant."""

import pytest

from osy_analysis.ide.signature import SignatureHelp, signature_help
from osy_analysis.project import Project
from osy_testing.order_app import PATH, project


def asked(hole: str, marked: str) -> SignatureHelp | None:
    """The help at the cursor."""
    found, offset = project(hole, marked)
    return signature_help(found, PATH, offset)


def told(hole: str, marked: str) -> tuple[str, str]:
    """The active form with its active parameter."""
    found = asked(hole, marked)
    assert found is not None
    form = found.forms[found.active]
    meant = found.meant[found.active]
    parameter = form.parameters[meant].text(form.label) if meant is not None else ""
    return form.label, parameter


@pytest.mark.parametrize(
    ("hole", "marked", "label", "parameter"),
    [
        ("test", "Letters($0)", "int Letters(string text)", "string text"),
        ("test", "Letters($0", "int Letters(string text)", "string text"),
        ("test", 'Letters("a, b$0', "int Letters(string text)", "string text"),
        (
            "test",
            "ReviewFlow.RaisePaid($0",
            "void RaisePaid(Order row, string reference, DateTime at = default)",
            "Order row",
        ),
        (
            "test",
            "ReviewFlow.RaisePaid(Order.Single(), $0)",
            "void RaisePaid(Order row, string reference, DateTime at = default)",
            "string reference",
        ),
        (
            "test",
            "ReviewFlow.RaisePaid(null, at: $0)",
            "void RaisePaid(Order row, string reference, DateTime at = default)",
            "DateTime at = default",
        ),
        (
            "test",
            "ReviewFlow.CorrelatePaid($0",
            "CorrelationOutcome CorrelatePaid(string reference)",
            "string reference",
        ),
        ("test", "ReviewFlow.For($0", "run of ReviewFlow For(Order row)", "Order row"),
        ("arm", "slot.Assign($0", "void Assign(Principal principal)", "Principal principal"),
        ("arm", "desk.Assign($0)", "void Assign(Principal principal)", "Principal principal"),
        ("route", "var t = TimeSpan.FromHours($0", "TimeSpan FromHours(double hours)", "double hours"),
        (
            "route",
            'var t = Letters("a".Substring(1, $0',
            "string Substring(int start, int length = default)",
            "int length = default",
        ),
        ("entity", "[MaxLength($0", "MaxLength(int length)", "int length"),
        ("assigned", "Remind chase(After = $0", "", "After = TimeSpan"),
        ("state", "on Paid($0", "event Paid(string reference)", "string reference"),
        ("test", "Func<int, string> f = x => null; f($0", "string f(int arg1)", "int arg1"),
    ],
)
def test_the_active_form(hole: str, marked: str, label: str, parameter: str) -> None:
    form, active = told(hole, marked)
    assert active == parameter
    assert not label or form == label


def test_overloads_with_the_fitting_one_first() -> None:
    found = asked("test", "Assert.Equal(1, 2, $0)")
    assert found is not None
    assert found.meant[found.active] is None
    rounds = asked("route", "var s = Math.Round(1.5, 2, $0)")
    assert rounds is not None
    assert len(rounds.forms) == 3
    assert rounds.forms[rounds.active].names == ("number", "digits", "middle")


def test_generics_are_filled_in() -> None:
    label, _ = told("test", "Order.Where($0")
    assert "Order" in label
    assert "<T" not in label


def test_constructors_and_components() -> None:
    label, active = told("file", "class Box { Box(int size, string name) { } }\nBox Make() { return new Box(1, $0); }")
    assert (label, active) == ("Box(int size, string name)", "string name")


@pytest.mark.parametrize(
    ("hole", "marked"),
    [
        ("test", 'Letters("a")$0'),
        ("test", 'Letters$0("a")'),
        ("file", "int Sum(int a, $0"),
        ("test", "if ($0"),
        ("test", "nobody($0"),
        ("test", 'Letters("a"); $0'),
        ("test", "F(x => { $0"),
        ("workflow", "event Late($0"),
    ],
)
def test_no_help(hole: str, marked: str) -> None:
    assert asked(hole, marked) is None


def test_a_named_argument_has_its_place_in_each_form() -> None:
    text = "int Twice(int by, int more) => by + more;\nint Twice(int more) => more;\nint Once() => Twice(more: 1);\n"
    found = signature_help(Project(root="/app").with_file("/app/a.osy", text), "/app/a.osy", text.index("1)"))
    assert found is not None
    assert {form.label: at for form, at in zip(found.forms, found.meant, strict=True)} == {
        "int Twice(int by, int more)": 1,
        "int Twice(int more)": 0,
    }
