"""Functions that belong to no type, and what every function offers."""

from osy_grammar.language.model import MemberFact

FUNCTIONS: tuple[MemberFact, ...] = (
    MemberFact(
        name="Raise",
        signature="void Raise(object appEvent)",
        page="language-events",
        text="Announces an app event; functions marked `[On]` hear it. Not to be confused with a workflow's `RaiseX`.",
    ),
)
