"""What the diagnostics of retries have in common: why there is one attempt, and how to have more."""

from osy_analysis.braces import as_first, behind
from osy_analysis.diagnostic import Fix
from osy_analysis.rule import Context
from osy_grammar.nodes.workflow import Clause, Milestone

ATTEMPTS = 3
"""How many further attempts a repair suggests."""


def why(ctx: Context, reason: Clause | None) -> str:
    """That there is one attempt, and which clause says so."""
    if reason is None:
        return "has one attempt, no `Retries` and no `.MaxAttempts`"
    return f"has one attempt by `{ctx.text(reason).rstrip(';').strip()}`"


def add_retries(ctx: Context, milestone: Milestone, reason: Clause | None) -> Fix | None:
    """Say `Retries` in the milestone, behind its `Within`; None where a clause decides otherwise."""
    if reason is not None:
        return None
    piece = f"Retries = {ATTEMPTS};"
    within = next((i for i in milestone.items if isinstance(i, Clause) and i.name.text == "Within"), None)
    edit = behind(ctx, within, piece) if within is not None else as_first(ctx, milestone, piece)
    return None if edit is None else Fix(f"Add `{piece}`", (edit,))
