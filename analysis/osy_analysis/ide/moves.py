"""What has to be written otherwise when files or folders get another name: globs of manifests, lines of a workspace."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from osy_analysis.diagnostic import Edit
from osy_analysis.globs import split_glob
from osy_analysis.project import Project
from osy_grammar.nodes.declarations import App, ManifestLine, Package
from osy_grammar.span import Span

_LINE = re.compile(r"^[ \t]*(?P<folder>[^#\s\r\n][^\r\n]*?)[ \t]*(?:[ \t]#[^\r\n]*)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Move:
    """A file or a folder that will be called otherwise; both are absolute paths."""

    old: str
    new: str


def manifest_edits(project: Project, moves: Iterable[Move]) -> Iterator[Edit]:
    """The edits of the project's own manifests; a glob that goes on matching stays as it is."""
    listed = tuple(moves)
    for path in project.own_paths:
        file = project.files[path]
        for item in file.items:
            if not isinstance(item.node, App | Package):
                continue
            for clause in item.node.clauses:
                if isinstance(clause, ManifestLine) and clause.value.is_string:
                    written = clause.value.text[1:-1]
                    new = _rewritten(_folder(path), written, listed)
                    if new is not None:
                        span = item.span(clause.value)
                        yield Edit(path, Span(span.start + 1, span.end - 1), new)


def workspace_edits(path: str, text: str, moves: Iterable[Move]) -> Iterator[Edit]:
    """The edits of the lines of an `osy.workspace` file."""
    listed = tuple(moves)
    for match in _LINE.finditer(text):
        new = _rewritten(_folder(path), match["folder"], listed)
        if new is not None:
            yield Edit(path, Span(*match.span("folder")), new)


def _rewritten(base: str, written: str, moves: tuple[Move, ...]) -> str | None:
    """What a glob becomes whose fixed part lies in what is moved; None where it stays."""
    fixed, rest = split_glob(written.replace("\\", "/").rstrip("/"))
    begun = _joined(base, fixed)
    for move in moves:
        inner = _below(begun, move.old)
        outside = _relative(move.new, base) if inner is not None else None
        if outside is None:
            continue
        parts = [part for part in (outside, inner, rest) if part]
        return "/".join(parts) + ("/" if written.endswith("/") else "")
    return None


def _folder(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[0]


def _joined(base: str, relative: str) -> str:
    parts = base.split("/")
    for part in relative.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _below(path: str, folder: str) -> str | None:
    """What of a path is below a folder, empty for the folder itself; None where it lies elsewhere."""
    folder = folder.replace("\\", "/").rstrip("/")
    if path == folder:
        return ""
    return path[len(folder) + 1 :] if path.startswith(f"{folder}/") else None


def _relative(path: str, base: str) -> str | None:
    """The path from a folder; None where it lies outside of it."""
    return _below(path.replace("\\", "/").rstrip("/"), base)
