"""Words of C# that published Osy# does not use: they are read so that a newcomer is told what to write instead."""

from osy_grammar.language.model import Next, Place, Word, WordKind
from osy_grammar.language.words.rows import inner, keyword

_PAGE = "language-csharp"

WORDS: tuple[Word, ...] = (
    keyword("switch", WordKind.CONTROL, Place.STATEMENT, Next.PAREN, _PAGE, "Chooses by value, in C#."),
    inner("case", WordKind.CONTROL, Place.STATEMENT, Next.EXPRESSION, _PAGE, "A choice of `switch`, in C#."),
    keyword("do", WordKind.CONTROL, Place.STATEMENT, Next.BRACE, _PAGE, "A loop that runs once at least, in C#."),
    keyword("lock", WordKind.CONTROL, Place.STATEMENT, Next.PAREN, _PAGE, "One thread at a time, in C#."),
    inner("not", WordKind.OPERATOR, Place.EXPRESSION, Next.EXPRESSION, _PAGE, "The opposite of a pattern, in C#."),
)
