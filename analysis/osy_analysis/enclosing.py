"""The quick fix that puts statements into a `try` with a line in the log.

It takes the statement around a call, in the innermost block where that helps, and with it those after it that need what
it declares or gives a first value to: outside of the `try` that would be gone. A lambda that is run elsewhere has to
catch the failure itself; and a `try` around a `return` with a value would leave a way without one. Where no statement
can be taken there is no such fix.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from osy_analysis.diagnostic import Fix
from osy_analysis.edits import INDENT, indentation, line_start, newline
from osy_analysis.rule import Context
from osy_grammar.nodes.base import Identifier, Node
from osy_grammar.nodes.expressions import Assignment, Interpolation, Is, Lambda, Literal, Name, OutArgument
from osy_grammar.nodes.patterns import Designation
from osy_grammar.nodes.statements import Block, Local, Return, Statement
from osy_grammar.span import Span
from osy_grammar.walk import children, walk

MOST = 200
"""No more statements than these are taken."""

_NAMES = ("e", "error", "failure", "problem", "thrown")


def guard(ctx: Context, node: Node, what: str, run_in_place: Collection[Node]) -> Fix | None:
    """Put the statements around `node` into a `try` that logs the failure of `what`.

    `run_in_place` are the lambdas that are run where they stand.
    """
    taken = _statements(ctx.item.node, node, run_in_place)
    if not taken:
        return None
    text = ctx.file.text
    span = Span(ctx.span(taken[0]).start, ctx.span(taken[-1]).end)
    name = fresh_name(ctx.item.node, _NAMES)
    log = f'Log.Error({name}, "{what} failed");'
    if text[line_start(text, span.start) : span.start].strip():
        new = f"try {{ {span.text(text)} }} catch (Exception {name}) {{ {log} }}"
    else:
        indent, line = indentation(text, span.start), newline(text)
        lines = (
            "try {",
            f"{indent}{INDENT}{_indented(ctx, span, taken)}",
            f"{indent}}}",
            f"{indent}catch (Exception {name}) {{",
            f"{indent}{INDENT}{log}",
            f"{indent}}}",
        )
        new = line.join(lines)
    return Fix("Wrap in `try` and log the failure", (ctx.edit(span, new),))


def fresh_name(declaration: Node, names: Iterable[str]) -> str:
    """The first of the names that the declaration does not have yet, else the last with a number."""
    known = _names_in(declaration)
    last = ""
    for last in names:
        if last not in known:
            return last
    return next(f"{last}{number}" for number in range(2, len(known) + 3) if f"{last}{number}" not in known)


@lru_cache(maxsize=2)
def _names_in(declaration: Node) -> frozenset[str]:
    return frozenset(node.text for node in walk(declaration) if isinstance(node, Identifier | Name))


def path_to(root: Node, node: Node) -> list[Node]:
    """The nodes around `node`, outermost first, and itself."""
    path = [root]
    while path[-1] is not node:
        around = _around(path[-1], node)
        if around is None:
            break
        path.append(around)
    return path


def _around(outer: Node, node: Node) -> Node | None:
    """The part of `outer` that a node is in; there is one way down."""
    if isinstance(outer, Block):
        at = bisect_right(outer.statements, node.start, key=lambda one: one.start) - 1
        found: Iterable[Node] = outer.statements[max(at, 0) : at + 1]
    else:
        found = children(outer)
    return next((one for one in found if one.start <= node.start and node.end <= one.end), None)


def _statements(root: Node, node: Node, run_in_place: Collection[Node]) -> list[Statement]:
    """The statements to take, of the innermost block where they can be taken."""
    path = path_to(root, node)
    for index in range(len(path) - 2, -1, -1):
        block, inner = path[index], path[index + 1]
        if isinstance(block, Lambda) and block not in run_in_place:
            return []
        if isinstance(block, Block) and isinstance(inner, Statement):
            at = bisect_right(block.statements, inner.start, key=lambda one: one.start) - 1
            taken = _with_what_needs_it(block, at)
            if len(taken) <= MOST and not any(map(_returns_a_value, taken)):
                return taken
    return []


def _with_what_needs_it(block: Block, first: int) -> list[Statement]:
    """The statement with that number, and all up to the last one that needs what they make."""
    last_use, unset = _uses_in(block)
    end = at = first
    while at <= end:
        made = _made(block.statements[at], unset, first)
        end = max((end, *(last_use.get(name, end) for name in made)))
        at += 1
    return list(block.statements[first : end + 1])


@lru_cache(maxsize=4)
def _uses_in(block: Block) -> tuple[dict[str, int], dict[str, int]]:
    """The last statement that mentions each name, and the one that declares each local without a value."""
    last_use: dict[str, int] = {}
    unset: dict[str, int] = {}
    for number, statement in enumerate(block.statements):
        last_use.update({part.text: number for part in walk(statement) if isinstance(part, Name)})
        if isinstance(statement, Local) and statement.value is None:
            unset[statement.name.text] = number
    return last_use, unset


def _made(statement: Statement, unset: Mapping[str, int], first: int) -> Iterator[str]:
    """The names that a statement brings into view for those after it, or that it may give their first value.

    `unset` are locals without one, by the numbers of their statements; those before `first` stay outside.
    """
    if isinstance(statement, Local):
        yield statement.name.text
    for part in walk(statement):
        match part:
            case OutArgument() | Is() | Designation() if part.name is not None:
                yield part.name.text
            case Assignment(target=Name(text=text)) if unset.get(text, first) < first:
                yield text
            case _:
                pass


def _returns_a_value(statement: Statement) -> bool:
    """Whether the code that the statement is of may end there with a value; what lambdas in it return is their own."""
    waiting: list[Node] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Return) and node.value is not None:
            return True
        if not isinstance(node, Lambda):
            waiting += children(node)
    return False


def _indented(ctx: Context, span: Span, taken: list[Statement]) -> str:
    """The text of the statements, one step further in; the lines of a text that goes over several stay as they are."""
    text = ctx.file.text
    inside = [
        ctx.span(part)
        for statement in taken
        for part in walk(statement)
        if isinstance(part, Literal | Interpolation) and "\n" in ctx.text(part)
    ]
    found, at = [], span.start
    for number, line in enumerate(span.text(text).split("\n")):
        is_free = not any(part.start < at < part.end for part in inside)
        found.append(INDENT + line if number and line.strip() and is_free else line)
        at += len(line) + 1
    return "\n".join(found)
