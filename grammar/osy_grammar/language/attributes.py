"""The attributes whose meaning is known. Others are allowed everywhere: what is not known is not wrong."""

from osy_grammar.language.model import AttributeFact


def _row(name: str, targets: str, signature: str, page: str, text: str) -> AttributeFact:
    return AttributeFact(name=name, targets=tuple(targets.split(", ")), signature=signature, page=page, text=text)


ATTRIBUTES: tuple[AttributeFact, ...] = (
    _row(
        "Authorize",
        "event, function",
        "Authorize(Func<Principal, bool> who)",
        "workflow-event",
        "Who may raise the event, as a lambda that may read `this.Item`; on a function, the name of a policy.",
    ),
    _row(
        "CorrelateOn",
        "event",
        "CorrelateOn(bool condition)",
        "workflow-correlate-on",
        "How a report from outside finds its run.",
    ),
    _row(
        "SuppressWarning",
        "function, state, event, workflow, class, entity",
        "SuppressWarning(string code)",
        "language-attributes",
        "Silences one finding of the linter here.",
    ),
    _row("Required", "field", "Required", "language-attributes", "There must be a value."),
    _row("MaxLength", "field", "MaxLength(int length)", "language-attributes", "The longest text that fits."),
    _row("Unique", "field", "Unique", "language-attributes", "No two rows have the same value."),
    _row(
        "ForeignKey",
        "field",
        "ForeignKey(Field reference)",
        "language-entity",
        "The field holds the rows that refer to this one.",
    ),
    _row("Principal", "entity", "Principal", "language-attributes", "The entity whose rows are the people."),
    _row("Role", "enum", "Role", "language-security", "The enum of the app's roles."),
    _row("RoleGrant", "entity", "RoleGrant", "language-security", "The entity that says who has which role."),
    _row("Event", "class", "Event(string words)", "language-events", "The class is an app event."),
    _row("On", "function", "On", "language-events", "The function hears an app event."),
    _row("Action", "function", "Action(string words)", "language-attributes", "The function is offered to people."),
    _row("Test", "function", "Test(Fixture fixture = default)", "test-fixture", "The function is a test."),
    _row("TestFixture", "function", "TestFixture(Fixture base = default)", "test-fixture", "Builds a world for tests."),
    _row("Skip", "function", "Skip(string reason)", "test-fixture", "The test is left out."),
    _row("runas", "function", "runas(Principal who)", "test-runas", "The whole test runs as that person."),
    _row("Post", "operation", "Post(string path)", "http-client", "The operation's verb and path."),
    _row("Get", "operation", "Get(string path)", "http-client", "The operation's verb and path."),
    _row("AllowAnonymous", "function", "AllowAnonymous", "language-attributes", "Anybody may call it."),
    _row("AppSetting", "class", "AppSetting(string name)", "library-platform", "The class is a setting, `app.Name`."),
    _row("ExternalName", "entity, field", "ExternalName(string name)", "library-json", "What it is called outside."),
    _row("Page", "component", "Page(string path)", "language-component", "The component is a page at that path."),
    _row("Slot", "component", "Slot", "language-component", "Others fill it with their contributions."),
)
