"""Where types stand, and which `<` opens their arguments."""

from osy_grammar.retag.tokens import Tokens


def generic_end(tokens: Tokens, i: int) -> int:
    """The index after the `>` that closes the `<` at `i`, if only parts of types stand between; else -1."""
    return tokens.angle_ends.get(i, -1)


def arguments_end(tokens: Tokens, i: int) -> int:
    """The index after type arguments that begin with the `<` at `i`, each of them looked at; -1 if one is no type."""
    kinds, last = tokens.kinds, generic_end(tokens, i) - 1
    while 0 <= i < last:
        i = type_end(tokens, i + 1)
        if i < 0 or (i != last and kinds[i] != "COMMA"):
            return -1
    return last + 1 if i == last else -1


def mark_generic(tokens: Tokens, i: int) -> int:
    """Make the angle brackets from `i` on those of type arguments; the index after them."""
    end = generic_end(tokens, i)
    kinds = tokens.kinds
    for j in range(i, end):
        if kinds[j] == "LESSTHAN":
            kinds[j] = "_GENERIC_OPEN"
        elif kinds[j] == "MORETHAN":
            kinds[j] = "_GENERIC_CLOSE"
        elif kinds[j] == "LPAR":
            kinds[j] = "_TUPLE_OPEN"
    return end


_DEEPEST_TUPLE = 12


def tuple_end(tokens: Tokens, i: int, depth: int = 0) -> int:
    """The index after the tuple's type whose `(` is at `i`: two types or more, perhaps with names; else -1."""
    kinds, last, count = tokens.kinds, tokens.partner.get(i, -1), 0
    if depth > _DEEPEST_TUPLE:
        return -1
    while 0 <= i < last:
        i = type_end(tokens, i + 1, depth + 1)
        if i < 0:
            return -1
        if kinds[i] == "ID":
            i += 1
        count += 1
        if i == last:
            return i + 1 if count > 1 else -1
        if kinds[i] != "COMMA":
            return -1
    return -1


def type_end(tokens: Tokens, i: int, depth: int = 0) -> int:
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
    elif kinds[i] == "LPAR" or kinds[i] == "_TUPLE_OPEN":
        i = tuple_end(tokens, i, depth)
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
    """Mark the angle brackets and tuples of the type at `i`, which is known to be one."""
    kinds = tokens.kinds
    if kinds[i] == "LPAR":
        if tuple_end(tokens, i) > 0:
            for j in range(i, tokens.partner[i]):
                if kinds[j] == "LPAR":
                    kinds[j] = "_TUPLE_OPEN"
                elif kinds[j] == "LESSTHAN" and generic_end(tokens, j) > 0:
                    mark_generic(tokens, j)
        return
    while kinds[i] == "ID" and kinds[i + 1] == "DOT":
        i += 2
    if kinds[i + 1] == "LESSTHAN" and generic_end(tokens, i + 1) > 0:
        mark_generic(tokens, i + 1)


def declares(tokens: Tokens, i: int) -> bool:
    """Whether a local declaration starts at `i`.

    Two names never touch in an expression, so `type name` before `=` or `;` is one. That settles `Bed? b = …;` as well.
    """
    kinds, end = tokens.kinds, type_end(tokens, i)
    if end <= 0 or kinds[end] != "ID":
        return False
    if kinds[end + 1] == "COMMA":
        # `int a, b;`
        return kinds[end + 2] == "ID" and kinds[end + 3] in ("EQUAL", "COMMA", "SEMICOLON")
    return kinds[end + 1] in ("EQUAL", "SEMICOLON")


def deconstructs(tokens: Tokens, i: int) -> bool:
    """Whether `(a, var b)` stands at `i` that declares something."""
    kinds, last = tokens.kinds, tokens.partner[i]
    return any(_declared(tokens, j) for j in range(i + 1, last) if kinds[j - 1] in ("LPAR", "COMMA"))


def _declared(tokens: Tokens, i: int) -> bool:
    """Whether `var a` or `int a` stands at `i` between a tuple's parentheses."""
    kinds = tokens.kinds
    if kinds[i] == "VAR":
        return True
    end = type_end(tokens, i) if kinds[i] != "LPAR" else -1
    return end > 0 and kinds[end] == "ID" and kinds[end + 1] in ("COMMA", "RPAR")


def deconstruct(tokens: Tokens, i: int) -> None:
    """Announce the parentheses at `i` that declare something, and what they declare."""
    kinds = tokens.kinds
    tokens.inserted[i] = "_DECONSTRUCT"
    for j in range(i + 1, tokens.partner[i]):
        if kinds[j - 1] not in ("LPAR", "COMMA"):
            continue
        if kinds[j] == "LPAR":
            if deconstructs(tokens, j):
                tokens.inserted[j] = "_DECONSTRUCT"
        elif _declared(tokens, j):
            declare(tokens, j)


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
