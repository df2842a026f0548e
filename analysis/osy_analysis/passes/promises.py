"""What comes too late or never in the promises of a workflow.

A clause or a body that is inherited may be right for one slot and idle for another, so what is wrong with it is asked
of every milestone that it is part of, and it is reported only if it is wrong in all of them (ruling R105). Spans are
compared where both are constant; a clock that counts service hours is compared with one that counts all time only where
that cannot change the answer.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from osy_analysis.milestones import KEYWORDS, EffectiveMilestone, is_pool
from osy_analysis.passes.budgets import max_attempts
from osy_analysis.passes.milestones import Promises, Use, promises_of
from osy_analysis.problems.base import Problem
from osy_analysis.problems.milestones import (
    BackoffWithoutRetries,
    EndlessRetries,
    ExhaustedWithoutRetries,
    FinishedBeforeAssigned,
    RemindAfterBreach,
    RetriesOnHumanSlot,
)
from osy_analysis.spans import Names, duration, no_names, whole_number
from osy_grammar.language import members_of
from osy_grammar.nodes.expressions import Call, Expression, Literal, Member, Name
from osy_grammar.nodes.workflow import Body, Clause, Milestone, Remind, RemindArgument, Workflow
from osy_grammar.record import record


def span_problems(workflow: Workflow, placed: Sequence[Problem], names: Names = no_names) -> Iterator[Problem]:
    """The faults that rest on what spans and numbers amount to; `names` finds the constants."""
    promises = promises_of(workflow, placed)
    for milestone, _, _ in promises.declared:
        uses = promises.uses[milestone]
        if uses:
            yield from _reminders(milestone, uses, names)
            yield from _attempts(milestone, uses, names)
    yield from _due_before_pickup(promises, names)


# ── Reminders ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _reminders(milestone: Milestone, uses: list[Use], names: Names) -> Iterator[Problem]:
    for remind in milestone.items:
        if not isinstance(remind, Remind):
            continue
        after = _argument(remind, "After")
        having = [use.milestone for use in uses if remind in use.parts]
        if after is None or not having:
            continue
        late = [within for one in having if (within := _breach_before(remind, after, one, names)) is not None]
        if len(late) == len(having):
            yield RemindAfterBreach(remind=remind, after=after, within=late[0], keyword=milestone.keyword.text)


def _breach_before(remind: Remind, after: RemindArgument, milestone: EffectiveMilestone, names: Names) -> Clause | None:
    """The milestone's `Within`, if it has surely lapsed when the reminder is due first."""
    within, accrues = milestone.clauses.get("Within"), _argument(remind, "Accrues")
    if within is None:
        return None
    if accrues is not None and not _is_literal(accrues.value, "true") and not _counts_all_time(milestone):
        return None
    first, last = duration(after.value, names), duration(within.value, names)
    return within if first is not None and last is not None and first >= last else None


def _argument(remind: Remind, name: str) -> RemindArgument | None:
    return next((argument for argument in remind.arguments if argument.name.text == name), None)


# ── Attempts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _attempts(milestone: Milestone, uses: list[Use], names: Names) -> Iterator[Problem]:
    """What the milestone's own clauses and bodies say of attempts that there are not, or too many."""
    for item in milestone.items:
        having = [use for use in uses if item in use.parts]
        if not having:
            continue
        budgets = [_budget(use.milestone, names) for use in having]
        match item:
            case Body() if all(budget.is_single for budget in budgets):
                yield ExhaustedWithoutRetries(exhausted=item, milestone=milestone, reason=budgets[0].reason)
            case Clause(name=name) if name.text == "Backoff":
                yield from _backoff(item, milestone, budgets, names)
            case Clause(name=name) if name.text == "Retries" and whole_number(item.value, names) != 0:
                pools = [use.slot for use in having if is_pool(use.slot) and not _has_policy_budget(use.milestone)]
                if pools:
                    yield RetriesOnHumanSlot(retries=item, slot=pools[0], keyword=milestone.keyword.text)
            case _:
                pass


def _has_policy_budget(milestone: EffectiveMilestone) -> bool:
    """Whether a policy has a budget as well, which is told as such."""
    backoff = milestone.clauses.get("Backoff")
    return backoff is not None and max_attempts(backoff.value) is not None


@record()
class _Budget:
    """How often a milestone tries: once, or without end; neither where it is bounded or not known."""

    is_single: bool = False
    is_endless: bool = False
    reason: Clause | None = None


def _budget(milestone: EffectiveMilestone, names: Names) -> _Budget:
    retries, backoff = milestone.clauses.get("Retries"), milestone.clauses.get("Backoff")
    if retries is not None:
        return _Budget(is_single=whole_number(retries.value, names) == 0, reason=retries)
    if backoff is None or duration(backoff.value, names) is not None:
        return _Budget(is_single=True)
    if not _is_policy(backoff.value):
        return _Budget()
    attempts = max_attempts(backoff.value)
    if attempts is None:
        return _Budget(is_endless=True)
    match attempts.arguments.items:
        case (argument,) if isinstance(argument.value, Expression):
            return _Budget(is_single=whole_number(argument.value, names) == 1, reason=backoff)
        case _:
            return _Budget()


def _backoff(item: Clause, milestone: Milestone, budgets: list[_Budget], names: Names) -> Iterator[Problem]:
    if all(budget.is_endless for budget in budgets):
        yield EndlessRetries(backoff=item, policy=item.value, milestone=milestone)
    elif duration(item.value, names) is not None and all(budget.is_single for budget in budgets):
        yield BackoffWithoutRetries(backoff=item, milestone=milestone, reason=budgets[0].reason)


def _is_policy(value: Expression) -> bool:
    """Whether the expression is a chain of the policies' own calls: `Backoff.Fixed(…).Cap(…)`."""
    while isinstance(value, Call) and isinstance(value.target, Member) and value.target.name.text in _policy_calls():
        value = value.target.target
    return isinstance(value, Name) and value.text == "Backoff"


@cache
def _policy_calls() -> frozenset[str]:
    return frozenset(fact.name for fact in members_of("Backoff"))


# ── Both milestones ──────────────────────────────────────────────────────────────────────────────────────────────────


def _due_before_pickup(promises: Promises, names: Names) -> Iterator[Problem]:
    told: set[Clause] = set()
    for slot, milestones in promises.by_slot:
        by_keyword = {milestone.keyword: milestone for milestone in milestones}
        if len(by_keyword) < len(KEYWORDS):
            continue
        assigned, finished = (by_keyword[keyword] for keyword in KEYWORDS)
        ends, starts = finished.clauses.get("Within"), assigned.clauses.get("Within")
        if ends is None or starts is None or ends in told or not finished.clauses.keys().isdisjoint(_TRIES_AGAIN):
            continue
        if not _counts_all_time(finished) and not (_accrues(finished) and _accrues(assigned)):
            continue
        end, start = duration(ends.value, names), duration(starts.value, names)
        if end is not None and start is not None and end < start:
            told.add(ends)
            yield FinishedBeforeAssigned(slot=slot, finished=ends, assigned=starts)


_TRIES_AGAIN = ("Retries", "Backoff")


def _counts_all_time(milestone: EffectiveMilestone) -> bool:
    accrues = milestone.clauses.get("Accrues")
    return accrues is not None and _is_literal(accrues.value, "false")


def _accrues(milestone: EffectiveMilestone) -> bool:
    accrues = milestone.clauses.get("Accrues")
    return accrues is None or _is_literal(accrues.value, "true")


def _is_literal(value: Expression, kind: str) -> bool:
    return isinstance(value, Literal) and value.kind == kind
