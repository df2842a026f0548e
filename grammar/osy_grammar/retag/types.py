"""Where types stand, and which `<` opens their arguments."""

from osy_grammar.retag.tokens import Tokens


def generic_end(tokens: Tokens, i: int) -> int:
    """The index after the `>` that closes the `<` at `i`, if only parts of types stand between; else -1."""
    return tokens.angle_ends.get(i, -1)


def mark_generic(tokens: Tokens, i: int) -> int:
    """Make the angle brackets from `i` on those of type arguments; the index after them."""
    end = generic_end(tokens, i)
    kinds = tokens.kinds
    for j in range(i, end):
        if kinds[j] == "LESSTHAN":
            kinds[j] = "_GENERIC_OPEN"
        elif kinds[j] == "MORETHAN":
            kinds[j] = "_GENERIC_CLOSE"
    return end


def type_end(tokens: Tokens, i: int) -> int:
    """The index after the type that starts at `i`; -1 if none does."""
    kinds = tokens.kinds
    if kinds[i] == "PREDEFINED":
        i += 1
    elif kinds[i] == "ID":
        i += 1
        while kinds[i] == "DOT" and kinds[i + 1] == "ID":
            i += 2
        if kinds[i] == "LESSTHAN" or kinds[i] == "_GENERIC_OPEN":
            i = generic_end(tokens, i)
            if i < 0:
                return -1
    else:
        return -1
    while True:
        if kinds[i] == "QMARK" or kinds[i] == "NULLABLE":
            i += 1
        elif kinds[i] == "LSQB" and kinds[i + 1] == "RSQB":
            i += 2
        else:
            return i


def mark_type(tokens: Tokens, i: int) -> None:
    """Mark the angle brackets of the type at `i`, which is known to be one."""
    kinds = tokens.kinds
    while kinds[i] == "ID" and kinds[i + 1] == "DOT":
        i += 2
    if kinds[i + 1] == "LESSTHAN" and generic_end(tokens, i + 1) > 0:
        mark_generic(tokens, i + 1)


def declares(tokens: Tokens, i: int) -> bool:
    """Whether a local declaration starts at `i`.

    Two names never touch in an expression, so `type name` before `=` or `;` is one. That settles `Bed? b = …;` as well.
    """
    end = type_end(tokens, i)
    return end > 0 and tokens.kinds[end] == "ID" and tokens.kinds[end + 1] in ("EQUAL", "SEMICOLON")


def declare(tokens: Tokens, i: int) -> None:
    """Announce the local declaration that starts at `i`."""
    tokens.inserted[i] = "_DECL"
    if tokens.kinds[i] != "VAR":
        mark_type(tokens, i)


def is_local_function(tokens: Tokens, i: int) -> bool:
    """Whether a function stands at `i` inside a body: a type, a name, parentheses, then a body. C#'s, not Osy#'s."""
    kinds = tokens.kinds
    end = i + 1 if kinds[i] == "VOID" else type_end(tokens, i)
    if end <= 0 or kinds[end] != "ID":
        return False
    end += 1
    if kinds[end] == "LESSTHAN" and generic_end(tokens, end) > 0:
        end = generic_end(tokens, end)
    return kinds[end] == "LPAR" and tokens.after_partner(end) in ("LBRACE", "ARROW")
