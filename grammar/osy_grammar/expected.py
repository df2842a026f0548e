"""What a message says of a token that fits nowhere: what could stand there, in human words."""

from osy_grammar.retag.tokens import MODIFIERS, OPERAND_STARTS
from osy_grammar.vocabulary import SPELLINGS

_STATEMENT_ENDS = {
    "local": "statement",
    "expression_statement": "statement",
    "return": "statement",
    "throw": "statement",
    "break": "statement",
    "continue": "statement",
    "yield": "statement",
    "goto": "statement",
    "clause": "clause",
    "setting": "setting",
    "client_setting": "setting",
    "manifest_line": "clause",
    "use": "clause",
    "field": "field",
    "constant": "field",
    "rule": "rule",
    "rule_of_verbs": "rule",
    "element": "element",
    "using": "declaration",
    "namespace": "declaration",
    "app_setting": "setting",
    "global_variable": "declaration",
    "global_constant": "declaration",
    "policy": "declaration",
    "principal": "declaration",
    "event": "event",
    "subscribe": "slot",
    "invariant": "invariant",
    "translation": "entry",
}
_NAMES = {
    "DOT": "the name of a member after `.`",
    "MAYBE_DOT": "the name of a member after `?.`",
    "GOTO": "the name of a state after `goto`",
    "SUBSCRIBE": "the name of an event after `subscribe`",
    "ON": "the name of an event or a slot after `on`",
    "STATE": "the name of the state",
    "EVENT": "the name of the event",
    "SUCCESS": "the name of the state",
    "CANCEL": "the name of the state",
    "ERROR": "the name of the state",
    "REMIND": "the name of the reminder",
    "NEW": "a type after `new`",
    "AS": "a name after `as`",
    "WORKFLOW": "the name of the workflow",
    "ENTITY": "the name of the entity",
    "CLASS": "the name of the class",
    "ENUM": "the name of the enum",
    "COMPONENT": "the name of the component",
}
_EXPRESSION = OPERAND_STARTS | frozenset(
    (
        "LAMBDA_NAME",
        "_LAMBDA_OPEN",
        "_CAST_OPEN",
        "AWAIT",
        "THROW_VALUE",
        "FROM_END",
        "RANGE_FROM",
        "RANGE_ALL",
        "MISSING",
    )
)
_OPERATORS = frozenset(
    (
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "PERCENT",
        "VBAR",
        "CARET",
        "AMPERSAND",
        "OR",
        "AND",
        "COALESCE",
        "EQUALS",
        "DIFFERS",
        "LESSTHAN",
        "MORETHAN",
        "AT_MOST",
        "AT_LEAST",
        "SHIFT_LEFT",
        "SHIFT_RIGHT",
        "RANGE",
        "RANGE_TO",
        "IS",
        "AS",
        "QMARK",
        "DOT",
        "MAYBE_DOT",
        "LPAR",
        "LSQB",
        "BANG",
        "INCREMENT",
        "DECREMENT",
        "MAYBE_INDEX",
        "SWITCH_VALUE",
        "COMPOUND",
    )
)
_SILENT = MODIFIERS | frozenset((
    "SKIPPED", "NULLABLE", "FOREIGN_MODIFIER", "_DECL", "_LOCAL_FUNCTION", "CTOR_NAME", "_DECONSTRUCT", "_TUPLE_OPEN",
    "_PATTERN_OPEN", "PASSING", "_CONSTANT", "_VALUE", "RELATION", "PATTERN_AND", "PATTERN_OR", "SLICE", "WITH_VALUE",
    "RECORD", "STRUCT", "CHECKED",
))  # fmt: skip
_FOREIGN_OPENERS = frozenset(["record", "struct", "delegate", "lock", "unsafe", "fixed", "unchecked", "extern"])
_FOREIGN = _FOREIGN_OPENERS | frozenset(
    [
        "operator",
        "implicit",
        "explicit",
        "with",
        "and",
        "or",
        "ref",
        "static",
        "async",
        "await",
        "let",
        "function",
        "fn",
        "def",
        "switch",
        "case",
        "do",
    ]
)
_STATEMENTS = frozenset(
    ["IF", "FOREACH", "FOR", "WHILE", "TRY", "RETURN", "THROW", "VAR", "GOTO", "BREAK", "CONTINUE", "YIELD"]
)
_MOST = 4


def missing_message(inserted: tuple[str, ...], rule: str, before: tuple[str, str]) -> tuple[str, str | None]:
    """What to say where tokens are missing behind the token `before`, and their text if it is certain."""
    kind = inserted[0]
    if before[0] == "ID" and before[1] in _FOREIGN_OPENERS:
        return foreign(before[1]), None
    if kind == "SEMICOLON":
        what = _STATEMENT_ENDS.get(rule)
        return (f"expected `;` after this {what}" if what else "expected `;`"), ";" if len(inserted) == 1 else None
    if kind == "ID":
        return f"expected {_NAMES.get(before[0], 'a name')}", None
    if kind == "MISSING":
        return f"expected an expression{_after(before)}", None
    if kind == "STRING":
        return f"expected a text in quotes{_after(before)}", None
    word = spelling(kind)
    if kind == "LBRACE":
        return f"expected `{{ … }}`{_after(before)}", None
    if kind == "LPAR":
        return f"expected `(…)`{_after(before)}", None
    return f"expected `{word}`{_after(before)}", word if len(inserted) == 1 else None


def expectation(kind: str, word: str, fitting: list[str], before: tuple[str, str]) -> str:
    """What to say of a token that cannot stand where it stands, `fitting` being the kinds that could."""
    if kind == "$END":
        subject = "the declaration breaks off here"
    elif before[1] == "from" and kind == "ID":
        return "the query form `from … in …` is not part of Osy# as known here; queries are calls such as `Where(…)`"
    elif word in _FOREIGN and kind == "ID":
        return foreign(word)
    elif word:
        subject = f"`{_short(word)}` cannot stand here"
    else:
        subject = "something is missing here"
    wanted = _human(frozenset(fitting))
    if not wanted or len(wanted) > _MOST:
        return f"{subject}{_after(before) if kind != '$END' else ''}"
    *most, last = wanted
    return f"{subject}; expected {', '.join(most)} or {last}" if most else f"{subject}; expected {last}"


def at_head(kind: str, word: str) -> str | None:
    """What to say of a declaration that begins so and is at fault in its head, if its beginning tells."""
    if kind == "ID" and word in _FOREIGN_OPENERS:
        return foreign(word)
    if kind in _STATEMENTS:
        return f"`{word}` cannot stand here; statements stand in the bodies of functions"
    return None


def foreign(word: str) -> str:
    """What to say of a word of another language where it means nothing here."""
    return f"`{word}` cannot stand here; in this form it is not part of Osy# as known here"


def _human(fitting: frozenset[str]) -> list[str]:
    """The kinds in words, groups first: "a statement" stands for all that begins one."""
    rest = set(fitting - _SILENT - {"$END"})
    words: list[str] = []
    if "SKIPPED" in fitting:
        if "RETURN" in rest:
            words.append("a statement")
        elif "SUBSCRIBE" in rest:
            words.append("an item of a workflow")
        else:
            words.append("another item")
        if "RBRACE" in rest:
            words.append("`}`")
        return words
    if "MISSING" in rest:
        words.append("an expression")
        rest -= _EXPRESSION
    if len(rest & _OPERATORS) > 6:
        words.append("an operator")
        rest -= _OPERATORS | {"EQUAL", "_GENERIC_OPEN"}
    if "PREDEFINED" in rest:
        words.append("a type")
        rest -= {"PREDEFINED", "ID", "VOID", "VAR"}
    if "ID" in rest:
        words.append("a name")
        rest.discard("ID")
    if "STRING" in rest:
        rest -= {"RAW_STRING", "VERBATIM"}
    words.extend(sorted(_IN_WORDS.get(kind) or f"`{spelling(kind)}`" for kind in rest))
    return words


def spelling(kind: str) -> str:
    """A terminal as it is written."""
    return SPELLINGS.get(kind) or _NAMED.get(kind, kind.strip("_").lower())


_IN_WORDS = {
    "STRING": "a text in quotes",
    "NUMBER": "a number",
    "VERB": "`read`, `create`, `update` or `delete`",
}
_NAMED = {
    "RAW_STRING": '"""…"""',
    "VERBATIM": '@"…"',
    "TEXT_OPEN": '$"…"',
    "FORMAT": ":…",
    "HOLE_CLOSE": "}",
    "HOLE_OPEN": "{",
    "_GENERIC_OPEN": "<",
    "_GENERIC_CLOSE": ">",
}


def _after(before: tuple[str, str]) -> str:
    word = before[1]
    return f" after `{_short(word)}`" if word else ""


def _short(word: str) -> str:
    line = word.splitlines()[0] if word else word
    return line if len(line) <= 30 and line == word else f"{line[:28]}…"
