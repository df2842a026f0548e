"""Statements whose body is another statement without braces, `else` and its `if`, labels: where their lines begin."""

from random import Random

import pytest

from osy_grammar.format import format_text
from osy_testing.formatting import WIDTHS, broken_laws, scrambled

CASES = {
    "behind a comment": """
if (a) // one
  b();
else // two
  c();
d();
""",
    "under a comment": """
if (a)
  b();
else if (c)
  // why
  d();
e();
""",
    "behind a brace": """
if (a) {
  b();
} else // why
  c();
""",
    "nested": """
if (a)
  foreach (var x in y) {
    b();
  }
else
  while (c)
    for (;;)
      d();
e();
""",
    "an else of the inner if": """
if (a)
  if (b)
    c();
  else
    d();
else
  e();
f();
""",
    "braces below": """
if (a) // why
{
  b();
}
else // why
{
  c();
}
""",
    "under labels": """
switch (a) {
  case 1:
    if (b)
      c();
    else
      d();
    break;
  default:
    e();
    break;
}
""",
}


def within(body: str, *, indented: bool) -> str:
    """A function with this body; without the indentation of its lines if wanted."""
    lines = body.strip("\n").split("\n")
    return "void F() {\n" + "".join(f"  {line}\n" if indented else f"{line.lstrip()}\n" for line in lines) + "}\n"


@pytest.mark.parametrize("body", CASES.values(), ids=CASES)
def test_lines_begin_where_they_belong(body: str) -> None:
    neat = within(body, indented=True)
    assert format_text(neat) == neat
    assert format_text(within(body, indented=False)) == neat
    assert broken_laws(neat.replace("(a)", "(" + "aaaaaaaaaa && " * 4 + "b)"), 40) == []


@pytest.mark.parametrize("body", CASES.values(), ids=CASES)
def test_other_blanks_obey_the_laws(body: str) -> None:
    for number in range(12):
        assert broken_laws(scrambled(within(body, indented=True), Random(number)), WIDTHS[number % len(WIDTHS)]) == []


def test_a_blank_before_the_parentheses_of_a_trigger_stays() -> None:
    text = "component C() {\n  on every (TimeSpan.FromDays(1)) { a(); }\n  on every(TimeSpan.FromDays(2)) { a(); }\n}\n"
    assert format_text(text) == text
    route = "workflow W {\n  state S {\n    on Paid (int x) { }\n  }\n}\n"
    assert format_text(route) == route.replace("Paid (", "Paid(")


def test_what_ends_lines_elsewhere_ends_none_here() -> None:
    text = 'void F() {\n  a(b, // c\u2028 d\u0085e\n    f);\n  g("h\u2028i");\n}\n'
    assert format_text(text) == text
    assert broken_laws(text.replace("  g", "g")) == []
