"""Where lines end: where the author ended them, except where the style has one way only.

The style's own: an item of a body that has more than one line begins a line, unless the author wrote several short ones
beside each other; a `{` stands on the line of its head; commas and semicolons begin no line, and no line ends inside
the head of something. A body that the author wrote on one line stays there as long as it fits.
"""

from collections.abc import Collection, Iterator

from osy_grammar.format.atoms import BLOCK_COMMENT, CLOSERS, COMMENT, COMMENTS, OPAQUE, OPENERS, Atoms
from osy_grammar.format.spacing import Spacing

MOST_LINES = 3
"""No more line ends than these stand between two pieces: two blank lines."""
_TEMPLATE_HEADS = frozenset(("ROW_NAME", "_ROW_OPEN"))
_HEAD_ENDS = frozenset(("ID", "DOT", "COLON", "WHERE", "_GENERIC_OPEN", "_GENERIC_CLOSE", "COMMA", "NULLABLE"))
"""What may stand between the parameters of a head and its `{`: a base and a constraint."""
_FOLLOWERS = frozenset(("ELSE", "CATCH", "FINALLY"))
_BARE_HEADS = frozenset(("ELSE", "DO"))
_CONDITION_HEADS = frozenset(("IF", "WHILE", "FOR", "FOREACH"))
"""Behind these, or their condition, a statement may stand without braces."""
_NO_STATEMENTS = frozenset(("LBRACE", "RBRACE", "SEMICOLON", OPAQUE))


class Lines:
    """Where the lines of one file end, and what its braces hold."""

    def __init__(self, atoms: Atoms, partner: dict[int, int], spacing: Spacing) -> None:
        """Decide for every piece of `atoms`."""
        self._atoms = atoms
        self._partner = partner
        self._spacing = spacing
        self._seen = _running_lines(atoms)
        self.is_body = {i for i, kind in enumerate(atoms.kinds) if kind == "LBRACE" and self._holds_items(i)}
        self.rows = self._row_ends()
        """The `=>` behind which the items of a row template begin."""
        self.unbraced = set(self._unbraced())
        """Where the statements begin that another one has for its body."""
        self.flat: set[int] = set()
        self.breaks: list[int] = []
        self._rows: list[int] = []

    def decide(self, opened: Collection[int], made: Collection[int]) -> None:
        """Decide all over, with these bodies on lines of their own, and line ends before these pieces."""
        atoms = self._atoms
        kinds = atoms.kinds
        self.flat = {i for i in self.is_body if i not in opened and self._is_on_one_line(i)}
        breaks = self.breaks = [0] * len(atoms)
        rows = self._rows = [0] * len(atoms)
        inside: list[int] = []
        for i in range(len(atoms)):
            kind = kinds[i]
            if kind in CLOSERS and inside:
                inside.pop()
            opener = inside[-1] if inside else -1
            if i:
                breaks[i] = 1 if i in made and not atoms.newlines[i] else self._before(i, kind, opener)
                rows[i] = rows[i - 1] + breaks[i]
            if kind in OPENERS:
                inside.append(i)

    def is_body_or_file(self, opener: int) -> bool:
        """Whether items stand in the bracket at `opener`; -1 is the file."""
        return opener < 0 or opener in self.is_body

    # ── Braces ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _holds_items(self, i: int) -> bool:
        kinds, heads = self._atoms.kinds, self._atoms.heads
        j = i + 1
        while j < len(kinds) and kinds[j] in COMMENTS:
            j += 1
        if j == len(kinds):
            return False
        kind = kinds[j]
        return j in heads or kind == "RBRACE" or kind in _TEMPLATE_HEADS or kind == "DEFAULT"

    def _row_ends(self) -> set[int]:
        kinds = self._atoms.kinds
        found = set()
        for i in self.is_body:
            if kinds[i + 1 : i + 2] == ["ROW_NAME"]:
                found.add(i + 2)
            elif kinds[i + 1 : i + 2] == ["_ROW_OPEN"] and i + 1 in self._partner:
                found.add(self._partner[i + 1] + 1)
        return found

    def _unbraced(self) -> Iterator[int]:
        kinds = self._atoms.kinds
        for i, kind in enumerate(kinds):
            if kind in _BARE_HEADS:
                body = i + 1
            elif kind in _CONDITION_HEADS and i + 1 in self._partner:
                body = self._partner[i + 1] + 1
            else:
                continue
            while body < len(kinds) and kinds[body] in COMMENTS:
                body += 1
            if body < len(kinds) and kinds[body] not in _NO_STATEMENTS:
                yield body

    def _is_on_one_line(self, i: int) -> bool:
        close = self._partner.get(i, -1)
        return close == i + 1 or (close > 0 and self._seen[i] == self._seen[close])

    # ── Pieces ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _before(self, i: int, kind: str, opener: int) -> int:
        """How many line ends stand before piece `i`, which stands in the bracket at `opener`."""
        kinds, lines = self._atoms.kinds, self._atoms.newlines[i]
        before = kinds[i - 1]
        if kind == OPAQUE:
            return 0
        if before == COMMENT:
            return self._kept(max(lines, 1), i, opener)
        if kind in COMMENTS:
            return self._kept(lines, i, opener)
        if kind == "RBRACE" and self._partner.get(i, -1) in self.is_body:
            return self._before_close(i)
        if self._begins_item(i, kind, opener):
            return self._before_item(i, before, opener)
        if kind == "LBRACE" and i in self.is_body:
            return self._before_body(i, opener)
        if kind in _FOLLOWERS and before == "RBRACE":
            return min(lines, 1)
        if not lines or self._spacing.joins(i):
            return 0
        return 1 if kind in CLOSERS else self._kept(lines, i, opener)

    def _kept(self, lines: int, i: int, opener: int) -> int:
        before = self._atoms.kinds[i - 1]
        if self.is_body_or_file(opener) or before in COMMENTS or before == "COMMA":
            return min(lines, MOST_LINES)
        return min(lines, 1)

    def _begins_item(self, i: int, kind: str, opener: int) -> bool:
        if not self.is_body_or_file(opener):
            return False
        return i in self._atoms.heads or kind == "CASE" or (kind == "DEFAULT" and self._atoms.kinds[i - 1] != "DOT")

    def _before_item(self, i: int, before: str, opener: int) -> int:
        lines = self._atoms.newlines[i]
        if opener in self.flat:
            return 0
        if opener < 0 or i - 1 == opener or i - 1 in self.rows or before in ("RBRACE", OPAQUE, "COLON"):
            return min(max(lines, 1), MOST_LINES) if before != "COLON" or opener < 0 else min(max(lines, 0), 1)
        if before == BLOCK_COMMENT and not lines:
            return 0
        return min(lines, MOST_LINES)

    def _before_body(self, i: int, opener: int) -> int:
        """A `{` stands on a line of its own only behind parameters of several lines, where the author put it."""
        if not self._atoms.newlines[i] or not self.is_body_or_file(opener):
            return 0
        kinds = self._atoms.kinds
        close = i - 1
        while close > 0 and kinds[close] in _HEAD_ENDS:
            close -= 1
        head = self._partner.get(close, close)
        return 1 if kinds[close] == "RPAR" and self._rows[head] < self._rows[close] else 0

    def _before_close(self, i: int) -> int:
        opener = self._partner[i]
        return 0 if opener in self.flat or (opener == i - 1) else 1


def _running_lines(atoms: Atoms) -> list[int]:
    """On which line of the author's each piece begins; one of several lines counts for where it ends, too."""
    seen = []
    line = 0
    for i, lines in enumerate(atoms.newlines):
        line += lines
        seen.append(line)
        if i in atoms.tall:
            line += 1
    return seen
