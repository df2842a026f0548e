"""A project of 500 files and 150,000 lines: checked cold, checked again, and edited in a server.

The check is one process; its second run finds what the first one kept. Half the project is checked as well: what takes
more than twice as long for twice as much is more than linear. In the server a file is open and typed in; what depends
on it are files that call a function while its name changes. The pauses for further keystrokes are taken off.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from benchmarks import compiling_environment
from benchmarks.generated import write_project
from benchmarks.server import percentile
from osy_server.checks import FILE_DELAY_S, PROJECT_DELAY_S
from osy_testing.lsp import Message, RawClient

FILES, LINES = 500, 150_000
LONGEST_S = 300.0
OPEN, DEPENDENT = "model/area0/worth1.osy", "model/area0/worth0.osy"
NAMES = ("int Sum0x8(", "int Summed0x8(")
"""The head of a function that the open file declares and the other one calls, and with another name."""
BODIES = ("return sum > 100 ?", "return sum > 1000 ?")
"""A place in a body of the open file, and one letter more."""


@dataclass(frozen=True, slots=True)
class Run:
    """A process that has ended: how long it took, how long it computed, how much it held."""

    seconds: float
    computed_s: float
    peak_mib: float


def check(folder: Path, cache: Path) -> Run:
    """`osy lint` of the project in a process of its own; nothing may be found."""
    environment = {**compiling_environment(), "OSY_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "osy_cli", "lint", "--fail-on", "hint", str(folder)]
    start = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"the check of {folder} ended with status {process.returncode}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Editor:
    """Types in the open file, and waits for what comes of it."""

    def __init__(self, client: RawClient, folder: Path) -> None:
        self.client = client
        self.uri = (folder / OPEN).as_uri()
        self.dependent = (folder / DEPENDENT).as_uri()
        self.text = (folder / OPEN).read_text(encoding="utf-8")
        self.version = 1

    def replace(self, old: str, new: str) -> None:
        """Put a new text in the first place of an old one, which ends in its line."""
        at = self.text.index(old)
        line = self.text.count("\n", 0, at)
        column = at - self.text.rfind("\n", 0, at) - 1
        start, end = {"line": line, "character": column}, {"line": line, "character": column + len(old)}
        self.version += 1
        self.text = self.text[:at] + new + self.text[at + len(old) :]
        self.client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"range": {"start": start, "end": end}, "text": new}],
            },
        )

    async def keystroke_s(self) -> float:
        """From a keystroke in a body to the findings of the file."""
        version = self.version + 1

        def is_ours(message: Message) -> bool:
            return _is_told(message, self.uri) and message["params"]["version"] == version

        after = len(self.client.received)
        start = time.perf_counter()
        self.replace(*_other(BODIES, self.text))
        await self.client.wait(is_ours, after, LONGEST_S)
        return time.perf_counter() - start - FILE_DELAY_S

    async def dependents_s(self) -> float:
        """From another name of a function to the findings of a file that calls it."""
        after = len(self.client.received)
        start = time.perf_counter()
        self.replace(*_other(NAMES, self.text))
        await self.client.wait(lambda message: _is_told(message, self.dependent), after, LONGEST_S)
        return time.perf_counter() - start - PROJECT_DELAY_S


def _other(pair: tuple[str, str], text: str) -> tuple[str, str]:
    """The one of a pair that is in the text, and the other one."""
    first, second = pair
    return (first, second) if first in text else (second, first)


def _is_told(message: Message, uri: str) -> bool:
    return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri


async def typing(folder: Path, samples: int) -> tuple[list[float], list[float], float]:
    """Keystrokes and changes of a name, in seconds, and the most that the server held, in MiB."""
    keystrokes, dependents = [], []
    async with RawClient(env={"OSY_LOG": "ERROR"}) as client:
        await client.initialize({}, workspaceFolders=[{"uri": folder.as_uri(), "name": "works"}])
        editor = Editor(client, folder)
        client.open(editor.uri, editor.text)
        # A request that needs the projects is answered when they have been read.
        await client.wait(lambda message: _is_told(message, editor.uri), 0, LONGEST_S)
        answer = client.ask("osy/tests", {})
        await client.wait(lambda message: message.get("id") == answer, 0, LONGEST_S)
        await editor.keystroke_s()
        for number in range(samples):
            await asyncio.sleep(PROJECT_DELAY_S * 2)
            keystrokes.append(await editor.keystroke_s())
            await asyncio.sleep(PROJECT_DELAY_S * 4)
            if number % 5 == 0:
                dependents.append(await editor.dependents_s())
        peak = _peak_mib(client.process.pid)
        await client.end()
    return keystrokes, dependents, peak


def _peak_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), float("nan"))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.project")
    parser.add_argument("--quick", action="store_true", help="a small project: shows that it works, not how fast it is")
    is_quick = parser.parse_args().quick
    files, lines = (50, 15_000) if is_quick else (FILES, LINES)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        whole, half, cache = root / "whole", root / "half", root / "cache"
        written = write_project(whole, files, lines)
        half_written = write_project(half, files // 2, lines // 2)
        small = check(half, cache)
        cold = check(whole, cache)
        warm = min((check(whole, cache) for _ in range(3)), key=lambda run: run.seconds)
        keystrokes, dependents, server_mib = asyncio.run(typing(whole, 5 if is_quick else 30))
    print(f"{files} files, {written:,} lines")
    rows = [
        ("check, cold", f"{cold.seconds:8.2f} s", "20 s", f"{cold.computed_s:.2f} s computed"),
        ("check, unchanged", f"{warm.seconds:8.2f} s", "2 s", f"{cold.seconds / warm.seconds:.0f} times as fast"),
        ("memory of a check", f"{cold.peak_mib:8.0f} MiB", "400 MiB", ""),
        ("keystroke, p95", f"{percentile(keystrokes, 0.95) * 1000:8.0f} ms", "150 ms", _median(keystrokes)),
        ("dependants, p95", f"{percentile(dependents, 0.95) * 1000:8.0f} ms", "1,000 ms", _median(dependents)),
        ("memory of a server", f"{server_mib:8.0f} MiB", "", ""),
    ]
    for name, figure, goal, beside in rows:
        print(f"{name:20} {figure:>14}  {f'goal {goal}' if goal else '':16} {beside}".rstrip())
    growth, size = cold.computed_s / small.computed_s, written / half_written
    print(f"{size:.2f} times the lines took {growth:.2f} times as long (linear: {size:.2f})")
    return 0


def _median(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds) * 1000:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
