"""A member of something that is declared `T?`, read where nothing has tested it for null."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level, Related
from osy_analysis.problems.nulls import NullableRead
from osy_analysis.repairs import suppress_here
from osy_analysis.rule import Context, Finding, Rule, related_place
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.snapshot import semantics_of
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, Expression, Member, Name
from osy_grammar.nodes.types import TypeName
from osy_grammar.span import Span

CODE = "type-nullable-read"
_VALUE = "Value"
LONGEST = 60
"""Of a longer expression only the end is named."""


def check(ctx: Context, problem: NullableRead) -> Iterator[Finding]:
    """Say what may be null, where that is declared, and how to test it."""
    target = problem.member.target
    what, name = _written(ctx, target), problem.member.name.text
    fixes = (_conditional(ctx, problem), _asserted(ctx, target, what), suppress_here(ctx, target, CODE))
    yield Finding(
        span=ctx.span(target),
        message=f"`{what}` may be null here, and `{name}` of null fails: nothing on the way tests it",
        hint=f"test it first (`if ({what} == null) {{ … }}`), or give another value with `?.` and `??`",
        related=tuple(_declared(ctx, problem.declared)),
        fixes=tuple(fix for fix in fixes if fix is not None),
    )


def _written(ctx: Context, target: Expression) -> str:
    """The target as written; of a long one the end."""
    text = "".join(ctx.file.text[ctx.span(target).start : ctx.span(target).end][-LONGEST:].split())
    if target.end - target.start <= LONGEST and "(" not in text:
        return text
    match target:
        case Call(target=Member(name=name)) | Call(target=Name(text=name)):
            return f"{name if isinstance(name, str) else name.text}(…)"
        case Member(name=name):
            return f"….{name.text}"
        case _:
            return text


def _declared(ctx: Context, declared: Definition | Node | None) -> Iterator[Related]:
    written = getattr(declared, "type", None)
    if not isinstance(written, TypeName):
        return
    if isinstance(declared, Definition):
        table = semantics_of(ctx.project).table
        if table.current(declared) is not None:
            text = declared.chunk.text[written.start : written.end]
            yield related_place(table.place(declared), f"declared as `{''.join(text.split())}`")
    elif written.name.text != "var" and declared is not None:
        yield ctx.related(getattr(declared, "name", declared), f"declared as `{ctx.text(written)}`")


def _conditional(ctx: Context, problem: NullableRead) -> Fix | None:
    """Read by `?.`, where what comes of it may well be nothing."""
    if not problem.is_optional or problem.member.name.text == _VALUE:
        return None
    span = ctx.span(problem.member.target)
    return Fix("Use `?.`", (ctx.edit(Span(span.end, span.end), "?"),))


def _asserted(ctx: Context, target: Expression, what: str) -> Fix:
    span = ctx.span(target)
    return Fix(f"Say that `{what}` is never null here: `!`", (ctx.edit(Span(span.end, span.end), "!"),))


RULE = Rule(code=CODE, level=Level.WARNING, on=NullableRead, check=check)
