"""How fast bodies run: loops, calls, decimals, texts, collections and queries, beside the same work in Python.

Both take turns and the best sample of each counts. Python has no 32 bits to keep to and no line to blame; what the
goals watch over is that the distance does not grow.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from osy_analysis.disk import load
from osy_analysis.project import Project
from osy_runtime import run_tests
from osy_runtime.events import Event, TestFinished

SAMPLES = 7


@dataclass(frozen=True, slots=True)
class Case:
    """A body in the language and the same in Python, and how many times longer than that it may take."""

    name: str
    goal: int
    body: str
    python: Callable[[], object]


def integers() -> int:
    total = 0
    for i in range(100_000):
        total = total + i % 7
    return total


def decimals() -> Decimal:
    total = Decimal(0)
    for _ in range(100_000):
        total = total + Decimal("1.25") * 3
    return total


def add(a: int, b: int) -> int:
    return a + b


def calls() -> int:
    total = 0
    for _ in range(100_000):
        total = add(total, 1)
    return total


def texts() -> int:
    size = 0
    for i in range(50_000):
        size = size + len(f"{i}:{size}")
    return size


def collections() -> int:
    found: dict[str, int] = {}
    for i in range(50_000):
        found["k" + str(i)] = i
    return sum(1 for i in range(50_000) if "k" + str(i) in found)


def queries() -> int:
    items = [(f"n{i}", i % 10) for i in range(20_000)]
    return len([name for name, _ in sorted((p for p in items if p[1] < 5), key=lambda p: (p[1], p[0]))])


DECLARED = 'class Pair { public string Name = ""; public int Size; }\nint Sum(int a, int b) { return a + b; }\n'
CASES = (
    Case("integers", 25, "var t = 0; for (var i = 0; i < 100000; i++) { t = t + i % 7; }", integers),
    Case("decimals", 12, "var t = 0m; for (var i = 0; i < 100000; i++) { t = t + 1.25m * 3; }", decimals),
    Case("calls", 60, "var t = 0; for (var i = 0; i < 100000; i++) { t = Sum(t, 1); }", calls),
    Case("texts", 20, 'var n = 0; for (var i = 0; i < 50000; i++) { n = n + $"{i}:{n}".Length; }', texts),
    Case(
        "collections",
        20,
        'var d = new Dictionary<string, int>(); for (var i = 0; i < 50000; i++) { d["k" + i] = i; } var n = 0; '
        'for (var i = 0; i < 50000; i++) { if (d.ContainsKey("k" + i)) { n++; } }',
        collections,
    ),
    Case(
        "queries",
        40,
        "var xs = new List<Pair>(); "
        'for (var i = 0; i < 20000; i++) { xs.Add(new Pair { Name = "n" + i, Size = i % 10 }); } '
        "xs.Where(x => x.Size < 5).OrderBy(x => x.Size).ThenBy(x => x.Name).Select(x => x.Name).ToList();",
        queries,
    ),
)


def took_ms(work: Callable[[], object]) -> float:
    """The milliseconds of the processor: others may be at work on the machine."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def project_of(folder: str, body: str) -> Sequence[Project]:
    """A project with one test of that body."""
    place = Path(folder)
    place.mkdir()
    (place / "speed.test.osy").write_text(f"{DECLARED}[Test] void speed() {{ {body} }}\n", encoding="utf-8")
    return load([folder]).projects


def ran(projects: Sequence[Project]) -> None:
    """Run the project's test here."""

    def hear(event: Event) -> None:
        if isinstance(event, TestFinished) and event.result.outcome != "passed":
            raise SystemExit(event.result.message)

    run_tests(projects, None, hear)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.language")
    parser.add_argument("--quick", action="store_true")
    rounds = 1 if parser.parse_args().quick else SAMPLES
    with tempfile.TemporaryDirectory() as folder:
        nothing = project_of(f"{folder}/nothing", "")
        for case in CASES:
            projects = project_of(f"{folder}/{case.name}", case.body)
            ours = theirs = around = float("inf")
            for _ in range(rounds):
                around = min(around, took_ms(lambda: ran(nothing)))
                ours = min(ours, took_ms(lambda: ran(projects)))  # noqa: B023 -- it is called at once
                theirs = min(theirs, took_ms(case.python))
            ours -= around
            print(f"{case.name:12} {ours:6.1f} ms, {ours / theirs:5.1f} times Python (goal: under {case.goal})")


if __name__ == "__main__":
    main()
