"""`osy graph WORKFLOW`: a workflow's states and the moves between them, as a picture or as data."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from osy_analysis.graph.build import graph_of
from osy_analysis.graph.values import WorkflowGraph
from osy_analysis.paths import shown_path
from osy_analysis.wording import nearest
from osy_cli.exits import CommandError, Exit
from osy_cli.inputs import Parsed, parse_files
from osy_cli.options import add_paths
from osy_cli.render.terminal import terminal_of, use_utf8
from osy_cli.sources import Sources
from osy_grammar.nodes.workflow import Workflow
from osy_grammar.tree import Item

FORMATS = ("text", "svg", "mermaid", "dot", "json")
_ENDINGS = {".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot", ".json": "json"}
_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A workflow and where it is."""

    path: str
    item: Item
    workflow: Workflow

    @property
    def name(self) -> str:
        """Its name; empty if it has none yet."""
        return self.workflow.name.text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.description = "Show a workflow's state machine: its states, what they wait for, and the moves between them."
    parser.epilog = "exit status: 0 shown, 2 could not run, or there is no one workflow of that name"
    parser.add_argument(
        "workflow", metavar="WORKFLOW", nargs="?", help="the workflow's name; not needed where there is one only"
    )
    add_paths(parser)
    by_ending = "how to show it (default: by the ending of FILE, else text)"
    parser.add_argument("--format", metavar="|".join(FORMATS), help=by_ending)
    parser.add_argument("-o", "--output", metavar="FILE", help="write into this file instead of stdout")


def run(options: argparse.Namespace, output: TextIO) -> int:
    """Show the workflow."""
    form = _format(options.format, options.output)
    name, paths = _asked(options.workflow, options.paths)
    parsed = parse_files(paths, "workflow")
    sources = parsed.sources
    found = _only(parsed, name, paths or ["."])
    graph = graph_of(found.item)
    assert graph is not None, "a workflow has a graph"
    if options.output is not None:
        _write(str(options.output), _shown(graph, found.path, form, sources, None))
    else:
        output.write(_shown(graph, found.path, form, sources, output))
    if graph.is_broken:
        output.flush()
        _warn(f"`{graph.name}` has faults of syntax, so something may be missing; `osy check` shows them")
    return Exit.OK


def _asked(name: str | None, paths: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The workflow's name, if one was given, and the paths: who gives a file or a folder first means what is in it."""
    if name is None or (name.isidentifier() and (paths or not Path(name).exists())):
        return name, paths
    return None, [name, *paths]


def _format(asked: str | None, file: str | None) -> str:
    if asked is None:
        return "text" if file is None else _ENDINGS.get(Path(file).suffix.lower(), "text")
    if asked not in FORMATS:
        known = ", ".join(f"`{form}`" for form in FORMATS[:-1])
        raise CommandError(f"unknown format `{asked}`; there are {known} and `{FORMATS[-1]}`")
    return asked


# ── Which workflow ───────────────────────────────────────────────────────────────────────────────────────────────────


def _only(parsed: Parsed, name: str | None, paths: Sequence[str]) -> Found:
    """The one workflow of that name below the paths, any if `name` is None. CommandError if there is none, or more."""
    everything = list(_workflows(parsed))
    found = [each for each in everything if each.name == name or (name is None and len(everything) == 1)]
    if len(found) == 1:
        return found[0]
    where = " and ".join(f"`{shown_path(path)}`" for path in paths)
    if found:
        places = "\n".join(f"     {_place(each, parsed.sources)}" for each in found)
        raise CommandError(f"there are {len(found)} workflows `{name}` in {where}; name the file of one:\n{places}")
    for diagnostic in parsed.diagnostics:
        _warn(f"{shown_path(diagnostic.path)}: {diagnostic.message}")
    if not everything:
        raise CommandError(f"there is no workflow in {where}")
    names = list(dict.fromkeys(each.name for each in everything if each.name))
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    known = f"     there are {', '.join(names[:_MOST_NAMES])}{more}"
    if name is None:
        raise CommandError(f"name a workflow: `osy graph WORKFLOW`\n{known}")
    near = nearest(name, names)
    guess = f"; did you mean `{near}`?" if near else ""
    raise CommandError(f"there is no workflow `{name}` in {where}{guess}\n{known}")


def _workflows(parsed: Parsed) -> Iterator[Found]:
    for path, file in parsed.files:
        for item in file.items:
            if isinstance(item.node, Workflow):
                yield Found(path, item, item.node)


def _place(found: Found, sources: Sources) -> str:
    at = sources.place(found.path, found.item.span(found.workflow.name).start)
    return f"{shown_path(found.path)}:{at.line}:{at.column}"


# ── How it is shown ──────────────────────────────────────────────────────────────────────────────────────────────────


def _shown(graph: WorkflowGraph, path: str, form: str, sources: Sources, output: TextIO | None) -> str:
    """The workflow in that form; `output` is where it goes if that is no file."""
    from osy_analysis.graph.drawing import drawing_of
    from osy_analysis.graph.layout import LayoutError

    if form != "text" and output is not None:
        use_utf8(output)
    match form:
        case "mermaid":
            from osy_analysis.graph.mermaid import mermaid_of

            return mermaid_of(drawing_of(graph))
        case "dot":
            from osy_analysis.graph.dot import dot_of

            return dot_of(drawing_of(graph))
        case "json":
            from osy_cli.render.graph_json import graph_json

            return graph_json(graph, path, sources)
        case "svg":
            from osy_analysis.graph.svg import svg_of

            try:
                return svg_of(drawing_of(graph))
            except LayoutError as error:
                raise CommandError(f"{error}\n     `mermaid` and `dot` need no layout") from None
        case _:
            return _text(graph, output)


def _text(graph: WorkflowGraph, output: TextIO | None) -> str:
    """For people: on a terminal no wider than that."""
    from shutil import get_terminal_size

    from osy_analysis.graph.drawing import drawing_of
    from osy_analysis.graph.text import text_of

    if output is None:
        return text_of(drawing_of(graph))
    width = get_terminal_size().columns if output.isatty() else None
    return text_of(drawing_of(graph), width=width, is_unicode=terminal_of(output).is_unicode)


def _write(file: str, shown: str) -> None:
    try:
        with Path(file).open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            stream.write(shown)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"`{shown_path(file)}` cannot be written: {reason}") from None


def _warn(message: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"osy: {message}\n")
