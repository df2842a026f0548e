"""Words that can never be names, predefined types included."""

from dataclasses import replace

from osy_grammar.language.model import Names, Place, Word, WordKind
from osy_grammar.language.words.rows import reserved

_TYPES = "string int long bool char decimal double byte object"
_MODIFIERS = "public internal private protected abstract sealed virtual override partial const"

WORDS: tuple[Word, ...] = (
    *reserved(
        WordKind.CONTROL,
        (Place.STATEMENT,),
        "if else for foreach while return throw try catch finally break continue yield",
    ),
    *reserved(WordKind.CONTROL, (Place.STATEMENT,), "goto", "workflow-goto", Names.STATE),
    *reserved(WordKind.OPERATOR, (Place.EXPRESSION,), "new is as typeof out in"),
    *reserved(WordKind.AMBIENT, (Place.EXPRESSION,), "this", "workflow-item"),
    *reserved(WordKind.AMBIENT, (Place.EXPRESSION,), "base"),
    *reserved(WordKind.CONSTANT, (Place.EXPRESSION,), "null true false"),
    *reserved(WordKind.DECLARATION, (Place.FILE,), "using namespace", "", Names.NAMESPACE),
    *reserved(WordKind.DECLARATION, (Place.FILE,), "class enum interface", "language-class", Names.TYPE),
    *reserved(WordKind.TYPE, (Place.STATEMENT,), "var"),
    *reserved(WordKind.TYPE, (Place.FILE, Place.CLASS, Place.INTERFACE, Place.ENTITY, Place.COMPONENT), "void"),
    *reserved(WordKind.MODIFIER, (Place.FILE, Place.CLASS), _MODIFIERS),
    *(
        replace(word, is_terminal=False)
        for word in reserved(WordKind.TYPE, (Place.TYPE, Place.EXPRESSION), _TYPES, "language-class")
    ),
)
