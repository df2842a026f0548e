"""`Regex`, by the `regex` package: it has nearly all of .NET's syntax, and it can be told to stop.

A pattern is translated where the two differ; what has no counterpart is refused by name. A search that does not end
within the time that the test has left is stopped like any other endless program.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, TypeVar

import regex

from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.signals import Unsupported
from osy_runtime.values import Value
from osy_runtime.world import World

T = TypeVar("T")

_TOKEN = re.compile(
    r"""
    \\k (?: < (?P<back>\w+) > | ' (?P<quoted_back>\w+) ' )
    | (?P<foreign_escape> \\[pP]\{Is | \\[GRhKXmMNLceY] )
    | \\[pP]\{\w+\}
    | \\ (?P<escape> . )
    | (?P<foreign> \(\?(?: R\) | \| | P | & | [+-]?\d+\) | <\w*-\w+> | '\w*-\w+' | [imsx-]*n[imsxn-]*[:)] )
                   | \[\[: | \[ [^\[\]]* -\[ | [*+?}]\+ )
    | \(\? (?: < (?![=!]) (?P<name>\w+) > | ' (?P<quoted_name>\w+) ' )
    | (?P<flags> \(\?[imsx-]+\) )
    | (?P<brace> \{ (?! \d+ (?: ,\d* )? \} ) )
    """,
    re.VERBOSE | re.DOTALL,
)


@lru_cache(maxsize=512)
def compiled(pattern: str) -> "regex.Pattern[str]":
    """The pattern as the package has it."""
    translated = _TOKEN.sub(_translated, pattern)
    try:
        made = regex.compile(translated)
    except (regex.error, RecursionError) as problem:
        raise throw("ArgumentException", f"the pattern `{pattern}` does not parse: {problem}") from problem
    if made.groupindex and re.search(r"(?<!\\)(?:\\\\)*\\[1-9]", pattern):
        raise _unsupported("a numbered back-reference beside named groups")
    return made


def _translated(token: re.Match[str]) -> str:
    found = token.groupdict()
    foreign = found["foreign"] or found["foreign_escape"]
    if foreign:
        raise _unsupported(f"`{foreign}`")
    if found["flags"] and token.start() > 0:
        raise _unsupported(f"`{found['flags']}` further on")
    name, back = found["name"] or found["quoted_name"], found["back"] or found["quoted_back"]
    if name:
        return f"(?P<{name}>"
    if back:
        return f"(?P={back})"
    if found["brace"]:
        return r"\{"
    # .NET's `\Z` may stand before a last line break; its `\z` may not, as the package's `\Z`.
    return {"z": r"\Z", "Z": r"(?=\n?\Z)"}.get(found["escape"] or "", token.group(0))


def _unsupported(what: str) -> Unsupported:
    return Unsupported(f"{what} in a pattern is not supported by this runner yet")


def _in_time(world: World, work: Callable[[float | None], T]) -> T:
    """What the work gives, if it does within the seconds that it is told."""
    try:
        return work(world.time_left())
    except TimeoutError:
        raise world.out_of_time() from None


def _numbered(found: "regex.Match[str]") -> list[str | None]:
    """The texts of the groups in .NET's order: the whole, those without a name, those with one."""
    named = set(found.re.groupindex.values())
    numbers = [*(n for n in range(1, found.re.groups + 1) if n not in named), *sorted(named)]
    return [found.group(0), *(found.group(n) for n in numbers)]


class Match(HostObject):
    """`Match`: one place where a pattern was found, or none."""

    type_name: ClassVar[str] = "Match"

    def __init__(self, found: "regex.Match[str] | None") -> None:
        self.found = found

    def get_member(self, name: str) -> Value:
        """`Success`, `Value`, `Index`, `Length`, `Groups`."""
        found = self.found
        match name:
            case "Success":
                return found is not None
            case "Value":
                return found.group(0) if found else ""
            case "Index":
                return found.start() if found else 0
            case "Length":
                return len(found.group(0)) if found else 0
            case "Groups":
                return _groups(found)
            case _:
                raise MissingMember(name)


class Group(HostObject):
    """A group of a match."""

    type_name: ClassVar[str] = "Group"

    def __init__(self, value: str | None) -> None:
        self.value = value

    def get_member(self, name: str) -> Value:
        """`Success` and `Value`."""
        if name == "Success":
            return self.value is not None
        if name == "Value":
            return self.value or ""
        raise MissingMember(name)


def _groups(found: "regex.Match[str] | None") -> dict[Value, Value]:
    if found is None:
        return {0: Group(None)}
    by_number: dict[Value, Value] = {number: Group(value) for number, value in enumerate(_numbered(found))}
    return by_number | {name: Group(value) for name, value in found.groupdict().items()}


def find(world: World, value: Value, pattern: Value) -> "regex.Match[str] | None":
    """The first place where the pattern is found."""
    shape, searched = compiled(text(pattern)), text(value)
    return _in_time(world, lambda seconds: shape.search(searched, timeout=seconds))


def find_all(world: World, value: Value, pattern: Value) -> Value:
    """`Regex.Matches(text, pattern)`."""
    shape, searched = compiled(text(pattern)), text(value)
    return _in_time(world, lambda seconds: [Match(found) for found in shape.finditer(searched, timeout=seconds)])


def split(world: World, value: Value, pattern: Value) -> Value:
    """`Regex.Split(text, pattern)`; a group that took part is an item too."""
    shape, searched = compiled(text(pattern)), text(value)
    parts = _in_time(world, lambda seconds: shape.split(searched, timeout=seconds))
    return [part for part in parts if part is not None]


def replace(world: World, value: Value, pattern: Value, by: Value) -> Value:
    """`Regex.Replace(text, pattern, by)`; `$1`, `${name}`, `$&` and `$$` in `by`, or a lambda over the match."""
    shape, searched = compiled(text(pattern)), text(value)
    if callable(by):
        function: Callable[..., Value] = by

        def fill(found: "regex.Match[str]") -> str:
            return text(function(Match(found)))

    else:
        template = text(by)

        def fill(found: "regex.Match[str]") -> str:
            return _filled(template, found)

    return _in_time(world, lambda seconds: shape.sub(fill, searched, timeout=seconds))


_HOLE = re.compile(r"\$(?:(\d+)|\{(\w+)\}|(&)|(\$))")


def _filled(template: str, found: "regex.Match[str]") -> str:
    def fill(hole: re.Match[str]) -> str:
        number, name, whole, dollar = hole.groups()
        if dollar:
            return "$"
        if whole:
            return found.group(0)
        key = number or name
        try:
            return (_numbered(found)[int(key)] if key.isdigit() else found.group(key)) or ""
        except IndexError:
            return hole.group(0)

    return _HOLE.sub(fill, template)


_ESCAPES = {
    **{character: "\\" + character for character in "\\*+?|{[()^$.# "},
    "\t": r"\t",
    "\n": r"\n",
    "\f": r"\f",
    "\r": r"\r",
}

STATICS = {
    "Regex": Static(
        "Regex",
        functions={
            "Escape": lambda world, value: "".join(_ESCAPES.get(c, c) for c in text(value)),
            "IsMatch": lambda world, value, pattern: find(world, value, pattern) is not None,
            "Match": lambda world, value, pattern: Match(find(world, value, pattern)),
            "Matches": find_all,
            "Replace": replace,
            "Split": split,
        },
    )
}
