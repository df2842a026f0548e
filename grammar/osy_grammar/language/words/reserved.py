"""Words that can never be names, predefined types included."""

from osy_grammar.language.model import Names, Place, Word, WordKind
from osy_grammar.language.words.rows import reserved
from osy_grammar.record import replace

_TYPES = "string int long bool char decimal double byte object"
_MODIFIERS = "public internal private protected abstract sealed virtual override partial const"

_CSHARP = "language-csharp"
_HELP = {
    "if": "Runs a statement where a condition holds.",
    "else": "What runs where the condition of the `if` before it does not hold.",
    "for": "A loop that counts: a beginning, a condition, a step.",
    "foreach": "Runs a body for each item of a list or of the rows that a query gives.",
    "while": "Runs a body again and again as long as a condition holds.",
    "return": "Ends the function, with its result where it has one; in a workflow's body it ends the body.",
    "throw": "Gives up with an exception: what the body changed is undone. Alone in a `catch` it throws that again.",
    "try": "Runs a body whose exceptions the `catch` behind it takes.",
    "catch": "What runs when the `try` before it threw an exception of that type.",
    "finally": "What runs at the end of a `try`, whether it threw or not.",
    "break": "Leaves the loop around it.",
    "continue": "Goes on with the next round of the loop around it.",
    "yield": "`yield return` gives one item of the sequence that the function is.",
    "goto": "Moves the run to a state; what stands behind it does not run any more.",
    "new": "Makes an object; a `new` entity is a row, which is stored with the transaction.",
    "is": "Asks whether a value is of a type, or is `null`; a name behind the type has the value from there on.",
    "as": "The value as that type, or `null` if it is no such thing.",
    "typeof": "A type as a value.",
    "out": "An argument that the function called gives a value: `out var number`.",
    "in": "Stands between a loop's name and what it goes through.",
    "base": "The members of the base class, past those that override them.",
    "null": "No value.",
    "true": "The truth value that holds.",
    "false": "The truth value that does not hold.",
    "using": "Brings the names of a namespace into the file.",
    "namespace": "Names the namespace of all that the file declares.",
    "class": "Declares a type of plain objects: nothing of it is stored by itself.",
    "enum": "Declares a type by its few named values.",
    "interface": "Declares what classes of that kind can be asked.",
    "var": "A local whose type is that of its value.",
    "void": "The function gives nothing.",
    "public": "Can be used from everywhere, other packages included.",
    "internal": "Can be used inside its package.",
    "private": "Can be used inside its type.",
    "protected": "Can be used inside its type and those derived from it.",
    "abstract": "Has no body here: a derived class gives it one, and of an abstract class there are no objects.",
    "sealed": "Nothing is derived from it.",
    "virtual": "A derived class may give it another body.",
    "override": "Gives a method of the base class another body.",
    "partial": "Adds to an entity that is declared elsewhere.",
    "const": "A value that never changes.",
}


def _told(word: Word) -> Word:
    return replace(word, page=word.page or _CSHARP, text_help=_HELP.get(word.text, word.text_help))


_ROWS: tuple[Word, ...] = (
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

WORDS: tuple[Word, ...] = tuple(_told(word) for word in _ROWS)
