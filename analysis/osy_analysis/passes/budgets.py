"""Milestones with two retry budgets: `Retries` beside a policy's `.MaxAttempts`.

A milestone that declares both is reported where it is declared, once, at the later clause. A pool slot whose effective
milestone (its own clauses completed from its state's and its workflow's) gets one from here and the other from there is
reported at the nearer clause; when several slots inherit the same pair, once. Source: workflow-milestone#retries.
"""

from collections.abc import Iterator

from osy_analysis.milestones import effective_milestones
from osy_analysis.passes.bodies import items_of
from osy_analysis.problems.base import Problem
from osy_analysis.problems.workflow import TwoRetryBudgets
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, Expression, Lambda, Member
from osy_grammar.nodes.workflow import Clause, Milestone, State, Subscribe, Workflow
from osy_grammar.walk import children


def budget_problems(workflow: Workflow) -> Iterator[Problem]:
    """Each pair of budgets of the workflow's milestones."""
    seen: set[tuple[Clause, Clause]] = set()
    for item, site in items_of(workflow):
        match item:
            case Milestone():
                own = {part.name.text: part for part in item.items if isinstance(part, Clause)}
                yield from _conflict(workflow, item.keyword.text, own, (item,), seen)
            case Subscribe():
                state = site.state if isinstance(site.state, State) else None
                for effective in effective_milestones(workflow, state, item):
                    yield from _conflict(workflow, effective.keyword, effective.clauses, effective.declared, seen)
            case _:
                pass


def _conflict(
    workflow: Workflow,
    keyword: str,
    clauses: dict[str, Clause],
    declared: tuple[Milestone, ...],
    seen: set[tuple[Clause, Clause]],
) -> Iterator[Problem]:
    retries, backoff = clauses.get("Retries"), clauses.get("Backoff")
    if retries is None or backoff is None or max_attempts(backoff.value) is None or (retries, backoff) in seen:
        return
    seen.add((retries, backoff))
    levels = [_level(clause, declared) for clause in (retries, backoff)]
    if levels[0] == levels[1]:
        earlier, later = sorted((retries, backoff), key=lambda clause: clause.start)
    else:
        later, earlier = (retries, backoff) if levels[0] < levels[1] else (backoff, retries)
    yield TwoRetryBudgets(
        workflow=workflow, keyword=keyword, later=later, earlier=earlier, is_inherited=levels[0] != levels[1]
    )


def _level(clause: Clause, declared: tuple[Milestone, ...]) -> int:
    """How far away the clause is declared: 0 for the nearest milestone."""
    return next(level for level, milestone in enumerate(declared) if any(item is clause for item in milestone.items))


def max_attempts(value: Expression) -> Call | None:
    """The `.MaxAttempts(…)` call in a policy's expression."""
    stack: list[Node] = [value]
    while stack:
        node = stack.pop()
        match node:
            case Call(target=Member(name=name)) if name.text == "MaxAttempts":
                return node
            case Lambda():
                continue
            case _:
                stack.extend(children(node))
    return None
