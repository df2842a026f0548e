"""`osy graph`: which workflow, in which form, where to, and how it ends."""

import json
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from osy_analysis.graph.wire import GraphFile
from osy_testing.command_line import Osy, Write

FLOW = """\
enum Stage { Open, Closed }
entity Case { Stage Stage; }

/// How a case goes.
workflow CaseFlow {
  Tracks  = Case.Stage;
  Initial = Open;
  event Close();
  state Open {
    subscribe Close() as Closing { Finished { Within = TimeSpan.FromHours(2); Unfinished { } } }
    on Closing { when (this.Item.Big) { goto Closed; } default { } }
  }
  terminal success Closed { }
}
"""


def test_text_is_what_people_get(osy: Osy, write: Write) -> None:
    write("case.osy", FLOW)
    ended = osy("graph", "CaseFlow")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("CaseFlow\n")
    assert "Finished within 2 h" in ended.out
    assert "Closing [this.Item.Big]" in ended.out


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("svg", "<svg "),
        ("mermaid", "---\ntitle:"),
        ("dot", 'digraph "CaseFlow" {'),
        ("json", "{\n"),
        ("text", "CaseFlow"),
    ],
)
def test_each_form(form: str, start: str, osy: Osy, write: Write) -> None:
    write("case.osy", FLOW)
    ended = osy("graph", "CaseFlow", "case.osy", "--format", form)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith(start)
    assert osy("graph", "CaseFlow", "case.osy", "--format", form).out == ended.out


@pytest.mark.parametrize(
    ("name", "start"),
    [("x.svg", "<svg "), ("x.MMD", "---"), ("x.gv", "digraph"), ("x.json", "{"), ("x.txt", "CaseFlow")],
)
def test_the_ending_of_the_file_tells_the_form(name: str, start: str, osy: Osy, write: Write, tmp_path: Path) -> None:
    write("case.osy", FLOW)
    ended = osy("graph", "CaseFlow", "-o", name)
    assert (ended.status, ended.out, ended.err) == (0, "", "")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_json_in_full(osy: Osy, write: Write) -> None:
    write("case.osy", FLOW)
    told = osy("graph", "CaseFlow", "--format", "json").json()
    TypeAdapter(GraphFile).validate_python(told)
    assert (told["schema"], told["file"]) == (1, "case.osy")
    graph = told["graph"]
    assert isinstance(graph, dict)
    assert (graph["workflow"], graph["documentation"], graph["broken"]) == ("CaseFlow", "How a case goes.", False)
    assert [(node["id"], node["kind"], node["name"], node["initial"]) for node in graph["nodes"]] == [
        ("state0", "state", "Open", True),
        ("state1", "success", "Closed", False),
    ]
    (slot,) = graph["nodes"][0]["slots"]
    (milestone,) = slot["milestones"]
    assert (slot["name"], milestone["keyword"], milestone["within"]["ticks"]) == ("Closing", "Finished", 72_000_000_000)
    (edge,) = graph["edges"]
    assert edge["range"] == {"start": {"line": 11, "column": 41}, "end": {"line": 11, "column": 53}}
    assert {key: edge[key] for key in ("source", "target", "cause", "name", "event", "label", "conditional")} == {
        "source": "state0",
        "target": "state1",
        "cause": "slot",
        "name": "Closing",
        "event": "Close",
        "label": "Closing [this.Item.Big]",
        "conditional": True,
    }


def test_an_unknown_workflow(osy: Osy, write: Write) -> None:
    write("case.osy", FLOW)
    ended = osy("graph", "CaseFlwo")
    assert (ended.status, ended.out) == (2, "")
    assert (
        ended.err == "osy: there is no workflow `CaseFlwo` in `.`; did you mean `CaseFlow`?\n     there are CaseFlow\n"
    )


def test_no_workflow_at_all(osy: Osy, write: Write) -> None:
    write("case.osy", "enum A { B }\n")
    ended = osy("graph", "CaseFlow")
    assert (ended.status, ended.err) == (2, "osy: there is no workflow in `.`\n")


@pytest.mark.parametrize("arguments", [[], ["."], ["desk"], ["desk/case.osy"], ["./desk"], ["desk/", "desk/case.osy"]])
def test_the_only_one_needs_no_name(arguments: list[str], osy: Osy, write: Write) -> None:
    write("desk/case.osy", FLOW)
    ended = osy("graph", *arguments)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == osy("graph", "CaseFlow").out


@pytest.mark.parametrize("arguments", [[], ["desk"]])
def test_one_of_several_needs_a_name(arguments: list[str], osy: Osy, write: Write) -> None:
    write("desk/case.osy", FLOW + FLOW.replace("CaseFlow", "OtherFlow"))
    ended = osy("graph", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert "name a workflow" in ended.err
    assert "there are CaseFlow, OtherFlow" in ended.err


def test_a_path_that_is_not_there_is_told_of_as_one(osy: Osy) -> None:
    ended = osy("graph", "no/where.osy")
    assert (ended.status, ended.out) == (2, "")
    assert "no/where.osy" in ended.err
    assert "workflow `no/where.osy`" not in ended.err


def test_several_of_one_name(osy: Osy, write: Write) -> None:
    write("one/app.osy", 'app One { model "*.osy"; }\n')
    write("one/case.osy", FLOW)
    write("two/app.osy", 'app Two { model "*.osy"; }\n')
    write("two/case.osy", FLOW)
    ended = osy("graph", "CaseFlow")
    assert (ended.status, ended.out) == (2, "")
    assert "there are 2 workflows `CaseFlow`" in ended.err
    assert ended.err.endswith("     one/case.osy:5:10\n     two/case.osy:5:10\n")
    assert osy("graph", "CaseFlow", "two").status == 0


def test_a_document(osy: Osy, write: Write) -> None:
    write("guide.md", f"# Guide\n\n```osy\n{FLOW}```\n")
    told = osy("graph", "CaseFlow", "guide.md", "--format", "json").json()
    graph = told["graph"]
    assert isinstance(graph, dict)
    assert graph["name_range"]["start"] == {"line": 8, "column": 10}


def test_a_broken_workflow_is_shown_as_far_as_it_goes(osy: Osy, write: Write) -> None:
    write("case.osy", FLOW.replace("default { }", "default {"))
    ended = osy("graph", "CaseFlow", "--format", "dot")
    assert ended.status == 0
    assert '"Open" -> "Closed"' in ended.out
    assert "has faults of syntax" in ended.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--format", "png"], "unknown format `png`; there are `text`, `svg`, `mermaid`, `dot` and `json`"),
        (["-o", "no/such/folder/x.svg"], "`no/such/folder/x.svg` cannot be written: No such file or directory"),
        (["nowhere"], "there is no file or folder `nowhere`"),
    ],
)
def test_what_cannot_be_done(arguments: list[str], complaint: str, osy: Osy, write: Write) -> None:
    write("case.osy", FLOW)
    ended = osy("graph", "CaseFlow", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert complaint in ended.err


def test_without_the_layout_library_a_picture_is_refused(
    osy: Osy, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("case.osy", FLOW)
    monkeypatch.setitem(sys.modules, "graphlay", None)
    ended = osy("graph", "CaseFlow", "--format", "svg")
    assert (ended.status, ended.out) == (2, "")
    assert "needs the Python package `graphlay`" in ended.err
    assert osy("graph", "CaseFlow", "--format", "mermaid").status == 0
    assert osy("graph", "CaseFlow").status == 0


def test_json_is_one_object(osy: Osy, write: Write) -> None:
    write("été.osy", FLOW.replace("How a case goes.", "Où ça va."))
    told = json.loads(osy("graph", "CaseFlow", "--format", "json").out)
    assert told["graph"]["documentation"] == "Où ça va."
