"""`--format sarif` and `--format github`: what pipelines are told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fluidattacks_core.sarif import SarifLog

from osy_analysis.registry import all_rules
from osy_testing.command_line import Ended, Osy, Write

FLOW = """\
enum Stage { Open, Done }
entity Case { Stage Stage; }

workflow Cases {
  Tracks  = Case.Stage;
  Initial = Open;

  event Close();

  state Open {
    enter { Http.Post("https://cases.example", "", "text/plain"); }
    exit { goto Done; }
    subscribe Close();
    on Close { goto Done; }
  }
  terminal success Done { }
}
"""

Results = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def results(osy: Osy) -> Results:
    """The results of the SARIF log that `osy lint` prints, which is a valid one."""

    def of(*arguments: str) -> list[dict[str, Any]]:
        ended = osy("lint", "--format", "sarif", *arguments)
        SarifLog.model_validate_json(ended.out)
        found: list[dict[str, Any]] = run_of(ended)["results"]
        return found

    return of


def run_of(ended: Ended) -> dict[str, Any]:
    """The one run of a SARIF log."""
    runs = json.loads(ended.out)["runs"]
    assert len(runs) == 1
    return dict(runs[0])


# ── SARIF ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", [FLOW, "", "enum E { A }\r\n", "entity E { string ", "workflow W {\r state A\r\n"])
def test_a_log_is_valid_by_the_models_of_the_published_schema(results: Results, write: Write, text: str) -> None:
    write("cases.osy", text)
    results("cases.osy")


def test_every_rule_is_described_by_its_page(osy: Osy, write: Write) -> None:
    write("cases.osy", FLOW)
    run = run_of(osy("check", "--format", "sarif", "."))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in all_rules()]
    for rule in rules:
        assert rule["help"]["markdown"].startswith(f"# {rule['id']}\n")
        assert rule["shortDescription"]["text"] not in ("", rule["id"])
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [one["ruleId"] for one in run["results"]]


def test_a_result_has_its_place_level_and_repairs(results: Results, write: Write) -> None:
    write("cases.osy", FLOW)
    found = {one["ruleId"]: one for one in results(".")}
    error, warning = found["workflow-goto-in-exit"], found["reliability-outbound-call-unguarded"]
    assert (error["level"], warning["level"]) == ("error", "warning")
    assert error["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "cases.osy", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 12, "startColumn": 12, "endLine": 12, "endColumn": 22},
    }
    wrap = next(fix for fix in warning["fixes"] if "try" in fix["description"]["text"])
    assert "catch" in wrap["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"]


def test_other_places_are_related(results: Results, write: Write) -> None:
    write("cases.osy", "enum Stage { Open, Done, Open }\n")
    (one,) = results(".")
    (related,) = one["relatedLocations"]
    assert related["physicalLocation"]["region"]["startColumn"] == 14
    assert related["message"]["text"]


@pytest.mark.parametrize(
    ("name", "uri"),
    [("a b.osy", "a%20b.osy"), ("50%.osy", "50%25.osy"), ("å#?.osy", "%C3%A5%23%3F.osy"), ("x/y.osy", "x/y.osy")],
)
def test_a_file_is_a_relative_uri(results: Results, write: Write, name: str, uri: str) -> None:
    write(name, "enum Stage { Open, Open }\n")
    (one,) = results(".")
    assert one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_file_elsewhere_has_an_absolute_uri(results: Results, write: Write, tmp_path: Path) -> None:
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    elsewhere.mkdir()
    (elsewhere / "e.osy").write_text("enum Stage { Open, Open }\n")
    (one,) = results(str(elsewhere))
    location = one["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": (elsewhere / "e.osy").as_uri()}


def test_files_are_told_from_the_root_of_the_checkout(
    results: Results, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("e.osy", "enum Stage { Open, Open }\n")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    (one,) = results(".")
    assert one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == f"{tmp_path.name}/e.osy"


def test_columns_count_characters(results: Results, write: Write) -> None:
    write("e.osy", "/* 𝔸 */ enum Stage { Open, Open }\n")
    (one,) = results(".")
    assert one["locations"][0]["physicalLocation"]["region"]["startColumn"] == 28


def fingerprints(found: list[dict[str, Any]]) -> list[str]:
    return [one["partialFingerprints"]["osyFinding/v1"] for one in found]


def test_a_fingerprint_outlives_lines_above_and_tells_like_findings_apart(results: Results, write: Write) -> None:
    twice = "enum Stage {\n  Open,\n  Open,\n  Open,\n}\n"
    write("e.osy", twice)
    before = fingerprints(results("."))
    write("e.osy", f"// More.\n\nenum Other {{ A }}\n{twice}")
    assert fingerprints(results(".")) == before
    assert len({*before}) == len(before) == 2


def test_check_has_errors_only(osy: Osy, write: Write) -> None:
    write("cases.osy", FLOW)
    ended = osy("check", "--format", "sarif", ".")
    levels = {one["level"] for one in run_of(ended)["results"]}
    assert (ended.status, levels) == (1, {"error"})


# ── GitHub ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_annotation_is_one_command_a_line_errors_first(osy: Osy, write: Write) -> None:
    write("cases.osy", FLOW)
    ended = osy("lint", "--format", "github", ".")
    commands = [line for line in ended.out.splitlines() if line.startswith("::")]
    assert commands[0].startswith("::error file=cases.osy,line=12,endLine=12,col=12,endColumn=21,title=workflow-goto-")
    levels = [line.split()[0] for line in commands]
    assert levels == sorted(levels, key=["::error", "::warning", "::notice"].index)
    assert ended.out.splitlines()[-1].startswith("Found 1 error and ")


def test_what_means_something_in_a_command_is_escaped(osy: Osy, write: Write) -> None:
    write("50%, x:y.osy", 'entity E { string A = "')
    (line, *_) = osy("check", "--format", "github", ".").out.splitlines()
    assert line.startswith("::error file=50%25%2C x%3Ay.osy,line=1,")
    message = line.split("::", 2)[2]
    assert "\n" not in message


def test_a_hint_is_a_notice_and_its_further_lines_stay_in_the_command(osy: Osy, write: Write) -> None:
    write("app.osy", "app Shop { use Acme.Gone@1; }\n")
    (line, *_) = osy("lint", "--format", "github", ".").out.splitlines()
    assert line.startswith("::notice file=app.osy,line=1,")
    assert "%0Aput the folder with" in line


def test_how_many_are_in_the_log_only_is_said(osy: Osy, write: Write) -> None:
    members = ", ".join(["A"] * 14)
    write("e.osy", f"enum E {{ {members} }}\n")
    lines = osy("check", "--format", "github", ".").out.splitlines()
    assert sum(line.startswith("::error ") for line in lines) == 13
    assert lines[-1] == "GitHub shows ten of each level beside the code: 3 findings only in this log."


def test_a_long_message_is_cut(osy: Osy, write: Write) -> None:
    name = "A" * 9_000
    write("e.osy", f"enum E {{ {name}, {name} }}\n")
    line = osy("check", "--format", "github", ".").out.splitlines()[0]
    assert len(line) < 4_200
    assert line.endswith("…")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize(
    ("text", "lowest", "status"),
    [(FLOW, "hint", 1), ("app A { use B@1; }", "hint", 1), ("app A { use B@1; }", "error", 0)],
)
def test_the_status_is_the_same_in_every_format(
    osy: Osy, write: Write, form: str, text: str, lowest: str, status: int
) -> None:
    write("app.osy", text)
    ended = osy("lint", "--format", form, "--fail-on", lowest, ".")
    assert ended.status == status
    assert ended.out
    if form in ("json", "sarif"):
        json.loads(ended.out)
