"""The slot, as milestone bodies know it and as the run's handle gives it, and its status."""

from osy_grammar.language.model import BuiltinType, MemberFact

_ASSIGN = MemberFact(
    name="Assign",
    signature="void Assign(Principal principal)",
    page="workflow-slot-assign",
    text="Gives the slot to a principal; the wait goes on.",
    is_exact=True,
)
_RELEASE = MemberFact(
    name="Release",
    signature="void Release()",
    page="workflow-slot-release",
    text="Takes the slot from its holder; it is open to its candidates again.",
    is_exact=True,
)
_CANDIDATES = MemberFact(
    name="Candidates",
    signature="bool Candidates(Principal u)",
    page="workflow-slot-candidates",
    text="Whether the slot's own `Candidates` rule lets this principal take it; usable in a query.",
    is_exact=True,
)
_ASSIGNEE = MemberFact(
    name="Assignee",
    signature="Principal? Assignee",
    page="workflow-slot-assignee",
    text="Who holds the slot; null when nobody does.",
)
_STATUS = MemberFact(
    name="Status",
    signature="SlotStatus Status",
    page="workflow-slot-status",
    text="Whether the slot is unassigned, assigned or satisfied.",
)
_IS_UNASSIGNED = MemberFact(
    name="IsUnassigned",
    signature="bool IsUnassigned",
    page="workflow-slot-is-unassigned",
    text="Whether nobody holds the slot.",
)
_CALLBACK_URL = MemberFact(
    name="CallbackUrl",
    signature="string CallbackUrl()",
    page="workflow-slot-callback-url",
    text="A link that answers this slot once, for somebody outside of the app.",
)

SLOT = BuiltinType(
    name="Slot",
    page="workflow-slot",
    text="One open wait for an event: what `slot` is in a milestone body.",
    members=(_ASSIGN, _RELEASE, _CANDIDATES, _ASSIGNEE, _STATUS, _IS_UNASSIGNED, _CALLBACK_URL),
    complete=True,
)

SLOT_HANDLE = BuiltinType(
    name="SlotHandle",
    page="workflow-run-handle",
    text="A slot seen from outside: `Flow.For(row).<Slot>`.",
    members=(
        MemberFact(
            name="Claim",
            signature="void Claim()",
            page="workflow-slot-claim",
            text="Here: takes the slot for the current principal.",
            is_exact=True,
            ours=True,
        ),
        _ASSIGN,
        _RELEASE,
        _CANDIDATES,
        _ASSIGNEE,
        _STATUS,
        _IS_UNASSIGNED,
        MemberFact(
            name="BreachesAt",
            signature="DateTime? BreachesAt",
            page="workflow-slot-breaches-at",
            text="Here: when the slot's next promise lapses; null when no clock is live.",
            ours=True,
        ),
    ),
    is_written=False,
)

SLOT_STATUS = BuiltinType(
    name="SlotStatus",
    page="workflow-slot-status",
    text="How far a slot has come.",
    members=(
        MemberFact(
            name="Unassigned",
            signature="SlotStatus Unassigned",
            page="workflow-slot-status",
            text="Nobody holds it.",
            is_static=True,
        ),
        MemberFact(
            name="Assigned",
            signature="SlotStatus Assigned",
            page="workflow-slot-status",
            text="Here: somebody holds it and has not answered yet.",
            is_static=True,
            ours=True,
        ),
        MemberFact(
            name="Satisfied",
            signature="SlotStatus Satisfied",
            page="workflow-slot-status",
            text="It has been answered.",
            is_static=True,
        ),
    ),
    is_enum=True,
)

TYPES = (SLOT, SLOT_HANDLE, SLOT_STATUS)
