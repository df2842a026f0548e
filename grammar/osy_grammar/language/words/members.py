"""Words of entities, their security, classes, parameters and tests."""

from osy_grammar.language.model import Next, Place, Word, WordKind
from osy_grammar.language.words.rows import inner, keyword
from osy_grammar.record import replace

WORDS: tuple[Word, ...] = (
    keyword(
        "security",
        WordKind.DECLARATION,
        Place.ENTITY,
        Next.BRACE,
        "language-security",
        "Who may read and change the rows.",
    ),
    keyword(
        "invariant",
        WordKind.DECLARATION,
        Place.ENTITY,
        Next.EXPRESSION,
        "language-entity",
        "What must hold for every row.",
    ),
    inner(
        "message",
        WordKind.DECLARATION,
        Place.ENTITY,
        Next.STRING,
        "language-entity",
        "What a person reads when the invariant does not hold.",
    ),
    keyword(
        "message",
        WordKind.DECLARATION,
        Place.SECURITY,
        Next.STRING,
        "language-security",
        "What a person reads who is refused.",
    ),
    keyword("allow", WordKind.DECLARATION, Place.SECURITY, Next.NAME, "language-security", "Grants verbs."),
    keyword("deny", WordKind.DECLARATION, Place.SECURITY, Next.NAME, "language-security", "Refuses verbs."),
    *(
        replace(
            inner(text, WordKind.OPERATOR, Place.SECURITY, (Next.NAME, Next.SEMICOLON), "language-security", help_text),
            is_terminal=False,
        )
        for text, help_text in (
            ("read", "Seeing a row or a field."),
            ("create", "Making a row."),
            ("update", "Changing a row or a field."),
            ("delete", "Removing a row."),
        )
    ),
    inner(
        "when",
        WordKind.CONTROL,
        Place.SECURITY,
        Next.EXPRESSION,
        "language-security",
        "The condition of a rule, about who asks.",
    ),
    inner(
        "where",
        WordKind.CONTROL,
        (Place.SECURITY, Place.HEAD),
        (Next.EXPRESSION, Next.NAME),
        "language-security",
        "Which rows a rule is about; what a type parameter must be.",
    ),
    inner("by", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "The grant that gives access."),
    keyword(
        "get",
        WordKind.DECLARATION,
        Place.PROPERTY,
        (Next.SEMICOLON, Next.BRACE, Next.ARROW),
        "language-class",
        "Reads a property.",
    ),
    keyword(
        "set",
        WordKind.DECLARATION,
        Place.PROPERTY,
        (Next.SEMICOLON, Next.BRACE, Next.ARROW),
        "language-class",
        "Writes a property.",
    ),
    inner("params", WordKind.MODIFIER, Place.PARAMETER, Next.NAME, "language-class", "Takes any number of arguments."),
    keyword(
        "runas", WordKind.CONTROL, Place.STATEMENT, Next.PAREN, "test-runas", "Runs a block of a test as somebody."
    ),
)
