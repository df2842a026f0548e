"""Tests and fixtures of a file, and their lenses."""

from osy_analysis.ide.answers import LensKind
from osy_analysis.ide.tests import declared_tests, keep_known, lenses
from osy_grammar.parse import parse

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
"""


def test_what_is_found() -> None:
    found = declared_tests(parse(TEXT))
    assert [(test.name, test.is_fixture, test.fixture, test.skip_reason) for test in found] == [
        ("World", True, None, None),
        ("one", False, "World", None),
        ("two", False, None, None),
        ("three", False, "World", "not yet"),
    ]
    assert [TEXT[test.name_span.start : test.name_span.end] for test in found] == ["World", "one", "two", "three"]


def test_the_lenses() -> None:
    found = lenses(declared_tests(parse(TEXT)))
    assert [(lens.kind, lens.name, lens.tests) for lens in found] == [
        (LensKind.FILE, "", ("one", "two", "three")),
        (LensKind.FIXTURE, "World", ("one", "three")),
        (LensKind.TEST, "one", ("one",)),
        (LensKind.TEST, "two", ("two",)),
        (LensKind.TEST, "three", ("three",)),
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
    assert [test.name for test in keep_known(now, before)] == ["two", "World", "one", "three"]
