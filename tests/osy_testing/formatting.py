"""The laws of the formatter, and texts that try to break them: samples with other blanks, samples with other tokens."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from osy_grammar.format import FormatEdit, applied, format_edits
from osy_grammar.parse import parse
from osy_grammar.scan import scan
from osy_testing.samples import SAMPLES

WIDTHS = (120, 80, 40)
_SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
_FENCE = re.compile(r"^```osy[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TOKENS = ("{", "}", "(", ")", ";", ",", "<", ">", "?", "!", "-", "if", "new", "x", '"s"', '$"{a}"', "=>", ":", "[A]")

_BLANKS = re.compile(r"[^\S\r\n]*(?:\r\n|\n|\r)\s*|[^\S\r\n]+")
_GAPS = ("", "", " ", " ", "  ", "     ", "\t", "\n", "\n", "\n  ", "\n      ", "\n\n\n\n ", "\n\t", " \n")


def broken_laws(text: str, width: int = 120) -> list[str]:
    """What is wrong with how the formatter formats `text`; empty if nothing."""
    source = parse(text)
    edits = format_edits(source, width)
    after = applied(text, edits)
    found = [*_edits(text, edits), *_meaning(text, after)]
    if applied(after, format_edits(parse(after), width)) != after:
        found.append("formatting twice is not formatting once")
    kept = [item.chunk.text for item in source.items if item.chunk.problems]
    at = 0
    for each in kept:
        at = after.find(each.removeprefix("\ufeff"), at)
        if at < 0:
            found.append("a broken declaration was changed")
            break
    if text.startswith("\ufeff") != after.startswith("\ufeff"):
        found.append("the byte order mark was not kept")
    ends = set(re.findall(r"\r\n|\n|\r", text)) or {"\n"}
    if not set(re.findall(r"\r\n|\n|\r", after)) <= ends:
        found.append("there are other line ends")
    return found


def _edits(text: str, edits: Sequence[FormatEdit]) -> Iterator[str]:
    at = 0
    for edit in edits:
        replaced = text[edit.start : edit.end]
        if edit.start < at or edit.end < edit.start:
            yield "edits are not in order"
        if replaced == edit.text:
            yield "an edit changes nothing"
        if (replaced + edit.text).strip().strip("\ufeff"):
            yield "an edit changes more than blanks"
        at = edit.end


def _meaning(before: str, after: str) -> Iterator[str]:
    one, other = scan(before), scan(after)
    if [word for _, _, word in one.lexemes] != [word for _, _, word in other.lexemes] or one.kinds != other.kinds:
        yield "the tokens have changed"
    if _comments(before) != _comments(after):
        yield "the comments have changed"
    if sum(1 for _ in parse(before).problems) != sum(1 for _ in parse(after).problems):
        yield "the faults have changed"


def _comments(text: str) -> Counter[str]:
    return Counter(text[start:end].rstrip() for start, end, _ in scan(text).comments)


def scrambled(text: str, random: Random) -> str:
    """The same tokens and comments with other blanks and line ends between them."""
    scanned = scan(text)
    inner = _inside_texts(scanned.kinds)
    pieces = [(start, end, i in inner) for i, (start, end, _) in enumerate(scanned.lexemes[:-1])]
    pieces += [(start, end, False) for start, end, _ in scanned.comments]
    pieces = sorted(piece for piece in pieces if piece[0] < piece[1])
    parts: list[str] = []
    end = 0
    for start, stop, is_inside in pieces:
        gap = text[end:start]
        if is_inside:
            parts.append(gap)
        else:
            ends_comment = bool(parts) and parts[-1].startswith("//")
            parts.append(_gap(gap, random, needs_line=ends_comment))
        parts.append(text[start:stop])
        end = stop
    return "".join(parts) + random.choice(("", "\n", "\n\n", "  "))


def _gap(gap: str, random: Random, *, needs_line: bool) -> str:
    chosen = random.choice(_GAPS)
    if needs_line:
        return "\n" + chosen
    if gap and not chosen:
        return " "
    return chosen if gap or random.random() < 0.5 else ""


def _inside_texts(kinds: list[str]) -> set[int]:
    """The tokens of interpolated strings but for their openings: the blanks before them belong to the text."""
    depth = 0
    found = set()
    for i, kind in enumerate(kinds):
        if depth:
            found.add(i)
        depth += (kind == "TEXT_OPEN") - (kind == "TEXT_CLOSE")
    return found


def mutated(text: str, random: Random, others: list[str]) -> str:
    """The text with tokens left out, doubled, put in from elsewhere; with lines joined, cut off, moved."""
    tokens = scan(text).lexemes[:-1]
    for _ in range(random.choice((1, 1, 2, 5))):
        if not tokens:
            break
        start, end, _ = random.choice(tokens)
        match random.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + " " + text[start:end] + text[end:]
            case 2:
                text = text[:start] + random.choice(others) + " " + text[start:]
            case 3:
                text = (
                    text[:start]
                    + random.choice((" // a comment\n", "/* one */", "/* two\nlines */", "\n\n"))
                    + text[start:]
                )
            case 4:
                text = (
                    text[:start]
                    + _BLANKS.sub(random.choice((" ", "\n", "")), text[start : end + 40])
                    + text[end + 40 :]
                )
            case _:
                text = text[:end] if random.random() < 0.2 else text[:start] + text[start:].replace("\n", "\r\n", 3)
        tokens = scan(text).lexemes[:-1]
    return text


def stretch_of(text: str, random: Random, most: int = 60) -> str:
    """Some of the text's lines."""
    lines = text.splitlines(keepends=True)
    start = random.randrange(len(lines))
    return "".join(lines[start : start + random.randrange(1, most)])


@cache
def texts() -> tuple[str, ...]:
    """The samples, and the programs of the specification where it lies beside the repository."""
    pages = [page.read_text(encoding="utf-8") for page in sorted(_SEEDS.glob("*.txt"))]
    return (*SAMPLES.values(), *(block for page in pages for block in _FENCE.findall(page)))


def fuzzed_text(number: int) -> str:
    """A text to try the formatter with, the same for the same number."""
    random = Random(number)
    text = random.choice(texts())
    tokens = list(_TOKENS)
    match random.randrange(5):
        case 0:
            return scrambled(text, random)
        case 1:
            return scrambled(stretch_of(text, random), random)
        case 2:
            return mutated(stretch_of(text, random), random, tokens)
        case 3:
            return mutated(scrambled(stretch_of(text, random), random), random, tokens)
        case _:
            return mutated(text, random, tokens)
