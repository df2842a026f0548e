"""The platform's services: units of work, the session, settings, logs, events, records, restrictions."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, instance, static

_PAGE = "library-platform"
_RECORDS = "library-records"
_EVENTS = "language-events"

UNIT_OF_WORK = BuiltinType(
    name="UnitOfWork",
    page=_PAGE,
    text="The changes that are committed together.",
    members=static(
        _PAGE,
        ("void Commit()", "Commits what has been changed so far."),
        ("object Mark(string label)", "Remembers this point."),
        ("void RollbackTo(object mark)", "Undoes what was changed after that point."),
        ("void Undo()", "Undoes the last marked change."),
        ("bool CanUndo()", "Whether there is one."),
        ("string UndoLabel()", "What it is called."),
        ("void Discard()", "Drops what has not been committed."),
        is_exact=True,
    ),
)

SESSION = BuiltinType(
    name="Session",
    page=_PAGE,
    text="Who asks, and in which language.",
    members=static(
        _PAGE,
        ("Principal? CurrentUser", "Who is signed in; null for nobody."),
        ("string Language", "The language that who asks reads."),
        ("void SetLanguage(string language)", "Chooses the language."),
        ("void SignOut()", "Signs out."),
    ),
)

APP = BuiltinType(
    name="App",
    page=_PAGE,
    text="The app and its settings.",
    members=static(
        _PAGE,
        ("T Setting<T>()", "The value that `app.X` was given, or a fresh one."),
        ("List<T> Implementations<T>()", "One of each class that implements the interface."),
        ("string BaseUrl", "The app's own address."),
        ("List<string> Languages", "The languages that it has."),
    ),
)

LOG = BuiltinType(
    name="Log",
    page="library-log",
    text="Lines for operators.",
    members=static(
        "library-log",
        ("void Information(string template, params object[] values)", "Writes a line."),
        ("void Warning(string template, params object[] values)", "Writes a warning."),
        ("void Error(Exception exception, string template, params object[] values)", "Writes an error."),
        ("void Error(string template, params object[] values)", "Writes an error that is no exception."),
    ),
)

EVENTS = BuiltinType(
    name="Events",
    page=_EVENTS,
    text="App events as values: kept, read back, told apart.",
    members=static(
        _EVENTS,
        ("Entity? About(Event appEvent)", "The row that it is about; null for none."),
        ("string Label(Event appEvent)", "What people read for its kind."),
        ("string Type(Event appEvent)", "Its kind, as a text to be kept."),
        ("string Write(Event appEvent)", "All of it, as a text to be kept."),
        ("Event? Read(string text)", "The event that was kept; null if who asks may not read it."),
        ("List<EventInfo> Catalog()", "The kinds of events that there are."),
    ),
)

EVENT = BuiltinType(
    name="Event",
    page=_EVENTS,
    text="Any app event: an object of a class marked `[Event]`.",
    members=instance(_EVENTS, ("string Sentence()", "What happened, in words.")),
    bases=("object",),
)

EVENT_INFO = BuiltinType(
    name="EventInfo",
    page=_EVENTS,
    text="A kind of app events.",
    members=instance(
        _EVENTS, ("string Type", "The kind, as it is kept."), ("string Label", "What people read for it.")
    ),
    is_written=False,
)

ENTITY = BuiltinType(
    name="Entity",
    page="language-entity",
    text="A row of any entity.",
    members=(),
    bases=("Row",),
)

RECORDS = BuiltinType(
    name="Records",
    page=_RECORDS,
    text="Rows of any entity: what they are called, where they are shown, who may read them.",
    members=static(
        _RECORDS,
        ("string Title(Entity row)", "What people call the row."),
        ("string Link(Entity row)", "Where the row is shown."),
        ("bool MayRead(Principal who, Entity? row)", "Whether somebody may read the row."),
        ("List<Entity> Readable(Principal who, object rows)", "Those of the rows that somebody may read."),
    ),
)

RESTRICTION = BuiltinType(
    name="Restriction",
    page=_RECORDS,
    text="Rows that are kept and not used any more, each for a reason and until a time.",
    members=static(
        _RECORDS,
        ("void Restrict(Entity row, string category, DateTime? until)", "Keeps the row out of use."),
        ("bool SetUntil(Entity row, DateTime? until)", "Changes until when; false if it is in use."),
        ("bool Lift(Entity row)", "Takes the row into use again; false if it was."),
        ("int Count(string category)", "How many rows are kept for that reason."),
        ("int Purge(string category, DateTime now)", "Removes those whose time is over and tells how many."),
    ),
)

SETTINGS_LINK = BuiltinType(
    name="SettingsLink",
    page="language-markup",
    text="A page of the app's settings, as it is announced.",
    members=instance(
        "language-markup",
        ("string Label", "What people read for it."),
        ("string To", "Its path."),
        ("object Group", "What it stands under."),
        ("object Icon", "The picture beside it."),
        ("int Order", "Where it stands among the others."),
        ("bool Shown", "Whether who asks is shown it."),
        ("string Hint", "What it is for, in a sentence."),
    ),
    constructors=constructors("language-markup", ("SettingsLink()", "A link to be filled.")),
    bases=("object",),
)

SETTINGS_PROVIDER = BuiltinType(
    name="ISettingsProvider",
    page="language-markup",
    text="What a class implements to announce settings pages: each implementation is found, none is wired.",
    members=instance("language-markup", ("SettingsLink[] Sections()", "The pages that it announces.")),
    is_interface=True,
)

TOPIC = BuiltinType(
    name="Topic",
    page="language-topic",
    text="What a topic's own name offers.",
    members=(
        *static("language-topic", ("Topic For(params object[] keys)", "The topic with those keys.")),
        *instance(
            "language-topic",
            ("void Publish(object message)", "Sends a message to all who listen."),
            ("List<object> Listen()", "The messages from now on, as they come."),
        ),
    ),
    is_written=False,
)

GRANT = BuiltinType(
    name="Grant",
    page="language-grant",
    text="What a grant's own name and its links offer; T is the entity it is for.",
    members=(
        *static(
            "language-grant",
            ("Grant For(T row)", "A new link for the row."),
            ("Grant From(string text)", "The link that a text is; throws if it is spent, or none."),
            ("void RevokeAll(T row)", "Ends all links for the row."),
        ),
        *instance("language-grant", ("T Row", "The row that the link is for.")),
    ),
    type_parameters=("T",),
    is_written=False,
)

TYPES = (
    UNIT_OF_WORK,
    SESSION,
    APP,
    LOG,
    EVENTS,
    EVENT,
    EVENT_INFO,
    ENTITY,
    SETTINGS_LINK,
    SETTINGS_PROVIDER,
    RECORDS,
    RESTRICTION,
    TOPIC,
    GRANT,
)
