"""Heads of workflow items. Every body takes every item; where one may stand is a check's to say."""

from collections.abc import Callable

from osy_grammar.retag.tokens import Tokens

BODIES = {
    "Assigned": "WORKFLOW",
    "Finished": "WORKFLOW",
    "Expire": "SETTINGS",
    "Deadline": "SETTINGS",
    "Requires": "REQUIRES",
    "enter": "BLOCK",
    "exit": "BLOCK",
    "Start": "BLOCK",
    "Exhausted": "BLOCK",
    "Unassigned": "BLOCK",
    "Unfinished": "BLOCK",
}
"""The words that open an item right before its braces, and what these hold."""
_NAMED = {"event": "", "state": "WORKFLOW", "subscribe": "WORKFLOW", "on": "BLOCK", "Remind": "BLOCK"}


def item(tokens: Tokens, i: int) -> bool:
    """Capitalised and small words alike: keywords before their own next token, plain names in `Word = …;`."""
    kinds = tokens.kinds
    if kinds[i] != "ID":
        return False
    word, following = tokens.word(i), kinds[i + 1]
    if following == "LBRACE":
        if word in BODIES:
            tokens.keyword(i, BODIES[word])
        elif word == "state" or word == "subscribe" or word == "on":
            tokens.keyword(i, _NAMED[word])
    elif following == "LPAR":
        if word == "Unassigned" or word == "Unfinished":
            tokens.keyword(i, "BLOCK")
    elif following == "ID":
        return _named(tokens, i, word)
    elif word in _NAMED and following in ("RBRACE", "SEMICOLON", "$END"):
        tokens.keyword(i)
    return False


def _named(tokens: Tokens, i: int, word: str) -> bool:
    kinds = tokens.kinds
    if word in _NAMED:
        tokens.keyword(i, _NAMED[word])
        if word == "on":
            opener = tokens.opener(i)
            if _arm_follows(tokens, opener + 1):
                tokens.opens[opener] = "ARMS"
        return word == "Remind"
    if word == "terminal":
        if tokens.word(i + 1) in ("success", "cancel", "error"):
            tokens.keyword(i, "WORKFLOW")
            tokens.keyword(i + 1)
    elif word == "complete" and tokens.word(i + 1) == "when":
        tokens.keyword(i + 1)
        close = tokens.partner.get(i + 2, -1)
        if kinds[i + 2] == "LPAR" and kinds[close + 1] == "LBRACE":
            kinds[i] = "COMPLETE_IF"
            tokens.opens[close + 1] = "BLOCK"
        else:
            tokens.keyword(i)
        return True
    return False


def _arm_follows(tokens: Tokens, i: int) -> bool:
    """A route's body is a list of arms if it starts with one; `when(…)` without a block is an ordinary call."""
    kinds = tokens.kinds
    if kinds[i] != "ID":
        return False
    if tokens.word(i) == "when" and kinds[i + 1] == "LPAR":
        return tokens.after_partner(i + 1) == "LBRACE"
    return tokens.word(i) == "default" and kinds[i + 1] == "LBRACE"


def arm(tokens: Tokens, i: int) -> bool:
    """`when (…) { }` and `default { }` are words only here."""
    if _arm_follows(tokens, i):
        tokens.keyword(i, "BLOCK")
    return True


def requirement(tokens: Tokens, i: int) -> bool:
    """A requirement's name is free; its braces hold assignments."""
    tokens.opens[i + 1] = "SETTINGS"
    return False


HEADS: dict[str, Callable[[Tokens, int], bool]] = {
    "WORKFLOW": item,
    "ARMS": arm,
    "REQUIRES": requirement,
}
