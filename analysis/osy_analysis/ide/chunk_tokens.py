"""The tokens of a chunk, scanned once and kept as long as the chunk is."""

from weakref import WeakKeyDictionary

from osy_grammar.lexemes import Scan
from osy_grammar.scan import scan
from osy_grammar.tree import Chunk

_scans: WeakKeyDictionary[Chunk, Scan] = WeakKeyDictionary()


def tokens_of(chunk: Chunk) -> Scan:
    """The chunk's tokens, places counted from its start."""
    found = _scans.get(chunk)
    if found is None:
        found = _scans[chunk] = scan(chunk.text)
    return found
