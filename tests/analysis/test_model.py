"""The model: what a name means and where an offset is."""

import pytest

from osy_analysis.model import Model
from osy_analysis.project import Project
from osy_analysis.semantics.table import OUT_OF_VIEW
from osy_analysis.semantics.types import Unknown, show
from osy_testing.cursor import cut

PATH = "/app/flow.osy"

PROGRAM = """\
enum Stage { Open, Done }

entity Row {
  string Name;
  Stage State;
}

class Note { public string Text; }

void Tell(Row row, string text) { row.Name = text; }

workflow Flow {
  Tracks = Row.State;
  Initial = Open;
  event Go(int n);
  state Open {
    subscribe Go(int n) as Desk {
      Assigned {
        Within = TimeSpan.FromHours(4);
        enter { Tell(this.Item, "x"); }
        Unassigned(Slot who) { who.Release(); }
      }
    }
    on Desk(int n) {
      var note = new Note { Text = "y" };
      Tell(this.Item, note.Text);
      goto Done;
    }
  }
  terminal success Done { }
}

void Use(Row row) {
  Flow.RaiseGo(row, 1);
  var slot = Flow.For(row).Desk;
  var stage = Stage.Done;
}
"""


def at(marked: str) -> tuple[Model, int]:
    """The program with the `$0` of one changed line."""
    plain = marked.replace("$0", "")
    assert PROGRAM.count(plain) == 1, plain
    text, offset = cut(PROGRAM.replace(plain, marked))
    return Model(Project(root="/app", is_whole=True).with_file(PATH, text)), offset


@pytest.mark.parametrize(
    ("marked", "kind", "declared"),
    [
        ("goto Do$0ne;", "terminal", "terminal success Done"),
        ("Initial = O$0pen", "state", "state Open"),
        ("on Des$0k(int n)", "slot", "as Desk"),
        ("subscribe G$0o(int n)", "event", "event Go"),
        ("Flow.Rai$0seGo(row, 1)", "event", "event Go"),
        ("Flow.For(row).De$0sk", "slot", "as Desk"),
        ("var stage = Stage.Do$0ne", "enum member", "enum Stage { Open, Done"),
        ("var stage = Sta$0ge.Done", "enum", "enum Stage"),
        ("Te$0ll(this.Item, note.Text)", "function", "void Tell"),
        ("note.Te$0xt)", "field", "public string Text"),
        ("no$0te.Text)", "local", "var note"),
        ("new No$0te {", "class", "class Note"),
        ('{ Te$0xt = "y" }', "field", "public string Text"),
        ("ro$0w.Name = text", "parameter", "void Tell(Row row"),
        ("row.Na$0me = text", "field", "string Name"),
        ("wh$0o.Release()", "parameter", "Unassigned(Slot who"),
        ("  Sta$0ge State;", "enum", "enum Stage"),
        ("Tracks = Row.Sta$0te", "field", "Stage State"),
    ],
)
def test_symbol(marked: str, kind: str, declared: str) -> None:
    model, offset = at(marked)
    symbol = model.symbol_at(PATH, offset)
    assert symbol is not None
    text = model.project.files[PATH].text
    end = symbol.place.span.end
    assert (symbol.kind.value, text[end - len(declared) : end]) == (kind, declared)
    assert model.definition(PATH, offset) == symbol.place


@pytest.mark.parametrize(
    ("marked", "fact"),
    [("TimeSpan.From$0Hours(4)", "FromHours"), ("Time$0Span.FromHours(4)", "TimeSpan"), ("who.Rel$0ease()", "Release")],
)
def test_what_the_platform_has(marked: str, fact: str) -> None:
    model, offset = at(marked)
    meaning = model.meaning_at(PATH, offset)
    assert meaning.is_known
    assert meaning.symbol is None
    assert meaning.fact is not None
    assert meaning.fact.name == fact


@pytest.mark.parametrize(
    ("project", "missing"),
    [
        (Project(root="/app", is_whole=True), set()),
        (Project(root="/app"), {OUT_OF_VIEW}),
        (Project(root="/app", is_whole=True).with_file("/app/b.osy", "using Acme.Gone;"), set()),
    ],
)
def test_what_is_unknown_says_where_it_may_come_from(project: Project, missing: set[str]) -> None:
    text, offset = cut("void F() { var x = Nob$0ody.Knows; }")
    model = Model(project.with_file(PATH, text))
    assert not model.meaning_at(PATH, offset).is_known
    assert model.meaning_at(PATH, offset).missing == missing
    assert model.type_at(PATH, offset) == Unknown(frozenset(missing))


def test_a_name_behind_a_using_out_of_view_may_come_from_there() -> None:
    text, offset = cut("using Acme.Gone;\nvoid F() { Nob$0ody.Knows(); }")
    model = Model(Project(root="/app", is_whole=True).with_file(PATH, text))
    assert model.meaning_at(PATH, offset).missing == {"Acme.Gone"}


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("note.Te$0xt)", "string"),
        ("no$0te.Text)", "Note"),
        ("var no$0te = new", "Note"),
        ("Tell(this.It$0em, note.Text)", "Row"),
        ("Flow.For(row).De$0sk", "Slot"),
        ("var stage = Stage.Do$0ne", "Stage"),
        ("wh$0o.Release()", "Slot"),
        ("row.Name = te$0xt", "string"),
        ("Te$0ll(this.Item, note.Text)", "void"),
        ("Time$0Span.FromHours(4)", "TimeSpan"),
        ("terminal success Do$0ne { }", "unknown"),
    ],
)
def test_types(marked: str, shown: str) -> None:
    model, offset = at(marked)
    assert show(model.type_at(PATH, offset)) == shown


@pytest.mark.parametrize(
    ("marked", "mentions"),
    [
        ("goto Do$0ne;", ["goto Done"]),
        ("state Op$0en {", ["Initial = Open"]),
        ("as De$0sk {", ["on Desk", "Flow.For(row).Desk"]),
        ("event G$0o(int n)", ["subscribe Go", "Flow.RaiseGo"]),
        ("void Te$0ll(", ["enter { Tell", "Tell"]),
        ("note.Te$0xt)", ["new Note { Text", "note.Text"]),
        ("no$0te.Text)", ["note"]),
        ("Row ro$0w, string text", ["row"]),
        ("enum Sta$0ge {", ["Stage", "var stage = Stage"]),
        ("TimeSpan.From$0Hours(4)", []),
    ],
)
def test_references(marked: str, mentions: list[str]) -> None:
    model, offset = at(marked)
    text = model.project.files[PATH].text
    found = [place.span.end for place in model.references(PATH, offset)]
    assert [text[end - len(mention) : end] for end, mention in zip(found, mentions, strict=True)] == mentions


def test_names_in_view_the_nearest_first() -> None:
    model, offset = at("Tell(this.Item, no$0te.Text)")
    found = [(seen.name, show(seen.type)) for seen in model.names_at(PATH, offset)]
    assert found[:1] == [("note", "Note")]
    assert {("n", "int"), ("Desk", "Slot"), ("Flow", "Flow"), ("Stage", "Stage"), ("Tell", "void")} <= set(found)


def test_a_name_that_hides_another_stands_alone() -> None:
    text, offset = cut("string Name;\nclass C { public int Name; void M(bool Name) { $0 } }")
    model = Model(Project(root="/app", is_whole=True).with_file(PATH, text))
    assert [show(seen.type) for seen in model.names_at(PATH, offset) if seen.name == "Name"] == ["bool"]


@pytest.mark.parametrize("marked", ["TimeSpan.From$0Hours(4)", "who.Rel$0ease()", "workfl$0ow Flow", "string Name;$0"])
def test_no_symbol(marked: str) -> None:
    model, offset = at(marked)
    assert model.symbol_at(PATH, offset) is None


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("Within = TimeSpan$0.FromHours(4)", ("Open", "Desk", "Assigned", None, ())),
        ('enter { $0Tell(this.Item, "x")', ("Open", "Desk", "Assigned", "enter", ("slot",))),
        ("{ who.$0Release()", ("Open", "Desk", "Assigned", "Unassigned", ("who", "slot"))),
        ("goto $0Done;", ("Open", None, None, "on", ())),
        ("event Go($0int n);", (None, None, None, None, ())),
        ("as Desk {$0", ("Open", "Desk", None, None, ())),
        ("as De$0sk {", ("Open", None, None, None, ())),
        ("terminal success Done {$0 }", ("Done", None, None, None, ())),
    ],
)
def test_scope(marked: str, expected: tuple[object, ...]) -> None:
    model, offset = at(marked)
    scope = model.scope_at(PATH, offset)
    assert scope is not None
    assert scope.workflow.name.text == "Flow"
    assert scope.item_type == "Row"
    assert expected == (
        scope.state.name.text if scope.state else None,
        scope.slot.slot.text if scope.slot else None,
        scope.milestone.keyword.text if scope.milestone else None,
        scope.body_fact.name if scope.body_fact else None,
        scope.slot_names,
    )


@pytest.mark.parametrize("marked", ["work$0flow Flow", "enum Stage {$0 Open", "Flow.RaiseGo(row,$0 1)"])
def test_no_scope_outside_a_workflow(marked: str) -> None:
    model, offset = at(marked)
    assert model.scope_at(PATH, offset) is None


@pytest.mark.parametrize("typed", ["slot.", "goto ", "Te", ""])
def test_a_half_typed_statement_keeps_its_scope(typed: str) -> None:
    text, offset = cut(PROGRAM.replace('enter { Tell(this.Item, "x"); }', f"enter {{ {typed}$0 }}"))
    scope = Model(Project(root="/app").with_file(PATH, text)).scope_at(PATH, offset)
    assert scope is not None
    assert scope.body_fact is not None
    assert (scope.body_fact.name, scope.slot_names) == ("enter", ("slot",))
