"""Attributes, brackets, blocks of lambdas, object creations."""

from osy_grammar.language import Place, WordKind
from tools.generate import table
from tools.generate.textmate.patterns import (
    ASSIGNS,
    LIST_START,
    NAME,
    NOT_MEMBER,
    QNAME,
    SCOPES,
    TAIL,
    Pattern,
    any_of,
    captures,
    include,
    match,
    region,
)

# A bracket ends with its statement, unless the brace belongs to a block or an initialiser within.
CLOSED = r"\)|(?=[;{}])"
EVERYTHING: Pattern = {"include": "$self"}


def repository() -> dict[str, Pattern]:
    """The entries of regions."""
    return {
        "attribute": _attribute(),
        "parentheses": _parentheses(),
        "block": region(
            r"(=>)\s*\{", r"\}", [include("braces"), EVERYTHING], captures({1: "keyword.operator.arrow.osy"})
        ),
        "braces": region(r"\{", r"\}", [include("braces"), EVERYTHING]),
        "creation": _creation(),
        "initialiser": _initialiser(),
    }


def _attribute() -> Pattern:
    """`[Name(…), Name]` where a declaration may start; behind `]`, `(`, `,` only if a name or an attribute follows."""
    closes = rf"(?:\([^\]]*\))?(?:\s*,[^\]]*)?\]\s*(?:\[|{NAME}|$|//)"
    alone = rf"(?:^\s*|(?<=[{{}};])\s*)\[(?=\s*{QNAME}\s*[(,\]])"
    behind = rf"(?<=[\](,])\s*\[(?={QNAME}{closes})"
    argument = match(rf"({NAME})\s*{ASSIGNS}", None, {1: "variable.parameter.osy"})
    inside = [
        include("comment"),
        match(rf"(?<=[\[,])\s*({QNAME})", None, {1: "entity.other.attribute-name.osy"}),
        region(r"\(", CLOSED, [argument, include("expression")]),
    ]
    return {"name": "meta.attribute.osy", **region(f"{alone}|{behind}", r"\]", inside)}


def _parentheses() -> Pattern:
    rest = rf"(?<=[(,])\s*{any_of(table.inner(Place.PARAMETER))}(?=\s+{NAME})"
    return region(
        r"\(",
        CLOSED,
        [
            include("attribute"),
            include("clause"),
            match(rest, None, {1: SCOPES[WordKind.MODIFIER]}),
            match(rf"{LIST_START}({NAME})\s*(?=:)", None, {1: "variable.parameter.osy"}),
            include("block"),
            include("expression"),
        ],
    )


def _creation() -> Pattern:
    return region(
        rf"{NOT_MEMBER}(new)\b(?:\s+({QNAME})({TAIL}))?",
        r"(?<=\))(?!\s*\{)|(?<=\})|(?=[;,)\]}])",
        [include("comment"), include("parentheses"), include("initialiser")],
        captures({1: SCOPES[WordKind.OPERATOR]}, {2: "type-argument", 3: "type-argument"}),
    )


def _initialiser() -> Pattern:
    member = rf"(?:^\s*|(?<=[{{,])\s*)({NAME})\s*{ASSIGNS}"
    return region(
        r"\{",
        r"\}",
        [
            include("comment"),
            include("initialiser"),
            include("block"),
            match(member, None, {1: "variable.other.property.osy"}),
            include("expression"),
        ],
    )
