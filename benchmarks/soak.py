"""An hour of editing at high speed: typing, slips, undo, renames, branch switches, files that come and go.

The recording (`editing/hour.jsonl`) is played against a server process as an editor would play it, with all the
questions that an editor asks. At the end, and at many places in between, the server's texts must be the editor's, and
what it has told of all files must be what a fresh check finds. Times count what the user waits for; those of findings
have the pause for further keystrokes taken off. `--record` writes the recording anew.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from benchmarks.editing.author import hour
from benchmarks.editing.desk import write_desk
from benchmarks.editing.player import Played, Player
from benchmarks.editing.recording import HOUR, lines, read
from benchmarks.server import percentile
from osy_testing.lsp import RawClient

SPEED = 30.0
QUICK_STEPS = 60
GOALS_MS = {"completion": 50.0, "hover": 50.0, "diagnostics": 150.0}
GROWTH_GOAL = 0.10


async def play(folder: Path, steps: int | None, speed: float) -> Played:
    """Play the recording, or its first steps, in a folder."""
    files = write_desk(folder)
    async with RawClient(env={"OSY_LOG": "WARNING"}) as client:
        player = Player(client, folder, files, speed)
        played = await player.play(read()[:steps])
        played.complaints += [f"log: {line}" for line in client.log if "ERROR" in line or "Traceback" in line]
        if await client.end() != 0:
            played.complaints.append("the server ended with a fault")
    return played


def growth(memory: list[float]) -> float:
    """How much more memory the last tenth of the time took than the second."""
    tenth = max(len(memory) // 10, 1)
    return statistics.mean(memory[-tenth:]) / statistics.mean(memory[tenth : 2 * tenth] or memory[:1]) - 1


def tenths(memory: list[float]) -> list[float]:
    """The memory at the end of each tenth of the time."""
    return [memory[min(len(memory) * part // 10, len(memory) - 1)] for part in range(1, 11)]


def main() -> int:
    """Measure and print; the status is 1 if something was not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the first minutes only")
    parser.add_argument("--record", action="store_true", help="write the recording anew")
    parser.add_argument("--speed", type=float, default=SPEED, help=f"how many times faster (default: {SPEED:.0f})")
    options = parser.parse_args()
    if options.record:
        HOUR.write_text("".join(f"{line}\n" for line in lines(hour())), encoding="utf-8", newline="\n")
        return 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        played = asyncio.run(play(Path(folder).resolve(), QUICK_STEPS if options.quick else None, options.speed))
    print(f"{played.keys} keys, {played.asked} requests of which {played.cancelled} cancelled, "
          f"{played.checks} comparisons in {time.perf_counter() - began:.0f} s")  # fmt: skip
    print(f"{'':12} {'p50 ms':>8} {'p95 ms':>8} {'goal':>6} {'samples':>8}   beside a question without work")
    least = statistics.median(played.nothing or [1.0])
    for name, goal in GOALS_MS.items():
        times = getattr(played, name) or [0.0]
        middle, high = statistics.median(times), percentile(times, 0.95)
        print(
            f"{name:12} {middle:8.1f} {high:8.1f} {goal:6.0f} {len(times):8}   {high / least:.0f} times {least:.1f} ms"
        )
    print(f"{'nothing':12} {least:8.1f} {percentile(played.nothing or [0.0], 0.95):8.1f}")
    print(f"memory {played.memory[0]:.0f} to {played.memory[-1]:.0f} MiB, most {max(played.memory):.0f}; "
          f"growth {growth(played.memory):+.1%}, goal {GROWTH_GOAL:.0%}")  # fmt: skip
    print("each tenth of the time: " + " ".join(f"{each:.0f}" for each in tenths(played.memory)))
    for complaint in played.complaints:
        print(f"wrong: {complaint}")
    return 1 if played.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
