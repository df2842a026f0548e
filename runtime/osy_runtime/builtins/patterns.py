"""`Regex` over Python's `re`: named groups and `$` replacements are translated, what differs is refused by name."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject
from osy_runtime.signals import MissingMember, Unsupported
from osy_runtime.values import Value
from osy_runtime.world import World

_FOREIGN = re.compile(r"\\p\{|\\P\{|\(\?<\w+-|\\G|\[[^\]]*-\[")
_NAMED = re.compile(r"(?<!\\)\(\?(?:<(?![=!])(\w+)>|'(\w+)')")
_BACK = re.compile(r"(?<!\\)((?:\\\\)*)\\k(?:<(\w+)>|'(\w+)')")


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern as Python has it."""
    found = _FOREIGN.search(pattern)
    if found:
        raise Unsupported(f"`{found.group(0)}` in a pattern is not supported by this runner yet")
    translated = _NAMED.sub(lambda m: f"(?P<{m.group(1) or m.group(2)}>", pattern)
    translated = _BACK.sub(lambda m: f"{m.group(1)}(?P={m.group(2) or m.group(3)})", translated)
    translated = translated.replace(r"\z", r"\Z") if r"\z" in translated else translated
    try:
        return re.compile(translated)
    except re.error as problem:
        raise throw("ArgumentException", f"the pattern `{pattern}` does not parse: {problem}") from problem


class Match(HostObject):
    """`Match`: one place where a pattern was found, or none."""

    type_name: ClassVar[str] = "Match"

    def __init__(self, found: re.Match[str] | None) -> None:
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

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """A match has no methods here."""
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

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """A group has no methods here."""
        raise MissingMember(name)


def _groups(found: re.Match[str] | None) -> dict[Value, Value]:
    if found is None:
        return {0: Group(None)}
    by_number: dict[Value, Value] = {
        number: Group(value) for number, value in enumerate((found.group(0), *found.groups()))
    }
    return by_number | {name: Group(value) for name, value in found.groupdict().items()}


def replace(world: World, value: Value, pattern: Value, by: Value) -> Value:
    """`Regex.Replace(text, pattern, by)`; `$1`, `${name}`, `$&` and `$$` in `by`, or a lambda over the match."""
    shape = compiled(text(pattern))
    if callable(by):
        function: Callable[..., Value] = by
        return shape.sub(lambda found: text(function(Match(found))), text(value))
    template = text(by)
    return shape.sub(lambda found: _filled(template, found), text(value))


_HOLE = re.compile(r"\$(?:(\d+)|\{(\w+)\}|(&)|(\$))")


def _filled(template: str, found: re.Match[str]) -> str:
    def fill(hole: re.Match[str]) -> str:
        number, name, whole, dollar = hole.groups()
        if dollar:
            return "$"
        if whole:
            return found.group(0)
        key: int | str = int(number) if number else int(name) if name.isdigit() else name
        try:
            return found.group(key) or ""
        except IndexError:
            return hole.group(0)

    return _HOLE.sub(fill, template)


STATICS = {
    "Regex": Static(
        "Regex",
        functions={
            "Escape": lambda world, value: re.escape(text(value)),
            "IsMatch": lambda world, value, pattern: compiled(text(pattern)).search(text(value)) is not None,
            "Match": lambda world, value, pattern: Match(compiled(text(pattern)).search(text(value))),
            "Matches": lambda world, value, pattern: [Match(m) for m in compiled(text(pattern)).finditer(text(value))],
            "Replace": replace,
            "Split": lambda world, value, pattern: [p or "" for p in compiled(text(pattern)).split(text(value))],
        },
    )
}
