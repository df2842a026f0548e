"""Rulings about text, names and values that no other test here bears the number of, each by the smallest programs."""

import pytest

from osy_analysis.checker import check
from osy_analysis.project import Project

LEVELS = ("error", "warning")


def codes(*texts: str, is_whole: bool = True) -> list[str]:
    """The codes of the errors and warnings in the files, in order."""
    project = Project(root="/app", is_whole=is_whole)
    for number, text in enumerate(texts):
        project = project.with_file(f"/app/{number}.osy", text)
    return [found.code for found in check(project) if found.level.value in LEVELS]


def a_hole(lines: int) -> str:
    """A function whose interpolated string has a hole over so many lines."""
    return 'string F(int a) { return $"{a' + "\n" * (lines - 1) + '}"; }\nint G() { return Gone(); }\n'


def test_r79_a_hole_over_twenty_lines_is_one() -> None:
    assert codes(a_hole(20)) == ["name-unknown"]


def test_r79_a_longer_hole_is_a_string_that_is_never_closed() -> None:
    assert "syntax-unclosed" in codes(a_hole(22))


def test_r80_a_semicolon_behind_a_body() -> None:
    assert codes("class A { };\nenum E { X };\nvoid F() { };\n") == []


def test_r81_letters_outside_ascii() -> None:
    assert codes("class Größe { public int Länge; }\nint 高さ(Größe größe) { return größe.Länge; }\n") == []


@pytest.mark.parametrize(
    "clauses",
    ["when IsAuthenticated where Name != null", "where Name != null when IsAuthenticated"],
)
def test_r82_security_clauses_in_any_order(clauses: str) -> None:
    assert codes(f"entity A {{ string Name; security {{ allow read {clauses}; }} }}\n") == []


def test_r83_a_predefined_word_is_a_name_where_no_type_stands() -> None:
    assert codes("int F() { var string = 1; var long = string + 1; return long; }\n") == []


def calls(handler: str) -> str:
    """A workflow whose `enter` makes a call inside of a `try` with that handler."""
    return (
        "enum S { A }\nentity Row { S State; }\n"
        "workflow Flow { Tracks = Row.State; Autostart = false; Initial = A;\n"
        f'  state A {{ enter {{ try {{ Http.Delete("https://a.example/"); }} {handler} }} }}\n}}\n'
    )


@pytest.mark.parametrize(
    ("handler", "is_guarded"),
    [
        ("catch (Exception e) { }", True),
        ("catch (ExternalServiceException e) { throw; } catch (Exception e) { }", False),
        ("catch (ValidationException e) { throw; } catch (Exception e) { }", True),
        ('catch (Exception e) when (e.Message == "a") { }', True),
    ],
)
def test_r89_the_first_catch_that_fits_decides(handler: str, is_guarded: bool) -> None:
    assert ("reliability-outbound-call-unguarded" not in codes(calls(handler))) == is_guarded


def budgets(pool: str) -> str:
    """A state with one budget below a workflow with the other, and a slot."""
    return (
        "enum S { A, B }\n[Principal] entity Person { string Name; }\nentity Row { S State; }\n"
        "workflow Flow { Tracks = Row.State; Autostart = true; Initial = A; event E();\n"
        "  Finished { Within = TimeSpan.FromHours(1);\n"
        "    Backoff = Backoff.Fixed(TimeSpan.FromHours(1)).MaxAttempts(2); }\n"
        f"  state A {{ Finished {{ Retries = 2; }} subscribe E() as W {{ {pool} }} on W {{ goto B; }} }}\n"
        "  terminal success B { }\n}\n"
    )


def test_r90_budgets_of_state_and_workflow_conflict_where_a_pool_slot_inherits_both() -> None:
    assert "workflow-two-retry-budgets" in codes(budgets('Candidates = u => u.Name != "";'))


def test_r90_without_a_pool_slot_they_do_not() -> None:
    assert "workflow-two-retry-budgets" not in codes(budgets(""))


@pytest.mark.parametrize(
    ("statement", "fits"),
    [
        ('int a = "x";', False),
        ("string a = 1;", False),
        ("bool a = 1;", False),
        ("TimeSpan a = 1;", False),
        ("DateTime a = TimeSpan.Zero;", False),
        ("One a = Two.X;", False),
        ("int a = new List<int>();", False),
        ('var a = 1 == "x";', False),
        ("int a = 1.5;", True),
        ("string a = null;", True),
        ("object a = 1;", True),
        ("var a = One.X == 1;", True),
        ("long a = 1;", True),
    ],
)
def test_r95_values_that_never_fit(statement: str, fits: bool) -> None:
    text = f"enum One {{ X }}\nenum Two {{ X }}\nvoid F() {{ {statement} }}\n"
    assert (codes(text) == []) == fits, codes(text)


@pytest.mark.parametrize(
    ("use", "is_whole", "is_wrong"),
    [
        ("Ghost a;", True, True),
        ("Ghost a;", False, False),
        ("var a = ghost;", True, True),
        ("var a = ghost;", False, False),
        ("var count = 1; var a = cuont;", False, True),
    ],
)
def test_r96_when_an_unknown_name_is_wrong(use: str, is_whole: bool, is_wrong: bool) -> None:
    found = codes(f"void F() {{ {use} }}\n", is_whole=is_whole)
    assert any(code.startswith("name-unknown") for code in found) == is_wrong, found


def test_r97_before_a_dot_an_entity_asks_its_rows_first() -> None:
    assert codes("entity Order { int Size; }\nclass Bag { public int Order; public int F() => Order.Count(); }\n") == []


def test_r97_a_local_comes_before_a_member() -> None:
    assert codes("class A { public string Name; public int F(int Name) { return Name + 1; } }\n") == []


def raising(argument: str) -> str:
    """A workflow with an event, and a function that raises it with that argument."""
    return (
        "enum S { A, B }\nentity Row { S State; }\n"
        "workflow Flow { Tracks = Row.State; Initial = A; event E(int n);\n"
        "  state A { on E(int n) { goto B; } }\n  terminal success B { }\n}\n"
        f"void F(Row row) {{ Flow.RaiseE(row, {argument}); }}\n"
    )


@pytest.mark.parametrize("argument", ["1", "1, at: DateTime.UtcNow", "1, silent: true"])
def test_r98_an_argument_of_an_unknown_name_is_let_be(argument: str) -> None:
    assert codes(raising(argument)) == []


def redirects(condition: str) -> str:
    """Two states that send each other on, one of them under a condition."""
    return (
        "enum S { A, B }\nentity Row { S State; bool Is; }\n"
        "workflow Flow { Tracks = Row.State; Initial = A; event E();\n"
        f"  state A {{ enter {{ if ({condition}) {{ goto B; }} }} on E {{ goto B; }} }}\n"
        "  state B { enter { goto A; } }\n}\n"
    )


def test_r108_the_literal_true_always_redirects() -> None:
    assert "workflow-redirect-cycle" in codes(redirects("true"))


def test_r108_any_other_condition_may_turn_out_either_way() -> None:
    assert "workflow-redirect-cycle" not in codes(redirects("this.Item.Is"))
