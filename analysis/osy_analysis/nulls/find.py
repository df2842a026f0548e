"""Finds members that are read of what may be null, on some way without a test.

A fact is "this place is not null", one for each place that is read of somewhere; tests, `!`, and values that are surely
not null bring it, assignments to the place or to what it begins with take it. A lambda that the platform is handed may
be a query, where null goes through; it is passed over. Any other one is gone through with what holds where it stands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from osy_analysis.code_walk import parts
from osy_analysis.flow.build import graph_of
from osy_analysis.flow.effects import Effects, Lambdas
from osy_analysis.flow.graph import EVERYTHING, Change, Check, Copy, Step
from osy_analysis.nulls.declared import declares_null, is_value, may_be_null
from osy_analysis.nulls.filters import filtered
from osy_analysis.nulls.pieces import code_of
from osy_analysis.nulls.places import Key, Places, bare
from osy_analysis.nulls.tested import NONE, Keys, Tested, parts_of
from osy_analysis.problems.nulls import NullableRead
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import (
    Assignment,
    Binary,
    Call,
    Conditional,
    Expression,
    Hole,
    Index,
    Lambda,
    Member,
    Name,
    New,
    NonNull,
    OutArgument,
)
from osy_grammar.nodes.statements import DoWhile, ExpressionStatement, For, ForEach, If, Local, While
from osy_grammar.tree import Chunk


def nullable_reads(chunk: Chunk, bound: Bound) -> tuple[NullableRead, ...]:
    """The reads in a chunk, in source order; none in one with a fault of syntax."""
    if chunk.problems:
        return ()
    found = [read for roots in code_of(chunk.node) for read in _Piece(chunk, bound, roots).reads()]
    return tuple(sorted(found, key=lambda one: one.member.start))


@dataclass(slots=True, eq=False)
class _Seen:
    """What one walk over a piece has noted."""

    reads: list[Member] = field(default_factory=list)
    conditions: list[Expression] = field(default_factory=list)
    makers: list[Local | ForEach | Assignment | OutArgument] = field(default_factory=list)
    tests: list[Member | Index | NonNull | Call] = field(default_factory=list)
    optional: set[Node] = field(default_factory=set)


class _Piece:
    """One piece of code."""

    def __init__(self, chunk: Chunk, bound: Bound, roots: tuple[Node, ...]) -> None:
        self._bound = bound
        self._text = chunk.text
        self._roots = roots
        self._places = Places(bound, chunk.text)
        self._bits: dict[Key, int] = {}
        self._begun: dict[Key, int] = {}
        self._mentioned: dict[str, int] = {}
        self._words: set[str] = set()
        self._effects = Effects(lambdas=Lambdas.ASIDE)

    def reads(self) -> Iterator[NullableRead]:
        """The members that are read on some way without a test."""
        seen = self._look()
        if not seen.reads:
            return
        for member in seen.reads:
            self._track(self._key_of(member))
        self._track_sources(seen.makers)
        self._index()
        assigned = frozenset(self._local_of(one) for one in seen.makers if isinstance(one, Assignment))
        tested = Tested(self._bound, self._places, frozenset(one for one in assigned if one is not None))
        self._put(seen, tested)
        failed = {subject for subject, _ in graph_of(self._roots, self._effects).failures(0)}
        for member in seen.reads:
            if member in failed:
                yield self._problem(member, is_optional=member in seen.optional)

    def _look(self) -> _Seen:
        seen = _Seen()
        waiting = list(self._roots)
        while waiting:
            node = waiting.pop()
            note = _NOTES.get(node.__class__)
            if note is not None:
                note(self, seen, node)
            below = parts(node)
            if isinstance(node, Call | New) and node.arguments is not None and self._is_of_platform(node):
                waiting += [one for one in below if one is not node.arguments]
                waiting += [one for each in node.arguments.items for one in self._without_lambda(each.value)]
                continue
            waiting += below
        for noted in (seen.reads, seen.makers, seen.tests):
            noted.sort(key=_place)
        return seen

    def _is_of_platform(self, call: Call | New) -> bool:
        called = self._bound.calls.get(call, ())
        return not called or not isinstance(called[0], Definition)

    def _without_lambda(self, value: Node) -> tuple[Node, ...]:
        return () if isinstance(value, Expression) and isinstance(bare(value), Lambda) else (value,)

    def _note_member(self, seen: _Seen, node: Member) -> None:
        if node.conditional:
            seen.tests.append(node)
        elif declares_null(self._bound, node.target) and not self._is_harmless(node):
            seen.reads.append(node)

    def _is_harmless(self, node: Member) -> bool:
        name = node.name.text
        return name in _ALLOWED or (name in _OF_VALUES and is_value(self._bound, node.target))

    def _note_test(self, seen: _Seen, node: NonNull | Call) -> None:
        seen.tests.append(node)

    def _note_index(self, seen: _Seen, node: Index) -> None:
        if node.conditional:
            seen.tests.append(node)

    def _note_optional(self, seen: _Seen, node: ExpressionStatement | Hole) -> None:
        expression = node.expression
        if isinstance(node, Hole):
            seen.optional.add(expression)
        elif isinstance(expression, Call):
            seen.optional.add(expression.target)

    def _note_maker(self, seen: _Seen, node: Local | ForEach | Assignment | OutArgument) -> None:
        seen.makers.append(node)

    def _note_condition(self, seen: _Seen, node: If | While | DoWhile | For | Conditional) -> None:
        if node.condition is not None:
            seen.conditions.append(node.condition)

    def _note_binary(self, seen: _Seen, node: Binary) -> None:
        if node.operator in ("&&", "||"):
            seen.conditions.append(node)

    # ── Facts ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _key_of(self, member: Member) -> Key:
        """The key of what a member is read of; one of its own where it is no place."""
        return self._places.key(member.target) or (member,)

    def _track(self, key: Key) -> bool:
        is_new = key not in self._bits
        if is_new:
            self._bits[key] = 1 << len(self._bits)
        return is_new

    def _track_sources(self, makers: list[Local | ForEach | Assignment | OutArgument]) -> None:
        """Places whose values are taken over by a tracked place are tracked too: they may have been tested before."""
        sources: dict[Key, list[Key]] = {}
        for maker in makers:
            target, value = self._target(maker), self._value(maker)
            source = self._places.key(value) if value is not None and declares_null(self._bound, value) else None
            if target is not None and source is not None:
                sources.setdefault(target, []).append(source)
        waiting = list(self._bits)
        while waiting:
            waiting += [source for source in sources.get(waiting.pop(), ()) if self._track(source)]

    def _index(self) -> None:
        for key, bit in self._bits.items():
            for length in range(1, len(key) + 1):
                begin = key[:length]
                self._begun[begin] = self._begun.get(begin, 0) | bit
            for word in self._places.words(key):
                self._mentioned[word] = self._mentioned.get(word, 0) | bit
            self._words.update(self._places.all_words(key))

    def _mentions(self, node: Expression) -> bool:
        """Whether an expression may have to do with a place that is followed; a name may be a test made before."""
        if isinstance(node, Name):
            return True
        text = self._text[node.start : node.end]
        return any(word in text for word in self._words)

    def _mask(self, keys: Keys) -> int:
        found = 0
        for key in keys:
            found |= self._bits.get(key, 0)
        return found

    # ── Effects ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _put(self, seen: _Seen, tested: Tested) -> None:
        effects = self._effects
        for member in seen.reads:
            bit = self._bits[self._key_of(member)]
            effects.add(member, Check(bit, member), Change(EVERYTHING, bit))
        for node in seen.tests:
            self._put_test(node, tested)
        for atom in _atoms(seen.conditions):
            if not self._mentions(atom):
                continue
            holds, fails = (self._mask(tested.places(atom, outcome)) for outcome in (True, False))
            if holds or fails:
                effects.outcomes[atom] = (Change(EVERYTHING, holds), Change(EVERYTHING, fails))
        for maker in seen.makers:
            steps = list(self._made(maker, tested))
            if steps:
                effects.add(maker, *steps)

    def _put_test(self, node: Member | Index | NonNull | Call, tested: Tested) -> None:
        match node:
            case NonNull(target=target):
                mask = self._mask(tested.not_null(target))
                if mask:
                    self._effects.add(node, Change(EVERYTHING, mask))
            case Call():
                mask = self._mask(_asserted(node, tested))
                if mask:
                    self._effects.add(node, Change(EVERYTHING, mask))
            case Member(target=target) | Index(target=target):
                mask = self._mask(tested.not_null(target))
                if mask:
                    self._effects.links[node] = Change(EVERYTHING, mask)

    def _made(self, maker: Local | ForEach | Assignment | OutArgument, tested: Tested) -> Iterator[Step]:
        if isinstance(maker, Assignment):
            if not self._mentions(maker.target):
                return
        elif (maker,) not in self._begun and maker.name.text not in self._mentioned:
            return
        target, value = self._target(maker), self._value(maker)
        if target is None:
            return
        is_kept = isinstance(maker, Assignment) and maker.operator == "??="
        lost = 0 if is_kept else self._begun.get(target, 0)
        last = target[-1] if not isinstance(maker, Local | ForEach | OutArgument) else maker.name.text
        lost |= self._mentioned.get(last, 0) if isinstance(last, str) and not is_kept else 0
        gained = 0
        if isinstance(maker, Local | ForEach):
            source = maker.value if isinstance(maker, Local) else maker.source
            rest = filtered(self._bound, source, tested) if source is not None else frozenset()
            gained = self._mask(frozenset((*target, *names) for names in rest))
        bit = self._bits.get(target, 0)
        if bit and value is not None:
            if not may_be_null(self._bound, value):
                gained |= bit
            else:
                taken = self._bits.get(self._places.key(value) or (), 0)
                if taken and not taken & lost:
                    yield Copy(taken, bit)
                    lost &= ~bit
        if lost or gained:
            yield Change(~lost, gained)

    def _target(self, maker: Local | ForEach | Assignment | OutArgument) -> Key | None:
        if isinstance(maker, Assignment):
            return self._places.key(maker.target) if maker.operator in ("=", "??=") else None
        return (maker,)

    def _value(self, maker: Local | ForEach | Assignment | OutArgument) -> Expression | None:
        return maker.value if isinstance(maker, Local | Assignment) else None

    def _local_of(self, assignment: Assignment) -> Node | None:
        target = bare(assignment.target)
        meant = self._bound.targets.get(target) if isinstance(target, Name) else None
        return meant if isinstance(meant, Node) else None

    def _problem(self, member: Member, *, is_optional: bool) -> NullableRead:
        target = bare(member.target)
        place = target.name if isinstance(target, Member) else target
        called = self._bound.calls.get(target, ()) if isinstance(target, Call) else ()
        meant: object = called[0] if called else self._bound.targets.get(place)
        declared = meant if isinstance(meant, Definition | Node) else None
        return NullableRead(member=member, declared=declared, is_optional=is_optional)


_NOTES: dict[type[Node], Callable[..., None]] = {
    Member: _Piece._note_member,
    NonNull: _Piece._note_test,
    Call: _Piece._note_test,
    Index: _Piece._note_index,
    ExpressionStatement: _Piece._note_optional,
    Hole: _Piece._note_optional,
    Local: _Piece._note_maker,
    ForEach: _Piece._note_maker,
    Assignment: _Piece._note_maker,
    OutArgument: _Piece._note_maker,
    If: _Piece._note_condition,
    While: _Piece._note_condition,
    DoWhile: _Piece._note_condition,
    For: _Piece._note_condition,
    Conditional: _Piece._note_condition,
    Binary: _Piece._note_binary,
}


def _place(node: Node) -> int:
    return node.start


_ALLOWED = frozenset(("HasValue", "GetValueOrDefault", ""))
"""Members that null has as well."""

_OF_VALUES = frozenset(("ToString", "Equals", "GetHashCode"))
"""Members that null has where it stands for a missing number, instant, enum member or the like."""


def _atoms(conditions: list[Expression]) -> Iterator[Expression]:
    """The parts of the conditions that decide by themselves, each once."""
    seen: set[Node] = set()
    for condition in conditions:
        waiting = [condition]
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            parts = parts_of(node, True)
            if parts:
                waiting += [part for part, _ in parts]
            else:
                yield node


def _asserted(call: Call, tested: Tested) -> Keys:
    """What an `Assert` that passes says of null."""
    target = call.target
    if not isinstance(target, Member) or not isinstance(target.target, Name) or target.target.text != "Assert":
        return NONE
    name = target.name.text
    values = [each.value for each in call.arguments.items if isinstance(each.value, Expression)]
    if name == "Null" or not values:
        return NONE
    if name in ("True", "False"):
        return tested.places(values[0], name == "True")
    return frozenset(key for value in values for key in tested.not_null(value))
