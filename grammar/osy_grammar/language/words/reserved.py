"""Words that can never be names, predefined types included."""

from osy_grammar.language.model import Place, Word, WordKind
from osy_grammar.language.words.rows import reserved

WORDS: tuple[Word, ...] = (
    *reserved(
        WordKind.CONTROL,
        (Place.STATEMENT,),
        "if else for foreach while return throw try catch finally break continue yield",
    ),
    *reserved(WordKind.CONTROL, (Place.STATEMENT,), "goto", "workflow-goto"),
    *reserved(WordKind.OPERATOR, (Place.EXPRESSION,), "new is as typeof out in"),
    *reserved(WordKind.AMBIENT, (Place.EXPRESSION,), "base"),
    *reserved(WordKind.AMBIENT, (Place.EXPRESSION,), "this", "workflow-item"),
    *reserved(WordKind.CONSTANT, (Place.EXPRESSION,), "null true false"),
    *reserved(WordKind.DECLARATION, (Place.FILE,), "using namespace class enum interface"),
    *reserved(WordKind.TYPE, (Place.STATEMENT,), "var"),
    *reserved(WordKind.TYPE, (Place.FILE, Place.CLASS, Place.INTERFACE, Place.ENTITY, Place.COMPONENT), "void"),
    *reserved(
        WordKind.MODIFIER,
        (Place.FILE, Place.CLASS),
        "public internal private protected abstract sealed virtual override partial const",
    ),
    *reserved(
        WordKind.TYPE,
        (Place.TYPE, Place.EXPRESSION),
        "string int long bool char decimal double byte object",
    ),
)
