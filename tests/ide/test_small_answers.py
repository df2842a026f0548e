"""Selections, links, symbols of whole projects, hints between the words, counted lenses."""

from itertools import pairwise

import pytest

from osy_analysis.ide.inlay_hints import HintKind, inlay_hints
from osy_analysis.ide.lenses import counted, machines, mention_count
from osy_analysis.ide.links import links
from osy_analysis.ide.selection import selection_ranges
from osy_analysis.ide.workspace_symbols import workspace_symbols
from osy_analysis.project import Project
from osy_grammar.span import Span
from osy_testing.order_app import PATH, project
from osy_testing.shop import CASES, MODEL, SHOP, TEST, marked, shop

ALL = frozenset(HintKind)


# ── Selections ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_selection_grows_to_the_file() -> None:
    found, path, offset = marked("goto Pa$0id")
    spans = selection_ranges(found, path, offset)
    texts = [span.text(SHOP) for span in spans]
    assert texts[:2] == ["Paid", "goto Paid;"]
    assert texts[-1] == SHOP
    assert any(text.startswith("on Pay(") for text in texts)
    assert any(text.startswith("state Open") for text in texts)
    assert all(a.start >= b.start and a.end <= b.end and a != b for a, b in pairwise(spans))


def test_a_selection_in_deep_code_ends() -> None:
    text = "int F() => " + "(" * 5_000 + "1" + ")" * 5_000 + ";"
    found = Project(root="/a").with_file("/a/a.osy", text)
    spans = selection_ranges(found, "/a/a.osy", text.index("1"))
    assert len(spans) <= 200
    assert spans[-1] == Span(0, len(text))


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_links() -> None:
    text = "// See workflow-milestone and name-unknown, not any-thing.\nusing Shop;\n"
    text += "using Osysharp.Http;\nusing Nowhere;\n"
    found = shop().with_file("/app/a.osy", text)
    told = {link.span.text(text): link for link in links(found, "/app/a.osy")}
    assert set(told) == {"workflow-milestone", "name-unknown", "Shop", "Osysharp.Http"}
    assert told["Shop"].path == MODEL
    assert told["workflow-milestone"].url.startswith("https://osysharp.com/reference/")
    assert told["name-unknown"].code == "name-unknown"


# ── Symbols ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("order", ("Order", "entity")),
        ("ord", ("Order", "entity")),
        ("sale", ("Sale", "workflow")),
        ("iip", ("it_is_paid", "test")),
        ("dbl", ("Doubled", "method")),
        ("Desk", ("Desk", "slot")),
        ("world", ("World", "fixture")),
        ("Ann", ("Ann", "principal")),
    ],
)
def test_symbols_by_a_few_letters(query: str, first: tuple[str, str]) -> None:
    found = workspace_symbols([shop()], query, 10)
    assert (found[0].name, found[0].kind) == first
    assert found[0].span.text(CASES if found[0].path == TEST else SHOP) == found[0].name


def test_all_symbols_and_none() -> None:
    assert len(workspace_symbols([shop()], "", 5)) == 5
    assert len(workspace_symbols([shop(), shop()], "", 1000)) == len(workspace_symbols([shop()], "", 1000))
    assert workspace_symbols([shop()], "zzz", 5) == ()
    assert workspace_symbols([shop()], "[.*", 5) == ()
    assert workspace_symbols([Project(root="/a")], "", 5) == ()


def test_every_symbol_is_found_by_its_own_name() -> None:
    for one in workspace_symbols([shop()], "", 1000):
        assert one in workspace_symbols([shop()], one.name, 1000)


# ── Hints ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def hints(hole: str, code: str, kinds: frozenset[HintKind] = ALL) -> list[str]:
    """The hints of the piece of code."""
    found, _ = project(hole, code + "$0")
    text = found.files[PATH].text
    start = text.index(code)
    return [hint.text for hint in inlay_hints(found, PATH, Span(start, start + len(code)), kinds)]


@pytest.mark.parametrize(
    ("hole", "code", "wanted"),
    [
        ("test", "var o = Order.Single();", [": Order"]),
        ("test", "var all = Order.Where(o => true).ToList();", [": List<Order>"]),
        ("test", "foreach (var one in Order.Where(o => true)) { }", [": Order"]),
        ("test", "var o = new Order { };", []),
        ("test", "Order o = Order.Single();", []),
        ("test", "var n = 1;", []),
        ("test", 'ReviewFlow.RaisePaid(null, "x");', ["row:", "reference:"]),
        ("test", 'ReviewFlow.RaisePaid(null, reference: "x");', ["row:"]),
        ("test", 'Letters("a");', []),
        ("test", "Assert.Equal(1, 2);", ["expected:", "actual:"]),
    ],
)
def test_hints(hole: str, code: str, wanted: list[str]) -> None:
    assert hints(hole, code) == wanted


def test_hints_can_be_switched_off() -> None:
    code = 'var o = Order.Single(); ReviewFlow.RaisePaid(o, "x");'
    assert hints("test", code, frozenset({HintKind.TYPE})) == [": Order"]
    assert hints("test", code, frozenset({HintKind.PARAMETER})) == ["row:", "reference:"]
    assert hints("test", code, frozenset()) == []


FLOW = """\
enum Stage { A, B }
entity Job { Stage Stage; string Who; }
workflow Jobs {
  Tracks = Job.Stage;
  Initial = A;
  event Go();
  state A {
    Assigned { Within = TimeSpan.FromHours(4); Unassigned { goto B; } }
    subscribe Go() as Taken { Candidates = u => true; }
    subscribe Go() as Made {
      Finished {
        Within = TimeSpan.FromMinutes(10);
        Retries = 2;
        Backoff = Backoff.Exponential(TimeSpan.FromMinutes(2));
        Unfinished { goto B; }
      }
    }
    on Taken { goto B; }
  }
  terminal success B { }
}
"""


def test_what_a_slot_inherits_and_what_a_retry_chain_comes_to() -> None:
    found = Project(root="/a").with_file("/a/a.osy", FLOW)
    told = [(hint.text, hint.kind) for hint in inlay_hints(found, "/a/a.osy", Span(0, len(FLOW)), ALL)]
    assert told == [("Assigned within 4 h", HintKind.SLA), ("≤ 36 min in 3 windows", HintKind.RETRIES)]
    only = inlay_hints(found, "/a/a.osy", Span(0, len(FLOW)), frozenset({HintKind.SLA}))
    assert [hint.text for hint in only] == ["Assigned within 4 h"]


@pytest.mark.parametrize(
    ("backoff", "wanted"),
    [
        ("TimeSpan.FromMinutes(1)", "≤ 32 min in 3 windows"),
        ("Backoff.Fixed(TimeSpan.FromMinutes(1))", "≤ 32 min in 3 windows"),
        ("Backoff.Linear(TimeSpan.FromMinutes(1))", "≤ 33 min in 3 windows"),
        ("Backoff.Exponential(TimeSpan.FromMinutes(2)).Cap(TimeSpan.FromMinutes(3))", "≤ 35 min in 3 windows"),
        ("Backoff.Fixed(Somewhere())", None),
    ],
)
def test_waits(backoff: str, wanted: str | None) -> None:
    text = FLOW.replace("Backoff.Exponential(TimeSpan.FromMinutes(2))", backoff)
    found = Project(root="/a").with_file("/a/a.osy", text)
    told = [hint.text for hint in inlay_hints(found, "/a/a.osy", Span(0, len(text)), frozenset({HintKind.RETRIES}))]
    assert told == ([wanted] if wanted else [])


# ── Lenses ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_counted_lenses() -> None:
    found = shop()
    names = {one.name: one for one in counted(found.files[MODEL])}
    assert {"Order", "Total", "Pay", "Doubled", "Sale"} <= set(names)
    assert mention_count(found, MODEL, names["Total"].span.start) == 1
    assert mention_count(found, MODEL, names["Pay"].span.start) == 4
    assert counted(found.files[TEST]) == ()
    assert [one.name for one in machines(found.files[MODEL])] == ["Sale"]
