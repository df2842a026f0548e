"""A run's timeline: what happened, when, to which slot, by whom. It outlives clocks and the run itself."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple, cast

from osy_grammar.record import record
from osy_runtime.faces import HostObject, MissingMember, RowFace, Value
from osy_runtime.signals import CodeFrame
from osy_runtime.values import DateTime
from osy_runtime.workflow.enums import AUDIT_KIND
from osy_runtime.workflow.naming import row_name

KEPT_WAITING = "Nothing it changed was kept, the run still waits, and it is tried again the next time timers run"


class Entry(NamedTuple):
    """One entry; `detail` explains it to people and is no member of the language's `WorkflowAuditEntry`.

    It is a tuple because one is written at each firing, and Python makes tuples fastest.
    """

    kind: str
    at: int
    source: str | None
    target: str | None
    slot: str | None
    actor: RowFace | None
    message: str | None
    detail: str

    @property
    def text(self) -> str:
        """The entry in words, without its kind and instant."""
        parts = [self.slot or "", self.detail]
        if self.source or self.target:
            parts.append(f"{self.source} → {self.target}" if self.source else f"→ {self.target}")
        if self.actor is not None:
            parts.append(f"by {row_name(self.actor)}")
        parts.append(self.message or "")
        return " · ".join(part for part in parts if part)


new_entry = cast(
    "Callable[[tuple[str, int, str | None, str | None, str | None, RowFace | None, str | None, str]], Entry]",
    partial(tuple.__new__, Entry),
)
"""Makes an entry of its fields, without a function of Python's in between."""


@record(kw_only=True)
class SwallowedFault:
    """A body that threw with nobody to throw to; `message` is the audit's whole sentence, `at` the line that threw."""

    workflow: str
    entity: str
    row: str
    state: str
    body: str
    message: str
    at: CodeFrame | None = None
    title: str | None = None


class AuditEntry(HostObject):
    """`WorkflowAuditEntry`."""

    type_name: ClassVar[str] = "WorkflowAuditEntry"

    def __init__(self, entry: Entry) -> None:
        self._entry = entry

    def get_member(self, name: str) -> Value:
        """`Kind`, `At`, `From`, `To`, `Slot`, `Actor`, `Message`."""
        entry = self._entry
        match name:
            case "Kind":
                return AUDIT_KIND.by_name[entry.kind]
            case "At":
                return DateTime(entry.at)
            case "From":
                return entry.source
            case "To":
                return entry.target
            case "Slot":
                return entry.slot
            case "Actor":
                return entry.actor.id if entry.actor is not None else None
            case "Message":
                return entry.message
            case _:
                raise MissingMember(name)


def timer_fault(body: str, error: str) -> str:
    """The sentence of a timer body that threw (R24); `body` says which one, as in "`on Expire { }` body"."""
    return f"The {body} threw when its time came. {KEPT_WAITING}: {error}"


def reminder_fault(name: str, error: str) -> str:
    """The sentence of a reminder that threw (R24)."""
    kept_due = "Its reminder counts as sent and the next one is still due"
    return f"The `Remind {name}` body threw when its time came. {kept_due}: {error}"


def start_fault(error: str) -> str:
    """The sentence of a first step that threw (R26)."""
    return f"The first step of the run threw. {KEPT_WAITING}: {error}"
