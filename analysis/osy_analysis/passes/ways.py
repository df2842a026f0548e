"""How a body can end: by running off its end, by leaving it, by throwing, by moving the run.

Each statement's ways are those of the statements in it, put together: one after the other in a block, either in an
`if`, any number of times in a loop. A condition may turn out either way, the literal `true` excepted; an exception
that nobody wrote is not counted, but a `catch` may always run. The statements are evaluated innermost first from an
explicit stack, since `else if` chains have any length.
"""

from collections.abc import Callable, Iterable, Mapping

from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Expression, Literal, Parenthesised
from osy_grammar.nodes.statements import (
    Block,
    Break,
    CheckedBlock,
    Continue,
    DoWhile,
    For,
    ForEach,
    ForeignStatement,
    Goto,
    If,
    Lock,
    Return,
    RunAs,
    Statement,
    Switch,
    Throw,
    Try,
    UsingStatement,
    While,
)
from osy_grammar.record import record, replace


@record()
class Ways:
    """The ways in which a statement can end; `moves` is by a `goto`."""

    falls: bool = False
    returns: bool = False
    throws: bool = False
    breaks: bool = False
    continues: bool = False
    moves: bool = False

    def __or__(self, other: "Ways") -> "Ways":
        """Either of the two."""
        return Ways(
            self.falls or other.falls,
            self.returns or other.returns,
            self.throws or other.throws,
            self.breaks or other.breaks,
            self.continues or other.continues,
            self.moves or other.moves,
        )

    @property
    def always_moves(self) -> bool:
        """Whether every way is a `goto`."""
        return self.moves and not (self.falls or self.returns or self.throws)


_FALLS = Ways(falls=True)
_NEVER = Ways()


def ways_of(body: Statement) -> Ways:
    """The ways of a body."""
    found: dict[int, Ways] = {}
    waiting: list[tuple[Statement, bool]] = [(body, False)]
    while waiting:
        statement, is_ready = waiting.pop()
        inner = _INNER.get(type(statement))
        if inner is None:
            found[id(statement)] = _leaf(statement)
        elif is_ready:
            found[id(statement)] = _COMBINE[type(statement)](statement, found)
        else:
            waiting.append((statement, True))
            waiting.extend((each, False) for each in inner(statement))
    return found[id(body)]


def _leaf(statement: Statement) -> Ways:
    match statement:
        case Goto():
            return Ways(moves=True)
        case Return():
            return Ways(returns=True)
        case Throw():
            return Ways(throws=True)
        case Break():
            return Ways(breaks=True)
        case Continue():
            return Ways(continues=True)
        case _:
            return _FALLS


Found = Mapping[int, Ways]


def _sequence(statements: Iterable[Statement], found: Found) -> Ways:
    """One after the other: what follows a statement that does not fall through never runs."""
    total = _NEVER
    for statement in statements:
        ways = found[id(statement)]
        total = total | ways
        if not ways.falls:
            return replace(total, falls=False) if total.falls else total
    return replace(total, falls=True)


def _block(block: Block, found: Found) -> Ways:
    return _sequence(block.statements, found)


def _if(statement: If, found: Found) -> Ways:
    if _is_true(statement.condition):
        return found[id(statement.then)]
    otherwise = found[id(statement.otherwise)] if statement.otherwise is not None else _FALLS
    return found[id(statement.then)] | otherwise


def _loop(body: Ways, *, is_endless: bool, runs_once: bool) -> Ways:
    ends = body.breaks or (not is_endless and (not runs_once or body.falls or body.continues))
    return replace(body, falls=ends, breaks=False, continues=False)


def _while(statement: While, found: Found) -> Ways:
    return _loop(found[id(statement.body)], is_endless=_is_true(statement.condition), runs_once=False)


def _do(statement: DoWhile, found: Found) -> Ways:
    return _loop(found[id(statement.body)], is_endless=_is_true(statement.condition), runs_once=True)


def _for(statement: For, found: Found) -> Ways:
    is_endless = statement.condition is None or _is_true(statement.condition)
    return _loop(found[id(statement.body)], is_endless=is_endless, runs_once=False)


def _foreach(statement: ForEach, found: Found) -> Ways:
    return _loop(found[id(statement.body)], is_endless=False, runs_once=False)


def _try(statement: Try, found: Found) -> Ways:
    total = found[id(statement.body)]
    for catch in statement.catches:
        total = total | found[id(catch.body)]
    if statement.final is None:
        return total
    final = found[id(statement.final)]
    return total | replace(final, falls=False) if final.falls else final


def _switch(statement: Switch, found: Found) -> Ways:
    total = _NEVER
    has_default = False
    for section in statement.sections:
        total = total | _sequence(section.statements, found)
        has_default = has_default or None in section.labels
    return replace(total, falls=total.falls or total.breaks or not has_default, breaks=False)


def _runas(statement: RunAs, found: Found) -> Ways:
    return found[id(statement.body)]


def _held(statement: UsingStatement | Lock | CheckedBlock, found: Found) -> Ways:
    return found[id(statement.body)] if statement.body is not None else _FALLS


def _of_held(statement: UsingStatement | Lock | CheckedBlock) -> list[Statement]:
    return [statement.body] if statement.body is not None else []


def _foreign(statement: ForeignStatement, found: Found) -> Ways:
    total = _FALLS
    for part in statement.parts:
        if isinstance(part, Statement):
            total = total | found[id(part)]
    return total


def _is_true(condition: Expression) -> bool:
    while isinstance(condition, Parenthesised):
        condition = condition.inner
    return isinstance(condition, Literal) and condition.kind == "true"


_COMBINE: dict[type[Node], Callable[..., Ways]] = {
    Block: _block,
    If: _if,
    While: _while,
    DoWhile: _do,
    For: _for,
    ForEach: _foreach,
    Try: _try,
    Switch: _switch,
    RunAs: _runas,
    ForeignStatement: _foreign,
    UsingStatement: _held,
    Lock: _held,
    CheckedBlock: _held,
}


def _of_if(statement: If) -> list[Statement]:
    return [statement.then] if statement.otherwise is None else [statement.then, statement.otherwise]


def _of_try(statement: Try) -> list[Statement]:
    inner: list[Statement] = [statement.body, *(catch.body for catch in statement.catches)]
    return inner if statement.final is None else [*inner, statement.final]


def _of_body(statement: While | DoWhile | For | ForEach | RunAs) -> list[Statement]:
    return [statement.body]


_INNER: dict[type[Node], Callable[..., Iterable[Statement]]] = {
    Block: lambda block: block.statements,
    If: _of_if,
    While: _of_body,
    DoWhile: _of_body,
    For: _of_body,
    ForEach: _of_body,
    Try: _of_try,
    Switch: lambda switch: [each for section in switch.sections for each in section.statements],
    RunAs: _of_body,
    UsingStatement: _of_held,
    Lock: _of_held,
    CheckedBlock: _of_held,
    ForeignStatement: lambda foreign: [part for part in foreign.parts if isinstance(part, Statement)],
}
