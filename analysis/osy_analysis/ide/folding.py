"""What can be folded: braces over several lines, runs of comments, runs of `using`."""

from collections.abc import Iterator

from osy_analysis.ide.answers import FoldingRange
from osy_analysis.ide.chunk_tokens import tokens_of
from osy_analysis.steps import checkpoint
from osy_grammar.nodes.declarations import Using
from osy_grammar.scan import scan
from osy_grammar.span import Span
from osy_grammar.tree import SourceFile


def folding_ranges(source: SourceFile) -> list[FoldingRange]:
    """The folds of a file, in the order of their starts; each spans at least two lines."""
    found = [*_braces(source), *_comments(source), *_usings(source)]
    lines = source.lines
    tall = (fold for fold in found if lines.line_of(fold.span.end) > lines.line_of(fold.span.start))
    return sorted(tall, key=lambda fold: (fold.span.start, -fold.span.end))


def _braces(source: SourceFile) -> Iterator[FoldingRange]:
    for item in source.items:
        checkpoint()
        scanned = tokens_of(item.chunk)
        opened: list[int] = []
        for kind, (start, end, _) in zip(scanned.kinds, scanned.lexemes, strict=True):
            if kind == "LBRACE":
                opened.append(item.start + start)
            elif kind == "RBRACE" and opened:
                yield FoldingRange(span=Span(opened.pop(), item.start + end), keeps_last_line=True)


def _comments(source: SourceFile) -> Iterator[FoldingRange]:
    """Block comments by themselves, line comments in runs without a line between them."""
    run: Span | None = None
    for span in _comment_spans(source):
        text = source.text[span.start : span.end]
        if run is not None and text.startswith("//") and _is_next_line(source, run.end, span.start):
            run = Span(run.start, span.end)
            continue
        if run is not None:
            yield FoldingRange(span=run, kind="comment")
        run = span if text.startswith("//") else None
        if run is None:
            yield FoldingRange(span=span, kind="comment")
    if run is not None:
        yield FoldingRange(span=run, kind="comment")


def _comment_spans(source: SourceFile) -> Iterator[Span]:
    for item in source.items:
        for comment in item.chunk.comments:
            yield Span(item.start + comment.start, item.start + comment.end)
    end = source.items[-1].end if source.items else 0
    for start, stop, _ in scan(source.text[end:]).comments:
        yield Span(end + start, end + stop)


def _is_next_line(source: SourceFile, end: int, start: int) -> bool:
    is_alone = not source.text[source.lines.line_span(source.lines.line_of(start)).start : start].strip()
    return is_alone and source.lines.line_of(start) == source.lines.line_of(end) + 1


def _usings(source: SourceFile) -> Iterator[FoldingRange]:
    run: list[Span] = []
    for item in source.items:
        if isinstance(item.node, Using):
            run.append(item.span(item.node))
            continue
        if len(run) > 1:
            yield FoldingRange(span=Span(run[0].start, run[-1].end), kind="imports")
        run = []
    if len(run) > 1:
        yield FoldingRange(span=Span(run[0].start, run[-1].end), kind="imports")
