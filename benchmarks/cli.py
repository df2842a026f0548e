"""Cold starts of `osy check` and `osy test` with one small file, beside a bare interpreter in the same run.

Each sample is a new process; the three kinds take turns, so that a busy moment of the machine falls on all of them.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import compiling_environment

PROGRAM = """\
using Osysharp.Workflow;

enum OrderState { Review, Done }

entity Order {
  string Reference;
  OrderState Status;
}

workflow ReviewFlow {
  Tracks    = Order.Status;
  Autostart = true;
  Initial   = Review;

  event Approve(string reason);

  state Review {
    subscribe Approve(string reason);
    on Approve(string reason) { goto Done; }
  }
  terminal success Done { }
}

[Test]
void an_order_is_reviewed() {
  var order = new Order { Reference = "A-1" };
  Assert.Equal("A-1", order.Reference);
}
"""

GOALS_MS = {"check": 250.0, "test": 300.0}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cli")
    parser.add_argument("--quick", action="store_true")
    rounds = 3 if parser.parse_args().quick else 21
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "order.test.osy"
        file.write_text(PROGRAM, encoding="utf-8")
        commands = {
            "bare": [sys.executable, "-c", "pass"],
            "check": [sys.executable, "-m", "osy_cli", "check", str(file)],
            "test": [sys.executable, "-m", "osy_cli", "test", str(file)],
        }
        samples: dict[str, list[float]] = {name: [] for name in commands}
        for command in commands.values():
            seconds_of(command, folder)
        for _ in range(rounds):
            for name, command in commands.items():
                samples[name].append(seconds_of(command, folder))
    report(samples)
    return 0


def seconds_of(command: list[str], folder: str) -> float:
    """How long the command takes; it must succeed."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, env=compiling_environment(), check=True, capture_output=True)
    return time.perf_counter() - start


def report(samples: dict[str, list[float]]) -> None:
    """Print medians, ninetieth percentiles, and the ratios to the bare interpreter."""
    bare = statistics.median(samples["bare"])
    print(f"{'python -c pass':<16} median {bare * 1000:6.1f} ms")
    for name, goal in GOALS_MS.items():
        times = sorted(samples[name])
        median, slow = statistics.median(times), times[int(len(times) * 0.9)]
        print(
            f"{'osy ' + name:<16} median {median * 1000:6.1f} ms, p90 {slow * 1000:6.1f} ms, "
            f"{median / bare:4.1f} times the bare interpreter (goal: under {goal:.0f} ms)"
        )


if __name__ == "__main__":
    sys.exit(main())
