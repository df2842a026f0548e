"""Who reaches the network, in a project of 500 files and 150,000 lines: after one keystroke, and made anew.

A keystroke changes a call in the body of a function. What is measured is what comes after binding: the calls of the
changed chunk, the graph, and the ways out of the process of the file's workflows. Processor time, so that other work on
the machine matters less.
"""

import argparse
import statistics
import time

from benchmarks.generated import project_files
from osy_analysis.calls.graph import CallGraph, graph_of
from osy_analysis.calls.openness import Openness, World
from osy_analysis.passes.reach import reach_problems
from osy_analysis.project import Project
from osy_analysis.semantics.snapshot import semantics_of

FILES, LINES = 500, 150_000
KEYSTROKE_MS = 50.0
FILE = "/app/model/area0/worth0.osy"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calls", description="Measure the call graph.")
    parser.add_argument("--quick", action="store_true", help="few samples: shows that it works, not how fast it is")
    is_quick = parser.parse_args().quick
    project = _project(*((40, 12_000) if is_quick else (FILES, LINES)))
    reach_problems(project, [FILE])
    graph = graph_of(project)
    codes = sum(len(calls.codes) for calls in graph.homes)
    uses = sum(len(code.uses) for calls in graph.homes for code in calls.codes)
    open_codes = _open(graph)
    lines = sum(file.text.count("\n") for file in project.files.values())
    print(f"{lines:,} lines, {codes:,} pieces of code with {uses:,} calls, {open_codes:,} of them reach the network")
    times = [_keystroke(project, number) for number in range(3 if is_quick else 15)]
    anew = _anew(project)
    keystroke = statistics.median(times)
    print(f"after one keystroke: {keystroke:.1f} ms (goal: {KEYSTROKE_MS:g}), longest {max(times):.1f} ms")
    print(f"made anew from what is kept of each chunk: {anew:.1f} ms, {anew / keystroke:.1f} times as long")
    if keystroke > KEYSTROKE_MS:
        print("missed in this run: one keystroke")
    return 0


def _project(files: int, lines: int) -> Project:
    project = Project(root="/app", is_whole=True)
    for path, text in project_files(files, lines):
        if path.endswith(".osy") and path != "app.osy":
            project = project.with_file(f"/app/{path}", text)
    return project


def _open(graph: CallGraph) -> int:
    openness = Openness(World.of(graph, with_tests=False), despite_guards=True)
    openness.spread()
    return len(openness.out)


def _keystroke(project: Project, number: int) -> float:
    """Milliseconds of the graph's part of a keystroke."""
    text = project.files[FILE].text
    at = text.index("return ")
    later = project.with_file(FILE, f"{text[:at]}Log.Information({number}); {text[at:]}")
    semantics = semantics_of(later)
    for item in later.files[FILE].items:
        semantics.problems(FILE, item)
    began = time.process_time()
    reach_problems(later, [FILE])
    return (time.process_time() - began) * 1000


def _anew(project: Project) -> float:
    semantics = semantics_of(project)
    graph = CallGraph()
    began = time.process_time()
    graph.advance(project, semantics)
    _open(graph)
    return (time.process_time() - began) * 1000


if __name__ == "__main__":
    main()
