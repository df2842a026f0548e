"""Text to tree: `parse` never raises, for any text at all.

Each declaration is parsed by itself, with places relative to its own start, and is taken over from the previous parse
where that had one with the same text. Around an edit only the declarations that it touches are scanned again: the cut
goes from left to right, so what was cut before the edit stays, and what follows stays as soon as the new cut meets an
old one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import islice

from osy_grammar.driver import collector_off, drive
from osy_grammar.interpolated import line_end
from osy_grammar.lexemes import NEVER, Lexeme, Scan
from osy_grammar.nodes.base import Token
from osy_grammar.nodes.declarations import Declaration, ErrorDeclaration
from osy_grammar.record import replace
from osy_grammar.retag import retag
from osy_grammar.scan import FIXED, scan
from osy_grammar.split import Part, split
from osy_grammar.tables import tables
from osy_grammar.tree import Chunk, Comment, Item, SourceFile, SyntaxProblem

_NOTHING_FITS = 3
"""So many faults in a body behind a faulty head are one fault."""
_SPELLINGS = 12
_RESPELT_TOKENS = 20_000
"""Words of a declaration are tried in another spelling; each try parses it again, so a big one has fewer of them."""


def parse(text: str, previous: SourceFile | None = None) -> SourceFile:
    """The tree of `text`; unchanged declarations are taken over from `previous`, an earlier parse of the same file."""
    with collector_off():
        if previous is None or not previous.items:
            items, reaches, _ = _cut(text, 0, len(text), {})
            return SourceFile(text, tuple(items), tuple(reaches))
        if text == previous.text:
            return previous
        return _reparse(text, previous)


def _reparse(text: str, previous: SourceFile) -> SourceFile:
    old = previous.items
    before = _unchanged_before(text, previous)
    behind = _unchanged_behind(text, previous, before)
    shift = len(text) - len(previous.text)
    start = old[before].start if before < len(old) else old[-1].end
    known = {item.chunk.text: item.chunk for item in old}
    more = 1
    while True:
        # One declaration behind the edit is cut again as well, which proves that the cuts meet; else ever more of them.
        last = min(behind + more, len(old))
        end = old[last].start + shift if last < len(old) else len(text)
        items, reaches, settled = _cut(text, start, end, known)
        if end == len(text):
            meet = len(old)
            break
        meet, count = _meet(items, settled, old, shift, behind)
        if meet >= 0:
            del items[count:], reaches[count:]
            break
        more *= 4
    moved = [Item(item.start + shift, item.chunk) for item in old[meet:]] if shift else old[meet:]
    moved_reaches = [reach if reach == NEVER else reach + shift for reach in previous.reaches[meet:]]
    return SourceFile(text, (*old[:before], *items, *moved), (*previous.reaches[:before], *reaches, *moved_reaches))


def _unchanged_before(text: str, previous: SourceFile) -> int:
    """How many declarations at the start are the same, with all the text that their cuts looked at."""
    count = 0
    for item in previous.items:
        if not text.startswith(item.chunk.text, item.start):
            break
        count += 1
    same = previous.items[count - 1].end if count else 0
    old = previous.text
    step = 1 << 16
    while step:
        if old[same : same + step] == text[same : same + step] and same + step <= min(len(old), len(text)):
            same += step
        else:
            step >>= 1
    return next((i for i, reach in enumerate(previous.reaches[:count]) if reach > same), count)


def _unchanged_behind(text: str, previous: SourceFile, before: int) -> int:
    """From which declaration on the text is the same up to the file's end; never one of the first `before`."""
    items = previous.items
    tail = previous.text[items[-1].end :]
    if not text.endswith(tail):
        return len(items)
    at = len(text) - len(tail)
    first = len(items)
    floor = items[before - 1].end if before else 0
    while first > before:
        source = items[first - 1].chunk.text
        if at - len(source) < floor or not text.startswith(source, at - len(source)):
            break
        at -= len(source)
        first -= 1
    return first


def _meet(items: list[Item], settled: int, old: tuple[Item, ...], shift: int, behind: int) -> tuple[int, int]:
    """The first old declaration that begins where a new one does, and how many new ones come before it.

    The text is the same from there on. -1 if the cuts do not meet.
    """
    starts = [item.start + shift for item in old]
    for count, item in enumerate(items[: settled + 1]):
        place = bisect_left(starts, item.start, behind)
        if place < len(old) and starts[place] == item.start:
            return place, count
    return -1, 0


def _cut(text: str, start: int, end: int, known: Mapping[str, Chunk]) -> tuple[list[Item], list[int], int]:
    """The declarations of a stretch of text, how far each cut looked, and how many at the start looked no further."""
    region = text if start == 0 and end == len(text) else text[start:end]
    scanned = scan(region, is_start=start == 0)
    found = dict(known)
    items: list[Item] = []
    reaches: list[int] = []
    settled = 0
    at = 0
    for part in split(region, scanned, is_start=start == 0):
        stop = scanned.lexemes[part.last - 1][1]
        source = region[at:stop]
        chunk = found.get(source)
        if chunk is None:
            chunk = found[source] = _chunk(source, scanned, part, at)
        items.append(Item(start + at, chunk))
        reach = NEVER if part.reach == NEVER else start + part.reach
        reaches.append(reach)
        if reach != NEVER and settled == len(items) - 1:
            settled += 1
        at = stop
    if end == len(text):
        rest = _leftover(region, scanned, at)
        if rest is not None:
            items.append(Item(start + at, rest))
            reaches.append(NEVER)
    return items, reaches, settled


def _chunk(text: str, scanned: Scan, part: Part, base: int) -> Chunk:
    kinds = scanned.kinds[part.first : part.last]
    lexemes = [(start - base, end - base, word) for start, end, word in scanned.lexemes[part.first : part.last]]
    told = _problems(scanned, base, base + len(text))
    node, faults = _declaration(text, kinds, lexemes, told)
    return Chunk(text, node, _comments(scanned, base, base + len(text)), tuple(_one_a_line(text, [*told, *faults])))


def _comments(scanned: Scan, base: int, end: int) -> tuple[Comment, ...]:
    comments = scanned.comments
    first = bisect_left(comments, (base, 0, False))
    last = bisect_left(comments, (end, 0, False))
    return tuple(Comment(start - base, stop - base, is_doc) for start, stop, is_doc in comments[first:last])


def _problems(scanned: Scan, base: int, end: int) -> list[SyntaxProblem]:
    problems = scanned.problems
    first = bisect_left(problems, base, key=_start)
    last = bisect_left(problems, end, key=_start)
    return [
        replace(problem, start=problem.start - base, end=problem.end - base, insert_at=max(problem.insert_at - base, 0))
        for problem in problems[first:last]
    ]


def _start(problem: SyntaxProblem) -> int:
    return problem.start


def _declaration(
    text: str, kinds: list[str], lexemes: list[Lexeme], told: list[SyntaxProblem]
) -> tuple[Declaration, list[SyntaxProblem]]:
    kinds.append("$END")
    lexemes.append((len(text), len(text), ""))
    node, problems = _driven(text, kinds, lexemes, told)
    if not problems:
        return node, problems
    return _respelt(text, kinds, lexemes, told, node, problems)


def _respelt(
    text: str,
    kinds: list[str],
    lexemes: list[Lexeme],
    told: list[SyntaxProblem],
    node: Declaration,
    problems: list[SyntaxProblem],
) -> tuple[Declaration, list[SyntaxProblem]]:
    """The declaration with misspelt keywords taken for what was meant, where that takes a fault away."""
    # Most texts have no fault, and need not pay for looking for misspelt words.
    from osy_grammar.spelling import misspelling, misspelt

    respelt: list[SyntaxProblem] = []
    looked = -1
    tries = min(_SPELLINGS, max(_RESPELT_TOKENS // len(kinds), 1))
    while tries > 0:
        problem = min((one for one in problems if one.start > looked), key=_start, default=None)
        if problem is None:
            break
        for i, word in islice(misspelt(kinds, lexemes, problem), tries):
            tries -= 1
            written = kinds[i], lexemes[i]
            kinds[i], lexemes[i] = FIXED.get(word, "ID"), (*written[1][:2], word)
            other, others = _driven(text, kinds, lexemes, told)
            begin, end = min(problem.start, lexemes[i][0]), line_end(text, problem.end, 1)
            if not any(begin <= one.start <= end for one in others):
                node, problems = other, others
                respelt.append(misspelling(written[1], word))
                break
            kinds[i], lexemes[i] = written
        else:
            looked = problem.start
    return node, [*problems, *respelt]


def _driven(
    text: str, kinds: list[str], lexemes: list[Lexeme], told: list[SyntaxProblem]
) -> tuple[Declaration, list[SyntaxProblem]]:
    tagged, placed, problems = retag(text, kinds, lexemes)
    start, end = lexemes[0][0], lexemes[-2][1]
    if len(tagged) == 1:
        return ErrorDeclaration(start, end, ()), problems
    node, faults = drive(text, tagged, list(placed), tables().entries["item"], [*told, *problems])
    problems = _of_one_fault(text, [*problems, *faults], kinds, lexemes)
    if isinstance(node, Declaration):
        return node, problems
    tokens = tuple(Token(*lexeme[:2], kind, lexeme[2]) for kind, lexeme in zip(kinds[:-1], lexemes[:-1], strict=True))
    return ErrorDeclaration(start, end, tokens), problems


def _of_one_fault(
    text: str, problems: list[SyntaxProblem], kinds: list[str], lexemes: list[Lexeme]
) -> list[SyntaxProblem]:
    """Leave out what follows from a head that does not say what the declaration is: then nothing of its body fits."""
    if not problems:
        return problems
    body = lexemes[kinds.index("LBRACE")][0] if "LBRACE" in kinds else lexemes[-1][0]
    in_head = [problem for problem in problems if problem.start <= body]
    if in_head and len(problems) - len(in_head) >= _NOTHING_FITS:
        return in_head[:1]
    return list(_one_a_line(text, problems))


def _one_a_line(text: str, problems: list[SyntaxProblem]) -> Iterator[SyntaxProblem]:
    """Leave out what stands on one line with a token that does not fit: it is likely to follow from that."""
    end_of_line = -1
    for problem in sorted(problems, key=_start):
        if problem.start <= end_of_line and not problem.is_unclosed:
            continue
        if problem.start < problem.end:
            end_of_line = text.find("\n", problem.end)
            end_of_line = len(text) if end_of_line < 0 else end_of_line
        yield problem


def _leftover(text: str, scanned: Scan, at: int) -> Chunk | None:
    """What is wrong behind the last declaration, where only comments should be."""
    problems = _problems(scanned, at, len(text))
    if not problems:
        return None
    node = ErrorDeclaration(problems[0].start, problems[-1].end, ())
    return Chunk(text[at:], node, _comments(scanned, at, len(text)), tuple(problems))
