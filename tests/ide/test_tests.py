"""Tests and fixtures of a file, and their lenses."""

from osy_analysis.declared_tests import declared_tests, project_tests
from osy_analysis.ide.answers import LensKind
from osy_analysis.ide.tests import keep_known, lenses
from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime import discover

TEXT = """\
[TestFixture]
void World() { }

[Test(World)]
[runas(Ole)]
void one() { }

/// The second.
[Test]
void two() { }

[Skip("not yet")]
[Test(Osysharp.Kit.World)]
void three() { }

void helper() { }

[test]
void four() { }

class Yard {
  [Test(World)]
  void five() { }
}
"""


def _project(texts: dict[str, str]) -> Project:
    return Project(root="/yard", files={path: parse(text) for path, text in texts.items()}, is_whole=True)


REFUSALS = {
    "four": "`[test]` makes no test: the attribute is written `[Test]`",
    "Yard.five": "`Yard.five` is a method, and a test is a function at the top of a file",
}


def test_what_is_found() -> None:
    found = declared_tests(parse(TEXT))
    assert [(test.name, test.is_fixture, test.fixture, test.skip_reason) for test in found] == [
        ("World", True, None, None),
        ("one", False, "World", None),
        ("two", False, None, None),
        ("three", False, "World", "not yet"),
        ("four", False, None, None),
        ("Yard.five", False, "World", None),
    ]
    names = [TEXT[test.name_span.start : test.name_span.end] for test in found]
    assert names == ["World", "one", "two", "three", "four", "five"]
    assert {test.name: test.refusal for test in found if test.refusal} == REFUSALS


def test_a_run_and_an_editor_have_one_list() -> None:
    project = _project({"/yard/a.test.osy": TEXT})
    assert [test.declaration.name for test in project_tests([project])] == [
        test.name for test in declared_tests(parse(TEXT)) if not test.is_fixture
    ]
    assert [test.name for test in discover([project])] == ["one", "two", "three", "four", "Yard.five"]


def test_a_skip_without_a_reason_is_still_one() -> None:
    (found,) = declared_tests(parse("[Test, Skip]\nvoid later() { }\n"))
    assert found.skip_reason == "skipped"


def test_two_tests_of_one_name_have_two_ids() -> None:
    project = _project({"/yard/a.test.osy": "[Test] void twice() { }\n[Test] void twice() { }\n"})
    first, second = project_tests([project])
    assert second.id == f"{first.id}@2"


def test_the_lenses() -> None:
    found = lenses(declared_tests(parse(TEXT)))
    assert [(lens.kind, lens.name, lens.tests) for lens in found] == [
        (LensKind.FILE, "", ("one", "two", "three", "four", "Yard.five")),
        (LensKind.FIXTURE, "World", ("one", "three", "Yard.five")),
        (LensKind.TEST, "one", ("one",)),
        (LensKind.TEST, "two", ("two",)),
        (LensKind.TEST, "three", ("three",)),
        (LensKind.TEST, "four", ("four",)),
        (LensKind.TEST, "Yard.five", ("Yard.five",)),
    ]
    assert found[0].span.start == 0


def test_a_file_without_tests_has_no_lens() -> None:
    assert lenses(declared_tests(parse("void helper() { }\n[TestFixture] void World() { }"))) == ()


def test_a_broken_test_keeps_its_lens() -> None:
    found = declared_tests(parse(TEXT.replace("void one() { }", "void one() { var x = ")))
    assert "one" in [test.name for test in found]


def test_what_breakage_hides_is_kept() -> None:
    before = declared_tests(parse(TEXT))
    now = declared_tests(parse("[Test] void two() { }"))
    assert [test.name for test in keep_known(now, before)] == ["two", "World", "one", "three", "four", "Yard.five"]
