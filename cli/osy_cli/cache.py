"""What was found in a project, kept for the next time: if nothing that counts has changed, nothing is parsed.

An entry is a file whose name is made of all that a check goes by: the texts of the project's files and its kits' (with
their places in the project), what the manifests and settings say, which files were asked for, and this tool itself with
every rule and table, under this Python. So an entry is never out of date; it can only be of no more use. Its first line
is a checksum of the rest: an entry that is cut off or damaged counts as none. Entries are put in place whole, so that
processes may write at the same time, and those that nobody has used for a month are removed. A folder that cannot be
written is as good as no cache.
"""

# The paths of a project are strings.
# ruff: noqa: PTH118

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from osy_analysis.diagnostic import Diagnostic, Edit, Fix, Level, Related
from osy_analysis.project import Unit
from osy_analysis.survey import Outline
from osy_grammar.span import Span

FOLDER_VARIABLE = "OSY_CACHE_DIR"
LARGEST_CACHE = 128 * 1024 * 1024
OLDEST_ENTRY_S = 30 * 24 * 3600
PRUNED_EVERY_S = 24 * 3600
_STAMP = "pruned"
_ENDING = ".json"


def entry(texts: Mapping[str, str], outline: Outline, asked: Sequence[str]) -> "Entry":
    """The place of the findings in the files asked for; `texts` are those of the project and its kits, by path."""
    key = hashlib.sha256(tool_fingerprint())
    for part in _described(outline, asked):
        key.update(part.encode("utf-8", "surrogatepass") + b"\0")
    for path, text in texts.items():
        data = text.encode("utf-8", "surrogatepass")
        key.update(f"{_inside(outline, path)}\0{len(data)}\0".encode("utf-8", "surrogatepass"))
        key.update(data)
    name = key.hexdigest()
    return Entry(folder() / name[:2] / f"{name}{_ENDING}", folder(), outline.root)


def folder() -> Path:
    """Where the entries are: where `OSY_CACHE_DIR` says, else in the system's place for caches."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named) / "findings"
    # What knows the systems' places takes longer to load than all else here.
    from platformdirs import user_cache_path

    return user_cache_path("osysharp-tools", appauthor=False) / "findings"


# ── Entries ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Entry:
    """The findings of one project as it is now: a file that may be there. Their paths are relative to `root`."""

    file: Path
    folder: Path
    root: str

    def read(self) -> list[Diagnostic] | None:
        """The findings; None if they are not known."""
        try:
            checksum, _, data = self.file.read_bytes().partition(b"\n")
            if hashlib.sha256(data).hexdigest().encode() != checksum:
                return None
            rows: list[Row] = json.loads(data)
            found = [_diagnostic(row, self.root) for row in rows]
        except (OSError, ValueError, TypeError, LookupError):
            return None
        with suppress(OSError):
            os.utime(self.file)
        return found

    def write(self, found: Iterable[Diagnostic]) -> None:
        """Keep the findings."""
        data = json.dumps([_row(one, self.root) for one in found], separators=(",", ":")).encode("ascii")
        waiting = self.file.with_name(f"{self.file.name}.{os.getpid()}.{time.monotonic_ns()}")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            waiting.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
            waiting.replace(self.file)
            prune(self.folder)
        except OSError:
            with suppress(OSError):
                waiting.unlink()


def prune(folder: Path) -> None:
    """Once a day remove what nobody has used for a month, and the oldest of what is too much."""
    stamp, now = folder / _STAMP, time.time()
    with suppress(OSError):
        if now - stamp.stat().st_mtime < PRUNED_EVERY_S:
            return
    stamp.write_bytes(b"")
    size = 0
    for used, length, file in sorted(_entries(folder), reverse=True):
        size += length
        if now - used > OLDEST_ENTRY_S or size > LARGEST_CACHE:
            with suppress(OSError):
                file.unlink()


def _entries(folder: Path) -> Iterator[tuple[float, int, Path]]:
    for inner in folder.iterdir():
        for file in inner.iterdir() if inner.is_dir() else ():
            with suppress(OSError):
                state = file.stat()
                yield state.st_mtime, state.st_size, file


# ── What an entry goes by ────────────────────────────────────────────────────────────────────────────────────────────


@cache
def tool_fingerprint() -> bytes:
    """What this tool is: every file of its grammar and its analysis, and the Python that runs them."""
    import osy_analysis
    import osy_grammar

    digest = hashlib.sha256(f"{sys.version}\0{sys.platform}".encode())
    for package in (osy_grammar, osy_analysis):
        root = Path(package.__path__[0])
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".pyc", ".bin", ".md") and "__pycache__" not in path.parts and path.is_file():
                digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.digest()


def _described(outline: Outline, asked: Sequence[str]) -> Iterator[str]:
    """What a check goes by beside the texts."""
    yield repr(outline.is_whole)
    yield repr(sorted((code, str(level)) for code, level in outline.settings.levels.items()))
    yield repr(sorted(_inside(outline, path) for path in outline.kit_paths))
    yield repr("all" if len(asked) == len(outline.paths) else sorted(_inside(outline, path) for path in asked))
    for unit in outline.units:
        yield repr(_unit(outline, unit))


def _unit(outline: Outline, unit: Unit) -> list[object]:
    names = (unit.kits, unit.missing, unit.for_tests, unit.capabilities, unit.empty_globs)
    paths = (unit.paths, unit.tests)
    return [
        unit.name,
        _inside(outline, unit.manifest),
        unit.is_package,
        unit.is_bridge,
        unit.is_complete,
        unit.cycles,
        *map(sorted, names),
        *(sorted(_inside(outline, path) for path in some) for some in paths),
        sorted((name, [_inside(outline, path) for path in some]) for name, some in unit.doubles.items()),
    ]


def _inside(outline: Outline, path: str) -> str:
    return os.path.relpath(path, outline.root)


# ── Findings as rows ─────────────────────────────────────────────────────────────────────────────────────────────────


PlaceRow = tuple[str, int, int, str]
Row = tuple[str, int, int, str, str, str, list[PlaceRow], list[tuple[str, list[PlaceRow]]], str | None, str | None]
"""A diagnostic: path, start, end, code, level, message, related places, fixes with their edits, page, hint."""


def _row(found: Diagnostic, root: str) -> Row:
    return (
        os.path.relpath(found.path, root),
        found.span.start,
        found.span.end,
        found.code,
        found.level.value,
        found.message,
        [_place(one.path, one.span, one.message, root) for one in found.related],
        [(fix.title, [_place(edit.path, edit.span, edit.text, root) for edit in fix.edits]) for fix in found.fixes],
        found.url,
        found.hint,
    )


def _diagnostic(row: Row, root: str) -> Diagnostic:
    path, start, end, code, level, message, related, fixes, url, hint = row
    return Diagnostic(
        path=_path(path, root),
        span=Span(start, end),
        code=code,
        level=Level(level),
        message=message,
        related=tuple(Related(_path(p, root), Span(s, e), said) for p, s, e, said in related),
        fixes=tuple(
            Fix(title, tuple(Edit(_path(p, root), Span(s, e), text) for p, s, e, text in edits))
            for title, edits in fixes
        ),
        url=url,
        hint=hint,
    )


def _place(path: str, span: Span, text: str, root: str) -> PlaceRow:
    return os.path.relpath(path, root), span.start, span.end, text


def _path(path: str, root: str) -> str:
    return os.path.normpath(os.path.join(root, path))
