"""Which of the tests are asked for: by words of the name, by file, by a share of all of them.

`-k` takes words, and `and`, `or`, `not` and parentheses between them, as pytest's does. A word stands for the tests
whose name contains it, in letters of either case. A share `I/N` takes each test by a hash of its id, so that a test
stays in its share whatever other tests come and go.
"""

import re
from collections.abc import Callable, Iterator

from osy_grammar.record import record
from osy_runtime.events import DiscoveredTest

Question = Callable[[DiscoveredTest], bool]
_TOKEN = re.compile(r"\s*([()]|[^\s()]+)")
_PRECEDENCE = {"or": 1, "and": 2, "not": 3}


class BadSelection(Exception):  # noqa: N818 -- it says what is wrong with a text, and nothing failed
    """What was asked for cannot be understood; the text says why."""


@record(kw_only=True)
class Shard:
    """One of several shares of the tests; `number` counts from 1."""

    number: int
    count: int

    def has(self, test_id: str) -> bool:
        """Whether the test is in this share."""
        from zlib import crc32

        return crc32(test_id.encode("utf-8", "surrogatepass")) % self.count == self.number - 1


def shard(text: str) -> Shard:
    """The share that `I/N` means."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    number, count = (int(part) for part in found.groups()) if found else (0, 0)
    if not 1 <= number <= count:
        raise BadSelection(f"a share is written `I/N`, as in `2/4`, with I from 1 to N; `{text}` is none")
    return Shard(number=number, count=count)


def words(text: str) -> Question:
    """The question that an expression of words asks of a test's name."""
    steps = _postfix(text)

    def is_meant(test: DiscoveredTest) -> bool:
        name = test.name.lower()
        values: list[bool] = []
        for kind, word in steps:
            match kind:
                case "word":
                    values.append(word in name)
                case "not":
                    values.append(not values.pop())
                case "and":
                    values[-2:] = [values[-2] and values[-1]]
                case _:
                    values[-2:] = [values[-2] or values[-1]]
        return values[0]

    return is_meant


def _postfix(text: str) -> tuple[tuple[str, str], ...]:
    """The expression with its operators behind what they join: no nesting is too deep to be asked."""
    output: list[tuple[str, str]] = []
    operators: list[str] = []
    expects_operand = True
    for token in _tokens(text):
        word = token.lower()
        begins = token == "(" or word == "not" or not (token == ")" or word in _PRECEDENCE)
        if expects_operand != begins:
            raise _misplaced(text, token)
        if token == "(" or word == "not":
            operators.append(word)
        elif token == ")":
            _reduce(output, operators, at_least=1)
            if not operators:
                raise _misplaced(text, token)
            operators.pop()
        elif word in _PRECEDENCE:
            _reduce(output, operators, at_least=_PRECEDENCE[word])
            operators.append(word)
            expects_operand = True
        else:
            output.append(("word", word))
            expects_operand = False
    if expects_operand:
        raise BadSelection(f"`-k` ends too early: `{text}`" if text.strip() else "the text of `-k` is empty")
    _reduce(output, operators, at_least=1)
    if operators:
        raise BadSelection(f"a parenthesis is not closed in `-k`: `{text}`")
    return tuple(output)


def _reduce(output: list[tuple[str, str]], operators: list[str], *, at_least: int) -> None:
    """Put behind their operands the operators, up to a parenthesis, that bind so strongly."""
    while operators and operators[-1] != "(" and _PRECEDENCE[operators[-1]] >= at_least:
        operator = operators.pop()
        output.append((operator, operator))


def _tokens(text: str) -> Iterator[str]:
    return (found.group(1) for found in _TOKEN.finditer(text))


def _misplaced(text: str, token: str) -> BadSelection:
    return BadSelection(f"`{token}` cannot stand where it does in `-k`: `{text}`")
