"""What stands in expressions and types: reserved words, types, functions, members, operators."""

from osy_grammar.language import Names, WordKind
from tools.generate import table
from tools.generate.textmate.patterns import (
    CAPITAL,
    GENERIC,
    NAME,
    NAME_SCOPES,
    NOT_MEMBER,
    QNAME,
    SCOPES,
    TAIL,
    Pattern,
    any_of,
    match,
)

TYPE, FUNCTION = NAME_SCOPES[Names.TYPE], NAME_SCOPES[Names.FUNCTION]
NO_NAME = r"(?!(?:as|is|in|when|where|by)\b)"
OPERATOR = r"==|!=|<=|>=|&&|\|\||\?\?=?|\?\.|\+\+|--|[-+*/%&|^]=|[-+*/%!|&^~<>=?:]"


def repository() -> dict[str, Pattern]:
    """The entries of expressions."""
    platform = any_of(table.platform_types())
    ambient = SCOPES[WordKind.AMBIENT]
    not_declared = r"\b(?!\s*[:(])"
    return {
        "keyword": {"patterns": _keywords()},
        "type": {"patterns": _types()},
        "type-argument": {
            "patterns": [
                match(rf"{any_of(table.reserved(WordKind.TYPE))}\b", SCOPES[WordKind.TYPE]),
                match(rf"{platform}\b", "support.class.osy"),
                match(NAME, TYPE),
                match(r"[<>,.?\[\]]", "punctuation.definition.type.osy"),
            ]
        },
        "platform-type": match(rf"{NOT_MEMBER}{platform}\b(?=\s*[.?)>]|\s+{NAME})", "support.class.osy"),
        "ambient": {
            "patterns": [
                match(rf"{NOT_MEMBER}slot(?=\s*\.)", ambient),
                match(rf"{NOT_MEMBER}actor{not_declared}", ambient),
            ]
        },
        "user": match(rf"{NOT_MEMBER}user{not_declared}", ambient),
        "name": {"patterns": _names()},
        "operator": {"patterns": _operators()},
    }


def _keywords() -> list[Pattern]:
    kinds = [kind for kind in WordKind if table.reserved(kind)]
    goto = {1: SCOPES[WordKind.CONTROL], 2: NAME_SCOPES[Names.STATE]}
    asked = rf"{NOT_MEMBER}(is|as)\s+(?!null\b|not\b)({QNAME})"
    return [
        match(rf"{NOT_MEMBER}(goto)\s+({NAME})", None, goto),
        match(asked, None, {1: SCOPES[WordKind.OPERATOR]}, {2: "type-argument"}),
        *(match(rf"{NOT_MEMBER}{any_of(table.reserved(kind))}\b", SCOPES[kind]) for kind in kinds),
        *(
            match(rf"{NOT_MEMBER}{word.text}(?=<|\??\s+{NAME}\s*[;=,)(])", SCOPES[word.kind])
            for word in table.type_words()
        ),
    ]


def _types() -> list[Pattern]:
    declares = rf"(?=\s+{NO_NAME}{NAME}\s*(?:[;=,){{(<]|in\b|$|//))"
    generic = rf"{NOT_MEMBER}({CAPITAL})({GENERIC})(?=\s*[.?)>;,\[\]{{]|\s+{NAME}|\s*$)"
    return [
        match(rf"{NOT_MEMBER}({NAME})({GENERIC})(?=\s*\()", None, {1: FUNCTION}, {2: "type-argument"}),
        match(generic, None, {}, {1: "type-argument", 2: "type-argument"}),
        match(rf"{NOT_MEMBER}((?:{NAME}\.)*{CAPITAL}){TAIL}{declares}", None, {}, {1: "type-argument"}),
    ]


def _names() -> list[Pattern]:
    return [
        match(rf"({NAME})(?=\s*\()", FUNCTION),
        match(rf"(?<=\.)\s*({NAME})({GENERIC})(?=\s*\()", None, {1: FUNCTION}, {2: "type-argument"}),
        match(rf"(?<=\.)\s*({NAME})", None, {1: "variable.other.property.osy"}),
        match(rf"{NOT_MEMBER}({CAPITAL})(?=\??\.)", "variable.other.object.osy"),
        match(rf"({NAME})(?=\s*=>)", "variable.parameter.osy"),
        match(rf"@?{NAME}", "variable.other.readwrite.osy"),
    ]


def _operators() -> list[Pattern]:
    return [
        match(r"=>", "keyword.operator.arrow.osy"),
        match(OPERATOR, "keyword.operator.osy"),
        match(r"[{}\[\]()]", "punctuation.bracket.osy"),
        match(r";", "punctuation.terminator.statement.osy"),
        match(r"[,.]", "punctuation.separator.osy"),
    ]
