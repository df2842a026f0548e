"""Interpolated strings: what stands between their holes, and where the code in the holes begins and ends.

One that nobody closed is tried three times at most: on its line, then over a few lines (a hole may be laid out), then
on its line again, closed by force. Strings nest in holes and holes in strings on a stack of frames, without recursion.
"""

import re
from collections.abc import Callable

from osy_grammar.lexemes import NEVER, Scan
from osy_grammar.record import record

OPENING = r'\$++"{3,}+|\$"|\$@"|@\$"'
"""What begins an interpolated string, as a regex."""
_OPENING = re.compile(OPENING)
_LAID_OUT_LINES = 20
_LONGEST_LINE_END = 2
_LINE_END = re.compile(r"\r\n|\n|\r")
_PLAIN_TEXT = re.compile(r'(?:[^"\\{}\r\n]++|\\.|\{\{|\}\}|\}(?!\}))++')
_VERBATIM_TEXT = re.compile(r'(?:[^"{}]++|""|\{\{|\}\}|\}(?!\}))++')
_FORMAT = re.compile(r':[^{}"\r\n]*+')
_CLOSERS = "),; \t"
"""What ends the line of a string that nobody closed, and is left to the statement around it."""


@record(frozen=False)
class Frame:
    """An interpolated string that is being scanned: where it began, what closes it, the brackets open in its hole."""

    start: int
    closer: str
    hole: int
    spans_lines: bool
    depth: int = 0


Code = Callable[[str, int, int, Scan, Frame], int]
"""Scans code up to the end of a hole or to the next `$"`; gives back where it stopped."""


def scan_interpolation(text: str, at: int, out: Scan, code: Code) -> int:
    """Scan the interpolated string that begins at `at`, whatever is nested in it; gives back where it ends."""
    before = out.length()
    end_of_line = line_end(text, at, 1)
    opening = _OPENING.match(text, at)
    spans_lines = opening is not None and ('"""' in opening[0] or "@" in opening[0])
    for limit in (end_of_line, len(text) if spans_lines else line_end(text, at, _LAID_OUT_LINES)):
        end = _frames(text, at, limit, out, code, force=False)
        if end >= 0:
            return end
        out.cut_back(before)
    limit = at + max(len(text[at:end_of_line].rstrip(_CLOSERS)), 2)
    end = _frames(text, at, limit, out, code, force=True)
    out.far.append((at, _looked_at(text, at, spans_lines=spans_lines)))
    return end


def _looked_at(text: str, at: int, *, spans_lines: bool) -> int:
    """How far the text was looked at for the end of a string that begins at `at` and is never closed."""
    limit = line_end(text, at, _LAID_OUT_LINES) + _LONGEST_LINE_END
    return NEVER if spans_lines or limit >= len(text) else limit


def line_end(text: str, at: int, lines: int) -> int:
    """Where the line of `at` ends, or that many lines from there."""
    for match in _LINE_END.finditer(text, at):
        lines -= 1
        if lines == 0:
            return match.start()
    return len(text)


def _frames(text: str, at: int, limit: int, out: Scan, code: Code, *, force: bool) -> int:
    """Scan one interpolated string up to `limit`; the offset after it, or -1 if it does not end there."""
    frames = [_open(text, at, out)]
    at = out.lexemes[-1][1]
    in_text = True
    while frames:
        frame = frames[-1]
        if in_text:
            at = _text(text, at, limit, frame, out)
            if at < limit and text.startswith(frame.closer, at):
                out.add("TEXT_CLOSE", at, at + len(frame.closer), frame.closer)
                at += len(frame.closer)
                frames.pop()
                in_text = False
            elif at < limit and text[at] == "{":
                out.add("HOLE_OPEN", at, at + frame.hole, "{")
                at += frame.hole
                frame.depth = 0
                in_text = False
            else:
                return _force(frames, in_text, at, out) if force else -1
            continue
        at = code(text, at, limit, out, frame)
        if at < limit and text[at] in "}:":
            if text[at] == ":":
                match = _FORMAT.match(text, at, limit)
                end = match.end() if match else at + 1
                out.add("FORMAT", at, end, text[at + 1 : end])
                at = end
            closed = at + frame.hole if text.startswith("}" * frame.hole, at) else at
            out.add("HOLE_CLOSE", at, closed, "}")
            at = closed
            in_text = True
        elif at < limit:
            frames.append(_open(text, at, out))
            at = out.lexemes[-1][1]
            in_text = True
        else:
            return _force(frames, in_text, at, out) if force else -1
    return at


def _open(text: str, at: int, out: Scan) -> Frame:
    match = _OPENING.match(text, at)
    word = match[0] if match else '$"'
    out.add("TEXT_OPEN", at, at + len(word), word)
    quotes = word.lstrip("$@")
    holes = word.count("$") if len(quotes) > 1 else 1
    return Frame(at, quotes, holes, len(quotes) > 1 or "@" in word)


def _text(text: str, at: int, limit: int, frame: Frame, out: Scan) -> int:
    start = at
    if len(frame.closer) > 1:
        at = _raw_text(text, at, limit, frame)
    else:
        match = (_VERBATIM_TEXT if frame.spans_lines else _PLAIN_TEXT).match(text, at, limit)
        at = match.end() if match else at
    if at > start:
        out.add("TEXT", start, at, text[start:at])
    return at


def _raw_text(text: str, at: int, limit: int, frame: Frame) -> int:
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


def _force(frames: list[Frame], in_text: bool, at: int, out: Scan) -> int:
    """Close everything that is open, and say so once, at the outermost string."""
    first = frames[0]
    missing = ""
    while frames:
        frame = frames.pop()
        if not in_text:
            out.add("HOLE_CLOSE", at, at, "}")
            missing += "}" * frame.hole
        out.add("TEXT_CLOSE", at, at, frame.closer)
        missing += frame.closer
        in_text = False
    out.unclosed(first.start, first.start + 1 + len(first.closer), at, missing)
    return at
