"""The attributes whose meaning is known. Others are allowed everywhere: what is not known is not wrong."""

from osy_grammar.language.model import AttributeFact

ATTRIBUTES: tuple[AttributeFact, ...] = (
    AttributeFact(
        name="Authorize",
        targets=("event",),
        signature="Authorize(Func<Principal, bool> who)",
        page="workflow-event",
        text="Who may raise the event; it may read `this.Item`.",
    ),
)
