"""Which of the files beside a lone file are taken as parts of its program: rulings R30 and R111.

All of them, as a rule. Where they are so many, or so big, that one file would have to wait for them, only those that
declare what is mentioned and not declared nearer: first by spelling, which costs little, then by what they really
declare. What is left out may declare what a name means, so then no unknown name is wrong.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from osy_analysis.symbols import declared_name
from osy_grammar.tree import SourceFile

FREE_CHARACTERS = 200_000
"""So much text beside a lone file costs no one a thought: about 5,000 lines."""

LONGEST_NEIGHBOUR = 1_000_000
"""A longer file was made by a machine, and is not read for the sake of one beside it."""

_WORD = re.compile(r"[^\W\d]\w*")
_DECLARED = re.compile(r"[\w>?\]]\s+(?:\w+\s*\.\s*)*([^\W\d]\w*)\s*(?:[({<:=;]|$)", re.MULTILINE)
_MARKS = re.compile(r'"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?s:.*?)\*/|[{}]')

Read = Callable[[str], SourceFile | None]


def needed(asked: Iterable[SourceFile], beside: Mapping[str, str], read: Read) -> set[str]:
    """Of the files beside, which come with their texts, those that declare what is mentioned there or in each other."""
    spelled: dict[str, list[str]] = {}
    for path, text in beside.items():
        for word in set(_DECLARED.findall(_outermost(text))):
            spelled.setdefault(word, []).append(path)
    looked: set[str] = set()
    chosen: set[str] = set()
    waiting = list(asked)
    while waiting:
        looked.update(name for file in waiting for name in declared_names(file))
        wanted = {word for file in waiting for word in _WORD.findall(file.text)} - looked
        looked |= wanted
        waiting = []
        for path in {path for word in wanted for path in spelled.get(word, ())} - chosen:
            file = read(path)
            if file is not None and not wanted.isdisjoint(declared_names(file)):
                chosen.add(path)
                waiting.append(file)
    return chosen


def _outermost(text: str) -> str:
    """The text without what stands in braces, strings and comments; the whole text if its braces do not pair."""
    parts = []
    depth, at = 0, 0
    for mark in _MARKS.finditer(text):
        if depth == 0:
            parts.append(text[at : mark.start()])
        if mark[0] == "{":
            parts.append("{" if depth == 0 else "")
            depth += 1
        elif mark[0] == "}":
            depth -= 1
            if depth < 0:
                return text
        at = mark.end()
    return text if depth else "".join((*parts, text[at:]))


def declared_names(file: SourceFile) -> set[str]:
    """The short names that a file declares at its top."""
    names = (declared_name(item.node) for item in file.items)
    return {name.text for name in names if name is not None and name.text}
