"""Runs from outside: `Workflow`, a workflow's own name, the run's handle, audit, work rows, retry policies."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import enum_members, instance, static

WORKFLOW = BuiltinType(
    name="Workflow",
    page="workflow",
    text="The runs of the app, whatever their workflow.",
    members=(
        *static(
            "workflow-settle",
            ("void Settle(object row)", "Runs whatever is due for the runs of a row."),
            is_exact=True,
        ),
        *static(
            "workflow-run",
            ("void Run(object row)", "Starts the run of a row whose workflow does not autostart."),
            is_exact=True,
        ),
        *static(
            "workflow-redeem",
            ("void Redeem(string token, string json)", "Answers the slot that a callback link was made for."),
        ),
        *static("workflow-work", ("Query<WorkRow<T>> Work<T>()", "One row for each slot that waits.")),
        *static(
            "workflow-work-by-item",
            ("Query<WorkItemRow<T>> WorkByItem<T>()", "One row for each tracked row with a live run."),
            is_exact=True,
        ),
        *static(
            "workflow-inbox",
            ("Query<WorkRow<T>> Inbox<T>()", "One row for each slot that waits for the current principal."),
        ),
    ),
)

RUN = BuiltinType(
    name="WorkflowRun",
    page="workflow-run-handle",
    text="The run of one row: what `Flow.For(row)` gives. Its slots are members by their names.",
    members=(
        *instance("workflow-audit", ("List<WorkflowAuditEntry> Audit", "What has happened to the run, oldest first.")),
        *instance(
            "workflow-run-handle",
            ("Enum State", "Here: the state, as a member of the tracked enum."),
            ("bool IsLive", "Here: whether the run has not ended."),
            ("DateTime StartedAt", "Here: the instant from which the run's clocks count."),
        ),
        *instance(
            "workflow-transitions",
            ("List<WorkflowTransition> Transitions", "Where the run may go next; its shape is decided here."),
        ),
    ),
    complete=True,
    is_written=False,
)

TRANSITION = BuiltinType(
    name="WorkflowTransition",
    page="workflow-transitions",
    text="Here: one way out of the current state.",
    members=instance(
        "workflow-transitions",
        ("string Event", "Here: the event that takes it."),
        ("string? Slot", "Here: the slot that waits for the event; null for a route with no `subscribe`."),
        ("string To", "Here: the state it leads to."),
    ),
    is_written=False,
)

AUDIT_ENTRY = BuiltinType(
    name="WorkflowAuditEntry",
    page="workflow-audit",
    text="One entry of a run's audit.",
    members=instance(
        "workflow-audit",
        ("AuditKind Kind", "What happened."),
        ("DateTime At", "When it happened; for a clock, when it fell due."),
        ("string? From", "The state before."),
        ("string? To", "The state after."),
        ("string? Slot", "Here: the slot that it is about."),
        ("Guid? Actor", "The id of the principal who did it; null for the system."),
        ("string? Message", "What a body threw, in a sentence that names the body."),
    ),
)

AUDIT_KIND = BuiltinType(
    name="AuditKind",
    page="workflow-audit",
    text="The kinds of audit entries.",
    members=(
        *enum_members("workflow-milestone", "AuditKind", ("Breached", "A milestone lapsed.")),
        *enum_members("workflow-remind", "AuditKind", ("Reminded", "A reminder was due.")),
        *enum_members(
            "workflow-audit",
            "AuditKind",
            ("Transitioned", "The run moved."),
            ("Started", "Here: the run began."),
            ("Assigned", "Here: a slot got a holder."),
            ("Released", "Here: a slot lost its holder."),
            ("Deposited", "Here: an event arrived."),
            ("Exhausted", "Here: the attempts of a milestone ran out."),
            ("Completed", "Here: the state was complete."),
            ("Faulted", "Here: a body threw with nobody to throw to."),
            ("Ended", "Here: the run ended."),
        ),
    ),
    is_enum=True,
)

SLA_KIND = BuiltinType(
    name="SlaKind",
    page="workflow-work-by-item",
    text="Whose promise a work row counts down.",
    members=enum_members(
        "workflow-work-by-item",
        "SlaKind",
        ("Assigned", "The slot's: to be picked up."),
        ("Finished", "The slot's: to be satisfied."),
        ("Expire", "The run's: the clock of its state."),
        ("Deadline", "The run's: its deadline."),
    ),
    is_enum=True,
    complete=True,
)

CORRELATION_OUTCOME = BuiltinType(
    name="CorrelationOutcome",
    page="workflow-correlate-on",
    text="What became of a report from outside.",
    members=enum_members(
        "workflow-correlate-on",
        "CorrelationOutcome",
        ("Deposited", "A run took it."),
        ("NoSuchKey", "No row has that key."),
        ("NotRunning", "Nothing waits for it."),
        ("Ambiguous", "More than one row fits."),
        ("NoRule", "The event has no rule."),
    ),
    is_enum=True,
    complete=True,
)

_SLA = (
    ("SlaKind? SlaKind", "Whose promise it is; null when no clock is live."),
    ("DateTime? BreachesAt", "When it lapses; null when no clock is live."),
    ("TimeSpan? Within", "Here: how long there was; null when no clock is live."),
    ("TimeSpan? Elapsed", "The time that has accrued; null when no clock is live."),
    ("TimeSpan? Remaining", "Here: what is left of it; null when no clock is live."),
    ("bool EverBreached", "Whether a promise of the run was ever missed."),
)

WORK_ITEM_ROW = BuiltinType(
    name="WorkItemRow",
    page="workflow-work-by-item",
    text="A row of `Workflow.WorkByItem<T>()`; written `Osyrin.WorkItemRow_T`, with the entity's name for T.",
    members=instance(
        "workflow-work-by-item",
        ("T Item", "The tracked row."),
        ("Enum State", "Here: the state, as a member of the tracked enum."),
        ("Guid? Assignee", "The id of whoever holds one of the item's slots."),
        ("int OpenSlots", "How many slots wait."),
        ("string? GoverningSlot", "The slot whose promise governs; null when it is the run's own."),
        *_SLA,
    ),
    type_parameters=("T",),
    is_written=False,
)

WORK_ROW = BuiltinType(
    name="WorkRow",
    page="workflow-work",
    text="A row of `Workflow.Work<T>()` and `Workflow.Inbox<T>()`.",
    members=instance(
        "workflow-work",
        ("T Item", "Here: the tracked row."),
        ("string Slot", "Here: the slot's name."),
        ("string Event", "Here: the event that it waits for."),
        ("Enum State", "Here: the state, as a member of the tracked enum."),
        ("SlotStatus Status", "Here: how far the slot is."),
        ("Guid? Assignee", "Here: the id of its holder."),
        ("DateTime OpenedAt", "Here: when it was opened."),
        *_SLA,
    ),
    type_parameters=("T",),
    is_written=False,
)

FLOW = BuiltinType(
    name="Flow",
    page="workflow",
    text="What a workflow's own name offers; X stands for each of its events.",
    members=(
        *static("workflow-run-handle", ("WorkflowRun For(T row)", "A handle on the run of a row.")),
        *static(
            "workflow-raise",
            (
                "void RaiseX(T row, params object[] arguments)",
                "Raises the event X for a row's run; `at:` dates it back.",
            ),
        ),
        *static(
            "workflow-correlate-on",
            ("CorrelationOutcome CorrelateX(params object[] arguments)", "Finds the run by the event's `CorrelateOn`."),
        ),
    ),
    type_parameters=("T",),
    is_written=False,
)

BACKOFF = BuiltinType(
    name="Backoff",
    page="workflow-backoff",
    text="A retry policy: how the wait between attempts grows.",
    members=(
        *static(
            "workflow-backoff",
            ("Backoff Exponential(TimeSpan first)", "A wait that doubles each time."),
            ("Backoff Linear(TimeSpan first)", "Here: a wait that grows by the same amount each time."),
            ("Backoff Fixed(TimeSpan wait)", "Here: the same wait each time."),
        ),
        *instance(
            "workflow-backoff",
            ("Backoff MaxAttempts(int attempts)", "How many windows there are in all, the first included."),
            ("Backoff Cap(TimeSpan longest)", "The longest wait."),
        ),
    ),
)

DURABLE_CLOCK = BuiltinType(
    name="DurableClock",
    page="workflow-durable-clock",
    text="The instant as of which a workflow's body runs.",
    members=static("workflow-durable-clock", ("DateTime UtcNow", "When the clock that runs this body fell due.")),
)

TYPES = (
    WORKFLOW,
    FLOW,
    RUN,
    TRANSITION,
    AUDIT_ENTRY,
    AUDIT_KIND,
    SLA_KIND,
    CORRELATION_OUTCOME,
    WORK_ITEM_ROW,
    WORK_ROW,
    BACKOFF,
    DURABLE_CLOCK,
)
