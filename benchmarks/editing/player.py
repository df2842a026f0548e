"""Plays a recording against a server process, as an editor would: edits, the questions that go with them, cancels.

What the user waits for is measured: proposals behind a dot, the hover, the findings of what was typed. All else is
asked and cancelled by the next edit. Whatever the server answers that is not what it should be is kept as a complaint.
"""

import asyncio
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.editing.buffer import Buffer, Edit, renamed
from benchmarks.editing.fresh import Finding, differences, fresh_findings
from benchmarks.editing.recording import Step
from osy_server.checks import FILE_DELAY_S
from osy_testing.lsp import Message, RawClient

WAIT_S = 60.0
CANCELLED, MODIFIED, REFUSED = -32800, -32801, -32803
LEAST_PAUSE_S = 0.002
ASKED_AFTER_EDITS = (
    "textDocument/semanticTokens/full/delta",
    "textDocument/documentSymbol",
    "textDocument/codeLens",
    "textDocument/foldingRange",
    "textDocument/inlayHint",
    "textDocument/documentLink",
)
ASKED_AT_A_PLACE = (
    "textDocument/documentHighlight",
    "textDocument/definition",
    "textDocument/codeAction",
    "textDocument/selectionRange",
    "textDocument/references",
)
CAPABILITIES: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"workspaceEdit": {"documentChanges": True}},
    "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
}


@dataclass(slots=True)
class Played:
    """What came of it: times in milliseconds, complaints, and the server's memory in MiB as the time went by.

    `nothing` is how long a question takes with which the server has no work.
    """

    completion: list[float] = field(default_factory=list)
    hover: list[float] = field(default_factory=list)
    diagnostics: list[float] = field(default_factory=list)
    nothing: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    checks: int = 0
    keys: int = 0
    asked: int = 0
    cancelled: int = 0


class Player:
    """An editor with its server. The folder holds the project as it was when the recording began."""

    def __init__(self, client: RawClient, folder: Path, files: dict[str, str], speed: float) -> None:
        self.client = client
        self.folder = folder
        self.disk = dict(files)
        self.speed = speed
        self.open: dict[str, Buffer] = {}
        self.played = Played()
        self._waiting: dict[int, str] = {}
        self._dropped: set[int] = set()
        self._seen = 0
        self._results: dict[str, str] = {}
        self._published: dict[str, tuple[int | None, list[Message]]] = {}
        self._edited_at = 0.0

    async def play(self, steps: Sequence[Step]) -> Played:
        """Play the steps; they need not be a whole recording."""
        await self.client.initialize(
            CAPABILITIES, workspaceFolders=[{"uri": self.folder.as_uri(), "name": self.folder.name}]
        )
        for number, step in enumerate(steps):
            await getattr(self, f"_{step.do}")(step)
            if number % 10 == 0:
                self.played.memory.append(resident_mib(self.client.process.pid))
                self._forget()
            following = steps[number + 1].at if number + 1 < len(steps) else step.at
            typing_s = step.key_s * (len(step.text) or step.count)
            await asyncio.sleep(max(following - step.at - typing_s, 0.1) / self.speed)
        await self._drain()
        for file, buffer in self.open.items():
            await self._compare_text(file, buffer)
        return self.played

    # ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def uri(self, file: str) -> str:
        """The URI of a file of the project."""
        return (self.folder / file).as_uri()

    async def _open(self, step: Step) -> None:
        text = self.disk[step.file]
        self.open[step.file] = Buffer(text, text)
        self.client.open(self.uri(step.file), text)
        self._ask_about(step.file)

    async def _close(self, step: Step) -> None:
        await self._compare_text(step.file, self.open.pop(step.file))
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(step.file)}})

    async def _save(self, step: Step) -> None:
        buffer = self.open[step.file]
        buffer.saved = buffer.text
        self._write(step.file, buffer.text)
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(step.file)}})

    def _write(self, file: str, text: str) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        self.disk[file] = text

    async def _disk(self, step: Step) -> None:
        events = []
        for change in step.changes:
            kind = 2 if change.file in self.disk else 1
            if change.new is None:
                (self.folder / change.file).unlink()
                del self.disk[change.file]
                kind = 3
            elif kind == 1:
                self._write(change.file, change.new)
            else:
                self._write(change.file, self.disk[change.file].replace(change.old, change.new, 1))
            events.append({"uri": self.uri(change.file), "type": kind})
            if change.file in self.open and change.new is not None:
                self._reload(change.file)
        if step.told:
            self.client.notify("workspace/didChangeWatchedFiles", {"changes": events})

    def _reload(self, file: str) -> None:
        """Take what is on disk, as an editor does with a file that has no changes of its own."""
        buffer = self.open[file]
        buffer.reload(self.disk[file])
        self._change(file, [{"text": buffer.text}])

    # ── Edits ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _change(self, file: str, changes: list[Message]) -> None:
        self._cancel()
        buffer = self.open[file]
        buffer.version += 1
        document = {"uri": self.uri(file), "version": buffer.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        self._edited_at = time.perf_counter()

    def _edit(self, file: str, edits: Iterable[Edit]) -> None:
        """Apply edits, each of the text that the one before it left, and tell the server."""
        buffer, changes = self.open[file], []
        for edit in edits:
            start, end = buffer.place(edit.offset), buffer.place(edit.offset + len(edit.old))
            changes.append({"range": _range(start, end), "text": edit.new})
            buffer.apply(edit)
        self._change(file, changes)

    async def _type(self, step: Step) -> None:
        buffer = self.open[step.file]
        start = at = buffer.offset(step.line, step.column)
        for letter in step.text:
            self._edit(step.file, [Edit(at, "", letter)])
            at += 1
            self.played.keys += 1
            await self._proposals(step.file, at, letter)
            await asyncio.sleep(max(step.key_s / self.speed, LEAST_PAUSE_S))
        buffer.did((Edit(start, "", step.text),))
        self._ask_about(step.file)

    async def _proposals(self, file: str, at: int, letter: str) -> None:
        """What an editor asks behind a key: proposals behind a dot and where a word begins, signatures in a call."""
        buffer = self.open[file]
        before = buffer.text[at - 2] if at > 1 else " "
        if letter == ".":
            began = time.perf_counter()
            answer = await self._answer("textDocument/completion", self._at(file, at))
            self.played.completion.append((time.perf_counter() - began) * 1000)
            if "error" in answer:
                self.played.complaints.append(f"completion: {answer['error']}")
        elif letter in "([" or (letter.isalpha() and not (before.isalnum() or before in "_.")):
            method = "textDocument/signatureHelp" if letter == "(" else "textDocument/completion"
            self._ask(method, self._at(file, at))

    async def _erase(self, step: Step) -> None:
        buffer = self.open[step.file]
        at, erased = buffer.offset(step.line, step.column), ""
        for _ in range(step.count):
            at -= 1
            erased = buffer.text[at] + erased
            self._edit(step.file, [Edit(at, buffer.text[at], "")])
            self.played.keys += 1
            await asyncio.sleep(max(step.key_s / self.speed, LEAST_PAUSE_S))
        buffer.did((Edit(at, erased, ""),))
        self._ask_about(step.file)

    async def _replace(self, step: Step) -> None:
        buffer = self.open[step.file]
        start, end = buffer.offset(step.line, step.column), buffer.offset(step.end_line, step.end_column)
        edit = Edit(start, buffer.text[start:end], step.text)
        self._edit(step.file, [edit])
        buffer.did((edit,))
        self._ask_about(step.file)

    async def _undo(self, step: Step) -> None:
        for _ in range(step.count):
            self._edit(step.file, self.open[step.file].undo())
            await asyncio.sleep(0.2 / self.speed)
        self._ask_about(step.file)

    async def _redo(self, step: Step) -> None:
        for _ in range(step.count):
            self._edit(step.file, self.open[step.file].redo())
            await asyncio.sleep(0.2 / self.speed)
        self._ask_about(step.file)

    async def _rename(self, step: Step) -> None:
        buffer = self.open[step.file]
        offset = buffer.offset(step.line, step.column)
        old = _word_at(buffer.text, offset)
        wanted = {name: renamed(text, old, step.text) for name, text in self._texts().items()}
        self._cancel()
        answer = await self._answer("textDocument/rename", self._at(step.file, offset) | {"newName": step.text})
        edit = answer.get("result")
        if not isinstance(edit, dict):
            self.played.complaints.append(f"`{old}` is not renamed to `{step.text}`: {answer.get('error')}")
        else:
            self._check_versions(edit["documentChanges"])
            self._apply({one["textDocument"]["uri"]: one["edits"] for one in edit["documentChanges"]})
        differing = sorted(name for name, text in self._texts().items() if text != wanted[name])
        if differing:
            self.played.complaints.append(f"`{old}` to `{step.text}`: other texts than expected in {differing}")
            self._make(wanted)

    def _texts(self) -> dict[str, str]:
        return {**self.disk, **{name: buffer.text for name, buffer in self.open.items()}}

    def _check_versions(self, changes: list[Message]) -> None:
        for change in changes:
            identity = change["textDocument"]
            versions = {self.uri(name): buffer.version for name, buffer in self.open.items()}
            if identity["version"] != versions.get(identity["uri"]):
                self.played.complaints.append(f"a rename is of version {identity['version']} of {identity['uri']}")

    def _apply(self, edits: dict[str, list[Message]]) -> None:
        """Apply what the server answered: to open files as edits, to others on disk."""
        names = {self.uri(name): name for name in self._texts()}
        written = []
        for uri, found in edits.items():
            name = names[uri]
            buffer = self.open.get(name) or Buffer(self.disk[name], self.disk[name])
            group = tuple(sorted((_edit_of(buffer, one) for one in found), key=lambda edit: -edit.offset))
            if name in self.open:
                self._edit(name, group)
                buffer.did(group)
                continue
            for edit in group:
                buffer.apply(edit)
            self._write(name, buffer.text)
            written.append({"uri": uri, "type": 2})
        if written:
            self.client.notify("workspace/didChangeWatchedFiles", {"changes": written})

    def _make(self, wanted: dict[str, str]) -> None:
        """Go on with the texts that the recording goes on with."""
        for name, text in wanted.items():
            if name not in self.open:
                self._write(name, text)
            elif self.open[name].text != text:
                edit = Edit(0, self.open[name].text, text)
                self._edit(name, [edit])
                self.open[name].did((edit,))

    # ── Questions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _at(self, file: str, offset: int) -> Message:
        line, column = self.open[file].place(offset)
        return {"textDocument": {"uri": self.uri(file)}, "position": {"line": line, "character": column}}

    def _ask(self, method: str, params: Message) -> int:
        identity = self.client.ask(method, params)
        self._waiting[identity] = method
        self.played.asked += 1
        return identity

    async def _answer(self, method: str, params: Message) -> Message:
        identity = self._ask(method, params)
        answer = await self.client.wait(
            lambda message: message.get("id") == identity and "method" not in message, self._seen, WAIT_S
        )
        self._take()
        return answer

    def _ask_about(self, file: str) -> None:
        """What an editor asks of a document that has changed."""
        document = {"textDocument": {"uri": self.uri(file)}}
        for method in ASKED_AFTER_EDITS:
            more: Message = {}
            if method.endswith("delta"):
                more = {"previousResultId": self._results.get(file, "0")}
            elif method.endswith("inlayHint"):
                more = {"range": _range((0, 0), (200, 0))}
            self._ask(method, document | more)

    def _cancel(self) -> None:
        """Nobody waits any more for what has not been answered."""
        self._take()
        for identity in self._waiting.keys() - self._dropped:
            self.client.notify("$/cancelRequest", {"id": identity})
            self.played.cancelled += 1
        self._dropped = set(self._waiting)

    def _take(self) -> None:
        """Look at what has come."""
        for message in self.client.received[self._seen :]:
            if message.get("method") == "textDocument/publishDiagnostics":
                self._take_findings(message["params"])
            elif message.get("method") == "window/logMessage" and message["params"]["type"] <= 2:
                self.played.complaints.append(message["params"]["message"])
            elif "method" not in message:
                method = self._waiting.pop(message.get("id", 0), None)
                if "error" in message and message["error"]["code"] not in (CANCELLED, MODIFIED, REFUSED):
                    self.played.complaints.append(f"{method}: {message['error']}")
        self._seen = len(self.client.received)

    def _take_findings(self, told: Message) -> None:
        version: int | None = told.get("version")
        before, _ = self._published.get(told["uri"], (None, []))
        # A document that is opened anew begins at 1.
        if version is not None and before is not None and 1 < version < before:
            self.played.complaints.append(f"{told['uri']}: version {version} is told of after {before}")
        self._published[told["uri"]] = (version, told["diagnostics"])

    def _forget(self) -> None:
        """Drop the messages that have been looked at, so that only the server can grow."""
        self._take()
        del self.client.received[: self._seen]
        self._seen = 0

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _look(self, step: Step) -> None:
        await self._findings_of(step.file)
        buffer = self.open[step.file]
        place = self._at(step.file, buffer.offset(step.line, step.column))
        began = time.perf_counter()
        await self._answer("textDocument/hover", place)
        self.played.hover.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        await self._answer("osy/text", {"uri": "untitled:nothing"})
        self.played.nothing.append((time.perf_counter() - began) * 1000)
        here = place["position"]
        more = {"range": {"start": here, "end": here}, "context": {"diagnostics": [], "includeDeclaration": True}}
        for method in ASKED_AT_A_PLACE:
            self._ask(method, place | more | {"positions": [here]})

    async def _findings_of(self, file: str) -> None:
        """Wait for the findings of the text as it is; measured if they are still to come."""
        uri, version = self.uri(file), self.open[file].version
        self._take()
        if self._published.get(uri, (None, []))[0] == version:
            return
        edited_at = self._edited_at

        def is_it(message: Message) -> bool:
            is_published = message.get("method") == "textDocument/publishDiagnostics"
            return is_published and message["params"]["uri"] == uri and message["params"].get("version") == version

        try:
            await self.client.wait(is_it, self._seen, WAIT_S)
        except TimeoutError:
            self.played.complaints.append(f"{file}: nothing is told of version {version}")
            return
        if edited_at:
            self.played.diagnostics.append((time.perf_counter() - edited_at - FILE_DELAY_S) * 1000)
        self._take()

    async def _check(self, step: Step) -> None:
        """Compare all that is told with what a fresh check finds, once the server has had time to come to it."""
        await self._drain()
        texts = {str(self.folder / name): buffer.text for name, buffer in self.open.items()}
        wanted = await asyncio.to_thread(fresh_findings, self.folder, texts)
        until = time.perf_counter() + WAIT_S
        while found := differences(wanted, self._told()):
            if time.perf_counter() > until:
                self.played.complaints.append(f"at {step.at} s: stale findings: {found}")
                break
            await asyncio.sleep(0.05)
        self.played.checks += 1
        for file, buffer in self.open.items():
            await self._compare_text(file, buffer)

    def _told(self) -> set[Finding]:
        self._take()
        return {Finding.of(uri, one) for uri, (_, findings) in self._published.items() for one in findings}

    async def _compare_text(self, file: str, buffer: Buffer) -> None:
        answer = await self._answer("osy/text", {"uri": self.uri(file)})
        told = answer.get("result")
        if told != {"version": buffer.version, "text": buffer.text}:
            self.played.complaints.append(f"{file}: the server has another text")

    async def _drain(self) -> None:
        """Wait for all answers."""
        until = time.perf_counter() + WAIT_S
        while self._waiting:
            self._take()
            if time.perf_counter() > until:
                self.played.complaints.append(f"never answered: {sorted(set(self._waiting.values()))}")
                self._waiting.clear()
            await asyncio.sleep(0.01)


def _range(start: tuple[int, int], end: tuple[int, int]) -> Message:
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def _edit_of(buffer: Buffer, told: Message) -> Edit:
    start, end = (buffer.offset(at["line"], at["character"]) for at in (told["range"]["start"], told["range"]["end"]))
    return Edit(start, buffer.text[start:end], told["newText"])


def _word_at(text: str, offset: int) -> str:
    found = next(found for found in re.finditer(r"\w+", text) if found.start() <= offset <= found.end())
    return found[0]


def resident_mib(process_id: int) -> float:
    """How much memory a process holds."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20
