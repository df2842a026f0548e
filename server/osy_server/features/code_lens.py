"""`textDocument/codeLens`: lenses that run tests."""

from lsprotocol import types

from osy_analysis.ide.answers import CodeLens, LensKind
from osy_analysis.ide.tests import lenses
from osy_server import convert
from osy_server.run_report import MARKS, milliseconds
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """A lens on each test, on each fixture that tests of the file use, and on the first line of a test file."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None or snapshot.document is None or not server.client.settings.code_lens.tests:
        return []
    path, uri = snapshot.path, snapshot.document.uri
    source = await server.worker.answer(lambda: snapshot.source)
    return [
        convert.code_lens(lens, command(lens, path, uri, title(server, lens, path)), source.lines, server.client.unit)
        for lens in lenses(server.tests.of_file(path, source))
    ]


def title(server: OsyServer, lens: CodeLens, path: str) -> str:
    """What the lens says: what it runs, and for a test how it ended last."""
    match lens.kind:
        case LensKind.FILE:
            return f"Run {_tests(lens)} of this file"
        case LensKind.FIXTURE:
            return f"Run {_tests(lens)} on this fixture"
        case LensKind.TEST:
            last = server.runs.outcomes.get(f"{path}::{lens.name}")
            return f"Run · {MARKS[last[0]]} {milliseconds(last[1])}" if last else "Run"


def command(lens: CodeLens, path: str, uri: str, text: str) -> types.Command:
    """The command that runs the lens's tests."""
    wanted: dict[str, object] = {"uri": uri, "profile": "run"}
    if lens.kind is not LensKind.FILE:
        wanted["ids"] = [f"{path}::{name}" for name in lens.tests]
    return types.Command(title=text, command="osy.test.run", arguments=[wanted])


def _tests(lens: CodeLens) -> str:
    return "1 test" if len(lens.tests) == 1 else f"{len(lens.tests)} tests"
