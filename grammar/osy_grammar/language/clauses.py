"""The `Name = value;` clauses of workflows, milestones, clocks, requirements, reminders and clients."""

from osy_grammar.language.model import Clause, Place

_MILESTONES = (Place.ASSIGNED, Place.FINISHED)

LISTED: tuple[Place, ...] = (*_MILESTONES, Place.EXPIRE)
"""The places whose clauses are all known. In others there may be more, on pages that are not public."""

CLAUSES: tuple[Clause, ...] = (
    Clause(
        name="Tracks",
        type="Entity.Field",
        owners=(Place.WORKFLOW,),
        page="workflow-tracks",
        text="The enum field that a run drives; its members are the states.",
        required=True,
    ),
    Clause(
        name="Autostart",
        type="bool",
        owners=(Place.WORKFLOW,),
        page="workflow-autostart",
        text="Whether a run begins when a row is created, or when code calls `Workflow.Run(row)`.",
    ),
    Clause(
        name="Initial",
        type="state",
        owners=(Place.WORKFLOW,),
        page="workflow-initial",
        text="The state in which a run begins.",
        required=True,
    ),
    Clause(
        name="StartedAt",
        type="DateTime",
        owners=(Place.WORKFLOW,),
        page="workflow-started-at",
        text="The instant from which the run's clocks count, when that is not now.",
    ),
    Clause(
        name="ServiceHours",
        type="ServiceHours",
        owners=(Place.WORKFLOW,),
        page="workflow-service-hours",
        text="Here: the calendar whose windows count for clocks that accrue.",
        unsure=(Place.STATE, Place.SLOT, *_MILESTONES, Place.EXPIRE, Place.DEADLINE),
    ),
    Clause(
        name="Message",
        type="string",
        owners=(Place.TERMINAL,),
        page="workflow-terminal",
        text="Why the run ended so.",
    ),
    Clause(
        name="Candidates",
        type="Func<Principal, bool>",
        owners=(Place.SLOT,),
        page="workflow-candidates",
        text="Who may take and answer the slot; it makes the slot a pool slot.",
    ),
    Clause(
        name="Within",
        type="TimeSpan",
        owners=_MILESTONES,
        page="workflow-within",
        text="How long there is; inherited from the state or the workflow when a pool slot leaves it out.",
    ),
    Clause(
        name="Within",
        type="TimeSpan",
        owners=(Place.EXPIRE, Place.DEADLINE),
        page="workflow-within",
        text="How long until the clock fires.",
        required=True,
    ),
    Clause(
        name="Accrues",
        type="bool",
        owners=(*_MILESTONES, Place.EXPIRE, Place.DEADLINE, Place.REMIND),
        page="workflow-accrues",
        text="Whether only service hours count; `false` counts all time.",
        unsure=(Place.WORKFLOW, Place.STATE, Place.SLOT),
    ),
    Clause(
        name="Retries",
        type="int",
        owners=_MILESTONES,
        page="workflow-retries",
        text="How many further windows follow the first.",
    ),
    Clause(
        name="Backoff",
        type="TimeSpan | Backoff",
        owners=_MILESTONES,
        page="workflow-backoff",
        text="The wait before the next window: one span, or a policy that grows.",
    ),
    Clause(
        name="After",
        type="TimeSpan",
        owners=(Place.REMIND,),
        page="workflow-remind",
        text="When the first reminder is due, from the start of the window.",
        required=True,
    ),
    Clause(
        name="ThenEvery",
        type="TimeSpan",
        owners=(Place.REMIND,),
        page="workflow-remind",
        text="The gap to the next reminder; `TimeSpan.Zero` means once.",
    ),
    Clause(
        name="Must",
        type="bool",
        owners=(Place.REQUIREMENT,),
        page="workflow-requires",
        text="What has to hold.",
        required=True,
    ),
    Clause(
        name="Message",
        type="string",
        owners=(Place.REQUIREMENT,),
        page="workflow-requires",
        text="What the raiser is told when it does not hold.",
        required=True,
    ),
    Clause(
        name="BaseUrl",
        type="string",
        owners=(Place.CLIENT,),
        page="http-client",
        text="Where the operations' paths start.",
    ),
)
