"""Pieces of programs as documentation shows them: members, clauses or statements that stand alone, with placeholders.

A fragment is tried as each thing that may stand alone, and the one with the fewest faults is what it is. `<Name>` and
`…` stand for what a reader would write there: between braces, brackets or items they are taken away, elsewhere they
count as a name. Every stand-in is as long as what it stands for, so places are those of the text.
"""

import re
from typing import Final

from osy_grammar.driver import collector_off, drive
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Fragment
from osy_grammar.parse import parse
from osy_grammar.retag import retag
from osy_grammar.scan import scan
from osy_grammar.tables import tables
from osy_grammar.tree import Chunk, Comment, Item, SourceFile, SyntaxProblem

_KINDS: Final = (
    ("workflow_items", "WORKFLOW"),
    ("statements", "BLOCK"),
    ("entity_members", "ENTITY"),
    ("class_members", "CLASS"),
    ("component_members", "COMPONENT"),
    ("markup_nodes", "MARKUP"),
    ("security_rules", "SECURITY"),
    ("manifest_clauses", "MANIFEST"),
)
"""Each entry of the tables for a fragment, with the context of its tokens; of equals the first is taken."""

_PIECES = re.compile(
    r"""(?P<kept> //[^\r\n]* | /\*(?s:.*?)\*/ | "(?:[^"\\\r\n]|\\.)*" | '(?:[^'\\\r\n]|\\.)')
      | (?P<gap> (?<![\w>)\]]) <[A-Za-z][\w\ -]*> | … | \.\.\. )""",
    re.VERBOSE,
)
_OPENERS: Final = frozenset("{([;},")
_CLOSERS: Final = frozenset("})]")


def parse_fragment(text: str) -> SourceFile:
    """The tree of a fragment: declarations as in a file, or one `Fragment` of what may stand in them. Never raises."""
    filled = fill_placeholders(text)
    whole = parse(filled)
    best = SourceFile(text, whole.items, whole.reaches)
    worth = _worth(best)
    if worth[0] == 0 or not scan(filled).kinds:
        return best
    for entry, context in _KINDS:
        tried = SourceFile(text, (Item(0, _fragment(filled, entry, context)),), (len(text),))
        if _worth(tried) > worth:
            best, worth = tried, _worth(tried)
    return best


def _worth(file: SourceFile) -> tuple[int, int]:
    """How well a reading fits: few faults, and of equals the one that gets further before the first."""
    starts = [item.start + problem.start for item, problem in file.problems]
    return -len(starts), min(starts, default=0)


def fill_placeholders(text: str) -> str:
    """The text with each placeholder made a name of its length, or blank where a whole item or nothing may stand."""
    return _PIECES.sub(lambda found: found[0] if found["kept"] else _stand_in(text, found), text)


def _stand_in(text: str, found: re.Match[str]) -> str:
    length = len(found[0])
    before = _last_sign(text, found.start())
    rest = text[found.end() :].lstrip(" \t")
    after = rest[:1]
    ends_line = not after or after in "\r\n" or rest.startswith("//")
    if (not before or before in _OPENERS) and (ends_line or after in _CLOSERS):
        return " " * length
    return "_" * length


def _last_sign(text: str, end: int) -> str:
    """The last character before `end` that is neither blank nor part of a comment; empty at the start."""
    while end > 0:
        start = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
        line = text[start:end].partition("//")[0].rstrip()
        if line:
            return line[-1]
        end = start - 1
    return ""


def _fragment(text: str, entry: str, context: str) -> Chunk:
    with collector_off():
        scanned = scan(text)
        kinds, lexemes = list(scanned.kinds), list(scanned.lexemes)
        while kinds and kinds[-1] == "$END":
            kinds.pop()
            lexemes.pop()
        if context == "BLOCK" and kinds[-1:] not in (["SEMICOLON"], ["RBRACE"], []):
            # An expression alone is a statement that the document did not end.
            kinds.append("SEMICOLON")
            lexemes.append((lexemes[-1][1], lexemes[-1][1], ";"))
        kinds.append("$END")
        lexemes.append((len(text), len(text), ""))
        told = list(scanned.problems)
        tagged, placed, problems = retag(text, kinds, lexemes, context)
        found, faults = drive(text, tagged, list(placed), tables().entries[entry], [*told, *problems])
    nodes = tuple(node for node in found if isinstance(node, Node)) if isinstance(found, tuple) else ()
    every: list[SyntaxProblem] = sorted((*told, *problems, *faults), key=lambda problem: problem.start)
    comments = tuple(Comment(*comment) for comment in scanned.comments)
    return Chunk(text, Fragment(0, len(text), nodes), comments, tuple(every))
