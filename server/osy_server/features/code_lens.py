"""`textDocument/codeLens`: lenses that run tests, count mentions, show state machines."""

from lsprotocol import types

from osy_analysis.ide.answers import CodeLens, LensKind
from osy_analysis.ide.lenses import Counted, Machine, counted, machines
from osy_analysis.ide.tests import lenses
from osy_grammar.span import LineIndex, Units
from osy_server import convert
from osy_server.asking import Asked, asked
from osy_server.handshake import SHOW_STATE_GRAPH
from osy_server.run_report import MARKS, milliseconds
from osy_server.server import OsyServer


async def answer(server: OsyServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """A lens on each test, each fixture that tests of the file use, the first line of a test file, each declaration."""
    found = asked(server, params.text_document)
    if found is None:
        return []
    wanted = server.client.settings.code_lens
    source = await server.worker.answer(lambda: found.snapshot.source)
    unit = server.client.unit
    shown: list[types.CodeLens] = []
    if wanted.tests:
        path, uri = found.path, found.document.uri
        for lens in lenses(server.tests.of_file(path, source)):
            action = command(lens, path, uri, title(server, lens, path))
            shown.append(convert.code_lens(lens.span, action, source.lines, unit))
    if wanted.references:
        told = await server.worker.answer(lambda: (machines(source), counted(source)))
        shown += [_machine(found, lens, source.lines, unit) for lens in told[0]]
        shown += [_counted(found, lens, source.lines, unit) for lens in told[1]]
    return shown


def _machine(found: Asked, lens: Machine, lines: LineIndex, unit: Units) -> types.CodeLens:
    action = types.Command(
        title="Show state machine",
        command=SHOW_STATE_GRAPH,
        arguments=[{"uri": found.document.uri, "workflow": lens.name}],
    )
    return convert.code_lens(lens.span, action, lines, unit)


def _counted(found: Asked, lens: Counted, lines: LineIndex, unit: Units) -> types.CodeLens:
    """A lens without its text: counting is left for when it is seen."""
    shown = convert.code_lens(lens.span, None, lines, unit)
    shown.data = {"uri": found.document.uri}
    return shown


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
