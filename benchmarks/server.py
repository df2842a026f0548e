"""The language server as an editor meets it: cold `initialize`, a keystroke until its diagnostics, completion, hover.

The file has 2,000 lines of workflows, entities and tests. The debounce is taken off the time of diagnostics: it is how
long the server waits on purpose. Each figure stands beside what costs nothing: a bare interpreter for `initialize`, a
request that does nothing for the others.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from osy_server.checks import FILE_DELAY_S
from osy_testing.lsp import Message, RawClient

LINES = 2_000
GOALS_MS = {"initialize": 400.0, "diagnostics p95": 100.0, "completion p95": 50.0, "hover p95": 50.0}

PART = """\
enum Stage{n} {{ Open, Waiting, Done }}

/// What case {n} is about.
entity Case{n} {{
  [Required, MaxLength(60)] string Reference;
  [Required] Person Owner;
  Stage{n} Stage;
  security {{ allow read, create when IsAuthenticated; }}
}}

string Describe{n}(Case{n} row) {{
  if (row.Reference == "") {{
    return "nothing";
  }}
  return $"case {{row.Reference}} of {{row.Owner.Email}}";
}}

workflow Flow{n} {{
  Tracks    = Case{n}.Stage;
  Autostart = true;
  Initial   = Open;

  event Take(int grams);
  event Leave();

  state Open {{
    enter {{ this.Item.Reference = Describe{n}(this.Item); }}
    subscribe Take(int grams) as Taken {{
      Candidates = u => u.Email != "";
      Assigned {{
        Within = TimeSpan.FromHours(4);
        Unassigned {{
          var lead = Person.Single(u => slot.Candidates(u) && u.IsLead);
          slot.Assign(lead);
        }}
      }}
    }}
    on Take(int grams) {{ goto Waiting; }}
  }}
  state Waiting {{
    Expire {{ Within = TimeSpan.FromDays(2); Accrues = false; }}
    on Expire {{ goto Done; }}
    on Leave {{ goto Open; }}
  }}
  terminal success Done {{ }}
}}

[Test]
void case_{n}_is_taken() {{
  var row = new Case{n} {{ Reference = "x", Owner = Person.Single() }};
  Flow{n}.RaiseTake(row, 12);
  Assert.Equal(Stage{n}.Waiting, row.Stage);
}}

"""
HEAD = "[Principal]\nentity Person { string Email; bool IsLead; }\n\n"


def program() -> str:
    """The file."""
    part_lines = PART.count("\n")
    return HEAD + "".join(PART.format(n=n) for n in range(-(-LINES // part_lines)))


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def initialize_ms() -> float:
    """From the start of the process to the answer of `initialize`."""
    began = time.perf_counter()
    async with RawClient() as client:
        await client.result("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        return (time.perf_counter() - began) * 1000


async def first_answer_ms() -> float:
    """From the start of the process to the outline of a document."""
    began = time.perf_counter()
    async with RawClient() as client:
        await client.initialize()
        client.open("untitled:a.osy", "enum E { A }\n")
        await client.result("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:a.osy"}})
        return (time.perf_counter() - began) * 1000


def bare_ms() -> float:
    """A Python process that does nothing."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return (time.perf_counter() - began) * 1000


class Typist:
    """Types in the middle of the file and measures what comes of it."""

    def __init__(self, client: RawClient, uri: str, text: str) -> None:
        self.client = client
        self.uri = uri
        self.version = 1
        middle = text.index("slot.Assign", len(text) // 2)
        self.line = text.count("\n", 0, middle)
        self.column = middle - text.rindex("\n", 0, middle) - 1

    def type(self, text: str) -> None:
        """Insert text before the statement in the middle."""
        self.version += 1
        place = {"line": self.line, "character": self.column}
        edit = {"range": {"start": place, "end": place}, "text": text}
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [edit]})
        self.column += len(text)

    async def diagnostics_ms(self) -> float:
        """From a keystroke to the diagnostics of the text that it left, without the debounce."""
        began = time.perf_counter()
        self.type("x")
        await self.client.wait(self._is_ours, len(self.client.received))
        return (time.perf_counter() - began - FILE_DELAY_S) * 1000

    def _is_ours(self, message: Message) -> bool:
        is_published = message.get("method") == "textDocument/publishDiagnostics"
        return is_published and message["params"]["version"] == self.version

    async def completion_ms(self) -> float:
        """From a keystroke, with the question right behind it, to the proposals."""
        began = time.perf_counter()
        self.type("slot.")
        place = {"line": self.line, "character": self.column}
        answer = await self.client.result(
            "textDocument/completion", {"textDocument": {"uri": self.uri}, "position": place}
        )
        taken = (time.perf_counter() - began) * 1000
        if not isinstance(answer, dict) or not answer["items"]:
            raise RuntimeError("nothing was proposed")
        self.type("Release(); ")
        return taken

    async def hover_ms(self) -> float:
        """From a keystroke, with the question right behind it, to the hover of the word after it."""
        began = time.perf_counter()
        self.type(" ")
        place = {"line": self.line, "character": self.column + len("slot.As")}
        answer = await self.client.result("textDocument/hover", {"textDocument": {"uri": self.uri}, "position": place})
        if answer is None:
            raise RuntimeError("nothing was told")
        return (time.perf_counter() - began) * 1000

    async def nothing_ms(self) -> float:
        """A request that the server has no work with."""
        began = time.perf_counter()
        await self.client.response(self.client.ask("osy/nothing"))
        return (time.perf_counter() - began) * 1000


async def typing(samples: int) -> dict[str, list[float]]:
    """Keystrokes and questions in the open file, one after the other."""
    text = program()
    found: dict[str, list[float]] = {"diagnostics": [], "completion": [], "hover": [], "nothing": []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.test.osy"
        path.write_text(text, encoding="utf-8")
        async with RawClient(env={"OSY_LOG": "ERROR"}) as client:
            await client.initialize({}, workspaceFolders=[{"uri": Path(folder).as_uri(), "name": "cases"}])
            client.open(path.as_uri(), text)
            await client.notification("textDocument/publishDiagnostics")
            typist = Typist(client, path.as_uri(), text)
            for _ in range(samples):
                found["completion"].append(await typist.completion_ms())
                found["hover"].append(await typist.hover_ms())
                await asyncio.sleep(0.6)
                found["diagnostics"].append(await typist.diagnostics_ms())
                typist.type("(); ")
                await asyncio.sleep(0.6)
                found["nothing"].append(await typist.nothing_ms())
            await client.end()
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few samples: shows that it works, not how fast it is")
    is_quick = parser.parse_args().quick
    starts, firsts, bare = [], [], []
    for _ in range(3 if is_quick else 15):
        bare.append(bare_ms())
        starts.append(asyncio.run(initialize_ms()))
        firsts.append(asyncio.run(first_answer_ms()))
    found = asyncio.run(typing(3 if is_quick else 30))
    figures = {
        "initialize": statistics.median(starts),
        "diagnostics p95": percentile(found["diagnostics"], 0.95),
        "completion p95": percentile(found["completion"], 0.95),
        "hover p95": percentile(found["hover"], 0.95),
    }
    beside = {"initialize": statistics.median(bare)}
    nothing = statistics.median(found["nothing"])
    print(f"{'':16} {'ms':>8} {'goal':>6}   beside the least that is possible")
    for name, figure in figures.items():
        least = beside.get(name, nothing)
        print(f"{name:16} {figure:8.1f} {GOALS_MS[name]:6.0f}   {figure / least:.0f} times {least:.1f} ms")
    print(f"{'first answer':16} {statistics.median(firsts):8.1f}          from the start to a document's outline")
    print(f"{'diagnostics p50':16} {statistics.median(found['diagnostics']):8.1f}")
    print(f"{'completion p50':16} {statistics.median(found['completion']):8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
