"""Runs the tables over the tokens of one declaration: a loop over a stack, so nesting has no limit.

The stack holds rows of the tables, beside it the values and where each began. A node ends where the last token before it was
reduced ends. What happens at a token that fits nowhere is `recover`'s.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from osy_grammar.recover import Recovery
from osy_grammar.scan import Lexeme
from osy_grammar.tables import END, Row, Rule
from osy_grammar.tree import SyntaxProblem


@contextmanager
def collector_off() -> Iterator[None]:
    """Keep the cyclic collector from walking the half-built trees over and over: that would double the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def drive(
    text: str, kinds: list[str], lexemes: list[Lexeme], entry: Row, told: list[SyntaxProblem]
) -> tuple[object, list[SyntaxProblem]]:
    """What the tokens (up to `$END`) are built into, None if nothing could be saved, and what is wrong with them.

    `told` are the problems found before, which are not told again. The lists are mended in place.
    """
    rows: list[Row] = [entry]
    values: list[object] = []
    starts: list[int] = []
    end = 0
    i, count = 0, len(kinds)
    recovery: Recovery | None = None
    while i < count:
        kind = kinds[i]
        row = rows[-1]
        action = row[kind]
        while action.__class__ is Rule:
            size = action.size  # type: ignore[union-attr]
            if size == 1:
                rows.pop()
                values[-1] = action.build(starts[-1], end, *action.pick([values[-1], None]))  # type: ignore[union-attr]
            elif size:
                children = values[-size:]
                del values[-size:], rows[-size:], starts[1 - size :]
                children.append(None)
                values.append(action.build(starts[-1], end, *action.pick(children)))  # type: ignore[union-attr]
            else:
                start = lexemes[i][0]
                starts.append(start)
                values.append(action.build(start, end, *action.pick([None])))  # type: ignore[union-attr]
            row = rows[-1][action.origin][kind]  # type: ignore[union-attr, index]
            rows.append(row)
            action = row[kind]
        if action.__class__ is Row:
            lexeme = lexemes[i]
            rows.append(action)  # type: ignore[arg-type]
            values.append(lexeme)
            starts.append(lexeme[0])
            end = lexeme[1]
            i += 1
            continue
        if row.is_end and kind == END:
            return values[-1], recovery.problems if recovery else []
        if recovery is None:
            recovery = Recovery(text, kinds, lexemes, told)
        i = recovery.recover(rows, values, starts, i)
        end = lexemes[i - 1][1] if 0 < i < len(lexemes) else end
        count = len(kinds)
    return None, recovery.problems if recovery else []
