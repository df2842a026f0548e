"""Words of workflows."""

from osy_grammar.language.model import Names, Next, Place, Word, WordKind
from osy_grammar.language.words.rows import inner, keyword

_MILESTONES = (Place.ASSIGNED, Place.FINISHED)
_SLA_OWNERS = (Place.SLOT, Place.STATE, Place.WORKFLOW)

WORDS: tuple[Word, ...] = (
    keyword(
        "event",
        WordKind.DECLARATION,
        Place.WORKFLOW,
        Next.NAME,
        "workflow-event",
        "Something that can happen to a run.",
        Names.FUNCTION,
    ),
    keyword(
        "state",
        WordKind.DECLARATION,
        Place.WORKFLOW,
        Next.NAME,
        "workflow-state",
        "A place where a run can stand.",
        Names.STATE,
    ),
    keyword(
        "terminal", WordKind.DECLARATION, Place.WORKFLOW, Next.NAME, "workflow-terminal", "A state in which runs end."
    ),
    inner(
        "success",
        WordKind.MODIFIER,
        Place.TERMINAL,
        Next.NAME,
        "workflow-terminal",
        "The run ended as it should.",
        Names.STATE,
    ),
    inner(
        "cancel",
        WordKind.MODIFIER,
        Place.TERMINAL,
        Next.NAME,
        "workflow-fault-propagation",
        "The run was called off.",
        Names.STATE,
    ),
    inner(
        "error",
        WordKind.MODIFIER,
        Place.TERMINAL,
        Next.NAME,
        "workflow-fault-propagation",
        "The run failed.",
        Names.STATE,
    ),
    keyword(
        "subscribe",
        WordKind.DECLARATION,
        (Place.STATE, Place.WORKFLOW),
        Next.NAME,
        "workflow-subscribe",
        "Opens a slot.",
        Names.FUNCTION,
    ),
    keyword(
        "on",
        WordKind.CONTROL,
        (Place.STATE, Place.WORKFLOW, Place.COMPONENT),
        Next.NAME,
        "workflow-route",
        "What runs when an event comes, or a clock.",
        Names.FUNCTION,
    ),
    keyword("when", WordKind.CONTROL, Place.ROUTE, Next.PAREN, "workflow-route", "The condition of a guarded arm."),
    inner(
        "when",
        WordKind.CONTROL,
        Place.STATE,
        (Next.EXPRESSION, Next.PAREN),
        "workflow-complete-when",
        "The condition of `complete when`.",
    ),
    keyword("default", WordKind.CONTROL, Place.ROUTE, Next.BRACE, "workflow-route", "The arm for when no other fits."),
    keyword(
        "complete",
        WordKind.CONTROL,
        Place.STATE,
        Next.NAME,
        "workflow-complete-when",
        "The state's own completion condition.",
    ),
    keyword(
        "enter",
        WordKind.CONTROL,
        (Place.STATE, Place.TERMINAL, *_MILESTONES),
        Next.BRACE,
        "workflow-enter-exit",
        "Runs on arrival in the state, or when the milestone is reached.",
    ),
    keyword(
        "exit", WordKind.CONTROL, (Place.STATE, Place.TERMINAL), Next.BRACE, "workflow-enter-exit", "Runs on departure."
    ),
    keyword("Start", WordKind.CLAUSE, Place.WORKFLOW, Next.BRACE, "workflow-start", "Runs once, as the run starts."),
    keyword(
        "Deadline", WordKind.CLAUSE, Place.WORKFLOW, Next.BRACE, "workflow-deadline", "The clock of the whole run."
    ),
    keyword("Expire", WordKind.CLAUSE, Place.STATE, Next.BRACE, "workflow-expire", "The clock of the state."),
    keyword("Requires", WordKind.CLAUSE, Place.SLOT, Next.BRACE, "workflow-requires", "What must hold for an answer."),
    keyword(
        "Assigned", WordKind.CLAUSE, _SLA_OWNERS, Next.BRACE, "workflow-assigned", "The slot must be picked up in time."
    ),
    keyword(
        "Finished", WordKind.CLAUSE, _SLA_OWNERS, Next.BRACE, "workflow-finished", "The slot must be satisfied in time."
    ),
    keyword(
        "Unassigned",
        WordKind.CLAUSE,
        Place.ASSIGNED,
        (Next.BRACE, Next.PAREN),
        "workflow-unassigned",
        "Nobody picked it up in time.",
    ),
    keyword(
        "Unfinished",
        WordKind.CLAUSE,
        Place.FINISHED,
        (Next.BRACE, Next.PAREN),
        "workflow-unfinished",
        "It was not satisfied in time.",
    ),
    keyword("Exhausted", WordKind.CLAUSE, _MILESTONES, Next.BRACE, "workflow-exhausted", "The attempts ran out."),
    keyword(
        "Remind",
        WordKind.CLAUSE,
        _MILESTONES,
        Next.NAME,
        "workflow-remind",
        "A nudge before the milestone lapses.",
        Names.FUNCTION,
    ),
)
