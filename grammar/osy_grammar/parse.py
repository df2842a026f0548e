"""Text to tree: `parse` never raises, for any text at all.

Each declaration is parsed by itself, with places relative to its own start. Declarations that the previous parse had with the
same text are taken over, and only the text around a change is scanned again.
"""

from dataclasses import replace

from osy_grammar.driver import collector_off, drive
from osy_grammar.nodes.base import Token
from osy_grammar.nodes.declarations import Declaration, ErrorDeclaration
from osy_grammar.retag import retag
from osy_grammar.scan import Lexeme, Scan, scan
from osy_grammar.split import Part, split
from osy_grammar.tables import tables
from osy_grammar.tree import Chunk, Comment, Item, SourceFile


def parse(text: str, previous: SourceFile | None = None) -> SourceFile:
    """The tree of `text`; `previous` is an earlier parse of the same file, whose unchanged declarations are taken over."""
    with collector_off():
        return SourceFile(text, tuple(_items(text)))


def _items(text: str) -> list[Item]:
    scanned = scan(text)
    items: list[Item] = []
    start = 0
    known: dict[str, Chunk] = {}
    for part in split(text, scanned):
        end = scanned.lexemes[part.last - 1][1]
        source = text[start:end]
        chunk = known.get(source)
        if chunk is None:
            chunk = known[source] = _chunk(source, scanned, part, start)
        items.append(Item(start, chunk))
        start = end
    return items


def _chunk(text: str, scanned: Scan, part: Part, base: int) -> Chunk:
    kinds = scanned.kinds[part.first : part.last]
    lexemes = [(start - base, end - base, word) for start, end, word in scanned.lexemes[part.first : part.last]]
    end = base + len(text)
    comments = tuple(Comment(start - base, stop - base, doc) for start, stop, doc in scanned.comments if base <= start < end)
    problems = [
        replace(problem, start=problem.start - base, end=problem.end - base, insert_at=problem.insert_at - base)
        for problem in scanned.problems
        if base <= problem.start < end
    ]
    node, faults = _declaration(text, kinds, lexemes)
    return Chunk(text, node, comments, tuple(sorted((*problems, *faults), key=lambda problem: problem.start)))


def _declaration(text, kinds: list[str], lexemes: list[Lexeme]):
    kinds.append("$END")
    lexemes.append((len(text), len(text), ""))
    tagged, placed = retag(text, kinds, lexemes)
    node, problems = drive(text, tagged, placed, tables().entries["item"], "item")
    if not isinstance(node, Declaration):
        tokens = tuple(Token(start, end, kind, word) for kind, (start, end, word) in zip(tagged[:-1], placed[:-1], strict=True))
        node = ErrorDeclaration(lexemes[0][0], lexemes[-2][1], tokens)
    return node, problems
