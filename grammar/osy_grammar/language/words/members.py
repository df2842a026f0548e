"""Words of entities, their security, classes, parameters and tests."""

from osy_grammar.language.model import Next, Place, Word, WordKind
from osy_grammar.language.words.rows import keyword

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
    keyword(
        "message",
        WordKind.DECLARATION,
        (Place.ENTITY, Place.SECURITY),
        Next.STRING,
        "language-entity",
        "What a person reads when it does not hold.",
    ),
    keyword("allow", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "Grants verbs."),
    keyword("deny", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "Refuses verbs."),
    keyword(
        "read",
        WordKind.OPERATOR,
        Place.SECURITY,
        (Next.NAME, Next.SEMICOLON),
        "language-security",
        "Seeing a row or a field.",
    ),
    keyword(
        "create", WordKind.OPERATOR, Place.SECURITY, (Next.NAME, Next.SEMICOLON), "language-security", "Making a row."
    ),
    keyword(
        "update",
        WordKind.OPERATOR,
        Place.SECURITY,
        (Next.NAME, Next.SEMICOLON),
        "language-security",
        "Changing a row or a field.",
    ),
    keyword(
        "delete", WordKind.OPERATOR, Place.SECURITY, (Next.NAME, Next.SEMICOLON), "language-security", "Removing a row."
    ),
    keyword(
        "when",
        WordKind.CONTROL,
        (Place.SECURITY, Place.ROUTE, Place.STATE),
        (Next.EXPRESSION, Next.PAREN),
        "workflow-route",
        "The condition of a guarded arm, a security rule, or `complete when`.",
    ),
    keyword(
        "where",
        WordKind.CONTROL,
        (Place.SECURITY, Place.HEAD),
        (Next.EXPRESSION, Next.NAME),
        "language-security",
        "Which rows a rule is about; what a type parameter must be.",
    ),
    keyword("by", WordKind.CONTROL, Place.SECURITY, Next.NAME, "language-security", "The grant that gives access."),
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
    keyword(
        "params", WordKind.MODIFIER, Place.PARAMETER, Next.NAME, "language-class", "Takes any number of arguments."
    ),
    keyword(
        "runas", WordKind.CONTROL, Place.STATEMENT, Next.PAREN, "test-runas", "Runs a block of a test as somebody."
    ),
)
