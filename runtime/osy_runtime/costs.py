"""What a test has cost so far, as far as a database would notice (R137).

One question to the rows of an entity, or for a row's children, is a statement and a round trip; what rules ask
meanwhile is part of it. A row that is made, changed or deleted is a statement when it is committed; a commit that
writes is one round trip. Rows are read where the program gets them: a count, `Any` and `All` read none, `Where` and
`Single` those that are right. What follows a reference reads nothing.
"""

from collections.abc import Hashable

from osy_grammar.record import record


@record(frozen=False)
class Costs:
    """The counts since the world was made; they only grow.

    `asked` are the questions since a test first asked for a mark, each with when it was asked.
    """

    statements: int = 0
    round_trips: int = 0
    rows_read: int = 0
    requests: int = 0
    asked: dict[Hashable, Hashable] | None = None

    def ask(self) -> None:
        """A question goes to the database."""
        self.statements += 1
        self.round_trips += 1

    def write(self, rows: int) -> None:
        """A commit takes so many rows along."""
        if rows:
            self.statements += rows
            self.round_trips += 1
