"""Trying out what the parser would do, on the tables alone: nothing is built."""

from osy_grammar.tables import END, Row, Rule

INSERTIONS: tuple[tuple[str, ...], ...] = (
    ("SEMICOLON",),
    ("MISSING",),
    ("ID",),
    ("COMMA",),
    ("EQUAL",),
    ("COLON",),
    ("ARROW",),
    ("MISSING", "SEMICOLON"),
    ("ID", "SEMICOLON"),
    ("ID", "LPAR", "RPAR"),
    ("ID", "LPAR", "RPAR", "SEMICOLON"),
    ("LPAR", "RPAR"),
    ("LPAR", "RPAR", "SEMICOLON"),
    ("LBRACE", "RBRACE"),
    ("ID", "LBRACE", "RBRACE"),
    ("LPAR", "RPAR", "LBRACE", "RBRACE"),
    ("ID", "LPAR", "RPAR", "LBRACE", "RBRACE"),
    ("EQUAL", "MISSING", "SEMICOLON"),
    ("ID", "EQUAL", "MISSING", "SEMICOLON"),
    ("ARROW", "MISSING", "SEMICOLON"),
    ("COLON", "MISSING"),
    ("COLON", "MISSING", "SEMICOLON"),
    ("MISSING", "COLON", "MISSING"),
    ("MISSING", "COLON", "MISSING", "SEMICOLON"),
    ("IN", "MISSING"),
    ("VAR", "ID", "IN", "MISSING"),
    ("LPAR", "MISSING", "RPAR", "LBRACE", "RBRACE"),
    ("LPAR", "MISSING", "RPAR", "SEMICOLON"),
    ("SEMICOLON", "SEMICOLON"),
    ("SEMICOLON", "RBRACE"),
    ("STRING",),
    ("STRING", "SEMICOLON"),
    ("CATCH", "LBRACE", "RBRACE"),
)
"""Runs of tokens that may be missing, the likely ones first."""


class Probe:
    """The parser's stack of rows, tried out without building anything: what is popped is only counted."""

    __slots__ = ("_depth", "_extra", "_rows", "first_rule")

    def __init__(self, rows: list[Row], depth: int) -> None:
        """Start from the lowest `depth` rows."""
        self._rows = rows
        self._depth = depth
        self._extra: list[Row] = []
        self.first_rule = ""

    @property
    def rows(self) -> list[Row]:
        """The stack as it is now."""
        return [*self._rows[: self._depth], *self._extra]

    def shift(self, kind: str) -> bool:
        """Whether a token of that kind fits; if so it is taken."""
        extra = self._extra
        while True:
            row = extra[-1] if extra else self._rows[self._depth - 1]
            action = row[kind]
            if isinstance(action, Row):
                extra.append(action)
                return True
            if not isinstance(action, Rule):
                return row.is_end and kind == END
            size = action.size
            above = min(size, len(extra))
            if above:
                del extra[-above:]
            self._depth -= size - above
            if not self.first_rule:
                self.first_rule = action.name
            base = extra[-1] if extra else self._rows[self._depth - 1]
            extra.append(base.goto(action.origin)[kind])
