"""The `osy` blocks of a document, and the programs that they make.

A program's text is the whole document with everything outside its blocks blanked, line ends kept: each offset is the
document's own, so nothing that is said of a program needs to be moved. Source: the words after ```osy say what a block
is.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH120

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from markdown_it import MarkdownIt

from osy_analysis.project import Extent, Project
from osy_analysis.settings import Settings
from osy_analysis.symbols import declared_name
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.types import TypeName
from osy_grammar.parse import parse
from osy_grammar.span import LineIndex, Span
from osy_grammar.tree import SourceFile
from osy_grammar.walk import walk

_NOT_LINE_END = re.compile(r"[^\r\n]")
_WORD = re.compile(r"""(?P<name>[^\s=]+)(?:=(?:"(?P<quoted>[^"]*)"|(?P<bare>\S*)))?""")


class BlockKind(StrEnum):
    """`SYNTAX` blocks are only parsed, `PLAIN` ones checked as far as they go, `TEST` blocks checked and run."""

    SYNTAX = "syntax"
    PLAIN = "plain"
    TEST = "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownBlock:
    """One fenced block: what it is, and where its lines stand in the document, without what is before all of them."""

    kind: BlockKind
    title: str
    app: str
    lines: tuple[Span, ...]

    @property
    def span(self) -> Span:
        """From the first line's start to the last one's end; empty for an empty block."""
        return Span(self.lines[0].start, self.lines[-1].end) if self.lines else Span(0, 0)


def blocks(text: str) -> tuple[MarkdownBlock, ...]:
    """The `osy` blocks of a document, in order."""
    document = MarkdownIt("commonmark")
    document.core.ruler.enableOnly(["normalize", "block"])
    # A byte order mark is no part of the first line; a blank in its place keeps every offset.
    written = f" {text[1:]}" if text.startswith("\ufeff") else text
    index = LineIndex(text)
    found = []
    for token in document.parse(written):
        words = list(_WORD.finditer(token.info)) if token.type == "fence" else []
        if words and token.map is not None and words[0][0] == "osy":
            values = {word["name"]: word["quoted"] or word["bare"] or "" for word in words[1:]}
            kind = BlockKind.SYNTAX if "syntax" in values else BlockKind.TEST if "test" in values else BlockKind.PLAIN
            lines = tuple(_lines(text, index, token.map[0] + 1, token.content))
            found.append(
                MarkdownBlock(kind=kind, title=values.get("title", ""), app=values.get("app", ""), lines=lines)
            )
    return tuple(found)


def _lines(text: str, index: LineIndex, first: int, content: str) -> Iterator[Span]:
    """The document's places of the block's lines. A line's own text is the end of the document's line.

    Of a tab that is half the list's and half the line's only what is behind it is the line's.
    """
    for number, line in enumerate(content.removesuffix("\n").split("\n") if content else ()):
        whole = index.line_span(first + number)
        width = len(line if whole.text(text).endswith(line) else line.lstrip(" \t"))
        yield Span(max(whole.start, whole.end - width), whole.end)


def blanked(text: str, kept: Iterable[MarkdownBlock]) -> str:
    """The document with blanks for every character outside the kept blocks."""
    parts = []
    at = 0
    for line in sorted(line for block in kept for line in block.lines):
        parts.append(_NOT_LINE_END.sub(" ", text[at : line.start]))
        parts.append(line.text(text))
        at = line.end
    parts.append(_NOT_LINE_END.sub(" ", text[at:]))
    return "".join(parts)


def programs(path: str, text: str, settings: Settings | None = None) -> tuple[Project, ...]:
    """The document's programs, one project each; their one file is the document."""
    found = []
    tests: list[tuple[MarkdownBlock, SourceFile]] = []
    for block in blocks(text):
        alone = blanked(text, (block,))
        match block.kind:
            case BlockKind.SYNTAX:
                # What a fragment needs is read only for documents that have one.
                from osy_grammar.fragment import parse_fragment

                found.append(_project(path, parse_fragment(alone), Extent.FRAGMENT, settings))
            case BlockKind.PLAIN:
                found.append(_project(path, parse(alone), Extent.EXCERPT, settings))
            case BlockKind.TEST:
                tests.append((block, parse(alone)))
    for group in _joined(tests):
        file = group[0][1] if len(group) == 1 else parse(blanked(text, [block for block, _ in group]))
        found.append(_project(path, file, Extent.PROGRAM, settings))
    return tuple(found)


def _project(path: str, file: SourceFile, extent: Extent, settings: Settings | None) -> Project:
    return Project(
        root=os.path.dirname(path),
        files={path: file},
        is_whole=extent is Extent.PROGRAM,
        settings=settings or Settings(),
        extent=extent,
    )


Parsed = tuple[MarkdownBlock, SourceFile]


def _joined(tests: Sequence[Parsed]) -> list[list[Parsed]]:
    """The blocks in groups: those of one app of which one uses what another declares are one program.

    Blocks that declare one name twice are not joined: they are two versions of a thing.
    """
    groups: list[_Group] = []
    for block, file in tests:
        group = _Group([(block, file)], _declared(file), _used(file))
        for other in list(groups):
            is_same_app = bool(block.app) and other.blocks[0][0].app == block.app
            if is_same_app and not group.declared & other.declared and group.is_tied_to(other):
                group = _Group([*other.blocks, *group.blocks], group.declared | other.declared, group.used | other.used)
                groups.remove(other)
        groups.append(group)
    return [sorted(group.blocks, key=lambda parsed: parsed[0].span) for group in groups]


@dataclass(slots=True, eq=False)
class _Group:
    blocks: list[Parsed]
    declared: set[str]
    used: set[str]

    def is_tied_to(self, other: "_Group") -> bool:
        """Whether one of the two uses what the other declares."""
        return bool(self.used & other.declared or other.used & self.declared)


def _declared(file: SourceFile) -> set[str]:
    names = (declared_name(item.node) for item in file.items)
    return {name.text for name in names if name is not None and name.text}


def _used(file: SourceFile) -> set[str]:
    used: set[str] = set()
    for item in file.items:
        for node in walk(item.node):
            match node:
                case Name():
                    used.add(node.text)
                case TypeName():
                    used.update(part.text for part in node.name.parts)
                case _:
                    pass
    return used
