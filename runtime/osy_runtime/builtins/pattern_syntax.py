"""Patterns of .NET in the syntax of the `regex` package, and .NET's own numbering of groups.

The pattern is read once from left to right. What both mean alike goes over as it is; the rest is written otherwise:
options that hold from their place on become groups with options, a class without another becomes two, a back-reference
gets the number that its group has there. What has no counterpart is refused by its name.
"""

import re
from dataclasses import dataclass, field

from osy_runtime.exceptions import throw
from osy_runtime.signals import OsyThrow, Unsupported

_QUANTIFIER = re.compile(r"[*+?]|\{\d+(?:,\d*)?\}", re.ASCII)
_OPTIONS = re.compile(r"\(\?([imnsx]*)(?:-([imnsx]*))?([:)])")
_NAMED = re.compile(r"\(\?(?:<(\w+)>|'(\w+)')")
_BALANCING = re.compile(r"\(\?(?:<(\w*-\w+)>|'(\w*-\w+)')")
_BACK = re.compile(r"\\k(?:<(\w+)>|'(\w+)'|\{(\w+)\})")
_NUMBER = re.compile(r"\\([1-9]\d*)", re.ASCII)
_CONDITION = re.compile(r"\(\?\((\w+)\)")
_PROPERTY = re.compile(r"\\([pP])\{(\w[\w-]*)\}")
_SAME_ESCAPES = frozenset("dDwWsSbBAGnrtfva") | frozenset("0")
_PLAIN_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>")


@dataclass(slots=True)
class Translated:
    """A pattern for the package; `order` has its group for each of .NET's numbers, `names` those with a name."""

    text: str
    order: list[int]
    names: dict[str, int]


@dataclass(slots=True)
class _Level:
    """What is open at a depth of parentheses: the options that hold, and the groups opened to make them so."""

    options: frozenset[str]
    opened: list[str] = field(default_factory=list)


def translate(pattern: str, options: frozenset[str]) -> Translated:
    """The pattern for the package; `options` are letters of .NET's inline options that hold from the start."""
    return _Translator(pattern, options).run()


def unsupported(what: str) -> Unsupported:
    """The refusal of a construct."""
    return Unsupported(f"{what} in a pattern is not supported by this runner yet")


def malformed(pattern: str, why: str) -> OsyThrow:
    """What a pattern throws that .NET does not take."""
    shown = pattern if len(pattern) <= 100 else pattern[:100] + "…"
    return throw("ArgumentException", f"the pattern `{shown}` does not parse: {why}")


class _Translator:
    def __init__(self, pattern: str, options: frozenset[str]) -> None:
        self.pattern = pattern
        self.at = 0
        self.out: list[str] = []
        self.levels = [_Level(options)]
        self.groups = 0
        self.unnamed: list[int] = []
        self.names: dict[str, int] = {}
        self.backs: list[tuple[int, str]] = []

    def run(self) -> Translated:
        """The whole pattern."""
        self._open(self.levels[0].options)
        while self.at < len(self.pattern):
            self._step()
        if len(self.levels) > 1:
            raise malformed(self.pattern, "a `(` is never closed")
        self._close(self.levels[0])
        order = [0, *self.unnamed, *self.names.values()]
        for place, target in self.backs:
            self.out[place] = self._reference(target, order)
        return Translated("".join(self.out), order, dict(self.names))

    # ── Options ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def level(self) -> _Level:
        return self.levels[-1]

    def _open(self, options: frozenset[str]) -> None:
        """Begin a group in which the options hold that the package has to know of."""
        shown = "".join(sorted(options & {"i", "m", "s"}))
        off = "".join(sorted({"i", "m", "s"} - options))
        head = f"(?{shown}{'-' + off if off and len(self.levels) + len(self.level.opened) > 1 else ''}:"
        self.level.opened.append(head)
        self.out.append(head)

    def _close(self, level: _Level) -> None:
        self.out.append(")" * len(level.opened))

    # ── Steps ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _step(self) -> None:
        mark = self.pattern[self.at]
        match mark:
            case "\\":
                self._escape()
            case "[":
                self.out.append(self._class())
                self._quantifier()
            case "(":
                self._group()
            case ")":
                self._end_group()
            case "|":
                # Options set further on hold in the next alternative too.
                self.out.extend((")" * len(self.level.opened), "|", "".join(self.level.opened)))
                self.at += 1
            case "{":
                self.out.append(r"\{")
                self.at += 1
                self._quantifier()
            case _ if "x" in self.level.options and (mark.isspace() or mark == "#"):
                self._blank(mark)
            case "*" | "+" | "?":
                raise malformed(self.pattern, f"`{mark}` follows nothing that could be repeated")
            case _:
                self.out.append(mark if mark in ".^$" else re.escape(mark))
                self.at += 1
                self._quantifier()

    def _blank(self, mark: str) -> None:
        if mark == "#":
            end = self.pattern.find("\n", self.at)
            self.at = len(self.pattern) if end < 0 else end
        else:
            self.at += 1

    def _quantifier(self) -> None:
        """What repeats the piece just written; lazily with a `?`. A second one is none in .NET."""
        while "x" in self.level.options and self.pattern[self.at : self.at + 1].isspace():
            self.at += 1
        found = _QUANTIFIER.match(self.pattern, self.at)
        if found is None:
            return
        self.at = found.end()
        lazy = self.pattern[self.at : self.at + 1] == "?"
        self.at += lazy
        self.out.append(found.group() + ("?" if lazy else ""))
        again = _QUANTIFIER.match(self.pattern, self.at)
        if again is not None:
            raise malformed(self.pattern, f"`{again.group()}` repeats what is repeated already")

    # ── Groups ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _group(self) -> None:
        pattern, at = self.pattern, self.at
        if pattern.startswith("(?#", at):
            end = pattern.find(")", at)
            if end < 0:
                raise malformed(pattern, "a comment is never closed")
            self.at = end + 1
            return
        options = _OPTIONS.match(pattern, at)
        if options is not None and options.end() - at > 3 - (options.group(3) == ":"):
            self._set_options(options)
            return
        if _BALANCING.match(pattern, at):
            raise unsupported(f"the balancing group `{_BALANCING.match(pattern, at).group()}…)`")  # type: ignore[union-attr]
        named = _NAMED.match(pattern, at)
        if named is not None:
            self._named_group(named)
            return
        condition = _CONDITION.match(pattern, at)
        if condition is not None:
            self._condition(condition)
            return
        plain = next((head for head in _PLAIN_GROUPS if pattern.startswith(head, at)), None)
        if plain is not None:
            self._begin(plain, len(plain))
        elif pattern.startswith("(?", at):
            raise unsupported(f"`{pattern[at : at + 4]}…`")
        elif "n" in self.level.options:
            self._begin("(?:", 1)
        else:
            self.groups += 1
            self.unnamed.append(self.groups)
            self._begin("(", 1)

    def _begin(self, head: str, length: int) -> None:
        self.out.append(head)
        self.at += length
        self.levels.append(_Level(self.level.options))

    def _named_group(self, found: re.Match[str]) -> None:
        name = found.group(1) or found.group(2)
        if name.isdigit():
            raise unsupported(f"the numbered group `{found.group()}…)`")
        if name in self.names:
            raise unsupported(f"the second group called `{name}`")
        self.groups += 1
        self.names[name] = self.groups
        self._begin("(", found.end() - found.start())

    def _condition(self, found: re.Match[str]) -> None:
        name = found.group(1)
        if not name.isdigit() and f"<{name}>" not in self.pattern and f"'{name}'" not in self.pattern:
            raise unsupported(f"the condition `{found.group()}`, which names no group,")
        self.backs.append((len(self.out) + 1, f"?{name}"))
        self.out.extend(("(?(", "", ")"))
        self.at = found.end()
        self.levels.append(_Level(self.level.options))

    def _set_options(self, found: re.Match[str]) -> None:
        on, off = frozenset(found.group(1)), frozenset(found.group(2) or "")
        options = (self.level.options | on) - off
        self.at = found.end()
        if found.group(3) == ":":
            self.levels.append(_Level(options))
            self.out.append("(?:")
            self._open(options)
            return
        self.level.options = options
        self._open(options)

    def _end_group(self) -> None:
        if len(self.levels) == 1:
            raise malformed(self.pattern, "there is a `)` too many")
        self._close(self.levels.pop())
        self.out.append(")")
        self.at += 1
        self._quantifier()

    # ── Escapes ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _escape(self) -> None:
        back, number = _BACK.match(self.pattern, self.at), _NUMBER.match(self.pattern, self.at)
        if back is not None or number is not None:
            found = back or number
            assert found is not None
            self.backs.append((len(self.out), next(g for g in found.groups() if g)))
            self.out.append("")
            self.at = found.end()
        else:
            following = self.pattern[self.at + 1 : self.at + 2]
            if following in ("Z", "z"):
                # .NET's `\Z` may stand before a last line break; its `\z` may not, as the package's `\Z`.
                self.out.append(r"(?=\n?\Z)" if following == "Z" else r"\Z")
                self.at += 2
            else:
                self.out.append(self._single_escape())
        self._quantifier()

    def _single_escape(self) -> str:
        """An escape that stands for one character or a kind of them; it may stand in a class as well."""
        pattern = self.pattern
        following = pattern[self.at + 1 : self.at + 2]
        if not following:
            raise malformed(pattern, r"it ends with a `\`")
        found = _PROPERTY.match(pattern, self.at)
        if found is not None:
            self.at = found.end()
            name = found.group(2)
            return rf"\{found.group(1)}{{{'In' + name[2:] if name.startswith('Is') else name}}}"
        for shape in (r"\\x[0-9A-Fa-f]{2}", r"\\u[0-9A-Fa-f]{4}", r"\\0[0-7]{0,2}"):
            code = re.compile(shape).match(pattern, self.at)
            if code is not None:
                self.at = code.end()
                digits = code.group()[2:] or "0"
                return re.escape(chr(int(digits, 8 if pattern[code.start() + 1] == "0" else 16)))
        self.at += 2
        if following == "c" and self.at < len(pattern):
            self.at += 1
            return re.escape(chr(ord(pattern[self.at - 1].upper()) ^ 64))
        if following == "e":
            return r"\x1b"
        if following in _SAME_ESCAPES:
            return "\\" + following
        if following.isalnum() or following == "_":
            raise malformed(pattern, rf"`\{following}` is no escape")
        return re.escape(following)

    def _reference(self, target: str, order: list[int]) -> str:
        is_condition, name = target.startswith("?"), target.lstrip("?")
        found = self.names.get(name)
        if found is None and name.isdigit() and int(name) < len(order):
            found = order[int(name)]
        if found is None:
            raise malformed(self.pattern, f"there is no group `{name}`")
        return str(found) if is_condition else rf"(?:\g<{found}>)"

    # ── Classes ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _class(self) -> str:
        """`[…]`; one with `-[…]` at its end is without what stands in there."""
        pattern = self.pattern
        self.at += 1
        negated = pattern.startswith("^", self.at)
        self.at += negated
        parts: list[str] = []
        first = True
        without = ""
        while True:
            mark = pattern[self.at : self.at + 1]
            if not mark:
                raise malformed(pattern, "a `[` is never closed")
            if mark == "]" and not first:
                self.at += 1
                break
            if mark == "-" and pattern.startswith("-[", self.at) and not first:
                self.at += 1
                without = self._class()
                continue
            first = False
            if mark == "\\":
                parts.append(self._single_escape())
            else:
                parts.append(mark if mark == "-" and self._is_range(parts) else re.escape(mark))
                self.at += 1
        inner = f"[{'^' if negated else ''}{''.join(parts)}]"
        return f"(?:(?!{without}){inner})" if without else inner

    def _is_range(self, parts: list[str]) -> bool:
        """Whether the `-` here stands between two characters."""
        following = self.pattern[self.at + 1 : self.at + 2]
        if not parts or following in ("]", ""):
            return False
        return not re.fullmatch(r"\\[dDwWsSpP].*", parts[-1])
