"""The bodies that a workflow declares: when each runs, what it may do, which names are ambient in it.

Where a `goto` may stand follows the reference where it says so (`enter`, a breach arm and a route may, `exit` and a
milestone's `enter` may not); the rest is ruling R11.
"""

from osy_grammar.language.model import BodyFact, Place

_RUN = ("this", "actor")
_MILESTONE = ("this", "actor", "slot")

_STATES = (
    BodyFact(
        name="enter",
        owner=Place.STATE,
        runs="on arrival in the state, where the run ends up is still open",
        may_goto=True,
        ambient=_RUN,
        page="workflow-enter-exit",
    ),
    BodyFact(
        name="exit",
        owner=Place.STATE,
        runs="on departure from the state, the move already decided",
        may_goto=False,
        ambient=_RUN,
        page="workflow-enter-exit",
        goto_code="workflow-goto-in-exit",
    ),
    BodyFact(
        name="complete when",
        owner=Place.STATE,
        runs="when the state's own completion condition holds",
        may_goto=True,
        ambient=_RUN,
        page="workflow-complete-when",
    ),
    BodyFact(
        name="enter",
        owner=Place.TERMINAL,
        runs="as the run finishes in this state",
        may_goto=False,
        ambient=_RUN,
        page="workflow-terminal",
        goto_code="workflow-goto-in-terminal",
    ),
    BodyFact(
        name="exit",
        owner=Place.TERMINAL,
        runs="never: runs stop in a terminal state",
        may_goto=False,
        ambient=_RUN,
        page="workflow-terminal",
        goto_code="workflow-goto-in-terminal",
    ),
    BodyFact(
        name="Start",
        owner=Place.WORKFLOW,
        runs="once, as the run starts, before the initial state is entered",
        may_goto=False,
        ambient=_RUN,
        page="workflow-start",
        goto_code="workflow-goto-in-start",
    ),
)


def _milestone(owner: Place, reached: str, arm: str, lapsed: str, arm_page: str) -> tuple[BodyFact, ...]:
    return (
        BodyFact(
            name="enter",
            owner=owner,
            runs=reached,
            may_goto=False,
            ambient=_MILESTONE,
            page="workflow-milestone-enter",
            goto_code="workflow-goto-in-milestone-enter",
        ),
        BodyFact(
            name=arm,
            owner=owner,
            runs=lapsed,
            may_goto=True,
            ambient=_MILESTONE,
            page=arm_page,
            parameter="Slot",
        ),
        BodyFact(
            name="Exhausted",
            owner=owner,
            runs="when the attempts have run out, before the breach arm",
            may_goto=False,
            ambient=_MILESTONE,
            page="workflow-exhausted",
            goto_code="workflow-goto-in-exhausted",
        ),
        BodyFact(
            name="Remind",
            owner=owner,
            runs="when the reminder is due, while the milestone is neither met nor breached",
            may_goto=False,
            ambient=_MILESTONE,
            page="workflow-remind",
            goto_code="workflow-goto-in-remind",
        ),
    )


def _routes(owner: Place) -> tuple[BodyFact, ...]:
    return (
        BodyFact(
            name="on",
            owner=owner,
            runs="when the event is raised, or the slot answered",
            may_goto=True,
            ambient=_RUN,
            page="workflow-route",
            parameter="event",
        ),
        BodyFact(
            name="on Expire",
            owner=owner,
            runs="when the state's `Expire` clock fires",
            may_goto=True,
            ambient=_RUN,
            page="workflow-expire",
            parameter="enum",
        ),
        BodyFact(
            name="on Deadline",
            owner=owner,
            runs="when the run's `Deadline` clock fires",
            may_goto=True,
            ambient=_RUN,
            page="workflow-deadline",
        ),
        BodyFact(
            name="on Complete",
            owner=owner,
            runs="when the state is complete",
            may_goto=True,
            ambient=_RUN,
            page="workflow-on-complete",
        ),
    )


BODIES: tuple[BodyFact, ...] = (
    *_STATES,
    *_milestone(
        Place.ASSIGNED,
        "whenever the slot gets an owner",
        "Unassigned",
        "when `Within` lapses and nobody has picked the slot up",
        "workflow-unassigned",
    ),
    *_milestone(
        Place.FINISHED,
        "when the slot is satisfied",
        "Unfinished",
        "when `Within` lapses and the slot is not satisfied",
        "workflow-unfinished",
    ),
    *_routes(Place.STATE),
    *_routes(Place.WORKFLOW),
)
