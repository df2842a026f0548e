"""Words of components, markup, styles, controls and animations."""

from osy_grammar.language.model import Names, Next, Place, Word, WordKind
from osy_grammar.language.words.rows import keyword

WORDS: tuple[Word, ...] = (
    keyword(
        "render", WordKind.DECLARATION, Place.COMPONENT, Next.BRACE, "language-component", "What the component shows."
    ),
    keyword(
        "skeleton",
        WordKind.DECLARATION,
        Place.COMPONENT,
        Next.BRACE,
        "language-component",
        "What it shows while it loads.",
    ),
    keyword("variants", WordKind.DECLARATION, Place.COMPONENT, Next.BRACE, "language-component", "Its styles."),
    keyword(
        "action",
        WordKind.DECLARATION,
        Place.COMPONENT,
        Next.NAME,
        "language-component",
        "What a press runs.",
        Names.FUNCTION,
    ),
    keyword(
        "live", WordKind.DECLARATION, Place.COMPONENT, Next.NAME, "language-component", "A query that follows its rows."
    ),
    keyword(
        "language", WordKind.DECLARATION, Place.COMPONENT, Next.ARROW, "language-component", "The language of a mail."
    ),
    keyword(
        "subject", WordKind.DECLARATION, Place.COMPONENT, Next.ARROW, "language-component", "The subject of a mail."
    ),
    keyword(
        "slot", WordKind.DECLARATION, Place.MARKUP, Next.NAME, "language-component", "Fills a named slot of an element."
    ),
    keyword(
        "inside", WordKind.DECLARATION, Place.STYLE, Next.NAME, "language-component", "A style within another element."
    ),
    keyword(
        "contractVersion",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.STRING,
        "language-component",
        "The widget's contract.",
    ),
    keyword(
        "participation",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.NAME,
        "language-component",
        "How the widget takes part.",
    ),
    keyword(
        "props", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "What the widget is given."
    ),
    keyword(
        "probe", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "What tests may read of it."
    ),
    keyword("events", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "What the widget tells."),
    keyword(
        "commands",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.BRACE,
        "language-component",
        "What the widget can be told.",
    ),
    keyword(
        "slots", WordKind.DECLARATION, Place.CONTROL, Next.BRACE, "language-component", "Where others put their parts."
    ),
    keyword(
        "chunks",
        WordKind.DECLARATION,
        Place.CONTROL,
        Next.BRACE,
        "language-component",
        "What the widget loads by pieces.",
    ),
    keyword("from", WordKind.DECLARATION, Place.ANIMATION, Next.BRACE, "language-component", "The first step."),
    keyword("to", WordKind.DECLARATION, Place.ANIMATION, Next.BRACE, "language-component", "The last step."),
)
