"""Every word that means something: reserved words, predefined types, words of one place, ambient names.

The scanner reserves what is `reserved`; the retagging pass turns the others into keywords where an item of their place
starts and the next token is one of `before`. A test compares the grammar's keyword terminals with these rows.
"""

from osy_grammar.language.model import Next, Place, Word, WordKind


def _reserved(kind: WordKind, places: tuple[Place, ...], words: str) -> tuple[Word, ...]:
    return tuple(Word(text=text, kind=kind, reserved=True, places=places) for text in words.split())


def _word(
    text: str,
    kind: WordKind,
    places: tuple[Place, ...] | Place,
    before: tuple[Next, ...] | Next,
    page: str,
    text_help: str,
) -> Word:
    return Word(
        text=text,
        kind=kind,
        reserved=False,
        places=places if isinstance(places, tuple) else (places,),
        before=before if isinstance(before, tuple) else (before,),
        page=page,
        text_help=text_help,
    )


def _name(
    text: str, kind: WordKind, places: tuple[Place, ...] | Place, before: tuple[Next, ...], page: str, text_help: str
) -> Word:
    """A row for a word that the parser takes for a plain name."""
    return Word(
        text=text,
        kind=kind,
        reserved=False,
        places=places if isinstance(places, tuple) else (places,),
        before=before,
        page=page,
        text_help=text_help,
        is_terminal=False,
    )


_RESERVED = (
    *_reserved(
        WordKind.CONTROL,
        (Place.STATEMENT,),
        "if else for foreach while return throw try catch finally break continue goto yield",
    ),
    *_reserved(WordKind.OPERATOR, (Place.EXPRESSION,), "new is as typeof out in"),
    *_reserved(WordKind.AMBIENT, (Place.EXPRESSION,), "this base"),
    *_reserved(WordKind.CONSTANT, (Place.EXPRESSION,), "null true false"),
    *_reserved(WordKind.DECLARATION, (Place.FILE,), "using namespace class enum interface"),
    *_reserved(WordKind.TYPE, (Place.STATEMENT,), "var"),
    *_reserved(WordKind.TYPE, (Place.FILE, Place.CLASS, Place.INTERFACE, Place.ENTITY, Place.COMPONENT), "void"),
    *_reserved(
        WordKind.MODIFIER,
        (Place.FILE, Place.CLASS),
        "public internal private protected abstract sealed virtual override partial const",
    ),
    *_reserved(
        WordKind.TYPE,
        (Place.TYPE, Place.EXPRESSION),
        "string int long bool char decimal double byte object",
    ),
)

_FILE = (
    _word(
        "app",
        WordKind.DECLARATION,
        Place.FILE,
        (Next.NAME, Next.DOT),
        "language-manifest",
        "The app's manifest, or `app.Setting = …;`.",
    ),
    _word("package", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-manifest", "A kit's manifest."),
    _word(
        "entity",
        WordKind.DECLARATION,
        (Place.FILE, Place.HEAD),
        (Next.NAME, Next.BRACE),
        "language-entity",
        "A stored type: its rows live in the database.",
    ),
    _word("component", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "A page, or a part of one."),
    _word("policy", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-security", "A named condition of who may."),
    _word("principal", WordKind.DECLARATION, Place.FILE, Next.NAME, "test-runas", "A person that tests act as."),
    _word(
        "workflow",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "workflow",
        "A state machine over one field of an entity.",
    ),
    _word("client", WordKind.DECLARATION, Place.FILE, Next.NAME, "http-client", "A typed HTTP client."),
    _word(
        "grant",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "language-security",
        "A link that gives access to one row.",
    ),
    _word("topic", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-declarations", "A channel of live messages."),
    _word("control", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "A foreign widget."),
    _word(
        "theme", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "Tokens of colour, size and motion."
    ),
    _word("animation", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "Steps of a movement."),
    _word(
        "translations",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "language-declarations",
        "The texts of one language.",
    ),
    _word(
        "zones",
        WordKind.DECLARATION,
        Place.FILE,
        Next.BRACE,
        "language-declarations",
        "The time zones that an app offers.",
    ),
)

_MANIFEST_PLACES = (Place.APP, Place.PACKAGE)
_MANIFEST = (
    _word(
        "use",
        WordKind.DECLARATION,
        _MANIFEST_PLACES,
        Next.NAME,
        "language-manifest",
        "A capability or kit that this needs.",
    ),
    _word(
        "tests",
        WordKind.DECLARATION,
        _MANIFEST_PLACES,
        (Next.NAME, Next.STRING),
        "language-manifest",
        "Where the tests are; `tests use` names a kit that only they need.",
    ),
    _word(
        "completes",
        WordKind.DECLARATION,
        Place.PACKAGE,
        Next.NAME,
        "language-manifest",
        "The kits that this one joins.",
    ),
    _word(
        "egress",
        WordKind.DECLARATION,
        (Place.USE, Place.PACKAGE),
        (Next.STRING, Next.NAME),
        "language-manifest",
        "A host that may be called.",
    ),
    _word(
        "secret",
        WordKind.DECLARATION,
        (Place.USE, Place.PACKAGE),
        Next.STRING,
        "language-manifest",
        "A secret that is needed.",
    ),
    _word(
        "clientCert",
        WordKind.DECLARATION,
        (Place.USE, Place.PACKAGE),
        Next.STRING,
        "language-manifest",
        "A client certificate that is needed.",
    ),
    _word(
        "serverCa",
        WordKind.DECLARATION,
        Place.USE,
        Next.STRING,
        "language-manifest",
        "A certificate authority to trust.",
    ),
    _word("without", WordKind.DECLARATION, Place.USE, Next.NAME, "language-manifest", "A contribution to leave out."),
    _name(
        "model", WordKind.DECLARATION, _MANIFEST_PLACES, (Next.STRING,), "language-manifest", "Where the sources are."
    ),
    _name("data", WordKind.DECLARATION, Place.APP, (Next.STRING,), "language-manifest", "Where the data files are."),
    _name("version", WordKind.DECLARATION, Place.PACKAGE, (Next.STRING,), "language-manifest", "The kit's version."),
    _name(
        "minPlatform",
        WordKind.DECLARATION,
        Place.PACKAGE,
        (Next.STRING,),
        "language-manifest",
        "The oldest platform that fits.",
    ),
    _name(
        "summary",
        WordKind.DECLARATION,
        Place.PACKAGE,
        (Next.STRING,),
        "language-manifest",
        "What the kit is, in a sentence.",
    ),
    _name(
        "personal",
        WordKind.DECLARATION,
        Place.PACKAGE,
        (Next.NAME,),
        "language-manifest",
        "A level of personal data that it stores.",
    ),
)

_MEMBERS = (
    _word(
        "security",
        WordKind.DECLARATION,
        Place.ENTITY,
        Next.BRACE,
        "language-security",
        "Who may read and change the rows.",
    ),
    _word(
        "invariant",
        WordKind.DECLARATION,
        Place.ENTITY,
        Next.EXPRESSION,
        "language-entity",
        "What must hold for every row.",
    ),
    _word(
        "message",
        WordKind.DECLARATION,
        (Place.ENTITY, Place.SECURITY),
        Next.STRING,
        "language-entity",
        "What a person reads when it does not hold.",
    ),
    _word("allow", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "Grants verbs."),
    _word("deny", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "Refuses verbs."),
    _word(
        "read",
        WordKind.OPERATOR,
        Place.SECURITY,
        (Next.NAME, Next.SEMICOLON),
        "language-security",
        "Seeing a row or a field.",
    ),
    _word(
        "create", WordKind.OPERATOR, Place.SECURITY, (Next.NAME, Next.SEMICOLON), "language-security", "Making a row."
    ),
    _word(
        "update",
        WordKind.OPERATOR,
        Place.SECURITY,
        (Next.NAME, Next.SEMICOLON),
        "language-security",
        "Changing a row or a field.",
    ),
    _word(
        "delete", WordKind.OPERATOR, Place.SECURITY, (Next.NAME, Next.SEMICOLON), "language-security", "Removing a row."
    ),
    _word(
        "when",
        WordKind.CONTROL,
        (Place.SECURITY, Place.ROUTE, Place.STATE),
        (Next.EXPRESSION, Next.PAREN),
        "workflow-route",
        "The condition of a guarded arm, a security rule, or `complete when`.",
    ),
    _word(
        "where",
        WordKind.CONTROL,
        (Place.SECURITY, Place.HEAD),
        (Next.EXPRESSION, Next.NAME),
        "language-security",
        "Which rows a rule is about; what a type parameter must be.",
    ),
    _word("by", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "The grant that gives access."),
    _word(
        "get",
        WordKind.DECLARATION,
        Place.PROPERTY,
        (Next.SEMICOLON, Next.BRACE, Next.ARROW),
        "language-class",
        "Reads a property.",
    ),
    _word(
        "set",
        WordKind.DECLARATION,
        Place.PROPERTY,
        (Next.SEMICOLON, Next.BRACE, Next.ARROW),
        "language-class",
        "Writes a property.",
    ),
    _word("params", WordKind.MODIFIER, Place.PARAMETER, Next.NAME, "language-class", "Takes any number of arguments."),
    _word("runas", WordKind.CONTROL, Place.STATEMENT, Next.PAREN, "test-runas", "Runs a block of a test as somebody."),
)

_COMPONENT = (
    _word(
        "render", WordKind.DECLARATION, Place.COMPONENT, Next.BRACE, "language-component", "What the component shows."
    ),
    _word(
        "skeleton",
        WordKind.DECLARATION,
        Place.COMPONENT,
        Next.BRACE,
        "language-component",
        "What it shows while it loads.",
    ),
    _word("variants", WordKind.DECLARATION, Place.COMPONENT, Next.BRACE, "language-component", "Its styles."),
    _word("action", WordKind.DECLARATION, Place.COMPONENT, Next.NAME, "language-component", "What a press runs."),
    _word(
        "live", WordKind.DECLARATION, Place.COMPONENT, Next.NAME, "language-component", "A query that follows its rows."
    ),
    _word(
        "language", WordKind.DECLARATION, Place.COMPONENT, Next.ARROW, "language-component", "The language of a mail."
    ),
    _word("subject", WordKind.DECLARATION, Place.COMPONENT, Next.ARROW, "language-component", "The subject of a mail."),
    _word(
        "slot", WordKind.DECLARATION, Place.MARKUP, Next.NAME, "language-component", "Fills a named slot of an element."
    ),
    _word(
        "inside", WordKind.DECLARATION, Place.STYLE, Next.NAME, "language-component", "A style within another element."
    ),
    _word(
        "contractVersion",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.STRING,
        "language-component",
        "The widget's contract.",
    ),
    _word(
        "participation",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.NAME,
        "language-component",
        "How the widget takes part.",
    ),
    _word("props", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "What the widget is given."),
    _word("probe", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "What tests may read of it."),
    _word("events", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "What the widget tells."),
    _word(
        "commands",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.BRACE,
        "language-component",
        "What the widget can be told.",
    ),
    _word(
        "slots", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "Where others put their parts."
    ),
    _word(
        "chunks",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.BRACE,
        "language-component",
        "What the widget loads by pieces.",
    ),
    _word("from", WordKind.DECLARATION, Place.ANIMATION, Next.BRACE, "language-component", "The first step."),
    _word("to", WordKind.DECLARATION, Place.ANIMATION, Next.BRACE, "language-component", "The last step."),
)

_MILESTONES = (Place.ASSIGNED, Place.FINISHED)
_SLA_OWNERS = (Place.SLOT, Place.STATE, Place.WORKFLOW)
_WORKFLOW = (
    _word(
        "event",
        WordKind.DECLARATION,
        Place.WORKFLOW,
        Next.NAME,
        "workflow-event",
        "Something that can happen to a run.",
    ),
    _word("state", WordKind.DECLARATION, Place.WORKFLOW, Next.NAME, "workflow-state", "A place where a run can stand."),
    _word(
        "terminal", WordKind.DECLARATION, Place.WORKFLOW, Next.NAME, "workflow-terminal", "A state in which runs end."
    ),
    _word("success", WordKind.MODIFIER, Place.TERMINAL, Next.NAME, "workflow-terminal", "The run ended as it should."),
    _word("cancel", WordKind.MODIFIER, Place.TERMINAL, Next.NAME, "workflow-terminal", "The run was called off."),
    _word("error", WordKind.MODIFIER, Place.TERMINAL, Next.NAME, "workflow-terminal", "The run failed."),
    _word(
        "subscribe",
        WordKind.DECLARATION,
        (Place.STATE, Place.WORKFLOW),
        Next.NAME,
        "workflow-subscribe",
        "Opens a slot.",
    ),
    _word(
        "on",
        WordKind.CONTROL,
        (Place.STATE, Place.WORKFLOW, Place.COMPONENT),
        Next.NAME,
        "workflow-route",
        "What runs when an event comes, or a clock.",
    ),
    _word("default", WordKind.CONTROL, Place.ROUTE, Next.BRACE, "workflow-route", "The arm for when no other fits."),
    _word(
        "complete",
        WordKind.CONTROL,
        Place.STATE,
        Next.NAME,
        "workflow-complete-when",
        "The state's own completion condition.",
    ),
    _word(
        "enter",
        WordKind.CONTROL,
        (Place.STATE, Place.TERMINAL, *_MILESTONES),
        Next.BRACE,
        "workflow-enter-exit",
        "Runs on arrival in the state, or when the milestone is reached.",
    ),
    _word(
        "exit", WordKind.CONTROL, (Place.STATE, Place.TERMINAL), Next.BRACE, "workflow-enter-exit", "Runs on departure."
    ),
    _word("Start", WordKind.CLAUSE, Place.WORKFLOW, Next.BRACE, "workflow-start", "Runs once, as the run starts."),
    _word("Deadline", WordKind.CLAUSE, Place.WORKFLOW, Next.BRACE, "workflow-deadline", "The clock of the whole run."),
    _word("Expire", WordKind.CLAUSE, Place.STATE, Next.BRACE, "workflow-expire", "The clock of the state."),
    _word("Requires", WordKind.CLAUSE, Place.SLOT, Next.BRACE, "workflow-requires", "What must hold for an answer."),
    _word(
        "Assigned", WordKind.CLAUSE, _SLA_OWNERS, Next.BRACE, "workflow-assigned", "The slot must be picked up in time."
    ),
    _word(
        "Finished", WordKind.CLAUSE, _SLA_OWNERS, Next.BRACE, "workflow-finished", "The slot must be satisfied in time."
    ),
    _word(
        "Unassigned",
        WordKind.CLAUSE,
        Place.ASSIGNED,
        (Next.BRACE, Next.PAREN),
        "workflow-unassigned",
        "Nobody picked it up in time.",
    ),
    _word(
        "Unfinished",
        WordKind.CLAUSE,
        Place.FINISHED,
        (Next.BRACE, Next.PAREN),
        "workflow-unfinished",
        "It was not satisfied in time.",
    ),
    _word("Exhausted", WordKind.CLAUSE, _MILESTONES, Next.BRACE, "workflow-exhausted", "The attempts ran out."),
    _word("Remind", WordKind.CLAUSE, _MILESTONES, Next.NAME, "workflow-remind", "A nudge before the milestone lapses."),
)

_BODIES = (Place.STATEMENT, Place.EXPRESSION)
_AMBIENT = (
    _name("slot", WordKind.AMBIENT, _BODIES, (Next.DOT,), "workflow-slot", "The slot that the milestone hangs off."),
    _name("actor", WordKind.AMBIENT, _BODIES, (), "workflow-actor", "Who raised the event."),
    _name("user", WordKind.AMBIENT, (Place.SECURITY, Place.EXPRESSION), (), "language-security", "Who asks."),
    _name("role", WordKind.TYPE, Place.TYPE, (Next.NAME,), "language-security", "A member of the app's `[Role]` enum."),
    _name("stream", WordKind.TYPE, Place.TYPE, (), "library-collections", "What a function that yields gives."),
)

WORDS: tuple[Word, ...] = (*_RESERVED, *_FILE, *_MANIFEST, *_MEMBERS, *_COMPONENT, *_WORKFLOW, *_AMBIENT)
