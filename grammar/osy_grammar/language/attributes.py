"""The attributes whose meaning is known. Others are allowed everywhere: what is not known is not wrong."""

from osy_grammar.language.model import AttributeFact

_PAGE = "language-attributes"
_FIELDS = "language-entity"
_MARKUP = "language-component"
_PEOPLE = "language-security"
_PRIVACY = "library-observability"


def _row(targets: str, signature: str, page: str, text: str, *, makes_members: bool = False) -> AttributeFact:
    """A row; the name is what the signature begins with."""
    return AttributeFact(
        name=signature.partition("(")[0],
        targets=tuple(targets.split(", ")),
        signature=" ".join(signature.split()),
        page=page,
        text=text,
        makes_members=makes_members,
    )


_OF_WORKFLOWS = (
    _row(
        "event, function, component",
        "Authorize(Func<Principal, bool> who = default)",
        "workflow-event",
        "Who may raise the event, as a lambda that may read `this.Item`; elsewhere the name of a policy.",
    ),
    _row(
        "event",
        "CorrelateOn(bool condition)",
        "workflow-correlate-on",
        "How a report from outside finds its run.",
        makes_members=True,
    ),
    _row(
        "function, state, event, workflow, class, entity",
        "SuppressWarning(string code)",
        _PAGE,
        "Silences one finding of the linter here.",
    ),
)

_OF_FIELDS = (
    _row("field", "Required(string message = default)", _PAGE, "There must be a value."),
    _row("field", "MaxLength(int length)", _PAGE, "The longest text that fits."),
    _row(
        "field, entity",
        "Unique(params object[] fields)",
        _PAGE,
        "No two rows have the same value; on an entity, of those fields together.",
    ),
    _row("field", "Range(object least, object most)", _PAGE, "The values that fit."),
    _row("field", "Precision(int digits, int decimals = default)", _PAGE, "How many digits a number keeps."),
    _row("field", "Values(params object[] values)", _PAGE, "The only values that fit."),
    _row("field", "ForeignKey(Field reference)", _FIELDS, "The field holds the rows that refer to this one."),
    _row("field", "OnDelete(object rule)", _FIELDS, "What becomes of it when the row is deleted that it refers to."),
    _row("field", "Counter(object series, object scope = default)", _FIELDS, "The next number of a series."),
    _row("field", "CreatedAt", _FIELDS, "When the row was made."),
    _row("field", "ConcurrencyCheck", _FIELDS, "A change fails if the field was changed meanwhile."),
    _row("field", "Key", _FIELDS, "What tells rows apart elsewhere."),
    _row("field", "Attachment", "library-files", "A file that goes when the row goes."),
    _row("field", "Searchable(object where = default)", "library-models", "The text can be searched by meaning."),
    _row(
        "field", "Translatable", "language-translations", "The text is kept in several languages.", makes_members=True
    ),
    _row("entity, field, enum member", "ExternalName(string name)", "library-json", "What it is called outside."),
    _row(
        "entity",
        "DataSource(object source)",
        "library-sources",
        "The rows are kept elsewhere: what is asked of them leaves the process.",
        makes_members=True,
    ),
)

_OF_PEOPLE = (
    _row("entity", "Principal", _PAGE, "The entity whose rows are the people."),
    _row("enum", "Role", _PEOPLE, "The enum of the app's roles."),
    _row("entity", "RoleGrant", _PEOPLE, "The entity that says who has which role."),
    _row("function", "AuthMethod", "language-principal", "The function signs people in."),
    _row("function, component, topic", "AllowAnonymous", _PAGE, "Anybody may use it, signed in or not."),
    _row("entity", "Authority(object kind)", _PEOPLE, "Whether others may add to the entity's rules."),
    _row(
        "field, class",
        "OrgPolicy(object mode)",
        _PEOPLE,
        "An organization may decide the value for its members.",
        makes_members=True,
    ),
    _row("field", "Classification(Personal level)", _PRIVACY, "How near to a person the value is."),
    _row(
        "entity",
        "PersonalData(object category, object erasure = default)",
        _PRIVACY,
        "The rows are about a person, and what becomes of them when the person is to be forgotten.",
        makes_members=True,
    ),
    _row("field", "DataSubject(object identifier = default)", _PRIVACY, "Whom the row is about."),
    _row("class", "FindsDataSubject", _PRIVACY, "The class finds the rows about a person."),
    _row("function", "PurposeRead(string purpose)", _PRIVACY, "It may read what is kept for that purpose only."),
)

_OF_PAGES = (
    _row("component", "Page(string path)", _MARKUP, "The component is a page at that path."),
    _row("component", "Route(string path)", _MARKUP, "The component is a page at that path."),
    _row("component", "Layout(Component frame = default)", _MARKUP, "What the page is shown in."),
    _row("component, entity", "Title(string title)", _MARKUP, "What people call the page, or a row."),
    _row("component", "Nav(string label)", _MARKUP, "The page stands in the menu."),
    _row("component", "Render(object mode)", _MARKUP, "Where the page is made."),
    _row("component", "Opens(Entity of)", _MARKUP, "The page shows a row of that entity."),
    _row("component", "Composable", _MARKUP, "People can put the component on pages of their own."),
    _row("component", "Part", _MARKUP, "The component is a part of another."),
    _row("component", "Slot", _MARKUP, "Others fill it with their contributions."),
    _row("component", "Contribution(Component slot)", _MARKUP, "The component goes into that slot."),
    _row("component", "Replaces(Component other)", _MARKUP, "The component stands for another one."),
    _row("component", "Order(int place)", _MARKUP, "Where it stands among others."),
    _row("component", "Block", _MARKUP, "The component is a block of text that people write."),
    _row(
        "component",
        "Email",
        "library-mail",
        "The component is a mail: called like a function it gives a `RenderedEmail`.",
        makes_members=True,
    ),
    _row("field", "Remembered", _MARKUP, "The browser keeps the value."),
    _row("function", "Serve(string path)", "library-endpoints", "The function answers at that path."),
)

_OF_WORDS = (
    _row("enum member, field, parameter", "Label(string words)", _PAGE, "What people read for it."),
    _row("field, parameter", "Hint(string words)", _PAGE, "What people read beside it."),
    _row("enum member", "Tone(Tone tone)", _PAGE, "How it is shown."),
    _row("parameter", "Choices(Function from)", _PAGE, "The function gives what can be chosen."),
    _row("function", "Action(string words)", _PAGE, "The function is offered to people."),
    _row("class", "Event(string words)", "language-events", "The class is an app event.", makes_members=True),
    _row("function", "On", "language-events", "The function hears an app event."),
)

_OF_SETTINGS = (
    _row("class", "AppSetting(string name)", "library-platform", "The class is a setting, `app.Name`."),
    _row(
        "entity, class",
        """Settings(string title, Policy Authorize = default, Field Owner = default, string Route = default,
        string Group = default, int Order = default, Icons Icon = default, string Hint = default,
        string Description = default, string Saved = default)""",
        _PAGE,
        "A page of settings is made of the fields.",
        makes_members=True,
    ),
    _row("entity, class", "SettingsGroup(string name, string words = default)", _PAGE, "A part of that page."),
    _row(
        "field",
        "Setting(string label, string Group = default, string Hint = default)",
        _PAGE,
        "The field is a setting on that page.",
    ),
)

_OF_TESTS = (
    _row("function", "Test(Fixture fixture = default)", "test-fixture", "The function is a test."),
    _row("function", "TestFixture(Fixture from = default)", "test-fixture", "Builds a world for tests."),
    _row("function", "Skip(string reason)", "test-fixture", "The test is left out."),
    _row("function", "runas(Principal who)", "test-runas", "The whole test runs as that person."),
)

_OF_CLIENTS = tuple(
    _row("operation", f"{verb}(string path)", "http-client", "The operation's verb and path.")
    for verb in ("Get", "Post", "Put", "Patch", "Delete")
)

ATTRIBUTES: tuple[AttributeFact, ...] = (
    *_OF_WORKFLOWS,
    *_OF_FIELDS,
    *_OF_PEOPLE,
    *_OF_PAGES,
    *_OF_WORDS,
    *_OF_SETTINGS,
    *_OF_TESTS,
    *_OF_CLIENTS,
)
