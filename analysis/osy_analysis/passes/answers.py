"""The answers of `Http.*` calls that are used or dropped with no question whether the call worked: ruling R35.

Looked at are the bodies of workflows and the functions that they reach, and beside these the functions that answers are
handed to. Each piece of code is judged with the summaries of those that it calls; it is judged again when one of these
turns out otherwise, and kept with its chunk, so a later snapshot judges only what changed.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from osy_analysis.answers.judge import judge
from osy_analysis.answers.plans import plans_of
from osy_analysis.answers.shapes import UNKNOWN, Handling, Judgement, Plan, Summary
from osy_analysis.calls.callers import Node
from osy_analysis.calls.exposure import definitions_of
from osy_analysis.calls.openness import Openness
from osy_analysis.calls.shapes import Code, Target
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.snapshot import Semantics
from osy_grammar.nodes.expressions import Call, New

_KEY = "answers"
_ROUNDS = 8
"""A piece of code is judged no more often: functions that hand an answer to each other in a circle come to rest."""


def reached(openness: Openness, bodies: Iterable[Code]) -> list[Code]:
    """The code that calls out and that a body of a workflow runs, the bodies with it, by path and place."""
    seen: set[Node] = set(bodies)
    waiting = list(seen)
    while waiting:
        for node in openness.behind.get(waiting.pop(), ()):
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    codes = [node for node in seen if isinstance(node, Code) and node.name]
    return sorted(codes, key=openness.world.graph.order)


class Answers:
    """The judgements of one snapshot's code."""

    def __init__(self, semantics: Semantics, openness: Openness) -> None:
        """Judge the code of this snapshot and world."""
        self._semantics = semantics
        self._world = openness.world
        self._plans: dict[Code, Plan] = {}
        self._judged: dict[Code, Judgement] = {}
        self._callers: dict[Code, dict[Code, None]] = {}
        self._targets: dict[Target, tuple[Code, ...]] = {}

    def judge(self, codes: list[Code]) -> Iterator[tuple[Code, Judgement]]:
        """The judgement of each of these that deals with answers."""
        waiting = deque(codes)
        is_waiting = set(codes)
        rounds: dict[Code, int] = {}
        while waiting:
            code = waiting.popleft()
            is_waiting.discard(code)
            plan = self._plan(code)
            rounds[code] = rounds.get(code, 0) + 1
            if plan is None or rounds[code] > _ROUNDS:
                continue
            for called in self._called(plan):
                callers = self._callers.setdefault(called, {})
                callers[code] = None
                if called not in self._judged and called not in is_waiting:
                    is_waiting.add(called)
                    waiting.append(called)
            before = self._judged.get(code)
            judged = self._judged[code] = self._judge(plan)
            if before is None or before.summary != judged.summary:
                again = [one for one in self._callers.get(code, ()) if one not in is_waiting]
                is_waiting.update(again)
                waiting.extend(again)
        for code in codes:
            if code in self._judged:
                yield code, self._judged[code]

    def _plan(self, code: Code) -> Plan | None:
        if code not in self._plans:
            calls = self._world.graph.code_homes[code]
            if code not in calls.answering:
                return None
            path, item = self._world.graph.homes[calls]

            def make(bound: Bound) -> dict[Code, Plan]:
                return plans_of(calls, bound)

            plans = self._semantics.derived(path, item, _KEY, make)
            self._plans.update(plans)
        return self._plans.get(code)

    def _judge(self, plan: Plan) -> Judgement:
        summaries: dict[Call | New, Summary] = {call: self._summary(targets) for call, targets in plan.calls.items()}
        rests_on = tuple(summaries.values())
        if plan.judged is None or plan.judged[0] != rests_on:
            plan.judged = rests_on, judge(plan, summaries)
        return plan.judged[1]

    def _summary(self, targets: tuple[Target, ...]) -> Summary:
        """What one or the other of the functions does: what all do wrong, and what any gives back."""
        known = [self._judged[code].summary for code in self._codes(targets) if code in self._judged]
        if not known:
            return UNKNOWN
        if len(known) == 1:
            return known[0]
        count = max(len(one.handlings) for one in known)
        return Summary(
            next((one.own for one in known if one.own is not None), None),
            tuple(_either([one.handling(index) for one in known]) for index in range(count)),
        )

    def _called(self, plan: Plan) -> Iterator[Code]:
        for targets in plan.calls.values():
            yield from (code for code in self._codes(targets) if self._plan(code) is not None)

    def _codes(self, targets: tuple[Target, ...]) -> Iterator[Code]:
        for target in targets:
            found = self._targets.get(target)
            if found is None:
                world = self._world
                all_ = definitions_of(world.graph.spots, target, with_tests=world.with_tests)
                codes = map(world.graph.code, all_)
                found = self._targets[target] = tuple(code for code in codes if code is not None)
            yield from found


def _either(handlings: list[Handling]) -> Handling:
    is_read = all(one.read is not None for one in handlings)
    return Handling(
        handlings[0].read if is_read else None,
        any(one.gives_back for one in handlings),
        any(one.asks for one in handlings),
    )
