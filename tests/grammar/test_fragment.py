"""Fragments: what may stand alone in a document, placeholders, and faults that stay faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osy_grammar.fragment import fill_placeholders, parse_fragment
from osy_grammar.nodes.declarations import Fragment, Function
from osy_grammar.nodes.statements import ExpressionStatement
from osy_grammar.nodes.workflow import Clause, Milestone, State, Subscribe

FRAGMENTS = {
    "a declaration": ("int Depth() => 3;", Function),
    "a state with placeholders": ("state <Name> {\n  enter { <statements> }   // on arrival\n}", State),
    "milestones": (
        "Assigned {\n  Within = <TimeSpan>;\n  Unassigned { <body> }\n}\nFinished { enter { … } }",
        Milestone,
    ),
    "a slot": ("subscribe Weigh(int grams) as Scale { Candidates = u => u.Team == Team.Dock; }", Subscribe),
    "clauses": ("Within = TimeSpan.FromHours(4);\nRetries = 3;", Clause),
    "an expression without its end": ("Workflow.WorkByItem<Pot>().Where(r => r.EverBreached)", ExpressionStatement),
    "a member chain of placeholders": ("<Flow>.For(row).<Slot>.Candidates(u);", ExpressionStatement),
}


@pytest.mark.parametrize(("text", "kind"), FRAGMENTS.values(), ids=FRAGMENTS)
def test_what_may_stand_alone(text: str, kind: type) -> None:
    file = parse_fragment(text)
    assert [problem.message for _, problem in file.problems] == []
    declaration = file.items[0].node
    first = declaration.nodes[0] if isinstance(declaration, Fragment) else declaration
    assert isinstance(first, kind)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("state Open { exit { this.Item.Done = ; } }", 37),
        ("Within = <TimeSpan>;\nUnassigned { ", 32),
    ],
)
def test_a_fault_stays_a_fault_at_its_place(text: str, place: int) -> None:
    starts = [item.start + problem.start for item, problem in parse_fragment(text).problems]
    assert len(starts) == 1
    assert abs(starts[0] - place) <= 2


def test_stand_ins_leave_strings_comments_and_type_arguments_alone() -> None:
    text = 'List<Pot> pots = Find("<Name> …"); // … <Name>'
    assert fill_placeholders(text) == text


@given(st.text(alphabet="abc <>{}();=.…\"/\n'x", max_size=80))
def test_any_text_is_a_fragment(text: str) -> None:
    assert len(fill_placeholders(text)) == len(text)
    assert parse_fragment(text).text == text
