"""`Retries` and a policy's `.MaxAttempts` in one milestone."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Fix, Level
from osy_analysis.edits import removal
from osy_analysis.passes.budgets import max_attempts
from osy_analysis.problems.workflow import TwoRetryBudgets
from osy_analysis.rule import Context, Finding, Rule
from osy_grammar.literals import decode
from osy_grammar.nodes.expressions import Argument, Call, Expression, Literal, Member
from osy_grammar.nodes.workflow import Clause
from osy_grammar.span import Span


def check(ctx: Context, problem: TwoRetryBudgets) -> Iterator[Finding]:
    """Point at the later clause, with the other one beside it."""
    later, earlier = problem.later, problem.earlier
    retries, backoff = (later, earlier) if later.name.text == "Retries" else (earlier, later)
    policy = max_attempts(backoff.value)
    if policy is None:
        return
    how = "inherited from here" if problem.is_inherited else "declared here"
    yield Finding(
        span=ctx.span(_place(later, policy)),
        message=(
            f"`{problem.keyword}` has two budgets for one thing: `{ctx.text(retries).rstrip(';').strip()}` and "
            f"`{_policy_text(ctx, policy)}` of its `Backoff`"
        ),
        hint=(
            "keep one of the two; `Retries` counts the windows after the first and `.MaxAttempts` counts all of them, "
            "so `Retries = 2` and `.MaxAttempts(3)` say the same"
        ),
        related=(ctx.related(_place(earlier, policy), f"the other budget is {how}"),),
        fixes=tuple(_fixes(ctx, problem, retries, policy)),
    )


def _place(clause: Clause, policy: Call) -> Clause | Call | Expression:
    """The words to point at: the `Retries` clause, or the policy's `MaxAttempts` with its argument."""
    if clause.name.text == "Retries" or not isinstance(policy.target, Member):
        return clause
    return Call(policy.target.name.start, policy.end, policy.target, policy.arguments)


def _policy_text(ctx: Context, policy: Call) -> str:
    return f".MaxAttempts{ctx.text(policy.arguments)}"


def _fixes(ctx: Context, problem: TwoRetryBudgets, retries: Clause, policy: Call) -> Iterator[Fix]:
    """Keep one budget, in its own spelling or the other's; where one is inherited, only the nearer can be changed."""
    windows, attempts = _number(retries.value), _number(_argument(policy))
    own_retries = not problem.is_inherited or problem.later is retries
    own_policy = not problem.is_inherited or problem.later is not retries
    written, policy_text = ctx.text(retries).rstrip(";").strip(), _policy_text(ctx, policy)
    if own_policy:
        title = f"Keep `{written}`, drop `{policy_text}`"
        yield Fix(title, (ctx.edit(_attempts_span(ctx, policy), ""),))
    if own_retries:
        title = f"Keep `{policy_text}`, drop `{written}`"
        yield Fix(title, (ctx.edit(removal(ctx.file.text, ctx.span(retries)), ""),))
    if problem.is_inherited or windows is None or attempts is None or windows + 1 == attempts:
        return
    as_attempts = f".MaxAttempts({windows + 1})"
    yield Fix(
        f"Say `{written}` as `{as_attempts}`",
        (
            ctx.edit(removal(ctx.file.text, ctx.span(retries)), ""),
            ctx.edit(ctx.span(policy.arguments), f"({windows + 1})"),
        ),
    )
    if attempts > 0:
        as_retries = f"Retries = {attempts - 1}"
        yield Fix(
            f"Say `{policy_text}` as `{as_retries}`",
            (
                ctx.edit(_attempts_span(ctx, policy), ""),
                ctx.edit(ctx.span(retries.value), str(attempts - 1)),
            ),
        )


def _attempts_span(ctx: Context, policy: Call) -> Span:
    """From the end of what `.MaxAttempts` is called on to the end of the call."""
    target = policy.target
    start = target.target.end if isinstance(target, Member) else policy.start
    return Span(ctx.item.start + start, ctx.item.start + policy.end)


def _argument(policy: Call) -> Expression | None:
    match policy.arguments.items:
        case (Argument(value=Expression() as value),):
            return value
        case _:
            return None


def _number(value: Expression | None) -> int | None:
    if not isinstance(value, Literal) or value.kind != "number":
        return None
    number = decode(value)
    return number if isinstance(number, int) else None


RULE = Rule(
    code="workflow-two-retry-budgets", level=Level.ERROR, page="workflow-retries", on=TwoRetryBudgets, check=check
)
