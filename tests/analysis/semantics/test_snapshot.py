"""What is found out again after an edit: chunks are counted as they are bound."""

from dataclasses import replace
from threading import Thread

import pytest

import osy_analysis.semantics.bind as binding
from osy_analysis.checker import check
from osy_analysis.project import Project
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.snapshot import Semantics, semantics_of
from osy_analysis.semantics.table import Table
from osy_grammar.tree import Chunk

FILES = {
    "/app/order.osy": "enum Stage { Open, Done }\nentity Order { string Title; Stage Stage; decimal Total; }\n"
    "class Line { public decimal Price; public decimal Sum() { return Price * 2m; } }\n",
    "/app/total.osy": "decimal Total(Order order) { return order.Total; }\nstring Title(Order order) => order.Title;\n",
    "/app/report.osy": "void Report() { var all = Order.Where(o => o.Total > 1m).ToList(); }\n"
    "void Other() { Log.Information(Text()); }\nstring Text() { return Unknown(); }\n",
    "/app/line.osy": "decimal Lines(List<Line> lines) { return lines.Sum(l => l.Sum()); }\n",
}


def project() -> Project:
    made = Project(root="/app", is_whole=True)
    for path, text in FILES.items():
        made = made.with_file(path, text)
    return made


def edited(before: Project, path: str, old: str, new: str) -> Project:
    text = before.files[path].text
    assert text.count(old) == 1
    return before.with_file(path, text.replace(old, new))


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first lines of the chunks that were bound, in order."""
    heads: list[str] = []
    bind = binding.bind

    def counting(chunk: Chunk, path: str, table: Table) -> Bound:
        heads.append(chunk.text.strip().split("(")[0].split("{")[0].strip())
        return bind(chunk, path, table)

    monkeypatch.setattr(binding, "bind", counting)
    return heads


def bind_all(of: Project) -> Semantics:
    """Bind what is not known of the project."""
    semantics = semantics_of(of)
    for path in of.own_paths:
        for item in of.files[path].items:
            semantics.problems(path, item)
    return semantics


EDITS = {
    "a body": ("/app/total.osy", "return order.Total;", "return order.Total + 1m;", {"decimal Total"}),
    "a method's body": ("/app/order.osy", "Price * 2m", "Price * 3m", {"class Line"}),
    "a comment": ("/app/order.osy", "decimal Total; }", "decimal Total; /* all */ }", {"entity Order"}),
    "another field": (
        "/app/order.osy",
        "string Title;",
        "string Title; int Count;",
        {"entity Order", "decimal Total", "string Title", "void Report"},
    ),
    "a method's result": (
        "/app/order.osy",
        "public decimal Sum()",
        "public int Sum()",
        {"class Line", "decimal Lines"},
    ),
    "an enum member": (
        "/app/order.osy",
        "Open, Done",
        "Open, Done, Lost",
        {"enum Stage", "entity Order"},
    ),
    "a function that was missing": (
        "/app/line.osy",
        "l => l.Sum()); }\n",
        "l => l.Sum()); }\nstring Unknown() { return null; }\n",
        {"string Unknown", "string Text"},
    ),
    "a function that goes": (
        "/app/report.osy",
        "string Text() { return Unknown(); }\n",
        "",
        {"void Other"},
    ),
    "a parameter's name": (
        "/app/total.osy",
        "Total(Order order) { return order.Total; }",
        "Total(Order one) { return one.Total; }",
        {"decimal Total"},
    ),
    "a `using`": (
        "/app/line.osy",
        "decimal Lines",
        "using Acme.Kit;\ndecimal Lines",
        {"decimal Lines", "using Acme.Kit;"},
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_an_edit_makes_bound_again(name: str, bound: list[str]) -> None:
    path, old, new, again = EDITS[name]
    before = project()
    bind_all(before)
    assert len(bound) == 9
    bound.clear()
    bind_all(edited(before, path, old, new))
    assert set(bound) == again
    assert len(bound) == len(again)


def test_nothing_is_bound_twice(bound: list[str]) -> None:
    made = project()
    bind_all(made)
    bind_all(made)
    check(made)
    assert len(bound) == 9


def test_taking_an_edit_back_finds_the_old_answers_again(bound: list[str]) -> None:
    before = project()
    first = check(before)
    after = edited(before, "/app/report.osy", "Unknown()", "Title(null)")
    assert check(after) != first
    bound.clear()
    assert check(edited(after, "/app/report.osy", "Title(null)", "Unknown()")) == first
    assert set(bound) == {"string Text"}


def test_an_older_snapshot_keeps_its_answers() -> None:
    before = project()
    first = check(before)
    after = edited(before, "/app/line.osy", "decimal Lines", "string Unknown() { return null; }\ndecimal Lines")
    assert check(after) != first
    assert check(before) == first
    assert check(replace(before)) == first


def test_two_snapshots_of_one_may_differ_in_both_ways() -> None:
    base = project()
    check(base)
    one = edited(base, "/app/order.osy", "string Title;", "string Name;")
    other = edited(base, "/app/order.osy", "decimal Total;", "decimal Sum;")
    found = [{(d.path, d.code) for d in check(each)} for each in (one, other, one, other)]
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0] != found[1]


def test_a_project_read_anew_takes_over_what_is_known(bound: list[str]) -> None:
    before = project()
    bind_all(before)
    bound.clear()
    anew = edited(project(), "/app/total.osy", "return order.Total;", "return 1m;")
    bind_all(anew.after(before))
    assert set(bound) == {"decimal Total"}


def test_a_file_that_goes_takes_its_names_along(bound: list[str]) -> None:
    before = project()
    bind_all(before)
    bound.clear()
    found = check(before.without_file("/app/line.osy"))
    assert bound == []
    assert {d.path for d in found} == {"/app/report.osy"}


def test_definitions_of_an_earlier_snapshot_are_found_in_the_next() -> None:
    before = project()
    old = semantics_of(before).table
    (order,) = old.lookup("/app/total.osy", "Order", set())
    title = order.members[0]
    after = edited(before, "/app/order.osy", "enum Stage { Open, Done }\n", "enum Stage { Open, Done }\n\n")
    after = edited(after, "/app/order.osy", "decimal Total;", "decimal Total; int More;")
    now = semantics_of(after).table
    assert now.current(title) is not title
    place = now.place(title)
    assert after.files["/app/order.osy"].text[place.span.start : place.span.end] == "Title"
    assert now.current(order) in now.homes


def test_a_definition_that_is_gone_has_no_place() -> None:
    before = project()
    (line,) = semantics_of(before).table.lookup("/app/line.osy", "Line", set())
    after = edited(before, "/app/order.osy", "class Line {", "class Row {")
    assert semantics_of(after).table.current(line) is None


def references(of: Project, path: str, name: str) -> list[str]:
    semantics = semantics_of(of)
    (definition,) = semantics.table.lookup(path, name, set())
    return [
        f"{place.path.removeprefix('/app/')} {of.files[place.path].text[place.span.start : place.span.end]}"
        for place in semantics.references(definition)
    ]


def test_references_stand_in_every_file() -> None:
    made = project()
    assert references(made, "/app/total.osy", "Line") == ["line.osy Line"]
    assert references(made, "/app/total.osy", "Order") == ["report.osy Order", "total.osy Order", "total.osy Order"]


def test_references_hold_after_the_declaration_was_edited() -> None:
    before = project()
    bind_all(before)
    after = edited(before, "/app/order.osy", "Price * 2m", "Price * 3m")
    assert references(after, "/app/total.osy", "Line") == ["line.osy Line"]


def test_dependents_are_the_files_that_mention_what_a_file_declares() -> None:
    semantics = semantics_of(project())
    assert semantics.dependents("/app/order.osy") == {"/app/total.osy", "/app/report.osy", "/app/line.osy"}
    assert semantics.dependents("/app/line.osy") == frozenset()


def test_maps_are_kept_for_what_was_asked_about_last(monkeypatch: pytest.MonkeyPatch, bound: list[str]) -> None:
    monkeypatch.setattr("osy_analysis.semantics.snapshot.KEPT_CHARACTERS", 1)
    made = project()
    semantics = bind_all(made)
    item = made.files["/app/line.osy"].items[0]
    bound.clear()
    first = semantics.bound("/app/line.osy", item)
    assert semantics.bound("/app/line.osy", item) is first
    assert first.types
    assert bound == ["decimal Lines"]
    semantics.bound("/app/total.osy", made.files["/app/total.osy"].items[0])
    assert semantics.bound("/app/line.osy", item) is not first


def test_what_is_derived_is_made_once_for_as_long_as_it_is_true() -> None:
    before = project()
    made: list[int] = []

    def count(bound: Bound) -> int:
        made.append(len(bound.targets))
        return len(bound.targets)

    def ask(of: Project) -> int:
        return semantics_of(of).derived("/app/line.osy", of.files["/app/line.osy"].items[0], "targets", count)

    assert ask(before) == ask(before)
    ask(edited(before, "/app/total.osy", "return order.Total;", "return 1m;"))
    assert len(made) == 1
    ask(edited(before, "/app/order.osy", "public decimal Price;", "public int Price;"))
    assert len(made) == 2


def test_threads_may_ask_at_once() -> None:
    base = project()
    snapshots = [edited(base, "/app/total.osy", "return order.Total;", f"return {n}m;") for n in range(8)]
    alone = [check(Project(root="/app", files=dict(each.files), is_whole=True)) for each in snapshots]
    found: dict[int, object] = {}

    def work(number: int) -> None:
        found[number] = check(snapshots[number])

    threads = [Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(8)] == alone
