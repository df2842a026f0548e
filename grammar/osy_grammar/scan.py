"""The scanner: text to tokens, with the comments kept apart.

One compiled regex finds every token. The text between the holes of `$"…"` has its own small regexes; the code in a hole is
scanned by the first one again, so strings nest in holes and holes in strings without a recursion.

A string that nobody closed ends with its line, so that it never swallows the next one. An interpolated string is tried three
times at most: on its line, then over a few lines (a hole may be laid out), then on its line again, closed by force.
"""

import re
from dataclasses import dataclass, field

from osy_grammar.tree import SyntaxProblem
from osy_grammar.vocabulary import PREDEFINED, RESERVED, SPELLINGS

Lexeme = tuple[int, int, str]
"""A token's start, end and text; its kind stands in a list of its own, because retagging changes nothing else."""

MARKS = {
    **{spelling: kind for kind, spelling in SPELLINGS.items() if not spelling.isalpha()},
    **dict.fromkeys(("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "??=", "<<="), "COMPOUND"),
}
FIXED = {**{word: word.upper() for word in RESERVED}, **dict.fromkeys(PREDEFINED, "PREDEFINED"), **MARKS}

TEXT_KINDS = frozenset(("TEXT_OPEN", "TEXT", "HOLE_OPEN", "FORMAT", "HOLE_CLOSE", "TEXT_CLOSE"))
MADE = frozenset(("ID", "NUMBER", "CHAR", "STRING", "RAW_STRING", "VERBATIM", *TEXT_KINDS, *FIXED.values()))
"""Every kind of token that the scanner makes."""

_LITERALS = frozenset(("STRING", "NUMBER", "CHAR", "RAW_STRING", "VERBATIM"))
_LAID_OUT_LINES = 20
_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANKS = r" \t\f\v\r\n\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff"
_CODE = re.compile(
    rf"""
    (?P<WORD>[^\W\d]\w*+)
  | (?P<MARK>=>|==|!=|<=|>=|&&|\|\||\?\?=|\?\?|\?\.(?!\d)|\+\+|--|[-+*/%&|^]=(?![=>])|<<=|<<(?!\()|\.\.
      |[{{}}()\[\];,.:?=<>+\-*%!|^&~]|/(?![/*]))
  | (?P<STRING>"(?!"")[^"\\\r\n]*+(?:\\.[^"\\\r\n]*+)*+"|""(?!"))
  | (?P<NUMBER>0[xX][0-9A-Fa-f_]++[uUlL]*+|0[bB][01_]++[uUlL]*+|\d[\d_]*+(?:\.\d[\d_]*+)?+(?:[eE][+-]?\d++)?+(?:[uU]?[lL]|[lL]?[uU]|[mMfFdD])?+)
  | (?P<TEXT_OPEN>\$++"{{3,}}+|\$"|\$@"|@\$")
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
_PLAIN_TEXT = re.compile(r'(?:[^"\\{}\r\n]++|\\.|\{\{|\}\}|\}(?!\}))++')
_VERBATIM_TEXT = re.compile(r'(?:[^"{}]++|""|\{\{|\}\}|\}(?!\}))++')
_FORMAT = re.compile(r':[^{}"\r\n]*+')
_CLOSERS = ")]},; \t"
_CLOSERS_BEHIND_HOLES = "),; \t"
"""What ends the line of a string that nobody closed, and is left to the statement around it."""
_RAW_END = re.compile(r"(?:\r\n|\n|\r)(?=[^\s])")


@dataclass(slots=True)
class Scan:
    """The tokens of a stretch of text, its comments `(start, end, is_doc)`, and what is wrong with single tokens.

    `far` holds the starts of tokens whose ends depend on text far behind them, because nobody closed them.
    """

    kinds: list[str] = field(default_factory=list)
    lexemes: list[Lexeme] = field(default_factory=list)
    comments: list[tuple[int, int, bool]] = field(default_factory=list)
    problems: list[SyntaxProblem] = field(default_factory=list)
    far: list[int] = field(default_factory=list)


def scan(text: str) -> Scan:
    """The tokens of `text`, places counted from its start; the last token is `$END`."""
    out = Scan()
    at, end = 0, len(text)
    while at < end:
        at = _code(text, at, end, out, None)
        if at < end:
            at = _interpolation(text, at, out)
    out.kinds.append("$END")
    out.lexemes.append((end, end, ""))
    return out


def _code(text: str, at: int, limit: int, out: Scan, hole: "_Frame | None") -> int:
    """Scan code up to a `$"` (given back unread), the end of `hole`, or `limit`; gives back where it stopped."""
    add_kind, add, fixed = out.kinds.append, out.lexemes.append, FIXED.get
    resumed = at
    while resumed < limit:
        at, resumed = resumed, limit
        for match in _CODE.finditer(text, at, limit):
            word = match[0]
            kind = fixed(word)
            if kind is None:
                group = str(match.lastgroup)
                if group == "WORD":
                    kind = "ID"
                elif group in _LITERALS:
                    kind = group
                elif group == "TEXT_OPEN":
                    return match.start()
                else:
                    start, end = match.span()
                    resumed = _odd(group, text, start, end, out)
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


def _odd(group: str, text: str, start: int, end: int, out: Scan) -> int:
    """Take a token that is rare or wrong; gives back where to go on."""
    word = text[start:end]
    if group == "COMMENT" or group == "DOC":
        out.comments.append((start, end, group == "DOC"))
    elif group == "AT_WORD":
        _add(out, "ID", start, end, word[1:])
    elif group == "AT":
        _add(out, "AT", start, end, word)
    elif group == "ELLIPSIS":
        _add(out, "ELLIPSIS", start, end, word)
    elif group == "OPEN_STRING":
        mark = 2 if word[0] == "@" else 1
        end = start + max(len(word.rstrip(_CLOSERS)), mark)
        _add(out, "STRING" if mark == 1 else "VERBATIM", start, end, text[start:end] + '"')
        _unclosed(out, start, start + mark, end, '"')
        if mark == 2:
            out.far.append(start)
        return end
    elif group == "OPEN_RAW":
        quotes = end
        close = _RAW_END.search(text, end)
        end = close.start() if close else len(text)
        _add(out, "RAW_STRING", start, end, text[start:end] + word)
        _unclosed(out, start, quotes, end, word)
        out.far.append(start)
        return end
    elif group == "OPEN_COMMENT":
        out.comments.append((start, end, False))
        _unclosed(out, start, start + 2, end, "*/")
        out.far.append(start)
    elif group == "LONG_CHAR":
        _add(out, "CHAR", start, end, word)
        out.problems.append(
            SyntaxProblem(start, end, "one character stands between `'` marks; a text stands between `\"` marks")
        )
    elif group == "DIRECTIVE" and _starts_line(text, start):
        end = _line_end(text, start, 1)
        out.problems.append(SyntaxProblem(start, end, "lines that begin with `#` are not part of Osy# as known here"))
    else:
        what = "this character cannot" if end - start == 1 else "these characters cannot"
        out.problems.append(SyntaxProblem(start, end, f"{what} stand in a program outside texts and comments"))
    return end


def _starts_line(text: str, at: int) -> bool:
    while at and text[at - 1] in " \t":
        at -= 1
    return at == 0 or text[at - 1] in "\n\r"


def _add(out: Scan, kind: str, start: int, end: int, text: str) -> None:
    out.kinds.append(kind)
    out.lexemes.append((start, end, text))


def _unclosed(out: Scan, start: int, end: int, insert_at: int, closer: str) -> None:
    opener = "/*" if closer == "*/" else closer[:3]
    out.problems.append(
        SyntaxProblem(start, end, f"`{opener}` is never closed", is_unclosed=True, missing=closer, insert_at=insert_at)
    )


# ── Interpolated strings ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Frame:
    """An interpolated string that is being scanned: where it began, what closes it, how many brackets its hole has open."""

    start: int
    closer: str
    hole: int
    spans_lines: bool
    depth: int = 0


def _interpolation(text: str, at: int, out: Scan) -> int:
    """Scan the interpolated string that begins at `at`, whatever is nested in it; gives back where it ends."""
    marks = len(out.kinds), len(out.comments), len(out.problems), len(out.far)
    line_end = _line_end(text, at, 1)
    opening = _CODE.match(text, at)
    spans_lines = opening is not None and ('"""' in opening[0] or "@" in opening[0])
    for limit in (line_end, len(text) if spans_lines else _line_end(text, at, _LAID_OUT_LINES)):
        end = _frames(text, at, limit, out, force=False)
        if end >= 0:
            return end
        for items, mark in zip((out.kinds, out.comments, out.problems, out.far), marks, strict=True):
            del items[mark:]  # type: ignore[attr-defined]  # four lists of different items
        del out.lexemes[marks[0] :]
    limit = at + max(len(text[at:line_end].rstrip(_CLOSERS_BEHIND_HOLES)), 2)
    end = _frames(text, at, limit, out, force=True)
    out.far.append(at)
    return end


def _line_end(text: str, at: int, lines: int) -> int:
    for match in _LINE_END.finditer(text, at):
        lines -= 1
        if lines == 0:
            return match.start()
    return len(text)


def _frames(text: str, at: int, limit: int, out: Scan, *, force: bool) -> int:
    """Scan one interpolated string up to `limit`; the offset after it, or -1 if it does not end there."""
    frames = [_open(text, at, out)]
    at = out.lexemes[-1][1]
    in_text = True
    while frames:
        frame = frames[-1]
        if in_text:
            at = _text(text, at, limit, frame, out)
            if at < limit and text.startswith(frame.closer, at):
                _add(out, "TEXT_CLOSE", at, at + len(frame.closer), frame.closer)
                at += len(frame.closer)
                frames.pop()
                in_text = False
            elif at < limit and text[at] == "{":
                _add(out, "HOLE_OPEN", at, at + frame.hole, "{")
                at += frame.hole
                frame.depth = 0
                in_text = False
            else:
                return _force(frames, in_text, at, out) if force else -1
            continue
        at = _code(text, at, limit, out, frame)
        if at < limit and text[at] in "}:":
            if text[at] == ":":
                match = _FORMAT.match(text, at, limit)
                end = match.end() if match else at + 1
                _add(out, "FORMAT", at, end, text[at + 1 : end])
                at = end
            closed = at + frame.hole if text.startswith("}" * frame.hole, at) else at
            _add(out, "HOLE_CLOSE", at, closed, "}")
            at = closed
            in_text = True
        elif at < limit:
            frames.append(_open(text, at, out))
            at = out.lexemes[-1][1]
            in_text = True
        else:
            return _force(frames, in_text, at, out) if force else -1
    return at


def _open(text: str, at: int, out: Scan) -> _Frame:
    match = _CODE.match(text, at)
    word = match[0] if match else '$"'
    _add(out, "TEXT_OPEN", at, at + len(word), word)
    quotes = word.lstrip("$@")
    holes = word.count("$") if len(quotes) > 1 else 1
    return _Frame(at, quotes, holes, len(quotes) > 1 or "@" in word)


def _text(text: str, at: int, limit: int, frame: _Frame, out: Scan) -> int:
    start = at
    if len(frame.closer) > 1:
        at = _raw_text(text, at, limit, frame)
    else:
        match = (_VERBATIM_TEXT if frame.spans_lines else _PLAIN_TEXT).match(text, at, limit)
        at = match.end() if match else at
    if at > start:
        _add(out, "TEXT", start, at, text[start:at])
    return at


def _raw_text(text: str, at: int, limit: int, frame: _Frame) -> int:
    """Where the raw text ends: at its closing quotes or at a hole, which as many braces open as there were `$`."""
    close = text.find(frame.closer, at, limit)
    if close >= 0:
        # Quotes in excess belong to the text.
        while text.startswith('"', close + len(frame.closer)):
            close += 1
    hole = text.find("{" * frame.hole, at, close if close >= 0 else limit)
    if hole >= 0:
        return hole
    return close if close >= 0 else limit


def _force(frames: list[_Frame], in_text: bool, at: int, out: Scan) -> int:
    """Close everything that is open, and say so once, at the outermost string."""
    first = frames[0]
    while frames:
        frame = frames.pop()
        if not in_text:
            _add(out, "HOLE_CLOSE", at, at, "}")
        _add(out, "TEXT_CLOSE", at, at, frame.closer)
        in_text = False
    quotes = first.start + 1 + len(first.closer)
    _unclosed(out, first.start, quotes, at, first.closer)
    return at
