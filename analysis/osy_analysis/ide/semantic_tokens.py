"""The kind of each word of a file.

Names are told from keywords by the tree: every name in it is a node. A word of the text that no node claims as a name
is what the table of the language says it is; so `state`, an entity's field of that name, is no keyword there. What a
name is comes from what it means; where that is not known, from where it stands. What recovery skipped has only its
reserved words coloured.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from weakref import WeakKeyDictionary

from osy_analysis.ide.bound_kinds import Kind, bound_kinds
from osy_analysis.ide.chunk_tokens import tokens_of
from osy_analysis.ide.name_kinds import NameKinds
from osy_analysis.project import Project
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.snapshot import semantics_of
from osy_analysis.steps import checkpoint
from osy_grammar.language import WordKind, word
from osy_grammar.span import Span
from osy_grammar.tree import Chunk

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
UNKNOWN: Kind = ("", ())
AMBIENT = KEYWORD_KINDS[WordKind.AMBIENT][1]


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the file and its kind: a token type of the protocol's list, with modifiers of it."""

    start: int
    end: int
    kind: str
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Coloured:
    """A declaration's text with its tokens, whose places count from its start: one object for as long as they hold."""

    text: str
    tokens: tuple[Token, ...]


_kept: WeakKeyDictionary[Chunk, tuple[Token, ...]] = WeakKeyDictionary()


def coloured(project: Project, path: str) -> Iterator[tuple[int, Coloured]]:
    """The declarations of a file with their tokens, each with the offset at which it begins."""
    source = project.files.get(path)
    semantics = semantics_of(project)
    for item in source.items if source is not None else ():
        checkpoint()
        yield item.start, semantics.derived(path, item, _meant, partial(_meant, item.chunk))


def semantic_tokens(project: Project, path: str, part: Span | None = None) -> Iterator[Token]:
    """The tokens of the file, or of a part of it, in source order; none spans a line's end."""
    for at, found in coloured(project, path):
        if part is not None and (at + len(found.text) < part.start or at > part.end):
            continue
        for token in found.tokens:
            start, end = at + token.start, at + token.end
            if part is None or (start < part.end and end > part.start):
                yield Token(start, end, token.kind, token.modifiers)


def _meant(chunk: Chunk, bound: Bound) -> Coloured:
    """The tokens of the chunk with the kinds of what its names mean; a name of no known kind is no token."""
    meant = bound_kinds(bound)
    tokens = (_with_meaning(token, meant.get(token.start)) for token in _written(chunk))
    return Coloured(chunk.text, tuple(token for token in tokens if token.kind))


def _with_meaning(token: Token, kind: Kind | None) -> Token:
    is_told = token.kind == "decorator" or "declaration" in token.modifiers or token.modifiers == AMBIENT
    if kind is None or is_told:
        return token
    return Token(token.start, token.end, *kind)


def _written(chunk: Chunk) -> tuple[Token, ...]:
    """The tokens as the tree alone tells them."""
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
            yield Token(start, end, *(names.kinds[start] or UNKNOWN))
            continue
        row = word(text)
        if row is not None and (row.reserved or not names.is_skipped(start)):
            yield Token(start, end, *KEYWORD_KINDS[row.kind])
