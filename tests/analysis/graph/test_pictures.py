"""The pictures of a workflow: well formed, complete, safe, and the same every time."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from shutil import which

import pytest

from osy_analysis.graph import graphs_of
from osy_analysis.graph.canvas import columns
from osy_analysis.graph.dot import dot_of
from osy_analysis.graph.drawing import Drawing, description, drawing_of
from osy_analysis.graph.layout import LayoutError
from osy_analysis.graph.mermaid import mermaid_of
from osy_analysis.graph.picture import picture_of
from osy_analysis.graph.svg import svg_of
from osy_analysis.graph.text import text_of
from osy_grammar import parse

PLAIN = """\
workflow Loan {
  Tracks  = Book.State;
  Initial = Out;
  event Return();
  event Renew();
  event Lose(string how);
  on Lose(string how) { when (how != "") { goto Gone; } default { } }
  state Out {
    subscribe Return() as Desk {
      Candidates = u => u.IsClerk;
      Finished {
        Within = TimeSpan.FromDays(28);
        Retries = 2;
        Backoff = Backoff.Fixed(TimeSpan.FromDays(1));
        Remind Chase(After = TimeSpan.FromHours(600), ThenEvery = TimeSpan.FromDays(1)) { }
        Unfinished { goto Late; }
      }
    }
    on Desk { goto Back; }
    on Renew { goto Out; }
  }
  state Late {
    Expire { Within = TimeSpan.Zero; }
    enter { if (this.Item.IsCheap) { goto Gone; } }
    on Expire { goto Gone; }
    on Return { goto Out; }
    exit { goto Back; }
  }
  state Spare { on Return { goto Nowhere; } }
  terminal success Back { Message = "here again"; }
  terminal error Gone { }
}
"""

HOSTILE = """\
workflow Über検査 {
  Initial = Anfang_mit_einem_sehr_sehr_langen_Namen_der_in_keine_Zeile_passt_und_noch_weiter_geht;
  event 承認();
  state Anfang_mit_einem_sehr_sehr_langen_Namen_der_in_keine_Zeile_passt_und_noch_weiter_geht {
    on 承認 {
      when (this.Item.X == "<script>&\\"]]>--> end note\\n*_`;:#{}" && "\u001b[31m\u0000\u2028" != "") { goto end; }
      default { goto constructor; }
    }
  }
  state constructor { on 承認 { goto end; } }
  terminal success end { Message = "</svg> \\\\ \\" %% ;"; }
}
"""

BROKEN = "workflow Half {\n  Initial = A;\n  state A { on Go { goto B; } on { goto } }\n  state B { exit { goto\n"

EMPTY = "workflow Nothing { }\n"

ALL = {"plain": PLAIN, "hostile": HOSTILE, "broken": BROKEN, "empty": EMPTY}


def drawing(text: str) -> Drawing:
    (graph,) = graphs_of(parse(text))
    return drawing_of(graph)


def many(count: int) -> str:
    states = "".join(
        f"  state S{n} {{\n    on Go {{ goto S{(n + 1) % count}; }}\n    on Back {{ goto S{n * 7 % count}; }}\n"
        f"    Expire {{ Within = TimeSpan.FromHours({n}); }}\n    on Expire {{ goto S{n // 2}; }}\n  }}\n"
        for n in range(count)
    )
    return f"workflow Many {{\n  Initial = S0;\n  event Go();\n  event Back();\n{states}}}\n"


# ── What is drawn ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_boxes_rows_and_arrows() -> None:
    drawn = drawing(PLAIN)
    out = drawn.boxes[0]
    assert [(row.kind.value, row.text) for row in out.rows] == [
        ("slot", "Desk (Return), pool"),
        ("milestone", "Finished within 28 d, else Late"),
        ("retries", "again 2 times, Backoff Fixed(TimeSpan.FromDays(1))"),
        ("reminder", "Remind Chase after 25 d, then every 1 d"),
        ("return", "Renew"),
    ]
    assert [(box.name, box.kind.value, box.is_reached) for box in drawn.boxes] == [
        ("Out", "state", True),
        ("Late", "state", True),
        ("Spare", "state", False),
        ("Back", "success", True),
        ("Gone", "error", True),
        ("any state", "any", True),
        ("Nowhere", "missing", True),
    ]
    assert [
        (arrow.source.name, arrow.target.name, arrow.look.value, [label.text for label in arrow.labels])
        for arrow in drawn.arrows
    ] == [
        ("any state", "Gone", "event", ['Lose [how != ""]']),
        ("Out", "Late", "clock", ["Desk Unfinished"]),
        ("Out", "Back", "event", ["Desk"]),
        ("Late", "Gone", "redirect", ["enter [this.Item.IsCheap]"]),
        ("Late", "Gone", "clock", ["Expire"]),
        ("Late", "Out", "event", ["Return"]),
        ("Late", "Back", "illegal", ["exit"]),
        ("Spare", "Nowhere", "event", ["Return"]),
    ]


def test_arrows_of_one_look_are_one_with_several_labels() -> None:
    text = "workflow W { Initial = A; state A { on Go { goto B; } on Stop { goto B; } } state B { } }"
    (arrow,) = drawing(text).arrows
    assert [label.text for label in arrow.labels] == ["Go", "Stop"]


# ── SVG ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("text", ALL.values(), ids=ALL)
def test_svg_is_a_document_that_says_what_it_shows(text: str) -> None:
    drawn = drawing(text)
    root = ET.fromstring(svg_of(drawn))
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root[:2]] == [f"{NAMESPACE}title", f"{NAMESPACE}desc"]
    assert root.get("aria-labelledby") == "osy-title osy-desc"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    moves = [f"osy-{label.key}" for arrow in drawn.arrows for label in arrow.labels]
    returns = [f"osy-{row.key}" for box in drawn.boxes for row in box.rows if row.key]
    assert {f"osy-{box.key}" for box in drawn.boxes} | {*moves, *returns} <= set(ids)
    assert "prefers-color-scheme:dark" in svg_of(drawn)
    assert not re.search(r"(href|url\(|<script|<image|@import|@font-face)", svg_of(drawn).replace("&lt;", ""))


def test_svg_leads_back_to_the_source() -> None:
    root = ET.fromstring(svg_of(drawing(PLAIN)))
    places = {
        element.get("id"): PLAIN[int(element.get("data-start", 0)) : int(element.get("data-end", 0))]
        for element in root.iter()
        if element.get("id") and element.get("data-start")
    }
    assert places["osy-state0"] == "Out"
    assert {place for key, place in places.items() if key is not None and key.startswith("osy-move")} == {
        f"goto {state};" for state in ("Gone", "Late", "Back", "Out", "Nowhere")
    }
    (late,) = (element for element in root.iter() if element.get("data-name") == "Late")
    block = PLAIN[int(late.get("data-block-start", 0)) : int(late.get("data-block-end", 0))]
    assert block.startswith("state Late {")
    assert block.endswith("}")


@pytest.mark.parametrize("text", [*ALL.values(), many(60)], ids=[*ALL, "many"])
def test_nothing_in_the_svg_overlaps(text: str) -> None:
    picture = picture_of(drawing(text))
    areas = [(box.left, box.top, box.shape.width, box.shape.height) for box in picture.boxes]
    areas += [
        (
            arrow.middle.x - arrow.shape.width / 2,
            arrow.middle.y - arrow.shape.height / 2,
            arrow.shape.width,
            arrow.shape.height,
        )
        for arrow in picture.arrows
    ]
    for number, (left, top, width, height) in enumerate(areas):
        assert picture.left <= left
        assert left + width <= picture.left + picture.width
        assert picture.top <= top
        assert top + height <= picture.top + picture.height
        for other_left, other_top, other_width, other_height in areas[number + 1 :]:
            is_beside = left + width <= other_left or other_left + other_width <= left
            assert is_beside or top + height <= other_top or other_top + other_height <= top


@pytest.mark.parametrize("text", [PLAIN, HOSTILE, many(40)], ids=["plain", "hostile", "many"])
def test_the_same_bytes_in_every_process(text: str) -> None:
    script = (
        "import sys, hashlib; from osy_grammar import parse; from osy_analysis.graph import graphs_of\n"
        "from osy_analysis.graph.drawing import drawing_of; from osy_analysis.graph.svg import svg_of\n"
        "drawing = drawing_of(graphs_of(parse(sys.stdin.read()))[0]); sys.stdout.reconfigure(encoding='utf-8')\n"
        "sys.stdout.write(svg_of(drawing))"
    )
    made = {
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", script],
            input=text,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert made == {svg_of(drawing(text))}


# ── Mermaid and DOT ──────────────────────────────────────────────────────────────────────────────────────────────────

_ID = r"[A-Za-z][A-Za-z0-9_]*"
_TEXT = r"(?:[\w \-.,()\[\]=/+'?!&|]|#\d+;)*"
_MERMAID = re.compile(
    rf'  (?:state "{_TEXT}" as {_ID}|(?:\[\*\]|{_ID}) --> (?:\[\*\]|{_ID})(?: : {_TEXT})?|{_ID}'
    rf"|note right of {_ID}|  {_TEXT}|end note)"
)


@pytest.mark.parametrize("text", [*ALL.values(), many(60)], ids=[*ALL, "many"])
def test_mermaid_keeps_to_its_grammar(text: str) -> None:
    head, title, end, kind, *lines = mermaid_of(drawing(text)).splitlines()
    assert (head, end, kind) == ("---", "---", "stateDiagram-v2")
    assert re.fullmatch(r'title: ".*"', title)
    for line in lines:
        assert _MERMAID.fullmatch(line), line


def test_mermaid_in_full() -> None:
    text = """
workflow W {
  Initial = A;
  event Go();
  on Stop { goto end; }
  state A { on Go { when (x < 1) { goto end; } default { goto A; } } }
  terminal error end { Message = "no"; }
}
"""
    assert mermaid_of(drawing(text)) == (
        '---\ntitle: "W"\n---\nstateDiagram-v2\n'
        '  state "end" as osy_state1\n'
        '  state "any state" as osy_any\n'
        "  [*] --> A\n"
        "  osy_any --> osy_state1 : Stop\n"
        "  A --> osy_state1 : Go [x #60; 1]\n"
        "  A --> A : Go [default]\n"
        "  note right of osy_state1\n    terminal, error\n    #34;no#34;\n  end note\n"
        "  osy_state1 --> [*]\n"
    )


@pytest.mark.parametrize("text", [*ALL.values(), many(60)], ids=[*ALL, "many"])
def test_dot_is_a_list_of_statements(text: str) -> None:
    first, *lines, last = dot_of(drawing(text)).splitlines()
    quoted = r'"(?:[^"\\]|\\.)*"'
    value = rf"(?:{quoted}|[a-zA-Z0-9.]+)"
    attributes = rf" \[\w+={value}(?: \w+={value})*\]"
    assert re.fullmatch(rf"digraph {quoted} {{", first)
    assert last == "}"
    for line in lines:
        node = rf"(?:graph|node|edge|{quoted}){attributes};"
        assert re.fullmatch(rf"  (?:{node}|{quoted} -> {quoted}(?:{attributes})?;)", line), line


@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("text", [*ALL.values(), many(60)], ids=[*ALL, "many"])
def test_graphviz_takes_the_dot(text: str) -> None:
    made = subprocess.run(
        ["dot", "-Tplain"], input=dot_of(drawing(text)), capture_output=True, text=True, timeout=60, check=True
    )
    assert made.stderr == ""


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_text_in_full() -> None:
    text = """
workflow W {
  Initial = A;
  state A {
    Expire { Within = TimeSpan.FromHours(36); }
    on Go { goto B; }
    on Expire { goto B; }
  }
  terminal success B { }
}
"""
    assert text_of(drawing(text)).splitlines() == [
        "W",
        "",
        "            ●",
        "            │",
        "            │",
        "            ▼",
        "╭────────── A ──────────╮",
        "│ Expire after 1 d 12 h │",
        "╰───────────────────────╯",
        "            │       ╎",
        "            │       ╎",
        "            │       ╎",
        "            │       ╎",
        "           Go    Expire",
        "            │       ╎",
        "            │       ╎",
        "            ▼       ▼",
        "  ╔════════ B ════════╗",
        "  ║ terminal, success ║",
        "  ╚═══════════════════╝",
    ]


@pytest.mark.parametrize("text", [*ALL.values(), many(60)], ids=[*ALL, "many"])
@pytest.mark.parametrize("is_unicode", [True, False])
def test_text_names_every_state_and_obeys_nothing(text: str, is_unicode: bool) -> None:
    shown = text_of(drawing(text), is_unicode=is_unicode)
    assert all(line.isprintable() for line in shown.split("\n"))
    for box in drawing(text).boxes:
        assert box.name[:40] in shown


@pytest.mark.parametrize("text", [PLAIN, HOSTILE, many(60)], ids=["plain", "hostile", "many"])
@pytest.mark.parametrize("width", [60, 100])
def test_text_fits_a_terminal(text: str, width: int) -> None:
    shown = text_of(drawing(text), width=width)
    assert max(map(columns, shown.split("\n"))) <= width
    for box in drawing(text).boxes:
        assert box.name[:40] in shown


def test_the_lines_of_a_picture_of_wide_letters_are_equally_long() -> None:
    text = "workflow W { Initial = 開始; state 開始 { on 承認 { goto 終了; } } terminal success 終了 { } }"
    lines = text_of(drawing(text)).splitlines()
    top, bottom = (next(line for line in lines if mark in line) for mark in ("╔", "╚"))
    assert columns(top) == columns(bottom)


def test_without_the_layout_library_text_is_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "graphlay", None)
    shown = text_of(drawing(PLAIN))
    assert "Out (runs begin here)\n  Desk (Return), pool\n" in shown
    assert "  Desk Unfinished ╌▶ Late\n" in shown


def test_more_than_can_be_laid_out_is_refused_and_listed() -> None:
    moves = "".join(f"on E{n} {{ goto S{n}; }} " for n in range(2001))
    states = "".join(f"state S{n} {{ }} " for n in range(2001))
    drawn = drawing(f"workflow W {{ Initial = A; state A {{ {moves} }} {states} }}")
    with pytest.raises(LayoutError, match="2001 arrows"):
        svg_of(drawn)
    assert "  E2000 ─▶ S2000\n" in text_of(drawn)
    assert "  A --> S2000 : E2000\n" in mermaid_of(drawn)


def test_the_picture_in_words() -> None:
    said = description(drawing(PLAIN))
    assert said.startswith("Workflow Loan. Runs begin in Out. Out: Desk (Return), pool; ")
    assert "Spare (never reached)." in said
    assert "From Out to Late: Desk Unfinished." in said
