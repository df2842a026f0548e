"""Finds the answers in a piece of code, and what becomes of each."""

from collections.abc import Iterator

from osy_analysis.answers.shapes import Consumer, Mention, Plan
from osy_analysis.calls.outbound import ANSWER, is_answer
from osy_analysis.calls.shapes import ChunkCalls, Code, Created, Target
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.symbols import SymbolKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Function, Parameter
from osy_grammar.nodes.expressions import (
    Argument,
    Arguments,
    As,
    Assignment,
    Binary,
    Call,
    Cast,
    Conditional,
    Hole,
    Is,
    Lambda,
    Member,
    Name,
    New,
    NonNull,
    Parenthesised,
)
from osy_grammar.nodes.statements import ExpressionStatement, For, Local, Return
from osy_grammar.walk import children

_ASKING = "IsSuccess"
_STATUS = "StatusCode"
_LOG = "Log"
_ACTION = "Action"
_TRANSPARENT = (Parenthesised, NonNull, Cast, As)


def plans_of(calls: ChunkCalls, bound: Bound) -> dict[Code, Plan]:
    """The plans of those pieces of a chunk that deal with answers."""
    return {code: _Finder(code, bound).plan() for code in calls.codes if code in calls.answering}


class _Finder:
    """Looks through one piece of code."""

    def __init__(self, code: Code, bound: Bound) -> None:
        self._code = code
        self._bound = bound
        self._parents: dict[Node, Node] = {}
        self._targets = {use.node: use.targets for use in code.uses}
        self._calls: dict[Call | New, tuple[Target, ...]] = {}

    def plan(self) -> Plan:
        """The whole plan."""
        mentions: list[Mention] = []
        resets: list[tuple[Node, Node]] = []
        for node in self._nodes():
            match node:
                case Call() if is_answer(self._bound.types.get(node)) and self._is_source(node):
                    mentions.append(self._mention(node, node, None))
                case Name():
                    cell = None if self._is_assigned(node) else self._cell(node)
                    if cell is not None:
                        mentions.append(self._mention(node, None, cell))
                case Assignment(operator="=", target=Name() as target):
                    cell = self._cell(target)
                    if cell is not None:
                        resets.append((node, cell))
                        mentions.append(self._mention(node, None, cell))
                case _:
                    pass
        filled = {mention.place for mention in mentions if mention.consumer is Consumer.ASSIGNED}
        items = self._code.node.parameters.items if isinstance(self._code.node, Function) else ()
        return Plan(
            self._code,
            tuple(mentions),
            self._calls,
            tuple(item if item.type.name.last.text == ANSWER else None for item in items),
            tuple((node, cell) for node, cell in resets if node not in filled),
        )

    def _nodes(self) -> Iterator[Node]:
        """All nodes in source order; their parents are known when they come."""
        waiting = list(reversed(self._code.roots))
        while waiting:
            node = waiting.pop()
            yield node
            below = children(node)
            self._parents.update(dict.fromkeys(below, node))
            below.reverse()
            waiting += below

    def _is_source(self, node: Call) -> bool:
        """Whether the call itself goes out, or runs code of the app; the calls of the app are noted."""
        targets = self._targets.get(node, ())
        if targets:
            self._calls[node] = targets
        return node in self._targets

    def _cell(self, node: Name) -> Node | None:
        """The local or parameter that a name mentions, if it holds an answer."""
        if not is_answer(self._bound.types.get(node)):
            return None
        match self._bound.targets.get(node):
            case Local() | Parameter() as cell:
                return cell
            case Definition(kind=SymbolKind.PARAMETER, node=Parameter() as cell):
                return cell
            case _:
                return None

    def _is_assigned(self, node: Node) -> bool:
        parent = self._parents.get(node)
        return isinstance(parent, Assignment) and parent.target is node

    # ── Consumers ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _mention(self, node: Node, source: Call | None, cell: Node | None) -> Mention:
        inner, parent = node, self._parents.get(node)
        while parent is not None and self._lets_through(parent, inner):
            inner, parent = parent, self._parents.get(parent)
        if parent is None:
            is_void = isinstance(self._code.node, Function) and self._code.node.type.name.text == "void"
            consumer = Consumer.DROPPED if is_void or self._code.body is not None else Consumer.RETURNED
            return Mention(node, source, cell, consumer, inner)
        return self._consumed(node, source, cell, inner, parent)

    def _lets_through(self, parent: Node, inner: Node) -> bool:
        match parent:
            case Conditional():
                return parent.condition is not inner
            case Binary(operator="??"):
                return True
            case _:
                return isinstance(parent, _TRANSPARENT)

    def _consumed(self, node: Node, source: Call | None, cell: Node | None, inner: Node, parent: Node) -> Mention:
        match parent:
            case Member():
                return Mention(node, source, cell, self._member(parent), parent)
            case Local():
                return Mention(node, source, cell, Consumer.ASSIGNED, parent, into=parent)
            case Assignment(operator="=", target=Name() as target) if self._cell(target) is not None:
                return Mention(node, source, cell, Consumer.ASSIGNED, parent, into=self._cell(target))
            case ExpressionStatement() | For():
                consumer = Consumer.UNHEEDED if isinstance(node, Assignment) else Consumer.DROPPED
                return Mention(node, source, cell, consumer, parent)
            case Return():
                is_inside = self._lambda_around(parent) is not None
                return Mention(node, source, cell, Consumer.PUT_AWAY if is_inside else Consumer.RETURNED, parent)
            case Lambda():
                is_dropped = self._is_for_its_effect(parent)
                return Mention(node, source, cell, Consumer.DROPPED if is_dropped else Consumer.PUT_AWAY, parent)
            case Argument():
                return self._argument(node, source, cell, parent)
            case Hole() | Is() | Binary():
                return Mention(node, source, cell, Consumer.UNHEEDED, parent)
            case _:
                return Mention(node, source, cell, Consumer.PUT_AWAY, inner)

    def _lambda_around(self, node: Node) -> Lambda | None:
        around: Node | None = node
        while around is not None and not isinstance(around, Lambda):
            around = self._parents.get(around)
        return around

    def _is_for_its_effect(self, lambda_: Lambda) -> bool:
        """Whether nobody gets what a lambda gives: it stands where an `Action` is wanted."""
        around = self._parents.get(lambda_)
        match around:
            case Local(type=written):
                return written.name.last.text == _ACTION
            case Argument():
                call = self._parents[self._parents[around]]
                called = self._bound.calls.get(call) if isinstance(call, Call | New) else None
                if not called or not isinstance(called[0], Definition) or called[0].parameters is None:
                    return False
                items = called[0].parameters.items
                number = self._number_of(around, called[0])
                return number < len(items) and items[number].type.name.last.text == _ACTION
            case _:
                return False

    def _number_of(self, argument: Argument, function: Definition) -> int:
        """Which parameter of the function an argument is for."""
        arguments = self._parents[argument]
        names = [item.name.text for item in function.parameters.items] if function.parameters is not None else []
        if argument.name is not None and argument.name.text in names:
            return names.index(argument.name.text)
        return arguments.items.index(argument) if isinstance(arguments, Arguments) else 0

    def _argument(self, node: Node, source: Call | None, cell: Node | None, argument: Argument) -> Mention:
        arguments = self._parents[argument]
        call = self._parents[arguments]
        targets = tuple(one for one in self._targets.get(call, ()) if not isinstance(one, Created))
        if not isinstance(call, Call | New) or not targets:
            return Mention(node, source, cell, Consumer.PUT_AWAY, argument)
        self._calls[call] = targets
        called = self._bound.calls.get(call, ())
        number = self._number_of(argument, called[0]) if called and isinstance(called[0], Definition) else 0
        return Mention(node, source, cell, Consumer.PASSED, call, index=number)

    def _member(self, member: Member) -> Consumer:
        if member.name.text == _ASKING:
            return Consumer.ASKED
        if member.name.text != _STATUS:
            return Consumer.READ
        return Consumer.UNHEEDED if self._is_only_told(member) else Consumer.ASKED

    def _is_only_told(self, status: Member) -> bool:
        """Whether the status goes into a text or a line of the log, or nowhere."""
        parent = self._parents.get(status)
        while isinstance(parent, _TRANSPARENT):
            parent = self._parents.get(parent)
        match parent:
            case Argument():
                call = self._parents[self._parents[parent]]
                return isinstance(call, Call) and _is_log(call)
            case Hole() | Member() | ExpressionStatement() | Binary(operator="+"):
                return True
            case _:
                return False


def _is_log(call: Call) -> bool:
    target = call.target
    return isinstance(target, Member) and isinstance(target.target, Name) and target.target.text == _LOG
