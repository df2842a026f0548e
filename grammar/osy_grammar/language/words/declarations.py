"""Words that open a declaration of a file."""

from osy_grammar.language.model import Next, Place, Word, WordKind
from osy_grammar.language.words.rows import keyword

WORDS: tuple[Word, ...] = (
    keyword(
        "app",
        WordKind.DECLARATION,
        Place.FILE,
        (Next.NAME, Next.DOT),
        "language-manifest",
        "The app's manifest, or `app.Setting = …;`.",
    ),
    keyword("package", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-manifest", "A kit's manifest."),
    keyword(
        "entity",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "language-entity",
        "A stored type: its rows live in the database.",
    ),
    keyword(
        "component", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "A page, or a part of one."
    ),
    keyword(
        "policy", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-security", "A named condition of who may."
    ),
    keyword("principal", WordKind.DECLARATION, Place.FILE, Next.NAME, "test-runas", "A person that tests act as."),
    keyword(
        "workflow",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "workflow",
        "A state machine over one field of an entity.",
    ),
    keyword("client", WordKind.DECLARATION, Place.FILE, Next.NAME, "http-client", "A typed HTTP client."),
    keyword(
        "grant",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "language-security",
        "A link that gives access to one row.",
    ),
    keyword(
        "topic", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-declarations", "A channel of live messages."
    ),
    keyword("control", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "A foreign widget."),
    keyword(
        "theme", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "Tokens of colour, size and motion."
    ),
    keyword("animation", WordKind.DECLARATION, Place.FILE, Next.NAME, "language-component", "Steps of a movement."),
    keyword(
        "translations",
        WordKind.DECLARATION,
        Place.FILE,
        Next.NAME,
        "language-declarations",
        "The texts of one language.",
    ),
    keyword(
        "zones",
        WordKind.DECLARATION,
        Place.FILE,
        Next.BRACE,
        "language-declarations",
        "The time zones that an app offers.",
    ),
)
