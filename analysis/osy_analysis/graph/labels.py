"""The words on an arrow: what brings a move about, and the condition that it stands under."""

from collections.abc import Iterable
from dataclasses import dataclass

from osy_analysis.graph.values import Cause, CauseKind, Guard, GuardKind, Transition, Written
from osy_grammar.span import Span

NAMELESS = "…"
"""What stands for a name that is missing."""

_TICKS = ((864_000_000_000, "d"), (36_000_000_000, "h"), (600_000_000, "min"), (10_000_000, "s"), (10_000, "ms"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One move on an arrow: what brings it about, and the condition that it stands under (empty for none)."""

    key: str
    cause: str
    guard: str
    place: Span

    @property
    def text(self) -> str:
        """Both, as one line."""
        return f"{self.cause} [{self.guard}]" if self.guard else self.cause


def label_of(transition: Transition, number: int) -> Label:
    """The label of the move with that number."""
    cause, guard = _cause(transition.cause), _condition(transition.guards)
    return Label(key=f"move{number}", cause=cause, guard=guard, place=transition.place)


def _cause(cause: Cause) -> str:
    match cause.kind:
        case CauseKind.BREACH:
            of = ", ".join(cause.slots) or cause.milestone or ""
            return f"{of} {cause.name}".strip()
        case CauseKind.COMPLETE_WHEN:
            return f"complete when {one_line(cause.name)}"
        case _:
            return cause.name or NAMELESS


def _condition(guards: Iterable[Guard]) -> str:
    return " && ".join(filter(None, map(_guard, guards)))


def _guard(guard: Guard) -> str:
    text = one_line(guard.text)
    match guard.kind:
        case GuardKind.WHEN | GuardKind.IF:
            return text
        case GuardKind.ELSE:
            return f"not ({text})"
        case GuardKind.CATCH | GuardKind.CASE:
            return f"{guard.kind.value} {text}".strip()
        case GuardKind.LOOP:
            return ""
        case GuardKind.DEFAULT:
            return "default"


def amount(span: Written) -> str:
    """A span in words where it is constant (`2 d 4 h`), else as written."""
    if span.ticks is None or span.ticks < 0:
        return one_line(span.text).removeprefix("TimeSpan.")
    parts, rest = [], span.ticks
    for unit, name in _TICKS:
        count, rest = divmod(rest, unit)
        if count:
            parts.append(f"{count} {name}")
    return " ".join(parts) if parts and not rest else one_line(span.text) if rest else "0 s"


def one_line(text: str) -> str:
    """The text with every run of blanks as one."""
    return " ".join(text.split())
