"""Heads of components, markup, styles, controls, themes and animations."""

from collections.abc import Callable

from osy_grammar.retag.tokens import Tokens
from osy_grammar.retag.types import declare, declares, generic_end, mark_generic, mark_type, type_end


def component(tokens: Tokens, i: int) -> bool:
    """Each word needs its own next token; `action`, `live`, `on`, `subject` are plain names in any other place."""
    kinds = tokens.kinds
    if kinds[i] != "ID":
        return False
    word, following = tokens.word(i), kinds[i + 1]
    if following == "LBRACE":
        if word == "render" or word == "skeleton":
            tokens.keyword(i, "MARKUP")
        elif word == "variants":
            tokens.keyword(i, "STYLE")
    elif word == "on":
        if following == "ID" and kinds[i + 2] in ("LPAR", "LBRACE"):
            tokens.keyword(i, "BLOCK")
            return True
    elif word == "action":
        if following == "ID" and kinds[i + 2] == "LPAR":
            tokens.keyword(i, "BLOCK")
    elif word == "live":
        if following == "VAR" or _is_typed_live(tokens, i + 1):
            tokens.keyword(i)
            mark_type(tokens, i + 1)
    elif word in ("language", "subject") and following == "ARROW":
        tokens.keyword(i)
    return False


def _is_typed_live(tokens: Tokens, i: int) -> bool:
    end = type_end(tokens, i)
    return end > 0 and tokens.kinds[end] == "ID" and tokens.kinds[end + 1] == "EQUAL"


def markup(tokens: Tokens, i: int) -> bool:
    """`slot name` fills a slot; a declaration has two names side by side; everything else is an element."""
    kinds = tokens.kinds
    kind = kinds[i]
    if kind == "ID":
        if kinds[i + 1] == "ID":
            if tokens.word(i) == "slot" and kinds[i + 2] == "LBRACE":
                tokens.keyword(i, "CHILDREN", i + 2)
            elif declares(tokens, i):
                declare(tokens, i)
        elif declares(tokens, i):
            declare(tokens, i)
        else:
            _element(tokens, i)
    elif kind == "IF" or kind == "FOREACH":
        if kinds[i + 1] == "LPAR":
            tokens.opens[tokens.partner[i + 1] + 1] = "MARKUP"
            if kind == "FOREACH":
                mark_type(tokens, i + 2)
    elif kind == "ELSE":
        if kinds[i + 1] == "LBRACE":
            tokens.opens[i + 1] = "MARKUP"
        else:
            tokens.starts.add(i + 1)
    elif kind == "VAR" or declares(tokens, i):
        declare(tokens, i)
    return True


def _element(tokens: Tokens, i: int) -> None:
    kinds = tokens.kinds
    i += 1
    while kinds[i] == "DOT" and kinds[i + 1] == "ID":
        i += 2
    if kinds[i] == "LESSTHAN" and generic_end(tokens, i) > 0:
        i = mark_generic(tokens, i)
    if kinds[i] == "LPAR":
        i = tokens.partner[i] + 1
    if kinds[i] == "LBRACE":
        tokens.opens[i] = "CHILDREN"


def children(tokens: Tokens, i: int) -> str:
    """What the brace at `i` holds: `{ row =>` and `{ (row, index) =>` head a row template, all else is markup."""
    kinds = tokens.kinds
    if kinds[i + 1] == "ID" and kinds[i + 2] == "ARROW":
        kinds[i + 1] = "ROW_NAME"
        tokens.starts.add(i + 3)
    elif kinds[i + 1] == "LPAR" and tokens.after_partner(i + 1) == "ARROW":
        kinds[i + 1] = "_ROW_OPEN"
        tokens.starts.add(tokens.partner[i + 1] + 2)
    return "MARKUP"


def style(tokens: Tokens, i: int) -> bool:
    """One recursive shape; `base` is a group here and a keyword elsewhere."""
    kinds = tokens.kinds
    if kinds[i] == "BASE":
        kinds[i] = "ID"
    if kinds[i] == "ID" and kinds[i + 1] == "ID" and tokens.word(i) == "inside":
        tokens.keyword(i, "STYLE")
    elif kinds[i + 1] == "LBRACE":
        tokens.opens[i + 1] = "STYLE"
    return False


def control(tokens: Tokens, i: int) -> bool:
    """The only lines without an end: an item is over after its one value."""
    word = tokens.word(i)
    if word in ("contractVersion", "participation"):
        tokens.keyword(i)
        tokens.starts.add(i + 2)
    elif tokens.kinds[i + 1] == "LBRACE":
        if word in ("props", "probe"):
            tokens.keyword(i, "PROPS")
        elif word in ("events", "commands", "slots", "chunks"):
            tokens.keyword(i, "SIGNALS")
    return False


def theme(tokens: Tokens, i: int) -> bool:
    """Theme groups hold assignments only."""
    if tokens.kinds[i + 1] == "LBRACE":
        tokens.opens[i + 1] = "SETTINGS"
    return False


def animation(tokens: Tokens, i: int) -> bool:
    """`from` and `to` are steps before `{`; `60%` is one too."""
    kinds = tokens.kinds
    if kinds[i] == "NUMBER":
        tokens.opens[i + 2] = "SETTINGS"
    elif kinds[i + 1] == "LBRACE":
        tokens.opens[i + 1] = "SETTINGS"
        if tokens.word(i) in ("from", "to"):
            tokens.keyword(i)
    return False


HEADS: dict[str, Callable[[Tokens, int], bool]] = {
    "COMPONENT": component,
    "MARKUP": markup,
    "STYLE": style,
    "CONTROL": control,
    "THEME": theme,
    "ANIMATION": animation,
}
