"""Heads of statements."""

from osy_grammar.retag.patterns import label
from osy_grammar.retag.tokens import OPERAND_STARTS, Tokens
from osy_grammar.retag.types import declare, declares, deconstruct, deconstructs, is_local_function, mark_type
from osy_grammar.tree import SyntaxProblem

_WITH_PARENTHESES = frozenset(("IF", "WHILE", "FOR", "FOREACH", "CATCH"))


def statement(tokens: Tokens, i: int) -> bool:
    """Reserved words say what their bodies are; two names before `=` or `;` declare; a few words open a statement."""
    kinds = tokens.kinds
    kind = kinds[i]
    if kind == "ID":
        if kinds[i + 1] == "LPAR":
            _called_word(tokens, i)
        elif kinds[i + 1] == "LBRACE":
            if tokens.word(i) == "do":
                tokens.keyword(i, "BLOCK")
            elif tokens.word(i) in ("checked", "unchecked"):
                kinds[i] = "CHECKED"
                tokens.opens[i + 1] = "BLOCK"
        elif declares(tokens, i):
            declare(tokens, i)
        elif is_local_function(tokens, i):
            _local_function(tokens, i)
    elif kind == "LBRACE":
        tokens.opens[i] = "BLOCK"
    elif kind in _WITH_PARENTHESES:
        _with_parentheses(tokens, i)
    elif kind in ("ELSE", "TRY", "FINALLY"):
        body(tokens, i + 1)
    elif kind == "VAR":
        declare(tokens, i)
    elif kind == "PREDEFINED":
        if declares(tokens, i):
            declare(tokens, i)
        elif is_local_function(tokens, i):
            _local_function(tokens, i)
    elif kind == "VOID":
        if is_local_function(tokens, i):
            _local_function(tokens, i)
    elif kind == "LPAR":
        _tuple(tokens, i)
    elif kind == "GOTO":
        _goto(tokens, i)
    elif kind == "USING":
        _using(tokens, i)
    elif kind == "CONST":
        mark_type(tokens, i + 1)
    return True


def _tuple(tokens: Tokens, i: int) -> None:
    """`(int, string) name = …;`, a function that gives a tuple, or `(var a, b) = …;`."""
    if declares(tokens, i):
        declare(tokens, i)
    elif is_local_function(tokens, i):
        _local_function(tokens, i)
    elif tokens.after_partner(i) == "EQUAL" and deconstructs(tokens, i):
        deconstruct(tokens, i)


def _goto(tokens: Tokens, i: int) -> None:
    """C#'s `goto case value;` and `goto default;`."""
    word, following = tokens.word(i + 1), tokens.kinds[i + 2]
    if (word == "case" and following in OPERAND_STARTS) or (word == "default" and following == "SEMICOLON"):
        tokens.keyword(i + 1)


def body(tokens: Tokens, i: int) -> None:
    """A statement's own statement: it starts here although nothing ended before it."""
    if tokens.kinds[i] == "LBRACE":
        tokens.opens[i] = "BLOCK"
    else:
        tokens.starts.add(i)


def _called_word(tokens: Tokens, i: int) -> None:
    """`runas (…) {`, and C#'s `switch (…) {` and `lock (…) {`: a call is never followed by a brace."""
    close = tokens.partner[i + 1]
    if tokens.kinds[close + 1] != "LBRACE":
        return
    word = tokens.word(i)
    if word == "runas" or word == "lock":
        tokens.keyword(i, "BLOCK", close + 1)
    elif word == "switch":
        tokens.keyword(i, "SWITCH", close + 1)


def _with_parentheses(tokens: Tokens, i: int) -> None:
    kinds, kind = tokens.kinds, tokens.kinds[i]
    if kinds[i + 1] != "LPAR":
        if not _bare_condition(tokens, i):
            body(tokens, i + 1)
        return
    behind = tokens.partner[i + 1] + 1
    if kind == "FOREACH":
        if kinds[i + 2] == "LPAR" and tokens.after_partner(i + 2) == "IN" and deconstructs(tokens, i + 2):
            deconstruct(tokens, i + 2)
        else:
            mark_type(tokens, i + 2)
    elif kind == "CATCH":
        mark_type(tokens, i + 2)
        if kinds[behind] == "ID" and tokens.word(behind) == "when" and kinds[behind + 1] == "LPAR":
            tokens.keyword(behind)
            behind = tokens.partner[behind + 1] + 1
    elif kind == "FOR" and (kinds[i + 2] == "VAR" or declares(tokens, i + 2)):
        declare(tokens, i + 2)
    body(tokens, behind)


def _bare_condition(tokens: Tokens, i: int) -> bool:
    """Whether `if x {` stands at `i`, as in other languages: it is told, and gets its parentheses."""
    opener = tokens.opener(i + 1)
    if tokens.kinds[i] not in ("IF", "WHILE") or tokens.kinds[opener] != "LBRACE" or opener == i + 1:
        return False
    start, end = tokens.lexemes[i + 1][0], tokens.lexemes[opener - 1][1]
    if not all(tokens.on_one_line(j) for j in range(i, opener)):
        return False
    tokens.inserted |= {i + 1: "LPAR", opener: "RPAR"}
    tokens.opens[opener] = "BLOCK"
    tokens.problems.append(SyntaxProblem(start, end, "expected `(` and `)` around this condition"))
    return True


def _using(tokens: Tokens, i: int) -> None:
    """C#'s `using (…) { … }` and `using var x = …;`."""
    if tokens.kinds[i + 1] == "LPAR":
        body(tokens, tokens.partner[i + 1] + 1)
        i += 1
    if tokens.kinds[i + 1] == "VAR" or declares(tokens, i + 1):
        declare(tokens, i + 1)


def _local_function(tokens: Tokens, i: int) -> None:
    kinds = tokens.kinds
    tokens.inserted[i] = "_LOCAL_FUNCTION"
    mark_type(tokens, i)
    while kinds[i] != "LPAR":
        i += 1
    behind = tokens.partner[i] + 1
    tokens.opens[i] = "PARAMETERS"
    if kinds[behind] == "LBRACE":
        tokens.opens[behind] = "BLOCK"


def switch_item(tokens: Tokens, i: int) -> bool:
    """`case value:`, `default:`, or a statement under them."""
    kinds = tokens.kinds
    if kinds[i] == "ID" and tokens.word(i) in ("case", "default"):
        is_case = tokens.word(i) == "case"
        behind = label(tokens, i + 1) if is_case else -1
        colon = _colon(tokens, max(behind, i + 1))
        if kinds[colon] == "COLON" and (colon == i + 1) != is_case:
            tokens.keyword(i)
            tokens.starts.add(colon + 1)
            if is_case and behind < 0:
                tokens.inserted[i + 1] = "_VALUE"
            for j in range(max(behind, i + 1), colon):
                if kinds[j] == "ID" and tokens.word(j) == "when" and tokens.operand_ends(j - 1):
                    tokens.keyword(j)
                    break
            return True
    return statement(tokens, i)


def _colon(tokens: Tokens, i: int) -> int:
    """The colon that ends a label: the first one that no `?` asks for."""
    kinds, asked = tokens.kinds, 0
    while kinds[i] not in ("SEMICOLON", "LBRACE", "RBRACE", "$END"):
        if kinds[i] == "QMARK":
            asked += 1
        elif kinds[i] == "COLON":
            if not asked:
                return i
            asked -= 1
        i = tokens.partner[i] + 1 if kinds[i] in ("LPAR", "LSQB") else i + 1
    return i
