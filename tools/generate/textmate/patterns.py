"""What the parts of the TextMate grammar share: scopes, pieces of regular expressions, the shape of a pattern."""

import re
from collections.abc import Iterable, Mapping

from osy_grammar.language import Names, Next, WordKind
from tools.generate import table

Pattern = dict[str, object]

SCOPES = {
    WordKind.CONTROL: "keyword.control.osy",
    WordKind.DECLARATION: "keyword.declaration.osy",
    WordKind.MODIFIER: "storage.modifier.osy",
    WordKind.OPERATOR: "keyword.operator.expression.osy",
    WordKind.CONSTANT: "constant.language.osy",
    WordKind.TYPE: "storage.type.osy",
    WordKind.CLAUSE: "keyword.other.clause.osy",
    WordKind.AMBIENT: "variable.language.osy",
}
NAME_SCOPES = {
    Names.TYPE: "entity.name.type.osy",
    Names.FUNCTION: "entity.name.function.osy",
    Names.STATE: "variable.other.enummember.osy",
    Names.NAMESPACE: "entity.name.namespace.osy",
}

NAME = r"[^\W\d]\w*"
QNAME = rf"{NAME}(?:\.{NAME})*"
CAPITAL = r"[A-Z]\w*"
GENERIC = r"<[\w\s,.?<>\[\]]*>"
TAIL = rf"(?:{GENERIC})?(?:\?|\[\])*"
NOT_MEMBER = r"(?<![.\w@])"
ASSIGNS = r"(?=\s*=(?![=>]))"
# A statement that a bracket cannot run over.
STATEMENT_END = r"(?=[;{}])"
BEHIND_MODIFIER = "(?<=" + "|".join(f"{word} " for word in table.reserved(WordKind.MODIFIER)) + ")"
START = rf"(?:^\s*|(?<=[{{}};\]])\s*|{BEHIND_MODIFIER})"
LIST_START = r"(?:^\s*|(?<=[(,])\s*)"
END_OF_HEAD = r"\s*(?:\{|$|//|/\*)"
AHEAD = {
    Next.NAME: rf"(?=\s+(?!(?:is|as|in)\b){NAME})",
    Next.BRACE: rf"(?={END_OF_HEAD})",
    # `when(x);` is a call; an arm's condition is followed by a block.
    Next.PAREN: r"(?=\s*\((?![^{}]*;\s*$))",
    Next.DOT: r"(?=\s*\.)",
    Next.COLON: r"(?=\s*:)",
    Next.ARROW: r"(?=\s*=>)",
    Next.SEMICOLON: r"(?=\s*;)",
    Next.STRING: r'(?=\s+")',
    Next.EXPRESSION: r"(?=\s+[^\s=.;,:)])",
}
AFTER_NAME = {
    Names.TYPE: r"(?!\s*=(?!>))",
    Names.FUNCTION: rf"(?=\s*\(|{END_OF_HEAD})",
    Names.STATE: rf"(?=\s*;|{END_OF_HEAD})",
    Names.NAMESPACE: r"(?=\s*(?:;|$|//))",
}


def any_of(words: Iterable[str]) -> str:
    """A group that captures one of the words, from its first letter."""
    return r"\b(" + "|".join(re.escape(word) for word in words) + ")"


def include(name: str) -> Pattern:
    """A reference to an entry of the repository."""
    return {"include": f"#{name}"}


def captures(scopes: Mapping[int, str], nested: Mapping[int, str] | None = None) -> Pattern:
    """The scopes of a pattern's groups, and for `nested` ones the entries that their text is matched against."""
    groups: Pattern = {str(number): {"name": scope} for number, scope in scopes.items()}
    groups.update({str(number): {"patterns": [include(entry)]} for number, entry in (nested or {}).items()})
    return groups


def match(
    pattern: str,
    scope: str | None = None,
    groups: Mapping[int, str] | None = None,
    nested: Mapping[int, str] | None = None,
) -> Pattern:
    """A pattern of one line, with its scope and those of its groups."""
    found: Pattern = {"match": pattern} if scope is None else {"name": scope, "match": pattern}
    if groups or nested:
        found["captures"] = captures(groups or {}, nested)
    return found


def region(begin: str, end: str, patterns: Iterable[Pattern], groups: Pattern | None = None) -> Pattern:
    """A region without a scope of its own; `groups` are those of its begin."""
    found: Pattern = {"begin": begin, "end": end, "patterns": list(patterns)}
    if groups:
        found["beginCaptures"] = groups
    return found
