"""The answers of `Http.*` calls that are used or dropped with no question whether the call worked: ruling R35.

Each piece of code that deals with answers is judged with the summaries of those that it calls; it is judged again when
one of these turns out otherwise, and kept with its chunk, so a later snapshot judges only what changed. Reported is
what is found in the bodies of workflows and in the functions that they reach.
"""

from collections import deque
from collections.abc import Iterator

from osy_analysis.answers.judge import judge
from osy_analysis.answers.shapes import UNKNOWN, Handling, Judgement, Plan, Summary
from osy_analysis.calls.exposure import definitions_of
from osy_analysis.calls.openness import World
from osy_analysis.calls.shapes import Code, Target
from osy_grammar.nodes.expressions import Call, New

_ROUNDS = 8
"""A piece of code is judged no more often: functions that hand an answer to each other in a circle come to rest."""


class Answers:
    """The judgements of one snapshot's code."""

    def __init__(self, world: World) -> None:
        """Judge the code of this snapshot and world."""
        self._world = world
        self._judged: dict[Code, Judgement] = {}
        self._callers: dict[Code, dict[Code, None]] = {}
        self._targets: dict[Target, tuple[Code, ...]] = {}

    def judge(self) -> Iterator[tuple[Code, Judgement]]:
        """The judgement of each piece of code that deals with answers, by path and place."""
        graph = self._world.graph
        codes = sorted(
            (code for calls in graph.answering if self._world.has(calls) for code in calls.answering), key=graph.order
        )
        waiting = deque(codes)
        is_waiting = set(codes)
        rounds: dict[Code, int] = {}
        while waiting:
            code = waiting.popleft()
            is_waiting.discard(code)
            plan = graph.plan(code)
            rounds[code] = rounds.get(code, 0) + 1
            if plan is None or rounds[code] > _ROUNDS:
                continue
            for called in self._called(plan):
                self._callers.setdefault(called, {})[code] = None
            before = self._judged.get(code)
            judged = self._judged[code] = self._judge(plan)
            if before is None or before.summary != judged.summary:
                again = [one for one in self._callers.get(code, ()) if one not in is_waiting]
                is_waiting.update(again)
                waiting.extend(again)
        yield from ((code, self._judged[code]) for code in codes if code in self._judged)

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
            yield from (code for code in self._codes(targets) if self._world.graph.plan(code) is not None)

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
