"""`Regex`, by the `regex` package: it has nearly all of .NET's syntax, and it can be told to stop.

A search that does not end within the time that the test has left is stopped like any other endless program.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, TypeVar

import regex

from osy_runtime.builtins.pattern_syntax import Translated, malformed, translate, unsupported
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import EnumValue, Value
from osy_runtime.world import World

T = TypeVar("T")

_LETTERS = {
    "IgnoreCase": "i",
    "Multiline": "m",
    "Singleline": "s",
    "IgnorePatternWhitespace": "x",
    "ExplicitCapture": "n",
}
_WITHOUT_EFFECT = frozenset({"None", "Compiled", "CultureInvariant"})


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern with .NET's numbers and names of its groups."""

    search: "regex.Pattern[str]"
    groups: Translated


def compiled(pattern: str, options: Value = None) -> Pattern:
    """The pattern as the package has it; `options` are a `RegexOptions`."""
    return _compiled(pattern, _letters(options))


def _letters(options: Value) -> frozenset[str]:
    if options is None:
        return frozenset()
    if not isinstance(options, EnumValue):
        raise BadProgram(f"the options of a pattern are a RegexOptions, not {kind(options)}")
    names = set(options.name.split(", ")) - _WITHOUT_EFFECT
    unknown = names - set(_LETTERS)
    if unknown:
        raise unsupported(f"`RegexOptions.{min(unknown)}`")
    return frozenset(_LETTERS[name] for name in names)


@lru_cache(maxsize=512)
def _compiled(pattern: str, letters: frozenset[str]) -> Pattern:
    translated = translate(pattern, letters)
    try:
        return Pattern(regex.compile(translated.text), translated)
    except regex.error as problem:
        if "property" in str(problem):
            raise unsupported(f"a class of characters of `{pattern}`") from problem
        raise malformed(pattern, str(problem)) from problem
    except RecursionError as problem:
        raise malformed(pattern, "it is nested too deep") from problem


def _in_time(world: World, work: Callable[[float | None], T]) -> T:
    """What the work gives, if it does within the seconds that it is told."""
    try:
        return work(world.time_left())
    except TimeoutError:
        raise world.out_of_time() from None


# ── What was found ───────────────────────────────────────────────────────────────────────────────────────────────────


class Group(HostObject):
    """What a group of a match took, or that it took no part."""

    type_name: ClassVar[str] = "MatchGroup"

    def __init__(self, name: str, found: "regex.Match[str] | None", number: int) -> None:
        self.name = name
        self.found = found
        self.number = number

    @property
    def taken(self) -> str | None:
        """The text that it took."""
        return self.found.group(self.number) if self.found is not None else None

    def get_member(self, name: str) -> Value:
        """`Success`, `Value`, `Index`, `Length`, `Name`, `Captures`."""
        match name:
            case "Success":
                return self.taken is not None
            case "Value":
                return self.taken or ""
            case "Index":
                return self.found.start(self.number) if self.found is not None and self.taken is not None else 0
            case "Length":
                return len(self.taken or "")
            case "Name":
                return self.name
            case "Captures":
                return _captures(self.found, self.number)
            case _:
                raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`ToString()`."""
        if name == "ToString" and not arguments:
            return self.taken or ""
        raise MissingMember(name)


class Capture(HostObject):
    """One of the places that a group took, one after the other."""

    type_name: ClassVar[str] = "MatchGroup"

    def __init__(self, value: str, start: int) -> None:
        self.value = value
        self.start = start

    def get_member(self, name: str) -> Value:
        """`Value`, `Index`, `Length`."""
        match name:
            case "Value":
                return self.value
            case "Index":
                return self.start
            case "Length":
                return len(self.value)
            case _:
                raise MissingMember(name)


def _captures(found: "regex.Match[str] | None", number: int) -> list[Value]:
    if found is None:
        return []
    return [Capture(value, start) for value, start in zip(found.captures(number), found.starts(number), strict=True)]


class Groups(HostObject):
    """The groups of a match, by number or name."""

    type_name: ClassVar[str] = "MatchGroups"

    def __init__(self, pattern: Pattern, found: "regex.Match[str] | None") -> None:
        self.found = found
        order, names = pattern.groups.order, pattern.groups.names
        called = {number: name for name, number in names.items()}
        self.groups = [Group(called.get(number, str(at)), found, number) for at, number in enumerate(order)]
        self.by_name = {group.name: group for group in self.groups}

    def get_member(self, name: str) -> Value:
        """`Count`, `Keys`, `Values`."""
        match name:
            case "Count":
                return len(self.groups) if self.found is not None else 1
            case "Keys":
                return [group.name for group in self.groups]
            case "Values":
                return [*self.groups]
            case _:
                raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`ContainsKey(name)`."""
        if name == "ContainsKey" and len(arguments) == 1:
            return arguments[0] in self.by_name
        raise MissingMember(name)

    def get_item(self, key: Value) -> Value:
        """A group by its number or name; one that is not there took no part."""
        if isinstance(key, int) and not isinstance(key, bool):
            return self.groups[key] if 0 <= key < len(self.groups) else Group(str(key), None, 0)
        return self.by_name.get(text(key)) or Group(text(key), None, 0)

    def items(self) -> Iterable[Value]:
        """All groups, the whole match first."""
        return self.groups


class Match(HostObject):
    """One place where a pattern was found, or none."""

    type_name: ClassVar[str] = "Match"

    def __init__(self, world: World, pattern: Pattern, found: "regex.Match[str] | None") -> None:
        self.world = world
        self.pattern = pattern
        self.found = found

    def get_member(self, name: str) -> Value:
        """`Success`, `Value`, `Index`, `Length`, `Groups`, `Captures`, `Name`."""
        found = self.found
        match name:
            case "Success":
                return found is not None
            case "Value":
                return found.group(0) if found is not None else ""
            case "Index":
                return found.start() if found is not None else 0
            case "Length":
                return len(found.group(0)) if found is not None else 0
            case "Groups":
                return Groups(self.pattern, found)
            case "Captures":
                return _captures(found, 0)
            case "Name":
                return "0"
            case _:
                raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`NextMatch()`, `Result(template)`, `ToString()`."""
        match name, [*arguments]:
            case "NextMatch", []:
                return self._next()
            case "Result", [template] if self.found is not None:
                return filled(text(template), self.pattern, self.found)
            case "ToString", []:
                return self.found.group(0) if self.found is not None else ""
            case _:
                raise MissingMember(name)

    def _next(self) -> "Match":
        found = self.found
        if found is None:
            return self
        start = found.end() + (found.end() == found.start())
        search, searched = self.pattern.search, found.string
        if start > len(searched):
            return Match(self.world, self.pattern, None)
        following = _in_time(self.world, lambda seconds: search.search(searched, pos=start, timeout=seconds))
        return Match(self.world, self.pattern, following)


# ── Searching ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _all(world: World, pattern: Pattern, searched: str) -> "list[regex.Match[str]]":
    return _in_time(world, lambda seconds: list(pattern.search.finditer(searched, timeout=seconds)))


def is_match(world: World, value: Value, pattern: Value, options: Value = None) -> Value:
    """`Regex.IsMatch(text, pattern)`."""
    shape, searched = compiled(text(pattern), options), text(value)
    return _in_time(world, lambda seconds: shape.search.search(searched, timeout=seconds)) is not None


def find(world: World, value: Value, pattern: Value, options: Value = None) -> Value:
    """`Regex.Match(text, pattern)`: the first place where it is found."""
    shape, searched = compiled(text(pattern), options), text(value)
    return Match(world, shape, _in_time(world, lambda seconds: shape.search.search(searched, timeout=seconds)))


def find_all(world: World, value: Value, pattern: Value, options: Value = None) -> Value:
    """`Regex.Matches(text, pattern)`."""
    shape = compiled(text(pattern), options)
    return [Match(world, shape, found) for found in _all(world, shape, text(value))]


def count(world: World, value: Value, pattern: Value, options: Value = None) -> Value:
    """`Regex.Count(text, pattern)`."""
    return len(_all(world, compiled(text(pattern), options), text(value)))


def split(world: World, value: Value, pattern: Value, options: Value = None) -> Value:
    """`Regex.Split(text, pattern)`; a group that took part is an item too."""
    shape, searched = compiled(text(pattern), options), text(value)
    return list(_parts(shape, searched, _all(world, shape, searched)))


def _parts(shape: Pattern, searched: str, places: "list[regex.Match[str]]") -> Iterator[Value]:
    start = 0
    for found in places:
        yield searched[start : found.start()]
        start = found.end()
        taken = (found.group(number) for number in shape.groups.order[1:])
        yield from (part for part in taken if part is not None)
    yield searched[start:]


def replace(world: World, value: Value, pattern: Value, by: Value, options: Value = None) -> Value:
    """`Regex.Replace(text, pattern, by)`: `by` is a template (`$1`, `${name}`, `$&` …) or a lambda over a match."""
    shape, searched = compiled(text(pattern), options), text(value)
    if callable(by):
        function: Callable[..., Value] = by

        def fill(found: "regex.Match[str]") -> str:
            return text(function(Match(world, shape, found)))

    else:
        template = text(by)

        def fill(found: "regex.Match[str]") -> str:
            return filled(template, shape, found)

    out: list[str] = []
    start = 0
    for found in _all(world, shape, searched):
        out.extend((searched[start : found.start()], fill(found)))
        start = found.end()
    return "".join(out) + searched[start:]


_HOLE = re.compile(r"\$(?:(\d+)|\{(\w+)\}|([$&`'+_]))", re.ASCII)


def filled(template: str, pattern: Pattern, found: "regex.Match[str]") -> str:
    """A replacement's template for one match; a hole that names no group stays as it is written."""
    if "$" not in template:
        return template
    order, names = pattern.groups.order, pattern.groups.names

    def fill(hole: re.Match[str]) -> str:
        number, name, mark = hole.groups()
        match mark:
            case None:
                key = number or name
                group = names.get(key, order[int(key)] if key.isdigit() and int(key) < len(order) else None)
                return hole.group(0) if group is None else found.group(group) or ""
            case "$":
                return "$"
            case "&":
                return found.group(0)
            case "`":
                return found.string[: found.start()]
            case "'":
                return found.string[found.end() :]
            case "+":
                return (found.group(order[-1]) or "") if len(order) > 1 else ""
            case _:
                return found.string

    return _HOLE.sub(fill, template)


_ESCAPES = {
    **{character: "\\" + character for character in "\\*+?|{[()^$.# "},
    "\t": r"\t",
    "\n": r"\n",
    "\f": r"\f",
    "\r": r"\r",
}


def unescape(world: World, value: Value) -> Value:
    """`Regex.Unescape(text)`."""
    plain = {"t": "\t", "n": "\n", "f": "\f", "r": "\r", "a": "\a", "e": "\x1b", "v": "\v"}
    return re.sub(r"\\(.)", lambda found: plain.get(found.group(1), found.group(1)), text(value), flags=re.DOTALL)


class RegexObject(HostObject):
    """`new Regex(pattern, options)`."""

    type_name: ClassVar[str] = "Regex"

    def __init__(self, world: World, pattern: str, options: Value) -> None:
        compiled(pattern, options)
        self._world, self._pattern, self._options = world, pattern, options

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """What the static has, without the pattern."""
        work = _SEARCHES.get(name)
        if work is not None and len(arguments) == 1:
            return work(self._world, arguments[0], self._pattern, self._options)
        if name == "Replace" and len(arguments) == 2:
            return replace(self._world, arguments[0], self._pattern, arguments[1], self._options)
        if name == "ToString" and not arguments:
            return self._pattern
        raise MissingMember(name)


def make(world: World, pattern: Value, options: Value = None) -> Value:
    """`new Regex(pattern)` and `new Regex(pattern, options)`."""
    if pattern is None:
        raise throw("ArgumentException", "a pattern is needed here, not null")
    return RegexObject(world, text(pattern), options)


_SEARCHES: dict[str, Callable[..., Value]] = {
    "Count": count,
    "IsMatch": is_match,
    "Match": find,
    "Matches": find_all,
    "Split": split,
}
STATICS = {
    "Regex": Static(
        "Regex",
        functions={
            **_SEARCHES,
            "Escape": lambda world, value: "".join(_ESCAPES.get(c, c) for c in text(value)),
            "Replace": replace,
            "Unescape": unescape,
        },
    )
}
