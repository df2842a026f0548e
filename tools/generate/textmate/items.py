"""What stands where an item of a file, a type, a workflow or a block starts."""

from osy_grammar.language import Names, Next, Place, WordKind
from tools.generate import table
from tools.generate.textmate.patterns import (
    AFTER_NAME,
    AHEAD,
    ASSIGNS,
    GENERIC,
    NAME,
    NAME_SCOPES,
    NOT_MEMBER,
    QNAME,
    SCOPES,
    START,
    STATEMENT_END,
    Pattern,
    any_of,
    captures,
    include,
    match,
    region,
)

WORD = SCOPES[WordKind.DECLARATION]
# These have entries of their own.
SPECIAL = {"goto", "subscribe"}


def repository() -> dict[str, Pattern]:
    """The entries of items."""
    clause = rf"(?:^\s*|(?<=[{{;(,])\s*){any_of(table.clauses())}{ASSIGNS}"
    return {
        "declaration": {"patterns": _declarations()},
        "opener": {"patterns": _openers()},
        "clause": match(clause, None, {1: SCOPES[WordKind.CLAUSE]}),
        "terminal": _terminal(),
        "complete": _complete(),
        "subscribe": _subscribe(),
        "security-rule": _security_rule(),
        "policy": _line("policy", rf"\s+({NAME})", [], {1: WORD, 2: NAME_SCOPES[Names.TYPE]}),
        "invariant": _line("invariant", AHEAD[Next.EXPRESSION], [_message()], {1: WORD}),
    }


def _declarations() -> list[Pattern]:
    """A word and the name that it gives, behind which a type may have parameters and bases."""
    found = []
    for kind in WordKind:
        for name in Names:
            rows = [word for word in table.naming(name) if word.kind is kind and not word.is_inner]
            words = table.ordered(word.text for word in rows if word.text not in SPECIAL)
            if words:
                tail = rf"(\s*{GENERIC})?(?:(\s*:\s*)([^{{;/=]+))?" if name is Names.TYPE else ""
                head = rf"{START}{any_of(words)}\s+({QNAME}){tail}{AFTER_NAME[name]}"
                types = {3: "type-argument", 5: "type-argument"} if tail else {}
                found.append(match(head, None, {1: SCOPES[kind], 2: NAME_SCOPES[name]}, types))
    return found


def _openers() -> list[Pattern]:
    return [
        match(rf"{START}{any_of(words)}{ahead}", None, {1: SCOPES[kind]})
        for kind in WordKind
        for following, ahead in AHEAD.items()
        if (words := table.openers_before(kind, following))
    ]


def _terminal() -> Pattern:
    outcomes = any_of(table.inner(Place.TERMINAL))
    scopes = {1: WORD, 2: SCOPES[WordKind.MODIFIER], 3: NAME_SCOPES[Names.STATE]}
    return match(rf"{START}(terminal)\s+{outcomes}\s+({NAME})", None, scopes)


def _complete() -> Pattern:
    control = SCOPES[WordKind.CONTROL]
    return match(rf"{START}(complete)\s+{any_of(table.inner(Place.STATE))}\b", None, {1: control, 2: control})


def _subscribe() -> Pattern:
    alias = match(rf"\b(as)\s+({NAME})", None, {1: SCOPES[WordKind.OPERATOR], 2: "variable.other.slot.osy"})
    return region(
        rf"{START}(subscribe)\s+({NAME})",
        STATEMENT_END,
        [include("comment"), alias, include("parentheses")],
        captures({1: WORD, 2: NAME_SCOPES[Names.FUNCTION]}),
    )


def _security_rule() -> Pattern:
    grants = table.openers_in(Place.SECURITY, Next.NAME)
    verbs = any_of(table.inner(Place.SECURITY, WordKind.OPERATOR))
    conditions = any_of(table.inner(Place.SECURITY, WordKind.CONTROL))
    return region(
        rf"{START}{any_of(grants)}(?=\s+{verbs}\b)",
        STATEMENT_END,
        [
            match(rf"(?<={'|'.join(grants)}|,)\s*{verbs}\b", None, {1: SCOPES[WordKind.OPERATOR]}),
            match(rf"{NOT_MEMBER}{conditions}\b(?=\s)", None, {1: SCOPES[WordKind.CONTROL]}),
            include("user"),
            include("expression"),
        ],
        captures({1: WORD}),
    )


def _message() -> Pattern:
    return match(rf"{NOT_MEMBER}{any_of(table.inner(Place.ENTITY))}{AHEAD[Next.STRING]}", None, {1: WORD})


def _line(word: str, head: str, patterns: list[Pattern], scopes: dict[int, str]) -> Pattern:
    """An item up to its end in which `user` asks."""
    inside = [*patterns, include("user"), include("expression")]
    return region(rf"{START}({word}){head}", STATEMENT_END, inside, captures(scopes))
