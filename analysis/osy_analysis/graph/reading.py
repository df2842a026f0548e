"""Takes values out of a tree as they are written, with their places in the file."""

from collections.abc import Iterable
from dataclasses import dataclass

from osy_analysis.graph.values import Reminder, Written
from osy_analysis.spans import duration, whole_number
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Attribute, Setting, Settings
from osy_grammar.nodes.expressions import ErrorExpression, Expression
from osy_grammar.nodes.workflow import Clause, Remind
from osy_grammar.span import Span
from osy_grammar.tree import Item


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Reads one item."""

    item: Item

    def span(self, node: Node) -> Span:
        """The node's place in the file."""
        return self.item.span(node)

    def text(self, node: Node) -> str:
        """The node as written."""
        return self.item.chunk.text[node.start : node.end]

    def written(self, value: Expression) -> Written:
        """A value with what it amounts to where that is constant."""
        span = duration(value)
        return Written(
            text=self.text(value),
            place=self.span(value),
            ticks=None if span is None else span.ticks,
            number=whole_number(value) if span is None else None,
        )

    def clause(self, clause: Clause | None) -> Written | None:
        """A clause's value; None where it is missing."""
        return None if clause is None else self._value(clause.value)

    def setting(self, settings: Settings, name: str) -> Written | None:
        """The value of the first setting of that name."""
        for item in settings.items:
            if isinstance(item, Setting) and item.name.text == name:
                return self._value(item.value)
        return None

    def reminder(self, reminder: Remind) -> Reminder:
        """A reminder with its arguments."""
        values = {each.name.text: self._value(each.value) for each in reversed(reminder.arguments)}
        return Reminder(
            name=reminder.name.text,
            place=self.span(reminder),
            name_place=self.span(reminder.name),
            after=values.get("After"),
            then_every=values.get("ThenEvery"),
            accrues=values.get("Accrues"),
        )

    def attributes(self, attributes: Iterable[Attribute]) -> tuple[str, ...]:
        """The attributes as written, without brackets."""
        return tuple(self.text(attribute) for attribute in attributes)

    def _value(self, value: Expression) -> Written | None:
        return None if isinstance(value, ErrorExpression) else self.written(value)
