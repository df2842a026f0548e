"""The kind of each word of a file.

Names are told from keywords by the tree: every name in it is a node. A word of the text that no node claims as a name
is what the table of the language says it is; so `state`, an entity's field of that name, is no keyword there. What
recovery skipped has only its reserved words coloured.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from osy_analysis.ide.chunk_tokens import tokens_of
from osy_analysis.ide.name_kinds import NameKinds
from osy_grammar.language import WordKind, word
from osy_grammar.span import Span
from osy_grammar.tree import Chunk, SourceFile

KEYWORD_KINDS: dict[WordKind, tuple[str, tuple[str, ...]]] = {
    WordKind.CONTROL: ("keyword", ()),
    WordKind.DECLARATION: ("keyword", ()),
    WordKind.MODIFIER: ("modifier", ()),
    WordKind.OPERATOR: ("keyword", ()),
    WordKind.CONSTANT: ("keyword", ()),
    WordKind.TYPE: ("type", ("defaultLibrary",)),
    WordKind.CLAUSE: ("property", ("defaultLibrary",)),
    WordKind.AMBIENT: ("variable", ("readonly", "defaultLibrary")),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the file and its kind: a token type of the protocol's list, with modifiers of it."""

    start: int
    end: int
    kind: str
    modifiers: tuple[str, ...] = ()


_kept: WeakKeyDictionary[Chunk, tuple[Token, ...]] = WeakKeyDictionary()


def semantic_tokens(source: SourceFile, part: Span | None = None) -> Iterator[Token]:
    """The tokens of the file, or of the declarations in a part of it, in source order; none spans a line's end."""
    for item in source.items:
        if part is not None and (item.end < part.start or item.start > part.end):
            continue
        for token in _of_chunk(item.chunk):
            start, end = item.start + token.start, item.start + token.end
            if part is None or (start < part.end and end > part.start):
                yield Token(start, end, token.kind, token.modifiers)


def _of_chunk(chunk: Chunk) -> tuple[Token, ...]:
    found = _kept.get(chunk)
    if found is None:
        found = _kept[chunk] = tuple(_tokens(chunk))
    return found


def _tokens(chunk: Chunk) -> Iterator[Token]:
    names = NameKinds(chunk.node)
    scanned = tokens_of(chunk)
    for start, end, text in scanned.lexemes:
        if not (text[:1].isalpha() or text[:1] == "_"):
            continue
        if start in names.kinds:
            kind = names.kinds[start]
            if kind is not None:
                yield Token(start, end, *kind)
            continue
        row = word(text)
        if row is not None and (row.reserved or not names.is_skipped(start)):
            yield Token(start, end, *KEYWORD_KINDS[row.kind])
