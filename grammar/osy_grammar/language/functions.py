"""Functions that belong to no type, and what every function of the app offers."""

from osy_grammar.language.model import MemberFact

FUNCTIONS: tuple[MemberFact, ...] = (
    MemberFact(
        name="Raise",
        signature="void Raise(object appEvent)",
        page="language-events",
        text="Announces an app event; functions marked `[On]` hear it. Not a workflow's `RaiseX`.",
    ),
    MemberFact(
        name="Stub",
        signature="void Stub(object answer)",
        page="test-stub",
        text="Of any function of the app, verb of `Http` or secret: what answers in its place in this test.",
    ),
)
