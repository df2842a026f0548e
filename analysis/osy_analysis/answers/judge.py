"""Goes through a piece of code on every way, and tells which answers are used or dropped that nobody asked.

A fact is "what was put here has been asked, or there is none". Each place that puts an answer into a variable has one
(so a finding knows its call), each parameter has one, and each call that gives its argument back. Reading needs the
facts of the variable, asking brings them, and at each end all are needed: what is then unasked is dropped. An answer
that is handed on, to another variable or to a function that gives it back, is the business of who takes it.
"""

from collections.abc import Iterator, Mapping

from osy_analysis.answers.shapes import (
    Consumer,
    Handling,
    Judgement,
    Mention,
    Plan,
    Read,
    Summary,
    Unasked,
)
from osy_analysis.flow.build import graph_of
from osy_analysis.flow.effects import Effects, Lambdas
from osy_analysis.flow.graph import EVERYTHING, Change, Check, Copy
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Binary, Call, Lambda, Literal, New
from osy_grammar.nodes.statements import Goto, Return
from osy_grammar.walk import children


def judge(plan: Plan, summaries: Mapping[Call | New, Summary]) -> Judgement:
    """The findings in a piece of code and its summary, given those of what it calls."""
    return _Judge(plan, summaries).judgement()


class _Judge:
    """One look at one plan."""

    def __init__(self, plan: Plan, summaries: Mapping[Call | New, Summary]) -> None:
        self._plan = plan
        self._summaries = summaries
        self._effects = Effects(lambdas=Lambdas.IN_PLACE, is_hopeful=True)
        self._bits: dict[Node, int] = {}
        self._cells: dict[Node, int] = {}
        self._sources: dict[int, list[Call]] = {}
        self._copies: dict[int, int] = {}
        self._asked: set[Node] = set()
        self._findings: dict[Call, Unasked] = {}
        self._own: Read | None = None
        self._by_node = {mention.node: mention for mention in plan.mentions}

    def judgement(self) -> Judgement:
        """Judge."""
        parameters = [self._new_bit(each, each) if each is not None else 0 for each in self._plan.parameters]
        self._number()
        for node, cell in self._plan.resets:
            self._effects.add(node, *self._overwritten(node, cell))
        for place, filling in self._filling().items():
            self._assign(place, filling)
        # What a call does to its arguments comes before what is done with its result.
        for mention in sorted(self._plan.mentions, key=lambda one: one.consumer is not Consumer.PASSED):
            self._put(mention)
        self._ends()
        entry = EVERYTHING
        for bit in parameters:
            entry &= ~bit
        graph = graph_of(self._plan.code.roots, self._effects)
        failed: dict[Node, int] = {}
        for subject, missing in graph.failures(entry):
            failed[subject] = failed.get(subject, 0) | missing
        handlings = [
            self._handling(each, bit, failed) for each, bit in zip(self._plan.parameters, parameters, strict=True)
        ]
        self._find(failed)
        findings = tuple(sorted(self._findings.values(), key=lambda one: one.source.start))
        return Judgement(Summary(self._own, tuple(handlings)), findings)

    # ── Facts ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _new_bit(self, place: Node, cell: Node) -> int:
        bit = 1 << len(self._bits)
        self._bits[place] = bit
        self._cells[cell] = self._cells.get(cell, 0) | bit
        return bit

    def _number(self) -> None:
        """Give a fact to each place that fills a variable, and to each call that gives back what it takes."""
        for mention in self._plan.mentions:
            if mention.consumer is Consumer.ASSIGNED and mention.into is not None and mention.place not in self._bits:
                self._new_bit(mention.place, mention.into)
            if mention.consumer is Consumer.PASSED and self._gives_back(mention) and mention.place not in self._bits:
                self._new_bit(mention.place, mention.place)

    def _gives_back(self, mention: Mention) -> bool:
        given = self._by_node.get(mention.place)
        is_used = given is not None and given.consumer not in (Consumer.DROPPED, Consumer.UNHEEDED)
        return is_used and self._handling_of(mention).gives_back

    def _handling_of(self, mention: Mention) -> Handling:
        call = mention.place
        return self._summaries[call].handling(mention.index) if isinstance(call, Call | New) else Handling()

    def _fresh(self, mention: Mention) -> bool:
        """Whether the mention is a call whose answer nobody has asked."""
        source = mention.source
        if source is None:
            return False
        return source not in self._plan.calls or self._summaries[source].own is not None

    def _held(self, mention: Mention) -> int:
        """The facts of what is mentioned: a variable's, or those of an argument that a call gave back."""
        return self._cells.get(mention.cell if mention.cell is not None else mention.node, 0)

    # ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _put(self, mention: Mention) -> None:
        held, place, add = self._held(mention), mention.place, self._effects.add
        is_fresh = self._fresh(mention)
        match mention.consumer:
            case Consumer.ASKED | Consumer.PUT_AWAY:
                self._bring(mention, held)
            case Consumer.READ:
                self._need(mention, held, is_fresh=is_fresh, read=Read(self._plan.code, place))
            case Consumer.PASSED:
                self._pass(mention, held, is_fresh=is_fresh)
            case Consumer.RETURNED:
                if is_fresh and mention.source is not None:
                    self._own = self._own or self._origin(mention.source)
                if held:
                    add(mention.node, Check(held, mention.node), Change(EVERYTHING, held))
            case Consumer.DROPPED | Consumer.UNHEEDED:
                if is_fresh and mention.source is not None:
                    self._report(mention.source, None)
                self._compare(place, held)
            case _:
                pass

    def _compare(self, place: Node, held: int) -> None:
        """Where there is no answer, none has to be asked."""
        if held and isinstance(place, Binary) and place.operator in ("==", "!="):
            is_null = any(isinstance(side, Literal) and side.kind == "null" for side in (place.left, place.right))
            none = Change(EVERYTHING, held) if is_null else None
            self._effects.outcomes[place] = (none, None) if place.operator == "==" else (None, none)

    def _bring(self, mention: Mention, held: int) -> None:
        if held:
            # What a call takes is asked in the call, after its other arguments.
            at = mention.place if mention.consumer is Consumer.PASSED else mention.node
            self._effects.add(at, Change(EVERYTHING, held))
            if mention.cell is not None:
                self._asked.add(mention.cell)

    def _need(self, mention: Mention, held: int, *, is_fresh: bool, read: Read) -> None:
        if is_fresh and mention.source is not None:
            self._report(mention.source, read)
        if held:
            self._effects.add(mention.place, Check(held, mention.place), Change(EVERYTHING, held))

    def _pass(self, mention: Mention, held: int, *, is_fresh: bool) -> None:
        handling, call = self._handling_of(mention), mention.place
        if handling.read is not None:
            self._need(mention, held, is_fresh=is_fresh, read=handling.read)
        elif handling.gives_back:
            if call not in self._bits:
                self._drop(mention, is_fresh=is_fresh)
                return
            bit = self._bits[call]
            if is_fresh and mention.source is not None:
                self._sources.setdefault(bit, []).append(mention.source)
                self._effects.add(call, Change(~bit))
            if held:
                self._copies[bit] = self._copies.get(bit, 0) | held
                self._effects.add(call, Copy(held, bit), Change(EVERYTHING, held))
        elif handling.asks:
            self._bring(mention, held)
        else:
            self._drop(mention, is_fresh=is_fresh)

    def _drop(self, mention: Mention, *, is_fresh: bool) -> None:
        """A call whose answer goes to a function that does nothing with it; a variable still holds its own."""
        if is_fresh and mention.source is not None:
            self._report(mention.source, None)

    def _filling(self) -> dict[Node, list[Mention]]:
        """The mentions that may fill a variable, by declaration or assignment."""
        found: dict[Node, list[Mention]] = {}
        for mention in self._plan.mentions:
            if mention.consumer is Consumer.ASSIGNED:
                found.setdefault(mention.place, []).append(mention)
        return found

    def _assign(self, place: Node, filling: list[Mention]) -> None:
        bit, into = self._bits[place], filling[0].into
        held = 0
        for mention in filling:
            held |= self._held(mention)
            if self._fresh(mention) and mention.source is not None:
                self._sources.setdefault(bit, []).append(mention.source)
        own = self._cells[into] if into is not None else 0
        self._effects.add(place, *self._overwritten(place, into if into is not None else place))
        if held & ~own:
            self._copies[bit] = self._copies.get(bit, 0) | held & ~own
            self._effects.add(place, Copy(held & ~own, bit), Change(EVERYTHING, held & ~own))
        if bit in self._sources:
            self._effects.add(place, Change(~bit))

    def _overwritten(self, place: Node, cell: Node) -> Iterator[Check | Change]:
        all_ = self._cells.get(cell, 0)
        if all_:
            yield Check(all_, place)
            yield Change(EVERYTHING, all_)

    def _ends(self) -> None:
        """What nobody has asked where the code is left is dropped; a `return` of a lambda does not leave it."""
        all_ = (1 << len(self._bits)) - 1
        if not all_:
            return
        waiting: list[Node] = list(self._plan.code.roots)
        while waiting:
            node = waiting.pop()
            if isinstance(node, Return | Goto):
                self._effects.add(node, Check(all_, node))
            if not isinstance(node, Lambda):
                waiting += children(node)
        self._effects.at_end.append(Check(all_, self._plan.code.node))

    # ── Findings ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _find(self, failed: Mapping[Node, int]) -> None:
        returned = {mention.node for mention in self._plan.mentions if mention.consumer is Consumer.RETURNED}
        reads = {mention.place: mention for mention in self._plan.mentions if self._reads(mention) is not None}
        for subject, missing in failed.items():
            sources = list(self._sources_of(missing))
            if subject in returned:
                self._own = self._own or next(map(self._origin, sources), None)
                continue
            mention = reads.get(subject)
            read = None if mention is None else self._reads(mention)
            for source in sources:
                self._report(source, read)

    def _reads(self, mention: Mention) -> Read | None:
        if mention.consumer is Consumer.READ:
            return Read(self._plan.code, mention.place)
        return self._handling_of(mention).read if mention.consumer is Consumer.PASSED else None

    def _sources_of(self, bits: int) -> Iterator[Call]:
        """The calls whose answers the places of these facts may have been filled with."""
        seen = 0
        waiting = bits
        while waiting:
            bit = waiting & -waiting
            waiting ^= bit
            if not seen & bit:
                seen |= bit
                yield from self._sources.get(bit, ())
                waiting |= self._copies.get(bit, 0) & ~seen

    def _origin(self, source: Call) -> Read:
        """Where the call is made whose answer a function gives back."""
        if source in self._plan.calls:
            own = self._summaries[source].own
            if own is not None:
                return own
        return Read(self._plan.code, source)

    def _report(self, source: Call, read: Read | None) -> None:
        """Keep one finding for each call: the earliest read, else that it is dropped."""
        before = self._findings.get(source)
        if before is not None and (read is None or (before.read is not None and _place(before.read) <= _place(read))):
            return
        own = self._summaries[source].own if source in self._plan.calls else None
        self._findings[source] = Unasked(source, read, own)

    def _handling(self, parameter: Node | None, bit: int, failed: Mapping[Node, int]) -> Handling:
        if parameter is None:
            return Handling()
        read: Read | None = None
        gives_back = False
        for mention in self._plan.mentions:
            missing = self._all_of(failed.get(mention.place, 0))
            if self._reads(mention) is not None and missing & bit:
                read = read or self._reads(mention)
            if mention.consumer is Consumer.RETURNED and self._all_of(failed.get(mention.node, 0)) & bit:
                gives_back = True
        return Handling(read, gives_back, parameter in self._asked or not self._is_plainly_unasked(parameter))

    def _all_of(self, bits: int) -> int:
        """The facts with all that they were copied from."""
        seen = 0
        waiting = bits
        while waiting:
            bit = waiting & -waiting
            waiting ^= bit
            seen |= bit
            waiting |= self._copies.get(bit, 0) & ~seen
        return seen

    def _is_plainly_unasked(self, parameter: Node) -> bool:
        """Whether the parameter goes nowhere where it could be asked: neither copied nor given on."""
        held = self._cells.get(parameter, 0)
        return not any(copied & held for copied in self._copies.values())


def _place(read: Read) -> int:
    return read.node.start
