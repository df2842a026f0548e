"""Diagnostics as text and as JSON, from hand-made findings."""

import json
import os
from pathlib import Path

import pytest

from osy_analysis.diagnostic import Diagnostic, Level, Related
from osy_cli.render.json import diagnostics_json, dump
from osy_cli.render.terminal import Terminal
from osy_cli.render.text import diagnostic_text, summary_text
from osy_cli.sources import Sources
from osy_grammar.span import Span

PLAIN = Terminal()
PROGRAM = """\
workflow Flow {
  state Open {
    exit { goto Done; }
  }
  terminal success Done { }
}
"""


def find(text: str) -> Span:
    start = PROGRAM.index(text)
    return Span(start, start + len(text))


def path(name: str) -> str:
    return str(Path.cwd() / name)


def sources(name: str = "flow.osy", text: str = PROGRAM) -> Sources:
    return Sources({path(name): text})


def finding(
    *, code: str = "workflow-goto-in-exit", level: Level = Level.ERROR, span: Span | None = None, name: str = "flow.osy"
) -> Diagnostic:
    return Diagnostic(path=path(name), span=span or find("goto"), code=code, level=level, message="it may not `goto`")


def test_a_diagnostic_says_where_what_why_and_what_to_do() -> None:
    diagnostic = Diagnostic(
        path=path("flow.osy"),
        span=find("goto Done;"),
        code="workflow-goto-in-exit",
        level=Level.ERROR,
        message="`exit` may not `goto`",
        related=(Related(path("flow.osy"), find("Done {"), "the state it names"),),
        url="https://osysharp.com/reference/workflow/enter-exit/",
        hint="move the `goto` to the arms that leave `Open`",
    )
    assert diagnostic_text(diagnostic, sources(), PLAIN) == (
        "flow.osy:3:12: error: `exit` may not `goto` [workflow-goto-in-exit]\n"
        "  3 │     exit { goto Done; }\n"
        "    │            ^^^^^^^^^^\n"
        "  flow.osy:5:20: the state it names\n"
        "    5 │   terminal success Done { }\n"
        "      │                    ^^^^^^\n"
        "  hint: move the `goto` to the arms that leave `Open`\n"
        "  page: https://osysharp.com/reference/workflow/enter-exit/\n"
    )


def test_a_message_of_several_lines_keeps_its_lines() -> None:
    diagnostic = Diagnostic(path("flow.osy"), find("goto"), "a-b", Level.HINT, "first\nsecond")
    assert diagnostic_text(diagnostic, sources(), PLAIN).splitlines()[:2] == [
        "flow.osy:3:12: hint: first [a-b]",
        "  second",
    ]


def test_colour_marks_level_and_place() -> None:
    line = diagnostic_text(finding(level=Level.WARNING), sources(), Terminal(is_colored=True)).splitlines()[0]
    assert line == (
        "\x1b[1mflow.osy:3:12\x1b[0m: \x1b[1;33mwarning\x1b[0m: it may not `goto` \x1b[2m[workflow-goto-in-exit]\x1b[0m"
    )


def test_a_path_cannot_smuggle_in_an_escape_sequence() -> None:
    evil = "a\x1b[2Jb.osy"
    text = diagnostic_text(finding(name=evil), sources(evil), PLAIN)
    assert text.startswith("a␛[2Jb.osy:3:12: error:")


SUMMARIES = {
    (): "Nothing found in 2 files.\n",
    (Level.ERROR,): "Found 1 error in 2 files. `osy explain CODE` says more about a code.\n",
    (Level.HINT, Level.ERROR, Level.ERROR): (
        "Found 2 errors and 1 hint in 2 files. `osy explain CODE` says more about a code.\n"
    ),
    (Level.HINT, Level.WARNING, Level.ERROR): (
        "Found 1 error, 1 warning and 1 hint in 2 files. `osy explain CODE` says more about a code.\n"
    ),
}


@pytest.mark.parametrize(("levels", "expected"), SUMMARIES.items())
def test_the_closing_line_counts(levels: tuple[Level, ...], expected: str) -> None:
    assert summary_text([finding(level=level) for level in levels], 2, 0, PLAIN) == expected


def test_json_is_exactly_the_documented_shape() -> None:
    diagnostic = Diagnostic(
        path=path("flow.osy"),
        span=find("goto"),
        code="workflow-goto-in-exit",
        level=Level.ERROR,
        message="it may not",
        related=(Related(path("flow.osy"), find("Done {"), "there"),),
        url="https://osysharp.com/reference/workflow/enter-exit/",
        hint="hints are for people",
    )
    assert json.loads(dump(diagnostics_json([diagnostic], sources(), files=1))) == {
        "schema": 1,
        "diagnostics": [
            {
                "file": "flow.osy",
                "code": "workflow-goto-in-exit",
                "level": "error",
                "message": "it may not",
                "range": {"start": {"line": 3, "column": 12}, "end": {"line": 3, "column": 16}},
                "related": [
                    {
                        "file": "flow.osy",
                        "range": {"start": {"line": 5, "column": 20}, "end": {"line": 5, "column": 26}},
                        "message": "there",
                    }
                ],
                "url": "https://osysharp.com/reference/workflow/enter-exit/",
            }
        ],
        "summary": {"errors": 1, "warnings": 0, "hints": 0, "files": 1},
    }


def test_json_columns_count_characters() -> None:
    text = '"🎉日\t" x'
    at = Span(text.index("x"), len(text))
    row = diagnostics_json([finding(span=at)], sources(text=text), files=1)["diagnostics"]
    assert isinstance(row, list)
    assert row[0]["range"] == {"start": {"line": 1, "column": 7}, "end": {"line": 1, "column": 8}}


def test_json_is_sorted_by_file_place_and_code() -> None:
    found = [
        finding(name="b.osy"),
        finding(code="b-b"),
        finding(code="a-a"),
        finding(code="z-z", span=find("state")),
        finding(name="../a.osy"),
    ]
    value = diagnostics_json(found, Sources({path("flow.osy"): PROGRAM, path("b.osy"): PROGRAM}), files=2)
    rows = value["diagnostics"]
    assert isinstance(rows, list)
    assert [(row["file"], row["code"]) for row in rows] == [
        ("../a.osy", "workflow-goto-in-exit"),
        ("b.osy", "workflow-goto-in-exit"),
        ("flow.osy", "z-z"),
        ("flow.osy", "a-a"),
        ("flow.osy", "b-b"),
    ]


def test_json_survives_a_file_name_that_is_no_text() -> None:
    name = os.fsdecode(b"\xff.osy")
    text = dump(diagnostics_json([finding(name=name)], sources(name), files=1))
    written = text.encode("utf-8", "backslashreplace").decode("utf-8")
    assert json.loads(written)["diagnostics"][0]["file"] == name
