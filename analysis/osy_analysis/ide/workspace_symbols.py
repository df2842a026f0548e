"""The declarations of whole projects by a few letters of their names.

The names of a file are one text, a name a line, so that one expression goes through it: the letters asked for, in their
order. What begins a name, or a word in it, comes first.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from weakref import WeakKeyDictionary

from osy_analysis.project import Project
from osy_analysis.semantics.declare import definition_of
from osy_analysis.semantics.definitions import Definition
from osy_analysis.steps import checkpoint
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.declarations import Function, Namespace
from osy_grammar.span import Span
from osy_grammar.tree import Chunk, SourceFile

_NOT_LISTED = frozenset((SymbolKind.PARAMETER, SymbolKind.CONSTRUCTOR))
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A declaration; `start` and `end` are those of its name, in the file."""

    name: str
    kind: str
    container: str
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Name:
    name: str
    kind: str
    container: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of a file, and the same in one text, a line each."""

    entries: tuple[tuple[int, _Name], ...]
    text: str
    starts: tuple[int, ...]


_of_chunks: WeakKeyDictionary[Chunk, tuple[_Name, ...]] = WeakKeyDictionary()
_of_files: WeakKeyDictionary[SourceFile, _Names] = WeakKeyDictionary()


def workspace_symbols(projects: Iterable[Project], query: str, most: int) -> tuple[Entry, ...]:
    """The declarations that fit best, the likeliest first; of a kit the projects share, each once."""
    letters = "".join(query.split()).casefold()
    pattern = re.compile("".join(f"[^\n]*?{re.escape(letter)}" for letter in letters))
    seen: set[str] = set()
    found: list[tuple[tuple[int, int, str, str, int], Entry]] = []
    for project in projects:
        for path, file in project.files.items():
            if path in seen:
                continue
            seen.add(path)
            checkpoint()
            found.extend(_fitting(path, file, letters, pattern))
    return tuple(entry for _, entry in nsmallest(most, found, key=lambda one: one[0]))


def _fitting(
    path: str, file: SourceFile, letters: str, pattern: re.Pattern[str]
) -> Iterator[tuple[tuple[int, int, str, str, int], Entry]]:
    names = _names(file)
    at, place = 0, 0
    text, starts, entries = names.text, names.starts, names.entries
    while (match := pattern.search(text, at)) is not None and place < len(entries):
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        line = text.rfind("\n", 0, end) + 1
        while place < len(starts) and starts[place] < line:
            place += 1
        offset, one = entries[place]
        span = Span(offset + one.start, offset + one.end)
        key = (_rank(one.name, letters), len(one.name), one.name, path, span.start)
        yield key, Entry(one.name, one.kind, one.container, path, span)
        at = end + 1
        if at > len(text):
            return


def _rank(name: str, letters: str) -> int:
    plain = name.casefold()
    if plain == letters:
        return 0
    if plain.startswith(letters):
        return 1
    initials = "".join(word[0] for word in _WORDS.findall(name)).casefold()
    if letters and initials.startswith(letters):
        return 2
    return 3 if letters in plain else 4


def _names(file: SourceFile) -> _Names:
    known = _of_files.get(file)
    if known is not None:
        return known
    namespace = next((item.node.name.text for item in file.items if isinstance(item.node, Namespace)), "")
    entries = tuple((item.start, one) for item in file.items for one in _of_chunk(item.chunk, namespace))
    starts, at = [], 0
    for _, one in entries:
        starts.append(at)
        at += len(one.name.casefold()) + 1
    made = _of_files[file] = _Names(entries, "\n".join(one.name.casefold() for _, one in entries), tuple(starts))
    return made


def _of_chunk(chunk: Chunk, namespace: str) -> tuple[_Name, ...]:
    known = _of_chunks.get(chunk)
    if known is None:
        top = definition_of(chunk, namespace)
        known = _of_chunks[chunk] = tuple(_listed(top, namespace)) if top is not None else ()
    return known


def _listed(one: Definition, container: str) -> Iterator[_Name]:
    if one.kind in _NOT_LISTED:
        return
    if one.name:
        yield _Name(one.name, _kind(one), container, one.identifier.start, one.identifier.end)
    for member in one.members:
        yield from _listed(member, one.name)


def _kind(one: Definition) -> str:
    if isinstance(one.node, Function):
        marks = {attribute.name.last.text for attribute in one.node.attributes}
        return "test" if "Test" in marks else "fixture" if "TestFixture" in marks else _function(one)
    return one.kind.value


def _function(one: Definition) -> str:
    return "function" if one.owner is None else "method"
