"""Osy# for Pygments: what documents and terminals are coloured with.

The words are told apart as an editor's semantic colours are, by the tree and by what names mean; so `state`, a field of
that name, is no keyword. Pygments finds the lexer by its entry point, as `osy`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_analysis.project import Project
from osy_grammar.lexemes import Scan
from osy_grammar.scan import TEXT_KINDS, scan

if TYPE_CHECKING:
    from pygments.token import _TokenType

    Kind: TypeAlias = _TokenType
    Piece: TypeAlias = tuple[int, int, Kind]

_PATH = "/block.osy"
_WORDS = {
    "class": Name.Class,
    "decorator": Name.Decorator,
    "enum": Name.Class,
    "enumMember": Name.Constant,
    "event": Name.Function,
    "function": Name.Function,
    "interface": Name.Class,
    "keyword": Keyword,
    "method": Name.Function,
    "modifier": Keyword,
    "namespace": Name.Namespace,
    "parameter": Name.Variable,
    "property": Name.Attribute,
    "struct": Name.Class,
    "type": Name.Class,
    "typeParameter": Name.Class,
    "variable": Name.Variable,
}
"""Of each type of semantic token the kind that styles of Pygments know."""
_PLATFORM = {"property": Keyword.Pseudo, "type": Keyword.Type, "variable": Name.Builtin}
"""The same for what the platform gives: clauses, predefined types, ambient names."""
_LITERALS = {
    "NUMBER": Number,
    "CHAR": String.Char,
    "STRING": String,
    "RAW_STRING": String,
    "VERBATIM": String,
    "HOLE_OPEN": String.Interpol,
    "HOLE_CLOSE": String.Interpol,
    **dict.fromkeys(TEXT_KINDS - {"HOLE_OPEN", "HOLE_CLOSE"}, String),
}
_PUNCTUATION = frozenset("{}()[];,.")


class OsyLexer(Lexer):
    """Programs, whole or in parts, right or wrong."""

    name = "Osy#"
    aliases = ["osy", "osysharp"]  # noqa: RUF012 - Pygments says how these are written
    filenames = ["*.osy"]  # noqa: RUF012
    url = "https://osysharp.com/reference/"

    def get_tokens_unprocessed(self, text: str) -> "Iterator[tuple[int, Kind, str]]":
        """Each stretch of the text with its kind, in order and without a gap."""
        at = 0
        for start, end, kind in _pieces(text):
            if start > at:
                yield at, Whitespace if text[at:start].isspace() else Error, text[at:start]
            if end > start:
                yield start, kind, text[start:end]
            at = max(at, end)
        if at < len(text):
            yield at, Whitespace if text[at:].isspace() else Error, text[at:]


def _pieces(text: str) -> "list[Piece]":
    """What is neither blank nor unreadable, in order."""
    scanned = scan(text)
    comments: list[Piece] = [
        (start, end, Comment.Special if is_doc else _comment(text, start)) for start, end, is_doc in scanned.comments
    ]
    return sorted([*comments, *_tokens(text, scanned)])


def _comment(text: str, start: int) -> "Kind":
    return Comment.Multiline if text.startswith("/*", start) else Comment.Single


def _tokens(text: str, scanned: Scan) -> "Iterator[Piece]":
    words = _words(text)
    for kind, (start, end, written) in zip(scanned.kinds, scanned.lexemes, strict=True):
        if kind in _LITERALS:
            yield start, end, _LITERALS[kind]
        elif start in words:
            yield start, end, words[start]
        elif written[:1].isalpha() or written[:1] in "_@":
            yield start, end, Name
        else:
            yield start, end, Punctuation if written in _PUNCTUATION else Operator


def _words(text: str) -> "dict[int, Kind]":
    project = Project(root="/").with_file(_PATH, text)
    found: dict[int, Kind] = {}
    for token in semantic_tokens(project, _PATH):
        by_platform = _PLATFORM if "defaultLibrary" in token.modifiers else {}
        found[token.start] = by_platform.get(token.kind) or _WORDS.get(token.kind, Name)
    return found
