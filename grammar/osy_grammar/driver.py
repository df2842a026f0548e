"""Runs the tables over the tokens of one declaration: a loop over a stack, so nesting has no limit.

The stack holds rows of the tables, beside it the values and where each began; below all values lies a None, which
stands for every child that is absent. A node ends where the last token before it was reduced ends. What happens at a
token that fits nowhere is `recover`'s.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from osy_grammar.lexemes import Lexeme
from osy_grammar.tables import APPENDING, END, Row, Rule
from osy_grammar.tree import SyntaxProblem

if TYPE_CHECKING:
    from osy_grammar.recover import Recovery


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
    row = entry
    rows, starts = [row], [0]
    values: list[object] = [None]
    end = i = 0
    recovery: Recovery | None = None
    while i < len(kinds):
        kind = kinds[i]
        action = row[kind]
        while action.__class__ is Rule:
            size, origin, form, build, first, second, third, places, _, _ = action
            if form == APPENDING:
                values[-size].append(values[-1])  # type: ignore[attr-defined]
                del values[1 - size :], rows[-size:], starts[1 - size :]
            else:
                start = starts[-size] if size else lexemes[i][0]
                if form == 1:
                    value = build(start, end, values[first])
                elif form == 2:
                    value = build(start, end, values[first], values[second])
                elif form == 3:
                    value = build(start, end, values[first], values[second], values[third])
                elif form:
                    value = build(start, end, *[values[place] for place in places])
                else:
                    value = build(start, end)
                if size > 1:
                    del values[1 - size :], rows[-size:], starts[1 - size :]
                    values[-1] = value
                elif size:
                    values[-1] = value
                    rows.pop()
                else:
                    values.append(value)
                    starts.append(start)
            row = rows[-1][origin][kind]  # type: ignore[assignment, call-overload, index]  # it is a Goto
            rows.append(row)
            action = row[kind]
        if action.__class__ is Row:
            row = action
            lexeme = lexemes[i]
            rows.append(row)
            values.append(lexeme)
            starts.append(lexeme[0])
            end = lexeme[1]
            i += 1
            continue
        if row.is_end and kind == END:
            return values[-1], recovery.problems if recovery else []
        recovery = recovery or _recovery(text, kinds, lexemes, told)
        i = recovery.recover(rows, values, starts, i)
        row = rows[-1]
        end = lexemes[i - 1][1] if 0 < i < len(lexemes) else end
    return None, recovery.problems if recovery else []


def _recovery(text: str, kinds: list[str], lexemes: list[Lexeme], told: list[SyntaxProblem]) -> "Recovery":
    # Most starts never see a fault, so they need not pay for what mends one.
    from osy_grammar.recover import Recovery

    return Recovery(text, kinds, lexemes, told)
