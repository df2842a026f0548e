"""The scanner: text to tokens, with the comments kept apart.

One compiled regex finds every token; strings come before comments, so that a glob is none. A string that nobody closed
ends with its line, so that it never swallows the next one, and what closes the statement around it is left to that.
"""

import re

from osy_grammar.interpolated import OPENING, Frame, line_end, scan_interpolation
from osy_grammar.lexemes import NEVER, Scan
from osy_grammar.tree import SyntaxProblem
from osy_grammar.vocabulary import PREDEFINED, RESERVED, SPELLINGS

MARKS = {
    **{spelling: kind for kind, spelling in SPELLINGS.items() if not spelling.isalpha()},
    **dict.fromkeys(("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "??=", "<<="), "COMPOUND"),
}
FIXED = {**{word: word.upper() for word in RESERVED}, **dict.fromkeys(PREDEFINED, "PREDEFINED"), **MARKS}

TEXT_KINDS = frozenset(("TEXT_OPEN", "TEXT", "HOLE_OPEN", "FORMAT", "HOLE_CLOSE", "TEXT_CLOSE"))
MADE = frozenset(("ID", "NUMBER", "CHAR", "STRING", "RAW_STRING", "VERBATIM", *TEXT_KINDS, *FIXED.values()))
"""Every kind of token that the scanner makes."""

_LITERALS = frozenset(("STRING", "NUMBER", "CHAR", "RAW_STRING", "VERBATIM"))
_BLANKS = r" \t\f\v\r\n\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff"
_CODE = re.compile(
    rf"""
    (?P<WORD>[^\W\d]\w*+)
  | (?P<MARK>=>|==|!=|<=|>=|&&|\|\||\?\?=|\?\?|\?\.(?!\d)|\+\+|--|[-+*/%&|^]=(?![=>])|<<=|<<(?!\()|\.\.
      |[{{}}()\[\];,.:?=<>+\-*%!|^&~]|/(?![/*]))
  | (?P<STRING>"(?!"")[^"\\\r\n]*+(?:\\.[^"\\\r\n]*+)*+"|""(?!"))
  | (?P<NUMBER>0[xX][0-9A-Fa-f_]++[uUlL]*+|0[bB][01_]++[uUlL]*+
      |[0-9][0-9_]*+(?:\.[0-9][0-9_]*+)?+(?:[eE][+-]?[0-9]++)?+(?:[uU]?[lL]|[lL]?[uU]|[mMfFdD])?+)
  | (?P<TEXT_OPEN>{OPENING})
  | (?P<DOC>///(?!/)[^\r\n]*+)
  | (?P<COMMENT>//[^\r\n]*+|/\*(?s:.*?)\*/)
  | (?P<CHAR>'(?:[^'\\\r\n]|\\u[0-9A-Fa-f]{{4}}|\\U[0-9A-Fa-f]{{8}}|\\x[0-9A-Fa-f]{{1,4}}|\\.)')
  | (?P<RAW_STRING>(?P<quotes>"{{3,}}+)(?s:.*?)(?P=quotes)"*+)
  | (?P<VERBATIM>@"(?:[^"]++|"")*+")
  | (?P<AT_WORD>@[^\W\d]\w*+)
  | (?P<AT>@(?!"))
  | (?P<OPEN_RAW>"{{3,}}+)
  | (?P<OPEN_STRING>@?+"[^\r\n]*+)
  | (?P<OPEN_COMMENT>/\*(?s:.*+))
  | (?P<LONG_CHAR>'(?:[^'\\\r\n]|\\.)*+')
  | (?P<DIRECTIVE>\#)
  | (?P<ELLIPSIS>…)
  | (?P<BAD>[^{_BLANKS}\w(){{}}\[\];,.:?=<>+\-*/%!|^&~"@'\#…]++|['$]|[^{_BLANKS}])
""",
    re.VERBOSE,
)
_CLOSERS = ")]}{,; \t"
"""What ends the line of a string that nobody closed, and is left to the statement around it."""
_RAW_END = re.compile(r"(?:\r\n|\n|\r)(?=[^\s])")


def scan(text: str, *, is_start: bool = True) -> Scan:
    """The tokens of `text`, the last one `$END`; places count from its start, which begins a file if `is_start`."""
    out = Scan(is_start)
    at, end = 0, len(text)
    while at < end:
        at = _code(text, at, end, out, None)
        if at < end:
            at = scan_interpolation(text, at, out, _code)
    out.kinds.append("$END")
    out.lexemes.append((end, end, ""))
    return out


def _code(text: str, at: int, limit: int, out: Scan, hole: Frame | None) -> int:
    """Scan code up to a `$"` (given back unread), the end of `hole`, or `limit`; gives back where it stopped."""
    add_kind, add, fixed = out.kinds.append, out.lexemes.append, FIXED.get
    resumed = at
    while resumed < limit:
        at, resumed = resumed, limit
        for match in _CODE.finditer(text, at, limit):
            word = match[0]
            kind = fixed(word)
            if kind is None:
                group = match.lastgroup or ""
                if group == "WORD":
                    kind = "ID"
                elif group in _LITERALS:
                    kind = group
                elif group == "TEXT_OPEN":
                    return match.start()
                else:
                    start, end = match.span()
                    resumed = _odd(group, text, start, end, limit, out)
                    if resumed != end:
                        break
                    resumed = limit
                    continue
            elif hole is not None:
                if word in "([{":
                    hole.depth += 1
                elif hole.depth == 0 and word in "}:":
                    return match.start()
                elif word in ")]}" and hole.depth > 0:
                    hole.depth -= 1
            start, end = match.span()
            add_kind(kind)
            add((start, end, word))
    return limit


def _odd(group: str, text: str, start: int, end: int, limit: int, out: Scan) -> int:
    """Take a token that is rare or wrong; gives back where to go on."""
    word = text[start:end]
    if group == "COMMENT" or group == "DOC":
        out.comments.append((start, end, group == "DOC"))
    elif group == "AT_WORD":
        out.add("ID", start, end, word[1:])
    elif group == "AT":
        out.add("AT", start, end, word)
    elif group == "ELLIPSIS":
        out.add("ELLIPSIS", start, end, word)
    elif group == "OPEN_STRING":
        mark = 2 if word[0] == "@" else 1
        end = start + max(len(word.rstrip(_CLOSERS)), mark)
        out.add("STRING" if mark == 1 else "VERBATIM", start, end, text[start:end] + '"')
        out.unclosed(start, start + mark, end, '"')
        if mark == 2:
            out.far.append((start, NEVER))
        return end
    elif group == "OPEN_RAW":
        quotes = end
        close = _RAW_END.search(text, end, limit)
        end = close.start() if close else limit
        out.add("RAW_STRING", start, end, text[start:end] + word)
        out.unclosed(start, quotes, end, word)
        out.far.append((start, NEVER))
        return end
    elif group == "OPEN_COMMENT":
        out.comments.append((start, end, False))
        out.unclosed(start, start + 2, end, "*/")
        out.far.append((start, NEVER))
    elif group == "LONG_CHAR":
        out.add("CHAR", start, end, word)
        out.problems.append(
            SyntaxProblem(start, end, "one character stands between `'` marks; a text stands between `\"` marks")
        )
    elif group == "DIRECTIVE" and _starts_line(text, start, out.is_start):
        end = line_end(text, start, 1)
        out.problems.append(SyntaxProblem(start, end, "lines that begin with `#` are not part of Osy# as known here"))
    else:
        what = "this character cannot" if end - start == 1 else "these characters cannot"
        out.problems.append(SyntaxProblem(start, end, f"{what} stand in a program outside texts and comments"))
    return end


def _starts_line(text: str, at: int, is_start: bool) -> bool:
    while at and text[at - 1] in " \t":
        at -= 1
    return text[at - 1] in "\n\r" if at else is_start
