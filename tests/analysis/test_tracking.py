"""Workflows against the fields that they drive, in one file or in several."""

import pytest

from osy_analysis.checker import check
from osy_analysis.project import Project

FLOW = "/app/flow.osy"
STATES = "state Open { on Go { goto Done; } } terminal success Done { }"


def flow(tracks: str = "Row.State", states: str = STATES, head: str = "Autostart = true;", name: str = "Flow") -> str:
    return f"workflow {name} {{ Tracks = {tracks}; {head} Initial = Open; event Go(); {states} }}\n"


def project(*texts: str, is_whole: bool = True) -> Project:
    found = Project(root="/app", is_whole=is_whole)
    for number, text in enumerate(texts):
        found = found.with_file(f"/app/{number}.osy", text)
    return found


def found(*texts: str, is_whole: bool = True) -> list[tuple[str, str]]:
    """The codes with the text that they stand on; each text is a file."""
    whole = project(*texts, is_whole=is_whole)
    return [(d.code.removeprefix("workflow-"), d.span.text(whole.files[d.path].text)) for d in check(whole)]


ENUM = "enum Stage { Open, Done }\n"
ROW = "entity Row { Stage State; }\n"


# ── Tracks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ((ENUM, ROW, flow()), []),
        ((ENUM, ROW, flow("Rwo.State")), [("tracks-unknown", "Rwo")]),
        ((ENUM, ROW, flow("Row.Stat")), [("tracks-unknown", "Stat")]),
        ((ENUM, ROW, flow("Row")), [("tracks-unknown", "Row")]),
        ((ENUM, ROW, flow("Stage.Open")), [("tracks-unknown", "Stage")]),
        ((ENUM, "class Row { Stage State; }\n", flow()), [("tracks-unknown", "Row")]),
        ((ENUM, "entity Row { Stage State() { return Stage.Open; } }\n", flow()), [("tracks-unknown", "State")]),
        ((ENUM, "namespace Shop;\n" + ROW, flow("Shop.Row.State")), []),
        ((ENUM, "namespace Shop;\n" + ROW, flow("Shp.Row.State")), [("tracks-unknown", "Shp.Row")]),
        ((ENUM, "entity Base { Stage State; }\nentity Row : Base { }\n", flow()), []),
        ((ENUM, "entity Row { int N; }\npartial entity Row { Stage State; }\n", flow()), []),
    ],
)
def test_tracks(texts: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    assert found(*texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        # Two of one name: which is meant is told elsewhere.
        (ENUM, "namespace A;\nentity Row { Stage State; }\n", "namespace B;\nentity Row { int State; }\n", flow()),
        (ENUM, "entity Row : Kit.Base { }\n", flow()),
        (ENUM, "partial entity Row { int N; }\n", flow()),
        ("using Acme.Kit;\n" + flow("Ticket.Stage"),),
        ("entity Row { Colour State; }\n", flow()),
    ],
)
def test_what_may_be_out_of_view_is_not_missing(texts: tuple[str, ...]) -> None:
    assert [code for code, _ in found(*texts) if code.startswith(("tracks", "state", "member"))] == []


def test_with_a_kit_out_of_view_no_entity_is_missing() -> None:
    assert found(flow("Ticket.Stage"), is_whole=False) == []
    assert [code for code, _ in found(flow("Ticket.Stage"))] == ["tracks-unknown"]


def test_a_field_of_an_entity_in_view_is_missing_whatever_kit_is() -> None:
    texts = ("using Acme.Kit;\n" + ENUM, "using Acme.Kit;\n" + ROW, "using Acme.Kit;\n" + flow("Row.Stat"))
    assert found(*texts) == [("tracks-unknown", "Stat")]
    assert found(*texts, is_whole=False) == []


def test_a_misspelt_autostart_may_say_either() -> None:
    row = "entity Row { Stage State = Stage.Open; }\n"
    assert found(ENUM, row, flow(head="Autostrat = false;")) == [("clause-unknown", "Autostrat")]


def test_what_does_not_parse_may_be_the_entity_r94() -> None:
    assert [code for code, _ in found(flow(), "entity Row { Stage State \n")] == ["syntax-unclosed"]
    assert [code for code, _ in found(ENUM, flow(), "entity Row { Stage Other int }\n")] == ["syntax-error"]


@pytest.mark.parametrize(
    ("type_", "is_enum"),
    [
        ("Stage", True),
        ("Stage?", True),
        ("string", False),
        ("int", False),
        ("DateTime", False),
        ("Stage[]", False),
        ("Other", False),
        ("List<Stage>", False),
    ],
)
def test_the_type_of_the_field(type_: str, is_enum: bool) -> None:
    row = f"entity Other {{ }}\nentity Row {{ {type_} State; }}\n"
    assert found(ENUM, row, flow()) == ([] if is_enum else [("tracks-not-enum", "State")])


# ── States and members ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("enum", "states", "expected"),
    [
        ("Open, Done", STATES, []),
        ("Done, Open", STATES, []),
        ("Open", STATES, [("state-not-in-enum", "Done")]),
        ("Open, Done, Held", STATES, [("member-without-state", "Held")]),
        # One slip is told once.
        ("Open, Dnoe", STATES, [("state-not-in-enum", "Done")]),
        ("Open, Done", STATES.replace("terminal success Done { }", ""), [("name-unknown-state", "Done")]),
        (
            "Open, Done",
            STATES.replace("Open {", "Opne {"),
            [("name-unknown-state", "Open"), ("state-not-in-enum", "Opne")],
        ),
    ],
)
def test_states_and_members_r27(enum: str, states: str, expected: list[tuple[str, str]]) -> None:
    texts = (f"enum Stage {{ {enum} }}\n", ROW, flow(states=states))
    mine = [one for one in found(*texts) if one[0] not in ("unreachable-state", "dead-end")]
    assert mine == expected


def test_a_state_that_stands_twice_is_told_once() -> None:
    states = STATES + " state Held { on Go { goto Open; } } state Held { } on Go { goto Held; }"
    codes = [code for code, _ in found(ENUM, ROW, flow(states=states))]
    assert codes == ["state-not-in-enum", "name-duplicate"]


def test_nothing_rests_on_an_unknown_tracks() -> None:
    assert found("enum Stage { Other }\n", ROW, flow("Row.Stat")) == [("tracks-unknown", "Stat")]


def test_an_enum_that_ends_too_early_misses_no_member() -> None:
    codes = [code for code, _ in found("enum Stage { Open } Done }\n", ROW, flow())]
    assert set(codes) == {"syntax-error"}


@pytest.mark.parametrize(
    ("field", "head", "expected"),
    [
        ("Stage State = Stage.None;", "Autostart = false;", []),
        ("Stage State;", "Autostart = false;", []),
        ("Stage State = Stage.Open;", "Autostart = false;", ["None"]),
        ("Stage State;", "Autostart = true;", ["None"]),
        ("Stage State;", "", ["None"]),
    ],
)
def test_a_row_without_a_run_r102(field: str, head: str, expected: list[str]) -> None:
    texts = ("enum Stage { None, Open, Done }\n", f"entity Row {{ {field} }}\n", flow(head=head))
    assert found(*texts) == [("member-without-state", name) for name in expected]


@pytest.mark.parametrize(
    ("field", "head", "expected"),
    [
        ("Stage State = Stage.Open;", "Autostart = true;", ["Stage.Open"]),
        ("Stage State = Stage.Done;", "", ["Stage.Done"]),
        ("Stage State = Stage.Open;", "Autostart = false;", []),
        ("Stage State = Stage.Open;", "Autostart = Wanted;", []),
        ("Stage? State = null;", "Autostart = true;", []),
        ("Stage State;", "Autostart = true;", []),
    ],
)
def test_a_default_r25(field: str, head: str, expected: list[str]) -> None:
    texts = (ENUM, f"entity Row {{ {field} }}\n", flow(head=head), "const bool Wanted = true;\n")
    assert found(*texts) == [("tracked-field-default", text) for text in expected]


# ── Assignments ──────────────────────────────────────────────────────────────────────────────────────────────────────

ROWS = (
    "entity Base { int N; }\n"
    "entity Row : Base { Stage State; void Reset() { State = Stage.Open; N = 1; } }\n"
    "entity Sub : Row { }\nentity Free { Stage State; }\n"
)


@pytest.mark.parametrize(
    ("code", "is_wrong"),
    [
        ("void F(Row row) { row.State = Stage.Open; }", True),
        ("void F(Row row) { row.State ??= Stage.Open; }", True),
        ("void F(Sub row) { row.State = Stage.Open; }", True),
        ("void F() { foreach (var row in Row.Where(r => r.N > 1).ToList()) { row.State = Stage.Open; } }", True),
        ("void F(Row? row) { if (row != null) { row.State = Stage.Open; } }", True),
        ("void F() { var row = new Row { State = Stage.Open }; }", True),
        ("void F() { new Sub { State = Stage.Open }; }", True),
        ("void F(Free row) { row.State = Stage.Open; new Free { State = Stage.Open }; }", False),
        ("void F(Row row) { row.N = 1; new Row { N = 1 }; }", False),
        ("bool F(Row row) { return row.State == Stage.Open; }", False),
        ("void F() { var State = Stage.Open; State = Stage.Done; }", False),
        ("void F(Unknown row) { row.State = Stage.Open; }", False),
        ("class Other { Stage State; void F(Other row) { row.State = Stage.Open; State = Stage.Open; } }", False),
        ("void F() { var made = new { State = Stage.Open }; }", False),
    ],
)
def test_assignments_r104(code: str, is_wrong: bool) -> None:
    texts = (ENUM, ROWS.replace("State = Stage.Open; N = 1;", ""), flow(), code + "\n")
    assert [one for one in found(*texts, is_whole=False) if one[0] == "tracked-field-assigned"] == (
        [("tracked-field-assigned", "State")] if is_wrong else []
    )


def test_the_entitys_own_method_r104() -> None:
    assert found(ENUM, ROWS, flow()) == [("tracked-field-assigned", "State")]
    assert found(ENUM, ROWS) == []


def test_the_workflow_itself_may_r104() -> None:
    states = STATES.replace("on Go {", "on Go { this.Item.State = Stage.Done;")
    assert found(ENUM, ROW, flow(states=states)) == []
    other = "enum Kind { Open, Done }\npartial entity Row { Kind Kind; }\n"
    texts = (ENUM, ROW, other, flow(), flow("Row.Kind", states, name="Other"))
    assert found(*texts) == [("tracked-field-assigned", "State")]


def test_a_row_of_a_base_may_be_another_entitys_r104() -> None:
    rows = "entity Base { Stage State; }\nentity Row : Base { }\n"
    code = "void F(Base any, Row row) { any.State = Stage.Open; row.State = Stage.Open; }\n"
    assert found(ENUM, rows, flow(), code) == [("tracked-field-assigned", "State")]


@pytest.mark.parametrize(("head", "is_wrong"), [("Autostart = true;", True), ("", True), ("Autostart = false;", False)])
def test_a_value_for_a_new_row_r104(head: str, is_wrong: bool) -> None:
    texts = (ENUM, ROW, flow(head=head), "void F() { new Row { State = Stage.Open }; }\n")
    assert found(*texts) == ([("tracked-field-assigned", "State")] if is_wrong else [])


def test_a_workflow_that_comes_and_goes_is_heard_of() -> None:
    code = "void F(Row row) { row.State = Stage.Open; }\n"
    app = project(ENUM, ROW, code)
    assert check(app) == ()
    with_flow = app.with_file(FLOW, flow())
    assert [d.path for d in check(with_flow)] == ["/app/2.osy"]
    assert check(with_flow.without_file(FLOW)) == ()
    renamed = with_flow.with_file("/app/1.osy", "entity Row { int N; Stage State; }\n")
    assert [d.code for d in check(renamed)] == ["workflow-tracked-field-assigned"]


def test_one_file_of_several_is_asked() -> None:
    app = project("enum Stage { Open, Done, Held }\n", ROW, flow())
    assert [d.code for d in check(app, ["/app/0.osy"])] == ["workflow-member-without-state"]
    assert check(app, ["/app/2.osy"]) == ()
